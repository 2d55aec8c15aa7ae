//! An order set in the making: orders are judged and simulated one after another on what the seat believes, so every order set is
//! legal however far the answers reach.

use kernel::{Answer, Choice, Dice, Question, SeatId, Topic};

use super::enemies::Foes;
use super::posture::Posture;
use crate::knowledge::known::Knowledge;
use crate::model::ids::{HexId, PowerId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::Order;
use crate::orders::judge;
use crate::rules::engine::Engine;

/// Most questions about one order set.
const MOST_QUESTIONS: usize = 8;

/// Where the answers come from.
pub enum Guide<'a> {
    /// These are given; the first question beyond them is wanted, and nothing else.
    Question(&'a [Answer]),
    /// These are given, and first answers stand for the rest.
    Orders(&'a [Answer]),
    /// Every question is put to somebody.
    Walk(&'a mut dyn FnMut(&Question) -> Answer),
    /// Nobody is asked: first answers, save for the posture.
    Rollout(Answer),
}

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
    /// Whose land units of unknown strength are where, ascending.
    pub dim: Vec<(HexId, PowerId)>,
    /// Whose fleets of unknown strength are where, ascending.
    pub dim_fleets: Vec<(HexId, PowerId)>,
    /// Enemies as they seem when the order set is begun.
    pub foes: Foes,
    guide: Guide<'a>,
    asked: usize,
    pending: Option<Question>,
}

impl<'a> Draft<'a> {
    /// An empty order set.
    pub fn new(sc: &'a Scenario, seat: SeatId, knowledge: Knowledge, guide: Guide<'a>) -> Self {
        let dim = |at_sea: bool| -> Vec<(HexId, PowerId)> {
            let all = knowledge.sightings.iter().filter(|seen| seen.at_sea == at_sea);
            let mut dim: Vec<(HexId, PowerId)> = all.map(|seen| (seen.hex, seen.power)).collect();
            dim.sort_unstable();
            dim
        };
        let (ashore, afloat) = (dim(false), dim(true));
        let mut draft = Self {
            sc,
            st: knowledge.st,
            seat,
            posture: Posture::Balanced,
            orders: Vec::new(),
            over: false,
            dim: ashore,
            dim_fleets: afloat,
            foes: Foes::default(),
            guide,
            asked: 0,
            pending: None,
        };
        draft.foes = Foes::of(&draft);
        draft
    }

    /// Whether uncertain orders are taken to come to what is likely, and the order set goes on.
    pub fn through(&self) -> bool {
        matches!(self.guide, Guide::Rollout(_))
    }

    /// The first question that the answers did not reach.
    pub fn question(self) -> Option<Question> {
        self.pending
    }

    /// Asks about a subject; the first answer is taken where none was given. Nothing is asked where there is no choice.
    pub fn choose(&mut self, kind: &str, shown: impl FnOnce() -> (String, Vec<Choice>)) -> usize {
        if let Guide::Rollout(posture) = self.guide {
            // What a phase opens with; without questions there is no need to put them into words.
            return if std::mem::replace(&mut self.asked, 1) == 0 { usize::from(posture) } else { 0 };
        }
        if self.asked >= MOST_QUESTIONS {
            return 0;
        }
        let (subject, answers) = shown();
        if !(2..=12).contains(&answers.len()) {
            return 0;
        }
        let number = self.asked;
        self.asked += 1;
        let last = answers.len() - 1;
        let question = |answers| Question { about: Topic::about(kind, &subject), answers };
        let answer = match &mut self.guide {
            Guide::Question(given) | Guide::Orders(given) if number < given.len() => given[number],
            Guide::Orders(_) | Guide::Rollout(_) => 0,
            Guide::Walk(choose) => choose(&question(answers)),
            Guide::Question(_) => {
                // What the rest of the order set would be is of no account.
                self.over = true;
                self.pending.get_or_insert_with(|| question(answers));
                0
            }
        };
        usize::from(answer).min(last)
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

    /// The code of a power, as orders name it.
    pub fn code(&self, power: PowerId) -> String {
        self.sc.power(power).code.to_string()
    }
}
