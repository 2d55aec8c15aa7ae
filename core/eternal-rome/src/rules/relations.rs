//! Who is whose friend, and who plays whom (ER-5, ER-10.3, ER-R31).

use kernel::SeatId;

use crate::model::ids::{HexId, PowerId, Powers, ProvinceId};
use crate::model::scenario::{PowerKind, Scenario};
use crate::model::state::{Stage, State};

/// What one power is to another (ER-R31).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The same, allied, patron and client, or controlled.
    Friendly,
    /// The scenario keeps peace between their majors: no attacks, free passage, nothing shared.
    Peace,
    /// One of them is an inactive neutral: neither friend nor foe.
    Aloof,
    /// Everybody else.
    Hostile,
}

/// Whether a seat has a major left.
pub fn has_major(sc: &Scenario, st: &State, seat: SeatId) -> bool {
    powers_of(sc, st, seat).iter().any(|power| st.power(power).kind.is_major())
}

/// Whether a power is a neutral, active or not.
pub fn is_neutral(st: &State, power: PowerId) -> bool {
    st.power(power).kind.is_neutral()
}

/// Whether a power is a client.
pub fn is_client(st: &State, power: PowerId) -> bool {
    matches!(st.power(power).kind, PowerKind::CivilizedClient | PowerKind::BarbarianClient)
}

/// Whether a power is a neutral that has not woken (ER-5.10).
pub fn is_inactive_neutral(st: &State, power: PowerId) -> bool {
    is_neutral(st, power) && !st.power(power).active
}

/// The major that acts for a power: itself, its patron (ER-5.5), its controller (ER-5.11); nobody for an inactive
/// neutral.
pub fn head(st: &State, power: PowerId) -> Option<PowerId> {
    let now = st.power(power);
    if now.kind.is_major() {
        Some(power)
    } else if is_client(st, power) {
        now.patron
    } else if now.active {
        now.controller
    } else {
        None
    }
}

/// The seat that gives orders for a power.
pub fn seat_of(sc: &Scenario, st: &State, power: PowerId) -> Option<SeatId> {
    sc.power(head(st, power)?).seat
}

/// All powers that a seat gives orders for: its majors, their clients, the neutrals they control.
pub fn powers_of(sc: &Scenario, st: &State, seat: SeatId) -> Powers {
    sc.power_ids().filter(|&power| seat_of(sc, st, power) == Some(seat)).collect()
}

/// Whether two majors are allied (ER-10.2).
pub fn allied(st: &State, a: PowerId, b: PowerId) -> bool {
    st.alliances.contains(&(a.min(b), a.max(b)))
}

/// What one power is to another.
pub fn between(sc: &Scenario, st: &State, a: PowerId, b: PowerId) -> Relation {
    if a == b {
        return Relation::Friendly;
    }
    if is_inactive_neutral(st, a) || is_inactive_neutral(st, b) {
        return Relation::Aloof;
    }
    let (Some(one), Some(two)) = (head(st, a), head(st, b)) else { return Relation::Hostile };
    if one == two || allied(st, one, two) {
        return Relation::Friendly;
    }
    let peace = sc.friendly.iter().any(|&(x, y)| (x, y) == (one, two) || (y, x) == (one, two));
    if peace { Relation::Peace } else { Relation::Hostile }
}

/// Whether two powers are friends (ER-R31).
pub fn friendly(sc: &Scenario, st: &State, a: PowerId, b: PowerId) -> bool {
    between(sc, st, a, b) == Relation::Friendly
}

/// Whether two powers are enemies (ER-R31).
pub fn hostile(sc: &Scenario, st: &State, a: PowerId, b: PowerId) -> bool {
    between(sc, st, a, b) == Relation::Hostile
}

/// Whether a power may act against another of its own accord: an active neutral only against its war targets and their
/// friends (ER-R31), an inactive client against nobody (ER-5.8).
pub fn may_fight(sc: &Scenario, st: &State, power: PowerId, foe: PowerId) -> bool {
    if !st.power(power).active || !hostile(sc, st, power, foe) {
        return false;
    }
    !is_neutral(st, power) || is_war_target(sc, st, power, foe)
}

/// Whether a foe is among a neutral's war targets, or a friend of one (ER-R31).
pub fn is_war_target(sc: &Scenario, st: &State, neutral: PowerId, foe: PowerId) -> bool {
    st.power(neutral).war_targets.iter().any(|target| friendly(sc, st, target, foe))
}

