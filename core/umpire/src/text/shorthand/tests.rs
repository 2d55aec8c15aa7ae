use std::sync::Arc;

use kernel::GameSeed;
use proptest::prelude::*;

use super::{parse, print};
use crate::knowledge::Knowledge;
use crate::model::combat_orders::{Arm, CombatOrders, DefaultAction};
use crate::model::ids::{NameId, NationId, Rp};
use crate::model::scenario::{Scenario, shipped};
use crate::model::state::State;
use crate::orders::notation::three_columns;
use crate::orders::{
    AppointGeneral, Assassinate, CedeProvince, ConvertTroops, DisbandUnits, FoundCity, ImproveCity, MoveCapital,
    MoveForce, OfferBribe, Order, ReassignGeneral, RebuildCity, RecruitSpyNetwork, RecruitUnits, SackCity,
    SetCombatOrders, SetEnemies, SetReplacementProvince, SetSeniority, SetTaxRate, TransferFunds, WinterDestination,
};

fn seat(scenario: &str, nation: u8) -> (Arc<Scenario>, Knowledge) {
    let sc = shipped::find(scenario).unwrap();
    let st = State::start(&sc, &GameSeed::from_number(1));
    let known = Knowledge::of(&sc, &st, NationId(nation));
    (sc, known)
}

/// Venice in Italia 1450, with the Sforza of the source's example in her pay.
fn venice() -> (Arc<Scenario>, Knowledge) {
    let mut sc = shipped::italia();
    let st = State::start(&sc, &GameSeed::from_number(1));
    let mut known = Knowledge::of(&sc, &st, NationId(1));
    let mut sforza = known.st.living().find(|(_, general)| general.nation == known.me).unwrap().1.clone();
    sforza.name = NameId::at(sc.names.len());
    sc.names.push("Sforza".into());
    known.st.generals.push(sforza);
    (Arc::new(sc), known)
}

#[test]
fn the_example_order_set_of_the_source_reads_as_its_six_orders() {
    let (sc, known) = venice();
    let fixture: toml::Table = toml::from_str(include_str!("../../../data/fixture-orders/fixture.toml")).unwrap();
    let (read, diagnostics) = parse(&sc, &known, include_str!("../../../data/fixture-orders/sheet.txt"));
    assert_eq!(diagnostics, []);
    let lines = fixture["line"].as_array().unwrap();
    assert_eq!(read.len(), lines.len());
    for ((order, _), line) in read.iter().zip(lines) {
        let wanted: Order = line["order"].clone().try_into().unwrap();
        assert_eq!(*order, wanted, "{}", line["text"]);
    }
}

#[test]
fn old_columns_mean_ships_foot_and_horse_in_both_scenarios() {
    for (scenario, wanted) in [("italia-1450", ["GAL", "FOO", "MAA"]), ("hannibal-218bc", ["FLT", "HVI", "HVC"])] {
        let (sc, _) = seat(scenario, 0);
        let ids = three_columns(&sc).unwrap().map(|kind| sc.unit(kind).id.to_string());
        assert_eq!(ids, wanted.map(str::to_owned));
    }
}

#[test]
fn an_order_may_be_written_in_several_ways() {
    let (sc, known) = venice();
    let same = [
        ["Colleoni 4 GAL 4 FOO to Ravenna fleet 1R army 3M", "Colleoni 4 - - 4 - - - - Ravenna 1R 3M"],
        ["Bartolomeo Colleoni: 4 foot to Padua army 1D", "colleoni with 4 FOO PAD 1d # hurry"],
        ["Sforza - Monza via Bergamo, Como", "Sforza to Monza via Bergamo, Como"],
        ["Sforza 2M", "Sforza army 2M"],
        ["Loredan 1D", "Alvise Loredan fleet 1D"],
        ["recruit 1 SPY Brescia", "spies bre"],
        ["disband 1 SPY Brescia", "disband 1 spy bre"],
        ["recruit 2 bombards Padua", "recruit 2 ART Padua"],
        ["recruit 1 bombard Padua", "recruit 1 ART Padua"],
        ["enemies MIL, Naples", "enemies MIL NAP"],
        ["improve Padua", "IMPROVE Padua 1"],
        ["Carne and Bari 2 MAA Padua 1D", "Carne, Bari 2 men-at-arms to Padua army 1D"],
        ["appoint Padua", "appoint land Padua"],
    ];
    for [one, other] in same {
        let (read, diagnostics) = parse(&sc, &known, &format!("{one}\n{other}"));
        assert_eq!(diagnostics, [], "{one} | {other}");
        assert_eq!(read[0].0, read[1].0, "{one} | {other}");
    }
}

