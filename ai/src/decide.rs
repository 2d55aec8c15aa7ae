//! One seat, one step: orders with reasons.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kernel::{Answer, Campaign, Dice, Question, RuleRef, SeatId, Value};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Budget, Level, Seed, Style, VERSION};

const RULE: RuleRef = RuleRef::new("ai");

/// Chance that a novice does not take the first answer, per cent.
const SLIP_PERCENT: i32 = 25;

/// What a computer player decided, as it goes on record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Decision {
    /// The sheet: an array of orders.
    #[schema(value_type = Vec<Object>)]
    pub orders: Value,
    /// Level or style that decided, such as `steady`.
    pub level: String,
    /// What was asked and chosen, in order. Empty for random orders.
    pub reasons: Vec<Reason>,
    /// Seed of this one decision, in hexadecimal: the same view, seed and budget give the same orders.
    pub seed: String,
    /// Imagined futures played.
    pub playouts: u32,
    /// Version of the computer players.
    pub ai_version: String,
    /// Why the default sheet stands here instead of a plan: something broke while planning.
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
}

/// Decides a seat's orders for the present step. What the seat cannot see plays no part.
pub fn decide(campaign: &dyn Campaign, seat: SeatId, level: Level, seed: &Seed, budget: Budget) -> Decision {
    decide_as(campaign, seat, &Style::Level(level), seed, budget)
}

/// [`decide`] for any style of play.
pub fn decide_as(campaign: &dyn Campaign, seat: SeatId, style: &Style, seed: &Seed, _budget: Budget) -> Decision {
    let luck = seed.at(campaign.step(), seat, "orders");
    let planned = catch_unwind(AssertUnwindSafe(|| plan(campaign, seat, style, &mut luck.dice())));
    let (orders, reasons, fallback) = match planned {
        Ok((orders, reasons)) => (orders, reasons, None),
        Err(panic) => (campaign.default_orders(seat), Vec::new(), Some(complaint(panic.as_ref()))),
    };
    let (level, seed) = (style.to_string(), luck.reveal());
    Decision { orders, level, reasons, seed, playouts: 0, ai_version: VERSION.to_owned(), fallback }
}

fn plan(campaign: &dyn Campaign, seat: SeatId, style: &Style, dice: &mut Dice) -> (Value, Vec<Reason>) {
    if *style == Style::Level(Level::Random) {
        return (campaign.random_orders(seat, dice), Vec::new());
    }
    let mut reasons = Vec::new();
    let orders = campaign.planner(seat).walk(&mut |question| {
        let answer = choose(question, style, dice, reasons.len() as u16) as Answer;
        reasons.push(reason(question, answer));
        answer
    });
    (orders, reasons)
}

fn choose(question: &Question, style: &Style, dice: &mut Dice, number: u16) -> usize {
    let first = |fits: &dyn Fn(&kernel::Choice) -> bool| question.answers.iter().position(fits).unwrap_or(0);
    match style {
        Style::Level(Level::Caretaker) => first(&|choice| choice.quiet),
        Style::Level(Level::Novice) => {
            let mut stream = dice.stream("slip", number, 0);
            if !stream.chance(SLIP_PERCENT, RULE) {
                return 0;
            }
            let last = question.answers.len().saturating_sub(1).min(2) as i32;
            stream.range(1.min(last), last, RULE) as usize
        }
        Style::Level(Level::Steady | Level::Random) => 0,
        Style::Posture(key) if question.about.kind == "posture" => first(&|choice| choice.key == *key),
        Style::Posture(_) => 0,
    }
}

fn reason(question: &Question, answer: Answer) -> Reason {
    let mut words: Vec<String> = question.answers.iter().map(|choice| choice.words.clone()).collect();
    let chosen = words.remove(usize::from(answer));
    let about = question.about.clone();
    Reason { topic: about.kind, question: about.subject, chosen, alternatives: words }
}

/// What a panic said.
fn complaint(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    said.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "planning broke".to_owned())
}
