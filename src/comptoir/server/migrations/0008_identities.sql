-- Which guests an account was, and since when it is one; digests of requests; the game of
-- a table, which older versions find in its settings alone; a row that is written to see
-- whether that can be done; recovery links, each with its end; limits of all processes.
CREATE TABLE guests (
    guest TEXT PRIMARY KEY,
    player TEXT NOT NULL, -- the account that the guest logged in to
    adopted BIGINT NOT NULL
);

CREATE INDEX guests_player ON guests (player);

ALTER TABLE players ADD COLUMN claimed BIGINT NOT NULL DEFAULT 0;

ALTER TABLE entries ADD COLUMN digest TEXT; -- of the request, where the row has its id

ALTER TABLE tables ADD COLUMN game TEXT NOT NULL DEFAULT '';

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
    until BIGINT NOT NULL
);
