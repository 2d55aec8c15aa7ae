//! What is different between two views of a seat, field by field.
//!
//! Lists whose elements carry a name of their own (`id`, `province`, `faction` and `province` …) are compared name by name,
//! so that what was added in the middle does not make everything behind it look changed. Other lists are compared as a
//! whole.

use std::collections::BTreeMap;

use kernel::Value;
use serde::Serialize;
use utoipa::ToSchema;

/// Fields that name an element of a list before all others, what a person would call it first. As numbers only these do.
const NAMES: [&str; 6] = ["name", "key", "id", "location", "province", "place"];

/// What became of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    Added,
    Removed,
    Changed,
}

/// One difference between two views.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ViewChange {
    pub what: ChangeKind,
    /// JSON pointer to the value: into the later view, and into the earlier one for what was removed.
    #[schema(example = "/armies/2/men")]
    pub pointer: String,
    /// Names of the list elements on the way to it, outermost first: what a person would call the thing.
    #[schema(example = json!(["MIL-1"]))]
    pub of: Vec<String>,
    /// The value in the earlier view; null for what was added.
    pub before: Value,
    /// The value in the later view; null for what was removed.
    pub after: Value,
}

/// How what a seat sees became different from one step to another.
#[derive(Debug, Serialize, ToSchema)]
pub struct ViewChanges {
    #[schema(example = "MIL")]
    pub seat: String,
    /// Steps resolved at the earlier time.
    pub since: i32,
    /// Steps resolved at the later time.
    pub step: i32,
    /// The later date.
    #[schema(example = "March 1450")]
    pub label: String,
    pub changes: Vec<ViewChange>,
}

/// All differences between two views, in the order of the later one; what was removed from an object or a list comes
/// behind the rest of it.
pub fn changes(before: &Value, after: &Value) -> Vec<ViewChange> {
    let mut found = Vec::new();
    compare(before, after, &mut Place::default(), &mut found);
    found
}

#[derive(Default)]
struct Place {
    pointer: Vec<String>,
    of: Vec<String>,
}

impl Place {
    fn change(&self, what: ChangeKind, before: &Value, after: &Value) -> ViewChange {
        let escaped = self.pointer.iter().map(|part| format!("/{}", part.replace('~', "~0").replace('/', "~1")));
        ViewChange {
            what,
            pointer: escaped.collect(),
            of: self.of.clone(),
            before: before.clone(),
            after: after.clone(),
        }
    }

    fn within(&mut self, part: String, name: Option<String>, look: impl FnOnce(&mut Place)) {
        let named = name.is_some();
        self.pointer.push(part);
        self.of.extend(name);
        look(self);
        self.pointer.pop();
        if named {
            self.of.pop();
        }
    }
}

fn compare(before: &Value, after: &Value, place: &mut Place, found: &mut Vec<ViewChange>) {
    match (before, after) {
        _ if before == after => {}
        (Value::Object(old), Value::Object(new)) => {
            for (field, value) in new {
                place.within(field.clone(), None, |place| match old.get(field) {
                    Some(earlier) => compare(earlier, value, place, found),
                    None => found.push(place.change(ChangeKind::Added, &Value::Null, value)),
                });
            }
            for (field, value) in old.iter().filter(|(field, _)| !new.contains_key(*field)) {
                place.within(field.clone(), None, |place| {
                    found.push(place.change(ChangeKind::Removed, value, &Value::Null));
                });
            }
        }
        (Value::Array(old), Value::Array(new)) => match by_name(old, new) {
            Some((old, new)) => {
                for (name, (at, value)) in ordered(&new) {
                    place.within(at.to_string(), Some(name.clone()), |place| match old.get(name) {
                        Some((_, earlier)) => compare(earlier, value, place, found),
                        None => found.push(place.change(ChangeKind::Added, &Value::Null, value)),
                    });
                }
                for (name, (at, value)) in ordered(&old).filter(|(name, _)| !new.contains_key(*name)) {
                    place.within(at.to_string(), Some(name.clone()), |place| {
                        found.push(place.change(ChangeKind::Removed, value, &Value::Null));
                    });
                }
            }
            None => found.push(place.change(ChangeKind::Changed, before, after)),
        },
        _ => found.push(place.change(ChangeKind::Changed, before, after)),
    }
}

/// Elements by name, each with its place in the list.
type Named<'a> = BTreeMap<String, (usize, &'a Value)>;

fn ordered<'n, 'a>(named: &'n Named<'a>) -> impl Iterator<Item = (&'n String, (usize, &'a Value))> {
    let mut all: Vec<_> = named.iter().map(|(name, element)| (name, *element)).collect();
    all.sort_by_key(|(_, (at, _))| *at);
    all.into_iter()
}

