//! Advice for people: what the adviser of the room would do in their seat, and why.
//!
//! It is worked out from the seat's own view, like everything here, and so can give nothing away. The plan is then tried
//! beside its alternatives on the same fresh samples; what differs between their playouts is the reason.

mod effects;

use std::panic::{AssertUnwindSafe, catch_unwind};

use kernel::{Answer, Campaign, Determinization, Orders, Planner, SeatId, Value};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::decide::{complaint, is_reaction, retrace};
use crate::search::effort::{adviser, tuning};
use crate::search::figures::gain;
use crate::search::{Effort, Estimate, FRESH, Playout, Progress, SearchContext, SearchResult, allowance, find_plan_in};
use crate::seed::SeatSeed;
use crate::{Budget, Level, Seed, VERSION};

pub use effects::{Danger, Effect};

/// Samples on which plans are set side by side.
const PAIRED: u32 = 32;
/// Alternatives that are tried, and those that are told.
const TRIED: usize = 3;
const TOLD: usize = 2;

/// What the adviser of the room would do in a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Advice {
    /// The order set: an array of orders, ready to be handed in.
    #[schema(value_type = Vec<Object>)]
    pub orders: Value,
    /// The same as shorthand, a line each.
    #[serde(default)]
    pub shorthand: String,
    /// The advice in a few sentences.
    pub summary: String,
    /// The plan in the rulebook's words, a line per question.
    pub plan: Vec<String>,
    /// Expected share of the whole when the campaign ends: futures with this plan are played on to its end, all seats by
    /// habit.
    pub share: Estimate,
    /// Of these, how many end with nobody ahead of the seat.
    pub first: u32,
    /// Of how many.
    pub futures: u32,
    /// Other plans, the best first.
    pub alternatives: Vec<Alternative>,
    /// What the plan brings more of than the best other plan, the surest first.
    pub reasons: Vec<Effect>,
    /// What it brings less of.
    pub costs: Vec<Effect>,
    /// What suffers most where things go badly.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub danger: Option<Danger>,
    /// Level that was asked: the room's adviser.
    pub level: Level,
    /// Futures imagined, all told.
    pub playouts: u32,
    /// How far plans are compared, in the rule system's own clock: gaps, reasons, costs and the danger are of that time.
    pub horizon: u32,
    /// Seed of this advice, in hexadecimal.
    pub seed: String,
    /// Version of the computer players.
    pub ai_version: String,
    /// Why the default order set stands here instead of a plan: something broke while planning.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fallback: Option<String>,
}

/// Another plan, beside the one advised.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = AdviceAlternative)]
pub struct Alternative {
    /// What it does otherwise, in the rulebook's words.
    pub plan: Vec<String>,
    /// Its order set.
    #[schema(value_type = Vec<Object>)]
    pub orders: Value,
    /// What it brings more (or, below zero, less) than the plan advised, on the same samples, the first place counting
    /// extra.
    pub gap: Estimate,
    /// The gap is within its error: call the two equal.
    pub equal: bool,
}

/// Advises a seat on its present orders; see [`Advice`]. The same knowledge, seed and budget give the same advice. `None`
/// when the room has no planner.
pub fn advise(campaign: &dyn Campaign, seat: SeatId, seed: &Seed, budget: Budget) -> Option<Advice> {
    advise_watched(campaign, seat, seed, budget, &Progress::default())
}

/// [`advise`] while somebody watches how far it is.
pub fn advise_watched(
    campaign: &dyn Campaign, seat: SeatId, seed: &Seed, budget: Budget, progress: &Progress,
) -> Option<Advice> {
    let seat_seed = seed.at(campaign.step(), seat, "advice");
    let tuning = tuning(campaign);
    let level = adviser(tuning);
    let advised = catch_unwind(AssertUnwindSafe(|| {
        let effort = Effort::of(tuning, level, budget).expect("advisers search");
        // Who asks may have begun otherwise than the search would have.
        let effort = Effort { resumed_percent: 100, ..effort };
        let planner = campaign.planner(seat)?;
        Some(plan(planner.as_ref(), effort, &seat_seed, is_reaction(campaign, seat), progress))
    }));
    progress.finish();
    let advice = advised.unwrap_or_else(|panic| {
        let why = complaint(panic.as_ref());
        Some(Advice { fallback: Some(why), ..empty(&campaign.default_orders(seat), &seat_seed) })
    });
    let advice = advice?;
    let shorthand = campaign.print(seat, &campaign.read_orders(&advice.orders));
    Some(Advice { level, shorthand, ..advice })
}

