//! The ways by land: overland, by road, with a ferry (RN-32 to RN-34).

use crate::model::affairs::Road;
use crate::model::board::Ferry;
use crate::model::distance::{Length, great_circle};
use crate::model::ids::{FamilyId, LocationId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::places::has_ingress;
use crate::rules::refusal::{Refused, must};

/// How somebody goes to a location by land.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LandRoute<'a> {
    /// To where.
    pub to: LocationId,
    /// By the road that joins the two (RN-34.7).
    pub road: bool,
    /// With a ferry, which the order has to say (RN-33.5).
    pub ferry: bool,
    /// The locations on the way, if he prescribes it (RN-31.4).
    pub via: &'a [LocationId],
}

/// A part of a way by land.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leg {
    /// Overland or by road to a location, so far.
    Overland(LocationId, Length),
    /// Across the water to a location, which is no march.
    Ferry(LocationId, Ferry),
}

impl Leg {
    /// Where it ends.
    pub fn end(self) -> LocationId {
        match self {
            Self::Overland(to, _) | Self::Ferry(to, _) => to,
        }
    }
}

/// The great circle between two locations.
pub fn distance(sc: &Scenario, a: LocationId, b: LocationId) -> Length {
    let point = |it: LocationId| sc.board.location(it).point;
    great_circle(sc.rulings.movement.earth_radius_tenths, point(a), point(b))
}

/// Whether two locations are on one land mass (RN-R55).
pub fn are_joined(sc: &Scenario, a: LocationId, b: LocationId) -> bool {
    sc.board.location(a).land == sc.board.location(b).land
}

/// The road between two locations, if one has been built.
pub fn road(st: &State, a: LocationId, b: LocationId) -> Option<&Road> {
    let (a, b) = (a.min(b), a.max(b));
    st.roads.iter().find(|it| (it.a, it.b) == (a, b))
}

/// The way of somebody of a family from a location.
pub fn legs(
    sc: &Scenario, st: &State, family: FamilyId, from: LocationId, route: LandRoute<'_>,
) -> Result<Vec<Leg>, Refused> {
    if route.road {
        must(!route.ferry && route.via.is_empty(), "RN-34.7", "a road is not combined with another way")?;
        let road = road(st, from, route.to);
        let road = road.ok_or(Refused { rule: "RN-34.1", reason: "no road has been built between the two" })?;
        return Ok(vec![Leg::Overland(route.to, road.length)]);
    }
    let stops = |from: LocationId, stops: &[LocationId]| overland(sc, from, stops);
    let goals: Vec<LocationId> = route.via.iter().copied().chain([route.to]).collect();
    if !route.ferry {
        let legs = stops(from, &goals);
        return legs.ok_or(Refused { rule: "RN-33.5", reason: "there is water between, and no ferry was ordered" });
    }
    let across =
        |near: LocationId| sc.board.ferries.iter().filter_map(move |it| far_end(it, near).map(|far| (far, *it)));
    let at_once = across(from).filter_map(|(far, ferry)| {
        let rest = if far == route.to && route.via.is_empty() { Some(Vec::new()) } else { stops(far, &goals) };
        rest.map(|rest| [vec![Leg::Ferry(far, ferry)], rest].concat())
    });
    let at_last = across(route.to).filter_map(|(near, ferry)| {
        let before: Vec<LocationId> = route.via.iter().copied().chain([near]).collect();
        stops(from, &before).map(|legs| [legs, vec![Leg::Ferry(route.to, ferry)]].concat())
    });
    let shortest = at_once.chain(at_last).min_by_key(|legs| length(legs));
    let legs = shortest.ok_or(Refused { rule: "RN-33.2", reason: "no ferry begins or ends such a way" })?;
    let far = legs.iter().find(|leg| matches!(leg, Leg::Ferry(..))).map(|leg| leg.end());
    let let_in = far.is_none_or(|far| has_ingress(st, family, far));
    must(let_in, "RN-33.3", "a ferry takes nobody to a place that does not let his family in")?;
    Ok(legs)
}

/// Marches from stop to stop; `None` when water is between.
fn overland(sc: &Scenario, from: LocationId, stops: &[LocationId]) -> Option<Vec<Leg>> {
    let mut at = from;
    let mut legs = Vec::new();
    for &stop in stops {
        if !are_joined(sc, at, stop) {
            return None;
        }
        if stop != at {
            legs.push(Leg::Overland(stop, distance(sc, at, stop)));
        }
        at = stop;
    }
    Some(legs)
}

fn far_end(ferry: &Ferry, near: LocationId) -> Option<LocationId> {
    match (ferry.a == near, ferry.b == near) {
        (true, _) => Some(ferry.b),
        (_, true) => Some(ferry.a),
        _ => None,
    }
}

/// How long the marches of a way are together.
pub fn length(legs: &[Leg]) -> Length {
    let march = |leg: &Leg| match leg {
        Leg::Overland(_, length) => Some(*length),
        Leg::Ferry(..) => None,
    };
    legs.iter().filter_map(march).sum()
}
