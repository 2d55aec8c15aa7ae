//! Order sets made to be slow to read or to judge, of any length, for every kind of order of a rule system.

use catalog::Catalog;
use kernel::{Campaign, Dice, GameSeed, OrderInfo, OrderSet, SeatId, Value};
use serde_json::json;

/// An order set as it is handed in.
pub enum Hostile {
    Text(String),
    Json(Value),
}

/// A kind of hostile order set, and what it looks like at a length: about so many bytes.
pub struct Family {
    pub name: String,
    pub order_set: Box<dyn Fn(usize) -> Hostile>,
}

fn text(name: impl Into<String>, unit: impl Into<String>) -> Family {
    let unit = unit.into();
    let order_set = move |length: usize| Hostile::Text(unit.repeat(length.div_ceil(unit.len())));
    Family { name: name.into(), order_set: Box::new(order_set) }
}

fn json(name: impl Into<String>, order_set: impl Fn(usize) -> Value + 'static) -> Family {
    Family { name: name.into(), order_set: Box::new(move |length| Hostile::Json(order_set(length))) }
}

/// All families of a rule system: words, marks and lines of no meaning, and each of its orders stretched at every place
/// where it can be stretched.
pub fn families(orders: &[OrderInfo]) -> Vec<Family> {
    let nothing =
        ["a ", "a\n", "a, ", "a > ", "a; ", ": ", "#1 ", "1 ", "- ", "\n", "xyzzy", "ǅ ", "\u{301}", "a\u{a0}"];
    let mut all: Vec<Family> = nothing.iter().map(|unit| text(format!("{unit:?}"), *unit)).collect();
    for info in orders {
        let (kind, shorthand) = (&info.kind, &info.shorthand);
        all.push(text(format!("{kind}, line by line"), format!("{shorthand}\n")));
        let words: Vec<&str> = shorthand.split_whitespace().collect();
        for at in 0..words.len() {
            for mark in ["", ",", " >", " and"] {
                let (head, tail) = (words[..=at].join(" "), words[at..].join(" "));
                let again = format!("{mark} {}", words[at].trim_end_matches([',', ':']));
                let order_set = move |length: usize| {
                    Hostile::Text(format!("{head}{} {tail}", again.repeat(length.div_ceil(again.len()))))
                };
                all.push(Family {
                    name: format!("{kind}, word {at} again with {mark:?}"),
                    order_set: Box::new(order_set),
                });
            }
        }
        let example = info.example.clone();
        let size = example.to_string().len() + 1;
        all.push(json(format!("{kind} in JSON, again and again"), move |length| {
            json!(vec![example.clone(); length.div_ceil(size)])
        }));
        for field in info.example.as_object().into_iter().flat_map(|fields| fields.keys()) {
            let (example, field_of) = (info.example.clone(), field.clone());
            all.push(json(format!("{kind}.{field} in JSON, long"), move |length| {
                json!([stretched(&example, &field_of, length)])
            }));
            let (example, field_of) = (info.example.clone(), field.clone());
            all.push(json(format!("{kind}.{field} in JSON, long within the bounds, again and again"), move |length| {
                let order = stretched(&example, &field_of, length.min(2000));
                let size = order.to_string().len() + 1;
                json!(vec![order; length.div_ceil(size)])
            }));
        }
    }
    all.push(json("nothing in JSON", |length| json!(vec![json!({}); length / 3])));
    all.push(json("fields in JSON", |length| {
        let fields: serde_json::Map<String, Value> = (0..length / 12).map(|n| (format!("f{n}"), json!(n))).collect();
        json!([fields])
    }));
    all
}

/// An order with one of its fields made about so long.
fn stretched(example: &Value, field: &str, length: usize) -> Value {
    let mut order = example.clone();
    order[field] = match &example[field] {
        Value::Array(list) if !list.is_empty() => {
            let size = list[0].to_string().len() + 1;
            list.iter().cycle().take(length.div_ceil(size)).cloned().collect()
        }
        Value::String(text) => json!(text.repeat(length.div_ceil(text.len().max(1)))),
        Value::Object(fields) => {
            let value = fields.values().next().cloned().unwrap_or(json!(1));
            (0..length / 12).map(|n| (format!("f{n}"), value.clone())).collect::<serde_json::Map<_, _>>().into()
        }
        _ => json!(vec![1; length / 2]),
    };
    order
}

/// A campaign of each rule system, some steps under way, with the seat that is awaited.
pub fn campaigns() -> Vec<(Box<dyn Campaign>, SeatId, Vec<OrderInfo>)> {
    let seed = GameSeed::from_number(7);
    let begin = |ruleset: &std::sync::Arc<dyn kernel::Ruleset>| {
        let scenario = ruleset.scenarios().into_iter().next().expect("a scenario").id;
        let mut campaign = ruleset.start(&scenario, &Value::Null, &seed).expect("it starts");
        for step in 0..12 {
            let seat = campaign.awaiting().first().expect("somebody is awaited").seat;
            let order_sets = [OrderSet { seat, orders: campaign.default_orders(seat) }];
            campaign.advance(&order_sets, &mut Dice::for_step(&seed, step + 1).quiet());
        }
        let seat = campaign.awaiting().first().expect("somebody is awaited").seat;
        (campaign, seat, ruleset.about().orders.clone())
    };
    Catalog::standard().rulesets().iter().map(begin).collect()
}
