//! Foreign generals and where they may be, what no report tells of anybody, and the treasuries of others.

use super::{Random, troops::fresh};
use crate::knowledge::Knowledge;
use crate::model::ids::{GeneralId, NationId, ProvinceId, Rp};
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// Generals where they may be, with hidden values about those reported (UM-R35), and courts that nobody looks into.
pub fn draw(sc: &Scenario, known: &Knowledge, st: &mut State, random: &mut Random) {
    let me = known.me;
    for nation in sc.nation_ids().filter(|&nation| nation != me) {
        if st.nation(nation).eliminated {
            st.generals.iter_mut().filter(|general| general.nation == nation).for_each(|general| general.alive = false);
        } else {
            station(sc, known, st, nation);
            court(sc, st, nation, random);
        }
    }
    let (skill, loyalty) = (i64::from(sc.constants.R35.skill_spread), i64::from(sc.constants.R35.loyalty_spread));
    for general in st.generals.iter_mut().filter(|general| general.alive) {
        let mut near = |told: u8, spread: i64| (i64::from(told) + random.range(-spread, spread)).clamp(0, 7) as u8;
        (general.skill, general.loyalty_true) = (near(general.reputation, skill), near(general.loyalty, loyalty));
    }
    for nation in sc.nation_ids() {
        let Some(pool) = sc.general_names.get(nation.index()) else { continue };
        let borne = |name: &&crate::model::ids::NameId| st.generals.iter().any(|general| general.name == **name);
        let used = pool.iter().filter(borne).count() as u16;
        st.nation_mut(nation).names_used = used;
    }
}

/// The generals with whom a nation began and who have not been seen lately lead its greatest armies out of sight: the
/// fallen are replaced (UM-13.12), so there are always about as many.
fn station(sc: &Scenario, known: &Knowledge, st: &mut State, nation: NationId) {
    let watched = |place: ProvinceId| {
        let full = |grade: u8| grade >= sc.constants.R98.generals_from_grade;
        known.sightings().iter().any(|seen| seen.province == place && fresh(known, seen) && full(seen.grade))
    };
    let mut places: Vec<(u32, ProvinceId)> = sc
        .province_ids()
        .filter(|&place| !watched(place))
        .map(|place| (st.all_units(place, nation), place))
        .filter(|(units, _)| *units > 0)
        .collect();
    places.sort_by_key(|&(units, place)| (std::cmp::Reverse(units), place));
    let led = |st: &State, place: ProvinceId| st.generals_at(place, nation).next().is_some();
    let listed = (0..sc.generals.len()).filter(|&index| st.generals[index].nation == nation).map(GeneralId::at);
    let mut unplaced: Vec<GeneralId> = listed
        .filter(|&id| {
            let general = st.general(id);
            !general.alive || st.all_units(general.province, nation) == 0
        })
        .collect();
    unplaced.sort_by_key(|&id| (std::cmp::Reverse(st.general(id).seniority), id));
    for id in unplaced {
        let free = places.iter().map(|(_, place)| *place).find(|&place| !led(st, place));
        let place = free.or(places.first().map(|(_, place)| *place));
        let general = st.general_mut(id);
        general.alive = place.is_some();
        general.province = place.unwrap_or(general.province);
    }
}

/// Treasury of another nation: as a rule less than half a year's revenue.
fn court(sc: &Scenario, st: &mut State, nation: NationId, random: &mut Random) {
    let revenue: Rp = st.owned_by(nation).map(|place| st.normal_revenue(sc, place)).sum();
    st.nation_mut(nation).treasury = Rp::tenths(random.range(0, revenue.in_tenths() / 2));
}
