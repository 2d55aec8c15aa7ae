//! What a state is worth to each family: the gain in prestige that the ranking goes by (RN-R133), and what will become
//! prestige.

use std::sync::LazyLock;

use kernel::{Feature, Weights};

use crate::model::ids::{FamilyId, PersonaId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::prestige;

/// Months left in which money and men count whole.
const WHOLE: i64 = 12;
/// The terms of a family's worth, in thousandths of what its gain is measured by: prestige gained, and, less in the last
/// months, hundreds of ducats, hundreds of soldiers, and hundreds of soldiers as far as their morale goes.
pub const TERMS: [&str; 4] = ["gain", "ducats", "soldiers", "morale of soldiers"];

/// What each term weighs.
pub fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> =
        LazyLock::new(|| Weights::built_in(include_str!("../../data/evaluation.toml"), &TERMS));
    &WEIGHTS
}

/// The terms of a family.
pub fn terms(sc: &Scenario, st: &State, family: FamilyId) -> Vec<i64> {
    let measure = (st.family(family).prestige_at_start + sc.rulings.prestige.gain_base).max(1);
    let months_left = i64::from(sc.game_turns + 1) - i64::from(st.turn.0);
    let left = if st.ended.is_some() { 0 } else { months_left.clamp(0, WHOLE) };
    let soon = |amount: i64| amount * 1_000 * left / WHOLE / measure;
    let (mut ducats, mut men, mut steady) = (0, 0, 0);
    for id in living(st, family) {
        let persona = st.persona(id);
        ducats += i64::try_from(persona.assets.money.whole()).unwrap_or(i64::MAX / 1_000_000);
        let soldiers = i64::from(persona.assets.troops.soldiers());
        men += soldiers;
        steady += soldiers * persona.morale.points() / 1_000;
    }
    vec![prestige::gain(sc, st, family), soon(ducats / 100), soon(men / 100), soon(steady / 100)]
}

/// Each family's share of the whole, in millionths.
pub fn evaluate(sc: &Scenario, world: &State) -> Vec<u32> {
    // Who has gained nothing and has nothing counts whole: all begin about alike.
    let worth = |family| (1_000 + weights().evaluate(&terms(sc, world, family))).max(0) as u64;
    kernel::exact::apportion(1_000_000, &sc.family_ids().map(worth).collect::<Vec<_>>())
}

fn living(st: &State, family: FamilyId) -> impl Iterator<Item = PersonaId> + '_ {
    st.family(family).personae.iter().copied().filter(|id| st.persona(*id).alive)
}

/// The figures behind it.
pub fn features(sc: &Scenario, world: &State, family: FamilyId) -> Vec<Feature> {
    let own = || living(world, family).map(|id| world.persona(id));
    let ducats: u64 = own().map(|it| it.assets.money.whole()).sum();
    let men: u32 = own().map(|it| it.assets.troops.soldiers()).sum();
    let popularity: i64 = own().map(|it| it.popularity.points()).sum();
    vec![
        Feature::new("prestige", prestige::of_family(sc, world, family)),
        Feature::new("ducats", i64::try_from(ducats).unwrap_or(i64::MAX)),
        Feature::new("soldiers", men.into()),
        Feature::new("popularity", popularity),
    ]
}
