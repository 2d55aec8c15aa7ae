//! Orders above the rooms: read once, typed behind a handle, and JSON at the edge only.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::json::to_value;
use crate::reading::read_orders;
use crate::{OrderInfo, SeatId, Verdict};

/// What an order of a room is: plain data.
pub trait PlainOrder: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {}

impl<O: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static> PlainOrder for O {}

/// The orders of one order set, as the rules take them. Cheap to clone.
///
/// [`Campaign::read_orders`](crate::Campaign::read_orders) makes them of JSON; planners and default orders are born
/// typed. What could not be read is left out, and [`unread`](Self::unread) says what is wrong with it.
#[derive(Clone)]
pub struct Orders(Arc<dyn Erased>);

/// All orders that a seat hands in for a step.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderSet {
    /// Who hands it in.
    pub seat: SeatId,
    /// Its orders.
    pub orders: Orders,
}

trait Erased: Any + Send + Sync {
    fn len(&self) -> usize;
    fn to_json(&self) -> Value;
    fn unread(&self) -> &[Verdict];
    fn equals(&self, other: &dyn Erased) -> bool;
}

struct Typed<O> {
    orders: Vec<O>,
    /// Where each order stood in the set as it was written.
    indices: Vec<usize>,
    unread: Vec<Verdict>,
}

impl<O: PlainOrder> Erased for Typed<O> {
    fn len(&self) -> usize {
        self.orders.len()
    }

    fn to_json(&self) -> Value {
        to_value(&self.orders)
    }

    fn unread(&self) -> &[Verdict] {
        &self.unread
    }

    fn equals(&self, other: &dyn Erased) -> bool {
        (other as &dyn Any)
            .downcast_ref::<Self>()
            .is_some_and(|other| self.orders == other.orders && self.unread == other.unread)
    }
}

impl Orders {
    /// Orders of a room.
    pub fn of<O: PlainOrder>(orders: Vec<O>) -> Self {
        let indices = (0..orders.len()).collect();
        Self(Arc::new(Typed { orders, indices, unread: Vec::new() }))
    }

    /// Reads an array of orders; `known` are the orders of the rule system, for examples.
    pub fn read<O: PlainOrder>(orders: &Value, known: &[OrderInfo]) -> Self {
        let (read, unread) = read_orders::<O>(orders, known);
        let (indices, orders) = read.into_iter().unzip();
        Self(Arc::new(Typed { orders, indices, unread }))
    }

    /// The orders that were read, in canonical form.
    pub fn to_json(&self) -> Value {
        self.0.to_json()
    }

    /// How many orders were read.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no order was read.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Verdicts on what could not be read, by its place in the set as it was written.
    pub fn unread(&self) -> &[Verdict] {
        self.0.unread()
    }

    fn inner<O: PlainOrder>(&self) -> &Typed<O> {
        (&*self.0 as &dyn Any).downcast_ref().expect("orders are taken to the rule system that they were read by")
    }

    /// The orders as the room takes them.
    ///
    /// # Panics
    ///
    /// When they are those of another rule system.
    pub fn typed<O: PlainOrder>(&self) -> &[O] {
        &self.inner::<O>().orders
    }

    /// Verdicts on the set as it was written: these, which count the orders that were read, and those on what was not.
    pub(crate) fn verdicts<O: PlainOrder>(&self, judged: Vec<Verdict>) -> Vec<Verdict> {
        let Typed { indices, unread, .. } = self.inner::<O>();
        let mut all: Vec<Verdict> = judged.into_iter().map(|verdict| renumber(verdict, indices)).collect();
        all.extend(unread.iter().cloned());
        all.sort_by_key(|verdict| verdict.index);
        all
    }
}

impl PartialEq for Orders {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.equals(&*other.0)
    }
}

impl fmt::Debug for Orders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_json())
    }
}

/// Moves a verdict from its place among the orders read to its place in the set as it was written.
fn renumber(verdict: Verdict, indices: &[usize]) -> Verdict {
    let index = indices.get(verdict.index).copied().unwrap_or(verdict.index);
    if index == verdict.index {
        return verdict;
    }
    let old = format!("/orders/{}", verdict.index);
    let tail = verdict.pointer.strip_prefix(&old).unwrap_or_default();
    Verdict { index, pointer: format!("/orders/{index}{tail}"), ..verdict }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};
    use serde_json::json;

    use super::*;

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    enum Order {
        March { to: String },
        Wait {},
    }

    fn read(orders: &Value) -> Orders {
        Orders::read::<Order>(orders, &[])
    }

    #[test]
    fn what_is_read_is_typed_and_what_is_not_keeps_its_place() {
        let orders = read(&json!([{ "type": "fly" }, { "type": "wait" }, 3, { "type": "march", "to": "Roma" }]));
        assert_eq!(orders.typed::<Order>(), [Order::Wait {}, Order::March { to: "Roma".into() }]);
        assert_eq!(orders.to_json(), json!([{ "type": "wait" }, { "type": "march", "to": "Roma" }]));
        assert_eq!((orders.len(), orders.unread().len()), (2, 2));
        let judged = vec![Verdict::accepted(0), Verdict::refused(1, "far", "too far", None).at("to")];
        let all = orders.verdicts::<Order>(judged);
        let told: Vec<(usize, &str, &str)> =
            all.iter().map(|verdict| (verdict.index, verdict.pointer.as_str(), verdict.code.as_str())).collect();
        assert_eq!(told[0].0, 0);
        assert_eq!((told[1].0, told[1].1), (1, "/orders/1"));
        assert_eq!((told[2].0, told[3]), (2, (3, "/orders/3/to", "far")));
    }

    #[test]
    fn orders_are_equal_when_they_say_the_same() {
        let march = json!([{ "type": "march", "to": "Roma" }]);
        assert_eq!(read(&march), Orders::of(vec![Order::March { to: "Roma".into() }]));
        assert_ne!(read(&march), read(&json!([])));
        assert_ne!(read(&json!([{ "type": "fly" }])), read(&json!([])), "something could not be read");
        assert_ne!(Orders::of(vec![1]), Orders::of(vec!["1".to_owned()]), "of two rule systems");
    }

    #[test]
    fn what_is_no_list_is_one_verdict_on_the_whole() {
        let orders = read(&json!({ "type": "wait" }));
        assert!(orders.is_empty());
        assert_eq!(orders.verdicts::<Order>(Vec::new())[0].pointer, "/orders");
    }
}
