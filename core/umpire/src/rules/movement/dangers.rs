//! What a nation may not have meant by its marches: generals alone among enemies, and armies that storm walls of their
//! own accord. Warnings for an order set, and notices for the documents.

use std::collections::BTreeMap;

use kernel::Refusal;

use super::schedule::Planned;
use crate::model::combat_orders::Arm;
use crate::model::ids::{GeneralId, NationId, ProvinceId, TypeId};
use crate::model::scenario::{CityStatus, Scenario};
use crate::model::state::State;
use crate::rules::conflict::required_odds;
use crate::rules::conflict::sides::Commander;
use crate::rules::conflict::strength::{assault_value, militia_value};
use crate::rules::revolts::chance_at;

/// Dangers of the turn as a nation believes the world to be, once its planned marches are done: each with the order in
/// the order set that leads into it, if one does.
pub fn dangers(sc: &Scenario, st: &State, nation: NationId, plans: &[Planned]) -> Vec<(Option<usize>, Refusal)> {
    let after = Positions::after(sc, st, nation, plans);
    let mut found = alone(sc, st, nation, &after);
    found.extend(after.armies(sc).filter_map(|place| storm(sc, st, nation, &after, plans, place)));
    found
}

/// A province of one's own that is likelier to rise once troops have marched out of it.
#[derive(Clone, Copy, Debug)]
pub struct Restless {
    /// The last order that takes troops from there, by its index in the order set.
    pub order: usize,
    /// Where.
    pub place: ProvinceId,
    /// Chance of a revolt with the troops that are there now, per cent.
    pub before: i64,
    /// The same with those that will be there.
    pub after: i64,
}

/// UM-25, UM-R88: which of a nation's provinces its planned marches make likelier to rise in this turn.
pub fn left_restless(sc: &Scenario, st: &State, nation: NationId, plans: &[Planned]) -> Vec<Restless> {
    let after = Positions::after(sc, st, nation, plans);
    let own = |place: ProvinceId| st.province(place).owner == nation && st.nation(nation).capital != place;
    let left: Vec<_> = after.left.iter().filter(|(place, _)| sc.local_revolts && own(**place)).collect();
    if left.is_empty() {
        return Vec::new();
    }
    let mut then = st.clone();
    for &(&place, _) in &left {
        then.stacks.clear(place, nation);
        after.at(place).for_each(|(kind, count)| then.stacks.set(place, nation, kind, count as u16));
    }
    let told = left.into_iter().map(|(&place, &order)| Restless {
        order,
        place,
        before: chance_at(sc, st, place),
        after: chance_at(sc, &then, place),
    });
    told.filter(|it| it.after > it.before).collect()
}

/// Where a nation's troops and generals will be, and which order was the last to bring or to take troops.
struct Positions {
    units: BTreeMap<(ProvinceId, TypeId), i64>,
    generals: Vec<(GeneralId, ProvinceId, Option<usize>)>,
    came: BTreeMap<ProvinceId, usize>,
    left: BTreeMap<ProvinceId, usize>,
}

impl Positions {
    fn after(sc: &Scenario, st: &State, nation: NationId, plans: &[Planned]) -> Self {
        let mut units = BTreeMap::new();
        for place in sc.province_ids().filter(|&place| st.stacks.present(place).has(nation)) {
            for (kind, &count) in sc.type_ids().zip(st.stacks.of(place, nation)).filter(|(_, count)| **count > 0) {
                units.insert((place, kind), i64::from(count));
            }
        }
        let own = st.living().filter(|(_, general)| general.nation == nation);
        let mut generals: Vec<_> = own.map(|(id, general)| (id, general.province, None)).collect();
        let (mut came, mut left) = (BTreeMap::new(), BTreeMap::new());
        for plan in plans.iter().filter(|plan| plan.refusal.is_none()) {
            let (Some(first), Some(last)) = (plan.legs.first(), plan.legs.last()) else { continue };
            for &(kind, count) in &plan.units {
                *units.entry((first.from, kind)).or_default() -= i64::from(count);
                *units.entry((last.to, kind)).or_default() += i64::from(count);
                came.insert(last.to, plan.index);
                left.insert(first.from, plan.index);
            }
            for (_, place, order) in generals.iter_mut().filter(|(id, ..)| plan.generals.contains(id)) {
                (*place, *order) = (last.to, Some(plan.index));
            }
        }
        Self { units, generals, came, left }
    }

