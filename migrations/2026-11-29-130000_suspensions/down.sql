ALTER TABLE accounts DROP COLUMN suspended_at;
