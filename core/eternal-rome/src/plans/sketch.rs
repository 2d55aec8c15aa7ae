//! A sheet in the making: orders are judged and imagined one after another on what the seat believes, so every sheet is
//! legal however far the answers reach.

use kernel::{Answer, Choice, Dice, Question, SeatId, Topic};

use super::foes::Foes;
use super::posture::Posture;
use crate::belief::Belief;
use crate::engine::Engine;
use crate::ids::{HexId, PowerId};
use crate::legal;
use crate::orders::Order;
use crate::scenario::Scenario;
use crate::state::State;

/// Most questions about one sheet.
const MOST_QUESTIONS: usize = 8;

/// Where the answers come from.
pub enum Guide<'a> {
    /// These are given; the first question beyond them is wanted, and nothing else.
    Question(&'a [Answer]),
    /// These are given, and first answers stand for the rest.
    Sheet(&'a [Answer]),
    /// Every question is put to somebody.
    Walk(&'a mut dyn FnMut(&Question) -> Answer),
    /// Nobody is asked: first answers, save for the posture.
    Habit(Answer),
}

/// A sheet in the making.
pub struct Sketch<'a> {
    /// Static data.
    pub sc: &'a Scenario,
    /// What the seat believes, the orders so far carried out.
    pub st: State,
    /// Whose sheet.
    pub seat: SeatId,
    /// What the seat is about.
    pub posture: Posture,
    /// The orders so far.
    pub orders: Vec<Order>,
    /// What comes after the last order is not certain: the rest waits for the next sheet.
    pub over: bool,
    /// Whose land units of unknown strength are where, ascending.
    pub dim: Vec<(HexId, PowerId)>,
    /// Whose fleets of unknown strength are where, ascending.
    pub dim_fleets: Vec<(HexId, PowerId)>,
    /// Enemies as they seem when the sheet is begun.
    pub foes: Foes,
    guide: Guide<'a>,
    asked: usize,
    pending: Option<Question>,
}

impl<'a> Sketch<'a> {
    /// An empty sheet.
    pub fn new(sc: &'a Scenario, seat: SeatId, belief: Belief, guide: Guide<'a>) -> Self {
        let dim = |at_sea: bool| -> Vec<(HexId, PowerId)> {
            let all = belief.sightings.iter().filter(|seen| seen.at_sea == at_sea);
            let mut dim: Vec<(HexId, PowerId)> = all.map(|seen| (seen.hex, seen.power)).collect();
            dim.sort_unstable();
            dim
        };
        let (ashore, afloat) = (dim(false), dim(true));
        let mut sketch = Self {
            sc,
            st: belief.st,
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
        sketch.foes = Foes::of(&sketch);
        sketch
    }

    /// Whether uncertain orders are taken to come to what is likely, and the sheet goes on.
    pub fn through(&self) -> bool {
        matches!(self.guide, Guide::Habit(_))
    }

    /// The first question that the answers did not reach.
    pub fn question(self) -> Option<Question> {
        self.pending
    }

    /// Asks about a subject; the first answer is taken where none was given. Nothing is asked where there is no choice.
    pub fn choose(&mut self, kind: &str, shown: impl FnOnce() -> (String, Vec<Choice>)) -> usize {
        if let Guide::Habit(posture) = self.guide {
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
            Guide::Question(given) | Guide::Sheet(given) if number < given.len() => given[number],
            Guide::Sheet(_) | Guide::Habit(_) => 0,
            Guide::Walk(choose) => choose(&question(answers)),
            Guide::Question(_) => {
                // What the rest of the sheet would be is of no account.
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

    /// Puts an order on the sheet if it is legal, and imagines it carried out.
    pub fn give(&mut self, order: Order) -> bool {
        if self.over {
            return false;
        }
        let Ok(deed) = legal::judge(self.sc, &self.st, self.seat, &order) else { return false };
        let mut dice = Dice::middling().quiet();
        let through = self.through();
        let engine = Engine::new(self.sc, &mut self.st, &mut dice).imagined();
        let mut engine = if through { engine.unopposed() } else { engine };
        deed(&mut engine);
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
