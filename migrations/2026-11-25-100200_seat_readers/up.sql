-- Who could read what a seat sees, from when to when: nobody holds one seat of a campaign with the knowledge of another.
-- A seat left in the lobby leaves no row, since nothing private is to be seen there.
CREATE TABLE seat_readers (
    id         TEXT    NOT NULL PRIMARY KEY,
    game_id    TEXT    NOT NULL REFERENCES games (id),
    seat_idx   INTEGER NOT NULL,
    account_id TEXT    NOT NULL REFERENCES accounts (id),
    as_holder  BOOLEAN NOT NULL,                -- false: read what the seat's computer player decided
    since_at   BIGINT  NOT NULL,
    from_step  INTEGER NOT NULL,
    until_at   BIGINT,
    to_step    INTEGER
);
CREATE INDEX seat_readers_by_game ON seat_readers (game_id);
CREATE INDEX seat_readers_by_account ON seat_readers (account_id);

-- Those who hold a seat now.
INSERT INTO seat_readers (id, game_id, seat_idx, account_id, as_holder, since_at, from_step)
SELECT 'held:' || s.game_id || ':' || s.idx, s.game_id, s.idx, s.account_id, TRUE,
       coalesce((SELECT max(e.at) FROM events e
-- sqlite:
                  WHERE e.game_id = s.game_id AND e.kind = 'seat_taken' AND json_extract(e.body, '$.seat') = s.key),
-- postgres:
                  WHERE e.game_id = s.game_id AND e.kind = 'seat_taken' AND (e.body::json ->> 'seat') = s.key),
-- both:
                g.created_at), 0
  FROM seats s JOIN games g ON g.id = s.game_id
 WHERE s.account_id IS NOT NULL;

-- Those who held one before, after the game began: taken then, or in the lobby and not left there.
INSERT INTO seat_readers (id, game_id, seat_idx, account_id, as_holder, since_at, from_step, until_at)
SELECT 'past:' || t.game_id || ':' || t.seq, t.game_id, s.idx, a.id, TRUE, t.at, t.step, t.at
  FROM events t
  JOIN events b ON b.game_id = t.game_id AND b.kind = 'game_started'
-- sqlite:
  JOIN seats s ON s.game_id = t.game_id AND s.key = json_extract(t.body, '$.seat')
  JOIN accounts a ON a.name = json_extract(t.body, '$.player')
-- postgres:
  JOIN seats s ON s.game_id = t.game_id AND s.key = (t.body::json ->> 'seat')
  JOIN accounts a ON a.name = (t.body::json ->> 'player')
-- both:
 WHERE t.kind = 'seat_taken'
   AND (s.account_id IS NULL OR s.account_id <> a.id)
   AND NOT EXISTS (SELECT 1 FROM events r
                    WHERE r.game_id = t.game_id AND r.kind IN ('seat_released', 'seat_given_to_computer')
-- sqlite:
                      AND json_extract(r.body, '$.seat') = s.key AND r.seq > t.seq AND r.seq < b.seq);
-- postgres:
                      AND (r.body::json ->> 'seat') = s.key AND r.seq > t.seq AND r.seq < b.seq);
-- both:

-- Creators who have read what their computer players decided.
INSERT INTO seat_readers (id, game_id, seat_idx, account_id, as_holder, since_at, from_step, until_at)
SELECT 'read:' || s.game_id || ':' || s.idx, s.game_id, s.idx, g.creator_id, FALSE, e.at, e.step, e.at
  FROM events e
  JOIN games g ON g.id = e.game_id
  JOIN seats s ON s.game_id = g.id
 WHERE e.kind = 'decisions_read' AND (s.account_id IS NULL OR s.account_id <> g.creator_id);
