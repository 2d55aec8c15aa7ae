//! The scenarios that Cursus ships, compiled in.

use std::sync::{Arc, OnceLock};

use kernel::scenario::Files;

use super::load::load;
use super::scenario::Scenario;

macro_rules! scenario {
    ($folder:literal: $($file:literal),*) => {
        Files::from([$(($file, include_str!(concat!("../../data/", $folder, "/", $file)))),*])
    };
    ($folder:literal) => {
        scenario!($folder: "scenario.toml", "towns.toml", "sea.toml", "markets.toml", "church.toml", "titles.toml", "families.toml")
    };
}

/// The ids of all scenarios that are shipped.
pub const IDS: [&str; 2] = ["italy-1493", "romagna-1493"];

/// The files of a scenario that is shipped.
pub fn files(id: &str) -> Option<Files<'static>> {
    match id {
        "italy-1493" => Some(scenario!("italy-1493")),
        "romagna-1493" => Some(scenario!("romagna-1493")),
        _ => None,
    }
}

/// All of them, read once.
pub fn shipped() -> &'static [Arc<Scenario>] {
    static SCENARIOS: OnceLock<Vec<Arc<Scenario>>> = OnceLock::new();
    SCENARIOS.get_or_init(|| {
        let all = IDS.into_iter().filter_map(files);
        all.map(|files| Arc::new(load(&files).expect("it ships complete"))).collect()
    })
}

/// One of them by id.
pub fn find(id: &str) -> Option<Arc<Scenario>> {
    shipped().iter().find(|scenario| scenario.id == id).cloned()
}
