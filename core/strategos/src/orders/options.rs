//! What a seat may order now, field by field (`kernel::OrderOptions`): what the order kinds share.
//!
//! A kind names its next open field and the values that come into question ([`OrderKind::next`](super::kind::OrderKind::next)). A value is offered when
//! the order can be completed with it: it is put into the order, which is judged by what the seat knows. So no rule stands
//! here a second time, and an order that is filled from options is one that the check accepts.

use std::cell::RefCell;
use std::rc::Rc;

use kernel::options::{AmountOf, Cost, Link, Menu, Met, fill, finished};
use kernel::words::capital;
use kernel::{Dice, FieldOptions, FieldValues, OptionValue, Refusal};
use serde_json::Value;

use super::carry_out::{CountryOrders, carry_out_step, in_play, opened};
use super::context::{OrderContext, Pending};
use super::{Order, Step};
use crate::knowledge::Knowledge;
use crate::model::ids::{CountryId, HexId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::{UnitKind, Units};

/// What prices are in.
const TALENTS: &str = "talents";

/// What a country may order behind the orders that it has written.
pub struct OrderMenu<'a> {
    sc: &'a Scenario,
    country: CountryId,
    positions: Vec<Rc<Position>>,
    met: Met,
}

impl<'a> OrderMenu<'a> {
    /// Behind some orders.
    pub fn new(sc: &'a Scenario, known: &Knowledge, written: &[Order]) -> Self {
        Self { sc, country: known.country, positions: positions(sc, known, written), met: Met::default() }
    }

    fn at(&self, step: Step) -> OptionContext<'_> {
        OptionContext::new(self.sc, self.country, &self.positions[step as usize], &self.met)
    }
}

impl Menu for OrderMenu<'_> {
    fn next(&self, partial: &Value) -> Option<FieldOptions> {
        let order = PartialOrder::new(partial);
        if let Some(kind) = partial["type"].as_str() {
            return self.at(super::step_of(kind)?).question(kind, &order);
        }
        let asks = Step::ALL.map(|step| self.at(step));
        let possible = |kind: &&str| {
            let step = super::step_of(kind).expect("it is a kind");
            asks[step as usize].completes(kind, &order.with("/type", *kind))
        };
        let value = |kind: &str| OptionValue::new(kind, capital(&kind.replace('_', " ")));
        let kinds: Vec<OptionValue> = super::KINDS.iter().copied().filter(possible).map(value).collect();
        (!kinds.is_empty()).then(|| FieldOptions::one_of("/type", "Which order?", kinds))
    }

    fn closed(&self, kind: &str) -> Refusal {
        self.met.reason(&super::infos(), NEEDS, kind, || {
            if let Some(step) = super::step_of(kind) {
                self.at(step).completes(kind, &PartialOrder::new(&Value::Null).with("/type", kind));
            }
        })
    }
}

/// The position in each step of the week, the orders written for it and for the steps before carried out. Money that they
/// spend later is not there.
fn positions(sc: &Scenario, known: &Knowledge, written: &[Order]) -> Vec<Rc<Position>> {
    let mut dice = Dice::middling().quiet();
    let mut last = Rc::new(Position { st: opened(sc, &known.state, &mut dice), pending: Pending::default() });
    let set = [CountryOrders { country: known.country, orders: written }];
    let mut all = Vec::with_capacity(Step::ALL.len());
    for step in Step::ALL {
        if written.iter().any(|order| order.step() == step) {
            let mut position = Position::clone(&last);
            let Position { st, pending } = &mut position;
            // What is refused is told by the check.
            carry_out_step(sc, (st, pending), &set, &[0], step, &mut dice);
            last = Rc::new(position);
        }
        all.push(last.clone());
    }
    let left = last.st.country(known.country).treasury;
    for position in all.iter_mut().filter(|position| position.st.country(known.country).treasury > left) {
        Rc::make_mut(position).st.country_mut(known.country).treasury = left;
    }
    all
}

/// Where orders are judged.
#[derive(Clone)]
struct Position {
    st: State,
    pending: Pending,
}

