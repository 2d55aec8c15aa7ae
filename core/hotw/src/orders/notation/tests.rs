use crate::orders::{
    AllocateWalkoverOrder, AttackDiceOrder, AttackOptionalOrder, BeginTurnOrder, BuildFortOrder, BuildFortressOrder,
    ChooseSurvivorsOrder, CompliantLookupOrder, DeallocateOrder, EndExpansionOrder, ExpandLandOrder, ExpandWaterOrder,
    KeepEmpireOrder, PassEmpireOrder, PlaceMonumentOrder, PlaceSumeriaOrder, PlayEventOrder, ReinforceOrder,
    RigidLookupOrder, SetRetreatPriorityOrder, SetTradePolicyOrder, StopBarbariansOrder,
};
use std::sync::{Arc, OnceLock};

use proptest::prelude::*;

use super::parse::parse;
use crate::knowledge::Knowledge;
use crate::model::ids::Defence;
use crate::model::scenario::Scenario;
use crate::model::state::CombatMode;
use crate::orders::Order;
use crate::testing::{game, position};

fn json(text: &str) -> Order {
    serde_json::from_str(text).unwrap()
}

fn level(points: i8) -> Defence {
    Defence::try_from(points).unwrap()
}

/// The position has stack 1 of level -2 with 3 forces and stack 2 of level 0 with 11.
#[test]
fn an_order_may_be_written_in_several_ways() {
    let (sc, view) = position(3);
    let same = [
        ["Zagros #2 from Persian Plateau", "zagros 0 from pers plat"],
        ["Zagros from Persian Plateau 0", "zag #2 FROM persian_plateau # on we go"],
        ["Zagros -2", "Zagros #1"],
        ["Black Sea wo", "black WO"],
        ["rigid 0 2/2 Zagros", "rigid 0 2: zagros"],
        ["rigid -2 3/5 naval max 8 Black Sea, Red Sea", "RIG −2 3/5 max 8 naval black, red"],
        ["compliant -5 4", "comp -5 4"],
        ["+2 Pyrenees", "reinforce Pyrenees 2"],
        ["fort Morea free", "free fort Morea"],
        ["fortress Morea free", "free fortress morea"],
        ["free #2 3", "free 0 3"],
        ["event Flood: Nile Delta", "play flood: nile d"],
        ["event Kingdom: Highlands", "event kingdom high"],
        ["event Kingdom: Highlands: Ireland", "event kingdom high: Ireland"],
        ["event Storm at Sea: Black Sea", "event storm: black"],
        ["event Famine: Southern Europe", "event famine: south eur"],
        ["event Pirates: Black Sea with #2", "event pirates: black with 0"],
        ["pass Apollo", "pass to ap"],
        ["trade accept Apollo, Hera for Zeus", "trade accept ap, hera for z"],
        ["attack Atlantic Ocean against Hera #2", "attack atlantic against hera 0"],
        ["retreat none", "retreat -"],
        ["Sumatra wo", "sum wo"],
        ["sumeria Zagros, Zagros, Zagros", "sume zag, zag, zag"],
    ];
    for [one, other] in same {
        let (read, wrong) = parse(&sc, &view, &format!("{one}\n{other}"));
        assert_eq!(wrong, [], "{one} | {other}");
        assert_eq!(read[0].0, read[1].0, "{one} | {other}");
    }
}

#[test]
fn several_orders_stand_on_a_line_and_remarks_end_it() {
    let (sc, view) = position(3);
    let (read, wrong) = parse(&sc, &view, "begin; wo 5;;\n#2 is the stack for Zagros; end\n  end # ❦; keep\n");
    assert_eq!(wrong, []);
    let orders: Vec<&Order> = read.iter().map(|(order, _)| order).collect();
    assert_eq!(
        orders,
        [
            &Order::BeginTurn(BeginTurnOrder {}),
            &Order::AllocateWalkover(AllocateWalkoverOrder { forces: 5 }),
            &Order::EndExpansion(EndExpansionOrder {})
        ]
    );
    let spans: Vec<(u32, u32, u32)> = read.iter().map(|(_, span)| (span.line, span.column, span.length)).collect();
    assert_eq!(spans, [(1, 1, 5), (1, 8, 4), (3, 3, 3)]);
}

