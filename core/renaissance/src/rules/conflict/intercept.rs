//! Interception: the order (RN-62.1), and who is met on the way (RN-31.6, RN-62.2, RN-66.4, RN-R60).

use std::cmp::Reverse;

use super::deed::Conflict;
use super::field::{self, FieldParty};
use super::naval::{self, NavalParty};
use super::start::{commit, has_stages, may_act};
use super::{Refused, allies, fate, must, siege};
use crate::model::affairs::{Interception, Whom};
use crate::model::board::Ferry;
use crate::model::distance::{Length, great_circle, passes_within};
use crate::model::ids::{LocationId, PersonaId};
use crate::model::measures::{Miles, Point};
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::battle::sides::{BattleSide, Sides};
use crate::rules::month::Month;

/// Carries out an order to intercept, which holds next turn (RN-62.1): outside the walls, at sea, or in a port with ships.
pub fn intercept(st: &mut State, month: &mut Month, by: PersonaId, whom: Whom, ferries: bool) -> Result<(), Refused> {
    may_act(st, month, by, false)?;
    must(!whom.names_too_many(), "RN-62.1", "at most seven families are named")?;
    let persona = st.persona(by);
    must(persona.assets.troops.men() > 0, "RN-R101", "he has nobody to fight with")?;
    must(!persona.place.is_inside() || persona.assets.has_ships(), "RN-R60", "inside the walls only ships intercept")?;
    let turn = st.turn.later(1);
    st.interceptions.retain(|it| it.persona != by || it.turn != turn);
    st.interceptions.push(Interception { persona: by, whom, ferries, turn });
    month.acts_mut(by).moved = true;
    month.tell(Conflict::InterceptionOrdered { by });
    Ok(())
}

/// The way of somebody who moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// Its points, from where he starts to where he goes; a single one when he only goes in or out of the walls.
    pub points: Vec<Point>,
    /// The location where it begins.
    pub from: Option<LocationId>,
    /// The location where it ends.
    pub to: Option<LocationId>,
    /// He goes inside the walls there.
    pub enters: bool,
    /// By water.
    pub by_water: bool,
}

/// Somebody who is met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Who stops the mover.
    pub by: PersonaId,
    /// Where.
    pub at: Place,
    /// As a besieger, whom the mover attacks (RN-R100).
    pub besieges: bool,
    along: Length,
}

/// Who is met on a way, in order: by distance, then besiegers first, then by number of men (RN-R60).
pub fn meetings(sc: &Scenario, st: &State, month: &Month, mover: PersonaId, way: &Way) -> Vec<Meeting> {
    let intercepts = st.interceptions.iter().filter(|it| it.turn == st.turn);
    let family = st.persona(mover).family;
    let named = intercepts.filter(|it| it.persona != mover && it.whom.names(family)).map(|it| it.persona);
    let on_the_way = named.filter_map(|by| meeting(sc, st, by, way));
    let walls = way.to.filter(|_| way.enters && !way.by_water);
    let besiegers = st.sieges.iter().filter(|it| Some(it.location) == walls && it.tower.is_none());
    let besiegers = besiegers.map(|it| it.besieger).filter(|by| *by != mover && siege::of(st, *by).is_some());
    let end = length(sc, &way.points);
    let at = |location| Place::At(location, Side::Outside);
    let at_walls = walls.into_iter().flat_map(|location| {
        besiegers.clone().map(move |by| Meeting { by, at: at(location), besieges: true, along: end })
    });
    let mut all: Vec<Meeting> = at_walls.collect();
    let at_gate: Vec<PersonaId> = all.iter().map(|it| it.by).collect();
    all.extend(on_the_way.filter(|it| !at_gate.contains(&it.by)));
    all.retain(|it| may_stop(sc, st, month, it.by, mover));
    all.sort_by_key(|it| (it.along, !it.besieges, Reverse(st.persona(it.by).assets.troops.men())));
    all
}

/// Whether somebody still stops another: he has men and has not moved, and a ruling may let friends pass (RN-R60).
fn may_stop(sc: &Scenario, st: &State, month: &Month, by: PersonaId, mover: PersonaId) -> bool {
    let it = st.persona(by);
    let friends = it.family == st.persona(mover).family || allies::are_allied(st, by, mover);
    let stands = it.alive && it.assets.troops.men() > 0 && month.start(by) == it.place;
    let over = month.conflicts.is_over_between(by, mover);
    stands && !over && !(friends && sc.rulings.movement.intercept_exempts_friends) && has_stages(sc, month, by)
}

fn meeting(sc: &Scenario, st: &State, by: PersonaId, way: &Way) -> Option<Meeting> {
    let interceptor = st.persona(by);
    let at = |location| Place::At(location, Side::Outside);
    let (place, along) = match (interceptor.place, way.by_water) {
        (Place::At(location, Side::Outside), false) => {
            let on_his_land = [way.from, way.to].into_iter().flatten();
            let land = sc.board.location(location).land;
            on_his_land.map(|it| sc.board.location(it).land).find(|it| *it == land)?;
            (at(location), reach(sc, way, sc.board.location(location).point)?)
        }
        (Place::At(location, _), true) if interceptor.assets.has_ships() => {
            let along = if way.from == Some(location) { Some(Length(0)) } else { None };
            (at(location), along.or((way.to == Some(location)).then(|| length(sc, &way.points)))?)
        }
        (Place::Water(point), true) => (interceptor.place, reach(sc, way, point)?),
        _ => return None,
    };
    Some(Meeting { by, at: place, besieges: false, along })
}

