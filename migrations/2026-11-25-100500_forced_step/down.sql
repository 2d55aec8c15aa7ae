ALTER TABLE games DROP COLUMN forced_step;
