//! What a seat may order now: the possible values of the next field of a partly filled order.
//!
//! An order is filled field by field. [`Menu::next`] looks at what the seat knows, at the orders it has
//! written so far and at a partly filled order, and gives the next field that has to be answered with its possible
//! values, or nothing when the order is complete. The first question about an empty order `{}` is its `type`.
//!
//! The answer to a question is put where its JSON pointer says ([`fill`]):
//!
//! - `/to` sets the field `to`;
//! - `/moves/-` appends an element to the list `moves` (the list is made when there is none);
//! - `null` is the answer "nothing" to an optional field, and "no more" to a list. It stays in the partial order, so
//!   that the question is not asked again, and [`finished`] takes it out when the order is complete.
//!
//! Options tell nothing that the seat does not know: two states that look alike to it have the same options.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::{Gallery, Notation, OrderInfo, Refusal, RuleRef, Stream, Telling, Visibility};

mod filling;
mod quick;

pub use filling::{Filled, NotOffered, begins_at, example, fill, finished, follow, reach, walk};
pub use quick::{AnswerScope, QuickAnswer};

/// A ruleset that can say what its orders may be.
pub trait OrderOptions: Visibility {
    /// What the seat may order behind `written`, the orders that stand before in the order set: what they spend, move or use
    /// up is gone. The position is looked at once, and asked about as often as one likes.
    fn menu<'a>(
        scenario: &'a Self::Scenario, knowledge: &'a Self::Knowledge, written: &'a [Self::Order],
    ) -> impl Menu + 'a;

    /// The next field of `partial` with its possible values; see [`Menu::next`].
    fn options(
        scenario: &Self::Scenario, knowledge: &Self::Knowledge, written: &[Self::Order], partial: &Value,
    ) -> Option<FieldOptions> {
        Self::menu(scenario, knowledge, written).next(partial)
    }

    /// Whole answers to a decision that the seat is asked for now: those for this time first, then those that hold for longer.
    /// Each of them is legal as far as the seat can know. Provided: none, where decisions are orders like any other.
    fn quick_answers(_: &Self::Scenario, _: &Self::Knowledge) -> Vec<QuickAnswer<Self::Order>> {
        Vec::new()
    }
}

/// What a seat may order.
pub trait Menu {
    /// The next field of `partial` with its possible values; `None` when the order is complete.
    ///
    /// A question has at least one possible value. An order kind of which nothing is possible now is not among the
    /// values of `type`; when no kind is possible at all, the question about `{}` is `None`.
    fn next(&self, partial: &Value) -> Option<FieldOptions>;

    /// Why no order of a kind can be given now, by what the seat knows. It is asked of kinds that are not among the values
    /// of `type`.
    fn closed(&self, kind: &str) -> Refusal;
}

/// All that a room has to do to be hosted and played by people.
pub trait Hosted: Notation + Telling + Gallery + OrderOptions {}

impl<G: Notation + Telling + Gallery + OrderOptions> Hosted for G {}

/// The next field of an order, with what it may be.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FieldOptions {
    /// Where the answer goes: a JSON pointer into the order; a last part `-` appends to a list.
    #[schema(example = "/to")]
    pub pointer: String,
    /// What is asked, in words.
    #[schema(example = "Where to?")]
    pub prompt: String,
    /// Whether `null` is an answer: the field is left out, the list has no more elements.
    pub optional: bool,
    /// The possible values.
    pub values: FieldValues,
}

/// The possible values of a field.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FieldValues {
    /// One of these.
    OneOf {
        /// The values, the most usual first.
        values: Vec<OptionValue>,
    },
    /// A list of different ones of these, in any order.
    Several {
        /// The values.
        values: Vec<OptionValue>,
        /// The fewest that may be named.
        least: u32,
        /// The most that may be named.
        most: u32,
    },
    /// A whole number.
    Amount {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
        /// What each costs.
        cost_each: Option<Cost>,
    },
    /// An object with a whole number for each of some keys: numbers of units by type. Keys of 0 are left out.
    Amounts {
        /// The keys and their bounds.
        of: Vec<AmountOf>,
        /// The least sum.
        least: i64,
        /// The most.
        most: i64,
    },
    /// A list of links, each beginning where the one before ended: a way over the map.
    Path {
        /// Where it begins.
        from: String,
        /// The links that may be used.
        links: Vec<Link>,
        /// The fewest links.
        least: u32,
        /// The most links.
        most: u32,
        /// What the links may cost together; no bound when `null`.
        budget: Option<i64>,
    },
    /// Any text of bounded length.
    Text {
        /// An example.
        example: String,
        /// The most letters.
        most: u32,
    },
}

