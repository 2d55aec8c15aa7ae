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

use crate::{Notation, OrderInfo, Refusal, RuleRef, Stream, Telling, Visibility};

/// A walk longer than this has no end: no order of any ruleset has so many fields.
const MOST_FIELDS: usize = 2_000;
/// An example with more fields helps nobody.
const MOST_FIELDS_OF_EXAMPLE: usize = 40;
/// As many answers of a partly filled order are looked into.
const MOST_FOLLOWED: usize = 300;

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
pub trait Hosted: Notation + Telling + OrderOptions {}

impl<G: Notation + Telling + OrderOptions> Hosted for G {}

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

/// Puts an answer into a partial order where a pointer says. Parents that are missing are made.
pub fn fill(partial: &mut Value, pointer: &str, answer: Value) {
    let mut at = partial;
    let mut parts = pointer.split('/').skip(1).peekable();
    while let Some(part) = parts.next() {
        let part = part.replace("~1", "/").replace("~0", "~");
        let appends = part == "-";
        if at.is_null() {
            *at = if appends { Value::Array(Vec::new()) } else { Value::Object(Map::new()) };
        }
        let last = parts.peek().is_none();
        let place = match at {
            Value::Array(list) => {
                if appends {
                    list.push(Value::Null);
                }
                let index = if appends { Some(list.len() - 1) } else { part.parse().ok() };
                index.and_then(|index| list.get_mut(index))
            }
            Value::Object(fields) => Some(fields.entry(part).or_insert(Value::Null)),
            _ => None,
        };
        let Some(place) = place else { return };
        if last {
            *place = answer;
            return;
        }
        at = place;
    }
}

/// A complete order without the answers "nothing" and "no more".
#[must_use]
pub fn finished(partial: &Value) -> Value {
    match partial {
        Value::Array(list) => list.iter().filter(|one| !one.is_null()).map(finished).collect(),
        Value::Object(fields) => {
            let told = fields.iter().filter(|(_, one)| !one.is_null());
            Value::Object(told.map(|(name, one)| (name.clone(), finished(one))).collect())
        }
        other => other.clone(),
    }
}

/// Fills an order from `{}` to its end. `None` when nothing can be ordered.
///
/// # Panics
///
/// When the questions have no end, or one of them has no answer.
pub fn walk(
    next: impl Fn(&Value) -> Option<FieldOptions>, mut choose: impl FnMut(&FieldOptions) -> Value,
) -> Option<Value> {
    let mut partial = Value::Object(Map::new());
    for _ in 0..MOST_FIELDS {
        let Some(question) = next(&partial) else {
            return partial.get("type").is_some().then(|| finished(&partial));
        };
        let answer = choose(&question);
        fill(&mut partial, &question.pointer, answer);
    }
    panic!("the questions about this order have no end: {partial}");
}

/// An order of one kind as an example, filled in with what comes first. `None` where that leads nowhere in so many fields.
pub fn example(menu: &impl Menu, kind: &str) -> Option<Value> {
    let mut partial = serde_json::json!({ "type": kind });
    for _ in 0..MOST_FIELDS_OF_EXAMPLE {
        let Some(question) = menu.next(&partial) else { return Some(finished(&partial)) };
        let list = question.pointer.strip_suffix("/-");
        let begun = |list: &str| partial.pointer(list).and_then(Value::as_array).is_some_and(|all| !all.is_empty());
        // A list has one element, what need not be said is left out.
        let ends = question.optional && list.is_none_or(begun);
        let answer = if ends { Value::Null } else { question.first()? };
        fill(&mut partial, &question.pointer, answer);
    }
    None
}

/// Whether an order can be reached by options: each of its fields is among the possible values when it is asked for.
///
/// # Errors
///
/// The first question to which the order has an answer that is not offered, in words.
pub fn reach(order: &Value, next: impl Fn(&Value) -> Option<FieldOptions>) -> Result<(), String> {
    let mut partial = Value::Object(Map::new());
    for _ in 0..MOST_FIELDS {
        let Some(question) = next(&partial) else { break };
        let answer = answered(order, &partial, &question.pointer);
        // `{}` begins an element of a list; its fields are asked for one by one.
        let begins = answer.is_object() && question.begins_an_element();
        let answer = if begins { Value::Object(Map::new()) } else { answer };
        if !question.allows(&answer) {
            return Err(format!("{order}: {answer} is not offered at {partial}: {question:?}"));
        }
        fill(&mut partial, &question.pointer, answer);
    }
    let (reached, wanted) = (without_empty_lists(finished(&partial)), without_empty_lists(finished(order)));
    if reached == wanted { Ok(()) } else { Err(format!("{wanted} is not reached, but {reached}")) }
}

/// An order in which a list without elements and no list are the same.
fn without_empty_lists(mut order: Value) -> Value {
    if let Some(fields) = order.as_object_mut() {
        fields.retain(|_, one| one.as_array().is_none_or(|list| !list.is_empty()));
    }
    order
}

