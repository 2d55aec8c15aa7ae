//! Eternal Rome as a rule system of the kernel.

use std::sync::Arc;

use kernel::{
    About, Answer, Await, Diagnostic, Dice, Document, EventRecord, Feature, Figure, Gallery, GameSeed, GameSystem,
    MapOptions, MarkedEvents, Menu, Notation, OrderOptions, Outcome, Planning, Question, QuickAnswer, Resolution,
    ScenarioSummary, SeatId, SeatInfo, SetupError, Span, Standing, StepMode, Telling, Tuning, Verdict, Visibility,
    Weights,
};
use serde_json::Value;

use crate::about;
use crate::knowledge::Knowledge;
use crate::knowledge::view::View;
use crate::model::scenario::{Options, Scenario, shipped};
use crate::model::state::{EndReason, Phase, State};
use crate::orders::Order;
use crate::orders::{carry_out, options};
use crate::player::sampling;
use crate::player::{self, random};
use crate::rules::event::Event;
use crate::rules::standing;
use crate::text::{self, describe, shorthand};

/// The rule system.
pub struct EternalRome {
    about: About,
}

impl Default for EternalRome {
    fn default() -> Self {
        Self { about: about::about() }
    }
}

impl GameSystem for EternalRome {
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
        let seat = |(at, seat): (usize, &crate::model::scenario::SeatRecord)| {
            let majors = sc.powers.iter().filter(|power| power.seat == Some(SeatId(at as u16)));
            SeatInfo {
                key: seat.key.clone(),
                name: seat.name.clone(),
                description: seat.description.trim().to_owned(),
                colour: seat.colour.clone(),
                powers: majors.map(|power| power.code.to_string()).collect(),
            }
        };
        ScenarioSummary {
            id: sc.id.clone(),
            title: sc.title.clone(),
            summary: sc.summary.trim().to_owned(),
            seats: sc.seats.iter().enumerate().map(seat).collect(),
            begins: sc.start.to_string(),
            ends: sc.end.to_string(),
            // A step is an order set, and how many there are is for the players to say.
            steps: None,
        }
    }

    fn describe(sc: &Scenario) -> Value {
        describe::scenario(sc)
    }

    fn start(sc: &Scenario, options: &Value, seed: &GameSeed) -> Result<State, SetupError> {
        let mut st = State::start(sc, chosen(sc, options)?);
        carry_out::open(sc, &mut st, &mut Dice::keyed(seed, "start"));
        Ok(st)
    }

    fn step(st: &State) -> u32 {
        st.steps
    }

    fn label(_: &Scenario, st: &State) -> String {
        let season = if st.winter { " (winter)" } else { "" };
        match st.stage.played().map(Phase::title) {
            Some(title) if st.ending.is_none() => format!("{}{season}, {title}", st.month),
            _ => format!("{}{season}", st.month),
        }
    }

    fn mode(_: &Scenario, _: &State) -> StepMode {
        StepMode::Immediate
    }

    fn awaiting(sc: &Scenario, st: &State) -> Vec<Await> {
        carry_out::awaiting(sc, st)
    }

    /// Policies, wishes for options and distance queries may come at any time (section 5).
    fn takes_standing_orders(sc: &Scenario, st: &State, seat: SeatId) -> bool {
        st.ending.is_none() && seat.index() < sc.seats.len()
    }

    fn outcome(sc: &Scenario, st: &State) -> Option<Outcome> {
        let ending = st.ending.as_ref()?;
        let first: Vec<&str> = ending
            .ranking
            .iter()
            .filter(|(_, place)| *place == 1)
            .map(|(seat, _)| sc.seats[seat.index()].name.as_str())
            .collect();
        let reason = match (ending.reason, first.as_slice()) {
            (EndReason::Victory, [one]) => format!("{one} has fulfilled the victory conditions"),
            (EndReason::Victory, several) => {
                format!("{} have fulfilled as many victory conditions", several.join(" and "))
            }
            (EndReason::LastStanding, [one]) => format!("every major power but those of {one} has dissolved"),
            (EndReason::LastStanding, _) => "no major power is left".to_owned(),
            (EndReason::Date, [one]) => format!("{} was the last month, and {one} has fulfilled most", sc.end),
            (EndReason::Date, _) => format!("{} was the last month: a draw", sc.end),
        };
        Some(Outcome { reason, ranking: Self::standings(sc, st) })
    }

    fn standings(sc: &Scenario, st: &State) -> Vec<Standing> {
        standing::of(sc, st)
    }

    fn advance(
        sc: &Scenario, st: &mut State, order_sets: &[(SeatId, Vec<Order>)], dice: &mut Dice,
    ) -> Resolution<Event> {
        carry_out::advance(sc, st, order_sets, dice)
    }
}

