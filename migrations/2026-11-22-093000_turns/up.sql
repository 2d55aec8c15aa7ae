-- A turn may be many steps of one seat: the step it began at.
ALTER TABLE games ADD COLUMN turn_began INTEGER NOT NULL DEFAULT 0;
UPDATE games SET turn_began = step;
