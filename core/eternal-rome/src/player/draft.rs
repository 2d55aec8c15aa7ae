//! An order set in the making: orders are judged and simulated one after another on what the seat believes, so every order set is
//! legal however far the answers reach.

use kernel::{Choice, Dice, Guide, Question, Reader, SeatId};

use super::enemies::{Foes, Unknown};
use super::posture::Posture;
use crate::knowledge::Knowledge;
use crate::model::ids::PowerId;
use crate::model::scenario::Scenario;
use crate::model::state::{Army, Fleet, State};
use crate::orders::Order;
use crate::orders::judge;
use crate::rules::engine::Engine;

/// Most questions about one order set.
const MOST_QUESTIONS: usize = 8;

/// An order set in the making.
pub struct Draft<'a> {
    /// Static data.
    pub sc: &'a Scenario,
    /// What the seat believes, the orders so far carried out.
    pub st: State,
    /// Whose order set.
    pub seat: SeatId,
    /// What the seat is about.
    pub posture: Posture,
    /// The orders so far.
    pub orders: Vec<Order>,
    /// What comes after the last order is not certain: the rest waits for the next order set.
    pub over: bool,
    /// Forces of unknown strength.
    pub unknown: Unknown,
    /// Enemies as they seem when the order set is begun.
    pub foes: Foes,
    reader: Reader<'a>,
}

impl<'a> Draft<'a> {
    /// An empty order set.
    pub fn new(sc: &'a Scenario, knowledge: Knowledge, guide: Guide<'a>) -> Self {
        let unknown = Unknown::of(&knowledge.sightings);
        let foes = Foes::of(sc, &knowledge.st, knowledge.seat, &unknown);
        Self {
            sc,
            st: knowledge.st,
            seat: knowledge.seat,
            posture: Posture::Balanced,
            orders: Vec::new(),
            over: false,
            unknown,
            foes,
            reader: Reader::new(guide, MOST_QUESTIONS),
        }
    }

    /// Whether uncertain orders are taken to come to what is likely, and the order set goes on.
    pub fn through(&self) -> bool {
        self.reader.is_rollout()
    }

    /// The first question that the answers did not reach.
    pub fn question(self) -> Option<Question> {
        self.reader.question()
    }

    /// Asks about a subject; the first answer is taken where none was given. Nothing is asked where there is no choice.
    pub fn choose(&mut self, kind: &str, shown: impl FnOnce() -> (String, Vec<Choice>)) -> usize {
        let answer = self.reader.choose(kind, shown);
        self.over |= self.reader.stopped();
        answer
    }

    /// Asks whether to do something; the best guess is what `eager` says.
    pub fn decide(&mut self, kind: &str, eager: bool, shown: impl FnOnce() -> (String, Choice, Choice)) -> bool {
        let answer = self.choose(kind, || {
            let (subject, yes, no) = shown();
            (subject, if eager { vec![yes, no] } else { vec![no, yes] })
        });
        (answer == 0) == eager
    }

    /// Puts an order on the order set if it is legal, and simulates it.
    pub fn give(&mut self, order: Order) -> bool {
        if self.over {
            return false;
        }
        let Ok(permission) = judge::judge(self.sc, &self.st, self.seat, &order) else { return false };
        let mut dice = Dice::middling().quiet();
        let through = self.through();
        let engine = Engine::new(self.sc, &mut self.st, &mut dice).simulated();
        let mut engine = if through { engine.unopposed() } else { engine };
        permission(&mut engine);
        engine.run();
        // An end of the campaign leaves nothing more to be ordered.
        self.over |= engine.uncertain && !through || engine.st.ending.is_some();
        self.orders.push(order);
        true
    }

    /// What an army seems to be, in quarters.
    pub fn seems(&self, army: &Army) -> u32 {
        self.unknown.army(self.sc, &self.st, army)
    }

    /// What a fleet seems to be, in quarters.
    pub fn fleet_seems(&self, fleet: &Fleet) -> u32 {
        self.unknown.fleet(self.sc, &self.st, fleet)
    }

    /// The code of a power, as orders name it.
    pub fn code(&self, power: PowerId) -> String {
        self.sc.power(power).code.to_string()
    }
}