/// Where the answer to a question stands in a whole order: the next element of a list in place of `-`.
fn place_of(partial: &Value, pointer: &str) -> String {
    match pointer.strip_suffix("/-") {
        Some(list) => {
            let index = partial.pointer(list).and_then(Value::as_array).map_or(0, Vec::len);
            format!("{list}/{index}")
        }
        None => pointer.to_owned(),
    }
}

/// What an order says at a pointer of its partial form; `null` when it says nothing.
fn answered(order: &Value, partial: &Value, pointer: &str) -> Value {
    order.pointer(&place_of(partial, pointer)).cloned().unwrap_or_default()
}

/// How far a partly filled order is filled.
#[derive(Clone, PartialEq, Debug)]
pub struct Filled {
    /// The order as far as its answers were asked for.
    pub order: Value,
    /// The next field; `None` when the order is complete, or when `order` is empty and nothing can be ordered.
    pub next: Option<FieldOptions>,
}

/// An answer that is not among the possible ones.
#[derive(Clone, PartialEq, Debug)]
pub struct NotOffered {
    /// Where it stands in the partly filled order, as a JSON pointer.
    pub pointer: String,
    /// What is wrong, in words.
    pub reason: String,
    /// What was asked; `None` when nothing was, there or any more.
    pub question: Option<FieldOptions>,
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

/// Follows a partly filled order from its first field to the first that it does not answer. The rules are asked about
/// nothing but answers that they offered themselves, whatever the order says.
///
/// # Errors
///
/// The first answer that is not offered, or that nobody asked for.
pub fn follow(partial: &Value, next: impl Fn(&Value) -> Option<FieldOptions>) -> Result<Filled, Box<NotOffered>> {
    let wrong = |pointer: String, reason: &str, question: Option<FieldOptions>| {
        Err(Box::new(NotOffered { pointer, reason: reason.to_owned(), question }))
    };
    if !partial.is_object() {
        return wrong(String::new(), "A partly filled order is a JSON object.", None);
    }
    let mut order = Value::Object(Map::new());
    for _ in 0..MOST_FOLLOWED {
        let Some(question) = next(&order) else {
            let unasked = partial.as_object().into_iter().flatten();
            let mut unasked = unasked.filter(|(name, value)| !value.is_null() && order.get(name).is_none());
            return match unasked.next() {
                Some((name, _)) => {
                    let pointer = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
                    wrong(pointer, "This field is not asked for in this order.", None)
                }
                None => Ok(Filled { order, next: None }),
            };
        };
        let place = place_of(&order, &question.pointer);
        let Some(given) = partial.pointer(&place) else {
            return Ok(Filled { order, next: Some(question) });
        };
        let begins = given.is_object() && question.begins_an_element();
        let answer = if begins { Value::Object(Map::new()) } else { given.clone() };
        if !question.allows(&answer) {
            return wrong(place, "This is none of the possible values.", Some(question));
        }
        fill(&mut order, &question.pointer, answer);
    }
    wrong(String::new(), "This order has more fields than are looked into.", None)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Dice, GameSeed};

    const RULE: RuleRef = RuleRef::new("options");

    fn link(from: &str, to: &str, cost: i64) -> Link {
        Link { from: from.into(), to: to.into(), value: json!(to), label: to.into(), cost }
    }

    fn path() -> FieldOptions {
        let links = vec![link("Roma", "Ostia", 1), link("Ostia", "Capua", 2), link("Roma", "Capua", 4)];
        let values = FieldValues::Path { from: "Roma".into(), links, least: 1, most: 2, budget: Some(3) };
        FieldOptions::new("/along", "Which way?", values)
    }

    fn units() -> FieldOptions {
        let of = |key: &str, most| AmountOf { key: key.into(), label: key.into(), most, cost_each: None };
        let values = FieldValues::Amounts { of: vec![of("FOO", 2), of("MAA", 5)], least: 1, most: 4 };
        FieldOptions::new("/units", "Which units?", values)
    }

    /// A march: where from, which units, and halts as a list of objects.
    fn march(partial: &Value) -> Option<FieldOptions> {
        let places = |names: &[&str]| names.iter().map(|name| OptionValue::place(*name)).collect::<Vec<_>>();
        if partial.get("type").is_none() {
            return Some(FieldOptions::one_of("/type", "What?", vec![OptionValue::new("march", "March")]));
        }
        if partial.get("along").is_none() {
            return Some(path());
        }
        if partial.get("units").is_none() {
            return Some(units().or_nothing());
        }
        let halts = partial.get("halts").and_then(Value::as_array);
        match halts.and_then(|list| list.last()) {
            Some(Value::Null) => None,
            Some(halt) if halt.get("at").is_none() => {
                let at = halts.map_or(0, Vec::len) - 1;
                Some(FieldOptions::one_of(format!("/halts/{at}/at"), "Where?", places(&["Ostia", "Capua"])))
            }
            _ => Some(FieldOptions::one_more("/halts", "A halt?")),
        }
    }

