//! What the stories share: a server to talk to, people who talk to it, a private Postgres.

use std::sync::Arc;

use catalog::Catalog;
use kernel::{Room, toys};

mod client;
mod postgres;
mod road;
mod server;

pub use client::{Answer, Person};
pub use postgres::postgres_url;
pub use server::{Server, ServerProcess, World, fresh_name};

/// The rule systems of the stories: all that ship, and three tiny ones.
pub fn catalog() -> Catalog {
    Catalog::standard()
        .with(Arc::new(Room::new(toys::Sealed::default())))
        .with(Arc::new(Room::new(toys::Duel::default())))
        .with(Arc::new(Room::new(road::Road::default())))
}
