//! An order set in the making: orders are carried out one after another on what the family knows, so that every order set is
//! legal however far the answers reach.

use kernel::{Choice, Dice, Guide, Question, Reader};

use crate::knowledge::Knowledge;
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::persona::Persona;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::attempt;
use crate::orders::prospects::{self, Prospects};
use crate::orders::{Order, OrderContext};
use crate::rules::month::Month;

/// Most questions about one order set: one for each persona of the largest families.
const MOST_QUESTIONS: usize = 6;

/// An order set in the making.
pub struct Draft<'a> {
    /// Static data.
    pub sc: &'a Scenario,
    /// What the family knows, the orders so far carried out.
    pub st: State,
    /// The locations where the family has somebody.
    pub seen: Vec<LocationId>,
    /// Whose order set.
    pub family: FamilyId,
    /// The orders so far.
    pub orders: Vec<Order>,
    /// Units of food that some of the family have set out to fetch.
    pub fetched: u32,
    month: Month,
    dice: Dice,
    reader: Reader<'a>,
}

impl<'a> Draft<'a> {
    /// An empty order set.
    pub fn new(sc: &'a Scenario, knowledge: &Knowledge, guide: Guide<'a>) -> Self {
        let st = knowledge.state.clone();
        Self {
            sc,
            month: Month::begin(&st),
            seen: knowledge.seen.keys().copied().collect(),
            st,
            family: knowledge.family,
            orders: Vec::new(),
            fetched: 0,
            dice: Dice::middling().quiet(),
            reader: Reader::new(guide, MOST_QUESTIONS),
        }
    }

    /// The personae of the family who are alive, in the order in which they act.
    pub fn own(&self) -> Vec<PersonaId> {
        let all = self.st.family(self.family).personae.iter().copied();
        all.filter(|id| self.st.persona(*id).alive).collect()
    }

    /// A persona.
    pub fn persona(&self, id: PersonaId) -> &Persona {
        self.st.persona(id)
    }

    /// His name, as orders have it.
    pub fn name(&self, id: PersonaId) -> String {
        self.st.name_of(self.sc, id)
    }

    /// The name of a location.
    pub fn place(&self, id: LocationId) -> String {
        self.sc.board.location(id).name.to_string()
    }

    /// Gives an order, if the rules allow it as far as the family knows.
    pub fn give(&mut self, actor: PersonaId, order: impl Into<Order>) -> bool {
        let order = order.into();
        let Self { sc, st, month, dice, family, .. } = self;
        let mut ctx = OrderContext { sc, st, month, family: *family, actor, dice };
        let given = attempt(&mut ctx, &order).is_ok();
        if given {
            self.orders.push(order);
        }
        given
    }

    /// Gives an order of the family.
    pub fn say(&mut self, order: impl Into<Order>) {
        let first = self.st.family(self.family).personae[0];
        self.give(first, order);
    }

    /// Whether the rules allow an order now, as far as the family knows.
    pub fn allows(&self, actor: PersonaId, order: &Order) -> bool {
        let (mut st, mut month, mut dice) = (self.st.clone(), self.month.clone(), Dice::middling().quiet());
        let mut ctx =
            OrderContext { sc: self.sc, st: &mut st, month: &mut month, family: self.family, actor, dice: &mut dice };
        attempt(&mut ctx, order).is_ok()
    }

    /// What a battle would bring now, as far as the family knows.
    pub fn prospects(&self, actor: PersonaId, order: &Order) -> Option<Prospects> {
        prospects::of(self.sc, &self.st, &self.month, self.family, actor, order)
    }

    /// The answer to a question.
    pub fn choose(&mut self, kind: &str, shown: impl FnOnce() -> (String, Vec<Choice>)) -> usize {
        self.reader.choose(kind, shown)
    }

    /// Whether nothing more is wanted of it.
    pub fn stopped(&self) -> bool {
        self.reader.stopped()
    }

    /// The first question that the answers did not reach.
    pub fn question(self) -> Option<Question> {
        self.reader.question()
    }
}