#[test]
fn names_of_several_words_need_no_quotes() {
    let (sc, known) = seat("hannibal-218bc", 1);
    let text = "Hanno 4 HVI to Akra Leuke via Nova Carthago army 1D\nHanno son of Bomilcar - - - - - - - - Akra Leuke Nova Carthago - -\nwinter Maharbal Nova Carthago";
    let (read, diagnostics) = parse(&sc, &known, text);
    assert_eq!(diagnostics, []);
    let Order::MoveForce(MoveForce { generals, via, destination, .. }) = &read[0].0 else { panic!("{:?}", read[0]) };
    assert_eq!(
        (generals[0].as_str(), via[0].as_str(), destination.as_str()),
        ("Hanno son of Bomilcar", "Nova Carthago", "Akra Leuke")
    );
    let Order::MoveForce(MoveForce { via, destination, .. }) = &read[1].0 else { panic!("{:?}", read[1]) };
    assert_eq!((via[0].as_str(), destination.as_str()), ("Akra Leuke", "Nova Carthago"));
}

#[test]
fn what_is_not_understood_is_pointed_at_with_a_hint() {
    let (sc, known) = venice();
    let cases = [
        ("recruit 2 FOO Paduaa", "unknown_province", 15, 6, "did you mean Padua?"),
        ("  rekruit 2 FOO Padua", "not_understood", 3, 7, "did you mean recruit?"),
        ("Coleoni 1D", "unknown_general", 1, 7, "did you mean Colleoni?"),
        ("recruit two FOO Padua", "not_a_number", 9, 3, "write a whole number"),
        ("Carne 4 FOT to Padua", "unknown_unit_type", 9, 3, "did you mean FOO?"),
        ("tax 100 now", "too_much", 9, 3, "write: tax 100"),
        ("Carne 4 FOO", "destination_missing", 1, 11, ""),
        ("Carne 5D", "not_combat_orders", 7, 2, "write the risk 1, 2 or 3 and then M, R or D, such as 1D"),
        ("send 0.25 to FLO", "not_a_sum", 6, 4, "write revenue points with at most one decimal, such as 7 or 2.5"),
        (
            "Colleoni 4 GAL 4 FOO Ravenna 1R",
            "orders_missing",
            30,
            2,
            "write the fleet's orders and then the army's, such as 1R 3M",
        ),
        (
            "Carne 4 chariots to Padua",
            "unknown_unit_type",
            9,
            8,
            "possible are GAL galley squadron, MAA men-at-arms, LCV light horse, FOO foot, LEV feudal levy, PIK Swiss and \
             Raetian foot, ART bombard",
        ),
        ("bribe Brescia", "too_short", 7, 7, "write revenue points, such as 10"),
    ];
    for (text, code, column, length, hint) in cases {
        let (read, diagnostics) = parse(&sc, &known, text);
        assert!(read.is_empty(), "{text}");
        let [found] = diagnostics.as_slice() else { panic!("{text}: {diagnostics:?}") };
        assert_eq!(
            (found.code.as_str(), found.span.line, found.span.column, found.span.length),
            (code, 1, column, length),
            "{text}: {found:?}"
        );
        if !hint.is_empty() {
            assert_eq!(found.hint.as_deref(), Some(hint), "{text}");
        }
    }
}

#[test]
fn a_bad_line_costs_nothing_but_itself() {
    let (sc, known) = venice();
    let (read, diagnostics) = parse(&sc, &known, "# Venice, March\n\ntax 90\nfrobnicate\n\tsack  Lodi # ❦\n");
    assert_eq!(read.len(), 2);
    assert_eq!((read[1].1.line, read[1].1.column, read[1].1.length), (5, 2, 10));
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].span.line, 4);
}