/// Both lists by what names their elements: one field, or two together where no single one will do. Of several, the one by
/// which most elements are found again.
fn by_name<'a>(old: &'a [Value], new: &'a [Value]) -> Option<(Named<'a>, Named<'a>)> {
    let all = || old.iter().chain(new);
    let texts: Vec<&str> = all().next()?.as_object()?.keys().map(String::as_str).collect();
    let named_by = |field: &&str| {
        all().all(|element| match element.get(*field) {
            Some(Value::String(_)) => true,
            Some(Value::Number(_)) => NAMES.contains(field),
            _ => false,
        })
    };
    let mut fields: Vec<&str> = texts.into_iter().filter(named_by).collect();
    // Stable: among others the order of the element stays.
    fields.sort_by_key(|field| NAMES.iter().position(|name| name == field).unwrap_or(NAMES.len()));
    let single = fields.iter().map(|field| vec![*field]);
    let pairs = fields.iter().enumerate().flat_map(|(at, one)| fields[at + 1..].iter().map(|two| vec![*one, *two]));
    best(single, old, new).or_else(|| best(pairs, old, new))
}

/// By the first of the keys that leave fewest elements without their like in the other list.
fn best<'a>(
    keys: impl Iterator<Item = Vec<&'a str>>, old: &'a [Value], new: &'a [Value],
) -> Option<(Named<'a>, Named<'a>)> {
    let both = keys.filter_map(|key| Some((named(old, &key)?, named(new, &key)?)));
    both.min_by_key(|(old, new)| old.keys().filter(|name| !new.contains_key(*name)).count())
}

/// The elements by their names; none where two have the same.
fn named<'a>(list: &'a [Value], key: &[&str]) -> Option<Named<'a>> {
    let mut found = Named::new();
    for (at, element) in list.iter().enumerate() {
        let parts = key.iter().map(|field| match element.get(*field)? {
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        });
        if found.insert(parts.collect::<Option<Vec<_>>>()?.join(" "), (at, element)).is_some() {
            return None;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(before: &Value, after: &Value) -> Vec<(ChangeKind, String, String)> {
        let short = |it: ViewChange| (it.what, it.pointer, it.of.join(" "));
        changes(before, after).into_iter().map(short).collect()
    }

    #[test]
    fn what_is_alike_is_not_told() {
        let view = json!({ "armies": [{ "id": "A", "men": 3 }], "gold": 7 });
        assert_eq!(changes(&view, &view), []);
    }

    #[test]
    fn elements_are_compared_by_their_names_wherever_they_stand() {
        let before = json!({ "armies": [{ "id": "A", "men": 3 }, { "id": "B", "men": 5 }, { "id": "C", "men": 1 }] });
        let after = json!({ "armies": [{ "id": "N", "men": 9 }, { "id": "A", "men": 3 }, { "id": "B", "men": 4 }] });
        assert_eq!(
            told(&before, &after),
            [
                (ChangeKind::Added, "/armies/0".into(), "N".into()),
                (ChangeKind::Changed, "/armies/2/men".into(), "B".into()),
                (ChangeKind::Removed, "/armies/2".into(), "C".into()),
            ]
        );
        let men = &changes(&before, &after)[1];
        assert_eq!((&men.before, &men.after), (&json!(5), &json!(4)));
    }

    #[test]
    fn what_names_an_element_is_found_in_the_lists() {
        // `arm` is no name, and by `leader` fewer are found again than by `province`.
        let force = |province: &str, leader: &str, men: u32| json!({ "arm": "land", "leader": leader, "province": province, "men": men });
        let (before, after) = (
            json!([force("Milan", "A", 3), force("Rome", "B", 4)]),
            json!([force("Rome", "C", 4), force("Milan", "A", 2)]),
        );
        let leader = (ChangeKind::Changed, "/0/leader".into(), "Rome".into());
        assert_eq!(told(&before, &after), [leader, (ChangeKind::Changed, "/1/men".into(), "Milan".into())]);
        // No single field tells these apart.
        let seen = |of: &str, at: &str, men: u32| json!({ "of": of, "at": at, "men": men });
        let before = json!([seen("VEN", "Milan", 1), seen("VEN", "Rome", 1), seen("NAP", "Rome", 1)]);
        let after = json!([seen("VEN", "Milan", 1), seen("VEN", "Rome", 2), seen("NAP", "Rome", 1)]);
        assert_eq!(told(&before, &after), [(ChangeKind::Changed, "/1/men".into(), "Rome VEN".into())]);
    }

    #[test]
    fn lists_without_names_are_compared_whole() {
        assert_eq!(told(&json!([1, 2]), &json!([1, 3])), [(ChangeKind::Changed, String::new(), String::new())]);
        let twice = json!({ "l": [{ "id": 1 }, { "id": 1 }] });
        assert_eq!(told(&twice, &json!({ "l": [{ "id": 1 }] }))[0].1, "/l");
    }

    #[test]
    fn pointers_are_escaped_and_lead_to_what_is_told() {
        let (before, after) = (json!({ "a/b": { "~": 1 }, "gone": 1 }), json!({ "a/b": { "~": null }, "new": [] }));
        for change in changes(&before, &after) {
            let (earlier, later) = (before.pointer(&change.pointer), after.pointer(&change.pointer));
            match change.what {
                ChangeKind::Added => assert_eq!((earlier, later), (None, Some(&change.after))),
                ChangeKind::Removed => assert_eq!((earlier, later), (Some(&change.before), None)),
                ChangeKind::Changed => assert_eq!((earlier, later), (Some(&change.before), Some(&change.after))),
            }
        }
        assert_eq!(changes(&before, &after).len(), 3);
    }
}
