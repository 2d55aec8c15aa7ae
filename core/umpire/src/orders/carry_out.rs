//! The orders of a phase, carried out in their turn (UM-4.4, UM-4.7).

use super::{Command, Numbered, OrderPhase};
use crate::rules::movement::Movement;
use crate::rules::options::EarlierOrders;
use crate::rules::turn::Turn;

/// A turn with the orders that it carries out.
pub struct CarryOut<'t, 'a> {
    /// The turn.
    pub turn: &'t mut Turn<'a>,
    /// The orders of each nation, by [`NationId`](crate::model::ids::NationId).
    orders: &'t [Vec<Numbered<Command>>],
    /// What earlier orders of the turn mean for later ones.
    pub earlier: EarlierOrders,
    /// The movements of each nation, which begin together, with their index in the order set.
    pub movements: Vec<Vec<(usize, Movement)>>,
}

impl<'t, 'a> CarryOut<'t, 'a> {
    /// Before the first order.
    pub fn new(turn: &'t mut Turn<'a>, orders: &'t [Vec<Numbered<Command>>]) -> Self {
        let movements = vec![Vec::new(); turn.sc.nations.len()];
        Self { turn, orders, earlier: EarlierOrders::none(), movements }
    }

    /// All orders of a phase, nation by nation, each in the order of its list.
    pub(super) fn by_nation(&mut self, phase: OrderPhase) {
        for order in self.orders.iter().flatten().filter(|order| order.what.phase() == phase) {
            self.carry_out(order);
        }
    }

    /// In rounds: each nation's first order, then each second, and so on; who comes first rotates by turn (UM-R5).
    pub(super) fn in_rounds(&mut self, phase: OrderPhase) {
        let orders = self.orders;
        let nations = self.turn.sc.nations.len();
        let first = (self.turn.st.turn as usize).saturating_sub(1);
        let mut lists: Vec<std::slice::Iter<Numbered<Command>>> = (0..nations)
            .map(|next| (first + next) % nations)
            .filter_map(|nation| Some(orders.get(nation)?.iter()))
            .collect();
        while !lists.is_empty() {
            lists.retain_mut(|list| {
                let Some(order) = list.find(|order| order.what.phase() == phase) else { return false };
                self.carry_out(order);
                true
            });
        }
    }

    fn carry_out(&mut self, order: &Numbered<Command>) {
        if let Err(refusal) = order.carry_out(self) {
            self.turn.fail(order.nation, order.index, refusal);
        }
    }
}
