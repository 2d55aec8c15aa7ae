//! What a seat may order now, field by field (`kernel::OrderOptions`).
//!
//! A kind says of what sort its fields are (`orders/field.rs`); a value is offered when the order can be completed with it: it is put
//! into the order, which is carried out on what the family knows. So no rule stands here a second time. What is not known for
//! certain is not offered; who knows more may write it all the same.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use kernel::options::{AmountOf, Cost, Menu, Met, fill, finished};
use kernel::words::capital;
use kernel::{Dice, FieldOptions, FieldValues, OptionValue, Refusal};
use serde_json::{Map, Value};

use super::carry_out::{FamilyOrders, before};
use super::context::OrderContext;
use super::field::{Ask, Bound, Field, Holding, Source};
use super::{Class, KINDS, Order, class_of, fields_of, has_persona, infos};
use crate::knowledge::Knowledge;
use crate::knowledge::sight::whereabouts;
use crate::model::asset::Asset;
use crate::model::board::Ware;
use crate::model::crafts::Recipe;
use crate::model::family::Religion;
use crate::model::goods::{Good, GoodClass};
use crate::model::ids::{FamilyId, Holder, LocationId, PersonaId, TitleId};
use crate::model::location::{LocalOffice, Selection, TowerOwner};
use crate::model::persona::{Office, Place};
use crate::model::scenario::Scenario;
use crate::model::ships::Ship;
use crate::model::state::State;
use crate::model::troops::Troop;
use crate::rules::battle::field::Division;
use crate::rules::battle::naval::FleetDivision;
use crate::rules::church::posts::province_of;
use crate::rules::conflict::control::controller;
use crate::rules::elections::suffrage;
use crate::rules::month::Month;
use crate::rules::offices::magistrates::appointing;
use crate::rules::places::{family_of_tower, holder_of};

/// So many answers of a field are tried, to find whether an order can be completed.
const TRIES: usize = 400;
/// So many places on the way are asked for.
const VIA_MOST: usize = 4;
/// What prices are in.
const DUCATS: &str = "ducats";

/// The position in which an order is judged: what the family wrote before it is carried out.
#[derive(Clone)]
pub struct Standpoint {
    st: State,
    month: Month,
}

/// What a family may order behind the orders that it has written.
pub struct OrderMenu<'a> {
    sc: &'a Scenario,
    family: FamilyId,
    known: &'a State,
    written: &'a [Order],
    positions: RefCell<BTreeMap<(PersonaId, Class), Rc<Standpoint>>>,
    met: Met,
}

impl<'a> OrderMenu<'a> {
    /// Behind some orders.
    pub fn new(sc: &'a Scenario, known: &'a Knowledge, written: &'a [Order]) -> Self {
        let (family, known) = (known.family, &known.state);
        Self { sc, family, known, written, positions: RefCell::new(BTreeMap::new()), met: Met::default() }
    }

    fn position(&self, actor: PersonaId, class: Class) -> Rc<Standpoint> {
        // Without orders before it all positions are the same one.
        let key = if self.written.is_empty() { (PersonaId(0), Class::Family) } else { (actor, class) };
        let made = || {
            let set = FamilyOrders { family: self.family, orders: self.written };
            let (st, month) = before(self.sc, self.known, set, actor, class);
            Rc::new(Standpoint { st, month })
        };
        self.positions.borrow_mut().entry(key).or_insert_with(made).clone()
    }

    fn own(&self) -> impl Iterator<Item = PersonaId> + '_ {
        self.known.family(self.family).personae.iter().copied().filter(|id| self.known.persona(*id).alive)
    }

    fn asks(&self, kind: &'static str, actor: PersonaId) -> Asks<'_> {
        let position = self.position(actor, class_of(kind).unwrap_or(Class::General));
        Asks { menu: self, kind, actor, scratch: RefCell::new(Standpoint::clone(&position)), position }
    }

    /// The personae who can give an order of a kind.
    fn actors(&self, kind: &'static str) -> Vec<PersonaId> {
        self.own().filter(|actor| self.can(kind, *actor)).collect()
    }

    fn can(&self, kind: &'static str, actor: PersonaId) -> bool {
        self.begun(kind, actor).is_some()
    }

    /// An order of a kind by a persona of the family without its other fields; `None` when he can give none.
    pub fn begun(&self, kind: &'static str, actor: PersonaId) -> Option<Value> {
        if self.is_over() || !self.known.persona(actor).alive {
            return None;
        }
        let asks = self.asks(kind, actor);
        let order = asks.begun();
        asks.completes(&order).then_some(order)
    }

    fn is_over(&self) -> bool {
        self.known.ended.is_some()
    }
}

