-- How reliably each account plays: turns with a deadline, and games. Counted when it happens.
CREATE TABLE player_records (
    account_id TEXT   NOT NULL PRIMARY KEY REFERENCES accounts (id),
    in_time    BIGINT NOT NULL,
    missed     BIGINT NOT NULL,
    finished   BIGINT NOT NULL,
    gave_up    BIGINT NOT NULL,
    removed    BIGINT NOT NULL
);

-- People who would take a seat that falls free.
CREATE TABLE substitutes (
    game_id    TEXT   NOT NULL REFERENCES games (id),
    account_id TEXT   NOT NULL REFERENCES accounts (id),
    since_at   BIGINT NOT NULL,
    PRIMARY KEY (game_id, account_id)
);
CREATE INDEX substitutes_by_account ON substitutes (account_id);

-- Whether all are there before a game begins, and who has said so.
CREATE TABLE musters (
    game_id   TEXT   NOT NULL PRIMARY KEY REFERENCES games (id),
    called_at BIGINT NOT NULL,
    closes_at BIGINT NOT NULL
);
CREATE TABLE muster_answers (
    game_id     TEXT   NOT NULL REFERENCES games (id),
    account_id  TEXT   NOT NULL REFERENCES accounts (id),
    answered_at BIGINT NOT NULL,
    PRIMARY KEY (game_id, account_id)
);
