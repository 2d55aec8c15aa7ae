CREATE TABLE messages (
    id         TEXT    NOT NULL PRIMARY KEY,
    game_id    TEXT    NOT NULL REFERENCES games (id),
    seq        BIGINT  NOT NULL,
    from_seat  INTEGER NOT NULL,
    to_seats   TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    sent_at    BIGINT  NOT NULL,
    UNIQUE (game_id, seq)
);
INSERT INTO messages (id, game_id, seq, from_seat, to_seats, body, sent_at)
SELECT id, game_id, row_number() OVER (PARTITION BY game_id ORDER BY sent_at, id), from_seat, to_seats, body, sent_at
  FROM letters;
DROP TABLE letter_copies;
DROP TABLE letters;
ALTER TABLE events DROP COLUMN people;
ALTER TABLE seats ADD COLUMN read_to BIGINT NOT NULL DEFAULT 0;