fn empty(orders: &Orders, seat_seed: &SeatSeed) -> Advice {
    Advice {
        orders: orders.to_json(),
        shorthand: String::new(),
        summary: String::new(),
        plan: Vec::new(),
        share: Estimate::default(),
        first: 0,
        futures: 0,
        alternatives: Vec::new(),
        reasons: Vec::new(),
        costs: Vec::new(),
        danger: None,
        level: Level::Veteran,
        playouts: 0,
        horizon: 0,
        seed: seat_seed.reveal(),
        ai_version: VERSION.to_owned(),
        fallback: None,
    }
}

/// A plan with its playouts on the paired samples.
struct Trial {
    answers: Vec<Answer>,
    orders: Orders,
    ends: Vec<Box<dyn Determinization>>,
    results: Vec<Playout>,
}

impl Trial {
    fn of(context: &SearchContext, answers: Vec<Answer>, samples: u32) -> Self {
        let ends: Vec<_> = (0..samples).map(|sample| context.playout(&answers, FRESH + sample)).collect();
        let seat = context.planner().seat();
        let results = ends.iter().map(|end| Playout::of(&end.evaluate(), seat)).collect();
        Self { orders: context.orders(&answers), answers, ends, results }
    }

    /// How the playouts come out when they are carried on to the end of the campaign.
    fn outcomes(&self, context: &SearchContext) -> Vec<Playout> {
        let seat = context.planner().seat();
        let ends = self.ends.iter().zip(FRESH..).map(|(end, sample)| context.ending(end.as_ref(), sample));
        ends.map(|end| Playout::of(&end.evaluate(), seat)).collect()
    }

    fn sum(&self) -> i64 {
        self.results.iter().map(|playout| playout.reward).sum()
    }
}

fn plan(planner: &dyn Planner, effort: Effort, seat_seed: &SeatSeed, reaction: bool, progress: &Progress) -> Advice {
    let samples = PAIRED.min(effort.playouts);
    progress.expect(allowance(planner, &effort, reaction).unwrap_or(0) + (2 + TRIED as u32) * samples);
    let mut context = SearchContext::new(planner, seat_seed.search_seed(), effort).watched(progress);
    let result = find_plan_in(&mut context, reaction);
    let answers = result.as_ref().map(|result| result.answers.clone()).unwrap_or_default();
    let mut advised = Trial::of(&context, answers, samples);
    let mut others: Vec<Trial> = Vec::new();
    for answers in result.as_ref().map(other_plans).unwrap_or_default() {
        let orders = context.orders(&answers);
        let known = |trial: &Trial| trial.orders == orders;
        if others.len() < TRIED && !known(&advised) && !others.iter().any(known) {
            others.push(Trial::of(&context, answers, samples));
        }
    }
    // What fresh samples show to be better is the better advice.
    while let Some(better) = others.iter_mut().find(|trial| is_better(trial, &advised)) {
        std::mem::swap(better, &mut advised);
    }
    others.sort_by_key(|trial| std::cmp::Reverse(trial.sum()));
    let (mut reasons, mut costs) = (Vec::new(), Vec::new());
    if let Some(best) = others.first() {
        (reasons, costs) = effects::differences(&advised.ends, &best.ends, planner.seat());
    }
    let plan = words(planner, &advised.answers);
    let alternatives: Vec<Alternative> =
        others.iter().take(TOLD).map(|trial| beside(planner, trial, &advised)).collect();
    let danger = effects::danger(context.first(), &advised.ends, &advised.results, planner.seat());
    let outcomes = advised.outcomes(&context);
    let mut advice = Advice {
        plan,
        share: Estimate::of(outcomes.iter().map(|outcome| outcome.share)),
        first: outcomes.iter().filter(|outcome| outcome.first).count() as u32,
        futures: samples,
        alternatives,
        reasons,
        costs,
        danger,
        playouts: context.played(),
        horizon: effort.horizon,
        ..empty(&advised.orders, seat_seed)
    };
    advice.summary = summary(&advice);
    advice
}