#[test]
fn positions_are_counted_in_characters() {
    let (sc, known) = venice();
    let (_, diagnostics) = parse(&sc, &known, "sack Пáдуя");
    assert_eq!((diagnostics[0].span.column, diagnostics[0].span.length), (6, 5));
}

fn own_generals(sc: &Scenario, known: &Knowledge) -> Vec<String> {
    let own = known.st.living().filter(|(_, general)| general.nation == known.me);
    own.map(|(_, general)| sc.names[general.name.index()].to_string()).collect()
}

fn combat_orders() -> impl Strategy<Value = Option<CombatOrders>> {
    let default =
        prop_oneof![Just(DefaultAction::Manoeuvre), Just(DefaultAction::Retreat), Just(DefaultAction::Defend)];
    proptest::option::of((1u8..=3, default).prop_map(|(risk, default)| CombatOrders { risk, default }))
}

fn any_order(sc: &Scenario, known: &Knowledge) -> impl Strategy<Value = Order> + use<> {
    let place = proptest::sample::select(
        sc.province_ids().map(|place| known.st.place_name(sc, place).to_owned()).collect::<Vec<_>>(),
    );
    let own = proptest::sample::select(own_generals(sc, known));
    let anybody =
        proptest::sample::select(sc.generals.iter().map(|g| sc.names[g.name.index()].to_string()).collect::<Vec<_>>());
    let nation = proptest::sample::select(sc.nations.iter().map(|n| n.id.to_string()).collect::<Vec<_>>());
    let kind = proptest::sample::select(sc.types.iter().map(|k| k.id.to_string()).collect::<Vec<_>>());
    let pool = sc.city_names[known.me.index()].iter().map(|id| sc.names[id.index()].to_string()).collect::<Vec<_>>();
    let city = proptest::sample::select(pool);
    let arm = prop_oneof![Just(Arm::Land), Just(Arm::Sea)];
    let sum = (0i64..99_999).prop_map(Rp::tenths);
    let generals = proptest::sample::subsequence(own_generals(sc, known), 1..=3);
    let units = proptest::collection::btree_map(kind.clone(), any::<u16>(), 0..4);
    let via = proptest::collection::vec(place.clone(), 0..4);
    prop_oneof![
        proptest::collection::vec(nation.clone(), 0..4).prop_map(|nations| Order::SetEnemies(SetEnemies { nations })),
        any::<u16>().prop_map(|percent| Order::SetTaxRate(SetTaxRate { percent })),
        (place.clone(), kind.clone(), any::<u16>())
            .prop_map(|(province, unit_type, count)| Order::DisbandUnits(DisbandUnits { province, unit_type, count })),
        (place.clone(), city, any::<u8>()).prop_map(|(province, name, size)| Order::FoundCity(FoundCity {
            province,
            name,
            size
        })),
        (place.clone(), any::<u16>())
            .prop_map(|(province, points)| Order::ImproveCity(ImproveCity { province, points })),
        place.clone().prop_map(|province| Order::RebuildCity(RebuildCity { province })),
        place.clone().prop_map(|province| Order::SackCity(SackCity { province })),
        (nation.clone(), sum.clone())
            .prop_map(|(recipient, amount)| Order::TransferFunds(TransferFunds { recipient, amount })),
        (anybody, sum.clone()).prop_map(|(general, amount)| Order::Assassinate(Assassinate { general, amount })),
        (place.clone(), sum).prop_map(|(province, amount)| Order::OfferBribe(OfferBribe { province, amount })),
        place.clone().prop_map(|province| Order::MoveCapital(MoveCapital { province })),
        (place.clone(), nation)
            .prop_map(|(province, recipient)| Order::CedeProvince(CedeProvince { province, recipient })),
        (place.clone(), kind.clone(), kind.clone(), any::<u16>(), any::<bool>()).prop_map(
            |(province, from_type, to_type, count, barter)| Order::ConvertTroops(ConvertTroops {
                province,
                from_type,
                to_type,
                count,
                barter
            })
        ),
        (proptest::option::of(place.clone()), arm.clone())
            .prop_map(|(province, arm)| Order::AppointGeneral(AppointGeneral { province, arm })),
        (own.clone(), arm).prop_map(|(general, arm)| Order::ReassignGeneral(ReassignGeneral { general, arm })),
        (own.clone(), any::<u8>()).prop_map(|(general, level)| Order::SetSeniority(SetSeniority { general, level })),
        (generals, units, via, place.clone(), combat_orders(), combat_orders()).prop_map(
            |(generals, units, via, destination, fleet_orders, army_orders)| Order::MoveForce(MoveForce {
                generals,
                units,
                via,
                destination,
                fleet_orders,
                army_orders
            })
        ),
        (own.clone(), combat_orders(), combat_orders())
            .prop_map(|(general, fleet, army)| Order::SetCombatOrders(SetCombatOrders { general, fleet, army })),
        (place.clone(), kind, any::<u16>())
            .prop_map(|(province, unit_type, count)| Order::RecruitUnits(RecruitUnits { province, unit_type, count })),
        place.clone().prop_map(|province| Order::RecruitSpyNetwork(RecruitSpyNetwork { province })),
        (own, place.clone())
            .prop_map(|(general, province)| Order::WinterDestination(WinterDestination { general, province })),
        place.prop_map(|province| Order::SetReplacementProvince(SetReplacementProvince { province })),
    ]
}

