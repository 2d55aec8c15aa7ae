//! The revised sample game (HW-11): every line of the source's replay, through the room's own orders.
//!
//! `tests/data/sample-game.toml` is the script; `docs/rules/hotw.md` prints the same lines, and the two are compared.

use hotw::orders::{DeallocateOrder, EndExpansionOrder, PlaceSumeriaOrder};
use std::collections::BTreeMap;
use std::sync::Arc;

use hotw::HistoryOfTheWorld as Hotw;
use hotw::knowledge::view::View;
use hotw::model::ids::{LandId, WaterId};
use hotw::model::scenario::{Scenario, shipped};
use hotw::model::state::{Method, State};
use hotw::orders::Order;
use hotw::rules::event::{Event, EventKind};
use kernel::{Addressed, Dice, GameSeed, GameSystem, SeatId, Verdict, Visibility};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    sumeria: Vec<String>,
    turn: Vec<TurnScript>,
    deviation: Vec<Deviation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnScript {
    player: String,
    empire: String,
    #[serde(default)]
    opening: Vec<Order>,
    #[serde(default)]
    closing: Vec<Order>,
    #[serde(default)]
    step: Vec<Step>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    id: String,
    before: String,
    orders: Vec<Order>,
    #[serde(default)]
    dice: Vec<i32>,
    after: String,
    /// What the table said, such as `Rigid(2,11)=0`.
    table: Option<String>,
    /// What the index did, such as `(7,15)=0 0 lost`.
    #[serde(default)]
    shifts: Vec<String>,
    /// Defenders removed.
    removed: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deviation {
    id: String,
    step: String,
    shown: String,
    why: Option<String>,
    land: Option<String>,
    water: Option<String>,
    rule: Option<String>,
    reach: Option<String>,
    stacks: Option<Vec<String>>,
}

/// A game under way.
#[derive(Clone)]
struct Table {
    sc: Arc<Scenario>,
    st: State,
}

type Played = (Vec<Addressed<Event>>, Vec<Verdict>);

impl Table {
    fn seat(&self) -> SeatId {
        SeatId(u16::from(self.sc.colour(self.st.active().expect("somebody is to act")).seat))
    }

    fn view(&self) -> View {
        Hotw::view(&self.sc, &Hotw::knowledge(&self.sc, &self.st, self.seat()))
    }

    fn array(&self) -> String {
        self.view().turn.map_or(String::new(), |turn| turn.array)
    }

    fn empire(&self) -> &str {
        let turn = self.st.turn().expect("a turn");
        &self.sc.board.empire(turn.career.empire).id
    }

    fn land(&self, id: &str) -> LandId {
        self.sc.board.land_ids().find(|land| self.sc.board.land(*land).id == id).expect("a Land")
    }

    fn water(&self, id: &str) -> WaterId {
        self.sc.board.water_ids().find(|water| self.sc.board.water(*water).id == id).expect("a water")
    }

    /// Hands in one order set; the dice must show all their faces.
    fn hand_in(&mut self, orders: &[Order], faces: &[i32]) -> Played {
        let mut dice = Dice::scripted(faces.iter().copied());
        let seat = self.seat();
        let done = Hotw::advance(&self.sc, &mut self.st, &[(seat, orders.to_vec())], &mut dice);
        assert!(dice.exhausted(), "a roll too few in {orders:?}");
        (done.events, done.verdicts.into_iter().next().unwrap_or_default())
    }

    fn play(&mut self, what: &str, orders: &[Order], faces: &[i32]) -> Vec<Addressed<Event>> {
        if orders.is_empty() {
            return Vec::new();
        }
        let (news, verdicts) = self.hand_in(orders, faces);
        let refused: Vec<_> = verdicts.iter().filter(|verdict| verdict.is_refused()).collect();
        assert!(refused.is_empty(), "{what}: {refused:?}");
        news
    }
}

fn script() -> Script {
    toml::from_str(include_str!("../data/sample-game.toml")).expect("the script can be read")
}

fn document() -> &'static str {
    include_str!("../../../../docs/rules/hotw.md")
}

