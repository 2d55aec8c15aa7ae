//! What the strongest rivals would do, had they searched too.

use std::cmp::Reverse;

use kernel::{OrderSet, SeatId};

use super::{Effort, SearchContext, find_plan};
use crate::seed::seed_for;

/// How many rivals are thought through.
const RIVALS: usize = 2;

/// Order sets of the strongest rivals who act at the same time, found by searches of their own in a determinization;
/// and the playouts they cost, out of `playouts` in all. A rival is given no more than the seat itself: the determinization
/// is the seat's guess.
pub fn anticipate(context: &SearchContext, playouts: u32) -> (Vec<OrderSet>, u32) {
    let effort = context.effort();
    let world = context.first();
    let worth = world.evaluate();
    let mut rivals: Vec<SeatId> = world.to_act();
    rivals.retain(|seat| *seat != context.planner().seat());
    rivals.sort_by_key(|seat| Reverse(worth.get(seat.index()).copied().unwrap_or(0)));
    rivals.truncate(RIVALS);
    let each = playouts * effort.rivals_percent / 100 / rivals.len().max(1) as u32;
    let mut spent = 0;
    let mut sets = Vec::new();
    for seat in rivals.into_iter().filter(|_| each > 0) {
        let planner = world.planner(seat);
        let effort =
            Effort { playouts: each, reaction: effort.reaction.min(each), rivals_percent: 0, leanings: &[], ..*effort };
        let seed = seed_for(context.seed(), &format!("rival {seat}"));
        if let Some(result) = find_plan(planner.as_ref(), effort, seed, false, context.progress()) {
            spent += result.record.playouts;
            sets.push(OrderSet { seat, orders: planner.orders(&result.answers) });
        }
    }
    (sets, spent)
}