impl Menu for OrderMenu<'_> {
    fn next(&self, partial: &Value) -> Option<FieldOptions> {
        if self.is_over() {
            return None;
        }
        let Some(kind) = partial["type"].as_str() else {
            let open = |kind: &&'static str| self.own().any(|actor| self.can(kind, actor));
            let value = |kind: &'static str| OptionValue::new(kind, capital(&kind.replace('_', " ")));
            let kinds: Vec<OptionValue> = KINDS.iter().filter(|kind| open(kind)).copied().map(value).collect();
            return (!kinds.is_empty()).then(|| FieldOptions::one_of("/type", "Which order?", kinds));
        };
        let kind = KINDS.iter().copied().find(|it| *it == kind)?;
        if !has_persona(kind) {
            return self.asks(kind, self.own().next()?).question(partial);
        }
        let name = |id: PersonaId| self.known.name_of(self.sc, id);
        match partial["persona"].as_str() {
            Some(text) => {
                let actor = self.own().find(|id| name(*id) == text)?;
                self.asks(kind, actor).question(partial)
            }
            None => {
                let actors = self.actors(kind);
                let value = |id: PersonaId| match whereabouts(self.known, id).location() {
                    Some(location) => {
                        OptionValue::new(name(id), name(id)).at(self.sc.board.location(location).name.as_str())
                    }
                    None => OptionValue::new(name(id), name(id)),
                };
                let values: Vec<OptionValue> = actors.into_iter().map(value).collect();
                (!values.is_empty()).then(|| FieldOptions::one_of("/persona", "Who acts?", values))
            }
        }
    }

    fn closed(&self, kind: &str) -> Refusal {
        self.met.reason(&infos(), NEEDS, kind, || {
            if let Some(kind) = KINDS.iter().copied().find(|it| *it == kind) {
                self.actors(kind);
            }
        })
    }
}

/// What kinds of order wait for of which nothing comes into question.
const NEEDS: &[(&str, &str)] = &[
    ("transfer_assets", "none of yours is with somebody else"),
    ("appoint_tax_collector", "none of yours is a sovereign"),
    ("collect_taxes", "none of yours has been appointed to collect this month"),
    ("appoint_tithe_collector", "none of yours is a bishop"),
    ("collect_tithes", "none of yours has been appointed to collect this month"),
    ("hold_court", "none of yours is a sovereign"),
    ("set_tariffs", "none of yours is a magistrate"),
    ("appoint_magistrate", "none of yours appoints a magistrate"),
    ("change_magistrate_system", "none of yours is in control of a location"),
    ("resign_office", "none of yours has an office"),
    ("transfer_sovereignty", "none of yours is in control of a location"),
    ("transfer_feudatory", "none of yours has a position at a location"),
    ("transfer_tenancy", "none of yours has a position at a location"),
    ("transfer_de_facto_control", "none of yours is in control of a location"),
    ("set_ingress", "none of yours is in control of a location"),
    ("set_egress_denial", "none of yours is in control of a location"),
    ("set_market_rights", "none of yours is in control of a location"),
    ("set_external_market", "none of yours is in control of a location"),
    ("transfer_tower", "none of yours has a tower to give"),
    ("invest_archbishop", "no archbishopric is vacant"),
    ("appoint_bishop", "no see of yours is vacant"),
    ("cast_vote", "there is no election this month"),
    ("accept_office", "none of yours has been offered an office"),
    ("end_alliance", "none of yours is allied with a family"),
    ("issue_alcohol", "none of yours has any"),
    ("garrison_attack", "none of yours is a tenant"),
];

