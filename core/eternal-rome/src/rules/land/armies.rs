//! Splitting, exchanging and joining armies (ER-6.5, ER-R6, ER-R62).

use crate::model::ids::{LeaderId, Powers};
use crate::model::names;
use crate::model::state::{Army, ArmyId, LeaderPlace, State, add_band, take_bands};
use crate::model::units::Units;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::strength;

pub fn take_out(st: &mut State, id: ArmyId, units: &Units) -> Vec<crate::model::state::Band> {
    st.army_mut(id).map_or(Vec::new(), |army| take_bands(&mut army.bands, units.kind, units.seasoned, units.count))
}

/// Hands units and leaders over; each keeps what it has spent (ER-R6).
pub fn hand_over(st: &mut State, from: ArmyId, to: ArmyId, units: &[Units], leaders: &[LeaderId]) {
    for units in units {
        for band in take_out(st, from, units) {
            st.reinforce(to, band);
        }
    }
    for &leader in leaders {
        st.leader_mut(leader).place = LeaderPlace::Army(to);
    }
}

/// Joins armies into the first. It counts as having come the way of its strongest part (reading ER-R62/d).
pub fn join(st: &mut State, sc: &crate::model::scenario::Scenario, group: &[ArmyId]) {
    let Some((&first, rest)) = group.split_first() else { return };
    let parts = group.iter().rev().filter_map(|&id| st.army(id));
    let strongest = parts.max_by_key(|army| strength::of_bands(sc, st, &army.bands).land4);
    let came_from = strongest.and_then(|army| army.came_from);
    for &id in rest {
        let Some(army) = st.army_mut(id) else { continue };
        let (bands, attacked, intercepted) = (std::mem::take(&mut army.bands), army.attacked, army.intercepted);
        let leaders: Vec<LeaderId> = st.leaders_of(id).map(|(leader, _)| leader).collect();
        for leader in leaders {
            st.leader_mut(leader).place = LeaderPlace::Army(first);
        }
        if let Some(army) = st.army_mut(first) {
            bands.into_iter().for_each(|band| add_band(&mut army.bands, band));
            army.attacked |= attacked;
            army.intercepted |= intercepted;
        }
    }
    if let Some(army) = st.army_mut(first) {
        army.came_from = came_from;
    }
    st.sweep();
}

pub fn arranged(eng: &mut Engine<'_>, armies: &[ArmyId]) {
    let there: Vec<&Army> = armies.iter().filter_map(|&id| eng.st.army(id)).collect();
    let Some(first) = there.first() else { return };
    let (power, hex) = (first.id.power, first.hex);
    let forces = there.iter().map(|army| names::army(eng.sc, army.id)).collect();
    let what = EventKind::ForcesArranged { power: eng.sc.power_name(power), hex, forces };
    eng.emit(eng.seats_of(Powers::one(power)), "ER-6.5", what);
}
