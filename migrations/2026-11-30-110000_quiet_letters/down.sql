DELETE FROM blocks WHERE only_mutes;
ALTER TABLE blocks DROP COLUMN only_mutes;
ALTER TABLE letters DROP COLUMN is_anonymous;