/// Who asks about orders of a kind by a persona.
struct Asks<'a> {
    menu: &'a OrderMenu<'a>,
    kind: &'static str,
    actor: PersonaId,
    position: Rc<Standpoint>,
    /// The same, for trying.
    scratch: RefCell<Standpoint>,
}

/// A field that is open, with what may be its answer.
struct Open {
    pointer: String,
    prompt: &'static str,
    optional: bool,
    values: Values,
}

/// What may be an answer.
enum Values {
    /// Each of these, if it fits.
    OneOf(Vec<OptionValue>),
    /// Several of these.
    Several(Vec<OptionValue>, u32),
    /// A number from the least to the most.
    Amount(i64, i64, Option<Cost>),
    /// Numbers by key; so many at least.
    Amounts(Vec<AmountOf>, i64),
    /// A text.
    Text(&'static str, u32),
}

fn with(order: &Value, pointer: &str, answer: Value) -> Value {
    let mut order = order.clone();
    fill(&mut order, pointer, answer);
    order
}

fn words<'w>(all: impl IntoIterator<Item = &'w str>) -> Vec<OptionValue> {
    all.into_iter().map(|word| OptionValue::new(word, word.replace('_', " "))).collect()
}

fn amount_of(key: &str, most: u32) -> AmountOf {
    AmountOf { key: key.to_owned(), label: key.replace('_', " "), most: most.into(), cost_each: None }
}

