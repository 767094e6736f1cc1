-- Emblems of one's own, beside names.
ALTER TABLE players ADD COLUMN emblem TEXT NOT NULL DEFAULT ''; -- as chosen; empty: by the name

ALTER TABLE places ADD COLUMN emblem TEXT NOT NULL DEFAULT '';
