-- Who runs a game: who created it, until that account is closed.
ALTER TABLE games ADD COLUMN organiser_id TEXT NOT NULL DEFAULT '';
UPDATE games SET organiser_id = creator_id;
CREATE INDEX games_by_organiser ON games (organiser_id);
