//! The list of rule systems, and the only crate that knows them all.

use std::sync::Arc;

use kernel::Ruleset;

/// The rule systems that an installation offers.
#[derive(Clone, Default)]
pub struct Catalog {
    rulesets: Vec<Arc<dyn Ruleset>>,
}

impl Catalog {
    /// All rule systems that Cursus ships.
    pub fn standard() -> Self {
        Self::default()
            .with(umpire::ruleset())
            .with(hotw::ruleset())
            .with(eternal_rome::ruleset())
            .with(strategos::ruleset())
            .with(renaissance::ruleset())
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
