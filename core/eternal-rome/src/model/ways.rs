//! What is laid out once for a scenario and kept with it: the steps of its map, distances, the picture of its map. What is
//! in it, [`routes`](crate::model::routes), [`distances`](crate::model::distances) and the map's drawing say.

use std::any::Any;
use std::fmt;
use std::sync::OnceLock;

use crate::model::ids::{HEXES, HexId};

/// One step of the graph, from the hex whose list it is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::model) struct Step {
    pub(in crate::model) to: HexId,
    /// Cost of this step in summer and in winter.
    pub(in crate::model) out: [u8; 2],
    /// Cost of the step back.
    pub(in crate::model) back: [u8; 2],
    pub(in crate::model) strait: bool,
}

#[derive(Clone, Debug, Default)]
pub(in crate::model) struct Net {
    pub(in crate::model) starts: Vec<u32>,
    pub(in crate::model) steps: Vec<Step>,
    /// What the cheapest step of all costs, in any season.
    pub(in crate::model) least: u8,
}

impl Net {
    pub(in crate::model) fn steps(&self, hex: HexId) -> &[Step] {
        &self.steps[self.starts[hex.index()] as usize..self.starts[hex.index() + 1] as usize]
    }
}

/// All steps that the map allows, by land and by sea, with their costs. Built when a scenario is loaded.
#[derive(Clone, Debug, Default)]
pub struct Ways(pub(in crate::model) [Net; 2]);

/// What it costs to get from place to place, in summer and in winter: by land on roads that keep out of the land of those who
/// are neutral when the campaign opens, and by sea. Worked out when it is first asked for.
#[derive(Clone, Debug)]
pub struct Distances {
    /// By hex to which a road leads, from every hex.
    pub(in crate::model) roads: [Rows; 2],
    /// By hex from which it leads, to every city.
    pub(in crate::model) cities: [Rows; 2],
    /// By hex from which ships sail, to every hex.
    pub(in crate::model) voyages: [Rows; 2],
}

pub(in crate::model) type Rows = Vec<OnceLock<Box<[u8]>>>;

impl Default for Distances {
    fn default() -> Self {
        let rows = || [(); 2].map(|()| vec![OnceLock::new(); HEXES]);
        Self { roads: rows(), cities: rows(), voyages: rows() }
    }
}

/// Something that is worked out when it is first asked for.
#[derive(Default)]
pub struct Cached(OnceLock<Box<dyn Any + Send + Sync>>);

impl Cached {
    /// What is kept, made by `make` the first time. It is always asked for as the same type.
    pub fn get<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(|| Box::new(make())).downcast_ref().expect("it is always asked for as the same type")
    }
}

impl fmt::Debug for Cached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cached")
    }
}
