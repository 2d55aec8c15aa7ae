//! Positions made by hand, in which a sensible player does one thing.

use std::sync::Arc;

use kernel::GameSeed;
use kernel::question::Answer;

use super::assess::Survey;
use super::{ask, orders};
use crate::knowledge::Knowledge;
use crate::model::ids::{Factions, GeneralId, NationId, ProvinceId, Rp};
use crate::model::scenario::{Scenario, shipped};
use crate::model::state::{Siege, State};
use crate::orders::check;
use crate::orders::{Assassinate, MoveForce, OfferBribe, Order};

struct Position {
    sc: Arc<Scenario>,
    st: State,
    me: NationId,
}

impl Position {
    fn of(scenario: &str, nation: &str) -> Self {
        let sc = shipped::find(scenario).unwrap();
        let me = sc.nation_ids().find(|&id| sc.nation(id).id.as_str() == nation).unwrap();
        let st = State::start(&sc, &GameSeed::from_number(1));
        Self { sc, st, me }
    }

    fn place(&self, name: &str) -> ProvinceId {
        self.sc.province_ids().find(|&id| self.sc.first_place(id).name.as_str() == name).unwrap()
    }

    fn general(&self, name: &str) -> GeneralId {
        let all = (0..self.st.generals.len()).map(GeneralId::at);
        all.into_iter().find(|&id| self.st.captain(&self.sc, id).name.as_str() == name).unwrap()
    }

    /// Nobody under arms, and nobody to lead them.
    fn disarm(&mut self) -> &mut Self {
        for place in self.sc.province_ids() {
            self.st.stacks.clear(place, self.me);
        }
        let own: Vec<GeneralId> =
            self.st.living().filter(|(_, general)| general.nation == self.me).map(|(id, _)| id).collect();
        own.into_iter().for_each(|id| self.st.general_mut(id).alive = false);
        self
    }

    fn put(&mut self, place: &str, units: &[(&str, u16)]) -> &mut Self {
        let at = self.place(place);
        for (unit, count) in units {
            let kind = self.sc.type_ids().find(|&id| self.sc.unit(id).id.as_str() == *unit).unwrap();
            self.st.stacks.add(at, self.me, kind, *count);
        }
        self
    }

    fn lead(&mut self, general: GeneralId, place: &str) -> &mut Self {
        let at = self.place(place);
        let general = self.st.general_mut(general);
        (general.alive, general.province) = (true, at);
        self
    }

    fn known(&self) -> Knowledge {
        Knowledge::of(&self.sc, &self.st, self.me)
    }

    /// The orders of some answers, which must be legal.
    fn order_set(&self, answers: &[Answer]) -> Vec<Order> {
        let known = self.known();
        let orders = orders(&self.sc, &known, answers);
        let verdicts = check::check_orders(&self.sc, &known.st, self.me, &orders);
        let refused: Vec<_> = verdicts.iter().filter(|verdict| verdict.is_refused()).collect();
        assert!(refused.is_empty(), "{refused:?}");
        orders
    }

    /// The answer that is the choice of this key, all questions before it answered by their first.
    fn choice(&self, kind: &str, key: &str) -> Vec<Answer> {
        let (known, mut answers) = (self.known(), Vec::new());
        while let Some(question) = ask(&self.sc, &known, &answers) {
            if question.about.kind == kind {
                let at = question.answers.iter().position(|choice| choice.key == key);
                answers.push(at.unwrap_or_else(|| panic!("no {key} in {question:?}")) as Answer);
                return answers;
            }
            answers.push(0);
        }
        panic!("nobody asks about {kind}");
    }
}

/// Voyages of an order set: who sails, whether an army is aboard, and where to.
fn voyages(orders: &[Order]) -> Vec<(Vec<String>, bool, String)> {
    let voyage = |order: &Order| match order {
        Order::MoveForce(MoveForce { generals, fleet_orders: Some(_), army_orders, destination, .. }) => {
            Some((generals.clone(), army_orders.is_some(), destination.clone()))
        }
        _ => None,
    };
    orders.iter().filter_map(voyage).collect()
}

/// Rome in the first turn in which the sea is calm, without an army. Kerkyra lies open, and Rome knows it.
fn rome_before_kerkyra() -> Position {
    let mut rome = Position::of("hannibal-218bc", "ROM");
    rome.st.turn = 2;
    let (ind, kerkyra) = (rome.sc.ind(), rome.place("Kerkyra"));
    rome.st.stacks.clear(kerkyra, ind);
    rome.st.province_mut(kerkyra).spies.add(rome.me);
    rome.disarm();
    rome
}

#[test]
fn an_army_with_squadrons_lands_where_no_road_leads() {
    let mut rome = rome_before_kerkyra();
    let fabius = rome.general("Quintus Fabius Maximus");
    rome.put("Brundisium", &[("HVI", 5), ("FLT", 4)]).lead(fabius, "Brundisium");
    let sailing = voyages(&rome.order_set(&rome.choice("posture", "expand")));
    assert_eq!(sailing, [(vec!["Quintus Fabius Maximus".to_owned()], true, "Kerkyra".to_owned())]);
    assert_eq!(voyages(&rome.order_set(&rome.choice("posture", "hold"))), [], "nobody sails who only holds");
}

