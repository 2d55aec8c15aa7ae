-- What those who run games, and the server, did: written with the change itself, and never changed.
CREATE TABLE audit_log (
    id         TEXT    NOT NULL PRIMARY KEY,
    at         BIGINT  NOT NULL,
    account_id TEXT    REFERENCES accounts (id),    -- none: by command on the server's machine
    by_name    TEXT    NOT NULL,                    -- as the account was called then
    as_admin   BOOLEAN NOT NULL,                    -- by the right of an administrator, not as organiser
    deed       TEXT    NOT NULL,
    game_id    TEXT    REFERENCES games (id),
    about      TEXT    NOT NULL                     -- a seat, an account, or what was changed
);
CREATE INDEX audit_log_by_game ON audit_log (game_id, at, id);
CREATE INDEX audit_log_by_time ON audit_log (at, id);