/// Whether armies of a power may enter a province (ER-R30, ER-R31). `invade`: into the land of inactive neutrals.
pub fn may_enter(sc: &Scenario, st: &State, power: PowerId, province: ProvinceId, invade: bool) -> bool {
    let Some(owner) = st.province(province).controller else { return !is_neutral(st, power) };
    match between(sc, st, power, owner) {
        Relation::Friendly => true,
        Relation::Aloof => invade && !is_neutral(st, power),
        Relation::Peace => !is_neutral(st, power),
        Relation::Hostile if is_neutral(st, power) => is_war_target(sc, st, power, owner),
        Relation::Hostile => true,
    }
}

/// The provinces that armies of a power may not enter ([`may_enter`]), by number.
pub fn shut_out(sc: &Scenario, st: &State, power: PowerId, invade: bool) -> Vec<bool> {
    sc.province_ids().map(|province| !may_enter(sc, st, power, province, invade)).collect()
}

/// Powers friendly to any of these, these included.
pub fn friends(sc: &Scenario, st: &State, powers: Powers) -> Powers {
    let awake = |power: &PowerId| !is_inactive_neutral(st, *power);
    let heads: Powers = powers.iter().filter(awake).filter_map(|power| head(st, power)).collect();
    let with = |major: PowerId| heads.has(major) || heads.iter().any(|head| allied(st, head, major));
    let friend = |power: &PowerId| powers.has(*power) || awake(power) && head(st, *power).is_some_and(with);
    sc.power_ids().filter(friend).collect()
}

/// The majors that play now: in the taxation phase one, afterwards a game turn's.
pub fn majors_acting(sc: &Scenario, st: &State) -> Powers {
    match st.stage {
        Stage::Dues { slot } | Stage::Taxation { slot } => {
            sc.turn_order.get(usize::from(slot)).map_or(Powers::NONE, |&major| Powers::one(major))
        }
        stage => stage.game_turn().and_then(|turn| st.turns.get(turn)).copied().unwrap_or_default(),
    }
}

/// Whether the game turn of a power has begun this month: it may have moved.
pub fn has_begun(st: &State, power: PowerId) -> bool {
    let begun = match st.stage {
        Stage::MonthEnd => st.turns.len(),
        stage => stage.game_turn().map_or(0, |turn| turn + 1),
    };
    head(st, power).is_some_and(|head| st.turns.iter().take(begun).any(|majors| majors.has(head)))
}

/// The majors that play now, with all they act for.
pub fn acting(sc: &Scenario, st: &State) -> Powers {
    let majors = majors_acting(sc, st);
    sc.power_ids().filter(|&power| head(st, power).is_some_and(|head| majors.has(head))).collect()
}

/// Whether armies of a power find the city of a hex friendly: its controller is a friend (ER-R31).
pub fn friendly_city(sc: &Scenario, st: &State, power: PowerId, hex: HexId) -> Option<crate::model::ids::CityId> {
    sc.hex(hex).city.filter(|&city| friendly(sc, st, power, st.city(city).controller))
}

/// Whether a land-locked or port city is besieged: by an army, which besieges its port too (ER-R37, ER-R38).
pub fn besieged(st: &State, city: crate::model::ids::CityId) -> bool {
    st.city(city).siege.is_some()
}

/// Whether a port is besieged: its city by an army, or it alone by a hostile fleet (ER-R37).
pub fn port_besieged(sc: &Scenario, st: &State, city: crate::model::ids::CityId) -> bool {
    besieged(st, city)
        || st.fleets_at(sc.city(city).hex).any(|fleet| fleet.status == crate::model::state::FleetStatus::Besieging)
}

/// Whether a port is blockaded: more besieging fleet units than besieged ones in it (ER-11.8, ER-R11).
pub fn blockaded(sc: &Scenario, st: &State, city: crate::model::ids::CityId) -> bool {
    use crate::model::state::FleetStatus::{Anchored, Besieging};
    let ships = |status| -> u32 {
        st.fleets_at(sc.city(city).hex).filter(|fleet| fleet.status == status).map(|fleet| fleet.size()).sum()
    };
    ships(Besieging) > ships(Anchored)
}
