//! Stories told over HTTP to the real server, over SQLite and over Postgres.

mod absence;
mod accounts;
mod advice;
mod archives;
mod breakdowns;
mod clock;
mod conventions;
mod decisions;
mod durability;
mod eternal_rome;
mod eternal_rome_suspended;
mod events;
mod forcing;
mod games;
mod hotw;
mod letters;
mod lobby;
mod measure;
mod openapi;
mod operation;
mod orders;
mod reminders;
mod repeats;
mod sequential;
mod umpire;
mod views;
