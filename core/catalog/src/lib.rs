//! The list of rule systems, and the only crate that knows them all.

use std::sync::Arc;

use eternal_rome::EternalRome;
use hotw::HistoryOfTheWorld;
use kernel::{Room, Ruleset};
use renaissance::Renaissance;
use strategos::Strategos;
use umpire::Umpire;

/// The rule systems that an installation offers.
#[derive(Clone, Default)]
pub struct Catalog {
    rulesets: Vec<Arc<dyn Ruleset>>,
}

impl Catalog {
    /// All rule systems that Cursus ships.
    pub fn standard() -> Self {
        Self::default()
            .with(Arc::new(Room::new(Umpire::default()).with_planner()))
            .with(Arc::new(Room::new(HistoryOfTheWorld::default()).with_planner()))
            .with(Arc::new(Room::new(EternalRome::default()).with_planner()))
            .with(Arc::new(Room::new(Strategos::default()).with_planner()))
            .with(Arc::new(Room::new(Renaissance::default()).with_planner()))
    }

    /// These and one more.
    #[must_use]
    pub fn with(mut self, ruleset: Arc<dyn Ruleset>) -> Self {
        self.rulesets.push(ruleset);
        self
    }

    /// All rule systems, in order.
    pub fn rulesets(&self) -> &[Arc<dyn Ruleset>] {
        &self.rulesets
    }

    /// A rule system by id.
    pub fn ruleset(&self, id: &str) -> Option<&Arc<dyn Ruleset>> {
        self.rulesets.iter().find(|ruleset| ruleset.about().id == id)
    }
}