/// What kinds of order wait for of which nothing comes into question.
const NEEDS: &[(&str, &str)] = &[
    ("answer_treaty", "nobody has offered you a treaty"),
    ("transfer_prisoners", "you hold no prisoners"),
    ("offer_bribe", "no foreign command or city that you know of is in reach of yours"),
    ("special_transfer", "no city is assaulted, into which troops could go"),
];

/// Who asks what may be ordered in a step of the week.
pub struct OptionContext<'a> {
    /// The scenario.
    pub sc: &'a Scenario,
    /// What the seat knows, the orders before this one carried out.
    pub st: &'a State,
    /// Whose order it is.
    pub country: CountryId,
    position: &'a Position,
    /// The same, for trying.
    scratch: RefCell<Position>,
    met: &'a Met,
}

impl<'a> OptionContext<'a> {
    fn new(sc: &'a Scenario, country: CountryId, position: &'a Position, met: &'a Met) -> Self {
        Self { sc, st: &position.st, country, position, scratch: RefCell::new(position.clone()), met }
    }

    /// Asks or tries something with the context of an order; what it changes is forgotten.
    pub fn try_out<T>(&self, attempt: impl FnOnce(&mut OrderContext<'_>) -> T, changed: impl Fn(&T) -> bool) -> T {
        let mut scratch = self.scratch.borrow_mut();
        let mut dice = Dice::middling().quiet();
        let Position { st, pending } = &mut *scratch;
        let mut ctx = OrderContext { sc: self.sc, st, country: self.country, dice: &mut dice, pending };
        let result = attempt(&mut ctx);
        if changed(&result) {
            *scratch = self.position.clone();
        }
        result
    }

    /// The hexes that a check of an order kind lets through.
    pub fn sifted(
        &self, hexes: impl Iterator<Item = HexId>, check: impl Fn(&OrderContext<'_>, &HexId) -> Result<(), Refusal>,
    ) -> Vec<HexId> {
        self.try_out(|ctx| hexes.filter(|hex| check(ctx, hex).is_ok()).collect(), |_| false)
    }

    /// Whether the rules allow the order as it stands, as far as the seat knows.
    fn allows(&self, order: &PartialOrder) -> bool {
        let Some(order) = order.order() else { return false };
        // A refused order changes nothing, but that an appeal whose conditions cannot be met is void.
        let changed = |judged: &Result<(), Refusal>| judged.is_ok() || order.step() == Step::Answers;
        let judged = self.try_out(|ctx| in_play(ctx).and_then(|()| order.carry_out(ctx)), changed);
        self.met.note(judged, |refusal| !refusal.uncertain).map_or_else(|refusal| refusal.uncertain, |()| true)
    }

    /// Whether an order can be completed.
    fn completes(&self, kind: &str, order: &PartialOrder) -> bool {
        let Some(field) = super::next_of(kind, self, order) else { return self.allows(order) };
        let with = |answer: Value| self.completes(kind, &order.with(&field.pointer, answer));
        // A list that may end ends here: longer ones have no more to offer.
        let ends = field.optional && field.pointer.ends_with("/-");
        field.optional && with(Value::Null) || !ends && field.values.tries().any(with)
    }

    /// The next field that has an answer.
    fn question(&self, kind: &str, order: &PartialOrder) -> Option<FieldOptions> {
        let field = super::next_of(kind, self, order)?;
        let fits = |answer: Value| self.completes(kind, &order.with(&field.pointer, answer));
        let left_out = field.optional && fits(Value::Null);
        let Field { pointer, prompt, values, .. } = field.clone();
        match self.narrowed(values, fits) {
            Some(values) => Some(FieldOptions { pointer, prompt: prompt.to_owned(), optional: left_out, values }),
            // It is not asked where there is but one answer: nothing.
            None if left_out => self.question(kind, &order.with(&field.pointer, Value::Null)),
            None => None,
        }
    }

    /// The values that fit; `None` if none does.
    fn narrowed(&self, values: Values, fits: impl Fn(Value) -> bool) -> Option<FieldValues> {
        match values {
            Values::OneOf(values) => {
                let values: Vec<OptionValue> = values.into_iter().filter(|one| fits(one.value.clone())).collect();
                (!values.is_empty()).then_some(FieldValues::OneOf { values })
            }
            Values::Sifted(values) => {
                let fits = values.first().is_some_and(|one| fits(one.value.clone()));
                fits.then_some(FieldValues::OneOf { values })
            }
            Values::Amount { least, most, cost_each } => {
                let most = greatest(least, most, |n| fits(n.into()))?;
                Some(FieldValues::Amount { least, most, cost_each: cost_each.map(price) })
            }
            Values::Units(units) => amounts(&units, |units| fits(json(units))),
            Values::Way { from, links, most, budget } => {
                Some(FieldValues::Path { from, links, least: 0, most, budget: Some(budget) })
                    .filter(|_| fits(Value::Array(Vec::new())))
            }
            Values::Text { example, most } => {
                Some(FieldValues::Text { example: example.clone(), most }).filter(|_| fits(example.into()))
            }
        }
    }
}

/// So many talents.
fn price(talents: u32) -> Cost {
    Cost { amount: talents.into(), unit: TALENTS.to_owned() }
}

fn json(units: &Units) -> Value {
    serde_json::to_value(units).expect("numbers by type are JSON")
}

/// The greatest number for which something holds that holds for all that are less; `None` if there is none.
fn greatest(least: i64, most: i64, holds: impl Fn(i64) -> bool) -> Option<i64> {
    if least > most || !holds(least) {
        return None;
    }
    if holds(most) {
        return Some(most);
    }
    let (mut low, mut high) = (least, most);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if holds(middle) { low = middle } else { high = middle }
    }
    Some(low)
}

/// Which of some units fit. The sum is bounded so that any choice within it fits, whichever type is taken first.
fn amounts(units: &Units, fits: impl Fn(&Units) -> bool) -> Option<FieldValues> {
    let alone = |kind, count: u16| {
        greatest(1, count.into(), |n| fits(&Units::of(kind, n as u16))).map(|most| (kind, most as u16))
    };
    let kinds: Vec<(UnitKind, u16)> = units.iter().filter_map(|(kind, count)| alone(kind, count)).collect();
    let all: i64 = kinds.iter().map(|(_, most)| i64::from(*most)).sum();
    let first_of = |first: UnitKind, total: i64| {
        let (mut taken, mut left) = (Units::NONE, total as u16);
        let ordered =
            kinds.iter().filter(|(kind, _)| *kind == first).chain(kinds.iter().filter(|(kind, _)| *kind != first));
        for (kind, most) in ordered {
            let count = left.min(*most);
            taken.set(*kind, count);
            left -= count;
        }
        taken
    };
    let most = greatest(1, all, |total| kinds.iter().all(|(first, _)| fits(&first_of(*first, total))))?;
    let of = kinds.iter().map(|(kind, count)| AmountOf {
        key: kind.key().to_owned(),
        label: kind.key().replace('_', " "),
        most: (*count).into(),
        cost_each: None,
    });
    Some(FieldValues::Amounts { of: of.collect(), least: 1, most })
}

/// A field of an order that is open, and what comes into question for it.
#[derive(Clone)]
pub struct Field {
    pointer: String,
    prompt: &'static str,
    optional: bool,
    values: Values,
}

/// What comes into question for a field.
#[derive(Clone)]
enum Values {
    OneOf(Vec<OptionValue>),
    Sifted(Vec<OptionValue>),
    Amount { least: i64, most: i64, cost_each: Option<u32> },
    Units(Units),
    Way { from: String, links: Vec<Link>, most: u32, budget: i64 },
    Text { example: String, most: u32 },
}

impl Values {
    /// An order that can be completed at all can be completed with one of these.
    fn tries(&self) -> impl Iterator<Item = Value> + '_ {
        let some: Vec<Value> = match self {
            Self::OneOf(values) => values.iter().map(|one| one.value.clone()).collect(),
            Self::Sifted(values) => values.first().map(|one| one.value.clone()).into_iter().collect(),
            Self::Amount { least, most, .. } => (least <= most).then(|| Value::from(*least)).into_iter().collect(),
            Self::Units(units) => units.iter().map(|(kind, _)| json(&Units::of(kind, 1))).collect(),
            Self::Way { .. } => vec![Value::Array(Vec::new())],
            Self::Text { example, .. } => vec![example.as_str().into()],
        };
        some.into_iter()
    }
}

