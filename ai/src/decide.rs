//! One seat, one step: orders with reasons.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kernel::{
    Answer, AwaitKind, Campaign, Dice, Orders, Planner, Question, RuleRef, SeatId, Topic, Tuning, Value, ruleset::chain,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::personality;
use crate::search::effort::tuning;
use crate::search::{self, Effort, Progress, Weight};
use crate::seed::SeatSeed;
use crate::{Budget, Level, Seed, Style, VERSION};

const RULE: RuleRef = RuleRef::new("ai");

/// Chance that a novice does not take the first answer, per cent.
const SLIP_PERCENT: i32 = 25;

/// What a computer player decided, as it goes on record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Decision {
    /// The order set: an array of orders.
    #[schema(value_type = Vec<Object>)]
    pub orders: Value,
    /// Who decided: a level such as `steady`, or a level with a temper such as `veteran/bold`.
    pub level: String,
    /// What was asked and chosen, in order. Empty for random orders.
    pub reasons: Vec<Reason>,
    /// Seed of this one decision, in hexadecimal: the same view, seed and budget give the same orders.
    pub seed: String,
    /// Imagined futures played.
    pub playouts: u32,
    /// How the search went, for levels that imagine futures.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub search: Option<search::Record>,
    /// Version of the computer players.
    pub ai_version: String,
    /// Why the default order set stands here instead of a plan: something broke while planning.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fallback: Option<String>,
}

/// One question, and what was chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Reason {
    /// What sort of question, such as `posture`.
    pub topic: String,
    /// What it is about: a general, a front, a city; empty where there is only one.
    pub question: String,
    /// The answer in words.
    pub chosen: String,
    /// The answers passed over, likelier ones first.
    pub alternatives: Vec<String>,
    /// What the answers brought in imagined futures, in the order in which they were offered. Empty where none were
    /// imagined, and for questions that the search left at the first answer.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub weighed: Vec<Weighed>,
}

/// What an answer brought in imagined futures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Weighed {
    /// The answer in words.
    pub answer: String,
    /// Futures that began with it.
    pub playouts: u32,
    /// What they brought on average: share of the whole in millionths, with something extra for the first place and for
    /// what suits the player's temper.
    pub value: i64,
}

/// Decides a seat's orders for the present step. What the seat cannot see plays no part.
pub fn decide(campaign: &dyn Campaign, seat: SeatId, level: Level, seed: &Seed, budget: Budget) -> Decision {
    decide_as(campaign, seat, &level.into(), seed, budget)
}

/// [`decide`] for any style of play.
pub fn decide_as(campaign: &dyn Campaign, seat: SeatId, style: &Style, seed: &Seed, budget: Budget) -> Decision {
    decide_watched(campaign, seat, style, seed, budget, &Progress::default())
}

/// [`decide_as`] while somebody watches how far it is.
pub fn decide_watched(
    campaign: &dyn Campaign, seat: SeatId, style: &Style, seed: &Seed, budget: Budget, progress: &Progress,
) -> Decision {
    decide_typed(campaign, seat, style, seed, budget, progress).1
}

/// [`decide_watched`] with the orders as the rules take them, for whoever carries them out at once.
pub fn decide_typed(
    campaign: &dyn Campaign, seat: SeatId, style: &Style, seed: &Seed, budget: Budget, progress: &Progress,
) -> (Orders, Decision) {
    let seat_seed = seed.at(campaign.step(), seat, "orders");
    let own = match style {
        Style::Player(level, personality) => &Style::Player(*level, personality.of_seat(seed, seat)),
        other => other,
    };
    let planned = catch_unwind(AssertUnwindSafe(|| plan(campaign, seat, own, &seat_seed, budget, progress)));
    progress.finish();
    let planned = match planned {
        Ok(planned) => planned,
        Err(panic) => {
            let orders = campaign.default_orders(seat);
            return (orders, Decision::stand_in(campaign, seat, &style.to_string(), seed, &complaint(panic.as_ref())));
        }
    };
    let decision = Decision {
        orders: planned.orders.to_json(),
        level: style.to_string(),
        reasons: planned.reasons,
        seed: seat_seed.reveal(),
        playouts: planned.search.as_ref().map_or(0, |search| search.playouts),
        search: planned.search,
        ai_version: VERSION.to_owned(),
        fallback: None,
    };
    (planned.orders, decision)
}

