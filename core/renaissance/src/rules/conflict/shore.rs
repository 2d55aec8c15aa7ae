//! Naval bombardment on the state: guns ashore fire at ships (RN-72).

use super::deed::Conflict;
use super::naval::{keep, squadron};
use super::start::may_act;
use super::{Refused, fate, must};
use crate::model::affairs::{Bombardment, Whom};
use crate::model::distance::{Length, great_circle};
use crate::model::goods::Good;
use crate::model::ids::{LocationId, PersonaId, SeaId};
use crate::model::measures::{Miles, Point};
use crate::model::persona::Place;
use crate::model::scenario::Scenario;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::rules::battle::naval::Squadron;
use crate::rules::battle::ships::Ships;
use crate::rules::battle::shore_guns::fire_at_ships;
use crate::rules::death;
use crate::rules::deed::{Cause, lost_between};
use crate::rules::force;
use crate::rules::month::Month;

/// 5,000 yards in whole miles (RN-72.1).
const RANGE: Miles = Miles(3);

/// Carries out an order to lay guns on ships: it holds next turn (RN-72.2). An earlier one for next turn is over.
pub fn lay_guns(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, whom: Whom, cannons: u32,
) -> Result<(), Refused> {
    may_act(st, month, by, false)?;
    must(!whom.names_too_many(), "RN-72.2", "at most seven families are named")?;
    let Place::At(location, _) = st.persona(by).place else {
        return Err(Refused { rule: "RN-72.1", reason: "he is not ashore" });
    };
    must(sc.board.location(location).water.is_some(), "RN-72.1", "there is no water beside it")?;
    let cannons = cannons.min(st.persona(by).assets.goods.of(Good::Cannons));
    must(cannons > 0, "RN-72.1", "he has no cannons")?;
    let turn = st.turn.later(1);
    st.bombardments.retain(|it| it.persona != by || it.turn != turn);
    st.bombardments.push(Bombardment { persona: by, whom, cannons, turn });
    month.acts_mut(by).moved = true;
    month.tell(Conflict::GunsLaid { by });
    Ok(())
}

/// Where ships are when guns may reach them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Berth {
    /// In a port.
    Port(LocationId),
    /// At a point of open water.
    Water(Point),
    /// They pass a node of the sea routes.
    Passing(SeaId),
}

/// Who has laid guns for this month does not move (RN-72.2).
pub fn bind_gunners(st: &State, month: &mut Month) {
    let gunners = st.bombardments.iter().filter(|it| it.turn == st.turn).map(|it| it.persona);
    gunners.for_each(|gunner| month.acts_mut(gunner).bound = Some("RN-72.2"));
}

/// Before orders are carried out, guns fire at the ships that are anchored (RN-72.2).
pub fn open_fire(sc: &Scenario, st: &mut State, month: &mut Month) {
    bind_gunners(st, month);
    let fleets: Vec<(PersonaId, Place)> =
        st.living().filter(|(_, it)| it.assets.has_ships()).map(|(id, it)| (id, it.place)).collect();
    for (id, place) in fleets {
        match place {
            Place::At(location, _) => fire_on(sc, st, month, id, Berth::Port(location)),
            Place::Water(point) => fire_on(sc, st, month, id, Berth::Water(point)),
            Place::With(_) => {}
        }
    }
}

/// Guns that reach a persona's ships fire at them, each gunner once a month. Every port that ships come to and every node
/// that they pass is to be told here. Who loses his last ship at sea drowns (RN-35.11).
pub fn fire_on(sc: &Scenario, st: &mut State, month: &mut Month, target: PersonaId, berth: Berth) {
    let family = st.persona(target).family;
    let orders: Vec<Bombardment> = st.bombardments.iter().filter(|it| it.turn == st.turn).cloned().collect();
    for order in orders {
        let gunner = st.persona(order.persona);
        let Place::At(location, _) = gunner.place else { continue };
        let may = gunner.alive
            && order.persona != target
            && month.started_at(order.persona, location)
            && order.whom.names(family)
            && reaches(sc, location, berth);
        if may && st.persona(target).assets.has_ships() && month.conflicts.shoot(order.persona, target) {
            fire(sc, st, month, &order, target, berth);
        }
    }
}

/// Whether guns of a location reach a berth: its port, its roads, and narrows beside it (RN-R132).
fn reaches(sc: &Scenario, location: LocationId, berth: Berth) -> bool {
    let here = sc.board.location(location);
    match berth {
        Berth::Port(port) => port == location,
        Berth::Water(point) => {
            great_circle(sc.rulings.movement.earth_radius_tenths, here.point, point) <= Length::of(RANGE)
        }
        Berth::Passing(node) => sc.board.node(node).narrow && here.nodes.contains(&node),
    }
}

fn fire(sc: &Scenario, st: &mut State, month: &mut Month, order: &Bombardment, target: PersonaId, berth: Berth) {
    let by = order.persona;
    let gunner = st.persona(by);
    let cannons = order.cannons.min(gunner.assets.goods.of(Good::Cannons));
    if cannons == 0 {
        return;
    }
    let gunnery = gunner.skills.of(Skill::Gunnery).get();
    let fleet = squadron(&st.persona(target).assets);
    let fired = fire_at_ships(cannons, gunnery, &fleet.ships, &sc.rulings.war);
    st.persona_mut(by).assets.goods.take(Good::Cannons, fired.burst);
    let war = month.conflicts.of_mut(by);
    war.spent_cannons = war.spent_cannons.max(cannons);
    fate::fire_guns(st, month, by);
    let before = st.persona(target).assets.clone();
    let persona = st.persona_mut(target);
    keep(&mut persona.assets, &after_sinking(fleet, fired.sunk));
    force::settle(persona);
    let lost = lost_between(&before, &persona.assets);
    let deed = Conflict::FiredAtShips { by, target, hits: fired.hits, lost, burst: fired.burst };
    month.tell(deed);
    if !st.persona(target).assets.has_ships() {
        if let Berth::Port(_) = berth {
            fate::put_ashore(st, month, target);
        } else {
            death::die(sc, st, month, target, Cause::Drowning);
        }
    }
}

/// Without the ships sunk, and with the cargo adjusted (RN-72.8). Who had more than his ships carry has it ashore, and loses
/// ships only.
fn after_sinking(mut fleet: Squadron, sunk: Ships) -> Squadron {
    let aboard = fleet.load() <= u64::from(fleet.capacity());
    for (ship, count) in sunk.iter() {
        fleet.ships[ship] -= count;
    }
    if aboard && sunk.count() > 0 {
        fleet.adjust_cargo();
    }
    fleet
}
