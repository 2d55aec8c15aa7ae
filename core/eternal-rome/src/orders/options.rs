//! What a seat may order now, field by field: what the order kinds share when they say what their next field may be.
//!
//! A value is offered when the order can be completed with it: it is put into the order, which is judged by what the seat
//! knows. So an order that is filled from options is one that the check accepts.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::ControlFlow::{self, Break, Continue};

use kernel::map::Mode;
use kernel::options::{Link, Menu, Met, fill, finished};
use kernel::{FieldOptions, FieldValues, OptionValue, Refusal, SeatId};
use serde_json::{Value, json};

use super::context::OrderContext;
use super::notation::reader::Arm;
use super::{Order, judge};
use crate::knowledge::Knowledge;
use crate::model::frames::Frame;
use crate::model::ids::{HexId, LeaderId, PowerId, UnitKind};
use crate::model::scenario::Scenario;
use crate::model::state::{Army, Band, Fleet, ForceId, LeaderPlace, Phase, State};
use crate::model::units::Units;
use crate::model::{costs, names};
use crate::rules::relations;

/// Refusals of an order that names too little or too much: with other contents it may be allowed.
const ABOUT_CONTENTS: [&str; 9] = [
    "nothing",
    "nothing_chosen",
    "nothing_left",
    "nothing_set",
    "not_so_many",
    "other_army",
    "other_power",
    "over_limit",
    "overloaded",
];

/// What kinds of order wait for of which nothing comes into question.
const NEEDS: &[(&str, &str)] = &[
    ("set_up_units", "it answers the question where units are set up"),
    ("respond_alliance", "nobody has proposed an alliance to you"),
    ("intercept_fleet", "it answers the question whether to intercept a fleet"),
    ("intercept_army", "it answers the question whether to intercept an army"),
    ("respond_attack", "it answers an attack on one of your forces"),
    ("choose_retreat", "it answers the question where a beaten force retreats"),
    ("season_units", "it answers the question which units have become seasoned"),
];

/// What is asked next of a partly filled order: go on where a field has been answered, break with the question, or with
/// nothing where the order cannot be completed.
pub type NextField = ControlFlow<Option<FieldOptions>>;

/// All fields are answered.
pub const COMPLETE: NextField = ControlFlow::Continue(());

/// Who asks what may be ordered.
pub struct OptionContext<'a> {
    /// Static data.
    pub sc: &'a Scenario,
    /// What the seat knows, the orders before this one carried out.
    pub st: &'a State,
    /// Whose order it is.
    pub seat: SeatId,
    /// Ways over the map that the order set may still ask for (ER-R66/a).
    pub ways: usize,
    /// Why nothing is offered.
    pub met: Met,
}

/// An order as far as it is filled in. An answer `null` ends a list, or leaves a field out.
#[derive(Clone)]
pub struct PartialOrder(Value);

/// A list of an order, or a field, that may be left out.
pub struct OptionList<'l> {
    /// JSON pointer of where the answer goes; a list's ends with `/-`.
    pub pointer: &'l str,
    /// What is asked.
    pub prompt: &'l str,
    /// What may be named.
    pub values: Vec<OptionValue>,
}

/// What a seat may order behind the orders that it has written.
pub struct OrderMenu<'a> {
    sc: &'a Scenario,
    st: State,
    seat: SeatId,
    ways: usize,
}

impl<'a> OrderMenu<'a> {
    /// Behind some orders.
    pub fn new(sc: &'a Scenario, known: &Knowledge, written: &[Order]) -> Self {
        let (mut st, seat, mut ways) = (known.st.clone(), known.seat, 0);
        for order in written {
            judge::simulate(sc, &mut st, seat, order, &mut ways).ok();
        }
        Self { sc, st, seat, ways: judge::MOST_WAYS.saturating_sub(ways) }
    }

    fn ask(&self) -> OptionContext<'_> {
        OptionContext { sc: self.sc, st: &self.st, seat: self.seat, ways: self.ways, met: Met::default() }
    }
}

impl Menu for OrderMenu<'_> {
    fn next(&self, partial: &Value) -> Option<FieldOptions> {
        self.ask().next(partial)
    }

    fn closed(&self, kind: &str) -> Refusal {
        let ask = self.ask();
        if let Some(refusal) = ask.untimely(super::phases_of(kind)) {
            return refusal;
        }
        ask.met.reason(&super::infos(), NEEDS, kind, || {
            ask.next(&json!({ "type": kind }));
        })
    }
}

