-- Programs of third parties, in which people sign in here and allow them to act in their name.
CREATE TABLE applications (
    id            TEXT   NOT NULL PRIMARY KEY,
    account_id    TEXT   NOT NULL REFERENCES accounts (id),
    name          TEXT   NOT NULL,
    redirect_uris TEXT   NOT NULL,       -- with spaces between them
    created_at    BIGINT NOT NULL
);
CREATE INDEX applications_by_account ON applications (account_id);

-- What somebody allowed, until the program has fetched its token.
CREATE TABLE authorization_codes (
    code_hash      TEXT   NOT NULL PRIMARY KEY,
    application_id TEXT   NOT NULL,
    account_id     TEXT   NOT NULL REFERENCES accounts (id),
    redirect_uri   TEXT   NOT NULL,
    challenge      TEXT   NOT NULL,
    scopes         TEXT   NOT NULL,
    expires_at     BIGINT NOT NULL,
    token_id       TEXT                  -- the token that was fetched with it
);

ALTER TABLE api_tokens ADD COLUMN application_id TEXT;
