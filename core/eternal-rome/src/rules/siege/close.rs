//! Step 3.4 c: the end of a game turn (ER-11.22, ER-R34).

use crate::model::ids::{PowerId, ProvinceId};
use crate::model::state::{FleetId, FleetStatus};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::naval::port;
use crate::rules::relations;
use crate::rules::strength;

/// Anchors fleets in friendly unbesieged ports, and counts the occupation of provinces without cities.
pub fn close(eng: &mut Engine<'_>) {
    let (sc, st) = (eng.sc, &*eng.st);
    let haven = |fleet: &crate::model::state::Fleet| {
        let city = port::friendly_port(sc, st, fleet.id.power, fleet.hex)?;
        let open = fleet.status == FleetStatus::AtSea && !relations::port_besieged(sc, st, city);
        open.then_some((fleet.id, city))
    };
    let fleets: Vec<(FleetId, _)> = st.fleets.iter().filter_map(haven).collect();
    for (fleet, city) in fleets {
        port::drop_anchor(eng, fleet, city, "ER-11.22");
    }
    for province in sc.province_ids().filter(|&id| sc.province(id).capital.is_none()) {
        count(eng, province);
    }
}

/// One more siege phase of an occupier, or none (ER-R34). There is one count in a province: whoever has begun it keeps
/// it while he is strong enough there.
fn count(eng: &mut Engine<'_>, id: ProvinceId) {
    let (sc, st) = (eng.sc, &*eng.st);
    // Closed provinces have no holder and take none (ER-3.9).
    if sc.province(id).initial.is_none() {
        return;
    }
    let acting = relations::acting(sc, st);
    let holder = st.province(id).controller;
    let least = 4 * u32::from(sc.constants.cityless_min_strength);
    let strong = |power: PowerId| {
        let foreign = holder.is_none_or(|holder| relations::may_fight(sc, st, power, holder));
        foreign && strength::in_province(sc, st, power, id) >= least
    };
    let defended = holder.is_some_and(|holder| strength::in_province(sc, st, holder, id) > 0);
    let (before, mine) = match st.province(id).occupied {
        Some((power, phases)) if !acting.has(power) && strong(power) => (Some((power, phases)), false),
        Some((power, phases)) if acting.has(power) => (Some((power, phases)).filter(|_| strong(power)), true),
        _ => (None, true),
    };
    if !mine {
        return;
    }
    let newcomer = || {
        let order = |&power: &PowerId| (strength::in_province(sc, st, power, id), std::cmp::Reverse(power));
        acting.iter().filter(|&power| strong(power)).max_by_key(order).map(|power| (power, 0))
    };
    let occupier = before.or_else(newcomer).filter(|_| !defended);
    let Some((power, phases)) = occupier else {
        eng.st.province_mut(id).occupied = None;
        return;
    };
    if phases + 1 < sc.constants.cityless_phases {
        eng.st.province_mut(id).occupied = Some((power, phases + 1));
        return;
    }
    let now = eng.st.province_mut(id);
    (now.controller, now.occupied) = (Some(power), None);
    let (from, to) = (holder.map(|holder| sc.power_name(holder)), Some(sc.power_name(power)));
    eng.tell("ER-R34", EventKind::ProvinceChanged { province: sc.province_name(id), from, to });
}
