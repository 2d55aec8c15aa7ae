//! P6: recruitment of units and spy networks (UM-6.12, UM-23, UM-R85, UM-R86).

use kernel::exact::round_half_up;

use crate::model::constants::Constants;
use crate::model::ids::{Factions, NationId, ProvinceId, Rp, TypeId, Units};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::Turn;

/// UM-23.5, UM-23.6, UM-R85: units of a type that a province can give: its normal revenue times the percentage for the
/// terrain, halved first where the loyalty is that of a captured province, then rounded once.
pub fn availability(constants: &Constants, revenue: Rp, terrain_pct: i64, loyalty: u8) -> i64 {
    let share = if loyalty <= constants.R12.captured { constants.R85.captured_pct } else { 100 };
    round_half_up(revenue.in_tenths().max(0) * terrain_pct * share, 10 * 100 * 100)
}

/// Units of a type that a nation could raise in a province in a turn of recruitment, money and enemies aside
/// (UM-23.3 to UM-23.6, UM-23.8).
pub fn available(sc: &Scenario, st: &State, nation: NationId, place: ProvinceId, kind: TypeId) -> i64 {
    let (unit, province, info) = (sc.unit(kind), st.province(place), sc.province(place));
    if province.owner != nation || !unit.nations[nation.index()] || unit.is_fleet() && !info.coastal {
        return 0;
    }
    let terrain_pct = unit.recruit_pct[info.terrain];
    availability(&sc.constants, st.normal_revenue(sc, place), terrain_pct, province.loyalty)
}

/// P6: units are raised (UM-23.1).
pub fn raise(turn: &mut Turn, nation: NationId, place: ProvinceId, kind: TypeId, count: u16) {
    let cost = turn.sc.economy.unit_cost.times(i64::from(count), 1);
    turn.st.nation_mut(nation).treasury -= cost;
    turn.st.stacks.add(place, nation, kind, count);
    turn.tell(EventScope::only(nation), "UM-23.1", |sc, st| EventKind::UnitsRaised {
        nation: sc.party(nation),
        place: st.place(sc, place),
        units: Units(vec![(sc.troop(kind), count)]),
        cost,
    });
}

/// P6: a spy network is raised (UM-23.7).
pub fn raise_network(turn: &mut Turn, nation: NationId, place: ProvinceId) {
    let cost = turn.sc.economy.unit_cost;
    turn.st.nation_mut(nation).treasury -= cost;
    turn.st.province_mut(place).spies = turn.st.province(place).spies.and(Factions::one(nation));
    turn.tell(EventScope::only(nation), "UM-23.7", |sc, st| EventKind::NetworkRaised {
        nation: sc.party(nation),
        place: st.place(sc, place),
        cost,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_province_gives_its_revenue_times_the_percentage_for_its_terrain() {
        let constants = Constants::standard();
        let of = |revenue, pct, loyalty| availability(&constants, Rp::whole(revenue), pct, loyalty);
        assert_eq!([of(5, 30, 2), of(7, 20, 2), of(1, 49, 2), of(1, 50, 2)], [2, 1, 0, 1]);
        assert_eq!([of(12, 25, 2), of(12, 25, 1), of(3, 10, 1), of(9, 50, 1)], [3, 2, 0, 2]);
    }
}
