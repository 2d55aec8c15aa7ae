//! P7: desertions (UM-24, UM-R87).

use kernel::exact::apportion;

use super::morale;
use crate::model::constants::Constants;
use crate::model::ids::{NationId, ProvinceId, Rp, TypeId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::{Turn, units};

/// UM-R87: the share of a stack that deserts at such morale under a leader of such popularity, in tenths of a
/// thousandth (hundredths of a per cent, times the divisor).
///
/// Returned as a fraction: `(90 - M) / 2 x (130 - 10 x popularity) / 100` per cent.
pub fn desertion_rate(constants: &Constants, morale: i64, popularity: i64) -> (i64, i64) {
    let of = &constants.R87;
    let low = (of.morale_below - morale).max(0);
    let unloved = (of.popularity_base - of.popularity_step * popularity).max(0);
    (low * unloved, of.divisor * 100 * 100)
}

/// UM-24.1: whether a nation has a cause for desertion: arrears or a lost capital if it is civilised, lost face if it
/// is tribal.
pub fn has_cause(sc: &Scenario, st: &State, nation: NationId) -> bool {
    if sc.is_civilised(nation) {
        st.nation(nation).treasury < Rp::ZERO || morale::capital_lost(sc, st, nation)
    } else {
        st.nation(nation).face > 0
    }
}

/// P7: every stack of a nation of low morale loses deserters; spies do not desert.
pub fn desert(turn: &mut Turn) {
    let sc = turn.sc;
    for nation in sc.nation_ids() {
        let morale = turn.st.nation(nation).morale;
        if morale >= sc.constants.R87.morale_below || !has_cause(sc, turn.st, nation) {
            continue;
        }
        for place in sc.province_ids() {
            let count = turn.st.all_units(place, nation);
            if count == 0 {
                continue;
            }
            let senior = turn.st.senior(turn.st.generals_at(place, nation).map(|(id, _)| id));
            let unled = sc.constants.R87.unled_popularity;
            let popularity = senior.map_or(unled, |id| i64::from(turn.st.general(id).popularity));
            let (part, whole) = desertion_rate(&sc.constants, morale, popularity);
            let counter = u16::from(nation.0);
            let lost = turn.stochastic_round(i64::from(count) * part, whole, "desertion", place.0, counter, "UM-R87");
            let lost = take_from_stack(turn, place, nation, lost as u32);
            if !lost.is_empty() {
                turn.tell(EventScope::only(nation), "UM-24.1", |sc, st| EventKind::Desertion {
                    nation: sc.party(nation),
                    place: st.place(sc, place),
                    units: units(sc, &lost),
                });
            }
        }
    }
}

/// Takes losses from a whole stack, fleet and army, in proportion to its types (UM-R77).
pub(super) fn take_from_stack(
    turn: &mut Turn, place: ProvinceId, faction: NationId, losses: u32,
) -> Vec<(TypeId, u16)> {
    if losses == 0 {
        return Vec::new();
    }
    let weights: Vec<u64> = turn.st.stacks.of(place, faction).iter().map(|count| u64::from(*count)).collect();
    let losses = losses.min(weights.iter().sum::<u64>() as u32);
    let shares = apportion(losses, &weights);
    let lost = shares.into_iter().enumerate().filter(|(_, share)| *share > 0);
    lost.map(|(kind, share)| {
        let kind = TypeId::at(kind);
        (kind, turn.st.stacks.take(place, faction, kind, share as u16))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpaid_troops_desert_an_unloved_leader() {
        let constants = Constants::standard();
        let per_mille = |morale, popularity| {
            let (part, whole) = desertion_rate(&constants, morale, popularity);
            part * 1000 / whole
        };
        assert_eq!([per_mille(75, 3), per_mille(60, 7), per_mille(90, 0), per_mille(95, 0)], [75, 90, 0, 0]);
    }
}
