ALTER TABLE games DROP COLUMN turn_began;
