//! Filling an order in, field by field: by chance, after an order that is whole already, or as far as somebody got.

use serde_json::{Map, Value};

use super::{FieldOptions, Menu};

/// A walk longer than this has no end: no order of any ruleset has so many fields.
const MOST_FIELDS: usize = 2_000;
/// An example with more fields helps nobody.
const MOST_FIELDS_OF_EXAMPLE: usize = 40;
/// As many answers of a partly filled order are looked into.
const MOST_FOLLOWED: usize = 300;

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

/// As many fields that leave no choice may stand before the place of an order.
const MOST_BEFORE_PLACE: usize = 3;

/// Whether an order of a kind can begin at one of these places or things of the map: they are among the values of its first
/// field that leaves a choice.
pub fn begins_at(menu: &impl Menu, kind: &str, places: &[String]) -> bool {
    let mut partial = serde_json::json!({ "type": kind });
    for _ in 0..=MOST_BEFORE_PLACE {
        let Some(question) = menu.next(&partial) else { return false };
        if question.values.offers(places) {
            return true;
        }
        let Some(only) = question.values.only().filter(|_| !question.optional) else { return false };
        fill(&mut partial, &question.pointer, only.clone());
    }
    false
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
