-- People who are remembered: how they log in, whom they know, and how they want to be told.
ALTER TABLE players ADD COLUMN skeleton TEXT; -- of an account's name: look-alikes have one

ALTER TABLE players ADD COLUMN email TEXT;

CREATE UNIQUE INDEX players_skeleton ON players (skeleton);

CREATE INDEX tokens_player ON tokens (player);

CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    key TEXT NOT NULL, -- the public half
    uses BIGINT NOT NULL, -- as the authenticator counts them
    created BIGINT NOT NULL
);

CREATE INDEX passkeys_player ON passkeys (player);

CREATE TABLE challenges (
    hash TEXT PRIMARY KEY, -- of what a passkey is to sign, once
    player TEXT NOT NULL, -- who adds one; nobody yet who logs in
    created BIGINT NOT NULL
);

CREATE TABLE relations (
    player TEXT NOT NULL,
    other TEXT NOT NULL,
    kind TEXT NOT NULL, -- friend, mute or block
    created BIGINT NOT NULL,
    PRIMARY KEY (player, other, kind)
);

CREATE INDEX relations_other ON relations (other);

CREATE TABLE reports (
    player TEXT NOT NULL,
    other TEXT NOT NULL,
    table_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (player, other, table_id)
);

CREATE TABLE pushes (
    endpoint TEXT PRIMARY KEY, -- of a browser that may be called
    player TEXT NOT NULL,
    key TEXT NOT NULL, -- p256dh
    auth TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE INDEX pushes_player ON pushes (player);

CREATE TABLE announcements (
    player TEXT NOT NULL,
    table_id TEXT NOT NULL,
    asked BIGINT NOT NULL, -- the number of the question, told once
    created BIGINT NOT NULL,
    mailed BIGINT NOT NULL, -- 1: no mail is due
    PRIMARY KEY (player, table_id)
);

CREATE INDEX announcements_due ON announcements (mailed, created);

CREATE TABLE keys (
    name TEXT PRIMARY KEY, -- of what this server signs with
    value TEXT NOT NULL
);

CREATE INDEX results_who ON results (who, ended);
