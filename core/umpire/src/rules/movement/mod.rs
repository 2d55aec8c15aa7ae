//! P5: movement and combat orders (UM-15 to UM-18).
//!
//! [`mod@schedule`] turns a nation's list of orders into timed legs, from what the nation knows of itself; [`execute`] runs
//! the legs of all nations against one clock. Order checks use the same schedule.

pub mod dangers;
pub mod execute;
pub mod force;
pub mod losses;
pub mod schedule;

pub use dangers::{Restless, dangers, left_restless};
pub use force::{Force, ForceMovement, Movement};
pub use losses::{flee_by_sea, land_level, land_loss_pct, march, sail, sea_level, storm_chance};
pub use schedule::{Leg, Planned, Positions, exits, leg_time, schedule};

use kernel::Refusal;

use crate::model::ids::NationId;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::turn::Turn;

/// UM-15 to UM-17: all forces move against one clock.
pub fn move_forces(turn: &mut Turn, movements: &[Vec<(usize, Movement)>]) {
    execute::run(turn, movements);
}

/// What is found of the movement and combat orders of an order set, by their index in it.
#[derive(Debug, Default)]
pub struct Checked {
    /// What speaks against them: refusals, and warnings (those that are `uncertain`).
    pub found: Vec<(usize, Refusal)>,
    /// How they would be carried out.
    pub plans: Vec<Planned>,
}

/// Follows the movement and combat orders of an order set as they are meant.
pub fn check(sc: &Scenario, st: &State, nation: NationId, movements: &[(usize, Movement)]) -> Checked {
    let mut found = Vec::new();
    let plans = schedule(sc, st, nation, movements, &[]);
    // What nobody ordered is in the documents, not in the order set.
    let led = dangers(sc, st, nation, &plans).into_iter().filter_map(|(order, danger)| Some((order?, danger)));
    for planned in &plans {
        found.extend(planned.refusal.clone().map(|refusal| (planned.index, refusal)));
        found.extend(planned.warnings.iter().map(|warning| (planned.index, warning.clone().uncertain())));
    }
    found.extend(led);
    Checked { found, plans }
}
