-- Addresses at which mail has arrived for an account.
CREATE TABLE email_addresses (
    account_id  TEXT   NOT NULL PRIMARY KEY REFERENCES accounts (id),
    address     TEXT   NOT NULL,
    address_key TEXT   NOT NULL,                -- in small letters
    verified_at BIGINT NOT NULL
);
CREATE INDEX email_addresses_by_key ON email_addresses (address_key);

-- Codes that were asked for by mail, and the mails themselves; the code is derived from the id, never stored.
CREATE TABLE mail_codes (
    id          TEXT    NOT NULL PRIMARY KEY,
    account_id  TEXT    NOT NULL REFERENCES accounts (id),
    purpose     TEXT    NOT NULL,
    address     TEXT    NOT NULL,
    address_key TEXT    NOT NULL,
    created_at  BIGINT  NOT NULL,
    expires_at  BIGINT  NOT NULL,
    used_at     BIGINT,
    status      TEXT    NOT NULL,
    not_before  BIGINT  NOT NULL,
    attempts    INTEGER NOT NULL,
    error       TEXT
);
CREATE INDEX mail_codes_by_account ON mail_codes (account_id, created_at);
CREATE INDEX mail_codes_by_key ON mail_codes (address_key, created_at);
CREATE INDEX mail_codes_in_line ON mail_codes (status, not_before);

ALTER TABLE channels ADD COLUMN kind TEXT NOT NULL DEFAULT 'webhook';
