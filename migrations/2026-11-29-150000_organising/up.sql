-- Invitations that name a person, and what they invite to.
ALTER TABLE invitations ADD COLUMN account_id TEXT REFERENCES accounts (id);     -- none: whoever has the code
ALTER TABLE invitations ADD COLUMN invited_by TEXT REFERENCES accounts (id);     -- none: made with the game, or before it was noted
ALTER TABLE invitations ADD COLUMN role TEXT NOT NULL DEFAULT 'player';
ALTER TABLE invitations ADD COLUMN declined BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX invitations_by_account ON invitations (account_id);

-- People who run a game with its organiser.
CREATE TABLE co_organisers (
    game_id    TEXT   NOT NULL REFERENCES games (id),
    account_id TEXT   NOT NULL REFERENCES accounts (id),
    since_at   BIGINT NOT NULL,
    PRIMARY KEY (game_id, account_id)
);
CREATE INDEX co_organisers_by_account ON co_organisers (account_id);

-- Whether an exclusion stands whatever invitation comes.
ALTER TABLE exclusions ADD COLUMN banned BOOLEAN NOT NULL DEFAULT FALSE;
