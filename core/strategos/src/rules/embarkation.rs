//! Troops go aboard fleets and ashore while forces march (ST-10.12 to ST-10.16, ST-17.6, ST-R62).

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, HexId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::Units;

/// What is to go aboard a fleet, or ashore, in a week; all of it together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boarding {
    /// The fleet.
    pub fleet: CommandId,
    /// Where.
    pub hex: HexId,
    /// Whether it lands; otherwise it goes aboard.
    pub ashore: bool,
    /// Land commands, with all they hold (ST-10.15).
    pub commands: Vec<CommandId>,
    /// Single regiments and trains (ST-10.12).
    pub units: Units,
    /// The command that gives them, or takes them ashore.
    pub other: Option<CommandId>,
}

/// What became of a boarding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boarded {
    /// What was ordered.
    pub order: Boarding,
    /// How it ended; `None` while the fleet and the troops are still to come together.
    pub end: Option<Result<(), NoBoarding>>,
}

/// Why nothing goes aboard or ashore.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosNoBoarding)]
pub enum NoBoarding {
    /// Only fleets carry, and not from within walls.
    Fleet,
    /// Neither a port nor a coastal hex.
    Ground,
    /// It does not go by ship, or is within walls.
    Troops,
    /// It is aboard already, or not aboard this fleet.
    Carried,
    /// Not so many are there.
    TooFew,
    /// The ships have no room (ST-R62).
    NoRoom,
    /// No command takes them ashore, or it cannot hold them (ST-10.8, ST-11.6).
    Limit,
    /// Nothing passes the walls of a blockaded city (ST-15.9).
    Blockaded,
    /// The fleet and the troops did not come together in time.
    NotThere,
}

/// Whether ships and troops come together in a hex: a port, or a hex at the coast (ST-R62).
pub fn is_landing(sc: &Scenario, st: &State, hex: HexId) -> bool {
    sc.board.is_coastal(hex) || sc.board.is_harbour(hex) && st.site_at(hex).is_some()
}

/// Whether a boarding may be ordered, after others that are ordered for the same week: all but that it happens to be in one
/// place then.
pub fn check(sc: &Scenario, st: &State, earlier: &[Boarding], order: &Boarding) -> Result<(), NoBoarding> {
    let fleet = st.command(order.fleet);
    if fleet.kind != CommandKind::Fleet || fleet.inside.is_some() {
        return Err(NoBoarding::Fleet);
    }
    if !is_landing(sc, st, order.hex) {
        return Err(NoBoarding::Ground);
    }
    for id in &order.commands {
        let it = st.command(*id);
        if it.kind.is_naval() || it.kind.is_site() || it.power != fleet.power || it.inside.is_some() {
            return Err(NoBoarding::Troops);
        }
        let last = earlier.iter().rev().find(|before| before.commands.contains(id));
        let carrier = last.map_or(it.carried_by, |before| (!before.ashore).then_some(before.fleet));
        if carrier != order.ashore.then_some(order.fleet) {
            return Err(NoBoarding::Carried);
        }
    }
    check_units(st, earlier, order)?;
    if !order.ashore && load_of(sc, st, order) > room_left(sc, st, earlier, order.fleet) {
        return Err(NoBoarding::NoRoom);
    }
    Ok(())
}

fn check_units(st: &State, earlier: &[Boarding], order: &Boarding) -> Result<(), NoBoarding> {
    if order.units.is_empty() {
        return if order.commands.is_empty() { Err(NoBoarding::TooFew) } else { Ok(()) };
    }
    let Some(other) = order.other.map(|id| st.command(id)) else { return Err(NoBoarding::Limit) };
    let takes = matches!(other.kind, CommandKind::Division | CommandKind::City | CommandKind::Fort);
    if !takes || other.carried_by.is_some() || other.power != st.command(order.fleet).power {
        return Err(NoBoarding::Limit);
    }
    if order.units.sqds() > 0 {
        return Err(NoBoarding::Troops);
    }
    let (mut there, mut gone) = (Units::NONE, order.units);
    there.join(if order.ashore { &st.command(order.fleet).aboard } else { &other.units });
    for before in earlier {
        if order.ashore && before.fleet == order.fleet || !order.ashore && before.other == order.other {
            if before.ashore == order.ashore { &mut gone } else { &mut there }.join(&before.units);
        }
    }
    if there.holds(&gone) { Ok(()) } else { Err(NoBoarding::TooFew) }
}

/// The room that a boarding takes. Commands and prisoners take none (ST-9.5, ST-17.6).
fn load_of(sc: &Scenario, st: &State, order: &Boarding) -> u32 {
    let commands = order.commands.iter().map(|id| &st.command(*id).units);
    commands.chain([&order.units]).map(|units| units.sum(&sc.units, |figures| u32::from(figures.load))).sum()
}

/// ST-R62: the room that a fleet has left once these boardings are done.
pub fn room_left(sc: &Scenario, st: &State, earlier: &[Boarding], fleet: CommandId) -> u32 {
    let load = |units: &Units| units.sum(&sc.units, |figures| u32::from(figures.load));
    let it = st.command(fleet);
    let carried = st.commands.values().filter(|other| other.carried_by == Some(fleet)).map(|other| &other.units);
    let mut taken: u32 = carried.chain([&it.aboard]).map(load).sum();
    for order in earlier.iter().filter(|order| order.fleet == fleet) {
        let load = load_of(sc, st, order);
        taken = if order.ashore { taken.saturating_sub(load) } else { taken + load };
    }
    it.units.sum(&sc.units, |figures| u32::from(figures.carries)).saturating_sub(taken)
}
