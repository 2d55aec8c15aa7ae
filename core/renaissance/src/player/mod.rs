//! How a family is played, from what it knows: each persona minds its business where it is, and one question is asked of each
//! about where it goes.
//!
//! | file | what |
//! |---|---|
//! | `draft.rs` | the order set in the making |
//! | `markets.rs` | what towns sell and ask for, and which are in reach |
//! | `stores.rs` | what upkeep asks for, and where it comes from |
//! | `trade.rs` | what is sold, and what is worth carrying |
//! | `court.rs` | offices, taxes, reputation, recruits |
//! | `army.rs` | who leads the men of a family who are in one place, and who has its ships |
//! | `war.rs` | towns worth taking, battles that are won |
//! | `errand.rs` | what a persona may be about |
//! | `errands.rs` | where a persona goes at the end of his month |
//! | `evaluation.rs` | what a state is worth to each family |
//! | `sampling.rs` | states that fit what is known |
//! | `random.rs` | legal orders at random |

mod army;
mod court;
mod draft;
mod errand;
mod errands;
mod evaluation;
mod markets;
mod random;
mod sampling;
mod stores;
mod trade;
mod war;

use std::sync::LazyLock;

use kernel::{Answer, Dice, Guide, Question, RuleRef, Tuning};

use crate::knowledge::{Knowledge, sight};
use crate::model::ids::{FamilyId, PersonaId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::{self, Order, PostponeUntil, SetSequence};

pub use evaluation::{evaluate, features, terms, weights};
pub use random::random;
pub use sampling::sample;

use draft::Draft;

/// Per cent of chance that the first persona of a family does something else than usual in a playout.
const DEVIATES: i32 = 25;
/// The day of the month on which who attacks is carried out.
const LATE: u8 = 25;
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

/// Who attacks strikes late, when nobody can answer any more; who trades, hires or flees is early (RN-2.5). Sets without an attack
/// stay at the first day.
fn wait_to_strike(draft: &mut Draft<'_>) {
    if draft.orders.iter().any(orders::is_battle) {
        draft.say(PostponeUntil { day: LATE });
    }
}

/// Who has money and no men acts first, who leads the others' men last: what is given can be used by those who come after
/// (RN-2.2).
fn in_sequence(draft: &mut Draft<'_>) -> Vec<PersonaId> {
    let before = draft.own();
    let mut own = before.clone();
    own.sort_by_key(|id| (draft.persona(*id).assets.troops.men() > 0, army::commander(draft, *id) == *id));
    if own != before {
        let personae = own.iter().map(|id| draft.name(*id)).collect();
        draft.say(SetSequence { personae });
    }
    own
}

fn written<'a>(sc: &'a Scenario, knowledge: &Knowledge, guide: Guide<'a>) -> Draft<'a> {
    let mut draft = Draft::new(sc, knowledge, guide);
    if draft.st.ended.is_some() {
        return draft;
    }
    // Persona by persona, each in the order of the classes of its orders (RN-R12).
    for id in in_sequence(&mut draft) {
        if draft.stopped() {
            break;
        }
        stores::share(&mut draft, id);
        army::unite(&mut draft, id);
        trade::sell(&mut draft, id);
        stores::provide(&mut draft, id);
        let errand = errands::choose(&mut draft, id);
        errands::prepare(&mut draft, id, &errand);
        court::offices(&mut draft, id);
        court::revenue(&mut draft, id);
        court::reputation(&mut draft, id);
        court::recruits(&mut draft, id);
        errands::set_out(&mut draft, id, errand);
    }
    wait_to_strike(&mut draft);
    draft
}