impl Visibility for EternalRome {
    type Knowledge = Knowledge;
    type View = View;

    fn knowledge(sc: &Scenario, st: &State, seat: SeatId) -> Knowledge {
        Knowledge::of(sc, st, seat)
    }

    fn view(sc: &Scenario, knowledge: &Knowledge) -> View {
        knowledge.view(sc)
    }

    fn check(sc: &Scenario, known: &Knowledge, orders: &[Order]) -> Vec<Verdict> {
        carry_out::check(sc, known, orders)
    }

    fn default_orders(sc: &Scenario, known: &Knowledge) -> Vec<Order> {
        player::by_default(sc, known)
    }

    fn random_orders(sc: &Scenario, known: &Knowledge, dice: &mut Dice) -> Vec<Order> {
        random::orders(sc, known, dice)
    }
}

impl Notation for EternalRome {
    fn parse(sc: &Scenario, known: &Knowledge, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
        shorthand::parse(sc, known, text)
    }

    fn print(sc: &Scenario, _: &Knowledge, order: &Order) -> String {
        shorthand::print(sc, order)
    }
}

impl Telling for EternalRome {
    fn glossary() -> &'static [(&'static str, &'static str)] {
        crate::text::glossary::GLOSSARY
    }

    fn tell(sc: &Scenario, event: &Event) -> String {
        text::tell(sc, event)
    }

    fn place(sc: &Scenario, event: &Event) -> Option<String> {
        text::place(sc, event)
    }

    fn documents(sc: &Scenario, known: &Knowledge, entries: &[EventRecord]) -> Vec<Document> {
        text::documents(sc, known, entries)
    }

    fn figures(sc: &Scenario, known: &Knowledge) -> Vec<Figure> {
        text::figures::figures(sc, known)
    }

    const MARKED_EVENTS: MarkedEvents = MarkedEvents {
        moves: &["army_moved", "fleet_moved", "retreated_before_combat", "loser_retreated"],
        fights: &["battle_fought", "battle_heard", "siege_began", "city_taken"],
    };

    fn map_svg(sc: &Scenario, known: &Knowledge, options: &MapOptions) -> String {
        text::map_svg(sc, known, options)
    }
}

impl Gallery for EternalRome {
    type Public = View;

    fn public(sc: &Scenario, st: &State) -> View {
        Knowledge::of(sc, st, SeatId::NOBODY).view(sc)
    }

    fn public_map_svg(sc: &Scenario, public: &View, options: &MapOptions) -> String {
        text::draw(sc, public, options)
    }

    fn public_figures(sc: &Scenario, public: &View) -> Vec<Figure> {
        text::figures::public(sc, public)
    }
}

impl OrderOptions for EternalRome {
    fn menu<'a>(sc: &'a Scenario, known: &'a Knowledge, written: &'a [Order]) -> impl Menu + 'a {
        options::OrderMenu::new(sc, known, written)
    }

    fn quick_answers(sc: &Scenario, known: &Knowledge) -> Vec<QuickAnswer<Order>> {
        crate::text::quick_answers::quick_answers(sc, known)
    }
}

#[cfg(feature = "testing")]
impl testkit::Shuffle for EternalRome {
    fn shuffle_hidden(sc: &Scenario, st: &State, seat: SeatId, dice: &mut Dice) -> State {
        crate::knowledge::shuffle::hidden(sc, st, seat, dice)
    }
}

impl Planning for EternalRome {
    type Determinization = State;
    type Notes = ();