    fn at(&self, place: ProvinceId) -> impl Iterator<Item = (TypeId, i64)> {
        let here = self.units.range((place, TypeId::at(0))..).take_while(move |((at, _), _)| *at == place);
        here.map(|(&(_, kind), &count)| (kind, count)).filter(|(_, count)| *count > 0)
    }

    /// Provinces where army units will be.
    fn armies(&self, sc: &Scenario) -> impl Iterator<Item = ProvinceId> {
        let army = |(_, kind): (ProvinceId, TypeId)| !sc.unit(kind).is_fleet();
        let here = self.units.iter().filter(move |(key, count)| army(**key) && **count > 0);
        let mut places: Vec<ProvinceId> = here.map(|((place, _), _)| *place).collect();
        places.dedup();
        places.into_iter()
    }
}

/// UM-29.1: generals who will be in hostile territory without troops of their own nation.
fn alone(sc: &Scenario, st: &State, nation: NationId, after: &Positions) -> Vec<(Option<usize>, Refusal)> {
    let mut found = Vec::new();
    for &(id, place, order) in &after.generals {
        let owner = st.province(place).owner;
        if !st.enemies(sc, nation, owner) || after.at(place).next().is_some() {
            continue;
        }
        let (who, at) = (st.captain(sc, id), st.place(sc, place));
        let detail = format!(
            "{who} will be in {at}, which is in enemy hands, without troops of yours: at the end of the turn he is captured"
        );
        let warning = Refusal::new("general_alone", "UM-29.1", detail).hint("list the troops that go with him");
        found.push((order.or(after.left.get(&place).copied()), warning.uncertain()));
    }
    found
}

