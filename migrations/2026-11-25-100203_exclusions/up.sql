-- People who were taken off a seat by who runs the game: they come back only by an invitation made since.
CREATE TABLE exclusions (
    game_id    TEXT   NOT NULL REFERENCES games (id),
    account_id TEXT   NOT NULL REFERENCES accounts (id),
    since_at   BIGINT NOT NULL,
    PRIMARY KEY (game_id, account_id)
);

-- Seats whose powers are out of the campaign for good: there is nothing to take over.
ALTER TABLE seats ADD COLUMN is_out BOOLEAN NOT NULL DEFAULT FALSE;