impl Field {
    fn new(prompt: &'static str, values: Values) -> Self {
        Self { pointer: String::new(), prompt, optional: false, values }
    }

    /// One of some values.
    pub fn one(prompt: &'static str, values: Vec<OptionValue>) -> Self {
        Self::new(prompt, Values::OneOf(values))
    }

    /// One of some values that have been judged each for itself.
    pub fn sifted(prompt: &'static str, values: Vec<OptionValue>) -> Self {
        Self::new(prompt, Values::Sifted(values))
    }

    /// Yes or no.
    pub fn yes_or_no(prompt: &'static str, yes: &str, no: &str) -> Self {
        Self::one(prompt, vec![OptionValue::new(true, yes), OptionValue::new(false, no)])
    }

    /// A whole number within bounds that the rules may narrow.
    pub fn amount(prompt: &'static str, least: u32, most: u32) -> Self {
        Self::new(prompt, Values::Amount { least: least.into(), most: most.into(), cost_each: None })
    }

    /// The same, each for so many talents.
    #[must_use]
    pub fn each_for(mut self, talents: u32) -> Self {
        if let Values::Amount { cost_each, .. } = &mut self.values {
            *cost_each = Some(talents);
        }
        self
    }

    /// Some of these units.
    pub fn units(prompt: &'static str, units: Units) -> Self {
        Self::new(prompt, Values::Units(units))
    }