/// Plays the script, handing every step with the table before and after it to `look`.
fn replay(mut look: impl FnMut(&Step, &Table, &Table, &[Addressed<Event>])) -> Table {
    let script = script();
    let sc = shipped::find("sample-game").expect("it ships");
    let st = Hotw::start(&sc, &serde_json::Value::Null, &GameSeed::from_number(11)).expect("it starts");
    let mut table = Table { sc, st };
    table.play("Sumeria", &[Order::PlaceSumeria(PlaceSumeriaOrder { lands: script.sumeria })], &[]);
    for turn in script.turn {
        let player = &table.sc.colour(table.st.active().expect("somebody")).key;
        assert_eq!((player, table.empire()), (&turn.player, turn.empire.as_str()));
        table.play(&turn.empire, &turn.opening, &[]);
        for step in &turn.step {
            let before = table.clone();
            let news = table.play(&step.id, &step.orders, &step.dice);
            look(step, &before, &table, &news);
        }
        table.play(&turn.empire, &turn.closing, &[]);
    }
    table
}

fn events<'a, T>(news: &'a [Addressed<Event>], pick: impl Fn(&'a EventKind) -> Option<T> + 'a) -> Vec<T> {
    news.iter().filter_map(|one| pick(&one.event.what)).collect()
}

/// The array before a step: of the first one the forces that arrive.
fn array_before(before: &Table, news: &[Addressed<Event>]) -> String {
    let arrived = events(news, |what| match what {
        EventKind::TurnBegan { forces, .. } => Some(format!("{{?:{forces}}}")),
        _ => None,
    });
    arrived.into_iter().next().unwrap_or_else(|| before.array())
}

#[test]
fn every_line_of_the_sample_game_is_reproduced() {
    let mut lines = 0;
    let last = replay(|step, before, after, news| {
        let id = &step.id;
        assert_eq!(array_before(before, news), step.before, "{id}, before");
        assert_eq!(after.array(), step.after, "{id}, after");
        let tables = events(news, |what| match what {
            EventKind::LookupMade { table, column, row, cell, .. } => {
                let name = if table == "rigid" { "Rigid" } else { "Compliant" };
                let cell = cell.map_or("none".to_owned(), |cell| cell.to_string());
                Some(format!("{name}({column},{row})={cell}"))
            }
            _ => None,
        });
        assert_eq!(tables, step.table.iter().cloned().collect::<Vec<_>>(), "{id}, table");
        let shifts = events(news, |what| match what {
            EventKind::IndexShifted { column, row, cell, lost, .. } => {
                Some(format!("({column},{row})={cell} {lost} lost"))
            }
            _ => None,
        });
        assert_eq!(shifts, step.shifts, "{id}, index");
        if let Some(wanted) = step.removed {
            let removed = events(news, |what| match what {
                EventKind::LandTaken { removed, .. } | EventKind::FleetPlaced { removed, .. } => Some(*removed),
                _ => None,
            });
            assert_eq!(removed, [wanted], "{id}, defenders removed");
        }
        lines += 1;
    });
    assert_eq!(lines, 62);
    assert!(last.st.turn().is_none(), "the sample game ends with the Romans");
}

/// The third lookup of Persia costs 1 VP (S39), and it is the only fee of the game.
#[test]
fn one_fee_is_paid() {
    let mut paid = Vec::new();
    replay(|step, before, after, _| {
        let player = before.st.active().expect("somebody");
        let fee = before.st.player(player).vp - after.st.player(player).vp;
        if fee != 0 {
            paid.push((step.id.clone(), fee));
        }
    });
    assert_eq!(paid, [("S39".to_owned(), 1)]);
}

/// The lines of the script are those printed in the rules.
#[test]
fn the_script_is_what_the_rules_print() {
    let printed: BTreeMap<&str, Vec<&str>> = document()
        .lines()
        .filter(|line| line.starts_with("| S") && line[3..].starts_with(|letter: char| letter.is_ascii_digit()))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>())
        .map(|cells| (cells[0], cells))
        .collect();
    let steps: Vec<Step> = script().turn.into_iter().flat_map(|turn| turn.step).collect();
    assert_eq!((printed.len(), steps.len()), (62, 62));
    for (number, step) in (1..).zip(&steps) {
        assert_eq!(step.id, format!("S{number}"));
        let cells = &printed[step.id.as_str()];
        let arrays = [cells[2].trim_matches('`'), cells[7].trim_matches('`')];
        assert_eq!(arrays, [step.before.as_str(), step.after.as_str()], "{}", step.id);
        let roll: i32 = step.dice.iter().sum();
        assert_eq!(cells[4].parse().unwrap_or(0), roll, "{}", step.id);
        let table = step.table.as_deref().unwrap_or_default();
        assert!(cells[6] == table || !step.shifts.is_empty(), "{}", step.id);
        let shifts = cells[6].split("; ").filter_map(|shift| shift.strip_prefix("shift to Compliant"));
        let shifts: Vec<String> = shifts.map(|shift| shift.replace(", ", " ").replacen("( ", "(", 1)).collect();
        assert_eq!(shifts, step.shifts, "{}", step.id);
    }
}

