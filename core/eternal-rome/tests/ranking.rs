//! Imagined futures rank sheets much as the true campaign does: the mean of Spearman's rank correlation between what a
//! seat's imagined worlds promise within the month and what the true one brings. Where the world is known the two agree
//! (`plans/worlds/tests.rs`); what is missing here is what the fog hides.

use std::collections::BTreeMap;

use eternal_rome::EternalRome;
use eternal_rome::orders::Order;
use eternal_rome::scenario::{Scenario, shipped};
use eternal_rome::state::State;
use kernel::{Answer, Dice, GameSeed, GameSystem, Plannable, RuleRef, SeatId};

const TEST: RuleRef = RuleRef::new("test");
const POSITIONS: usize = 30;
/// The mean rank correlation at least. The aim is 0.6: see `docs/ai.md`.
const LEAST: f64 = 0.2;
const SHEETS: usize = 8;
/// Futures of a sheet on either side.
const LOTS: u32 = 12;

fn dice(label: &str) -> Dice {
    Dice::keyed(&GameSeed::from_number(77), label).quiet()
}

/// The sheet of first answers and others by random answers to the first questions.
fn sheets(sc: &Scenario, st: &State, seat: SeatId) -> Vec<Vec<Order>> {
    let view = EternalRome::view(sc, st, seat);
    let mut list = vec![EternalRome::sheet(sc, &view, &[])];
    let mut dice = dice(&format!("answers at {}", st.steps));
    let mut stream = dice.stream("answers", 0, 0);
    for _ in 0..24 {
        if list.len() == SHEETS {
            break;
        }
        let answers: [Answer; 4] = std::array::from_fn(|_| stream.pick(4, TEST) as Answer);
        let sheet = EternalRome::sheet(sc, &view, &answers);
        if !list.contains(&sheet) {
            list.push(sheet);
        }
    }
    list
}

/// A step of whoever acts, by habit.
fn habitual(sc: &Scenario, world: &mut State, dice: &mut Dice) {
    let Some(seat) = EternalRome::to_act(sc, world).first().copied() else { return };
    let orders = EternalRome::habit(sc, world, seat, dice);
    EternalRome::forward(sc, world, &[(seat, orders)], dice);
}

/// By habit to the end of the month, and what it is worth then to a seat.
fn go_on(sc: &Scenario, mut world: State, seat: SeatId, luck: &str) -> i64 {
    let now = EternalRome::clock(sc, &world);
    let mut acts: BTreeMap<SeatId, u32> = BTreeMap::new();
    while EternalRome::clock(sc, &world) == now && world.ending.is_none() {
        // As search deals it: a reaction more or less leaves the luck of the others as it was.
        let actor = EternalRome::to_act(sc, &world)[0];
        let act = acts.entry(actor).or_default();
        *act += 1;
        habitual(sc, &mut world, &mut dice(&format!("{luck}, {actor}, act {act}")));
    }
    i64::from(EternalRome::worth(sc, &world)[seat.index()])
}

fn in_truth(sc: &Scenario, st: &State, seat: SeatId, sheet: &[Order]) -> i64 {
    let one = |lot: u32| {
        let luck = format!("lot {lot}");
        let mut after = st.clone();
        EternalRome::advance(sc, &mut after, &[(seat, sheet.to_vec())], &mut dice(&luck));
        go_on(sc, after, seat, &luck)
    };
    (0..LOTS).map(one).sum()
}

fn in_imagination(sc: &Scenario, st: &State, seat: SeatId, sheet: &[Order]) -> i64 {
    let view = EternalRome::view(sc, st, seat);
    let one = |lot: u32| {
        let luck = format!("lot {lot}");
        let mut world = EternalRome::imagine(sc, &view, &mut dice(&format!("world {lot}")));
        EternalRome::forward(sc, &mut world, &[(seat, sheet.to_vec())], &mut dice(&luck));
        go_on(sc, world, seat, &luck)
    };
    (0..LOTS).map(one).sum()
}

/// Ranks, those of equals averaged, times two.
fn ranks(values: &[i64]) -> Vec<i64> {
    let count = |wanted: &dyn Fn(i64) -> bool| values.iter().filter(|other| wanted(**other)).count() as i64;
    values.iter().map(|&value| 2 * count(&|other| other < value) + count(&|other| other == value)).collect()
}

/// Spearman's rank correlation; none where all are equal.
fn spearman(one: &[i64], other: &[i64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = one.iter().sum::<i64>() as f64 / one.len() as f64;
    let product =
        |a: &[i64], b: &[i64]| -> f64 { a.iter().zip(b).map(|(x, y)| (*x as f64 - mean) * (*y as f64 - mean)).sum() };
    let both = (product(&one, &one) * product(&other, &other)).sqrt();
    if both > 0.0 { product(&one, &other) / both } else { 0.0 }
}

#[test]
fn imagined_futures_rank_sheets_as_the_true_campaign_does() {
    let sc = shipped::find("bellum-siculum").expect("a shipped scenario");
    let mut found: Vec<f64> = Vec::new();
    for game in 0..30 {
        let seed = GameSeed::from_number(500 + game);
        let mut st = EternalRome::start(&sc, &serde_json::Value::Null, &seed).expect("it starts");
        let mut looked = 0;
        while st.ending.is_none() && found.len() < POSITIONS {
            let seat = EternalRome::to_act(&sc, &st)[0];
            let now = EternalRome::clock(&sc, &st);
            // One march of every month.
            if now >= looked && EternalRome::label(&sc, &st).ends_with("land movement phase") && st.stack.is_empty() {
                let sheets = sheets(&sc, &st, seat);
                if sheets.len() == SHEETS {
                    looked = now + 1;
                    let truth: Vec<i64> = sheets.iter().map(|sheet| in_truth(&sc, &st, seat, sheet)).collect();
                    let hoped: Vec<i64> = sheets.iter().map(|sheet| in_imagination(&sc, &st, seat, sheet)).collect();
                    // Where nothing that can be ordered changes the month there is nothing to rank.
                    if truth.iter().any(|worth| *worth != truth[0]) {
                        found.push(spearman(&truth, &hoped));
                    }
                }
            }
            let mut dice = Dice::for_step(&seed, st.steps + 1).quiet();
            habitual(&sc, &mut st, &mut dice);
        }
    }
    let mean = found.iter().sum::<f64>() / found.len().max(1) as f64;
    println!("mean rank correlation {mean:.2} of {found:.2?}");
    assert!(found.len() >= POSITIONS / 2 && mean >= LEAST, "mean rank correlation {mean:.2} of {found:.2?}");
}
