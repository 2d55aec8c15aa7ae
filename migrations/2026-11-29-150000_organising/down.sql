ALTER TABLE exclusions DROP COLUMN banned;
DROP TABLE co_organisers;
DROP INDEX invitations_by_account;
ALTER TABLE invitations DROP COLUMN declined;
ALTER TABLE invitations DROP COLUMN role;
ALTER TABLE invitations DROP COLUMN invited_by;
ALTER TABLE invitations DROP COLUMN account_id;
