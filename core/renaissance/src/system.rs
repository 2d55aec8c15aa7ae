//! Renaissance as a rule system of the kernel. A seat is a family: seat 0 is the first of the scenario.

use std::sync::Arc;

use kernel::{
    About, Answer, Await, AwaitKind, Diagnostic, Dice, Document, EventRecord, Feature, Figure, Gallery, GameSeed,
    GameSystem, MapOptions, MarkedEvents, Menu, Notation, OrderOptions, Outcome, Planning, Question, Resolution,
    ScenarioSummary, SeatId, SeatInfo, SetupError, Span, Standing, StepMode, Telling, Tuning, Verdict, Visibility,
    Weights,
};
use serde_json::Value;

use crate::about;
use crate::knowledge::view::View;
use crate::knowledge::{Knowledge, render, sight};
use crate::model::calendar::Turn;
use crate::model::ids::FamilyId;
use crate::model::scenario::{FamilyRecord, Scenario};
use crate::model::shipped;
use crate::model::state::State;
use crate::orders::Order;
use crate::orders::carry_out::{FamilyOrders, check, play_month};
use crate::orders::options::OrderMenu;
use crate::player;
use crate::rules::deed::Deed;
use crate::rules::event::Event;
use crate::rules::telling::Failed;
use crate::rules::{prestige, setup, telling};
use crate::text;

/// The largest budget of actions that can be set.
const ACTIONS_MOST: u64 = 100_000;

/// The rule system.
pub struct Renaissance {
    about: About,
}

impl Default for Renaissance {
    fn default() -> Self {
        Self { about: about::about() }
    }
}

/// The family of a seat.
pub fn family_of(seat: SeatId) -> FamilyId {
    FamilyId(seat.0)
}

/// The seat of a family.
pub fn seat_of(family: FamilyId) -> SeatId {
    SeatId(family.0)
}

impl GameSystem for Renaissance {
    type Scenario = Scenario;
    type State = State;
    type Order = Order;
    type Event = Event;

    const SNAPSHOT_VERSION: u16 = 1;

    fn about(&self) -> &About {
        &self.about
    }

    fn scenarios(&self) -> &[Arc<Scenario>] {
        shipped::shipped()
    }

    fn scenario_id(sc: &Scenario) -> String {
        sc.id.clone()
    }

    fn summary(sc: &Scenario) -> ScenarioSummary {
        let seat = |family: &FamilyRecord| SeatInfo {
            key: family.key.to_string(),
            name: family.name.to_string(),
            description: family.description.trim().to_owned(),
            colour: family.colour.clone(),
            powers: vec![family.key.to_string()],
        };
        ScenarioSummary {
            id: sc.id.clone(),
            title: sc.title.clone(),
            summary: sc.summary.trim().to_owned(),
            seats: sc.families.iter().map(seat).collect(),
            begins: sc.date(Turn(1)).to_string(),
            ends: sc.date(Turn(sc.game_turns)).to_string(),
            steps: Some(u32::from(sc.game_turns)),
        }
    }

    fn describe(sc: &Scenario) -> Value {
        text::describe::scenario(sc)
    }

    fn start(sc: &Scenario, options: &Value, _: &GameSeed) -> Result<State, SetupError> {
        let mut st = setup::start(sc).0;
        if let Some(most) = budget(options)? {
            st.action_budget = most;
        }
        Ok(st)
    }

    fn step(st: &State) -> u32 {
        u32::from(st.turn.0) - 1
    }

    fn label(sc: &Scenario, st: &State) -> String {
        let now = if st.ended.is_some() { Turn(st.turn.0 - 1) } else { st.turn };
        sc.date(now).to_string()
    }

    fn mode(_: &Scenario, _: &State) -> StepMode {
        StepMode::Sealed
    }

    fn awaiting(sc: &Scenario, st: &State) -> Vec<Await> {
        if st.ended.is_some() {
            return Vec::new();
        }
        let awaits = |family: FamilyId| Await {
            seat: seat_of(family),
            powers: vec![sc.family(family).key.to_string()],
            kind: AwaitKind::Orders,
            phase: about::MONTH.into(),
            prompt: format!("Orders for {}", sc.date(st.turn)),
            default: "its personae do nothing; upkeep is paid (RN-2.9, RN-2.10)".into(),
        };
        sc.family_ids().map(awaits).collect()
    }

    fn outcome(sc: &Scenario, st: &State) -> Option<Outcome> {
        let ranking = st.ended.as_ref()?;
        let first = &sc.family(ranking[0]).name;
        let reason = format!("it was the last month, and the {first} have gained most prestige (RN-R133)");
        Some(Outcome { reason, ranking: Self::standings(sc, st) })
    }

