//! The files of the scenarios and of the map that Cursus ships, compiled in.

use super::Files;

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
