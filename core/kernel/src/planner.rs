//! The adapter that erases a room's planner: [`Planning`] below, [`Planner`] and [`Determinization`] above.

use std::sync::Arc;

use serde_json::Value;

use crate::json::to_value;
use crate::{Answer, Determinization, Dice, Feature, OrderSet, Orders, Planner, Planning, Question, SeatId};

/// What one seat knows with the questions about it, and what the planner noted while they were answered.
pub(crate) struct SeatPlanner<G: Planning> {
    scenario: Arc<G::Scenario>,
    seat: SeatId,
    knowledge: G::Knowledge,
    notes: G::Notes,
}

impl<G: Planning> SeatPlanner<G> {
    pub(crate) fn boxed(scenario: Arc<G::Scenario>, seat: SeatId, knowledge: G::Knowledge) -> Box<dyn Planner> {
        Box::new(Self { scenario, seat, knowledge, notes: G::Notes::default() })
    }
}

impl<G: Planning> Planner for SeatPlanner<G> {
    fn seat(&self) -> SeatId {
        self.seat
    }

    fn ask(&self, so_far: &[Answer]) -> Option<Question> {
        G::ask_noted(&self.scenario, &self.knowledge, &self.notes, so_far)
    }

    fn orders(&self, so_far: &[Answer]) -> Orders {
        Orders::of(G::orders_noted(&self.scenario, &self.knowledge, &self.notes, so_far))
    }

    fn walk(&self, choose: &mut dyn FnMut(&Question) -> Answer) -> Orders {
        Orders::of(G::walk(&self.scenario, &self.knowledge, choose))
    }

    fn resumed(&self) -> bool {
        G::resumed(&self.scenario, &self.knowledge)
    }

    fn sample(&self, dice: &mut Dice) -> Box<dyn Determinization> {
        let sampled = G::sample(&self.scenario, &self.knowledge, dice);
        Box::new(TypedDeterminization::<G> { scenario: self.scenario.clone(), sampled })
    }
}

/// A determinization of a typed room.
struct TypedDeterminization<G: Planning> {
    scenario: Arc<G::Scenario>,
    sampled: G::Determinization,
}

impl<G: Planning> TypedDeterminization<G> {
    /// The order sets of all who act: those given, and the rollout policy's for the rest.
    fn order_sets(
        &self, dice: &mut Dice, mut given: impl FnMut(SeatId) -> Option<Vec<G::Order>>,
    ) -> Vec<(SeatId, Vec<G::Order>)> {
        let mut orders = |seat: SeatId| {
            let orders = given(seat).unwrap_or_else(|| G::rollout_policy(&self.scenario, &self.sampled, seat, dice));
            (seat, orders)
        };
        G::to_act(&self.scenario, &self.sampled).into_iter().map(&mut orders).collect()
    }
}

impl<G: Planning> Determinization for TypedDeterminization<G> {
    fn clone_box(&self) -> Box<dyn Determinization> {
        Box::new(Self { scenario: self.scenario.clone(), sampled: self.sampled.clone() })
    }

    fn planner(&self, seat: SeatId) -> Box<dyn Planner> {
        let knowledge = G::known_in(&self.scenario, &self.sampled, seat);
        SeatPlanner::<G>::boxed(self.scenario.clone(), seat, knowledge)
    }

    fn to_act(&self) -> Vec<SeatId> {
        G::to_act(&self.scenario, &self.sampled)
    }

    fn clock(&self) -> u32 {
        G::clock(&self.scenario, &self.sampled)
    }

    fn step(&mut self, plans: &[(SeatId, &[Answer])], dice: &mut Dice) {
        let sets = self.order_sets(dice, |seat| {
            let (_, answers) = plans.iter().find(|(planned, _)| *planned == seat)?;
            Some(G::orders(&self.scenario, &G::known_in(&self.scenario, &self.sampled, seat), answers))
        });
        G::play_on(&self.scenario, &mut self.sampled, &sets, dice);
    }

    fn step_with(&mut self, sets: &[OrderSet], dice: &mut Dice) {
        let given = |seat| Some(sets.iter().find(|set| set.seat == seat)?.orders.typed().to_vec());
        let sets = self.order_sets(dice, given);
        G::play_on(&self.scenario, &mut self.sampled, &sets, dice);
    }

    fn evaluate(&self) -> Vec<u32> {
        G::evaluate(&self.scenario, &self.sampled)
    }

    fn features(&self, seat: SeatId) -> Vec<Feature> {
        G::features(&self.scenario, &self.sampled, seat)
    }

    fn rollout_policy(&self, seat: SeatId, dice: &mut Dice) -> Orders {
        Orders::of(G::rollout_policy(&self.scenario, &self.sampled, seat, dice))
    }

    fn view(&self, seat: SeatId) -> Value {
        to_value(&G::view(&self.scenario, &G::known_in(&self.scenario, &self.sampled, seat)))
    }
}