    fn standings(sc: &Scenario, st: &State) -> Vec<Standing> {
        let ranking = st.ended.clone().unwrap_or_else(|| prestige::ranking(sc, st));
        let weight = |family: &FamilyId| prestige::of_family(sc, st, *family).max(0) as u64;
        let shares = kernel::exact::apportion(1_000_000, &ranking.iter().map(weight).collect::<Vec<_>>());
        let line = |((at, family), share): ((usize, &FamilyId), u32)| Standing {
            seat: seat_of(*family),
            rank: at as u16 + 1,
            points: prestige::of_family(sc, st, *family),
            share,
            eliminated: false,
        };
        ranking.iter().enumerate().zip(shares).map(line).collect()
    }

    fn advance(sc: &Scenario, st: &mut State, sets: &[(SeatId, Vec<Order>)], dice: &mut Dice) -> Resolution<Event> {
        let sets = sets_of(sets);
        let played = play_month(sc, st, &sets, dice);
        let acted: Vec<(FamilyId, u32)> =
            played.queue.iter().map(|at| (sets[*at].family, played.actions[*at])).collect();
        let failed = played.refused.iter().map(|(set, index, refusal)| Failed {
            family: sets[*set].family,
            order: sets[*set].orders[*index].print(),
            refusal: refusal.clone(),
        });
        let failed: Vec<Failed> = failed.collect();
        let deeds: Vec<&Deed> = played.deeds.iter().chain(&played.opening).collect();
        let events = telling::of_month(sc, st, &acted, &failed, &deeds);
        Resolution { events, verdicts: played.verdicts }
    }
}

/// The budget of actions that the creator of a game sets (RN-R15).
fn budget(options: &Value) -> Result<Option<u32>, SetupError> {
    let wrong = |name: &str, reason: &str| SetupError::BadOption { name: name.to_owned(), reason: reason.to_owned() };
    let given = match options {
        Value::Null => return Ok(None),
        Value::Object(given) => given,
        _ => return Err(wrong("options", "the options are a JSON object")),
    };
    if let Some(name) = given.keys().find(|name| *name != "action_budget") {
        return Err(wrong(name, "the only option is action_budget"));
    }
    match given.get("action_budget") {
        None | Some(Value::Null) => Ok(None),
        Some(most) => {
            let most = most.as_u64().filter(|most| (1..=ACTIONS_MOST).contains(most)).map(|most| most as u32);
            most.map(Some).ok_or_else(|| wrong("action_budget", "it is a whole number of 1 to 100,000"))
        }
    }
}

fn sets_of(sets: &[(SeatId, Vec<Order>)]) -> Vec<FamilyOrders<'_>> {
    sets.iter().map(|(seat, orders)| FamilyOrders { family: family_of(*seat), orders }).collect()
}

impl Visibility for Renaissance {
    type Knowledge = Knowledge;
    type View = View;

    fn knowledge(sc: &Scenario, st: &State, seat: SeatId) -> Knowledge {
        sight::knowledge(sc, st, family_of(seat))
    }

    fn view(sc: &Scenario, knowledge: &Knowledge) -> View {
        render::view(sc, knowledge)
    }

    fn check(sc: &Scenario, knowledge: &Knowledge, orders: &[Order]) -> Vec<Verdict> {
        check(sc, &knowledge.state, FamilyOrders { family: knowledge.family, orders })
    }

    fn default_orders(_: &Scenario, _: &Knowledge) -> Vec<Order> {
        // Who hands in nothing does nothing (RN-2.9).
        Vec::new()
    }

    fn random_orders(sc: &Scenario, knowledge: &Knowledge, dice: &mut Dice) -> Vec<Order> {
        player::random(sc, knowledge, dice)
    }
}

impl Notation for Renaissance {
    fn parse(_: &Scenario, _: &Knowledge, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
        text::shorthand::parse(text)
    }

    fn print(_: &Scenario, _: &Knowledge, order: &Order) -> String {
        order.print()
    }
}

