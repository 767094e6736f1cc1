-- Players, tables, and what happened at each of them. SQLite and PostgreSQL both read this.
CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE tokens (
    hash TEXT PRIMARY KEY, -- the token itself is the player's alone
    player TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    rules BIGINT NOT NULL, -- the version of the game's rules
    seed TEXT NOT NULL,
    settings TEXT NOT NULL,
    host TEXT NOT NULL,
    request TEXT NOT NULL, -- the host's id for the request that made it
    created BIGINT NOT NULL,
    -- What follows is read off the entries, for lists and for what is due.
    state TEXT NOT NULL,
    public BIGINT NOT NULL, -- 1: in the lobby
    changed BIGINT NOT NULL,
    asked TEXT NOT NULL, -- the seats that may act, as 0,2
    due BIGINT -- when the table must do something by itself
);

CREATE UNIQUE INDEX tables_request ON tables (host, request);

CREATE INDEX tables_due ON tables (due);

CREATE INDEX tables_lobby ON tables (public, state, changed);

CREATE TABLE entries (
    table_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    player TEXT NOT NULL,
    request TEXT, -- the player's id for the request
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);

CREATE UNIQUE INDEX entries_request ON entries (table_id, player, request);

CREATE TABLE places (
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    player TEXT NOT NULL,
    name TEXT NOT NULL,
    bot TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX places_player ON places (player);
