//! How a family is played, from what it knows: each persona minds its business where it is, and one question is asked of each
//! about where it goes.
//!
//! | file | what |
//! |---|---|
//! | `draft.rs` | the order set in the making |
//! | `business.rs` | what is sold and bought, what upkeep asks for, what is worth carrying |
//! | `court.rs` | offices, taxes, reputation, recruits |
//! | `errands.rs` | where a persona goes, and whom he attacks |
//! | `sampling.rs` | states that fit what is known |
//! | `random.rs` | legal orders at random |

mod business;
mod court;
mod draft;
mod errands;
mod random;
mod sampling;

use std::sync::LazyLock;

use kernel::{Answer, Dice, Feature, Guide, Question, RuleRef, Tuning};

use crate::knowledge::{Knowledge, sight};
use crate::model::ids::FamilyId;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::Order;
use crate::rules::prestige;

pub use random::random;
pub use sampling::sample;

use draft::Draft;

/// Per cent of chance that the first persona of a family does something else than usual in a playout.
const DEVIATES: i32 = 25;
const RULE: RuleRef = RuleRef::new("plan");

/// What the room sets for its computer players.
pub fn tuning() -> &'static Tuning {
    static TUNING: LazyLock<Tuning> =
        LazyLock::new(|| Tuning::built_in(include_str!("../../data/computer-players.toml")));
    &TUNING
}

/// The next question after the answers so far.
pub fn ask(sc: &Scenario, knowledge: &Knowledge, so_far: &[Answer]) -> Option<Question> {
    written(sc, knowledge, Guide::Question(so_far)).question()
}

/// The order set that the answers mean, first answers standing for those that are not given.
pub fn orders(sc: &Scenario, knowledge: &Knowledge, so_far: &[Answer]) -> Vec<Order> {
    written(sc, knowledge, Guide::Orders(so_far)).orders
}

/// The order set of the answers that `choose` gives, drafted once.
pub fn walk(sc: &Scenario, knowledge: &Knowledge, choose: &mut dyn FnMut(&Question) -> Answer) -> Vec<Order> {
    written(sc, knowledge, Guide::Walk(choose)).orders
}

/// How a family plays on in a playout: as it does without thinking, and now and then otherwise.
pub fn rollout_policy(sc: &Scenario, world: &State, family: FamilyId, dice: &mut Dice) -> Vec<Order> {
    let mut rng = dice.stream("habit", family.0, world.turn.0);
    let first = if rng.chance(DEVIATES, RULE) { 1 } else { 0 };
    written(sc, &sight::knowledge(sc, world, family), Guide::Rollout(first)).orders
}

/// What a state is worth to each family: its part of all prestige, in millionths.
pub fn evaluate(sc: &Scenario, world: &State) -> Vec<u32> {
    let weights: Vec<u64> =
        sc.family_ids().map(|family| prestige::of_family(sc, world, family).max(0) as u64).collect();
    kernel::exact::apportion(1_000_000, &weights)
}

/// The figures behind it.
pub fn features(sc: &Scenario, world: &State, family: FamilyId) -> Vec<Feature> {
    let own = || world.family(family).personae.iter().map(|id| world.persona(*id)).filter(|it| it.alive);
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

fn written<'a>(sc: &'a Scenario, knowledge: &Knowledge, guide: Guide<'a>) -> Draft<'a> {
    let mut draft = Draft::new(sc, knowledge, guide);
    if draft.st.ended.is_some() {
        return draft;
    }
    // Persona by persona, each in the order of the classes of its orders (RN-R12).
    for id in draft.own() {
        if draft.stopped() {
            break;
        }
        business::share(&mut draft, id);
        business::sell(&mut draft, id);
        business::provide(&mut draft, id);
        let errand = errands::choose(&mut draft, id);
        errands::prepare(&mut draft, id, &errand);
        court::offices(&mut draft, id);
        court::revenue(&mut draft, id);
        court::reputation(&mut draft, id);
        court::recruits(&mut draft, id);
        errands::set_out(&mut draft, id, &errand);
    }
    draft
}