/// One possible value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OptionValue {
    /// The value as it stands in the order.
    #[schema(value_type = Value)]
    pub value: Value,
    /// The same for people.
    pub label: String,
    /// Name of the place on the map that it means.
    pub place: Option<String>,
    /// What it costs, where the rules have a price.
    pub cost: Option<Cost>,
}

/// A price.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Cost {
    /// How much.
    pub amount: i64,
    /// Of what, as the rulebook calls it, in the plural.
    #[schema(example = "talents")]
    pub unit: String,
}

/// One key of an object of amounts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AmountOf {
    /// The key.
    pub key: String,
    /// The same for people.
    pub label: String,
    /// The most; the least is 0.
    pub most: i64,
    /// What each costs.
    pub cost_each: Option<Cost>,
}

/// One link of a path.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Link {
    /// Where it begins: the `from` of a path, or the `to` of another link.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// The element of the list that stands for it.
    #[schema(value_type = Value)]
    pub value: Value,
    /// The same for people.
    pub label: String,
    /// What it takes from the path's budget.
    pub cost: i64,
}

impl OptionValue {
    /// Whether it is, or lies at, one of these places.
    fn is_at(&self, places: &[String]) -> bool {
        let named = |text: &str| places.iter().any(|place| place == text);
        self.place.as_deref().is_some_and(named) || self.value.as_str().is_some_and(named)
    }

    /// A value with its words.
    pub fn new(value: impl Into<Value>, label: impl Into<String>) -> Self {
        Self { value: value.into(), label: label.into(), place: None, cost: None }
    }

    /// A place whose name is its value.
    pub fn place(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { value: name.clone().into(), label: name.clone(), place: Some(name), cost: None }
    }

    /// The same, somewhere on the map.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    /// The same with a price.
    #[must_use]
    pub fn costing(mut self, amount: i64, unit: &str) -> Self {
        self.cost = Some(Cost { amount, unit: unit.to_owned() });
        self
    }
}

impl FieldValues {
    /// Whether one of these places or things of the map is among the values, or is where a value lies. A path is where it
    /// begins.
    pub fn offers(&self, places: &[String]) -> bool {
        match self {
            Self::OneOf { values } | Self::Several { values, .. } => values.iter().any(|one| one.is_at(places)),
            Self::Path { from, .. } => places.contains(from),
            Self::Amount { .. } | Self::Amounts { .. } | Self::Text { .. } => false,
        }
    }

    /// The value of a field that leaves no choice.
    fn only(&self) -> Option<&Value> {
        match self {
            Self::OneOf { values } if values.len() == 1 => values.first().map(|one| &one.value),
            _ => None,
        }
    }
}

impl FieldOptions {
    /// A field that has to be answered.
    pub fn new(pointer: impl Into<String>, prompt: impl Into<String>, values: FieldValues) -> Self {
        Self { pointer: pointer.into(), prompt: prompt.into(), optional: false, values }
    }

    /// One of some values.
    pub fn one_of(pointer: impl Into<String>, prompt: impl Into<String>, values: Vec<OptionValue>) -> Self {
        Self::new(pointer, prompt, FieldValues::OneOf { values })
    }

    /// A whole number without a price.
    pub fn amount(pointer: impl Into<String>, prompt: impl Into<String>, least: i64, most: i64) -> Self {
        Self::new(pointer, prompt, FieldValues::Amount { least, most, cost_each: None })
    }

    /// Whether a list of objects gets one more element: `{}` begins it, `null` ends the list.
    pub fn one_more(list: &str, prompt: impl Into<String>) -> Self {
        let values = vec![OptionValue::new(Value::Object(Map::new()), "one more")];
        Self::one_of(format!("{list}/-"), prompt, values).or_nothing()
    }

    /// The same, which may be left out.
    #[must_use]
    pub fn or_nothing(mut self) -> Self {
        self.optional = true;
        self
    }

