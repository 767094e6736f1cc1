-- How a result counts: 1 wholly, 0 not at all, -1 as a loss and not as a gain.
ALTER TABLE results ADD COLUMN counts BIGINT NOT NULL DEFAULT 1;