impl PartialOrder {
    /// What an order says so far.
    pub fn new(order: &Value) -> Self {
        Self(order.clone())
    }

    /// The same with one more answer.
    pub fn with(&self, pointer: &str, answer: impl Into<Value>) -> Self {
        let mut more = self.0.clone();
        fill(&mut more, pointer, answer.into());
        Self(more)
    }

    /// What a field says; empty where it says nothing.
    pub fn text(&self, field: &str) -> &str {
        self.0[field].as_str().unwrap_or_default()
    }

    /// Whether a flag is set.
    pub fn flag(&self, field: &str) -> bool {
        self.0[field].as_bool().unwrap_or_default()
    }

    /// Whether a field, by pointer, has been answered.
    pub fn answered(&self, pointer: &str) -> bool {
        match pointer.strip_suffix("/-") {
            Some(list) => {
                self.0.pointer(list).and_then(Value::as_array).is_some_and(|all| all.last() == Some(&Value::Null))
            }
            None => self.0.pointer(pointer).is_some(),
        }
    }

    /// Whether a part of the order, by pointer, has been begun.
    pub fn begun(&self, pointer: &str) -> bool {
        self.0.pointer(pointer).is_some_and(Value::is_object)
    }

    /// The elements of a list, by pointer.
    pub fn list(&self, pointer: &str) -> Vec<&Value> {
        let all = self.0.pointer(pointer).and_then(Value::as_array);
        all.into_iter().flatten().filter(|one| !one.is_null()).collect()
    }

    /// The complete order that it would be with nothing more said.
    fn order(&self) -> Option<Order> {
        let mut fields = finished(&self.0);
        let kind = fields.as_object_mut()?.remove("type")?;
        super::of_kind(kind.as_str()?, fields)
    }
}

