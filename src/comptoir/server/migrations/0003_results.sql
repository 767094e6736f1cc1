-- How finished games ended, seat by seat: ratings are read off these.
CREATE TABLE results (
    table_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    game TEXT NOT NULL,
    who TEXT NOT NULL, -- a player's id, or bot: and its name
    place BIGINT NOT NULL,
    points BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX results_ended ON results (game, ended);
