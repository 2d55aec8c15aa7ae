//! The tests that every room must pass, on the erased interface: one call per scenario from the room's own tests.
//!
//! - random legal play comes to an end, and no order that the room itself calls legal is refused;
//! - every state offers a way on: somebody is awaited until the campaign is over;
//! - save and load at each step gives back an equal campaign;
//! - a replay of the same order sets gives the same bytes, the same events and the same dice;
//! - changing what a seat cannot see changes neither its view, nor a verdict, nor its map, nor its reports, nor what
//!   its planner asks and answers, nor its default and random orders, nor what begins at a place, nor how its shorthand reads; and where orders are
//!   carried out at once, the truth refuses no order that the seat's view allowed;
//! - what is public tells no seat what it does not know, is drawn as a picture, and has figures of the powers;
//! - the default orders of a seat are legal;
//! - a random walk through the options of an order ends in an order that is not refused;
//! - each kind of order is open, with an example that is not refused, or closed with a reason;
//! - what a seat learnt of moves and fights is drawn on its map where it happened;
//! - every chain of answers, cut anywhere, gives orders that the room accepts;
//! - a planner that has answered many questions answers like one that has answered none;
//! - orders written as shorthand or as JSON read back as the same orders;
//! - the leanings of personalities name questions and answers that the room has.

mod hidden;

use std::fs;
use std::path::Path;

use hidden::facts_stay_hidden;
use kernel::{
    Advance, Answer, AwaitKind, Campaign, Dice, GameSeed, Hosted, MapOptions, MarkKind, OrderSet, Planner, Question,
    Room, RuleRef, Ruleset, SeatId, StepMode, VerdictStatus,
    options::{fill, finished},
    picture::is_well_formed,
    ruleset::chain,
};
use serde_json::json;

use crate::Shuffle;

const RULE: RuleRef = RuleRef::new("conformance");

/// How thoroughly to test.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Whole campaigns played per scenario.
    pub campaigns: u64,
    /// After so many steps a campaign counts as endless.
    pub most_steps: u32,
    /// Every how many steps the costly checks run (hidden facts, chains, shorthand, save and load).
    pub every: u32,
    /// Random chains of answers tried at each such step.
    pub chains: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self { campaigns: 2, most_steps: 10_000, every: 1, chains: 4 }
    }
}

/// Runs the whole suite on one scenario. Panics with the first thing that is wrong.
pub fn run<G: Shuffle + Hosted>(ruleset: &Room<G>, scenario: &str, effort: Effort) {
    marked_events_exist(ruleset);
    for number in 0..effort.campaigns {
        let seed = GameSeed::from_number(1_000 + number);
        let first = play(ruleset, scenario, &seed, effort, true);
        let second = play(ruleset, scenario, &seed, effort, false);
        assert_eq!(first, second, "{scenario}: a replay of the same order sets differs");
    }
}

/// Compares so many pairs of states that a seat cannot tell apart, by everything that it may ask: those of campaigns from a
/// seed on, every second one played by random orders, the others by the room's own player. Panics with the first difference.
pub fn look_alike<G: Shuffle + Hosted>(ruleset: &Room<G>, scenario: &str, first_seed: u64, pairs: u32) {
    /// So many states that look like one.
    const OF_A_STATE: u32 = 4;
    let seats = ruleset.scenarios().into_iter().find(|s| s.id == scenario).expect("a known scenario").seats.len();
    let all: Vec<SeatId> = (0..seats).map(|seat| SeatId(seat as u16)).collect();
    let mut compared = 0;
    for number in first_seed.. {
        let seed = GameSeed::from_number(number);
        let mut campaign = ruleset.start(scenario, &json!({}), &seed).expect("default options start a campaign");
        let mut before = Advance::default();
        while campaign.outcome().is_none() {
            for &seat in &all {
                for round in 0..OF_A_STATE {
                    facts_stay_hidden::<G>(campaign.as_ref(), &all, seat, (&seed, round), &before);
                    compared += 1;
                    if compared == pairs {
                        return;
                    }
                }
            }
            let sets = match number % 2 {
                0 => random_order_sets(campaign.as_ref(), &seed),
                _ => first_order_sets(campaign.as_ref()),
            };
            before = campaign.advance(&sets, &mut Dice::for_step(&seed, campaign.step() + 1));
        }
    }
}

/// The order sets of the room's player, first answers throughout.
fn first_order_sets(campaign: &dyn Campaign) -> Vec<OrderSet> {
    let orders = |seat| campaign.planner(seat).map_or_else(|| campaign.default_orders(seat), |it| it.orders(&[]));
    next_to_act(campaign).into_iter().map(|seat| OrderSet { seat, orders: orders(seat) }).collect()
}

