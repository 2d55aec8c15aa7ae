//! A sheet in the making: orders are judged and imagined one after another on what the seat believes, so every sheet is
//! legal however far the answers reach.

use kernel::{Answer, Choice, Dice, Question, SeatId, Topic};

use super::foes::Foes;
use super::posture::Posture;
use crate::belief::believe;
use crate::engine::Engine;
use crate::ids::{HexId, PowerId};
use crate::legal;
use crate::orders::Order;
use crate::scenario::Scenario;
use crate::sight;
use crate::state::State;
use crate::view::View;

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
    /// Uncertain orders are taken to come to what is likely, and the sheet goes on.
    pub through: bool,
    /// Whose land units of unknown strength are where.
    pub dim: Vec<(HexId, PowerId)>,
    /// Whose fleets of unknown strength are where.
    pub dim_fleets: Vec<(HexId, PowerId)>,
    /// Enemies as they seem; they do not change while nothing uncertain happens.
    pub foes: Foes,
    guide: Guide<'a>,
    asked: usize,
    pending: Option<Question>,
}

impl<'a> Sketch<'a> {
    /// An empty sheet.
    pub fn new(sc: &'a Scenario, view: &View, guide: Guide<'a>) -> Self {
        let dim = |at_sea: bool| -> Vec<(HexId, PowerId)> {
            view.unknown.iter().filter(|seen| seen.at_sea == at_sea).map(|seen| (seen.hex, seen.power.id)).collect()
        };
        Self::on(sc, believe(sc, view), view.core.seat, [dim(false), dim(true)], guide)
    }

    /// An empty sheet in an imagined world, of whoever plays on there without thinking. What he could not know in it, he
    /// does not know.
    pub fn habit(sc: &'a Scenario, world: &State, seat: SeatId, posture: Answer) -> Self {
        let sketch = Self::on(sc, world.clone(), seat, sight::hidden(sc, world, seat), Guide::Habit(posture));
        Self { through: true, ..sketch }
    }

    fn on(
        sc: &'a Scenario, st: State, seat: SeatId, [dim, dim_fleets]: [Vec<(HexId, PowerId)>; 2], guide: Guide<'a>,
    ) -> Self {
        let mut sketch = Self {
            sc,
            st,
            seat,
            posture: Posture::Balanced,
            orders: Vec::new(),
            over: false,
            through: false,
            dim,
            dim_fleets,
            foes: Foes::default(),
            guide,
            asked: 0,
            pending: None,
        };
        sketch.foes = Foes::of(&sketch);
        sketch
    }

    /// The first question that the answers did not reach.
    pub fn question(self) -> Option<Question> {
        self.pending
    }

    /// Asks about a subject; the first answer is taken where none was given. Nothing is asked where there is no choice.
    pub fn choose(&mut self, kind: &str, shown: impl FnOnce() -> (String, Vec<Choice>)) -> usize {
        if let Guide::Habit(posture) = self.guide {
            return if kind == "posture" { usize::from(posture) } else { 0 };
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
        let engine = Engine::new(self.sc, &mut self.st, &mut dice).imagined();
        let mut engine = if self.through { engine.unopposed() } else { engine };
        deed(&mut engine);
        engine.run();
        // An end of the campaign leaves nothing more to be ordered.
        self.over |= engine.uncertain && !self.through || engine.st.ending.is_some();
        self.orders.push(order);
        true
    }

    /// The code of a power, as orders name it.
    pub fn code(&self, power: PowerId) -> String {
        self.sc.power(power).code.to_string()
    }
}
