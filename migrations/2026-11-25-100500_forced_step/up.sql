-- The step that whoever runs the game wants resolved without waiting; until it is.
ALTER TABLE games ADD COLUMN forced_step INTEGER;