/// Every topic and key that a leaning names is a word of the room's sources: a room that renames a question or an answer
/// would silence the leaning.
pub fn leanings_name_what_is_asked(ruleset: &dyn Ruleset, sources: &Path) {
    let tuning = ruleset.tuning().expect("the room has data for its computer players");
    let mut text = String::new();
    collect(sources, &mut text);
    for word in tuning.words() {
        assert!(text.contains(&format!("\"{word}\"")), "the room's planner does not know “{word}”");
    }
}

fn collect(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, text);
        } else {
            text.push_str(&fs::read_to_string(&path).expect("a source"));
        }
    }
}

/// Plays one campaign with random legal orders; returns a line of digests per step.
fn play<G: Shuffle + Hosted>(
    ruleset: &Room<G>, scenario: &str, seed: &GameSeed, effort: Effort, probe: bool,
) -> Vec<String> {
    let mut campaign = ruleset.start(scenario, &json!({}), seed).expect("default options start a campaign");
    let seats = ruleset.scenarios().into_iter().find(|s| s.id == scenario).expect("a known scenario").seats.len();
    let all: Vec<SeatId> = (0..seats).map(|seat| SeatId(seat as u16)).collect();
    let mut trace = Vec::new();
    let mut before = Advance::default();
    let mut shown = Shown::default();
    while campaign.outcome().is_none() {
        let step = campaign.step();
        assert!(step < effort.most_steps, "{scenario}: no end after {step} steps");
        if probe && step.is_multiple_of(effort.every) {
            save_and_load(ruleset, campaign.as_ref());
            is_shown_to_the_public(campaign.as_ref(), &before);
            for &seat in &all {
                options_are_legal(campaign.as_ref(), seat, seed);
                kinds_are_as_offered(campaign.as_ref(), seat);
                answers_are_legal(campaign.as_ref(), seat);
                shown.look(campaign.as_ref(), seat, &before);
                facts_stay_hidden::<G>(campaign.as_ref(), &all, seat, (seed, 0), &before);
                chains_are_legal(campaign.as_ref(), seat, seed, effort.chains);
                determinizations_fit_what_is_known(campaign.as_ref(), seat, seed);
            }
        }
        let sets = random_order_sets(campaign.as_ref(), seed);
        assert!(!sets.is_empty(), "{scenario}: nobody is awaited at step {step}, and the campaign is not over");
        if probe {
            for set in &sets {
                legal(campaign.as_ref(), set, "random_orders");
                let orders = campaign.default_orders(set.seat);
                legal(campaign.as_ref(), &OrderSet { seat: set.seat, orders }, "default_orders");
                shorthand_round_trip(campaign.as_ref(), set);
            }
        }
        let mut dice = Dice::for_step(seed, step + 1);
        let advance = campaign.advance(&sets, &mut dice);
        assert_eq!(campaign.step(), step + 1, "{scenario}: a step was not counted");
        let known: Vec<SeatId> = sets.iter().map(|set| set.seat).collect();
        for (seat, _) in &advance.verdicts {
            assert!(known.contains(seat), "{scenario}: a verdict for {seat}, who handed in nothing");
        }
        let events: Vec<String> = advance.events.iter().map(|entry| format!("{entry:?}")).collect();
        let state = kernel::ids::hex(&campaign.snapshot());
        trace.push(format!("{} {} {}", dice.digest(), events.join("\n"), state));
        before = advance;
    }
    if probe {
        shown.is_enough(scenario);
    }
    assert!(campaign.awaiting().is_empty(), "{scenario}: somebody is awaited after the end");
    trace
}

/// What those see who only watch.
fn is_shown_to_the_public(campaign: &dyn Campaign, before: &Advance) {
    let marks = campaign.marks_of_events(&before.made_public());
    let svg = campaign.public_map_svg(&MapOptions { marks, ..MapOptions::default() });
    assert!(is_well_formed(&svg), "the public map is broken at step {}", campaign.step());
    let told = campaign.public_figures().iter().all(|figure| figure.values.iter().all(|value| !value.own));
    assert!(told, "nothing is the public's own");
}

/// Marks that there were, and pictures that showed some, of movements and of fights.
#[derive(Default)]
struct Shown {
    marks: [u32; 2],
    pictures: [u32; 2],
}

impl Shown {
    /// Draws what a seat learnt in the step before.
    fn look(&mut self, campaign: &dyn Campaign, seat: SeatId, before: &Advance) {
        let marks = campaign.marks_of_events(&before.seen_by(seat));
        if marks.is_empty() {
            return;
        }
        let of_kinds = [MarkKind::Move, MarkKind::Fight].map(|kind| marks.iter().any(|mark| mark.kind == kind));
        let svg = campaign.map_svg(seat, &MapOptions { marks, ..MapOptions::default() });
        assert!(is_well_formed(&svg), "the map with marks is broken at step {}", campaign.step());
        for (at, layer) in ["moves", "fights"].into_iter().enumerate() {
            self.marks[at] += u32::from(of_kinds[at]);
            self.pictures[at] += u32::from(svg.contains(&format!("data-layer=\"{layer}\"")));
        }
    }

