//! The pure part of a step: what it is resolved from, and what comes of that. It takes longest, and needs neither a lock nor a
//! connection.

use std::sync::Arc;

use kernel::{GameSeed, OrderSet};

use crate::archive::{self, ArchivedOrderSet, Before, Resolved};
use crate::context::campaigns::Loaded;
use crate::context::fault::Fault;
use crate::store::packed::PackedBytes;

/// What a step is resolved from.
pub struct StepWork {
    pub campaign: Loaded,
    pub seed: GameSeed,
    /// Steps resolved so far.
    pub step: i32,
    /// Head of the ledger so far: it stands for all that the campaign was resolved from.
    pub head: String,
    pub sets: Vec<OrderSet>,
    /// The same in canonical form, so that the ledger holds what the rules understood and nothing else.
    pub order_sets: Vec<ArchivedOrderSet>,
}

/// What came of it.
pub struct StepDone {
    pub resolved: Resolved,
    /// The campaign after it.
    pub next: Loaded,
    /// Its state as it is stored.
    pub packed: PackedBytes,
    head: String,
    order_sets: Vec<ArchivedOrderSet>,
}

impl StepWork {
    /// Resolves it.
    ///
    /// # Errors
    /// Where the rules go on by something else than a step.
    pub fn carry_out(&self) -> Result<StepDone, Fault> {
        let mut next = self.campaign.clone_box();
        let steps = u32::try_from(self.step).map_err(Fault::broken)?;
        let before = Before { steps, head: &self.head };
        let resolved = archive::resolve_step(&mut *next, &self.seed, before, &self.sets, &self.order_sets);
        if next.step() != self.campaign.step() + 1 {
            let (from, to) = (self.campaign.step(), next.step());
            return Err(Fault::broken(format!("the rules went from step {from} to step {to}")));
        }
        let (head, order_sets) = (self.head.clone(), self.order_sets.clone());
        Ok(StepDone { packed: PackedBytes::of(&resolved.state), resolved, next: Arc::from(next), head, order_sets })
    }
}

impl StepDone {
    /// Whether it is what comes of this.
    pub fn is_of(&self, work: &StepWork) -> bool {
        self.head == work.head && self.order_sets == work.order_sets
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Dice, Room, Ruleset, SeatId};
    use serde_json::json;
    use testkit::toys::Sealed;

    use super::*;

    fn work(step: i32, head: &str, seats: &[SeatId]) -> StepWork {
        let seed = GameSeed::from_number(7);
        let campaign: Loaded = Arc::from(Room::new(Sealed::default()).start("two-houses", &json!({}), &seed).unwrap());
        let mut dice = Dice::keyed(&seed, "orders");
        let sets: Vec<OrderSet> = seats
            .iter()
            .map(|seat| OrderSet { seat: *seat, orders: campaign.random_orders(*seat, &mut dice) })
            .collect();
        let order_sets = sets.iter().map(ArchivedOrderSet::from).collect();
        StepWork { campaign, seed, step, head: head.to_owned(), sets, order_sets }
    }

    /// Orders may come in, and steps be taken back, between the transaction that leaves work and the one that takes it.
    #[test]
    fn what_was_worked_out_holds_for_the_same_orders_after_the_same_steps_alone() {
        let (ada, ben) = (SeatId(0), SeatId(1));
        let done = work(0, "start", &[ada, ben]).carry_out().unwrap();
        assert!(done.is_of(&work(0, "start", &[ada, ben])));
        assert!(!done.is_of(&work(0, "start", &[ada])));
        assert!(!done.is_of(&work(0, "other", &[ada, ben])));
        let again = work(0, "start", &[ada, ben]).carry_out().unwrap();
        assert_eq!((&done.resolved.head, &done.packed), (&again.resolved.head, &again.packed));
    }
}