    fn tuning() -> Option<&'static Tuning> {
        Some(player::tuning())
    }

    fn ask(sc: &Scenario, known: &Knowledge, so_far: &[Answer]) -> Option<Question> {
        player::ask(sc, known, so_far)
    }

    fn orders(sc: &Scenario, known: &Knowledge, so_far: &[Answer]) -> Vec<Order> {
        player::orders(sc, known, so_far)
    }

    fn walk(sc: &Scenario, known: &Knowledge, choose: &mut dyn FnMut(&Question) -> Answer) -> Vec<Order> {
        player::walk(sc, known, choose)
    }

    fn resumed(_: &Scenario, known: &Knowledge) -> bool {
        player::resumed(known)
    }

    fn sample(sc: &Scenario, known: &Knowledge, dice: &mut Dice) -> State {
        sampling::sample(sc, known, dice)
    }

    fn known_in(sc: &Scenario, world: &State, seat: SeatId) -> Knowledge {
        Knowledge::of(sc, world, seat)
    }

    fn to_act(sc: &Scenario, world: &State) -> Vec<SeatId> {
        sampling::to_act(sc, world)
    }

    fn rollout_policy(sc: &Scenario, world: &State, seat: SeatId, dice: &mut Dice) -> Vec<Order> {
        player::rollout_policy(sc, world, seat, dice)
    }

    fn play_on(sc: &Scenario, world: &mut State, order_sets: &[(SeatId, Vec<Order>)], dice: &mut Dice) {
        sampling::play_on(sc, world, order_sets, dice);
    }

    fn clock(sc: &Scenario, world: &State) -> u32 {
        sampling::clock(sc, world)
    }

    fn evaluate(sc: &Scenario, world: &State) -> Vec<u32> {
        sampling::evaluation(sc, world)
    }

    fn weights() -> Option<&'static Weights> {
        Some(sampling::weights())
    }

    fn terms(sc: &Scenario, st: &State) -> Vec<Vec<i64>> {
        sampling::terms(sc, st)
    }

    fn features(sc: &Scenario, world: &State, seat: SeatId) -> Vec<Feature> {
        sampling::features(sc, world, seat)
    }
}

/// The scenario's options as the creator of a game changes them (ER-7.3, ER-11.15).
fn chosen(sc: &Scenario, given: &Value) -> Result<Options, SetupError> {
    let bad = |name: &str, reason: &str| SetupError::BadOption { name: name.into(), reason: reason.into() };
    let mut options = sc.options;
    let given = match given {
        Value::Null => return Ok(options),
        Value::Object(given) => given,
        _ => return Err(bad("options", "the options are a JSON object")),
    };
    for (name, value) in given {
        let flag = value.as_bool().ok_or_else(|| bad(name, "it is true or false"));
        match name.as_str() {
            "intelligence" => options.intelligence = flag?,
            "amphibious_invasion" => options.amphibious_invasion = flag?,
            _ => return Err(bad(name, "the options are intelligence and amphibious_invasion")),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn options_are_switched_by_name_and_nothing_else() {
        let sc = shipped::find("octavius-antonius").unwrap();
        let seed = GameSeed::from_number(1);
        let start = |options: Value| EternalRome::start(&sc, &options, &seed);
        let open = start(json!({ "intelligence": true })).unwrap();
        assert!(open.options.intelligence && open.options.amphibious_invasion);
        assert!(!start(Value::Null).unwrap().options.intelligence);
        for bad in [json!({ "fog": true }), json!({ "intelligence": 1 }), json!([1])] {
            assert!(start(bad).is_err());
        }
    }

    #[test]
    fn a_seat_out_of_turn_sets_its_policy() {
        let sc = shipped::find("octavius-antonius").unwrap();
        let mut st = EternalRome::start(&sc, &Value::Null, &GameSeed::from_number(1)).unwrap();
        let away = SeatId(1);
        assert!(EternalRome::awaiting(&sc, &st).iter().all(|wait| wait.seat != away));
        assert!(EternalRome::takes_standing_orders(&sc, &st, away));
        let order = serde_json::from_value(json!({ "type": "set_policy", "power": "ANT", "season": true })).unwrap();
        let resolution = EternalRome::advance(&sc, &mut st, &[(away, vec![order])], &mut Dice::middling());
        assert!(!resolution.verdicts[0][0].is_refused(), "{:?}", resolution.verdicts);
        let power = crate::model::names::find_power(&sc, "ANT").unwrap();
        assert_eq!(st.power(power).policy.season, Some(true), "ER-R45");
    }
}