    /// Most of what happens does so at places of the map.
    fn is_enough(&self, scenario: &str) {
        for (marks, pictures) in self.marks.into_iter().zip(self.pictures) {
            assert!(pictures * 4 >= marks * 3, "{scenario}: {pictures} of {marks} maps show what happened");
        }
    }
}

/// Every kind of event that is drawn on maps is one of the room's.
fn marked_events_exist<G: Hosted>(ruleset: &Room<G>) {
    let schemas = ruleset.schemas();
    let told = serde_json::to_string(&schemas.components).expect("schemas are JSON");
    for kind in G::MARKED_EVENTS.moves.iter().chain(G::MARKED_EVENTS.fights) {
        assert!(told.contains(&format!("\"{kind}\"")), "there is no event {kind}");
    }
}

/// Legal random order sets of all awaited seats, or of the first alone when orders are carried out at once.
fn random_order_sets(campaign: &dyn Campaign, seed: &GameSeed) -> Vec<OrderSet> {
    let set = |seat: SeatId| {
        let mut dice = Dice::keyed(seed, &format!("random play, step {}, seat {}", campaign.step(), seat.0));
        OrderSet { seat, orders: campaign.random_orders(seat, &mut dice) }
    };
    next_to_act(campaign).into_iter().map(set).collect()
}

/// All awaited seats, or the first alone when orders are carried out at once.
fn next_to_act(campaign: &dyn Campaign) -> Vec<SeatId> {
    let mut awaited: Vec<SeatId> = campaign.awaiting().iter().map(|wait| wait.seat).collect();
    if campaign.mode() == StepMode::Immediate {
        awaited.truncate(1);
    }
    awaited
}

/// What is offered is possible: an order made of options alone is not refused, and can be followed to its end.
fn options_are_legal(campaign: &dyn Campaign, seat: SeatId, seed: &GameSeed) {
    if !campaign.awaiting().iter().any(|wait| wait.seat == seat) {
        return;
    }
    let mut dice = Dice::keyed(seed, &format!("options, step {}, seat {}", campaign.step(), seat.0));
    let mut stream = dice.stream("options", seat.0, 0);
    let nothing = campaign.read_orders(&json!([]));
    let mut partial = json!({});
    loop {
        let filled = campaign.options(seat, &nothing, &partial).expect("what was offered is offered again");
        assert_eq!(filled.order, partial, "an order is followed as far as it goes");
        let Some(question) = filled.next else { break };
        let answer = question.pick(&mut stream, RULE);
        assert!(question.allows(&answer), "{answer} of {question:?}");
        fill(&mut partial, &question.pointer, answer);
    }
    if partial != json!({}) {
        let orders = campaign.read_orders(&json!([finished(&partial)]));
        legal(campaign, &OrderSet { seat, orders }, "options");
    }
}

/// Every kind of order is open, with an example that is not refused, or closed for a reason.
fn kinds_are_as_offered(campaign: &dyn Campaign, seat: SeatId) {
    if !campaign.awaiting().iter().any(|wait| wait.seat == seat) {
        return;
    }
    for now in campaign.kinds_now(seat, &campaign.read_orders(&json!([]))) {
        let kind = &now.info.kind;
        match (now.example, now.closed) {
            (Some((order, shorthand)), None) => {
                assert_eq!(order["type"], *kind);
                let read = campaign.parse(seat, &shorthand);
                assert!(read.diagnostics.is_empty(), "{shorthand}: {:?}", read.diagnostics);
                let orders = campaign.read_orders(&json!([order]));
                legal(campaign, &OrderSet { seat, orders }, "the example of a kind of order");
            }
            (None, Some(reason)) => assert!(!reason.detail.is_empty(), "{kind}: {reason:?}"),
            (example, closed) => panic!("{kind} is neither open nor closed: {example:?}, {closed:?}"),
        }
    }
}

/// Every answer that is offered ready made is legal, and says what it does.
fn answers_are_legal(campaign: &dyn Campaign, seat: SeatId) {
    let is_asked = campaign.awaiting().iter().any(|wait| wait.seat == seat && wait.kind == AwaitKind::Decision);
    let answers = campaign.quick_answers(seat);
    assert!(is_asked || answers.is_empty(), "answers of {seat} to nothing: {answers:?}");
    for answer in answers {
        assert!(!answer.title.is_empty() && !answer.orders.is_empty(), "{answer:?}");
        let orders = campaign.read_orders(&json!(answer.orders));
        legal(campaign, &OrderSet { seat, orders }, "a quick answer");
    }
}

