-- Which guests an account was, and since when it is one; digests of requests.
CREATE TABLE guests (
    guest TEXT PRIMARY KEY,
    player TEXT NOT NULL, -- the account that the guest logged in to
    adopted BIGINT NOT NULL
);

CREATE INDEX guests_player ON guests (player);

ALTER TABLE players ADD COLUMN claimed BIGINT NOT NULL DEFAULT 0;

ALTER TABLE entries ADD COLUMN digest TEXT; -- of the request, where the row has its id
