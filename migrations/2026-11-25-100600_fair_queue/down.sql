DROP INDEX games_by_creator;
DROP INDEX jobs_by_account;
DROP INDEX jobs_in_line;
ALTER TABLE jobs DROP COLUMN account_id;
ALTER TABLE jobs DROP COLUMN searches;
ALTER TABLE jobs DROP COLUMN place;
ALTER TABLE jobs DROP COLUMN not_before;
ALTER TABLE jobs DROP COLUMN leased_by;
CREATE INDEX jobs_to_do ON jobs (status, lease_to);