    /// Whether this is one of the possible values.
    pub fn allows(&self, value: &Value) -> bool {
        if value.is_null() {
            return self.optional;
        }
        match &self.values {
            FieldValues::OneOf { values } => values.iter().any(|one| one.value == *value),
            FieldValues::Several { values, least, most } => value.as_array().is_some_and(|named| {
                let known = |one: &Value| values.iter().any(|possible| possible.value == *one);
                let twice = named.iter().enumerate().any(|(at, one)| named[..at].contains(one));
                within(named.len() as i64, i64::from(*least), i64::from(*most)) && !twice && named.iter().all(known)
            }),
            FieldValues::Amount { least, most, .. } => value.as_i64().is_some_and(|n| within(n, *least, *most)),
            FieldValues::Amounts { of, least, most } => value.as_object().is_some_and(|given| {
                let fits = |(key, n): (&String, &Value)| {
                    let bound = of.iter().find(|one| one.key == *key)?.most;
                    n.as_i64().filter(|n| within(*n, 0, bound))
                };
                let all: Option<Vec<i64>> = given.iter().map(fits).collect();
                all.is_some_and(|all| within(all.iter().sum(), *least, *most))
            }),
            FieldValues::Path { from, links, least, most, budget } => value.as_array().is_some_and(|steps| {
                within(steps.len() as i64, i64::from(*least), i64::from(*most))
                    && walked(from, links, steps).is_some_and(|cost| budget.is_none_or(|budget| cost <= budget))
            }),
            FieldValues::Text { most, .. } => {
                value.as_str().is_some_and(|text| !text.is_empty() && text.chars().count() <= *most as usize)
            }
        }
    }

    /// Whether `{}` is an answer that begins an element of a list, whose fields are asked for next.
    fn begins_an_element(&self) -> bool {
        matches!(self.values, FieldValues::OneOf { .. }) && self.allows(&Value::Object(Map::new()))
    }

    /// The most usual of the possible values; of amounts and ways the least that is something. `None` where there is none.
    pub fn first(&self) -> Option<Value> {
        match &self.values {
            FieldValues::OneOf { values } => values.first().map(|one| one.value.clone()),
            FieldValues::Several { values, least, .. } => {
                let some = values.iter().take((*least).max(1) as usize).map(|one| one.value.clone());
                Some(some.collect())
            }
            FieldValues::Amount { least, most, .. } => Some((*least).max(1).min(*most).into()),
            FieldValues::Amounts { of, least, most } => {
                let mut left = (*least).max(1).min(*most);
                let mut some = Map::new();
                for one in of {
                    let count = left.min(one.most);
                    left -= count;
                    if count > 0 {
                        some.insert(one.key.clone(), count.into());
                    }
                }
                Some(Value::Object(some))
            }
            FieldValues::Path { from, links, least, most, budget } => {
                let wanted = (*least).max(1).min(*most);
                let (mut at, mut left) = (from, budget.unwrap_or(i64::MAX));
                let mut steps = Vec::new();
                while steps.len() < wanted as usize
                    && let Some(link) = links.iter().find(|link| link.from == *at && link.cost <= left)
                {
                    (at, left) = (&link.to, left - link.cost);
                    steps.push(link.value.clone());
                }
                (steps.len() >= *least as usize).then_some(Value::Array(steps))
            }
            FieldValues::Text { example, .. } => Some(example.as_str().into()),
        }
    }

