-- A guest may ask for a recovery link, and may claim their seats with a name and a password.
ALTER TABLE players ADD COLUMN recovery TEXT;

ALTER TABLE players ADD COLUMN login TEXT;

ALTER TABLE players ADD COLUMN password TEXT;

CREATE UNIQUE INDEX players_recovery ON players (recovery);

CREATE UNIQUE INDEX players_login ON players (login);