/// Plans beside the one chosen: the order set of first answers, and the answers passed over along the line, those that
/// looked best first.
fn other_plans(result: &SearchResult) -> Vec<Vec<Answer>> {
    let mut passed: Vec<(&(usize, Answer), i64)> =
        result.weights.iter().map(|(at, weight)| (at, weight.value)).collect();
    passed.sort_by_key(|(at, value)| (std::cmp::Reverse(*value), **at));
    let chosen = |at: usize| result.answers.get(at).copied().unwrap_or(0);
    let otherwise = |(at, answer): (usize, Answer)| {
        let mut answers: Vec<Answer> = (0..at).map(chosen).collect();
        answers.push(answer);
        answers
    };
    let passed = passed.into_iter().filter(|((at, answer), _)| chosen(*at) != *answer);
    std::iter::once(Vec::new()).chain(passed.map(|(at, _)| otherwise(*at))).collect()
}

fn line(question: &kernel::Question, answer: Answer) -> String {
    let words = &question.answers[usize::from(answer)].words;
    if question.about.subject.is_empty() { words.clone() } else { format!("{}: {words}", question.about.subject) }
}

/// A plan in words.
fn words(planner: &dyn Planner, answers: &[Answer]) -> Vec<String> {
    retrace(planner, answers).iter().map(|(question, answer)| line(question, *answer)).collect()
}

/// Whether a plan gains on another by more than the error.
fn is_better(one: &Trial, other: &Trial) -> bool {
    let gap = gain(&one.results, &other.results);
    gap.mean > 0 && !gap.is_noise()
}

fn beside(planner: &dyn Planner, trial: &Trial, advised: &Trial) -> Alternative {
    let known = words(planner, &advised.answers);
    let mut plan = words(planner, &trial.answers);
    plan.retain(|line| !known.contains(line));
    let gap = gain(&trial.results, &advised.results);
    Alternative { plan, orders: trial.orders.to_json(), gap, equal: gap.is_noise() }
}

/// Millionths as per cent with a decimal.
fn percent(millionths: i64) -> String {
    format!("{:.1}", millionths as f64 / 1e4)
}

/// A figure as people say it: a hundred or more whole, below that with a decimal where there is one.
fn figure(amount: f64) -> String {
    let parts = if amount.abs() < 100.0 { 10.0 } else { 1.0 };
    // Adding nothing turns -0 into 0.
    format!("{}", (amount * parts).round() / parts + 0.0)
}

/// A short name for an alternative: its first line and, where another begins alike, the first that no other has.
fn name(alternatives: &[Alternative], at: usize) -> String {
    let plan = &alternatives[at].plan;
    let Some(first) = plan.first() else { return "Otherwise".to_owned() };
    let others = || alternatives.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
    let own = plan[1..].iter().find(|line| others().all(|other| !other.plan.contains(line)));
    match own.filter(|_| others().any(|other| other.plan.first() == Some(first))) {
        Some(own) => format!("{first}, {own}"),
        None => first.clone(),
    }
}

/// A figure with the plan advised and with the next best one.
fn compared(effect: &Effect) -> String {
    format!("{} ({} in place of {})", effect.feature, figure(effect.advised), figure(effect.otherwise))
}

