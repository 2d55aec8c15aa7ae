//! What a seat may order now, field by field: what the order kinds share when they say what their next field may be.
//!
//! A value is offered when the rules allow the order with it, as far as the seat can foresee after the orders that it has
//! written. So an order that is filled from options is one that the check accepts or warns about.

use kernel::options::{Cost, FieldOptions, FieldValues, Menu, Met, OptionValue};
use kernel::{OrderInfo, Refusal};
use serde_json::Value;

use super::check::{self, Foreseen};
use super::{Order, OrderContext};
use crate::knowledge::Knowledge;
use crate::model::combat_orders::{CombatOrders, DefaultAction};
use crate::model::ids::{GeneralId, NationId, ProvinceId, Rp, TypeId};
use crate::model::scenario::Scenario;

/// What kinds of order wait for of which nothing comes into question.
const NEEDS: &[(&str, &str)] = &[("convert_troops", "no general of yours stands where units may change their type")];

/// Who asks what may be ordered.
pub struct OptionContext<'a> {
    /// What is foreseen of the phase of the order.
    pub foreseen: &'a Foreseen<'a>,
    pub(super) met: &'a Met,
}

/// An order as far as it is filled in. An answer `null` ends a list, or leaves a field out.
pub struct PartialOrder<'p>(&'p Value);

/// What a seat may order behind the orders that it has written.
pub struct OrderMenu<'a> {
    /// Whether the seat may still order anything.
    playing: bool,
    foreseen: Vec<Foreseen<'a>>,
    met: Met,
}

impl<'a> OrderMenu<'a> {
    /// Behind some orders.
    pub fn new(sc: &'a Scenario, known: &Knowledge, written: &[Order]) -> Self {
        let playing = known.is_playing(sc);
        let stages = 1..=if playing { check::STAGES.len() } else { 0 };
        Self {
            playing,
            foreseen: stages.map(|stage| check::foresee(sc, &known.st, known.me, written, stage)).collect(),
            met: Met::default(),
        }
    }

    fn of_kind(&self, kind: &str, partial: &Value) -> Option<FieldOptions> {
        let foreseen = self.foreseen.get(check::stage_of(super::phase_of(kind)?))?;
        super::options_of(kind, &OptionContext { foreseen, met: &self.met }, &PartialOrder(partial))
    }
}

impl Menu for OrderMenu<'_> {
    fn next(&self, partial: &Value) -> Option<FieldOptions> {
        if !self.playing {
            return None;
        }
        match partial["type"].as_str() {
            Some(kind) => self.of_kind(kind, partial),
            None => {
                let possible = |info: &OrderInfo| self.of_kind(&info.kind, &Value::Null).is_some();
                let kinds = super::infos().into_iter().filter(possible);
                let values = kinds.map(|info| OptionValue::new(info.kind, info.summary));
                one_of("/type", "What is to be done?", values.collect())
            }
        }
    }

    fn closed(&self, kind: &str) -> Refusal {
        if !self.playing {
            return Refusal::new("nation_eliminated", "UM-R6", "your nation is out of the game");
        }
        self.met.reason(&super::infos(), NEEDS, kind, || {
            self.of_kind(kind, &Value::Null);
        })
    }
}

impl<'p> PartialOrder<'p> {
    /// What a field says; empty where it says nothing.
    pub fn text(&self, field: &str) -> &'p str {
        self.0[field].as_str().unwrap_or_default()
    }

    /// A number that a field, by pointer, says; 0 where it says nothing.
    pub fn number(&self, pointer: &str) -> u16 {
        self.0.pointer(pointer).and_then(Value::as_u64).and_then(|n| u16::try_from(n).ok()).unwrap_or_default()
    }

    /// Whether a field says yes.
    pub fn flag(&self, field: &str) -> bool {
        self.0[field].as_bool().unwrap_or_default()
    }

    /// Whether a field, or a list ending with `/-`, has been answered; a list is when `null` has ended it.
    pub fn answered(&self, pointer: &str) -> bool {
        match pointer.strip_suffix("/-") {
            Some(list) => {
                self.0.pointer(list).and_then(Value::as_array).is_some_and(|all| all.last() == Some(&Value::Null))
            }
            None => self.0.pointer(pointer).is_some(),
        }
    }

    /// Whether a field, by pointer, says nothing: it has been left out.
    pub fn left_out(&self, pointer: &str) -> bool {
        self.0.pointer(pointer).is_some_and(Value::is_null)
    }

    /// The texts of a list.
    pub fn list(&self, field: &str) -> Vec<&'p str> {
        self.0[field].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    }
}

