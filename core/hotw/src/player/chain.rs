//! The order set in the making: orders up to the first that only dice decide, and the state that they lead to.

use kernel::SeatId;

use super::decision::DecisionContext;
use super::notes::{Moment, Notes};
use super::posture::Posture;
use super::reader::Reader;
use crate::model::ids::{AreaId, PlayerId, Space};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::Command;
use crate::rules::{Engine, idle_dice};

/// The most orders of an order set.
const MOST_ORDERS: usize = 120;

/// An order set in the making.
pub struct Chain<'a, 'r> {
    pub(super) sc: &'a Scenario,
    pub(super) seat: SeatId,
    pub(super) st: State,
    pub(super) reader: Reader<'r>,
    pub(super) notes: &'r Notes,
    pub(super) commands: Vec<Command>,
    /// Chance decided something, or the seat's turn is over.
    pub(super) ended: bool,
    pub(super) posture: Posture,
    /// Spaces that turned out to be closed.
    pub(super) banned: Vec<Space>,
}

impl<'a, 'r> Chain<'a, 'r> {
    /// Nothing decided yet.
    pub fn new(sc: &'a Scenario, known: &State, seat: SeatId, reader: Reader<'r>, notes: &'r Notes) -> Self {
        let st = known.clone();
        Self {
            sc,
            seat,
            st,
            reader,
            notes,
            commands: Vec::new(),
            ended: false,
            posture: Posture::Balanced,
            banned: Vec::new(),
        }
    }

    /// Tries an order and keeps it when it is possible; whether it was.
    pub(super) fn give(&mut self, command: Command) -> bool {
        let mut dice = idle_dice();
        let mut engine = Engine::quiet(self.sc, &mut self.st, &mut dice);
        let done = engine.carry_out(self.seat, &command).is_ok();
        let open = engine.open;
        if done {
            self.commands.push(command);
            self.ended = open || self.commands.len() >= MOST_ORDERS;
        }
        done
    }

    pub(super) fn context(&self, me: PlayerId) -> DecisionContext<'a> {
        DecisionContext::new(self.sc, &self.st, me, self.posture.bias())
    }

    /// How far the chain has come, with an Area in view.
    pub(super) fn moment(&self, focus: Option<AreaId>) -> Moment {
        Moment { posture: self.posture, focus, commands: self.commands.clone(), banned: self.banned.clone() }
    }
}