    #[test]
    fn what_is_picked_is_allowed() {
        let several = FieldValues::Several {
            values: vec![OptionValue::new(1, "one"), OptionValue::new(2, "two"), OptionValue::new(3, "three")],
            least: 1,
            most: 2,
        };
        let fields = [
            path(),
            units(),
            FieldOptions::new("/several", "Which?", several).or_nothing(),
            FieldOptions::amount("/men", "How many?", -2, 7),
            FieldOptions::new("/text", "What?", FieldValues::Text { example: "Ave".into(), most: 3 }),
        ];
        let mut dice = Dice::keyed(&GameSeed::from_number(1), "options");
        let mut stream = dice.stream("options", 0, 0);
        for field in &fields {
            for _ in 0..200 {
                let picked = field.pick(&mut stream, RULE);
                assert!(field.allows(&picked), "{picked} of {field:?}");
            }
        }
    }

    #[test]
    fn what_is_not_possible_is_not_allowed() {
        let path = path();
        for (steps, allowed) in [
            (json!(["Ostia"]), true),
            (json!(["Ostia", "Capua"]), true),
            (json!(["Capua"]), false),
            (json!(["Ostia", "Roma"]), false),
            (json!([]), false),
            (json!("Ostia"), false),
            (json!(null), false),
        ] {
            assert_eq!(path.allows(&steps), allowed, "{steps}");
        }
        let units = units();
        for (given, allowed) in [
            (json!({ "FOO": 2, "MAA": 2 }), true),
            (json!({ "FOO": 3 }), false),
            (json!({ "MAA": 5 }), false),
            (json!({}), false),
            (json!({ "ELE": 1 }), false),
            (json!({ "FOO": -1, "MAA": 2 }), false),
        ] {
            assert_eq!(units.allows(&given), allowed, "{given}");
        }
    }

    #[test]
    fn a_walk_ends_in_an_order_that_can_be_reached() {
        let mut dice = Dice::keyed(&GameSeed::from_number(2), "walk");
        let mut stream = dice.stream("walk", 0, 0);
        for _ in 0..100 {
            let order = walk(march, |question| question.pick(&mut stream, RULE)).expect("an order");
            assert_eq!(order["type"], "march");
            assert!(!order.to_string().contains("null"), "{order}");
            reach(&order, march).expect("reached");
        }
        let order = json!({ "type": "march", "along": ["Ostia"], "units": null, "halts": [{ "at": "Capua" }] });
        reach(&order, march).expect("what is left out may be null");
        for wrong in [
            json!({ "type": "march", "along": ["Capua"], "halts": [] }),
            json!({ "type": "march", "along": ["Ostia"], "halts": [{ "at": "Roma" }] }),
            json!({ "type": "march", "along": ["Ostia"], "halts": [], "men": 3 }),
        ] {
            reach(&wrong, march).expect_err("not offered");
        }
    }

    #[test]
    fn a_partial_order_is_followed_to_its_first_open_field() {
        let rows = [
            (json!({}), "/type"),
            (json!({ "type": "march" }), "/along"),
            (json!({ "type": "march", "along": ["Ostia"] }), "/units"),
            (json!({ "type": "march", "along": ["Ostia"], "units": null }), "/halts/-"),
            (json!({ "type": "march", "along": ["Ostia"], "units": null, "halts": [{}] }), "/halts/0/at"),
        ];
        for (partial, asked) in rows {
            let filled = follow(&partial, march).expect("all of it is offered");
            assert_eq!((filled.order, filled.next.map(|next| next.pointer)), (partial, Some(asked.to_owned())));
        }
        let whole = json!({ "type": "march", "along": ["Ostia"], "units": null, "halts": [{ "at": "Capua" }, null] });
        assert_eq!(follow(&whole, march).expect("offered"), Filled { order: whole, next: None });
    }

    #[test]
    fn what_a_partial_order_must_not_say_is_pointed_at() {
        let rows = [
            (json!(7), ""),
            (json!({ "type": "fly" }), "/type"),
            (json!({ "type": "march", "along": ["Capua"] }), "/along"),
            (json!({ "type": "march", "along": ["Ostia"], "units": null, "halts": [{ "at": "Roma" }] }), "/halts/0/at"),
            (json!({ "type": "march", "along": ["Ostia"], "units": null, "halts": [null], "a/b": 1 }), "/a~1b"),
            (
                json!({ "type": "march", "along": ["Ostia"], "units": null, "halts": vec![json!({ "at": "Capua" }); 400] }),
                "",
            ),
        ];
        for (partial, pointer) in rows {
            assert_eq!(follow(&partial, march).expect_err("refused").pointer, pointer, "{partial}");
        }
    }

    #[test]
    fn nothing_to_order_is_no_order() {
        assert_eq!(walk(|_| None, |_| unreachable!("nothing is asked")), None);
    }
}
