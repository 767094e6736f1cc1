-- Reviews of games that are over, kept with them.
CREATE TABLE reviews (
    table_id TEXT NOT NULL,
    depth TEXT NOT NULL,
    made BIGINT NOT NULL,
    body TEXT NOT NULL, -- JSON, deflated, in base64
    PRIMARY KEY (table_id, depth)
);
