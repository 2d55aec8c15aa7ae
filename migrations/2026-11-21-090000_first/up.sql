-- People and how they prove who they are. Ids are opaque text (uuid v7), times are milliseconds since 1970 UTC.
CREATE TABLE accounts (
    id            TEXT    NOT NULL PRIMARY KEY,
    name          TEXT    NOT NULL,
    name_key      TEXT    NOT NULL UNIQUE,      -- the name folded to lower case: names differ by more than case
    password_hash TEXT    NOT NULL,
    is_admin      BOOLEAN NOT NULL,
    created_at    BIGINT  NOT NULL,
    closed_at     BIGINT
);

-- A session is a family of refresh tokens: each is used once and gives the next.
CREATE TABLE sessions (
    id         TEXT   NOT NULL PRIMARY KEY,
    account_id TEXT   NOT NULL REFERENCES accounts (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT
);
CREATE INDEX sessions_by_account ON sessions (account_id);

CREATE TABLE refresh_tokens (
    token_hash TEXT   NOT NULL PRIMARY KEY,
    session_id TEXT   NOT NULL REFERENCES sessions (id),
    created_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

CREATE TABLE api_tokens (
    id           TEXT   NOT NULL PRIMARY KEY,
    account_id   TEXT   NOT NULL REFERENCES accounts (id),
    name         TEXT   NOT NULL,
    token_hash   TEXT   NOT NULL UNIQUE,
    scopes       TEXT   NOT NULL,               -- separated by spaces
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT,
    revoked_at   BIGINT
);
CREATE INDEX api_tokens_by_account ON api_tokens (account_id);

-- Answers kept for 24 hours so that a repeated request is answered, not repeated.
CREATE TABLE idempotency_keys (
    account_id   TEXT   NOT NULL,
    key          TEXT   NOT NULL,
    request_hash TEXT   NOT NULL,
    status       INTEGER NOT NULL,              -- 0 while the first request is under way
    content_type TEXT   NOT NULL,
    location     TEXT,
-- sqlite:
    body         BLOB   NOT NULL,
-- postgres:
    body         BYTEA   NOT NULL,
-- both:
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Campaigns.
CREATE TABLE games (
    id              TEXT    NOT NULL PRIMARY KEY,
    row_version     BIGINT  NOT NULL,           -- raised by every change: whoever writes over a change loses
    name            TEXT    NOT NULL,
    ruleset         TEXT    NOT NULL,
    ruleset_version TEXT    NOT NULL,           -- pinned when the game is created
    scenario        TEXT    NOT NULL,
    options         TEXT    NOT NULL,           -- JSON
    visibility      TEXT    NOT NULL,           -- public | private
    status          TEXT    NOT NULL,           -- lobby | running | paused | finished | abandoned
    status_reason   TEXT,
    creator_id      TEXT    NOT NULL REFERENCES accounts (id),
    dice_seed       TEXT    NOT NULL,           -- hex; secret until the game is over
    ai_seed         TEXT    NOT NULL,           -- hex; never the dice seed
    commitment      TEXT    NOT NULL,           -- SHA-256 of the dice seed, public from the start
    clock           TEXT    NOT NULL,           -- JSON
    absence         TEXT    NOT NULL,           -- JSON
    step            INTEGER NOT NULL,           -- steps resolved so far
    step_label      TEXT    NOT NULL,
    step_began_at   BIGINT,
    deadline_at     BIGINT,
    reminded        INTEGER NOT NULL,           -- reminders sent for this deadline
    extensions      INTEGER NOT NULL,           -- extensions granted in this step
    seconds_left    BIGINT,                     -- while paused: what was left on the clock
    wake_at         BIGINT,                     -- when the scheduler has to look at this game again
    outcome         TEXT,                       -- JSON, once over
    last_seq        BIGINT  NOT NULL,           -- the last event's number
    created_at      BIGINT  NOT NULL,
    started_at      BIGINT,
    ended_at        BIGINT
);
CREATE INDEX games_by_age ON games (created_at, id);
CREATE INDEX games_to_wake ON games (wake_at);

CREATE TABLE seats (
    game_id      TEXT    NOT NULL REFERENCES games (id),
    idx          INTEGER NOT NULL,
    key          TEXT    NOT NULL,
    name         TEXT    NOT NULL,
    kind         TEXT    NOT NULL,              -- human | open | ai
    account_id   TEXT    REFERENCES accounts (id),
    ai_level     TEXT,
    stand_in     BOOLEAN NOT NULL,              -- the AI plays until the holder returns
    missed       INTEGER NOT NULL,              -- deadlines missed in a row
    read_to      BIGINT  NOT NULL,              -- last message read
    PRIMARY KEY (game_id, idx)
);
CREATE INDEX seats_by_account ON seats (account_id);

CREATE TABLE invitations (
    id         TEXT    NOT NULL PRIMARY KEY,
    game_id    TEXT    NOT NULL REFERENCES games (id),
    code       TEXT    NOT NULL UNIQUE,
    seat_idx   INTEGER,                         -- NULL: any seat still free
    created_at BIGINT  NOT NULL,
    expires_at BIGINT  NOT NULL,
    used_at    BIGINT,
    used_by    TEXT,
    revoked_at BIGINT
);
CREATE INDEX invitations_by_game ON invitations (game_id);

CREATE TABLE order_sets (
    game_id    TEXT    NOT NULL REFERENCES games (id),
    step       INTEGER NOT NULL,
    seat_idx   INTEGER NOT NULL,
    revision   INTEGER NOT NULL,
    orders     TEXT    NOT NULL,                -- JSON array, as handed in
    verdicts   TEXT    NOT NULL,                -- JSON array
    ready      BOOLEAN NOT NULL,
    has_orders BOOLEAN NOT NULL,                -- somebody handed orders in: no miss at the deadline
    author     TEXT    NOT NULL,                -- player | ai | default
    reasons    TEXT    NOT NULL,                -- JSON array: why the AI chose so
    stored_at  BIGINT  NOT NULL,
    PRIMARY KEY (game_id, step, seat_idx)
);

-- The ledger: one row per resolved step, each hash over the one before. Step 0 is the set-up.
CREATE TABLE ledger (
    game_id      TEXT    NOT NULL REFERENCES games (id),
    step         INTEGER NOT NULL,
    label        TEXT    NOT NULL,
    cause        TEXT    NOT NULL,              -- start | ready | deadline | forced | order
    sheets       TEXT    NOT NULL,              -- JSON array [{seat, orders}], in order of receipt
    dice_digest  TEXT    NOT NULL,
    state_hash   TEXT    NOT NULL,
    prev_hash    TEXT    NOT NULL,
    hash         TEXT    NOT NULL,
-- sqlite:
    state        BLOB    NOT NULL,
-- postgres:
    state        BYTEA    NOT NULL,
-- both:
    resolved_at  BIGINT  NOT NULL,
    PRIMARY KEY (game_id, step)
);

CREATE TABLE events (
    game_id  TEXT    NOT NULL REFERENCES games (id),
    seq      BIGINT  NOT NULL,
    step     INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    audience TEXT    NOT NULL,                  -- '*', or seat numbers between commas: ',3,5,'
    body     TEXT    NOT NULL,                  -- JSON
    at       BIGINT  NOT NULL,
    PRIMARY KEY (game_id, seq)
);
CREATE INDEX events_by_step ON events (game_id, step);

CREATE TABLE messages (
    id         TEXT    NOT NULL PRIMARY KEY,
    game_id    TEXT    NOT NULL REFERENCES games (id),
    seq        BIGINT  NOT NULL,
    from_seat  INTEGER NOT NULL,
    to_seats   TEXT    NOT NULL,                -- as an event's audience; holds the sender as well
    body       TEXT    NOT NULL,
    sent_at    BIGINT  NOT NULL,
    UNIQUE (game_id, seq)
);

-- Work for the AI, done off the request path by whichever server takes the lease.
CREATE TABLE jobs (
    id         TEXT    NOT NULL PRIMARY KEY,
    game_id    TEXT    NOT NULL REFERENCES games (id),
    step       INTEGER NOT NULL,
    seat_idx   INTEGER NOT NULL,
    level      TEXT    NOT NULL,
    status     TEXT    NOT NULL,                -- queued | done | failed
    attempts   INTEGER NOT NULL,
    lease_to   BIGINT  NOT NULL,                -- free to take once this has passed
    error      TEXT,
    created_at BIGINT  NOT NULL,
    UNIQUE (game_id, step, seat_idx)
);
CREATE INDEX jobs_to_do ON jobs (status, lease_to);