    /// A way over the map, of so many links at most.
    pub fn way(prompt: &'static str, from: String, links: Vec<Link>, most: u32, budget: i64) -> Self {
        Self::new(prompt, Values::Way { from, links, most, budget })
    }

    /// A text.
    pub fn text(prompt: &'static str, example: String, most: u32) -> Self {
        Self::new(prompt, Values::Text { example, most })
    }

    /// One more element of a list of objects.
    pub fn one_more(prompt: &'static str) -> Self {
        let begin = OptionValue::new(Value::Object(serde_json::Map::new()), "one more");
        Self::one(prompt, vec![begin]).or_nothing()
    }

    /// The same, which may be left out.
    #[must_use]
    pub fn or_nothing(mut self) -> Self {
        self.optional = true;
        self
    }
}

/// An order as far as it is filled in. An answer `null` ends a list, or leaves a field out.
#[derive(Clone)]
pub struct PartialOrder(Value);

impl PartialOrder {
    fn new(order: &Value) -> Self {
        Self(order.clone())
    }

    fn with(&self, pointer: &str, answer: impl Into<Value>) -> Self {
        let mut more = self.0.clone();
        fill(&mut more, pointer, answer.into());
        Self(more)
    }

    /// A field that has not been answered yet; `field` gives its values.
    pub fn ask(&self, name: &str, field: impl FnOnce() -> Field) -> Option<Field> {
        self.ask_at(format!("/{name}"), field)
    }

    /// The same by pointer. One that ends with `/-` asks for the elements of a list till that is ended.
    pub fn ask_at(&self, pointer: String, field: impl FnOnce() -> Field) -> Option<Field> {
        let answered = match pointer.strip_suffix("/-") {
            Some(list) => self.list(list).last() == Some(&Value::Null),
            None => self.0.pointer(&pointer).is_some(),
        };
        (!answered).then(|| Field { pointer, ..field() })
    }

    /// What a field says; empty where it says nothing.
    pub fn text(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap_or_default()
    }

    /// What stands at a pointer.
    pub fn at(&self, pointer: &str) -> Option<&Value> {
        self.0.pointer(pointer)
    }

    /// What a field says, as the order kinds read it.
    pub fn read<T: serde::de::DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_value(self.0.get(name)?.clone()).ok()
    }

    /// The elements of a list by pointer, the one that ends it included.
    pub fn list(&self, pointer: &str) -> &[Value] {
        self.0.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The complete order that it would be with nothing more said.
    fn order(&self) -> Option<Order> {
        serde_json::from_value(finished(&self.0)).ok()
    }
}
