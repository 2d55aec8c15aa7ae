//! Supply (UM-22, UM-R83).

use kernel::RuleRef;
use kernel::map::Mode;

use super::besieged::is_besieged;
use super::blockade::blockaded;
use super::strength::mobility;
use crate::model::combat_orders::Arm;
use crate::model::constants::Constants;
use crate::model::ids::{Factions, NationId, ProvinceId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::morale;
use crate::rules::turn::{Turn, units};

/// UM-22.4, UM-R83: whether a supply route is cancelled around a force: hostile units outnumber friendly ones of that
/// arm three to one or more, after adjustment for mobility.
pub fn cut_off(of: &Constants, hostile: i64, hostile_mobility: i64, friendly: i64, friendly_mobility: i64) -> bool {
    hostile >= 1 && (friendly == 0 || hostile * hostile_mobility >= of.R83.cut_off_ratio * friendly * friendly_mobility)
}

fn sides(sc: &Scenario, st: &State, place: ProvinceId, nation: NationId, arm: Arm) -> (Factions, Factions) {
    let all = || st.stacks.present(place).iter().filter(|&faction| st.units_of(sc, place, faction, arm) > 0);
    let hostile = all().filter(|&other| st.hostile(sc, place, nation, other)).collect();
    (hostile, all().filter(|&other| st.side_by_side(sc, place, nation, other)).collect())
}

fn cut_off_here(sc: &Scenario, st: &State, place: ProvinceId, nation: NationId, arm: Arm) -> bool {
    let (hostile, friendly) = sides(sc, st, place, nation, arm);
    let count =
        |side: Factions| -> i64 { side.iter().map(|faction| i64::from(st.units_of(sc, place, faction, arm))).sum() };
    let speed = |side: Factions| mobility(sc, st, place, side, arm);
    cut_off(&sc.constants, count(hostile), speed(hostile), count(friendly), speed(friendly))
}

/// UM-22.2, UM-22.3: whether a nation's force in a province, in conflict there, has a supply route by land or sea.
pub fn in_supply(sc: &Scenario, st: &State, place: ProvinceId, nation: NationId) -> bool {
    let province = st.province(place);
    let at_home = nation == sc.ind()
        || (province.original_owner == nation
            && province.owner == nation
            && st.nation(nation).capital == place
            && province.loyalty == 3);
    if at_home && !cut_off_here(sc, st, place, nation, Arm::Land) {
        return true; // UM-22.5
    }
    // Suppliers: the nation itself, and allies whose troops are part of the force on the spot; bystanders are not.
    let mut allies: Factions =
        st.stacks.present(place).iter().filter(|&other| st.side_by_side(sc, place, nation, other)).collect();
    allies.add(nation);
    [Arm::Land, Arm::Sea]
        .into_iter()
        .any(|arm| leads_there(sc, st, place, nation, allies, arm) && !cut_off_here(sc, st, place, nation, arm))
}

/// UM-22.2, UM-22.3: whether a supply route leads from a neighbouring province of these suppliers to a force of `nation`,
/// whatever stands where it ends.
fn leads_there(sc: &Scenario, st: &State, place: ProvinceId, nation: NationId, suppliers: Factions, arm: Arm) -> bool {
    let mode = if arm == Arm::Land { Mode::Land } else { Mode::Sea };
    let open = |near| suppliers.has(st.province(near).owner) && st.hostile_units(sc, near, nation, arm) == 0;
    !(arm == Arm::Sea && blockaded(sc, st, place, nation)) && st.neighbours(sc, place, mode).any(open)
}

/// UM-22.2: whether a force of `nation` that comes to a province would find a supply route of its own nation there, as things
/// stand now.
pub fn route_awaits(sc: &Scenario, st: &State, place: ProvinceId, nation: NationId) -> bool {
    st.province(place).owner == nation
        || [Arm::Land, Arm::Sea].into_iter().any(|arm| leads_there(sc, st, place, nation, Factions::one(nation), arm))
}

/// UM-22.1: forces in conflict without supply may suffer losses. Besieged ones live on their stores (UM-R72).
pub fn suffer(turn: &mut Turn, place: ProvinceId, present: Factions) {
    const R83: RuleRef = RuleRef::new("UM-R83");
    let sc = turn.sc;
    let of = &sc.constants.R83;
    for nation in present.iter() {
        let in_conflict = present.iter().any(|other| turn.st.hostile(sc, place, nation, other));
        if !in_conflict || is_besieged(sc, turn.st, place, nation) || in_supply(sc, turn.st, place, nation) {
            continue;
        }
        let counter = u16::from(nation.0);
        if !turn.dice.stream("supply", place.0, counter).chance(of.chance as i32, R83) {
            continue;
        }
        let (a, whole) = morale::arrears(sc, turn.st, nation);
        let count = i64::from(turn.st.all_units(place, nation));
        let (numerator, denominator) = (count * of.loss_pct * (whole + a), 100 * whole);
        let losses = turn.stochastic_round(numerator, denominator, "supply", place.0, counter + 64, "UM-R83");
        let army = turn.st.armies(sc, place, nation);
        let fleet = turn.st.fleets(sc, place, nation);
        let shares = kernel::exact::apportion(losses.clamp(0, count) as u32, &[u64::from(army), u64::from(fleet)]);
        let mut lost = Vec::new();
        for (arm, share) in [(Arm::Land, shares[0]), (Arm::Sea, shares[1])] {
            lost.extend(turn.spread_losses(place, Factions::one(nation), arm, share).into_iter().flat_map(|l| l.1));
        }
        if !lost.is_empty() && nation != sc.ind() {
            turn.tell(EventScope::only(nation), "UM-22.6", |sc, st| EventKind::SupplyLosses {
                nation: sc.party(nation),
                place: st.place(sc, place),
                units: units(sc, &lost),
            });
        }
    }
}

/// Whether a nation shut up in a city has an open supply route by sea (UM-R72).
pub fn open_sea_route(sc: &Scenario, st: &State, place: ProvinceId, nation: NationId) -> bool {
    let friends = |owner: NationId| {
        owner == nation || (st.all_units(place, owner) > 0 && st.side_by_side(sc, place, nation, owner))
    };
    let open = st
        .neighbours(sc, place, Mode::Sea)
        .any(|near| friends(st.province(near).owner) && st.hostile_units(sc, near, nation, Arm::Sea) == 0);
    open && !blockaded(sc, st, place, nation) && !cut_off_here(sc, st, place, nation, Arm::Sea)
}
