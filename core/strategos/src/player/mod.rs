//! How a country is played, from what it knows: a posture, then what its forces go for, then money, men and talks.
//!
//! | file | what |
//! |---|---|
//! | `draft.rs` | the order set in the making |
//! | `posture.rs` | what a country is about |
//! | `outlook.rs`, `odds.rs`, `distances.rs`, `ways.rs` | what it makes of the others, what fights promise, how far places are and how far a force gets |
//! | `forces.rs`, `aims.rs`, `campaign.rs` | its land forces, what they could go for, and how they do it |
//! | `garrisons.rs`, `builds.rs`, `treasury.rs` | who stays behind walls, what money is spent on, what is over |
//! | `commerce.rs` | traders |
//! | `leaders.rs`, `talks.rs`, `covert.rs` | leaders, treaties, spies, bribes and dispatches |
//! | `rollout_policy.rs`, `sampling.rs`, `evaluation.rs` | what a search needs: play in playouts, states that fit what is known, their worth |
//! | `random.rs` | legal orders at random |

mod aims;
mod builds;
mod campaign;
mod commerce;
mod covert;
mod distances;
mod draft;
mod evaluation;
mod forces;
mod garrisons;
mod leaders;
mod odds;
mod outlook;
mod posture;
mod random;
mod rollout_policy;
mod sampling;
mod talks;
mod treasury;
mod ways;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use kernel::{Answer, Guide, Question, Tuning};

use crate::knowledge::Knowledge;
use crate::model::ids::{CountryId, Power};
use crate::model::scenario::Scenario;
use crate::model::state::Standing;
use crate::orders::Order;

pub use evaluation::{evaluate, features, terms, weights};
pub use random::random;
pub use rollout_policy::rollout_policy;
pub use sampling::sample;

use draft::Draft;
use forces::Force;
use posture::Posture;

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

/// What no order set means: all goes on as it stands (ST-R61).
pub fn by_default(_: &Scenario, _: &Knowledge) -> Vec<Order> {
    Vec::new()
}

fn written<'a>(sc: &'a Scenario, knowledge: &Knowledge, guide: Guide<'a>) -> Draft<'a> {
    let mut draft = Draft::new(sc, knowledge, guide);
    if draft.in_play() {
        fill_in(&mut draft);
    }
    draft
}

/// Drafts the order set, in the order of the week.
fn fill_in(draft: &mut Draft<'_>) {
    let mut forces = forces::forces(draft);
    let prey = prey(draft, &forces);
    let postures = postures(draft, prey);
    let sc = draft.sc;
    let answer =
        draft.choose("posture", || (String::new(), postures.iter().map(|posture| posture.choice(sc)).collect()));
    draft.posture = postures[answer.min(postures.len() - 1)];
    let prey = if let Posture::Strike(country) = draft.posture { Some(country) } else { prey };
    talks::answer(draft, prey);
    talks::offer(draft, prey);
    leaders::appoint(draft);
    garrisons::gather(draft, &forces);
    forces = forces::forces(draft);
    let plans = aims::plans(draft, &forces);
    let leaving: BTreeSet<_> = plans
        .iter()
        .filter(|plan| matches!(plan.aim, aims::Aim::Take(_) | aims::Aim::Meet(_)))
        .flat_map(|plan| plan.who.iter().map(|at| forces[*at].id))
        .collect();
    let stay = garrisons::change_guard(draft, &forces, &leaving);
    covert::spy(draft, &plans);
    builds::spend(draft, &forces);
    commerce::trade(draft);
    covert::dispatch(draft);
    campaign::stop_work(draft);
    campaign::march(draft, &forces, &plans, &stay);
    covert::bribe(draft, &forces, &plans);
}

/// Regiments in per cent of another's that a country wants before it begins a war.
const STRONG: u32 = 90;

/// The neighbour who is worth a war: at peace with the country or not, his cities would fall, and he is not too strong.
fn prey(draft: &mut Draft<'_>, forces: &[Force]) -> Option<CountryId> {
    let at_war = draft.sc.country_ids().any(|other| draft.st.standing(draft.country, other) == Standing::Enemy);
    if at_war {
        return None;
    }
    let own: u32 = forces.iter().map(|force| u32::from(force.regts())).sum();
    let free = vec![true; forces.len()];
    let mut best: Option<(i64, CountryId)> = None;
    for other in draft.sc.country_ids().filter(|other| *other != draft.country).collect::<Vec<_>>() {
        // A great country has more fronts than one.
        let theirs = draft.outlook.regts[other.index()].min(60);
        if draft.st.country(other).out || own * 100 < theirs * STRONG {
            continue;
        }
        let sites = aims::targets(draft, |power| power == Power::Country(other));
        let scores = sites.into_iter().filter_map(|site| aims::take(draft, forces, &free, site));
        if let Some(score) = scores.map(|plan| plan.score).max() {
            best = best.max(Some((score, other)));
        }
    }
    best.filter(|(score, _)| *score >= WORTH_A_WAR).map(|(_, country)| country)
}

/// The least score of a plan for which a war is begun.
const WORTH_A_WAR: i64 = 1_500;

/// The postures, the best first.
fn postures(draft: &Draft<'_>, prey: Option<CountryId>) -> Vec<Posture> {
    let bound = |country: CountryId| draft.st.standing(draft.country, country) != Standing::Neutral;
    let mut all = vec![Posture::Expand];
    let neighbours = draft.sc.country_ids().filter(|other| {
        *other != draft.country
            && !bound(*other)
            && !draft.st.country(*other).out
            && !aims::targets(draft, |power| power == Power::Country(*other)).is_empty()
    });
    all.extend(neighbours.map(Posture::Strike));
    all.extend([Posture::Defend, Posture::Economy]);
    if let Some(country) = prey.filter(|country| !bound(*country)) {
        all.sort_by_key(|posture| *posture != Posture::Strike(country));
    }
    all.truncate(12);
    all
}
