//! Stories told over HTTP to the real server, over SQLite and over Postgres.

mod accounts;
mod games;
