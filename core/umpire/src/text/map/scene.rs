//! What is drawn: what a nation sees, or what everybody does.

use crate::knowledge::gallery::Public;
use crate::knowledge::view::{ForceView, GeneralView, ProvinceView, SightingView, View};
use crate::model::ids::{NationId, ProvinceId};
use crate::model::scenario::Scenario;

/// What is drawn.
pub struct Scene {
    /// Who sees it so; everybody, if it is none.
    pub viewer: Option<NationId>,
    pub turn: u32,
    pub date: String,
    pub over: bool,
    pub capital: Option<ProvinceId>,
    pub enemies: Vec<NationId>,
    pub provinces: Vec<ProvinceView>,
    pub forces: Vec<ForceView>,
    pub generals: Vec<GeneralView>,
    pub sightings: Vec<SightingView>,
}

impl Scene {
    /// What a nation sees.
    pub fn of_nation(view: View) -> Self {
        Self {
            viewer: Some(view.nation.id),
            turn: view.turn,
            date: view.date,
            over: view.over,
            capital: Some(view.capital.id),
            enemies: view.enemies.iter().map(|enemy| enemy.id).collect(),
            provinces: view.provinces,
            forces: view.forces,
            generals: view.generals,
            sightings: view.sightings,
        }
    }

    /// What everybody sees.
    pub fn of_all(sc: &Scenario, public: &Public) -> Self {
        Self {
            viewer: None,
            turn: public.turn,
            date: sc.calendar.label(public.turn),
            over: public.over,
            capital: None,
            enemies: Vec::new(),
            provinces: public.provinces.clone(),
            forces: Vec::new(),
            generals: Vec::new(),
            sightings: Vec::new(),
        }
    }
}
