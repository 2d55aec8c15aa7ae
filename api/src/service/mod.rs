//! Use cases: what people ask of the service, each one transaction in the store. They know the context, the life of a game
//! and the store; no HTTP, no SQL.

pub mod accounts;
pub mod advice;
pub mod announcements;
pub mod archives;
pub mod audit;
pub mod change_settings;
pub mod channels;
pub mod create_game;
pub mod deliveries;
pub mod emails;
pub mod figures;
pub mod guests;
pub mod health;
pub mod letters;
pub mod lobby;
mod mails;
pub mod maps;
pub mod my_games;
pub mod names;
pub mod notification_settings;
pub mod openings;
pub mod order_options;
pub mod password_rules;
pub mod problems;
pub mod quotas;
pub mod record;
pub mod run_game;
pub mod seat_answers;
pub mod sessions;
pub mod show_games;
pub mod submit_orders;
mod succession;
pub mod tokens;
pub mod upkeep;
pub mod view_changes;
pub mod views;
