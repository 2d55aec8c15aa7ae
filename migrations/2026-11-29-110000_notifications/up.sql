-- Where a person is told what happens in their games.
CREATE TABLE channels (
    id             TEXT    NOT NULL PRIMARY KEY,
    account_id     TEXT    NOT NULL REFERENCES accounts (id),
    name           TEXT    NOT NULL,
    url            TEXT    NOT NULL,
    format         TEXT    NOT NULL,
    kinds          TEXT    NOT NULL,            -- kinds of notification between spaces
    games          TEXT    NOT NULL,            -- empty: all; or ids of games between commas
    pace           TEXT    NOT NULL,
    secret_version INTEGER NOT NULL,            -- the secret itself is derived, never stored
    rotated_at     BIGINT,
    created_at     BIGINT  NOT NULL,
    off_at         BIGINT,
    off_reason     TEXT,
    failing_since  BIGINT,                      -- the first of the failures in a row
    failures       INTEGER NOT NULL,            -- in a row
    rest_until     BIGINT  NOT NULL,
    lease_to       BIGINT  NOT NULL,
    leased_by      TEXT
);
CREATE INDEX channels_by_account ON channels (account_id);

-- What is to be told by a channel, and what became of it: written with the change that it tells of.
CREATE TABLE deliveries (
    id         TEXT    NOT NULL PRIMARY KEY,
    channel_id TEXT    NOT NULL REFERENCES channels (id),
    game_id    TEXT    REFERENCES games (id),
    step       INTEGER,
    kind       TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    created_at BIGINT  NOT NULL,
    not_before BIGINT  NOT NULL,
    status     TEXT    NOT NULL,
    attempts   INTEGER NOT NULL,
    message_id TEXT,                            -- what it was sent in, the same at every attempt
    tried_at   BIGINT,
    answer     INTEGER,                         -- the HTTP status of the last answer
    error      TEXT
);
CREATE INDEX deliveries_in_line ON deliveries (status, not_before, id);
CREATE INDEX deliveries_by_channel ON deliveries (channel_id, id);
CREATE INDEX deliveries_by_game ON deliveries (game_id);

-- When somebody wants to be told.
CREATE TABLE notification_settings (
    account_id TEXT    NOT NULL PRIMARY KEY REFERENCES accounts (id),
    zone       TEXT    NOT NULL,
    quiet_from INTEGER,                         -- minutes since midnight
    quiet_to   INTEGER,
    daily_at   INTEGER NOT NULL
);

-- Games that somebody wants to hear nothing of.
CREATE TABLE muted_games (
    account_id TEXT   NOT NULL REFERENCES accounts (id),
    game_id    TEXT   NOT NULL REFERENCES games (id),
    since_at   BIGINT NOT NULL,
    PRIMARY KEY (account_id, game_id)
);
