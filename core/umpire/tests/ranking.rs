//! Imagined futures rank sheets as the true world does: thirty positions, twelve sheets each, the mean of Spearman's
//! rank correlation between what a seat's imagined worlds promise and what the resolver brings, on the same dice.

use std::sync::Arc;

use kernel::{Answer, Dice, GameSeed, GameSystem, Plannable, RuleRef, SeatId};
use umpire::Umpire;
use umpire::ids::NationId;
use umpire::orders::Order;
use umpire::plans::World;
use umpire::scenario::{Scenario, shipped};
use umpire::state::State;

const TEST: RuleRef = RuleRef::new("test");
const SHEETS: usize = 12;
/// Futures of each kind; those of one number have the same dice, so that luck is no part of the comparison.
const LOTS: u64 = 24;
/// Turns of a comparison: the one the sheet is for, and what follows by habit.
const TURNS: u32 = 2;

type Sheets = Vec<(SeatId, Vec<Order>)>;

fn dice(label: &str) -> Dice {
    Dice::keyed(&GameSeed::from_number(77), label).quiet()
}

fn guesses(sc: &Scenario, st: &State) -> Sheets {
    let seats = Umpire::awaiting(sc, st).into_iter().map(|wait| wait.seat);
    seats.map(|seat| (seat, Umpire::sheet(sc, &Umpire::view(sc, st, seat), &[]))).collect()
}

/// The first sheet and eleven others by random answers.
fn sheets(sc: &Scenario, st: &State, seat: SeatId) -> Vec<Vec<Order>> {
    let view = Umpire::view(sc, st, seat);
    let mut list = vec![Umpire::sheet(sc, &view, &[])];
    for number in 0..40 {
        let mut dice = dice(&format!("answers {number} {}", seat.0));
        let mut stream = dice.stream("answers", seat.0, st.turn as u16);
        let mut answers: Vec<Answer> = Vec::new();
        while let Some(question) = Umpire::ask(sc, &view, &answers) {
            answers.push(stream.pick(question.answers.len(), TEST) as Answer);
        }
        let sheet = Umpire::sheet(sc, &view, &answers);
        if !list.contains(&sheet) && list.len() < SHEETS {
            list.push(sheet);
        }
    }
    list
}

/// Some turns by habit.
fn go_on(sc: &Scenario, world: &mut World, turns: u32, dice: &mut Dice) {
    for _ in 0..turns {
        let seats = Umpire::to_act(sc, world);
        let habits: Sheets = seats.into_iter().map(|seat| (seat, Umpire::habit(sc, world, seat, dice))).collect();
        Umpire::forward(sc, world, &habits, dice);
    }
}

fn share(sc: &Scenario, world: &World, seat: SeatId) -> i64 {
    i64::from(Umpire::worth(sc, world)[seat.index()])
}

/// What a sheet brings in the true world, against what the others truly order.
fn in_truth(sc: &Scenario, st: &State, others: &Sheets, seat: SeatId, sheet: &[Order]) -> i64 {
    let one = |number: u64| {
        let mut dice = dice(&format!("lot {number}"));
        let mut after = st.clone();
        let sheets: Sheets = others
            .iter()
            .map(|(who, orders)| (*who, if *who == seat { sheet.to_vec() } else { orders.clone() }))
            .collect();
        Umpire::advance(sc, &mut after, &sheets, &mut dice);
        let mut world = World::imagined(after, NationId::at(seat.index()));
        go_on(sc, &mut world, TURNS - 1, &mut dice);
        share(sc, &world, seat)
    };
    (0..LOTS).map(one).sum()
}

