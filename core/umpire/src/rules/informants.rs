//! Who has informants where: the conditions of reports (UM-32.1) and the range of news (UM-33.1).

use kernel::map::Mode;

use crate::model::ids::{Factions, NationId, ProvinceId};
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// UM-32.1: the conditions that a nation meets in a province, 0..3: it owns it or owned it at the start, its army or
/// fleet is there, its spies are there.
pub fn conditions(sc: &Scenario, st: &State, place: ProvinceId, nation: NationId) -> u8 {
    let now = st.province(place);
    let owned = now.owner == nation || sc.province(place).owner == nation;
    let troops = st.stacks.present(place).has(nation);
    u8::from(owned) + u8::from(troops) + u8::from(now.spies.has(nation))
}

/// The nations that meet any of the conditions of UM-32.1 in a province.
fn informed(sc: &Scenario, st: &State, place: ProvinceId) -> Factions {
    let now = st.province(place);
    let owners = Factions::one(now.owner).and(Factions::one(sc.province(place).owner));
    let mut all = owners.and(now.spies).and(st.stacks.present(place));
    all.remove(sc.ind());
    all
}

/// UM-33.1: the nations that hear news of a province at once: it or a neighbour by land or sea is theirs, was theirs at
/// the start, or holds their troops or spies.
pub fn news_range(sc: &Scenario, st: &State, place: ProvinceId) -> Factions {
    hearing(sc, st, place, |near| informed(sc, st, near))
}

/// The same for all provinces at once, by [`ProvinceId`].
pub fn news_ranges(sc: &Scenario, st: &State) -> Vec<Factions> {
    let informed: Vec<Factions> = sc.province_ids().map(|place| informed(sc, st, place)).collect();
    sc.province_ids().map(|place| hearing(sc, st, place, |near| informed[near.index()])).collect()
}

fn hearing(sc: &Scenario, st: &State, place: ProvinceId, informed: impl Fn(ProvinceId) -> Factions) -> Factions {
    let around = [Mode::Land, Mode::Sea].into_iter().flat_map(|mode| st.neighbours(sc, place, mode));
    let all = around.fold(informed(place), |all, near| all.and(informed(near)));
    all.iter().filter(|nation| !st.nation(*nation).eliminated).collect()
}
