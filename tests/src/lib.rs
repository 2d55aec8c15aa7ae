//! What the stories share: a server to talk to, people who talk to it, a private Postgres.

use std::sync::Arc;

use catalog::Catalog;
use kernel::Room;
use testkit::toys;

mod client;
mod postgres;
mod road;
pub mod schema;
mod server;

pub use client::{Answer, Person};
pub use postgres::postgres_url;
pub use road::while_judging;
pub use server::{Server, ServerProcess, World, fresh_name};

/// The rule systems of the binary under test: all that ship, and three tiny ones.
pub fn catalog() -> Catalog {
    with_toys(road::Road::sound())
}

/// The rule systems of the stories: the same, a scenario whose rules break down, and a room that has no planner yet.
pub fn catalog_of_stories() -> Catalog {
    with_toys(road::Road::with_pitfall()).with(Arc::new(Room::new(toys::Sealed::named("toy-unplanned"))))
}

fn with_toys(road: road::Road) -> Catalog {
    Catalog::standard()
        .with(Arc::new(Room::new(toys::Sealed::default()).with_planner()))
        .with(Arc::new(Room::new(toys::Duel::default()).with_planner()))
        .with(Arc::new(Room::new(road).with_planner()))
}
