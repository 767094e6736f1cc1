-- Which guests an account was; since when it is one. Results of guests are not rated: -2.
CREATE TABLE guests (
    guest TEXT PRIMARY KEY,
    player TEXT NOT NULL, -- the account that the guest logged in to
    adopted BIGINT NOT NULL
);

CREATE INDEX guests_player ON guests (player);

ALTER TABLE players ADD COLUMN claimed BIGINT NOT NULL DEFAULT 0;

UPDATE results SET counts = -2 WHERE who NOT LIKE 'bot:%'
AND who NOT IN (SELECT id FROM players WHERE login IS NOT NULL);
