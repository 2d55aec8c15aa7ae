-- Where a person answers with orders for a seat.
CREATE TABLE reply_addresses (
    id         TEXT    NOT NULL PRIMARY KEY,
    account_id TEXT    NOT NULL REFERENCES accounts (id),
    game_id    TEXT    NOT NULL REFERENCES games (id),
    seat_idx   INTEGER NOT NULL,
    created_at BIGINT  NOT NULL,
    UNIQUE (account_id, game_id, seat_idx)
);

-- Mails that came in with orders, and the receipts that are sent for them.
CREATE TABLE order_mails (
    id          TEXT    NOT NULL PRIMARY KEY,
    message_key TEXT    NOT NULL UNIQUE,      -- the same when the mail comes a second time
    account_id  TEXT    NOT NULL REFERENCES accounts (id),
    game_id     TEXT    NOT NULL REFERENCES games (id),
    subject     TEXT    NOT NULL,
    body        TEXT    NOT NULL,
    created_at  BIGINT  NOT NULL,
    status      TEXT    NOT NULL,
    not_before  BIGINT  NOT NULL,
    attempts    INTEGER NOT NULL,
    error       TEXT
);
CREATE INDEX order_mails_by_line ON order_mails (status, not_before);
