-- Which guests an account was, and since when it is one; digests of requests; the game of
-- a table, which older versions find in its settings alone; a row that is written to see
-- whether that can be done; recovery links, each with its end; limits of all processes;
-- what moderators do; the settings of a table that its host has changed.
CREATE TABLE guests (
    guest TEXT PRIMARY KEY,
    player TEXT NOT NULL, -- the account that the guest logged in to
    adopted BIGINT NOT NULL
);

CREATE INDEX guests_player ON guests (player);

ALTER TABLE players ADD COLUMN claimed BIGINT NOT NULL DEFAULT 0;

ALTER TABLE entries ADD COLUMN digest TEXT; -- of the request, where the row has its id

ALTER TABLE tables ADD COLUMN game TEXT NOT NULL DEFAULT '';

ALTER TABLE tables ADD COLUMN changes TEXT; -- the settings since the host changed them

CREATE INDEX tables_game ON tables (game);

CREATE TABLE health (
    name TEXT PRIMARY KEY,
    written BIGINT NOT NULL
);

CREATE TABLE recoveries (
    hash TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    ends BIGINT NOT NULL
);

CREATE INDEX recoveries_player ON recoveries (player);

CREATE TABLE quotas (
    name TEXT PRIMARY KEY, -- what for, and a hash of whose
    until BIGINT NOT NULL,
    count BIGINT NOT NULL DEFAULT 0 -- uses in a row, where each makes the next wait longer
);

CREATE INDEX quotas_until ON quotas (until);

ALTER TABLE players ADD COLUMN seen BIGINT NOT NULL DEFAULT 0; -- when they were last here

ALTER TABLE players ADD COLUMN role TEXT NOT NULL DEFAULT ''; -- moderator, or empty

CREATE TABLE penalties (
    player TEXT NOT NULL,
    kind TEXT NOT NULL, -- warn, mute or ban
    since BIGINT NOT NULL,
    ends BIGINT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (player, kind)
);

CREATE TABLE audit (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    moderator TEXT NOT NULL, -- a player; empty: the host, in a terminal
    act TEXT NOT NULL,
    player TEXT NOT NULL, -- whom it was done to
    table_id TEXT NOT NULL, -- where, if at a table
    ends BIGINT NOT NULL, -- of a mute or a ban; 0: it has none
    reason TEXT NOT NULL
);

CREATE INDEX audit_at ON audit (at);

ALTER TABLE reports ADD COLUMN line BIGINT; -- of the log, if it is about one

ALTER TABLE reports ADD COLUMN said TEXT NOT NULL DEFAULT ''; -- in that line, or the name

ALTER TABLE reports ADD COLUMN closed BIGINT NOT NULL DEFAULT 0; -- when a moderator did so

CREATE INDEX entries_player ON entries (player);
