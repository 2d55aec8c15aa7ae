ALTER TABLE api_tokens DROP COLUMN application_id;
DROP TABLE authorization_codes;
DROP TABLE applications;
