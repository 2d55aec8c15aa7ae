-- Keys that all servers of this database share, by purpose.
CREATE TABLE server_keys (
  purpose TEXT PRIMARY KEY NOT NULL,
  secret TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
