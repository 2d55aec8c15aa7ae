//! How much an order set may hold. Whatever an order set says, reading and judging it takes a bounded time: what is counted here
//! is counted in one pass, before anything is looked up.

use serde_json::Value;

/// The most orders in an order set.
pub const MOST_ORDERS: usize = 250;
/// The most bytes of shorthand in an order set.
pub const MOST_BYTES: usize = 32 << 10;
/// The most lines of shorthand in an order set, empty ones and remarks included.
pub const MOST_LINES: usize = 1000;
/// The most words of shorthand in an order, and the most values in an order in JSON.
pub const MOST_WORDS: usize = 500;
/// The most words of shorthand, or values of JSON, in all orders of an order set together.
pub const MOST_WORDS_IN_ALL: usize = 4000;
/// The most characters in a word of shorthand, a key or a string in JSON.
pub const MOST_LETTERS: usize = 120;
/// The most characters of a text that a player writes for others to read: in JSON what stands under [`TEXT`], in shorthand the
/// text in quotes of an order that has nothing else but its verb.
pub const MOST_LETTERS_OF_TEXT: usize = 2000;
/// The field of an order that holds such a text.
pub const TEXT: &str = "text";
/// The most orders of an order set that are told one by one not to be understood.
pub const MOST_NOT_UNDERSTOOD: usize = 25;
/// How deep lists and objects of an order may lie in each other.
const MOST_LEVELS: usize = 8;

/// An order set holds too much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excess {
    /// Stable reason code in snake_case.
    pub code: &'static str,
    /// Which bound it breaks, and where the bound lies.
    pub detail: String,
    /// JSON pointer to what is too much, from the order set's body.
    pub pointer: String,
}

/// Whether an order set in JSON keeps within the bounds. What is no list of orders is for the reader to refuse.
pub fn of_orders(orders: &Value) -> Result<(), Excess> {
    let Some(list) = orders.as_array() else { return Ok(()) };
    if list.len() > MOST_ORDERS {
        let detail = format!("An order set has at most {MOST_ORDERS} orders, not {}.", list.len());
        return Err(Excess { code: "too_many_orders", detail, pointer: "/orders".into() });
    }
    let mut all = 0;
    for (index, order) in list.iter().enumerate() {
        let mut values = 0;
        let excess = |(code, detail)| Excess { code, detail, pointer: format!("/orders/{index}") };
        count(order, 0, &mut values).map_err(excess)?;
        all += values;
        if all > MOST_WORDS_IN_ALL {
            let detail = format!("The orders of an order set hold at most {MOST_WORDS_IN_ALL} values together.");
            return Err(Excess { code: "too_many_values", detail, pointer: "/orders".into() });
        }
    }
    Ok(())
}

fn count(value: &Value, level: usize, values: &mut usize) -> Result<(), (&'static str, String)> {
    *values += 1;
    if *values > MOST_WORDS {
        return Err(("too_many_values", format!("An order holds at most {MOST_WORDS} values.")));
    }
    if level > MOST_LEVELS {
        return Err(("too_deep", format!("Lists and objects of an order lie at most {MOST_LEVELS} deep.")));
    }
    match value {
        Value::String(text) => short(text),
        Value::Array(list) => list.iter().try_for_each(|value| count(value, level + 1, values)),
        Value::Object(fields) => fields.iter().try_for_each(|(key, value)| {
            short(key)?;
            match value {
                Value::String(text) if key == TEXT => {
                    *values += 1;
                    readable(text)
                }
                value => count(value, level + 1, values),
            }
        }),
        _ => Ok(()),
    }
}

fn short(text: &str) -> Result<(), (&'static str, String)> {
    if text.chars().nth(MOST_LETTERS).is_none() {
        return Ok(());
    }
    Err(("too_long", format!("A name in an order has at most {MOST_LETTERS} characters.")))
}

fn readable(text: &str) -> Result<(), (&'static str, String)> {
    if text.chars().nth(MOST_LETTERS_OF_TEXT).is_none() {
        return Ok(());
    }
    Err(("too_long", format!("A text in an order has at most {MOST_LETTERS_OF_TEXT} characters.")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_bound_is_kept_and_named() {
        let march = |places: usize| json!({ "type": "march", "along": vec!["Roma"; places] });
        let fits = [
            json!(vec![json!({ "type": "wait" }); MOST_ORDERS]),
            json!([march(MOST_WORDS - 3)]),
            json!(vec![march(MOST_WORDS - 3); MOST_WORDS_IN_ALL / MOST_WORDS]),
            json!([{ "type": "x".repeat(MOST_LETTERS) }]),
            json!([{ "type": "speak", "text": "x".repeat(MOST_LETTERS_OF_TEXT) }]),
            json!({ "not": "a list" }),
        ];
        for orders in fits {
            assert_eq!(of_orders(&orders), Ok(()));
        }
        let mut deep = json!(1);
        for _ in 0..20 {
            deep = json!([deep]);
        }
        let bursts = [
            (json!(vec![json!({ "type": "wait" }); MOST_ORDERS + 1]), "too_many_orders", "/orders", "250 orders"),
            (json!([march(1), march(MOST_WORDS)]), "too_many_values", "/orders/1", "500 values"),
            (json!(vec![march(MOST_WORDS - 3); 9]), "too_many_values", "/orders", "4000 values"),
            (json!([{ "type": "x".repeat(MOST_LETTERS + 1) }]), "too_long", "/orders/0", "120 characters"),
            (json!([{ "x".repeat(MOST_LETTERS + 1): 1 }]), "too_long", "/orders/0", "120 characters"),
            (json!([{ "text": "x".repeat(MOST_LETTERS_OF_TEXT + 1) }]), "too_long", "/orders/0", "2000 characters"),
            (json!([{ "text": ["x".repeat(MOST_LETTERS + 1)] }]), "too_long", "/orders/0", "120 characters"),
            (json!([{ "type": deep }]), "too_deep", "/orders/0", "8 deep"),
        ];
        for (orders, code, pointer, words) in bursts {
            let excess = of_orders(&orders).expect_err(code);
            assert_eq!((excess.code, excess.pointer.as_str()), (code, pointer));
            assert!(excess.detail.contains(words), "{}", excess.detail);
        }
    }
}