impl Telling for Renaissance {
    fn glossary() -> &'static [(&'static str, &'static str)] {
        text::glossary::GLOSSARY
    }

    fn tell(_: &Scenario, event: &Event) -> String {
        text::events::tell(event)
    }

    fn place(_: &Scenario, event: &Event) -> Option<String> {
        text::events::place(event)
    }

    fn documents(sc: &Scenario, knowledge: &Knowledge, events: &[EventRecord]) -> Vec<Document> {
        text::papers::documents(sc, knowledge, events)
    }

    fn figures(sc: &Scenario, knowledge: &Knowledge) -> Vec<Figure> {
        text::figures::figures(sc, knowledge)
    }

    const MARKED_EVENTS: MarkedEvents = MarkedEvents {
        moves: &["marched", "sailed", "withdrew"],
        fights: &["battle_fought", "battle_heard", "siege_began"],
    };

    fn map_svg(sc: &Scenario, knowledge: &Knowledge, options: &MapOptions) -> String {
        text::map::map_svg(sc, knowledge, options)
    }
}

impl Gallery for Renaissance {
    type Public = State;

    fn public(sc: &Scenario, st: &State) -> State {
        sight::public(sc, st)
    }

    fn public_map_svg(sc: &Scenario, public: &State, options: &MapOptions) -> String {
        text::map::public_map_svg(sc, public, options)
    }

    fn public_figures(sc: &Scenario, public: &State) -> Vec<Figure> {
        text::figures::public(sc, public)
    }
}

impl OrderOptions for Renaissance {
    fn menu<'a>(sc: &'a Scenario, knowledge: &'a Knowledge, written: &'a [Order]) -> impl Menu + 'a {
        OrderMenu::new(sc, knowledge, written)
    }
}

impl Planning for Renaissance {
    type Determinization = State;
    type Notes = ();

    fn tuning() -> Option<&'static Tuning> {
        Some(player::tuning())
    }

    fn ask(sc: &Scenario, knowledge: &Knowledge, so_far: &[Answer]) -> Option<Question> {
        player::ask(sc, knowledge, so_far)
    }

    fn orders(sc: &Scenario, knowledge: &Knowledge, so_far: &[Answer]) -> Vec<Order> {
        player::orders(sc, knowledge, so_far)
    }

    fn walk(sc: &Scenario, knowledge: &Knowledge, choose: &mut dyn FnMut(&Question) -> Answer) -> Vec<Order> {
        player::walk(sc, knowledge, choose)
    }

    fn sample(sc: &Scenario, knowledge: &Knowledge, dice: &mut Dice) -> State {
        player::sample(sc, knowledge, dice)
    }

    fn known_in(sc: &Scenario, world: &State, seat: SeatId) -> Knowledge {
        sight::knowledge(sc, world, family_of(seat))
    }

    fn to_act(sc: &Scenario, world: &State) -> Vec<SeatId> {
        Self::awaiting(sc, world).iter().map(|wait| wait.seat).collect()
    }

    fn rollout_policy(sc: &Scenario, world: &State, seat: SeatId, dice: &mut Dice) -> Vec<Order> {
        player::rollout_policy(sc, world, family_of(seat), dice)
    }

    fn play_on(sc: &Scenario, world: &mut State, sets: &[(SeatId, Vec<Order>)], dice: &mut Dice) {
        play_month(sc, world, &sets_of(sets), dice);
    }

    fn clock(_: &Scenario, world: &State) -> u32 {
        u32::from(world.turn.0)
    }

    fn evaluate(sc: &Scenario, world: &State) -> Vec<u32> {
        player::evaluate(sc, world)
    }

    fn weights() -> Option<&'static Weights> {
        Some(player::weights())
    }

    fn terms(sc: &Scenario, st: &State) -> Vec<Vec<i64>> {
        sc.family_ids().map(|family| player::terms(sc, st, family)).collect()
    }

    fn features(sc: &Scenario, world: &State, seat: SeatId) -> Vec<Feature> {
        player::features(sc, world, family_of(seat))
    }
}

#[cfg(feature = "testing")]
impl testkit::Shuffle for Renaissance {
    fn shuffle_hidden(sc: &Scenario, st: &State, seat: SeatId, dice: &mut Dice) -> State {
        crate::knowledge::shuffle::hidden(sc, st, family_of(seat), dice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_budget_of_actions_is_the_only_option() {
        let sc = shipped::find("romagna-1493").expect("it ships");
        let start = |options: Value| Renaissance::start(&sc, &options, &GameSeed::from_number(1));
        assert_eq!(start(json!({ "action_budget": 40 })).expect("it starts").action_budget, 40);
        for free in [Value::Null, json!({}), json!({ "action_budget": null })] {
            assert_eq!(start(free).expect("it starts").action_budget, 0);
        }
        for bad in [json!({ "action_budget": 0 }), json!({ "action_budget": "x" }), json!({ "fog": 1 }), json!([1])] {
            assert!(start(bad).is_err());
        }
    }
}