impl Asks<'_> {
    fn sc(&self) -> &Scenario {
        self.menu.sc
    }

    fn st(&self) -> &State {
        &self.position.st
    }

    /// An order of the kind by the persona.
    fn begun(&self) -> Value {
        let mut order = Map::new();
        order.insert("type".into(), self.kind.into());
        if has_persona(self.kind) {
            order.insert("persona".into(), self.st().name_of(self.sc(), self.actor).into());
        }
        Value::Object(order)
    }

    /// Whether the rules allow the order as it stands, as far as the family knows.
    fn allows(&self, order: &Value) -> bool {
        let Ok(order) = serde_json::from_value::<Order>(finished(order)) else { return false };
        let mut scratch = self.scratch.borrow_mut();
        let mut dice = Dice::middling().quiet();
        let Standpoint { st, month } = &mut *scratch;
        let mut ctx =
            OrderContext { sc: self.sc(), st, month, family: self.menu.family, actor: self.actor, dice: &mut dice };
        let judged = super::attempt(&mut ctx, &order);
        if judged.is_ok() {
            *scratch = Standpoint::clone(&self.position);
        }
        self.menu.met.note(judged, |_| true).is_ok()
    }

    /// Whether an order can be completed.
    fn completes(&self, order: &Value) -> bool {
        let Some(open) = self.open(order) else { return self.allows(order) };
        let fits = |answer: Value| self.completes(&with(order, &open.pointer, answer));
        if open.optional {
            // What may be left out is left out.
            return fits(Value::Null);
        }
        match &open.values {
            Values::OneOf(values) => values.iter().take(TRIES).any(|one| fits(one.value.clone())),
            Values::Several(values, least) => {
                let some: Value = values.iter().take((*least).max(1) as usize).map(|one| one.value.clone()).collect();
                values.len() >= *least as usize && fits(some)
            }
            Values::Amount(least, most, _) => {
                least <= most && (fits((*most).into()) || fits((*least).max(1).min(*most).into()))
            }
            Values::Amounts(of, least) => match of.first() {
                Some(first) if *least > 0 => {
                    of.iter().take(TRIES).any(|one| fits(only(one, one.most))) || fits(only(first, 1))
                }
                _ => *least == 0 && fits(Value::Object(Map::new())),
            },
            Values::Text(example, _) => fits((*example).into()),
        }
    }

    /// The next field that has an answer.
    fn question(&self, partial: &Value) -> Option<FieldOptions> {
        let open = self.open(partial)?;
        let fits = |answer: Value| self.completes(&with(partial, &open.pointer, answer));
        let left_out = open.optional && fits(Value::Null);
        let Open { pointer, prompt, values, .. } = &open;
        match narrowed(values, fits) {
            Some(values) => Some(FieldOptions {
                pointer: pointer.clone(),
                prompt: (*prompt).to_owned(),
                optional: left_out,
                values,
            }),
            // It is not asked where there is but one answer: nothing.
            None if left_out => self.question(&with(partial, pointer, Value::Null)),
            None => None,
        }
    }

    /// The first field that is not answered.
    fn open(&self, order: &Value) -> Option<Open> {
        fields_of(self.kind).iter().find_map(|field| self.open_field(field, order))
    }

    fn open_field(&self, field: &Field, order: &Value) -> Option<Open> {
        let pointer = format!("/{}", field.name);
        let there = order.get(field.name);
        match field.ask {
            Ask::Sales => return self.open_sale(field.prompt, order),
            Ask::Army => return self.open_division(field, order, &Division::KEYS, self.arms()),
            Ask::Fleet => {
                let persona = self.st().persona(self.actor);
                let ships = Ship::ALL.iter().map(|ship| amount_of(ship.key(), persona.assets.goods.ships(*ship)));
                let ships = ships.filter(|one| one.most > 0).collect();
                return self.open_division(field, order, &FleetDivision::KEYS, ships);
            }
            Ask::Walls => {
                let so_far = there.and_then(Value::as_array).map_or(0, Vec::len);
                let values = Values::Amounts(self.arms(), 0);
                let (pointer, prompt) = (format!("{pointer}/-"), field.prompt);
                return (so_far < 4).then_some(Open { pointer, prompt, optional: false, values });
            }
            Ask::Via => {
                let list = there.and_then(Value::as_array);
                let ended = list.is_some_and(|list| list.len() >= VIA_MOST || list.last() == Some(&Value::Null));
                if ended || there == Some(&Value::Null) {
                    return None;
                }
                let values = Values::OneOf(self.on_the_way(order));
                return Some(Open { pointer: format!("{pointer}/-"), prompt: field.prompt, optional: true, values });
            }
            _ => {}
        }
        if there.is_some() {
            return None;
        }
        let values = match field.ask {
            Ask::One(source) => self.one_of(source, order),
            Ask::Several(source, least) => match self.one_of(source, order) {
                Values::OneOf(values) => Values::Several(values, least),
                other => other,
            },
            Ask::Count(bound) => {
                let (most, cost) = self.bound(bound, order);
                Values::Amount(1, most, cost)
            }
            Ask::Between(least, most) => Values::Amount(least, most, None),
            Ask::Flag => Values::OneOf(vec![OptionValue::new(true, "yes"), OptionValue::new(false, "no")]),
            Ask::Text(example, most) => Values::Text(example, most),
            Ask::Things(people) => Values::Amounts(self.things(people), 1),
            Ask::Sales | Ask::Army | Ask::Fleet | Ask::Walls | Ask::Via => return None,
        };
        Some(Open { pointer, prompt: field.prompt, optional: field.optional, values })
    }

    /// The next part of a list of sales.
    fn open_sale(&self, prompt: &'static str, order: &Value) -> Option<Open> {
        let list = order.get("sales").and_then(Value::as_array);
        let at = list.map_or(0, Vec::len);
        let one_more = |optional: bool| {
            let values = Values::OneOf(vec![OptionValue::new(Value::Object(Map::new()), "one more")]);
            Some(Open { pointer: "/sales/-".into(), prompt, optional, values })
        };
        let Some(sale) = list.and_then(|list| list.last()) else { return one_more(false) };
        if sale.is_null() {
            return None;
        }
        let place = |part: &str| format!("/sales/{}/{part}", at - 1);
        let ask = |part: &str, prompt, values| Some(Open { pointer: place(part), prompt, optional: false, values });
        let assets = &self.st().persona(self.actor).assets;
        let of_class = |class: GoodClass| assets.goods.iter().filter(move |(good, _)| good.classes().contains(&class));
        let class = sale["class"].as_str().and_then(GoodClass::of_key);
        let Some(class) = class else {
            let asked = self.demanded().into_iter().filter(|(class, ..)| of_class(*class).next().is_some());
            let value = |(class, units, price): (GoodClass, u32, u32)| {
                let label = format!("{class}: {units} wanted");
                OptionValue::new(class.key(), label).costing(price.into(), DUCATS)
            };
            return ask("class", "As what?", Values::OneOf(asked.map(value).collect()));
        };
        let good = sale["good"].as_str().and_then(Good::of_key);
        let Some(good) = good else {
            let goods = of_class(class).map(|(good, count)| OptionValue::new(good.key(), format!("{good}: {count}")));
            return ask("good", "Which good?", Values::OneOf(goods.collect()));
        };
        if sale.get("units").is_none() {
            let wanted = self.demanded().into_iter().find(|(it, ..)| *it == class).map_or(0, |(_, units, _)| units);
            let most = assets.goods.of(good).min(wanted);
            return ask("units", "How many?", Values::Amount(1, most.into(), None));
        }
        one_more(true)
    }

    /// What the location where he is wants, with units and price.
    fn demanded(&self) -> Vec<(GoodClass, u32, u32)> {
        let Some(here) = self.st().persona(self.actor).place.location() else { return Vec::new() };
        let record = self.sc().board.location(here);
        let quotas = record.demand.iter().zip(&self.st().location(here).demand);
        quotas
            .filter(|(_, quota)| quota.quantity > 0)
            .map(|(it, quota)| (it.class, quota.quantity, quota.price))
            .collect()
    }

    /// The next division that has not been filled.
    fn open_division(
        &self, field: &Field, order: &Value, divisions: &[&'static str], of: Vec<AmountOf>,
    ) -> Option<Open> {
        let filled = |division: &&&str| order.get(field.name).is_none_or(|all| all.get(**division).is_none());
        let division = divisions.iter().find(filled)?;
        let pointer = format!("/{}/{division}", field.name);
        Some(Open { pointer, prompt: field.prompt, optional: false, values: Values::Amounts(of, 0) })
    }

    /// His men by the arms of a battle, which have the keys of the types.
    fn arms(&self) -> Vec<AmountOf> {
        let troops = &self.st().persona(self.actor).assets.troops;
        troops.iter().filter(|(_, count)| *count > 0).map(|(troop, count)| amount_of(troop.key(), count)).collect()
    }

    /// What he has, or the people among it who may settle.
    fn things(&self, people: bool) -> Vec<AmountOf> {
        let assets = &self.st().persona(self.actor).assets;
        let settles = |asset: Asset| matches!(asset, Asset::Men(Troop::Auxiliaries) | Asset::Good(Good::Slaves));
        let all = assets.iter().filter(|(asset, _)| !people || settles(*asset));
        all.map(|(asset, count)| amount_of(asset.key(), count)).collect()
    }

    fn bound(&self, bound: Bound, order: &Value) -> (i64, Option<Cost>) {
        let persona = self.st().persona(self.actor);
        let assets = &persona.assets;
        let here = persona.place.location().map(|location| self.st().location(location));
        let word = |key: &str| order.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let most = match bound {
            Bound::Ducats => assets.of(Asset::Ducats),
            Bound::Supply => {
                let wares = self.wares();
                let (_, units, price) = wares.into_iter().find(|(key, ..)| *key == word("good")).unwrap_or(("", 0, 0));
                return (units.into(), Some(Cost { amount: price.into(), unit: DUCATS.into() }));
            }
            Bound::Owned => Asset::of_key(&word("good")).map_or(0, |asset| assets.of(asset)),
            Bound::People => here.map_or(0, |here| here.recruits.max(here.population / 20)),
            Bound::Cannons => assets.goods.of(Good::Cannons),
            Bound::Soldiers => assets.troops.soldiers(),
            Bound::Most(most) => most,
        };
        (most.into(), None)
    }

    /// What the market supplies where he is: key, units, price.
    fn wares(&self) -> Vec<(&'static str, u32, u32)> {
        let Some(here) = self.st().persona(self.actor).place.location() else { return Vec::new() };
        let record = self.sc().board.location(here);
        let quotas = record.supply.iter().zip(&self.st().location(here).supply);
        let key = |ware: Ware| match ware {
            Ware::Good(good) => good.key(),
            Ware::Mercenaries(troop) => troop.key(),
        };
        quotas
            .map(|(it, quota)| (key(it.ware), quota.quantity, quota.price))
            .filter(|(_, units, _)| *units > 0)
            .collect()
    }

    fn is_here(&self, id: PersonaId) -> bool {
        let (mine, his) = (whereabouts(self.st(), self.actor), whereabouts(self.st(), id));
        id != self.actor
            && self.st().persona(id).alive
            && match (mine, his) {
                (Place::At(a, _), Place::At(b, _)) => a == b,
                (Place::Water(a), Place::Water(b)) => a == b,
                _ => false,
            }
    }

    fn persona_value(&self, id: PersonaId) -> OptionValue {
        let name = self.st().name_of(self.sc(), id);
        OptionValue::new(name.clone(), name)
    }

    fn people(&self, which: impl Fn(PersonaId) -> bool) -> Vec<OptionValue> {
        self.st().living().map(|(id, _)| id).filter(|id| which(*id)).map(|id| self.persona_value(id)).collect()
    }

    fn locations(&self, which: impl Fn(LocationId) -> bool) -> Vec<OptionValue> {
        let all = self.sc().board.location_ids().filter(|id| which(*id));
        all.map(|id| OptionValue::place(self.sc().board.location(id).name.as_str())).collect()
    }

    /// All locations, the nearest first.
    fn by_distance(&self, which: impl Fn(LocationId) -> bool) -> Vec<OptionValue> {
        let from = match whereabouts(self.st(), self.actor) {
            Place::At(location, _) => self.sc().board.location(location).point,
            Place::Water(point) => point,
            Place::With(_) => return Vec::new(),
        };
        let mut all: Vec<LocationId> = self.sc().board.location_ids().filter(|id| which(*id)).collect();
        let far = |id: &LocationId| {
            let to = self.sc().board.location(*id).point;
            let (north, east) = (i64::from(to.lat - from.lat), i64::from(i32::from(to.lon) - i32::from(from.lon)));
            (north * north + east * east, *id)
        };
        all.sort_by_key(far);
        all.into_iter().map(|id| OptionValue::place(self.sc().board.location(id).name.as_str())).collect()
    }

    /// Nodes of the sea, or locations by land, that a way may lead over.
    fn on_the_way(&self, order: &Value) -> Vec<OptionValue> {
        if order["mode"] == "water" {
            return self
                .sc()
                .board
                .nodes
                .iter()
                .map(|node| OptionValue::new(node.name.as_str(), node.name.as_str()))
                .collect();
        }
        let to = order["to"].as_str().and_then(|name| self.sc().board.location_named(name));
        self.by_distance(|id| Some(id) != to)
    }

    fn families(&self, which: impl Fn(FamilyId) -> bool) -> Vec<OptionValue> {
        let others = self.sc().family_ids().filter(|id| which(*id));
        let value = |id: FamilyId| {
            let record = self.sc().family(id);
            OptionValue::new(record.key.as_str(), record.name.as_str())
        };
        others.map(value).collect()
    }

    fn titles(&self, which: impl Fn(TitleId) -> bool) -> Vec<OptionValue> {
        let all = (0..self.st().titles.len()).map(TitleId::at).filter(|id| which(*id));
        all.map(|id| self.st().title_record(self.sc(), id).name.as_str())
            .map(|name| OptionValue::new(name, name))
            .collect()
    }

    fn office(&self, office: Office) -> OptionValue {
        let name = match office {
            Office::Title(title) => self.st().title_record(self.sc(), title).name.to_string(),
            Office::Cardinal => "cardinal".into(),
            Office::Magistrate(location) => format!("magistrate of {}", self.sc().board.location(location).name),
        };
        OptionValue::new(name.clone(), name)
    }

    fn offices_held(&self) -> Vec<OptionValue> {
        let st = self.st();
        let titles = st.titles_of(self.actor).map(Office::Title);
        let hat = st.persona(self.actor).cardinal.then_some(Office::Cardinal);
        let sits = |location: &LocationId| st.location(*location).magistrate == Holder::Persona(self.actor);
        let magistracies = self.sc().board.location_ids().filter(sits).map(Office::Magistrate);
        titles.chain(hat).chain(magistracies).map(|office| self.office(office)).collect()
    }

    fn holds(&self, location: LocationId, office: LocalOffice) -> bool {
        holder_of(self.sc(), self.st(), location, office) == Holder::Persona(self.actor)
    }

    fn is_his(&self, location: LocationId, holding: Holding) -> bool {
        let (sc, st) = (self.sc(), self.st());
        let controls = || controller(sc, st, location) == Some(self.actor);
        match holding {
            Holding::Sovereign => self.holds(location, LocalOffice::Sovereign),
            Holding::Bishop => self.holds(location, LocalOffice::Bishop),
            Holding::Magistrate => self.holds(location, LocalOffice::Magistrate),
            Holding::Tenant => self.holds(location, LocalOffice::Tenant),
            Holding::Control => controls(),
            Holding::AnyPosition => {
                controls()
                    || [LocalOffice::Sovereign, LocalOffice::Feudatory].iter().any(|it| self.holds(location, *it))
            }
            Holding::Appointment => {
                appointing(st.location(location).selection).is_some_and(|office| self.holds(location, office))
            }
            Holding::Collection => {
                st.collectors.iter().any(|it| it.persona == self.actor && it.location == location && it.turn == st.turn)
            }
            Holding::Tower => {
                let own = st.persona(self.actor).family;
                let towers = st.location(location).towers.iter();
                towers.into_iter().any(|tower| family_of_tower(sc, st, location, tower) == Some(own))
            }
        }
    }

    fn tower_value(&self, owner: TowerOwner) -> OptionValue {
        match owner {
            TowerOwner::Family(family) => {
                let record = self.sc().family(family);
                OptionValue::new(record.key.as_str(), record.name.as_str())
            }
            TowerOwner::Office(office) => OptionValue::new(office.key(), office.to_string()),
        }
    }

    fn towers_at(&self, location: Option<LocationId>) -> Vec<OptionValue> {
        let towers = location.map(|location| self.st().location(location).towers.iter()).into_iter().flatten();
        towers.map(|tower| self.tower_value(tower.owner)).collect()
    }

    fn one_of(&self, source: Source, order: &Value) -> Values {
        let (sc, st) = (self.sc(), self.st());
        let me = st.persona(self.actor);
        let of_family = |id: PersonaId| st.persona(id).family;
        let family = self.menu.family;
        let named = |key: &str| order.get(key).and_then(Value::as_str).and_then(|name| sc.board.location_named(name));
        let values = match source {
            Source::Present => self.people(|id| self.is_here(id)),
            Source::PresentOrSelf => self.people(|id| id == self.actor || self.is_here(id)),
            Source::Strangers => self.people(|id| self.is_here(id) && of_family(id) != family),
            Source::Unwelcome => {
                let there = named("location");
                self.people(|id| of_family(id) != family && whereabouts(st, id).location() == there && there.is_some())
            }
            Source::Others => return Values::OneOf(self.people(|id| id != self.actor)),
            Source::Anybody => return Values::OneOf(self.people(|_| true)),
            Source::Kin => self.people(|id| id != self.actor && of_family(id) == family),
            Source::SeatsAs(holding) => self.locations(|id| self.is_his(id, holding)),
            Source::Anywhere => return Values::OneOf(self.by_distance(|_| true)),
            Source::Ports => return Values::OneOf(self.by_distance(|id| st.location(id).depth > 0)),
            Source::Titles => self.titles(|_| true),
            Source::VacantProvinces => {
                self.titles(|id| st.title(id).holder == Holder::Vacant && province_of(sc, id).is_some())
            }
            Source::VacantSees => {
                let mine = |id: TitleId| {
                    let provinces = sc.board.sees.iter().filter(|see| see.title == id).filter_map(|see| see.province);
                    let mut titles = provinces.map(|province| sc.board.provinces[province.index()].title);
                    titles.any(|title| st.title(title).holder == Holder::Persona(self.actor))
                };
                self.titles(|id| st.title(id).holder == Holder::Vacant && mine(id))
            }
            Source::OfficesHeld => self.offices_held(),
            Source::OfficesToday => suffrage::today(sc, st).into_iter().map(|office| self.office(office)).collect(),
            Source::OfficesOffered => {
                let mine = st.offers.iter().filter(|it| it.persona == self.actor);
                mine.map(|it| self.office(it.office)).collect()
            }
            Source::Families => return Values::OneOf(self.families(|id| id != family)),
            Source::Allies => self.families(|id| me.allies.contains(&id)),
            Source::TowersHere => self.towers_at(me.place.location()),
            Source::TowersThere => self.towers_at(named("location")),
            Source::TowerOwners => {
                let offices = LocalOffice::ALL.iter().map(|office| self.tower_value(TowerOwner::Office(*office)));
                self.families(|_| true).into_iter().chain(offices).collect()
            }
            Source::Skills => words(me.skills.iter().map(|(skill, _)| skill.key())),
            Source::Wares => {
                let value = |(key, units, price): (&'static str, u32, u32)| {
                    OptionValue::new(key, format!("{}: {units}", key.replace('_', " "))).costing(price.into(), DUCATS)
                };
                self.wares().into_iter().map(value).collect()
            }
            Source::Alcohol => {
                let drink = |good: &Good| good.classes().contains(&GoodClass::Alcohol);
                words(me.assets.goods.iter().map(|(good, _)| good).filter(drink).map(Good::key))
            }
            Source::Products => words(Recipe::all().iter().map(|recipe| recipe.product.key())),
            Source::Ships => words(Ship::ALL.iter().map(|ship| ship.key())),
            Source::Troops => words(Troop::ALL.iter().filter(|troop| **troop != Troop::Crew).map(|troop| troop.key())),
            Source::Selections => words(Selection::ALL.iter().map(|it| it.key())),
            Source::Religions => words(Religion::ALL.iter().map(|it| it.key())),
            Source::Words(all) => words(all.iter().copied()),
            Source::WallNumbers => (1..=4).map(|wall| OptionValue::new(wall, wall.to_string())).collect(),
        };
        Values::OneOf(values)
    }
}

