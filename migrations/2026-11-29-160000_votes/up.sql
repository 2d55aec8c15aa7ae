-- Questions put to the people of a game, and what each of them said.
CREATE TABLE votes (
    id         TEXT    NOT NULL PRIMARY KEY,
    game_id    TEXT    NOT NULL REFERENCES games (id),
    kind       TEXT    NOT NULL,
    seat_idx   INTEGER,                                  -- the seat that it is about, if one is
    holder_id  TEXT    REFERENCES accounts (id),         -- who held it when the vote was called
    called_by  TEXT    NOT NULL REFERENCES accounts (id),
    step       INTEGER NOT NULL,
    called_at  BIGINT  NOT NULL,
    closes_at  BIGINT  NOT NULL,
    state      TEXT    NOT NULL,
    closed_at  BIGINT,
    yes        INTEGER NOT NULL,                         -- counted when it was closed
    no         INTEGER NOT NULL,
    needed     INTEGER NOT NULL
);
CREATE INDEX votes_by_game ON votes (game_id, called_at, id);

CREATE TABLE ballots (
    vote_id    TEXT    NOT NULL REFERENCES votes (id),
    account_id TEXT    NOT NULL REFERENCES accounts (id),
    is_yes     BOOLEAN NOT NULL,
    cast_at    BIGINT  NOT NULL,
    PRIMARY KEY (vote_id, account_id)
);

-- How many have to agree, in games that say so.
CREATE TABLE vote_rules (
    game_id TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    rules   TEXT NOT NULL
);