    /// One of the possible values at random, `null` among them where it is one.
    pub fn pick(&self, stream: &mut Stream<'_>, rule: RuleRef) -> Value {
        if self.optional && stream.pick(3, rule.clone()) == 0 {
            return Value::Null;
        }
        match &self.values {
            FieldValues::OneOf { values } => values[stream.pick(values.len(), rule)].value.clone(),
            FieldValues::Several { values, least, most } => {
                let most = (*most as usize).min(values.len());
                let count = *least as usize + stream.pick(most - *least as usize + 1, rule.clone());
                let mut left: Vec<&OptionValue> = values.iter().collect();
                (0..count).map(|_| left.swap_remove(stream.pick(left.len(), rule.clone())).value.clone()).collect()
            }
            FieldValues::Amount { least, most, .. } => Value::from(between(*least, *most, stream, rule)),
            FieldValues::Amounts { of, least, most } => {
                let total = between(*least, *most, stream, rule.clone());
                let mut amounts: Vec<i64> = vec![0; of.len()];
                for _ in 0..total {
                    let open: Vec<usize> = (0..of.len()).filter(|&at| amounts[at] < of[at].most).collect();
                    let Some(&at) = open.get(stream.pick(open.len().max(1), rule.clone())) else { break };
                    amounts[at] += 1;
                }
                let named = of.iter().zip(amounts).filter(|(_, amount)| *amount > 0);
                Value::Object(named.map(|(one, amount)| (one.key.clone(), amount.into())).collect())
            }
            FieldValues::Path { from, links, least, most, budget } => {
                let wanted = between(i64::from(*least), i64::from(*most), stream, rule.clone());
                let (mut at, mut left) = (from, budget.unwrap_or(i64::MAX));
                let mut steps = Vec::new();
                while (steps.len() as i64) < wanted {
                    let open: Vec<&Link> = links.iter().filter(|link| link.from == *at && link.cost <= left).collect();
                    if open.is_empty() {
                        break;
                    }
                    let link = open[stream.pick(open.len(), rule.clone())];
                    (at, left) = (&link.to, left - link.cost);
                    steps.push(link.value.clone());
                }
                Value::Array(steps)
            }
            FieldValues::Text { example, .. } => Value::from(example.as_str()),
        }
    }
}

/// What a path costs; `None` where it does not hang together.
fn walked(from: &str, links: &[Link], steps: &[Value]) -> Option<i64> {
    // Two links may have the same value and other ends, so all that fit are followed; the cheapest way counts.
    let mut ends: Vec<(&str, i64)> = vec![(from, 0)];
    for step in steps {
        let mut next: Vec<(&str, i64)> = Vec::new();
        for (at, cost) in ends {
            for link in links.iter().filter(|link| link.from == at && link.value == *step) {
                match next.iter_mut().find(|(end, _)| *end == link.to) {
                    Some(known) => known.1 = known.1.min(cost + link.cost),
                    None => next.push((&link.to, cost + link.cost)),
                }
            }
        }
        ends = next;
    }
    ends.into_iter().map(|(_, cost)| cost).min()
}

fn within(n: i64, least: i64, most: i64) -> bool {
    (least..=most).contains(&n)
}

fn between(least: i64, most: i64, stream: &mut Stream<'_>, rule: RuleRef) -> i64 {
    let span = usize::try_from(most - least).unwrap_or_default().saturating_add(1);
    least + stream.pick(span, rule) as i64
}

/// The first refusal met since it was last asked for: why nothing of a kind is offered.
#[derive(Default)]
pub struct Met(RefCell<Option<Refusal>>);

impl Met {
    /// The same result, its refusal noted. One is kept that says more than that a part of the order is missing.
    pub fn note<T>(&self, judged: Result<T, Refusal>, is_telling: impl Fn(&Refusal) -> bool) -> Result<T, Refusal> {
        if let Err(refusal) = &judged {
            let mut first = self.0.borrow_mut();
            if first.is_none() && is_telling(refusal) {
                *first = Some(refusal.clone());
            }
        }
        judged
    }

    /// What was met while `ask` asked, or that there was nothing to ask about: then `needs` says what the kind waits for.
    pub fn reason(&self, kinds: &[OrderInfo], needs: &[(&str, &str)], kind: &str, ask: impl FnOnce()) -> Refusal {
        self.0.take();
        ask();
        let nothing = || {
            let rules = kinds.iter().find(|info| info.kind == kind).map(|info| info.rules.as_slice());
            let rule = rules.and_then(<[String]>::first).cloned().unwrap_or_default();
            let need = needs.iter().find(|(of, _)| *of == kind).map(|(_, need)| *need);
            let detail = need.unwrap_or("there is nothing now that it could be ordered for");
            let refusal = Refusal::new("nothing_to_choose", "", detail);
            Refusal { rule: rule.into(), ..refusal }
        };
        self.0.take().unwrap_or_else(nothing)
    }
}

/// A kind of order as it stands now.
#[derive(Clone, PartialEq, Debug)]
pub struct KindNow {
    /// What it is.
    pub info: OrderInfo,
    /// An order of this kind that can be given now; as JSON, and as shorthand.
    pub example: Option<(Value, String)>,
    /// Why none can be given now; `None` where one can.
    pub closed: Option<Refusal>,
}

#[cfg(test)]
mod tests;
