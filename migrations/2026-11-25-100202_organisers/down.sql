DROP INDEX games_by_organiser;
ALTER TABLE games DROP COLUMN organiser_id;
