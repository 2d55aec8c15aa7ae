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
pub use force::Force;
pub use losses::{flee_by_sea, land_level, land_loss_pct, march, sail, sea_level, storm_chance};
pub use schedule::{Leg, Planned, Positions, exits, leg_time, schedule};

use kernel::Refusal;

use crate::model::combat_orders::CombatOrders;
use crate::model::ids::{GeneralId, NationId, ProvinceId, TypeId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::turn::Turn;

/// A movement or combat order.
#[derive(Clone, PartialEq, Debug)]
pub enum Movement {
    /// Generals lead a force along routes.
    Force(ForceMovement),
    /// Standing orders of the nation's troops where a general is.
    CombatOrders {
        /// Who gives them.
        general: GeneralId,
        /// For the fleet there.
        fleet: Option<CombatOrders>,
        /// For the army there.
        army: Option<CombatOrders>,
    },
}

/// Generals and what they lead.
#[derive(Clone, PartialEq, Debug)]
pub struct ForceMovement {
    /// Who leads.
    pub generals: Vec<GeneralId>,
    /// The whole force, in the order listed.
    pub units: Vec<(TypeId, u16)>,
    /// Provinces entered in order, the destination last.
    pub path: Vec<ProvinceId>,
    /// Orders of the squadrons.
    pub fleet_orders: Option<CombatOrders>,
    /// Orders of the army units.
    pub army_orders: Option<CombatOrders>,
}

/// UM-15 to UM-17: all forces move against one clock.
pub fn move_forces(turn: &mut Turn, movements: &[Vec<(usize, Movement)>]) {
    execute::run(turn, movements);
}

/// What speaks against the movement and combat orders of an order set, by their index in it: refusals, and warnings (those
/// that are `uncertain`).
pub fn check(sc: &Scenario, st: &State, nation: NationId, movements: &[(usize, Movement)]) -> Vec<(usize, Refusal)> {
    let mut found = Vec::new();
    let plans = schedule(sc, st, nation, movements, &[]);
    // What nobody ordered is in the documents, not in the order set.
    let led = dangers(sc, st, nation, &plans).into_iter().filter_map(|(order, danger)| Some((order?, danger)));
    for planned in plans {
        found.extend(planned.refusal.map(|refusal| (planned.index, refusal)));
        found.extend(planned.warnings.into_iter().map(|warning| (planned.index, warning.uncertain())));
    }
    found.extend(led);
    found
}