fn reads_back(scenario: &str, nation: u8) {
    let (sc, known) = seat(scenario, nation);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(1500));
    let order_sets = proptest::collection::vec(any_order(&sc, &known), 1..4);
    let check = |orders: Vec<Order>| {
        let text: Vec<String> = orders.iter().map(print).collect();
        let (read, diagnostics) = parse(&sc, &known, &text.join("\n"));
        prop_assert!(diagnostics.is_empty(), "{text:?}: {diagnostics:?}");
        prop_assert_eq!(read.into_iter().map(|(order, _)| order).collect::<Vec<_>>(), orders);
        Ok(())
    };
    runner.run(&order_sets, check).unwrap();
}

#[test]
fn every_kind_of_order_reads_back_in_italia() {
    reads_back("italia-1450", 1);
}

#[test]
fn every_kind_of_order_reads_back_in_the_war_with_hannibal() {
    reads_back("hannibal-218bc", 1);
}

#[test]
fn no_text_upsets_the_reader() {
    let (sc, known) = seat("italia-1450", 1);
    let words = vec![
        "Colleoni",
        "Carne",
        ",",
        ":",
        "-",
        "4",
        "FOO",
        "GAL",
        "to",
        "via",
        "Padua",
        "Venice",
        "1D",
        "3M",
        "fleet",
        "army",
        "tax",
        "found",
        "at",
        "assassinate",
        "enemies",
        "none",
        "convert",
        "recruit",
        "SPY",
        "#",
        "and",
        "99999999999",
        "0.5",
        "é",
        "“",
        "\u{202e}",
        "winter",
        "rank",
        "appoint",
        "sea",
        "with",
        "\t",
        "men-at-arms",
        "light",
        "horse",
    ];
    let line = proptest::collection::vec(proptest::sample::select(words), 0..14).prop_map(|words| words.join(" "));
    let text = prop_oneof![any::<String>(), proptest::collection::vec(line, 0..5).prop_map(|lines| lines.join("\n"))];
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(3000));
    let check = |text: String| {
        let (read, diagnostics) = parse(&sc, &known, &text);
        let lines: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        for span in read.iter().map(|(_, span)| span).chain(diagnostics.iter().map(|found| &found.span)) {
            let length = lines[span.line as usize - 1];
            prop_assert!(span.column >= 1 && span.length >= 1);
            prop_assert!((span.column + span.length) as usize <= length + 1, "{span:?} in {text:?}");
        }
        // Whatever was understood is written so that it is understood again.
        let again: Vec<String> = read.iter().map(|(order, _)| print(order)).collect();
        let (back, none) = parse(&sc, &known, &again.join("\n"));
        prop_assert!(none.is_empty(), "{again:?}: {none:?}");
        prop_assert_eq!(
            back.into_iter().map(|(order, _)| order).collect::<Vec<_>>(),
            read.into_iter().map(|(order, _)| order).collect::<Vec<_>>()
        );
        Ok(())
    };
    runner.run(&text, check).unwrap();
}
