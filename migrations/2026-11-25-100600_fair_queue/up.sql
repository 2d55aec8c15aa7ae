-- Whose work a job is, and its place in the line: shares are fair by account and by game.
ALTER TABLE jobs ADD COLUMN account_id TEXT NOT NULL DEFAULT '';
-- sqlite:
ALTER TABLE jobs ADD COLUMN searches BOOLEAN NOT NULL DEFAULT 0;  -- the level imagines futures: great work
-- postgres:
ALTER TABLE jobs ADD COLUMN searches BOOLEAN NOT NULL DEFAULT FALSE;  -- the level imagines futures: great work
-- both:
ALTER TABLE jobs ADD COLUMN place BIGINT NOT NULL DEFAULT 0;       -- lower comes first
ALTER TABLE jobs ADD COLUMN not_before BIGINT NOT NULL DEFAULT 0;  -- after a failure: when to try again
ALTER TABLE jobs ADD COLUMN leased_by TEXT;                        -- the server that took it last
DELETE FROM jobs WHERE game_id IN (SELECT id FROM games WHERE status IN ('finished', 'abandoned'));
UPDATE jobs
   SET account_id = (SELECT creator_id FROM games WHERE games.id = jobs.game_id),
       searches = (level LIKE 'veteran%' OR level LIKE 'master%');
DROP INDEX jobs_to_do;
CREATE INDEX jobs_in_line ON jobs (status, searches, place, created_at, id);
CREATE INDEX jobs_by_account ON jobs (account_id, status, game_id);
CREATE INDEX games_by_creator ON games (creator_id, status);
