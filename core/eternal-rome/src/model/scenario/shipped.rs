//! The scenarios and the map that Cursus ships, compiled in.

use std::sync::{Arc, OnceLock};

use super::{Files, Scenario, load};

macro_rules! files {
    ($folder:literal: $($name:literal),* $(,)?) => {
        Files::from([$(($name, include_str!(concat!("../../../data/", $folder, "/", $name)))),*])
    };
}

macro_rules! scenario {
    ($folder:literal) => {
        files!($folder: "scenario.toml", "provinces.toml", "powers.toml", "forces.toml", "activation.toml")
    };
}

macro_rules! map {
    ($id:literal: $($name:literal),* $(,)?) => {
        Files::from([$((
            concat!("maps/", $id, "/", $name),
            include_str!(concat!("../../../data/maps/", $id, "/", $name)),
        )),*])
    };
}

/// The files of a map that is shipped.
pub fn map(id: &str) -> Option<Files<'static>> {
    (id == "orbis-romanus")
        .then(|| map!("orbis-romanus": "map.toml", "terrain.txt", "provinces.txt", "names.txt", "hexsides.toml"))
}

/// The files of a scenario that is shipped.
pub fn files(id: &str) -> Option<Files<'static>> {
    match id {
        "octavius-antonius" => Some(scenario!("octavius-antonius")),
        "bellum-siculum" => Some(scenario!("bellum-siculum")),
        _ => None,
    }
}

/// All of them, read once.
pub fn shipped() -> &'static [Arc<Scenario>] {
    static SCENARIOS: OnceLock<Vec<Arc<Scenario>>> = OnceLock::new();
    SCENARIOS.get_or_init(|| {
        let all = ["octavius-antonius", "bellum-siculum"];
        all.into_iter().filter_map(files).map(|files| Arc::new(load(&files).expect("it ships complete"))).collect()
    })
}

/// One of them by id.
pub fn find(id: &str) -> Option<Arc<Scenario>> {
    shipped().iter().find(|scenario| scenario.id == id).cloned()
}