impl<'a> OptionContext<'a> {
    /// The position in which the order is judged.
    pub fn context(&self) -> OrderContext<'_> {
        self.foreseen.context()
    }

    /// Static data.
    pub fn sc(&self) -> &'a Scenario {
        self.foreseen.sc
    }

    /// What is in the treasury, in whole revenue points.
    pub fn money(&self) -> i64 {
        self.foreseen.st.nation(self.foreseen.nation).treasury.in_tenths().div_euclid(10)
    }

    /// The province that the order names.
    pub fn province(&self, order: &PartialOrder<'_>) -> Option<ProvinceId> {
        self.context().find_province(order.text("province"), "province").ok()
    }

    /// The own general that the order names.
    pub fn general(&self, order: &PartialOrder<'_>) -> Option<GeneralId> {
        self.context().find_general(order.text("general"), "general").ok()
    }

    /// The type of unit that a field of the order names.
    pub fn unit_type(&self, order: &PartialOrder<'_>, field: &str) -> Option<TypeId> {
        self.context().find_type(order.text(field), field).ok()
    }

    /// A province by its name.
    pub fn place(&self, place: ProvinceId) -> OptionValue {
        OptionValue::place(self.foreseen.st.place(self.sc(), place).name.to_string())
    }

    /// The provinces that fit.
    pub fn places(&self, pointer: &str, prompt: &str, fits: impl Fn(ProvinceId) -> bool) -> Option<FieldOptions> {
        let values = self.sc().province_ids().filter(|&place| fits(place)).map(|place| self.place(place));
        one_of(pointer, prompt, values.collect())
    }

    /// The provinces that fit, with a price.
    pub fn priced_places(
        &self, pointer: &str, prompt: &str, price: impl Fn(ProvinceId) -> Rp, fits: impl Fn(ProvinceId) -> bool,
    ) -> Option<FieldOptions> {
        let fitting = self.sc().province_ids().filter(|&place| fits(place));
        let values = fitting.map(|place| OptionValue { cost: Some(cost(price(place))), ..self.place(place) });
        one_of(pointer, prompt, values.collect())
    }

    /// The own generals that fit.
    pub fn generals(&self, pointer: &str, prompt: &str, fits: impl Fn(GeneralId) -> bool) -> Option<FieldOptions> {
        let values = self.own_generals().filter(|&id| fits(id)).map(|id| self.captain(id));
        one_of(pointer, prompt, values.collect())
    }

    /// A general by his name, where he is.
    pub fn captain(&self, id: GeneralId) -> OptionValue {
        let (sc, st) = (self.sc(), &self.foreseen.st);
        let name = st.captain(sc, id).name.to_string();
        OptionValue::new(name.clone(), name).at(st.place(sc, st.general(id).province).name.to_string())
    }

    /// Whether the nation owns a province.
    pub fn owns(&self, place: ProvinceId) -> bool {
        self.foreseen.st.province(place).owner == self.foreseen.nation
    }

    /// The living generals of the nation.
    pub fn own_generals(&self) -> impl Iterator<Item = GeneralId> + '_ {
        let own = self.foreseen.nation;
        self.foreseen.st.living().filter(move |(_, general)| general.nation == own).map(|(id, _)| id)
    }

    /// The other nations that are in the game and fit.
    pub fn nations(&self, fits: impl Fn(NationId) -> bool) -> Vec<OptionValue> {
        let (sc, st) = (self.sc(), &self.foreseen.st);
        let others = sc.nation_ids().filter(|&id| id != self.foreseen.nation && !st.nation(id).eliminated && fits(id));
        others.map(|id| OptionValue::new(sc.nation(id).id.to_string(), sc.nation(id).name.clone())).collect()
    }

    /// A type of unit by its id.
    pub fn kind(&self, kind: TypeId) -> OptionValue {
        let unit = self.sc().unit(kind);
        OptionValue::new(unit.id.to_string(), unit.plural.clone())
    }
}

/// One of some values; no question where there is none.
pub fn one_of(pointer: &str, prompt: &str, values: Vec<OptionValue>) -> Option<FieldOptions> {
    (!values.is_empty()).then(|| FieldOptions::one_of(pointer, prompt, values))
}

/// A whole number; no question where there is none.
pub fn amount(pointer: &str, prompt: &str, least: i64, most: i64, each: Option<Rp>) -> Option<FieldOptions> {
    let values = FieldValues::Amount { least, most, cost_each: each.map(cost) };
    (least <= most).then(|| FieldOptions::new(pointer, prompt, values))
}

/// A price, in tenths where it is not in whole points.
pub fn cost(price: Rp) -> Cost {
    match price.in_tenths() {
        whole if whole % 10 == 0 => Cost { amount: whole / 10, unit: "RP".to_owned() },
        tenths => Cost { amount: tenths, unit: "tenths of an RP".to_owned() },
    }
}

/// All combat orders (UM-18.6, UM-18.8).
pub fn combat_orders(pointer: &str, prompt: &str) -> FieldOptions {
    let actions = [
        (DefaultAction::Defend, "hold the city"),
        (DefaultAction::Retreat, "withdraw"),
        (DefaultAction::Manoeuvre, "avoid battle"),
    ];
    let risks = [(1, "careful"), (2, "even"), (3, "bold")];
    let all = risks.into_iter().flat_map(|risk| actions.into_iter().map(move |action| (risk, action)));
    let value = |((risk, how), (action, what))| {
        OptionValue::new(CombatOrders::new(risk, action).to_string(), format!("{how}; when unwilling to fight, {what}"))
    };
    FieldOptions::one_of(pointer, prompt, all.map(value).collect())
}