/// What it brings in worlds that the seat imagines.
fn in_imagination(sc: &Scenario, worlds: &[World], seat: SeatId, sheet: &[Order]) -> i64 {
    let one = |(number, world): (usize, &World)| {
        let mut dice = dice(&format!("lot {number}"));
        let mut world = world.clone();
        let seats = Umpire::to_act(sc, &world);
        let sheets: Sheets = seats
            .into_iter()
            .map(|who| (who, if who == seat { sheet.to_vec() } else { Umpire::habit(sc, &world, who, &mut dice) }))
            .collect();
        Umpire::forward(sc, &mut world, &sheets, &mut dice);
        go_on(sc, &mut world, TURNS - 1, &mut dice);
        share(sc, &world, seat)
    };
    worlds.iter().enumerate().map(one).sum()
}

/// Ranks, those of equals averaged, times two.
fn ranks(values: &[i64]) -> Vec<i64> {
    let below = |value: i64| values.iter().filter(|other| **other < value).count() as i64;
    let equal = |value: i64| values.iter().filter(|other| **other == value).count() as i64;
    values.iter().map(|&value| 2 * below(value) + equal(value)).collect()
}

/// Spearman's rank correlation.
fn spearman(one: &[i64], other: &[i64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = one.iter().sum::<i64>() as f64 / one.len() as f64;
    let product =
        |a: &[i64], b: &[i64]| -> f64 { a.iter().zip(b).map(|(x, y)| (*x as f64 - mean) * (*y as f64 - mean)).sum() };
    let both = (product(&one, &one) * product(&other, &other)).sqrt();
    if both > 0.0 { product(&one, &other) / both } else { 0.0 }
}

/// Sum of the correlations over positions of campaigns of ten computer players.
fn correlations(sc: &Arc<Scenario>, positions: u32) -> f64 {
    let (mut sum, mut seen) = (0.0, 0);
    let mut number = 0;
    while seen < positions {
        let seed = GameSeed::from_number(500 + number);
        number += 1;
        let mut st = State::start(sc, &seed);
        while !st.is_over(sc) && seen < positions {
            let others = guesses(sc, &st);
            if st.turn % 7 == 3 {
                let (seat, _) = others[(st.turn as usize + number as usize * 3) % others.len()];
                let sheets = sheets(sc, &st, seat);
                if sheets.len() == SHEETS {
                    let view = Umpire::view(sc, &st, seat);
                    let imagined = |n| Umpire::imagine(sc, &view, &mut dice(&format!("world {n}")));
                    let worlds: Vec<World> = (0..LOTS).map(imagined).collect();
                    let truth: Vec<i64> = sheets.iter().map(|sheet| in_truth(sc, &st, &others, seat, sheet)).collect();
                    let hoped: Vec<i64> = sheets.iter().map(|sheet| in_imagination(sc, &worlds, seat, sheet)).collect();
                    let rho = spearman(&truth, &hoped);
                    println!("{} turn {} seat {}: {rho:.2}", sc.id, st.turn, seat.0);
                    (sum, seen) = (sum + rho, seen + 1);
                }
            }
            let turn = st.turn;
            Umpire::advance(sc, &mut st, &others, &mut Dice::for_step(&seed, turn).quiet());
        }
    }
    sum
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes unoptimised: cargo test --release -p cursus-umpire --test ranking"
)]
fn imagined_futures_rank_sheets_as_the_true_world_does() {
    let half = |scenario: &str| correlations(&shipped::find(scenario).unwrap(), 15);
    let sum = std::thread::scope(|scope| {
        let other = scope.spawn(|| half("hannibal-218bc"));
        half("italia-1450") + other.join().unwrap()
    });
    assert!(sum >= 0.6 * 30.0, "mean correlation {:.2}", sum / 30.0);
}

#[test]
fn equal_orders_correlate_fully_and_opposite_ones_not_at_all() {
    assert!((spearman(&[1, 2, 3, 4], &[10, 20, 30, 40]) - 1.0).abs() < 1e-9);
    assert!((spearman(&[1, 2, 3, 4], &[4, 3, 2, 1]) + 1.0).abs() < 1e-9);
    assert!(spearman(&[1, 2, 3, 4], &[5, 5, 5, 5]).abs() < 1e-9);
}
