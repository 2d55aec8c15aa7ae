-- Letters that do not say who wrote them, and people whose letters come without a sound.
ALTER TABLE letters ADD COLUMN is_anonymous BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE blocks ADD COLUMN only_mutes BOOLEAN NOT NULL DEFAULT FALSE;
