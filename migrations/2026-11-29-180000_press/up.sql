-- What letters are allowed, and when they arrive, in games that say so. Copies that wait for the end of the turn have negative numbers.
CREATE TABLE press_rules (
    game_id TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    rules   TEXT NOT NULL
);

-- From whom people take no letters and no invitations.
CREATE TABLE blocks (
    account_id TEXT   NOT NULL REFERENCES accounts (id),
    blocked_id TEXT   NOT NULL REFERENCES accounts (id),
    since_at   BIGINT NOT NULL,
    PRIMARY KEY (account_id, blocked_id)
);

-- Letters that somebody who got them has shown to those who run the game.
CREATE TABLE abuse_reports (
    id          TEXT   NOT NULL PRIMARY KEY,
    game_id     TEXT   NOT NULL REFERENCES games (id),
    letter_id   TEXT   NOT NULL REFERENCES letters (id),
    author_id   TEXT   REFERENCES accounts (id),
    reporter_id TEXT   NOT NULL REFERENCES accounts (id),
    reason      TEXT   NOT NULL,
    reported_at BIGINT NOT NULL,
    closed_at   BIGINT
);
CREATE INDEX abuse_reports_by_game ON abuse_reports (game_id, id);

-- Who wrote a letter: the seat that it came from may have changed hands.
ALTER TABLE letters ADD COLUMN author_id TEXT REFERENCES accounts (id);
UPDATE letters SET author_id = (
    SELECT min(account_id) FROM letter_copies WHERE letter_id = letters.id AND seat_idx = letters.from_seat
);
