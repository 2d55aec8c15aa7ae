-- A letter belongs to the people who wrote or got it, not to the seats they held: a copy for each, numbered by reader, so
-- that no number tells how much others write.
CREATE TABLE letters (
    id        TEXT    NOT NULL PRIMARY KEY,
    game_id   TEXT    NOT NULL REFERENCES games (id),
    from_seat INTEGER NOT NULL,
    to_seats  TEXT    NOT NULL,                 -- '*', or seat numbers between commas, the sender's too
    body      TEXT    NOT NULL,
    sent_at   BIGINT  NOT NULL
);
CREATE TABLE letter_copies (
    game_id    TEXT    NOT NULL REFERENCES games (id),
    seat_idx   INTEGER NOT NULL,                -- the seat they held then
    account_id TEXT    NOT NULL REFERENCES accounts (id),
    number     BIGINT  NOT NULL,                -- 1, 2, 3 for this reader
    letter_id  TEXT    NOT NULL REFERENCES letters (id),
    is_read    BOOLEAN NOT NULL,
    PRIMARY KEY (game_id, seat_idx, account_id, number)
);
CREATE INDEX letter_copies_by_letter ON letter_copies (letter_id);

INSERT INTO letters (id, game_id, from_seat, to_seats, body, sent_at)
SELECT id, game_id, from_seat, to_seats, body, sent_at FROM messages;

-- Holders keep what came since they took their seats; nobody else could read any of it.
INSERT INTO letter_copies (game_id, seat_idx, account_id, number, letter_id, is_read)
SELECT m.game_id, s.idx, s.account_id,
       row_number() OVER (PARTITION BY m.game_id, s.idx, s.account_id ORDER BY m.seq),
       m.id, (m.seq <= s.read_to OR m.from_seat = s.idx)
  FROM messages m
  JOIN seats s ON s.game_id = m.game_id
  JOIN seat_readers r ON r.game_id = s.game_id AND r.seat_idx = s.idx AND r.account_id = s.account_id
                     AND r.as_holder AND r.until_at IS NULL
 WHERE s.account_id IS NOT NULL AND m.sent_at >= r.since_at
   AND (m.to_seats = '*' OR m.to_seats LIKE '%,' || s.idx || ',%');

-- What an event tells is for its audience, or for these people of it alone: account ids between commas.
ALTER TABLE events ADD COLUMN people TEXT NOT NULL DEFAULT '';
UPDATE events
-- sqlite:
   SET people = ',' || coalesce((SELECT group_concat(c.account_id, ',') FROM letter_copies c
                                  WHERE c.letter_id = json_extract(events.body, '$.id')), '') || ',',
       body = json_remove(body, '$.number')
-- postgres:
   SET people = ',' || coalesce((SELECT string_agg(c.account_id, ',') FROM letter_copies c
                                  WHERE c.letter_id = (events.body::json ->> 'id')), '') || ',',
       body = (body::jsonb - 'number')::text
-- both:
 WHERE kind = 'message';

DROP TABLE messages;
ALTER TABLE seats DROP COLUMN read_to;
