//! A march: overland, by road, with a ferry; whom one meets, and what the way costs (RN-31 to RN-33).

use kernel::Dice;

use super::attrition::{free_by_land, is_deadly, rate_by_land, wear};
use super::gates;
use super::land::{LandRoute, Leg, legs};
use super::load::{Carriage, Load, cargo_units};
use super::start::{leave_behind, may_leave, may_move, takes_along};
use crate::model::distance::{Length, great_circle};
use crate::model::ids::{LocationId, PersonaId};
use crate::model::money::Money;
use crate::model::persona::{Assets, Place, Side};
use crate::model::rulings::Movement;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::conflict::intercept::{Passage, Way, is_ferry_stopped, pass};
use crate::rules::death;
use crate::rules::deed::{Cause, Deed, FerryEnd, lost_between};
use crate::rules::month::Month;
use crate::rules::places::{arrive, has_ingress};
use crate::rules::refusal::{Refused, must};

/// An order to march.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct March<'a> {
    /// Who.
    pub by: PersonaId,
    /// To where, and how.
    pub route: LandRoute<'a>,
    /// He goes inside the walls there, if his family is let in.
    pub enter: bool,
}

/// Carries out a march. Who cannot carry what he has, or is stopped, uses his move and ends elsewhere.
pub fn march(
    sc: &Scenario, st: &mut State, month: &mut Month, dice: &mut Dice, order: March<'_>,
) -> Result<(), Refused> {
    let March { by, route, enter } = order;
    may_move(st, month, by)?;
    let Place::At(from, _) = st.persona(by).place else {
        return Err(Refused { rule: "RN-31.3", reason: "he is not on land" });
    };
    may_leave(st, month, by)?;
    if route.to == from {
        return goes_to_where_he_is(sc, st, month, dice, by, enter);
    }
    let legs = legs(sc, st, st.persona(by).family, from, route)?;
    month.acts_mut(by).moved = true;
    if !takes_along(sc, st, month, dice, by, Carriage::Land) {
        return Ok(());
    }
    let start = Place::At(from, Side::Outside);
    let gone = walk(sc, st, month, by, from, &legs, enter);
    if st.persona(by).alive {
        tire(sc, st, month, dice, by, start, gone, !route.via.is_empty());
    }
    Ok(())
}

/// A march to the location where he is only takes him in or out of the walls, with all he has (RN-31.10).
fn goes_to_where_he_is(
    sc: &Scenario, st: &mut State, month: &mut Month, dice: &mut Dice, by: PersonaId, enter: bool,
) -> Result<(), Refused> {
    must(st.persona(by).place.is_inside() != enter, "RN-31.10", "he is there")?;
    let Place::At(location, _) = st.persona(by).place else { return Ok(()) };
    must(!enter || has_ingress(st, st.persona(by).family, location), "RN-25.1", "his family is not let in")?;
    month.acts_mut(by).moved = true;
    if takes_along(sc, st, month, dice, by, Carriage::Land) {
        gates::cross(sc, st, month, by, enter);
    }
    Ok(())
}

/// Goes leg by leg until he is there, is stopped, or is dead. How far he has marched.
fn walk(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, from: LocationId, legs: &[Leg], enter: bool,
) -> Length {
    let (radius, point) = (sc.rulings.movement.earth_radius_tenths, |it: LocationId| sc.board.location(it).point);
    let (mut at, mut gone) = (from, Length(0));
    for (index, leg) in legs.iter().enumerate() {
        let (is_last, to) = (index + 1 == legs.len(), leg.end());
        let comes_in = is_last && arrive(st, by, to, enter).is_inside();
        let way = |points, from, to, enters| Way { points, from, to, enters, by_water: false };
        if let Leg::Ferry(..) = leg {
            // Who waits at the landing stages is met like anybody else.
            let passage = pass(sc, st, month, by, &way(vec![point(at)], Some(at), None, false));
            if passage == Passage::Stopped || !is_taken_across(sc, st, month, by, at, leg) {
                return gone;
            }
        }
        let way = match leg {
            Leg::Overland(..) => way(vec![point(at), point(to)], Some(at), Some(to), comes_in),
            Leg::Ferry(..) => way(vec![point(to)], None, Some(to), comes_in),
        };
        if pass(sc, st, month, by, &way) == Passage::Stopped {
            let stopped =
                st.persona(by).place.location().map_or(Length(0), |it| great_circle(radius, point(at), point(it)));
            let marched = matches!(leg, Leg::Overland(..));
            return if marched { gone + stopped } else { gone };
        }
        if let Leg::Overland(_, length) = leg {
            gone = gone + *length;
        }
        at = to;
        month.acts_mut(by).away = true;
        st.persona_mut(by).place = Place::At(at, if comes_in { Side::Inside } else { Side::Outside });
        if comes_in {
            month.conflicts.enter(at, by, false);
        }
    }
    gone
}

/// What a ferry costs (RN-33.4, RN-R71).
pub fn ferry_fee(figures: &Movement, assets: &Assets) -> Money {
    Money::ducats(cargo_units(assets).div_ceil(u64::from(figures.ferry_cargo_per_ducat)).max(1))
}

/// Pays the ferry and crosses; otherwise he stays on this side (RN-33.4, RN-33.6, RN-R71).
fn is_taken_across(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, near: LocationId, leg: &Leg,
) -> bool {
    let Leg::Ferry(far, ferry) = leg else { return true };
    let fee = ferry_fee(&sc.rulings.movement, &st.persona(by).assets);
    let left = st.persona(by).assets.money.less(fee);
    let end = match left {
        _ if is_ferry_stopped(sc, st, month, ferry, by) => FerryEnd::Stopped,
        Some(_) => FerryEnd::Paid(fee),
        None => FerryEnd::Unpaid,
    };
    let persona = st.persona_mut(by);
    persona.place = Place::At(near, Side::Outside);
    if let (FerryEnd::Paid(_), Some(left)) = (end, left) {
        (persona.assets.money, persona.place) = (left, Place::At(*far, Side::Outside));
    }
    month.deeds.push(Deed::Ferried { persona: by, end });
    matches!(end, FerryEnd::Paid(_))
}

/// What the way costs, counted where it ends: men, animals and slaves, and of the rest what those left cannot carry (RN-32.5);
/// the life of who marches too far (RN-32.6).
#[expect(clippy::too_many_arguments, reason = "the way, and what the month has")]
fn tire(
    sc: &Scenario, st: &mut State, month: &mut Month, dice: &mut Dice, by: PersonaId, from: Place, gone: Length,
    prescribed: bool,
) {
    let figures = &sc.rulings.movement;
    let free = free_by_land(figures, st.persona(by).popularity, prescribed);
    let beyond = gone.miles().0.saturating_sub(free);
    if is_deadly(figures, beyond) {
        return death::die(sc, st, month, by, Cause::Marching);
    }
    let before = st.persona(by).assets.clone();
    if beyond > 0 {
        wear(st.persona_mut(by), rate_by_land(figures, beyond));
    }
    let persona = st.persona(by);
    let lost = lost_between(&before, &persona.assets);
    let deed = Deed::Marched { persona: by, from, to: persona.place, distance: gone.miles(), lost };
    let too_much = Load::of(figures, &persona.assets, Carriage::Land).excess() > 0;
    month.deeds.push(deed);
    if too_much {
        leave_behind(sc, st, month, dice, by, Carriage::Land, 1);
    }
}
