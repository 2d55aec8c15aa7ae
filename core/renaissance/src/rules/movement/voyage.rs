//! A voyage: from node to node, whom one meets, whose guns one passes, and what the way costs (RN-35, RN-37).

use kernel::Dice;

use super::attrition::rate_by_water;
use super::load::{Carriage, Load, floats};
use super::range::{Conditions, is_winter, range};
use super::sea::{self, Mooring};
use super::start::{may_leave, may_move, takes_along};
use crate::model::distance::{Length, great_circle};
use crate::model::ids::{PersonaId, SeaId};
use crate::model::measures::Point;
use crate::model::persona::{Assets, Place, Side};
use crate::model::rulings::Movement;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::battle::exact::Exact;
use crate::rules::conflict::intercept::{Passage, Way, pass};
use crate::rules::conflict::naval::{keep, squadron};
use crate::rules::conflict::shore::{Berth, fire_on};
use crate::rules::deed::{Cause, Deed, lost_between};
use crate::rules::month::Month;
use crate::rules::places::arrive;
use crate::rules::refusal::{Refused, must};
use crate::rules::{death, force};

/// An order to sail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Voyage<'a> {
    /// Who.
    pub by: PersonaId,
    /// To where.
    pub to: Mooring,
    /// In a port, he goes inside the walls if his family is let in.
    pub enter: bool,
    /// The nodes on the way, if he prescribes it (RN-31.4).
    pub via: &'a [SeaId],
}

/// Carries out a voyage. Ships that are too deep for a water or a port, or that are stopped, end before it.
pub fn sail(
    sc: &Scenario, st: &mut State, month: &mut Month, dice: &mut Dice, order: Voyage<'_>,
) -> Result<(), Refused> {
    let Voyage { by, to, via, .. } = order;
    may_move(st, month, by)?;
    let start = st.persona(by).place;
    let from = match start {
        Place::At(location, _) => Mooring::Port(location),
        Place::Water(point) => Mooring::Open(point),
        Place::With(_) => return Err(Refused { rule: "RN-36.3", reason: "he is aboard another's ships" }),
    };
    must(st.persona(by).assets.has_ships(), "RN-35.12", "he has no ship")?;
    must(from != to, "RN-31.1", "he is there")?;
    may_leave(st, month, by)?;
    let nodes = sea::route(sc, from, via, to);
    let nodes = nodes.ok_or(Refused { rule: "RN-35.12", reason: "there is no way by water between the two" })?;
    month.acts_mut(by).moved = true;
    if !takes_along(sc, st, month, dice, by, Carriage::Water) {
        return Ok(());
    }
    let is_open = |mooring: Mooring| matches!(mooring, Mooring::Open(_));
    let conditions = Conditions {
        open_water: is_open(from) || is_open(to),
        winter: is_winter(&sc.rulings.movement, sc.month(st.turn), &sea::points(sc, from, &nodes, to)),
        prescribed: !via.is_empty(),
    };
    let free = range(&sc.rulings.movement, st.persona(by), conditions);
    let gone = cruise(sc, st, month, order, from, &nodes);
    if st.persona(by).alive {
        wear(sc, st, month, by, start, gone, free);
    }
    Ok(())
}

/// Sails leg by leg until he is there, is stopped, has no ship left, or finds the water too shallow. How far.
fn cruise(
    sc: &Scenario, st: &mut State, month: &mut Month, order: Voyage<'_>, from: Mooring, nodes: &[SeaId],
) -> Length {
    let Voyage { by, to, enter, .. } = order;
    let mut at = from;
    let mut gone = Length(0);
    let stops = nodes.iter().map(|node| (Mooring::Open(sc.board.node(*node).point), Some(*node))).chain([(to, None)]);
    for (next, node) in stops {
        if !floats(&st.persona(by).assets, feet(sc, st, next, node)) {
            month.deeds.push(Deed::TooDeep { persona: by, at: st.persona(by).place });
            return gone;
        }
        let port = |mooring: Mooring| match mooring {
            Mooring::Port(location) => Some(location),
            Mooring::Open(_) => None,
        };
        let points = vec![at.point(sc), next.point(sc)];
        let way = Way { points, from: port(at), to: port(next), enters: false, by_water: true };
        let passage = pass(sc, st, month, by, &way);
        month.acts_mut(by).away = true;
        if passage == Passage::Stopped || !st.persona(by).alive {
            return gone + to_where_he_is(sc, st, by, at.point(sc));
        }
        gone = gone + sea::length(sc, &[at.point(sc), next.point(sc)]);
        let (place, berth) = match (next, node) {
            (Mooring::Port(location), _) => (arrive(st, by, location, enter), Berth::Port(location)),
            (Mooring::Open(point), Some(node)) => (Place::Water(point), Berth::Passing(node)),
            (Mooring::Open(point), None) => (Place::Water(point), Berth::Water(point)),
        };
        st.persona_mut(by).place = place;
        if let Place::At(location, Side::Inside) = place {
            month.conflicts.enter(location, by, true);
        }
        at = next;
        fire_on(sc, st, month, by, berth);
        if !st.persona(by).assets.has_ships() {
            return gone;
        }
    }
    gone
}

fn to_where_he_is(sc: &Scenario, st: &State, by: PersonaId, from: Point) -> Length {
    let point = match st.persona(by).place {
        Place::At(location, _) => sc.board.location(location).point,
        Place::Water(point) => point,
        Place::With(_) => from,
    };
    great_circle(sc.rulings.movement.earth_radius_tenths, from, point)
}

/// Feet of water where ships come (RN-37.5, RN-R72).
fn feet(sc: &Scenario, st: &State, mooring: Mooring, node: Option<SeaId>) -> u32 {
    match mooring {
        Mooring::Port(location) => st.location(location).depth.into(),
        Mooring::Open(point) => {
            node.or_else(|| sea::nearest_node(sc, point)).map_or(0, |node| sc.board.node(node).depth.into())
        }
    }
}

/// What the way costs, counted where it ends: ships of each type, and of the cargo what those left cannot hold (RN-35.9 to
/// RN-35.11, RN-R68).
fn wear(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, from: Place, gone: Length, free: u32) {
    let figures = &sc.rulings.movement;
    let beyond = gone.miles().0.saturating_sub(free);
    let before = st.persona(by).assets.clone();
    if beyond > 0 && before.has_ships() {
        let persona = st.persona_mut(by);
        lose_ships(figures, &mut persona.assets, rate_by_water(figures, beyond));
        force::settle(persona);
    }
    let persona = st.persona(by);
    let lost = lost_between(&before, &persona.assets);
    let drowned = before.has_ships() && !persona.assets.has_ships();
    month.deeds.push(Deed::Sailed { persona: by, from, to: persona.place, distance: gone.miles(), lost });
    if drowned {
        death::die(sc, st, month, by, Cause::Drowning);
    }
}

/// Takes a part of the ships of each type, rounded up (RN-35.10).
pub fn lose_ships(figures: &Movement, assets: &mut Assets, rate: Exact) {
    let mut fleet = squadron(assets);
    let aboard = Load::of(figures, assets, Carriage::Water).excess() == 0;
    for (ship, count) in fleet.ships.iter().collect::<Vec<_>>() {
        fleet.ships[ship] -= (Exact::from(count) * rate).ceil().min(count);
    }
    if aboard {
        fleet.adjust_cargo();
    }
    keep(assets, &fleet);
}
