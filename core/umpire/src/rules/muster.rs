//! P19: the muster of the tribes at the end of the year (UM-23.9, UM-23.10, UM-R84).

use kernel::RuleRef;

use super::setup;
use crate::model::constants::Constants;
use crate::model::ids::{NationId, ProvinceId, Rp, TypeId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::{Turn, units};

const R84: RuleRef = RuleRef::new("UM-R84");

/// UM-23.9: whether a tribal nation has so many units that nobody more comes.
pub fn at_full_strength(constants: &Constants, units: u32, notional: Rp) -> bool {
    Rp::whole(i64::from(units)).in_tenths() * 100 >= notional.in_tenths() * constants.R84.full_strength_pct
}

/// UM-23.9: how many warriors come on average from secured territory of such revenue, as a fraction.
pub fn muster_mean(constants: &Constants, secured: Rp) -> (i64, i64) {
    (secured.in_tenths(), constants.R84.revenue_per_recruit * 10)
}

/// P19: warriors join the tribal nations.
pub fn muster(turn: &mut Turn) {
    let sc = turn.sc;
    for nation in sc.nation_ids().filter(|&nation| sc.is_tribal(nation)) {
        if !turn.st.nation(nation).eliminated {
            muster_nation(turn, nation);
        }
    }
}

fn muster_nation(turn: &mut Turn, nation: NationId) {
    let (sc, st) = (turn.sc, &*turn.st);
    let notional: Rp = st.owned_by(nation).map(|place| st.normal_revenue(sc, place)).sum();
    if at_full_strength(&sc.constants, st.strength(sc, nation), notional) {
        return;
    }
    let safe = st.owned_by(nation).filter(|&place| !st.contested(sc, place, nation));
    let secured = safe.map(|place| st.normal_revenue(sc, place)).sum();
    let (part, whole) = muster_mean(&sc.constants, secured);
    let count = turn.stochastic_round(part, whole, "muster", u16::from(nation.0), 0, "UM-R84");

    let present = composition(sc, turn.st, nation);
    let mut joined: Vec<(ProvinceId, TypeId, u16)> = Vec::new();
    for recruit in 0..count {
        let counter = u16::try_from(recruit + 1).unwrap_or(u16::MAX);
        let Some((place, kind)) = draw(turn, nation, &present, counter) else { return };
        match joined.iter_mut().find(|(at, of, _)| (*at, *of) == (place, kind)) {
            Some((.., joined)) => *joined += 1,
            None => joined.push((place, kind, 1)),
        }
    }
    joined.sort_unstable();
    for &(place, kind, count) in &joined {
        turn.st.stacks.add(place, nation, kind, count);
    }
    for group in joined.chunk_by(|one, other| one.0 == other.0) {
        let (place, list): (_, Vec<_>) = (group[0].0, group.iter().map(|&(_, kind, count)| (kind, count)).collect());
        turn.tell(EventScope::only(nation), "UM-23.9", |sc, st| EventKind::WarriorsMustered {
            nation: sc.party(nation),
            place: st.place(sc, place),
            units: units(sc, &list),
        });
    }
}

/// The present forces of a nation, as weights: by type, and by province.
struct Composition {
    types: Vec<u32>,
    places: Vec<u32>,
}

fn composition(sc: &Scenario, st: &State, nation: NationId) -> Composition {
    let mut types = vec![0; sc.types.len()];
    let places = sc.province_ids().map(|place| {
        let stack = st.stacks.of(place, nation);
        types.iter_mut().zip(stack).for_each(|(sum, count)| *sum += u32::from(*count));
        stack.iter().map(|count| u32::from(*count)).sum()
    });
    let places = places.collect();
    Composition { types, places }
}

/// Where one recruit appears and what he is: as the forces are made up now; the first type allowed, at the capital, for
/// a nation without any (UM-23.10, UM-R84).
fn draw(turn: &mut Turn, nation: NationId, present: &Composition, counter: u16) -> Option<(ProvinceId, TypeId)> {
    let sc = turn.sc;
    let total: u32 = present.types.iter().sum();
    if total == 0 {
        let allowed = |kind: &TypeId| sc.unit(*kind).nations[nation.index()];
        let mut kinds = sc.type_ids().filter(allowed);
        let kind = kinds.find(|&kind| !sc.unit(kind).is_fleet())?;
        return Some((setup::place_for_general(turn.st, nation, None)?, kind));
    }
    let mut stream = turn.dice.stream("muster", u16::from(nation.0), counter);
    let kind = TypeId::at(weighted(&present.types, stream.range(1, total as i32, R84) as u32)?);
    let ports = |place: usize| !sc.unit(kind).is_fleet() || sc.provinces[place].coastal;
    let weights: Vec<u32> =
        present.places.iter().enumerate().map(|(place, weight)| if ports(place) { *weight } else { 0 }).collect();
    let total: u32 = weights.iter().sum();
    let place = weighted(&weights, stream.range(1, total.max(1) as i32, R84) as u32)?;
    Some((ProvinceId::at(place), kind))
}

/// The entry in which the `nth` unit of weight lies, from 1.
fn weighted(weights: &[u32], nth: u32) -> Option<usize> {
    let mut left = nth;
    weights.iter().position(|&weight| {
        if left <= weight {
            return true;
        }
        left -= weight;
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tribes_muster_up_to_their_notional_strength() {
        let constants = Constants::standard();
        assert!(at_full_strength(&constants, 69, Rp::whole(60)));
        assert!(!at_full_strength(&constants, 68, Rp::whole(60)));
        let mean = |secured| {
            let (part, whole) = muster_mean(&constants, Rp::whole(secured));
            part / whole
        };
        assert_eq!([mean(60), mean(18)], [10, 3]);
    }

    #[test]
    fn a_draw_falls_in_the_entry_that_carries_its_weight() {
        assert_eq!([1, 2, 3, 4].map(|nth| weighted(&[2, 0, 2], nth)), [Some(0), Some(0), Some(2), Some(2)]);
        assert_eq!(weighted(&[1], 2), None);
    }
}