fn only(one: &AmountOf, count: i64) -> Value {
    Value::Object(Map::from_iter([(one.key.clone(), count.into())]))
}

/// The values that fit; `None` if none does.
fn narrowed(values: &Values, fits: impl Fn(Value) -> bool) -> Option<FieldValues> {
    match values {
        Values::OneOf(values) => {
            let values: Vec<OptionValue> = values.iter().filter(|one| fits(one.value.clone())).cloned().collect();
            (!values.is_empty()).then_some(FieldValues::OneOf { values })
        }
        Values::Several(values, least) => {
            let values: Vec<OptionValue> =
                values.iter().filter(|one| fits(vec![one.value.clone()].into())).cloned().collect();
            let most = u32::try_from(values.len()).unwrap_or(u32::MAX).min(SEVERAL_MOST);
            (most >= (*least).max(1)).then_some(FieldValues::Several { values, least: *least, most })
        }
        Values::Amount(least, most, cost_each) => {
            let most = greatest(*least, *most, |n| fits(n.into()))?;
            Some(FieldValues::Amount { least: *least, most, cost_each: cost_each.clone() })
        }
        Values::Amounts(of, least) => {
            if *least == 0 {
                let all = of.iter().map(|one| one.most).sum();
                return fits(Value::Object(Map::new())).then(|| FieldValues::Amounts {
                    of: of.clone(),
                    least: 0,
                    most: all,
                });
            }
            let fitting = |one: &AmountOf| {
                greatest(1, one.most, |n| fits(only(one, n))).map(|most| AmountOf { most, ..one.clone() })
            };
            let of: Vec<AmountOf> = of.iter().filter_map(fitting).collect();
            let most = of.iter().map(|one| one.most).sum();
            (!of.is_empty()).then_some(FieldValues::Amounts { of, least: *least, most })
        }
        Values::Text(example, most) => {
            fits((*example).into()).then(|| FieldValues::Text { example: (*example).to_owned(), most: *most })
        }
    }
}

/// As many are named in a list at most.
const SEVERAL_MOST: u32 = 5;

/// The greatest number for which something holds that holds for all that are less; `None` if there is none.
fn greatest(least: i64, most: i64, holds: impl Fn(i64) -> bool) -> Option<i64> {
    if least > most {
        return None;
    }
    if holds(most) {
        return Some(most);
    }
    if !holds(least) {
        return None;
    }
    let (mut low, mut high) = (least, most);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if holds(middle) { low = middle } else { high = middle }
    }
    Some(low)
}
