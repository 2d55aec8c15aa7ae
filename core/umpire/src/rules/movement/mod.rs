//! P5: movement and combat orders (UM-15 to UM-18).
//!
//! [`mod@schedule`] turns a nation's list of orders into timed legs, from what the nation knows of itself; [`execute`] runs
//! the legs of all nations against one clock. Order checks use the same schedule.

pub mod dangers;
pub mod execute;
pub mod force;
pub mod losses;
pub mod schedule;

pub use dangers::dangers;
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
    /// The last stage of those that move.
    pub arrivals: Vec<(usize, Leg)>,
}

/// Follows the movement and combat orders of an order set as they are meant.
pub fn check(sc: &Scenario, st: &State, nation: NationId, movements: &[(usize, Movement)]) -> Checked {
    let Checked { mut found, mut arrivals } = Checked::default();
    let plans = schedule(sc, st, nation, movements, &[]);
    // What nobody ordered is in the documents, not in the order set.
    let led = dangers(sc, st, nation, &plans).into_iter().filter_map(|(order, danger)| Some((order?, danger)));
    for mut planned in plans {
        arrivals.extend(planned.legs.pop().map(|leg| (planned.index, leg)));
        found.extend(planned.refusal.map(|refusal| (planned.index, refusal)));
        found.extend(planned.warnings.into_iter().map(|warning| (planned.index, warning.uncertain())));
    }
    found.extend(led);
    Checked { found, arrivals }
}
