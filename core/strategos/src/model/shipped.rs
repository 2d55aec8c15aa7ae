//! The scenarios that Cursus ships, compiled in.

use std::sync::{Arc, OnceLock};

use kernel::scenario::Files;

use super::load::load;
use super::scenario::Scenario;

macro_rules! scenario {
    ($folder:literal) => {
        Files::from([
            ("scenario.toml", include_str!(concat!("../../data/", $folder, "/scenario.toml"))),
            ("cities.toml", include_str!(concat!("../../data/", $folder, "/cities.toml"))),
            ("forces.toml", include_str!(concat!("../../data/", $folder, "/forces.toml"))),
        ])
    };
}

/// The ids of all scenarios that are shipped.
pub const IDS: [&str; 2] = ["diadochoi-310bc", "hellespontos-313bc"];

/// The files of a scenario that is shipped.
pub fn files(id: &str) -> Option<Files<'static>> {
    match id {
        "diadochoi-310bc" => Some(scenario!("diadochoi-310bc")),
        "hellespontos-313bc" => Some(scenario!("hellespontos-313bc")),
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