fn summary(advice: &Advice) -> String {
    let Estimate { mean, error } = advice.share;
    let mut text = advice.plan.first().map(|line| format!("The plan: {line}. ")).unwrap_or_default();
    text += &format!("Played on to the end it brings {} % of the whole (± {}), ", percent(mean), percent(error));
    text += &format!("and the first place in {} of {} futures.", advice.first, advice.futures);
    for (at, other) in advice.alternatives.iter().enumerate() {
        let name = name(&advice.alternatives, at);
        let Estimate { mean, error } = other.gap;
        text += &match other.equal {
            true => format!(" “{name}” is as good."),
            false => format!(" “{name}” is worth {} % less (± {}).", percent(-mean), percent(error)),
        };
    }
    text += &match (advice.reasons.first(), advice.costs.first()) {
        (Some(gain), Some(loss)) => {
            format!(" Against the next best plan it gains {}, and loses {}.", compared(gain), compared(loss))
        }
        (Some(gain), None) => format!(" Against the next best plan it gains {}.", compared(gain)),
        (None, Some(loss)) => format!(" Against the next best plan it loses {}.", compared(loss)),
        (None, None) => String::new(),
    };
    // What usually falls as far is no danger, but the price.
    let danger = advice.danger.as_ref().filter(|danger| danger.at_worst < danger.expected);
    if let Some(Danger { feature, now, expected, at_worst }) = danger {
        let (now, expected, at_worst) = (figure(*now as f64), figure(*expected), figure(*at_worst));
        text += &format!(
            " The danger: where things go badly, {feature} falls from {now} to {at_worst}; usual is {expected}."
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alternatives(plans: &[&[&str]]) -> Vec<Alternative> {
        let plan = |lines: &&[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        let alternative =
            |lines| Alternative { plan: plan(lines), orders: Value::Null, gap: Estimate::default(), equal: true };
        plans.iter().map(alternative).collect()
    }

    #[test]
    fn the_summary_speaks_in_sentences() {
        let effect = |feature: &str, advised: f64, otherwise: f64| Effect {
            feature: feature.into(),
            advised,
            otherwise,
            difference: advised - otherwise,
            error: 0.1,
        };
        let mut others = alternatives(&[&["live off plunder"], &["to Rome"]]);
        others[1].gap = Estimate { mean: -4_040, error: 1_200 };
        others[1].equal = false;
        let empty = serde_json::json!({
            "orders": [], "summary": "", "plan": ["hold Capua"], "share": { "mean": 154_200, "error": 12_000 }, "first": 3,
            "futures": 32, "alternatives": [], "reasons": [], "costs": [], "level": "veteran", "playouts": 64, "horizon": 2,
            "seed": "", "ai_version": "",
        });
        let plain: Advice = serde_json::from_value(empty).expect("advice");
        let ends = "The plan: hold Capua. Played on to the end it brings 15.4 % of the whole (± 1.2), and the first place in 3 of \
                    32 futures.";
        assert_eq!(summary(&plain), ends);
        let advice = Advice {
            alternatives: others,
            reasons: vec![effect("monthly taxes", 111.09, 110.2)],
            costs: vec![effect("ships", 4.0, 5.25)],
            danger: Some(Danger { feature: "treasury".into(), now: 352, expected: 122.88, at_worst: 16.04 }),
            ..plain
        };
        let told = format!(
            "{ends} “live off plunder” is as good. “to Rome” is worth 0.4 % less (± 0.1). Against the next best plan it gains \
             monthly taxes (111 in place of 110), and loses ships (4 in place of 5.3). The danger: where things go badly, \
             treasury falls from 352 to 16; usual is 123."
        );
        assert_eq!(summary(&advice), told);
    }

    #[test]
    fn alternatives_that_begin_alike_are_told_apart() {
        let names = |plans: &[&[&str]]| {
            let alternatives = alternatives(plans);
            (0..plans.len()).map(|at| name(&alternatives, at)).collect::<Vec<_>>()
        };
        let (live, rome, capua): (&str, &str, &str) = ("live off plunder", "to Rome", "to Capua");
        assert_eq!(names(&[&[live, rome], &["siege", rome]]), [live, "siege"]);
        assert_eq!(names(&[&[live, rome, capua], &[live, rome]]), ["live off plunder, to Capua", live]);
        assert_eq!(
            names(&[&[live, rome], &[live, capua]]),
            ["live off plunder, to Rome", "live off plunder, to Capua"]
        );
        assert_eq!(names(&[&[], &[live]]), ["Otherwise", live]);
    }
}
