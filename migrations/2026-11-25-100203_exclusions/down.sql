DROP TABLE exclusions;
ALTER TABLE seats DROP COLUMN is_out;