/// How far along a way it comes near a point first; of a leg that does, by the distance of the point from its beginning.
fn reach(sc: &Scenario, way: &Way, point: Point) -> Option<Length> {
    let (radius, near) = (sc.rulings.movement.earth_radius_tenths, Miles(sc.rulings.movement.pass_by_radius));
    if let [only] = way.points.as_slice() {
        return (great_circle(radius, *only, point) <= Length::of(near)).then_some(Length(0));
    }
    let mut gone = Length(0);
    for leg in way.points.windows(2) {
        let whole = great_circle(radius, leg[0], leg[1]);
        if passes_within(radius, (leg[0], leg[1]), point, near) {
            return Some(gone + great_circle(radius, leg[0], point).min(whole));
        }
        gone = gone + whole;
    }
    None
}

fn length(sc: &Scenario, points: &[Point]) -> Length {
    points.windows(2).map(|leg| great_circle(sc.rulings.movement.earth_radius_tenths, leg[0], leg[1])).sum()
}

/// How a mover fares on his way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// Nobody stops him.
    Free,
    /// He has been stopped, and stays where he was met, or is dead.
    Stopped,
}

/// Carries out what happens on a way before its end: interceptors who are overwhelmed are destroyed, the first who are not
/// stop the mover, and all who stand where he is stopped fight him until he is beaten (RN-31.6, RN-31.7, RN-R60).
pub fn pass(sc: &Scenario, st: &mut State, month: &mut Month, mover: PersonaId, way: &Way) -> Passage {
    let mut stopped: Option<(Place, Length)> = None;
    for it in meetings(sc, st, month, mover, way) {
        let here = (it.at, it.along);
        if stopped.is_some_and(|place| place != here) || !may_stop(sc, st, month, it.by, mover) {
            continue;
        }
        if stopped.is_none() && overwhelms(sc, st, month, mover, it) {
            continue;
        }
        if stopped.is_none() {
            fate::withdraw(st, month, mover, it.at);
            month.tell(Conflict::Stopped { persona: mover, by: it.by, at: it.at });
            stopped = Some(here);
        }
        if is_beaten(sc, st, month, mover, it) {
            break;
        }
    }
    if stopped.is_some() { Passage::Stopped } else { Passage::Free }
}

/// A mover with more than twenty times as many men destroys an interceptor without a battle (RN-31.7, RN-R61).
fn overwhelms(sc: &Scenario, st: &mut State, month: &mut Month, mover: PersonaId, it: Meeting) -> bool {
    let men = |id: PersonaId| st.persona(id).assets.troops.men();
    if men(mover) <= men(it.by).saturating_mul(sc.rulings.movement.overwhelm_ratio) {
        return false;
    }
    month.tell(Conflict::Overwhelmed { by: mover, interceptor: it.by });
    fate::lose_all(sc, st, month, it.by, Some(mover), false, LocationId(0));
    true
}

/// Fights an interceptor where the mover was stopped: he attacks, but a besieger is attacked (RN-62.9, RN-R100). Whether the
/// mover is beaten.
fn is_beaten(sc: &Scenario, st: &mut State, month: &mut Month, mover: PersonaId, it: Meeting) -> bool {
    let lost = |side: BattleSide, loser: Option<BattleSide>| loser == Some(side);
    if it.besieges {
        for id in allies::defenders(sc, st, month, it.by, mover) {
            let parties = Sides { attacker: FieldParty::of(mover), defender: FieldParty::of(id) };
            let Place::At(location, _) = it.at else { return false };
            let end = field::fight(sc, st, month, location, parties, true);
            if lost(BattleSide::Attacker, end.loser()) || !st.persona(mover).alive {
                return true;
            }
        }
        return false;
    }
    commit(month, it.by);
    for id in allies::defenders(sc, st, month, mover, it.by) {
        let end = match it.at {
            Place::At(location, _) => {
                let parties = Sides { attacker: FieldParty::of(it.by), defender: FieldParty::of(id) };
                field::fight(sc, st, month, location, parties, true)
            }
            Place::Water(point) => {
                let parties = Sides {
                    attacker: NavalParty { id: it.by, spared: false },
                    defender: NavalParty { id, spared: false },
                };
                naval::fight(sc, st, month, point, parties)
            }
            Place::With(_) => return false,
        };
        if id == mover {
            return lost(BattleSide::Defender, end.loser()) || !st.persona(mover).alive;
        }
        if !lost(BattleSide::Defender, end.loser()) || !has_stages(sc, month, it.by) {
            return false;
        }
    }
    false
}

/// Whether a fleet stops a ferry: it is at the midpoint with an interception of all traffic, ferries too (RN-33.6, RN-62.8).
pub fn is_ferry_stopped(sc: &Scenario, st: &State, month: &Month, ferry: &Ferry, mover: PersonaId) -> bool {
    let near = Length::of(Miles(sc.rulings.movement.pass_by_radius));
    let radius = sc.rulings.movement.earth_radius_tenths;
    st.interceptions.iter().filter(|it| it.turn == st.turn && it.ferries && it.whom == Whom::All).any(|it| {
        let Place::Water(point) = st.persona(it.persona).place else { return false };
        great_circle(radius, point, ferry.midpoint) <= near && may_stop(sc, st, month, it.persona, mover)
    })
}
