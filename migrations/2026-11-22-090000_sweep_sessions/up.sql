-- What the upkeep asks for every few minutes: sessions that have run out, and refresh tokens used long ago.
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX refresh_tokens_by_age ON refresh_tokens (created_at);
