//! Empty cities without walls are taken (ER-R36).

use super::{inside, stance};
use crate::model::ids::{CityId, PowerId};
use crate::model::state::ArmyStatus;
use crate::rules::combat::side::{self, Shares};
use crate::rules::engine::Engine;
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::relations;
use crate::rules::strength;
use crate::rules::{cities, dissolution};

/// Takes what can be taken at the end of the land combat phase: by armies in the field or before the city, for a siege
/// is no worse than standing by (reading ER-R36/a).
pub fn occupy(eng: &mut Engine<'_>) {
    for city in eng.sc.city_ids() {
        let Some(by) = taker(eng, city) else { continue };
        let mut account = MoraleAccount::default();
        cities::take(eng, &mut account, city, by);
        stance::reconsider(eng);
        morale::apply(eng, &account, "ER-13.3");
        dissolution::settle(eng);
    }
}

/// The strongest of the acting powers before an empty open city of an enemy.
fn taker(eng: &Engine<'_>, city: CityId) -> Option<PowerId> {
    let (sc, st) = (eng.sc, &*eng.st);
    if st.fort(sc, city) > 0 || inside::held(sc, st, city) {
        return None;
    }
    let (acting, holder) = (relations::acting(sc, st), st.city(city).controller);
    let mut shares = Shares::new();
    for army in st.armies_at(sc.city(city).hex) {
        let power = army.id.power;
        let outside = army.status != ArmyStatus::Garrison && !army.bands.is_empty();
        if outside && acting.has(power) && relations::may_fight(sc, st, power, holder) {
            side::add(&mut shares, power, strength::of_armies(sc, st, [army]));
        }
    }
    side::foremost(sc, st, &shares)
}
