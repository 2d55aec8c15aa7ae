//! The scenarios that Cursus ships, compiled in.

use std::sync::{Arc, OnceLock};

use super::{Files, Scenario, load};

macro_rules! files {
    ($folder:literal: $($name:literal),* $(,)?) => {
        Files::from([$(($name, include_str!(concat!("../../../data/", $folder, "/", $name)))),*])
    };
}

macro_rules! scenario {
    ($folder:literal) => {
        load(&files!(
            $folder: "scenario.toml", "units.toml", "nations.toml", "provinces.toml", "routes.toml", "forces.toml",
            "generals.toml", "names.toml", "geography.json",
        ))
    };
}

/// All of them, read once.
pub fn shipped() -> &'static [Arc<Scenario>] {
    static SCENARIOS: OnceLock<Vec<Arc<Scenario>>> = OnceLock::new();
    SCENARIOS.get_or_init(|| {
        let all = [scenario!("italia-1450"), scenario!("hannibal-218bc")];
        all.into_iter().map(|read| Arc::new(read.expect("a shipped scenario is complete"))).collect()
    })
}

/// *Italia 1450*, for tests to change.
#[cfg(test)]
pub(crate) fn italia() -> Scenario {
    scenario!("italia-1450").expect("a shipped scenario is complete")
}

/// One of them by id.
pub fn find(id: &str) -> Option<Arc<Scenario>> {
    shipped().iter().find(|scenario| scenario.id == id).cloned()
}