impl<'a> OptionContext<'a> {
    /// Where orders are judged.
    pub fn context(&self) -> OrderContext<'a> {
        OrderContext { sc: self.sc, st: self.st, seat: self.seat }
    }

    /// An army by name.
    pub fn army(&self, name: &str) -> Option<&'a Army> {
        match names::find_force(self.sc, name)? {
            ForceId::Army(id) => self.st.army(id),
            ForceId::Fleet(_) => None,
        }
    }

    /// A fleet by name.
    pub fn fleet(&self, name: &str) -> Option<&'a Fleet> {
        match names::find_force(self.sc, name)? {
            ForceId::Fleet(id) => self.st.fleet(id),
            ForceId::Army(_) => None,
        }
    }

    /// The next field of an order.
    pub fn next(&self, partial: &Value) -> Option<FieldOptions> {
        let order = PartialOrder::new(partial);
        if let Some(kind) = partial["type"].as_str() {
            return match super::options_of(kind, self, &order) {
                Break(question) => question,
                Continue(()) => None,
            };
        }
        let possible =
            |kind: &&str| matches!(super::options_of(kind, self, &order.with("/type", *kind)), Break(Some(_)));
        let value = |kind: &str| OptionValue::new(kind, kind.replace('_', " "));
        let kinds: Vec<OptionValue> = super::KINDS.iter().copied().filter(possible).map(value).collect();
        (!kinds.is_empty()).then(|| FieldOptions::one_of("/type", "Which order?", kinds))
    }

    /// Whether it is the time for an order of these phases, or of none: the seat acts in one of them, and no decision waits.
    pub fn is_time_for(&self, phases: &[Phase]) -> bool {
        phases.is_empty()
            || self.st.stack.is_empty()
                && self.st.stage.played().is_some_and(|phase| phases.contains(&phase))
                && !self.st.ended.has(self.seat)
    }

    /// Why it is not the time for an order of these phases, if it is not.
    fn untimely(&self, phases: &[Phase]) -> Option<Refusal> {
        let ended = || Refusal::new("not_your_turn", "ER-1.8", "you have ended this phase");
        (!self.is_time_for(phases)).then(|| self.context().in_time(phases).err().unwrap_or_else(ended))
    }

    /// Whether the rules allow the order as it stands.
    pub fn allows(&self, order: &PartialOrder) -> bool {
        self.judge(order).is_ok()
    }

    /// The same, with the code of the refusal.
    fn judge(&self, order: &PartialOrder) -> Result<(), &'static str> {
        let order = order.order().ok_or("not_an_order")?;
        if order.ways() > self.ways {
            return Err("too_many_ways");
        }
        let judged = judge::judge(self.sc, self.st, self.seat, &order);
        let told = self.met.note(judged, |refusal| !ABOUT_CONTENTS.contains(&refusal.code));
        told.map(|_| ()).map_err(|refusal| refusal.code)
    }

    /// The power that acts, where all that act in the phase may do the same.
    pub fn any_power(&self, order: &PartialOrder, able: impl Fn(&PartialOrder) -> bool) -> NextField {
        if order.answered("/power") {
            return COMPLETE;
        }
        let acting = relations::acting(self.sc, self.st).common(relations::powers_of(self.sc, self.st, self.seat));
        let powers: Vec<OptionValue> = acting.iter().map(|power| self.power_value(power)).collect();
        let first = powers.first().filter(|power| able(&order.with("/power", power.value.clone())));
        Break(first.map(|_| FieldOptions::one_of("/power", "For which power?", powers.clone())))
    }

    /// A field that has to be answered, with one of the values with which the order can be completed.
    pub fn field(
        &self, order: &PartialOrder, pointer: &str, prompt: &str, values: Vec<OptionValue>,
        able: impl Fn(&PartialOrder) -> bool,
    ) -> NextField {
        if order.answered(pointer) {
            return COMPLETE;
        }
        let fits = |value: &OptionValue| able(&order.with(pointer, value.value.clone()));
        let values: Vec<OptionValue> = values.into_iter().filter(fits).collect();
        Break((!values.is_empty()).then(|| FieldOptions::one_of(pointer, prompt, values)))
    }

    /// A field that is left out where the order can be completed without it. It is not asked where it cannot be answered.
    pub fn optional(
        &self, order: &PartialOrder, pointer: &str, prompt: &str, values: Vec<OptionValue>,
        able: impl Fn(&PartialOrder) -> bool,
    ) -> NextField {
        if order.answered(pointer) {
            return COMPLETE;
        }
        let without = able(order);
        match self.field(order, pointer, prompt, values, able) {
            Break(None) if without => COMPLETE,
            Break(Some(question)) if without => Break(Some(question.or_nothing())),
            asked => asked,
        }
    }

    /// A list of one element or more, named one by one.
    pub fn several(
        &self, order: &PartialOrder, list: &str, prompt: &str, values: Vec<OptionValue>,
        able: impl Fn(&PartialOrder) -> bool,
    ) -> NextField {
        let pointer = format!("{list}/-");
        if order.answered(&pointer) {
            return COMPLETE;
        }
        let enough = !order.list(list).is_empty() && able(order);
        match self.field(order, &pointer, prompt, values, able) {
            Break(None) if enough => COMPLETE,
            Break(Some(question)) if enough => Break(Some(question.or_nothing())),
            asked => asked,
        }
    }

    /// Lists and fields, one after the other, each of which may be left out as far as the order allows it.
    pub fn lists(&self, order: &PartialOrder, lists: &[OptionList<'_>]) -> NextField {
        for (at, list) in lists.iter().enumerate() {
            if order.answered(list.pointer) {
                continue;
            }
            let later = &lists[at + 1..];
            let rest = if list.pointer.ends_with("/-") { &lists[at..] } else { later };
            let fits = |value: &&OptionValue| self.completes(&order.with(list.pointer, value.value.clone()), rest);
            let values: Vec<OptionValue> = list.values.iter().filter(fits).cloned().collect();
            let enough = self.completes(order, later);
            match (values.is_empty(), enough) {
                (true, true) => {}
                (true, false) => return Break(None),
                (false, true) => {
                    return Break(Some(FieldOptions::one_of(list.pointer, list.prompt, values).or_nothing()));
                }
                (false, false) => return Break(Some(FieldOptions::one_of(list.pointer, list.prompt, values))),
            }
        }
        COMPLETE
    }

    /// Whether an order can be completed with at most two more elements of these lists.
    pub fn completes(&self, order: &PartialOrder, lists: &[OptionList<'_>]) -> bool {
        match self.judge(order) {
            Ok(()) => return true,
            // Nothing that is named beside helps.
            Err(code) if !ABOUT_CONTENTS.contains(&code) => return false,
            Err(_) => {}
        }
        let mut lacking: Vec<(PartialOrder, usize)> = Vec::new();
        for (at, list) in lists.iter().enumerate() {
            for value in &list.values {
                let more = order.with(list.pointer, value.value.clone());
                match self.judge(&more) {
                    Ok(()) => return true,
                    Err(code) if ABOUT_CONTENTS.contains(&code) => lacking.push((more, at)),
                    Err(_) => {}
                }
            }
        }
        lacking.iter().any(|(order, from)| {
            let mut all = lists[*from..].iter().flat_map(|list| list.values.iter().map(|value| (list.pointer, value)));
            all.any(|(pointer, value)| self.allows(&order.with(pointer, value.value.clone())))
        })
    }

    /// The power that acts.
    pub fn power(&self, order: &PartialOrder, able: impl Fn(&PartialOrder) -> bool) -> NextField {
        self.field(order, "/power", "For which power?", self.own_powers(), able)
    }

    /// The power that acts, and one of its forces.
    pub fn force(
        &self, order: &PartialOrder, field: &str, arms: &[Arm], able: impl Fn(&PartialOrder) -> bool,
    ) -> NextField {
        let pointer = format!("/{field}");
        let forces = |order: &PartialOrder| -> Vec<OptionValue> {
            let power = names::find_power(self.sc, order.text("power"));
            arms.iter()
                .flat_map(|arm| power.map_or(Vec::new(), |power| self.forces(*arm, |owner| owner == power)))
                .collect()
        };
        self.power(order, |order| forces(order).into_iter().any(|force| able(&order.with(&pointer, force.value))))?;
        self.field(
            order,
            &pointer,
            if arms == [Arm::Army] { "Which army?" } else { "Which force?" },
            forces(order),
            able,
        )
    }

    /// The power that acts, and a fleet of any of the seat's powers.
    pub fn fleet_of_seat(&self, order: &PartialOrder, field: &str, able: impl Fn(&PartialOrder) -> bool) -> NextField {
        let pointer = format!("/{field}");
        let fleets = || self.forces(Arm::Fleet, |_| true);
        self.power(order, |order| fleets().into_iter().any(|fleet| able(&order.with(&pointer, fleet.value))))?;
        self.field(order, &pointer, "Which fleet?", fleets(), able)
    }

    /// Powers of the seat; those first that are asked something.
    pub fn own_powers(&self) -> Vec<OptionValue> {
        let own = relations::powers_of(self.sc, self.st, self.seat);
        let asked = match self.st.stack.last() {
            Some(Frame::Ask(ask)) if ask.seat == self.seat => ask.powers,
            _ => Default::default(),
        };
        let first = own.iter().filter(|&power| asked.has(power));
        first.chain(own.iter().filter(|&power| !asked.has(power))).map(|power| self.power_value(power)).collect()
    }

    /// All other powers than one.
    pub fn other_powers(&self, order: &PartialOrder) -> Vec<OptionValue> {
        let own = names::find_power(self.sc, order.text("power"));
        self.sc.power_ids().filter(|&power| Some(power) != own).map(|power| self.power_value(power)).collect()
    }

    /// A power as a value.
    pub fn power_value(&self, power: PowerId) -> OptionValue {
        let power = self.sc.power(power);
        OptionValue::new(power.code.to_string(), power.name.to_string())
    }

    /// Armies or fleets of some of the seat's powers.
    pub fn forces(&self, arm: Arm, of: impl Fn(PowerId) -> bool) -> Vec<OptionValue> {
        let own = relations::powers_of(self.sc, self.st, self.seat);
        let ours = |power: PowerId| own.has(power) && of(power);
        let value = |name: String, hex: HexId| {
            let place = names::place(self.sc, hex);
            OptionValue::new(name.clone(), format!("{name} at {place}")).at(place)
        };
        match arm {
            Arm::Army => {
                let all = self.st.armies.iter().filter(|army| ours(army.id.power));
                all.map(|army| value(names::army(self.sc, army.id), army.hex)).collect()
            }
            Arm::Fleet => {
                let all = self.st.fleets.iter().filter(|fleet| ours(fleet.id.power));
                all.map(|fleet| value(names::fleet(self.sc, fleet.id), fleet.hex)).collect()
            }
        }
    }

    /// A hex as a value: its number.
    pub fn hex_value(&self, hex: HexId) -> OptionValue {
        let place = names::place(self.sc, hex);
        OptionValue::new(hex.to_string(), place.clone()).at(place)
    }

    /// Units of some bands, by type and seasoning: each number of them is a value.
    pub fn units_of(&self, bands: &[Band]) -> Vec<OptionValue> {
        crate::model::units::units(bands).into_iter().flat_map(|units| self.numbers_of(units)).collect()
    }

    /// Each number of units up to one, as a value.
    pub fn numbers_of(&self, units: Units) -> Vec<OptionValue> {
        let new = if units.seasoned { "" } else { "new " };
        let name = self.sc.unit(units.kind).name.clone();
        let one = |count: u8| OptionValue::new(json!(Units { count, ..units.clone() }), format!("{count} {new}{name}"));
        (1..=units.count).map(one).collect()
    }

    /// Leaders in a place.
    pub fn leaders_in(&self, place: LeaderPlace) -> Vec<OptionValue> {
        self.st.leaders_in(place).map(|(id, _)| self.leader_value(id)).collect()
    }

    /// A leader as a value.
    pub fn leader_value(&self, id: LeaderId) -> OptionValue {
        let name = self.sc.leader(id).name.to_string();
        OptionValue::new(name.clone(), name)
    }

    /// A type of unit as a value.
    pub fn unit_value(&self, kind: UnitKind) -> OptionValue {
        OptionValue::new(kind.key(), self.sc.unit(kind).name.clone())
    }

    /// A path over the map within some movement points, through hexes that are open.
    pub fn path(
        &self, order: &PartialOrder, from: HexId, left: u16, mode: Mode, open: impl Fn(HexId) -> bool,
    ) -> NextField {
        if order.answered("/path") {
            return COMPLETE;
        }
        let links = self.links(from, left, mode, &open);
        let most = u32::from(left).max(1);
        let values = FieldValues::Path { from: from.to_string(), links, least: 1, most, budget: Some(i64::from(left)) };
        Break(Some(FieldOptions::new("/path", "By which way?", values)))
    }

    /// Whether a force can take any step at all.
    pub fn can_step(&self, from: HexId, left: u16, mode: Mode, open: impl Fn(HexId) -> bool) -> bool {
        self.steps(from, mode, &open).any(|(_, cost)| cost <= left)
    }

    /// How many steps a force with so many movement points left can come to take.
    pub fn reached(&self, from: HexId, left: u16, mode: Mode, open: impl Fn(HexId) -> bool) -> usize {
        self.links(from, left, mode, &open).len()
    }

    fn steps(&self, from: HexId, mode: Mode, open: &dyn Fn(HexId) -> bool) -> impl Iterator<Item = (HexId, u16)> {
        let sides = self.sc.hex(from).sides.iter().flatten();
        let step = |to: HexId| costs::step(self.sc, from, to, mode, self.st.winter).map(|cost| (to, cost));
        let steps: Vec<(HexId, u16)> = sides.filter_map(|side| step(side.to)).filter(|&(to, _)| open(to)).collect();
        steps.into_iter()
    }

    /// The steps that a force with so many movement points left can come to take.
    fn links(&self, from: HexId, left: u16, mode: Mode, open: &dyn Fn(HexId) -> bool) -> Vec<Link> {
        let mut links = Vec::new();
        let mut settled: BTreeMap<HexId, u16> = BTreeMap::new();
        let mut queue = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((spent, here))) = queue.pop() {
            if settled.contains_key(&here) {
                continue;
            }
            settled.insert(here, spent);
            for (to, cost) in self.steps(here, mode, open).filter(|&(_, cost)| spent + cost <= left) {
                let (number, label) = (to.to_string(), names::place(self.sc, to));
                links.push(Link {
                    from: here.to_string(),
                    to: number.clone(),
                    value: number.into(),
                    label,
                    cost: i64::from(cost),
                });
                queue.push(Reverse((spent + cost, to)));
            }
        }
        links
    }
}
