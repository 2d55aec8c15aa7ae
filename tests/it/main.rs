//! Stories told over HTTP to the real server, over SQLite and over Postgres.

mod absence;
mod accounts;
mod archives;
mod clock;
mod conventions;
mod durability;
mod events;
mod games;
mod letters;
mod lobby;
mod openapi;
mod orders;
mod umpire;
mod views;