impl Decision {
    /// The record of default orders that stand in for a decision nobody could come to, and why.
    pub fn stand_in(campaign: &dyn Campaign, seat: SeatId, style: &str, seed: &Seed, why: &str) -> Self {
        Self {
            orders: campaign.default_orders(seat).to_json(),
            level: style.to_owned(),
            reasons: Vec::new(),
            seed: seed.at(campaign.step(), seat, "orders").reveal(),
            playouts: 0,
            search: None,
            ai_version: VERSION.to_owned(),
            fallback: Some(why.to_owned()),
        }
    }
}

struct Planned {
    orders: Orders,
    reasons: Vec<Reason>,
    search: Option<search::Record>,
}

impl Planned {
    /// Orders about which nothing was asked.
    fn unasked(orders: Orders) -> Self {
        Self { orders, reasons: Vec::new(), search: None }
    }
}

fn plan(
    campaign: &dyn Campaign, seat: SeatId, style: &Style, seat_seed: &SeatSeed, budget: Budget, progress: &Progress,
) -> Planned {
    let mut dice = seat_seed.dice();
    if style.parts().is_some_and(|(level, _)| level == Level::Random) {
        return Planned::unasked(campaign.random_orders(seat, &mut dice));
    }
    let Some(planner) = campaign.planner(seat) else {
        return Planned::unasked(campaign.default_orders(seat));
    };
    let (planner, tuning) = (planner.as_ref(), tuning(campaign));
    let result = style.parts().and_then(|(level, personality)| {
        let leanings = personality.leanings(tuning);
        let effort = Effort { leanings, ..Effort::of(tuning, level, budget)? };
        search::find_plan(planner, effort, seat_seed.search_seed(), is_reaction(campaign, seat), progress)
    });
    let mut reasons = Vec::new();
    let orders = planner.walk(&mut |question| {
        let at = reasons.len();
        let answer = match &result {
            Some(result) => result.answers.get(at).copied().unwrap_or(0),
            None => choose(question, style, tuning, &mut dice, at as u16),
        };
        reasons.push(reason(at, question, answer, result.as_ref().map(|result| &result.weights)));
        answer
    });
    Planned { orders, reasons, search: result.map(|result| result.record) }
}

/// Whether a seat only has to answer somebody else's move.
pub(crate) fn is_reaction(campaign: &dyn Campaign, seat: SeatId) -> bool {
    campaign.awaiting().iter().any(|wait| wait.seat == seat && wait.kind == AwaitKind::Decision)
}

/// The questions behind some answers, with first answers after that.
pub(crate) fn retrace(planner: &dyn Planner, answers: &[Answer]) -> Vec<(Question, Answer)> {
    let mut given = answers.iter();
    chain(planner, |_| given.next().copied().unwrap_or(0))
}

fn choose(question: &Question, style: &Style, tuning: &Tuning, dice: &mut Dice, number: u16) -> Answer {
    let first = |fits: &dyn Fn(&kernel::Choice) -> bool| question.answers.iter().position(fits).unwrap_or(0) as Answer;
    let (level, personality) = match style {
        Style::Posture(key) if question.about.kind == "posture" => return first(&|choice| choice.key == *key),
        style => style.parts().unwrap_or_default(),
    };
    let leanings = personality.leanings(tuning);
    match level {
        Level::Caretaker => first(&|choice| choice.quiet),
        Level::Novice => {
            let mut stream = dice.stream("slip", number, 0);
            if !stream.chance(SLIP_PERCENT, RULE) {
                return personality::answer(leanings, question, &mut stream);
            }
            let last = question.answers.len().saturating_sub(1).min(2) as i32;
            stream.range(1.min(last), last, RULE) as Answer
        }
        Level::Steady | Level::Random | Level::Veteran | Level::Master => {
            personality::answer(leanings, question, &mut dice.stream("temper", number, 0))
        }
    }
}

fn reason(
    at: usize, question: &Question, answer: Answer, weights: Option<&BTreeMap<(usize, Answer), Weight>>,
) -> Reason {
    let weigh = |(answer, choice): (usize, &kernel::Choice)| {
        let weight = weights?.get(&(at, answer as Answer))?;
        Some(Weighed { answer: choice.words.clone(), playouts: weight.playouts, value: weight.value })
    };
    let weighed = question.answers.iter().enumerate().filter_map(weigh).collect();
    let mut words: Vec<String> = question.answers.iter().map(|choice| choice.words.clone()).collect();
    let chosen = words.remove(usize::from(answer));
    let Topic { kind, subject } = question.about.clone();
    Reason { topic: kind, question: subject, chosen, alternatives: words, weighed }
}

/// What a panic said.
pub(crate) fn complaint(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    said.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "planning broke".to_owned())
}
