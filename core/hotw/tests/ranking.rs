//! Imagined futures rank sheets as the true game does: thirty positions, twelve sheets each, the mean of Spearman's rank
//! correlation between what a seat's imagined worlds promise and what the resolver brings in the true one.

use hotw::HistoryOfTheWorld as Hotw;
use hotw::orders::Order;
use hotw::phases;
use hotw::scenario::{Scenario, shipped};
use hotw::state::{Options, Stage, State};
use kernel::{Answer, Dice, GameSeed, GameSystem, Plannable, RuleRef, SeatId};

const TEST: RuleRef = RuleRef::new("test");
const POSITIONS: usize = 30;
const SHEETS: usize = 12;
/// Futures of a sheet on either side.
const LOTS: u32 = 8;
/// How far a future goes, in empires' turns: the seat's own and the next.
const TURNS: u32 = 2;

fn dice(label: &str) -> Dice {
    Dice::keyed(&GameSeed::from_number(77), label).quiet()
}

/// The sheet of first answers and eleven others, by random answers to the first four questions.
fn sheets(sc: &Scenario, st: &State, seat: SeatId) -> Vec<Vec<Order>> {
    let view = Hotw::view(sc, st, seat);
    let mut list = vec![Hotw::sheet(sc, &view, &[])];
    let mut dice = dice(&format!("answers at {}", st.step));
    let mut stream = dice.stream("answers", 0, 0);
    for _ in 0..40 {
        if list.len() == SHEETS {
            break;
        }
        // An answer beyond the last one is the last one.
        let answers: [Answer; 4] = std::array::from_fn(|_| stream.pick(7, TEST) as Answer);
        let sheet = Hotw::sheet(sc, &view, &answers);
        if !list.contains(&sheet) {
            list.push(sheet);
        }
    }
    list
}

/// A step of whoever acts, by habit.
fn habitual(sc: &Scenario, world: &mut State, dice: &mut Dice) {
    let Some(seat) = Hotw::to_act(sc, world).first().copied() else { return };
    let orders = Hotw::habit(sc, world, seat, dice);
    Hotw::forward(sc, world, &[(seat, orders)], dice);
}

/// By habit to the end of the comparison, and what it is worth then to a seat.
fn go_on(sc: &Scenario, mut world: State, until: u32, seat: SeatId, luck: &str) -> i64 {
    while Hotw::clock(sc, &world) < until && world.stage != Stage::Over {
        let mut dice = dice(&format!("{luck}, step {}", world.step));
        habitual(sc, &mut world, &mut dice);
    }
    i64::from(Hotw::worth(sc, &world)[seat.index()])
}

fn in_truth(sc: &Scenario, st: &State, seat: SeatId, sheet: &[Order]) -> i64 {
    let one = |lot: u32| {
        let luck = format!("truth {lot}");
        let mut after = st.clone();
        Hotw::advance(sc, &mut after, &[(seat, sheet.to_vec())], &mut dice(&luck));
        go_on(sc, after, Hotw::clock(sc, st) + TURNS, seat, &luck)
    };
    (0..LOTS).map(one).sum()
}

fn in_imagination(sc: &Scenario, st: &State, seat: SeatId, sheet: &[Order]) -> i64 {
    let view = Hotw::view(sc, st, seat);
    let one = |lot: u32| {
        let luck = format!("imagined {lot}");
        let mut world = Hotw::imagine(sc, &view, &mut dice(&format!("world {lot}")));
        Hotw::forward(sc, &mut world, &[(seat, sheet.to_vec())], &mut dice(&luck));
        go_on(sc, world, Hotw::clock(sc, st) + TURNS, seat, &luck)
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
fn imagined_futures_rank_sheets_as_the_true_game_does() {
    let sc = shipped::find("world-4").expect("a shipped scenario");
    let mut found: Vec<f64> = Vec::new();
    for game in 0.. {
        let seed = GameSeed::from_number(500 + game);
        let mut st = phases::start(&sc, Options::default(), &mut Dice::keyed(&seed, "start").quiet());
        let mut last = 0;
        while st.stage != Stage::Over && found.len() < POSITIONS {
            let clock = Hotw::clock(&sc, &st);
            // The beginning of every third empire's turn.
            if matches!(st.stage, Stage::Turn(_)) && clock >= last + 3 {
                last = clock;
                let seat = Hotw::to_act(&sc, &st)[0];
                let sheets = sheets(&sc, &st, seat);
                if sheets.len() == SHEETS {
                    let truth: Vec<i64> = sheets.iter().map(|sheet| in_truth(&sc, &st, seat, sheet)).collect();
                    let hoped: Vec<i64> = sheets.iter().map(|sheet| in_imagination(&sc, &st, seat, sheet)).collect();
                    found.push(spearman(&truth, &hoped));
                }
            }
            let mut dice = Dice::for_step(&seed, st.step + 1).quiet();
            habitual(&sc, &mut st, &mut dice);
        }
        if found.len() == POSITIONS {
            break;
        }
    }
    let mean = found.iter().sum::<f64>() / found.len() as f64;
    println!("mean rank correlation {mean:.2} of {found:.2?}");
    assert!(mean >= 0.6, "mean rank correlation {mean:.2} of {found:.2?}");
}

#[test]
fn equal_orders_correlate_fully_and_opposite_ones_not_at_all() {
    assert!((spearman(&[1, 2, 3, 4], &[10, 20, 30, 40]) - 1.0).abs() < 1e-9);
    assert!((spearman(&[1, 2, 3, 4], &[4, 3, 2, 1]) + 1.0).abs() < 1e-9);
    assert!(spearman(&[1, 2, 3, 4], &[5, 5, 5, 5]).abs() < 1e-9);
}