fn stacks(table: &Table) -> Vec<String> {
    let turn = table.st.turn().expect("a turn");
    let compliant = turn.career.pool.stacks.iter().filter_map(|stack| match stack.method {
        Method::Compliant { column, row } => Some(format!("{} x{} ({column},{row})", stack.defence, stack.forces)),
        Method::Rigid { .. } => None,
    });
    compliant.collect()
}

fn shows(deviation: &Deviation, step: &Step, before: &Table, after: &Table) {
    let id = &deviation.id;
    match deviation.shown.as_str() {
        "plays" | "not" => assert!(deviation.why.is_some(), "{id}: the reason"),
        "refused_without_fleet" => {
            let mut without = before.clone();
            let water = without.water(deviation.water.as_deref().expect("a water"));
            let player = without.st.active().expect("somebody");
            assert_ne!(without.st.fleets_of(player, water), 0, "{id}: there is a fleet");
            without.st.fleets[water.index()][player.index()] = 0;
            let (_, verdicts) = without.hand_in(&step.orders, &[]);
            assert!(verdicts[0].is_refused(), "{id}: {verdicts:?}");
            assert_eq!(verdicts[0].rule.as_ref().map(|rule| rule.as_str()), deviation.rule.as_deref(), "{id}");
        }
        "reach" => {
            let reach = before.view().turn.expect("a turn").reach;
            let ways = reach.iter().map(|one| format!("{} from {} at {}", one.space, one.via, one.defence));
            let wanted = deviation.reach.as_deref().expect("a way");
            assert!(ways.clone().any(|way| way == wanted), "{id}: {:?}", ways.collect::<Vec<_>>());
        }
        "same_with_armies" => {
            let land = before.land(deviation.land.as_deref().expect("a Land"));
            let garrison = before.st.land(land).army.expect("somebody is there");
            for armies in 0..=3 {
                let mut other = before.clone();
                other.st.land_mut(land).army =
                    (armies > 0).then_some(hotw::model::state::Garrison { armies, ..garrison });
                other.play(id, &step.orders, &step.dice);
                assert_eq!(other.array(), after.array(), "{id}: {armies} armies");
            }
        }
        "index_stays" => {
            assert_eq!(Some(stacks(after)), deviation.stacks, "{id}");
            let mut later = after.clone();
            later.play(id, &[Order::Deallocate(DeallocateOrder { stack: "2".into(), forces: 1 })], &[]);
            assert_eq!(later.array(), "{?:1}", "{id}");
        }
        "array_unmoved" => {
            let mut later = after.clone();
            let turns = script().turn;
            let turn = turns.iter().find(|turn| turn.step.iter().any(|one| one.id == step.id)).expect("a turn");
            let cards =
                turn.closing.iter().take_while(|order| !matches!(order, Order::EndExpansion(EndExpansionOrder {})));
            let cards: Vec<Order> = cards.cloned().collect();
            assert!(!cards.is_empty(), "{id}: the forts are built");
            later.play(id, &cards, &[]);
            assert_eq!(later.array(), after.array(), "{id}");
        }
        other => panic!("{id}: nothing is shown by {other}"),
    }
}

/// The departures listed in the rules, each tested where it can be.
#[test]
fn every_departure_is_listed_and_shown() {
    let script = script();
    let printed = document().lines().filter_map(|line| line.strip_prefix("| D")?.split_once(' '));
    let printed = printed.filter(|(number, _)| number.chars().all(|digit| digit.is_ascii_digit()));
    let printed: Vec<String> = printed.map(|(number, _)| format!("D{number}")).collect();
    let listed: Vec<&String> = script.deviation.iter().map(|deviation| &deviation.id).collect();
    assert_eq!(listed, printed.iter().collect::<Vec<_>>());
    let mut shown = 0;
    replay(|step, before, after, _| {
        for deviation in script.deviation.iter().filter(|deviation| deviation.step == step.id) {
            shows(deviation, step, before, after);
            shown += 1;
        }
    });
    assert_eq!(shown, script.deviation.len(), "every step named exists");
}