#[test]
fn a_level_means_the_first_stack_with_forces_left_and_what_the_order_set_will_make() {
    let (sc, view) = position(3);
    let text = "Libya -2; Nubia -2; Crete -2\nrigid -2 1/1; Morea -2\nrigid -5 1; compliant 0 4 naval\nMorea -5\nRed Sea 0\nMorea 0";
    let (read, wrong) = parse(&sc, &view, text);
    assert_eq!(wrong, []);
    let stacks = read.iter().filter_map(|(order, _)| match order {
        Order::ExpandLand(ExpandLandOrder { stack, .. }) | Order::ExpandWater(ExpandWaterOrder { stack, .. }) => {
            Some(stack.as_str())
        }
        _ => None,
    });
    assert_eq!(stacks.collect::<Vec<_>>(), ["1", "1", "1", "3", "4", "5", "2"]);
    let (_, wrong) = parse(&sc, &view, "begin; Morea 0");
    assert_eq!(wrong[0].code, "no_such_stack");
}

#[test]
fn without_a_stack_the_one_that_fits_is_taken() {
    let (sc, view) = position(3);
    let turn = view.view(&sc, Vec::new()).turn.unwrap();
    let name = |id: &str| sc.board.lands.iter().find(|land| land.id == id).unwrap().name.clone();
    for reach in &turn.reach {
        let wanted = match (reach.defenders, i8::from(reach.defence)) {
            (0, _) => Some("wo"),
            (_, 0) => Some("2"),
            (_, -2) => Some("1"),
            _ => None,
        };
        let (read, wrong) = parse(&sc, &view, &name(&reach.space));
        match (wanted, read.first()) {
            (Some(wanted), Some((Order::ExpandLand(ExpandLandOrder { stack, .. }), _))) => {
                assert_eq!(stack, wanted, "{reach:?}")
            }
            (None, None) => assert_eq!(wrong[0].code, "stack_missing"),
            other => panic!("{reach:?} {other:?}"),
        }
    }
    assert!(!turn.reach.is_empty());
    let mut dice = view;
    dice.state.options.combat = CombatMode::Dice;
    let (read, _) = parse(&sc, &dice, "Ceylon");
    assert_eq!(read[0].0, json(r#"{"type":"expand_land","to":"ceylon","stack":"wo"}"#));
}

#[test]
fn what_is_not_understood_is_pointed_at_with_a_hint() {
    let (sc, view) = position(3);
    let cases = [
        ("Nile Detla wo", "unknown_space", 1, 10, "did you mean Nile Delta?"),
        ("  rigit 0 2/4", "not_understood", 3, 5, "did you mean rigid?"),
        ("frobnicate", "not_understood", 1, 10, "begin with a Land"),
        ("western wo", "ambiguous_name", 1, 7, "write more of the name"),
        ("rigid 1 2/4", "not_a_defence", 7, 1, "0 plain"),
        ("rigid 0 two", "not_lands_and_defenders", 9, 3, "write: rigid 0 2/4"),
        ("compliant 0", "number_missing", 11, 1, "write: compliant"),
        ("compliant 0 300", "number_too_great", 13, 3, "write: compliant"),
        ("wo five", "not_a_number", 4, 4, "write a whole number"),
        ("Zagros -5", "no_such_stack", 8, 2, "#1 (-2, 3 left), #2 (0, 11 left)"),
        ("Patagonia", "stack_missing", 1, 9, "add wo"),
        ("Zagros by force", "not_a_stack", 8, 8, "write wo"),
        ("end now", "too_much", 5, 3, "write: end"),
        ("keep #1", "too_much", 6, 2, "a remark begins with # and a space"),
        ("pass Ares", "unknown_player", 6, 4, ""),
        ("event Flod: Nile Delta", "unknown_card", 7, 4, "did you mean Flood"),
        ("event Flood: Nil Dleta", "unknown_target", 14, 9, ""),
        ("trade Apollo", "word_missing", 7, 6, "write: trade accept"),
        ("retreat Zagros, ", "name_missing", 15, 1, "write: retreat"),
        ("+x Crete", "not_a_number", 1, 2, "write: +2 Pyrenees"),
        ("fort", "name_missing", 1, 4, "write: fort"),
    ];
    for (text, code, column, length, hint) in cases {
        let (read, wrong) = parse(&sc, &view, text);
        assert!(read.is_empty(), "{text}: {read:?}");
        let [found] = wrong.as_slice() else { panic!("{text}: {wrong:?}") };
        let span = (found.span.line, found.span.column, found.span.length);
        assert_eq!((found.code.as_str(), span), (code, (1, column, length)), "{text}: {found:?}");
        let said = found.hint.clone().unwrap_or_default();
        assert!(said.contains(hint), "{text}: {said}");
    }
}

#[test]
fn a_bad_order_costs_nothing_but_itself() {
    let (sc, view) = position(3);
    let (read, wrong) = parse(&sc, &view, "wo 1; frobnicate; wo 2\nZágros wo\nwo 3");
    assert_eq!((read.len(), wrong.len()), (3, 2));
    assert_eq!((wrong[0].span.column, wrong[1].span.line), (7, 2));
}

/// A position that is made once.
fn first() -> &'static (Arc<Scenario>, Knowledge) {
    static FIRST: OnceLock<(Arc<Scenario>, Knowledge)> = OnceLock::new();
    FIRST.get_or_init(|| position(1))
}

fn any_order(sc: &Scenario) -> impl Strategy<Value = Order> + use<> {
    let ids = |ids: Vec<String>| proptest::sample::select(ids);
    let board = &sc.board;
    let land = || ids(board.lands.iter().map(|land| land.id.clone()).collect());
    let water = || ids(board.waters.iter().map(|water| water.id.clone()).collect());
    let area = || ids(board.areas.iter().map(|area| area.id.clone()).collect());
    let card = ids(board.events.iter().map(|card| card.id.clone()).collect());
    let player = || ids(sc.colours.iter().map(|colour| colour.key.clone()).collect());
    let space = || prop_oneof![land(), water()];
    let via = || proptest::option::of(space());
    let lands = || proptest::collection::vec(land(), 0..5);
    let stack = || prop_oneof![Just("wo".to_owned()), (1u8..200).prop_map(|id| id.to_string())];
    let defence = || proptest::sample::select(Defence::ALL.to_vec());
    let colour = || proptest::option::of(player());
    let targets = proptest::collection::vec(prop_oneof![land(), water(), area()], 0..4);
    prop_oneof![
        lands().prop_map(|lands| Order::PlaceSumeria(PlaceSumeriaOrder { lands })),
        Just(Order::KeepEmpire(KeepEmpireOrder {})),
        player().prop_map(|to| Order::PassEmpire(PassEmpireOrder { to })),
        (card, targets, proptest::option::of(stack()))
            .prop_map(|(card, targets, stack)| Order::PlayEvent(PlayEventOrder { card, targets, stack })),
        lands().prop_map(|lands| Order::ChooseSurvivors(ChooseSurvivorsOrder { lands })),
        Just(Order::BeginTurn(BeginTurnOrder {})),
        any::<u8>().prop_map(|forces| Order::AllocateWalkover(AllocateWalkoverOrder { forces })),
        (stack(), any::<u8>()).prop_map(|(stack, forces)| Order::Deallocate(DeallocateOrder { stack, forces })),
        (defence(), any::<(u8, u8)>(), proptest::collection::vec(space(), 0..4), any::<Option<u8>>(), any::<bool>())
            .prop_map(|(defence, (lands, defenders), targets, max_forces, naval)| Order::RigidLookup(
                RigidLookupOrder { defence, lands, defenders, targets, max_forces, naval }
            )),
        (defence(), any::<u8>(), any::<bool>()).prop_map(|(defence, forces, naval)| Order::CompliantLookup(
            CompliantLookupOrder { defence, forces, naval }
        )),
        (land(), via(), prop_oneof![stack(), Just("allies".to_owned())])
            .prop_map(|(to, via, stack)| Order::ExpandLand(ExpandLandOrder { to, via, stack })),
        (water(), via(), prop_oneof![stack(), Just("ships".to_owned())])
            .prop_map(|(to, via, stack)| Order::ExpandWater(ExpandWaterOrder { to, via, stack })),
        (water(), colour(), stack()).prop_map(|(ocean, player, stack)| Order::AttackOptional(AttackOptionalOrder {
            ocean,
            player,
            stack
        })),
        (land(), any::<u8>()).prop_map(|(land, armies)| Order::Reinforce(ReinforceOrder { land, armies })),
        (land(), any::<bool>()).prop_map(|(land, free)| Order::BuildFort(BuildFortOrder { land, free })),
        (land(), any::<bool>()).prop_map(|(land, free)| Order::BuildFortress(BuildFortressOrder { land, free })),
        (space(), via()).prop_map(|(to, via)| Order::AttackDice(AttackDiceOrder { to, via })),
        Just(Order::StopBarbarians(StopBarbariansOrder {})),
        land().prop_map(|land| Order::PlaceMonument(PlaceMonumentOrder { land })),
        Just(Order::EndExpansion(EndExpansionOrder {})),
        (proptest::collection::vec(player(), 0..4), colour())
            .prop_map(|(accept, colour)| Order::SetTradePolicy(SetTradePolicyOrder { accept, colour })),
        (lands(), colour())
            .prop_map(|(lands, colour)| Order::SetRetreatPriority(SetRetreatPriorityOrder { lands, colour })),
    ]
}

proptest! {
    #[test]
    fn every_order_reads_back(order in any_order(&position(1).0)) {
        let (sc, view) = first();
        let line = order.print(sc);
        let (read, wrong) = parse(sc, view, &line);
        prop_assert_eq!(&wrong, &[], "{}", line);
        prop_assert_eq!(&read[0].0, &order, "{}", line);
    }

    #[test]
    fn no_text_stops_the_reader(text in "(rigid|event|wo|Zagros|Kingdom|#|0|-2|:|,|;|\\+|/| |é|free|from|\n){0,30}") {
        let (sc, view) = first();
        let (read, wrong) = parse(sc, view, &text);
        for span in read.iter().map(|(_, span)| span).chain(wrong.iter().map(|wrong| &wrong.span)) {
            let line = text.lines().nth(span.line as usize - 1).unwrap_or_default();
            prop_assert!((span.column + span.length) as usize <= line.chars().count() + 2);
        }
    }
}

#[test]
fn levels_print_as_the_number_of_their_stack() {
    let (sc, view) = position(3);
    let (read, _) = parse(&sc, &view, "Zagros 0 from Persian Plateau");
    assert_eq!(read[0].0.print(&sc), "Zagros #2 from Persian Plateau");
    let lookup = Order::RigidLookup(RigidLookupOrder {
        defence: level(-2),
        lands: 2,
        defenders: 4,
        targets: vec!["zagros".into()],
        max_forces: Some(8),
        naval: true,
    });
    assert_eq!(lookup.print(&sc), "rigid -2 2/4 naval max 8 Zagros");
}

#[test]
fn every_order_set_of_a_game_at_random_reads_back() {
    let mut order_sets = 0;
    for (seed, combat) in [(11, CombatMode::Tables), (12, CombatMode::Dice)] {
        game(seed, combat, |sc, known, seat, commands| {
            let view = Knowledge::of(sc, known, seat);
            let orders: Vec<Order> = commands.iter().map(|command| command.order(sc)).collect();
            let lines: Vec<String> = orders.iter().map(|order| order.print(sc)).collect();
            let (read, wrong) = parse(sc, &view, &lines.join("\n"));
            assert_eq!(wrong, [], "{lines:?}");
            let read: Vec<Order> = read.into_iter().map(|(order, _)| order).collect();
            assert_eq!(read, orders, "{lines:?}");
            order_sets += 1;
        });
    }
    assert!(order_sets > 200);
}
