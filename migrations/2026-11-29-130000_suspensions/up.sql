-- Accounts that whoever runs the server has shut out for a while.
ALTER TABLE accounts ADD COLUMN suspended_at BIGINT;
