DELETE FROM deliveries WHERE channel_id IN (SELECT id FROM channels WHERE kind = 'email');
DELETE FROM channels WHERE kind = 'email';
ALTER TABLE channels DROP COLUMN kind;
DROP TABLE mail_codes;
DROP TABLE email_addresses;