/// UM-19.8: an army that will assault a city by itself, going by the reports.
fn storm(
    sc: &Scenario, st: &State, nation: NationId, after: &Positions, plans: &[Planned], place: ProvinceId,
) -> Option<(Option<usize>, Refusal)> {
    let province = st.province(place);
    if province.cty != CityStatus::Standing || !st.hostile(sc, place, nation, province.owner) {
        return None;
    }
    let inside = st.stacks.present(place).iter().filter(|&other| st.hostile(sc, place, nation, other));
    let garrison: i64 = inside.map(|other| assault_value(sc, st.stacks.of(place, other), true)).sum();
    if garrison == 0 {
        return None; // an open city is entered, not stormed (UM-25.8)
    }
    let defence = garrison + militia_value(sc, st, place, sc.unit(sc.militia_type).assault);
    let attack: i64 = after.at(place).map(|(kind, count)| count * sc.unit(kind).assault).sum();
    let last = plans.iter().rfind(|plan| plan.refusal.is_none() && plan.place == place && plan.army_orders.is_some());
    let given = last.and_then(|plan| plan.army_orders);
    let orders = given.unwrap_or_else(|| st.combat_orders(sc, place, nation, Arm::Land));
    let here = after.generals.iter().filter(|(id, at, _)| *at == place && st.general(*id).arm == Arm::Land);
    let commander = st.senior(here.map(|(id, ..)| *id)).map_or(Commander { id: None, skill: 0, activity: 0 }, |id| {
        let general = st.general(id);
        Commander { id: Some(id), skill: general.reputation.into(), activity: general.activity.into() }
    });
    let (numerator, denominator) = required_odds(&sc.constants, orders.risk, commander);
    if attack * denominator < numerator * defence {
        return None;
    }
    let (odds, at) = (attack / defence.max(1), st.place(sc, place));
    let detail = format!(
        "at risk {} the army in {at} will storm the walls of its own accord if the garrison stays behind them: the \
         odds are about {odds} to 1, by the reports",
        orders.risk
    );
    let calmer = (1..orders.risk).rev().find(|&risk| {
        let (numerator, denominator) = required_odds(&sc.constants, risk, commander);
        attack * denominator < numerator * defence
    });
    let hint = match calmer {
        Some(risk) => format!("at risk {risk} it would starve the city out instead"),
        None => "no risk level would hold it back at such odds".to_owned(),
    };
    let order = last.map(|plan| plan.index).or(after.came.get(&place).copied());
    Some((order, Refusal::new("assault_likely", "UM-19.8", detail).hint(hint).uncertain()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::{GameSeed, Verdict};

    use super::*;
    use crate::model::scenario::shipped;
    use crate::orders::Order;
    use crate::orders::check::check_orders;
    use crate::orders::lookup::{find_general, find_nation, find_province};

    /// Venice at war with Milan, and Colleoni with an army beside Milanese Cremona, which holds a weak garrison.
    fn border() -> (Arc<Scenario>, State, NationId) {
        let sc = shipped::find("italia-1450").unwrap();
        let mut st = State::start(&sc, &GameSeed::from_number(1));
        let [ven, mil] = ["VEN", "MIL"].map(|word| find_nation(&sc, word).unwrap());
        st.nation_mut(ven).declared.add(mil);
        let [brescia, cremona] = ["Brescia", "Cremona"].map(|word| find_province(&sc, &st, word).unwrap());
        for (place, owner) in [(brescia, ven), (cremona, mil)] {
            st.province_mut(place).owner = owner;
            sc.nation_ids().for_each(|nation| st.stacks.clear(place, nation));
            st.stacks.clear(place, sc.ind());
        }
        st.stacks.add(brescia, ven, sc.militia_type, 60);
        st.stacks.add(cremona, mil, sc.militia_type, 2);
        let colleoni = find_general(&sc, &st, ven, "Colleoni").unwrap();
        st.general_mut(colleoni).province = brescia;
        st.general_mut(colleoni).arm = Arm::Land;
        (sc, st, ven)
    }

    fn march(units: &str, orders: &str) -> Order {
        let json = format!(
            r#"{{ "type": "move_force", "generals": ["Colleoni"], "units": {{{units}}}, "destination": "Cremona"{orders} }}"#
        );
        serde_json::from_str(&json).unwrap()
    }

    fn code(verdict: &Verdict) -> Option<&str> {
        assert!(!verdict.is_refused(), "{verdict:?}");
        (verdict.code != "prospects").then_some(verdict.code.as_str())
    }

    #[test]
    fn whoever_rides_alone_into_enemy_land_is_warned() {
        let (sc, st, ven) = border();
        let judged = |orders: &[Order]| check_orders(&sc, &st, ven, orders);
        assert_eq!(code(&judged(&[march("", "")])[0]), Some("general_alone"));
        assert_eq!(code(&judged(&[march(r#""FOO": 3"#, r#", "army_orders": "1R""#)])[0]), None);
    }

    #[test]
    fn whoever_will_storm_a_city_by_himself_is_warned() {
        let (sc, st, ven) = border();
        let judged = |orders: &str| {
            let orders = format!(r#", "army_orders": "{orders}""#);
            check_orders(&sc, &st, ven, &[march(r#""FOO": 50"#, &orders)])
        };
        let bold = judged("3M");
        assert_eq!(code(&bold[0]), Some("assault_likely"));
        assert!(bold[0].detail.contains("at risk 3"), "{bold:?}");
        let mut weak = st.clone();
        let cremona = find_province(&sc, &st, "Cremona").unwrap();
        weak.stacks.add(cremona, st.province(cremona).owner, sc.militia_type, 40);
        let orders = march(r#""FOO": 50"#, r#", "army_orders": "3M""#);
        assert_eq!(code(&check_orders(&sc, &weak, ven, &[orders])[0]), None);
    }
}