fn save_and_load(ruleset: &dyn Ruleset, campaign: &dyn Campaign) {
    let bytes = campaign.snapshot();
    let loaded = ruleset.load(&bytes).expect("a snapshot loads");
    assert_eq!(loaded.snapshot(), bytes, "a loaded campaign saves differently");
    assert_eq!(loaded.awaiting(), campaign.awaiting());
}

fn chains_are_legal(campaign: &dyn Campaign, seat: SeatId, seed: &GameSeed, tries: u32) {
    if !campaign.awaiting().iter().any(|wait| wait.seat == seat) {
        return;
    }
    let Some(planner) = campaign.planner(seat) else { return };
    for number in 0..tries {
        let mut dice = Dice::keyed(seed, &format!("chain {number}, step {}, seat {}", campaign.step(), seat.0));
        let mut stream = dice.stream("chain", seat.0, 0);
        let walked = chain(planner.as_ref(), |question| {
            let count = question.answers.len();
            assert!((2..=12).contains(&count), "{:?} has {count} answers", question.about);
            stream.pick(count, RULE) as u8
        });
        let answers: Vec<u8> = walked.iter().map(|(_, answer)| *answer).collect();
        for cut in [0, answers.len() / 2, answers.len()] {
            let orders = planner.orders(&answers[..cut]);
            legal(campaign, &OrderSet { seat, orders }, &format!("answers {:?}", &answers[..cut]));
        }
        let cut = stream.pick(walked.len() + 1, RULE);
        let asked = walked.get(cut).map(|(question, _)| question);
        notes_change_nothing(campaign, planner.as_ref(), &answers[..cut], asked);
        let mut again = walked.iter();
        let orders = planner.walk(&mut |question| {
            let (asked, answer) = again.next().expect("a walk asks no more than the chain");
            assert_eq!(question, asked, "a walk asks what the chain asks");
            *answer
        });
        assert_eq!(orders, planner.orders(&answers), "a walk ends at the orders of its answers");
    }
    let mut dice = Dice::keyed(seed, &format!("habit, step {}, seat {}", campaign.step(), seat.0));
    let orders = planner.sample(&mut dice).rollout_policy(seat, &mut dice);
    legal(campaign, &OrderSet { seat, orders }, "the rollout policy");
}

/// What a planner has noted while it answered other questions makes no difference to this one.
fn notes_change_nothing(campaign: &dyn Campaign, planner: &dyn Planner, answers: &[Answer], asked: Option<&Question>) {
    let fresh = || campaign.planner(planner.seat()).expect("there is a planner");
    assert_eq!(fresh().ask(answers).as_ref(), asked, "notes change the question after {answers:?}");
    assert_eq!(fresh().orders(answers), planner.orders(answers), "notes change the orders of {answers:?}");
}

/// A determinization is what a seat may think possible: there it sees what it sees in truth, and it can go on.
fn determinizations_fit_what_is_known(campaign: &dyn Campaign, seat: SeatId, seed: &GameSeed) {
    let mut dice = Dice::keyed(seed, &format!("imagined, step {}, seat {}", campaign.step(), seat.0)).quiet();
    let Some(planner) = campaign.planner(seat) else { return };
    let mut sampled = planner.sample(&mut dice);
    assert_eq!(sampled.view(seat), campaign.view(seat), "{seat} samples a state that it knows to be another");
    let awaited = next_to_act(campaign);
    assert_eq!(sampled.to_act(), awaited, "{seat} thinks that others are to act");
    if !awaited.is_empty() {
        let clock = sampled.clock();
        sampled.step(&[(seat, &[])], &mut dice);
        assert!(sampled.clock() >= clock, "time runs backwards in a determinization");
        let total: u32 = sampled.evaluate().iter().sum();
        assert!(total <= 1_000_000, "the shares of a determinization add up to {total} millionths");
    }
}

fn legal(campaign: &dyn Campaign, set: &OrderSet, source: &str) {
    let checked = campaign.check(set.seat, &set.orders);
    let bad = checked.iter().find(|verdict| verdict.status == VerdictStatus::Refused);
    let orders = set.orders.to_json();
    if let Some(verdict) = bad {
        let order = &orders[verdict.index];
        panic!("{source} of {} at step {}: {order} is refused: {verdict:?}", set.seat, campaign.step());
    }
    assert_eq!(campaign.read_orders(&orders), set.orders, "{source} of {} do not read back from JSON", set.seat);
}

fn shorthand_round_trip(campaign: &dyn Campaign, set: &OrderSet) {
    let text = campaign.print(set.seat, &set.orders);
    let parsed = campaign.parse(set.seat, &text);
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:?}", parsed.diagnostics);
    assert_eq!(parsed.orders, set.orders, "shorthand does not read back:\n{text}");
}