#[test]
fn an_admiral_brings_the_squadrons_to_the_army() {
    let mut rome = rome_before_kerkyra();
    let (fabius, scipio) = (rome.general("Quintus Fabius Maximus"), rome.general("Gnaeus Cornelius Scipio"));
    rome.put("Brundisium", &[("HVI", 5)]).lead(fabius, "Brundisium");
    rome.put("Croton", &[("FLT", 4)]).lead(scipio, "Croton");
    let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let sailing = voyages(&rome.order_set(&rome.choice("posture", "expand")));
    let (fetch, cross) =
        (names(&["Gnaeus Cornelius Scipio"]), names(&["Quintus Fabius Maximus", "Gnaeus Cornelius Scipio"]));
    assert_eq!(sailing, [(fetch, false, "Brundisium".to_owned()), (cross, true, "Kerkyra".to_owned())]);
}

#[test]
fn nobody_rides_past_walls_that_nobody_reports_from() {
    let rome = Position::of("hannibal-218bc", "ROM");
    let known = rome.known();
    let survey = Survey::new(&rome.sc, &known);
    assert!(known.sightings().iter().all(|seen| seen.province != rome.place("Genua")), "Genua is reported on");
    assert!(survey.contested(rome.place("Genua")));
    assert!(!survey.contested(rome.place("Capua")));
}

/// Milan before Brescia, with money that nothing else can use any more.
fn before_brescia() -> Position {
    let mut milan = Position::of("italia-1450", "MIL");
    let (ven, brescia) = (NationId(1), milan.place("Brescia"));
    let sforza = milan.general("Francesco Sforza");
    milan.st.turn = milan.sc.end_turn - 2;
    milan.st.nation_mut(milan.me).treasury = Rp::whole(100);
    milan.st.nation_mut(milan.me).declared = Factions::one(ven);
    milan.put("Brescia", &[("MAA", 12), ("FOO", 16), ("ART", 3)]).lead(sforza, "Brescia");
    let besiegers = Factions::one(milan.me);
    let province = milan.st.province_mut(brescia);
    province.spies.add(milan.me);
    province.siege =
        Some(Siege { besiegers, besieged: Factions::one(ven), turns: 2, stores_lost: false, outside: Factions::NONE });
    milan
}

#[test]
fn idle_money_finds_a_traitor_in_a_city_under_siege() {
    let mut milan = before_brescia();
    let bribes = |orders: &[Order]| {
        orders
            .iter()
            .filter(|order| matches!(order, Order::OfferBribe(OfferBribe { province, .. }) if province == "Brescia"))
            .count()
    };
    assert_eq!(bribes(&milan.order_set(&[])), 1);
    assert_eq!(bribes(&milan.order_set(&milan.choice("intrigue", "none"))), 0, "the quiet answer offers nothing");
    milan.st.nation_mut(milan.me).treasury = Rp::whole(3);
    assert_eq!(bribes(&milan.order_set(&[])), 0, "there is no money");
}

#[test]
fn idle_money_kills_the_leader_of_an_army_at_the_gates() {
    let mut milan = before_brescia();
    let last = milan.st.turn - 1;
    let (brescia, gentile) = (milan.place("Brescia"), milan.general("Gentile da Leonessa"));
    let mut sightings = milan.st.nation(milan.me).sightings.clone();
    for seen in sightings.iter_mut().filter(|seen| seen.province == brescia) {
        (seen.turn, seen.generals) = (last, vec![gentile]);
    }
    milan.st.nation_mut(milan.me).sightings = sightings;
    let orders = milan.order_set(&milan.choice("intrigue", "assassin"));
    let killed = orders.iter().any(
        |order| matches!(order, Order::Assassinate(Assassinate { general, .. }) if general == "Gentile da Leonessa"),
    );
    assert!(killed, "{orders:?}");
}

#[test]
fn idle_money_makes_better_troops_and_new_cities() {
    let mut savoy = Position::of("italia-1450", "SAV");
    // The last investment: nothing can be bought later.
    savoy.st.turn = 41;
    savoy.put("Chambery", &[("LEV", 3)]);
    savoy.st.province_mut(savoy.place("Ivrea")).cty = crate::model::scenario::CityStatus::TribalArea;
    savoy.st.province_mut(savoy.place("Ivrea")).ever_had_city = false;
    savoy.st.province_mut(savoy.place("Ivrea")).rev_current = Rp::whole(2);
    let count = |orders: &[Order]| {
        let converts = |order: &&Order| matches!(order, Order::ConvertTroops(_));
        let founds = |order: &&Order| matches!(order, Order::FoundCity(_));
        (orders.iter().filter(converts).count(), orders.iter().filter(founds).count())
    };
    savoy.st.nation_mut(savoy.me).treasury = Rp::whole(200);
    let (converted, founded) = count(&savoy.order_set(&[]));
    assert!(converted > 0 && founded == 1, "{converted} {founded}");
    savoy.st.nation_mut(savoy.me).treasury = Rp::whole(2);
    assert_eq!(count(&savoy.order_set(&[])), (0, 0));
}
