//! What must hold whatever is rolled and whatever is ordered.

use hotw::HistoryOfTheWorld as Hotw;
use hotw::model::scenario::Scenario;
use hotw::model::state::{Method, State};
use hotw::model::tables::{COMPLIANT_COLUMNS, COMPLIANT_ROWS, RIGID_COLUMNS, RIGID_ROWS};
use hotw::orders::Order;
use hotw::orders::{
    AllocateWalkoverOrder, AttackDiceOrder, AttackOptionalOrder, BeginTurnOrder, BuildFortOrder, BuildFortressOrder,
    CompliantLookupOrder, DeallocateOrder, ExpandLandOrder, ExpandWaterOrder, KeepEmpireOrder, PlaceMonumentOrder,
    PlayEventOrder, ReinforceOrder, RigidLookupOrder, StopBarbariansOrder,
};
use hotw::rules::event::EventKind;
use kernel::{Addressed, Dice, GameSystem, SeatId, Verdict, Visibility};
use proptest::prelude::*;

use crate::rules::cases::BOOK;
use crate::rules::world::{World, scenario};

/// A table as its file has it: rows of cells, nothing where none is printed.
fn printed(file: &str) -> Vec<Vec<Option<u8>>> {
    let json: serde_json::Value = serde_json::from_str(&BOOK.text(file)).expect("a table");
    serde_json::from_value(json["values"].clone()).expect("rows of cells")
}

fn world(given: &str) -> World {
    World::new(&toml::from_str(given).expect("a table")).expect("a world")
}

type Played = (Vec<Addressed<hotw::rules::event::Event>>, Vec<Verdict>);

fn hand_in(sc: &Scenario, st: &mut State, order: Order, dice: &mut Dice) -> Played {
    let seat = SeatId(u16::from(sc.colour(st.active().expect("somebody is to act")).seat));
    let done = Hotw::advance(sc, st, &[(seat, vec![order])], dice);
    (done.events, done.verdicts.into_iter().next().unwrap_or_default())
}

/// What a lookup's event says: forces risked, lost, set aside.
fn looked_up(news: &[Addressed<hotw::rules::event::Event>]) -> Option<(u8, u8, u8)> {
    news.iter().find_map(|one| match &one.event.what {
        EventKind::LookupMade { risked, lost, set_aside, .. } => Some((*risked, *lost, *set_aside)),
        _ => None,
    })
}

fn pool(st: &State) -> u32 {
    st.turn().expect("a turn").career.pool.total()
}

#[test]
fn every_cell_is_that_of_the_files() {
    let tables = &scenario("world-4").expect("it ships").board.tables;
    let rigid = printed("data/rigid.json");
    assert_eq!(rigid.len(), RIGID_ROWS.count());
    for (cells, row) in rigid.iter().zip(RIGID_ROWS) {
        assert_eq!(cells.len(), RIGID_COLUMNS.count());
        for (cell, column) in cells.iter().zip(RIGID_COLUMNS) {
            assert_eq!(tables.rigid(column, row), *cell, "Rigid({column},{row})");
        }
    }
    let compliant = printed("data/compliant.json");
    assert_eq!(compliant.len(), COMPLIANT_ROWS.count());
    for (cells, row) in compliant.iter().zip(COMPLIANT_ROWS) {
        assert_eq!(cells.len(), COMPLIANT_COLUMNS.count());
        for (cell, column) in cells.iter().zip(COMPLIANT_COLUMNS) {
            assert_eq!(Some(tables.compliant(column, row)), *cell, "Compliant({column},{row})");
        }
    }
}

/// Three dice.
fn dice() -> impl Strategy<Value = [i32; 3]> {
    [1..=6, 1..=6, 1..=6]
}

/// One of the five defence values.
fn defence() -> impl Strategy<Value = i8> {
    prop::sample::select(vec![0, -2, -3, -5, -6])
}

/// Any order of an expansion, sensible or not.
fn order() -> impl Strategy<Value = Order> {
    let sc = scenario("world-4").expect("it ships");
    let lands: Vec<String> = sc.board.lands.iter().map(|land| land.id.clone()).collect();
    let waters: Vec<String> = sc.board.waters.iter().map(|water| water.id.clone()).collect();
    let land = || prop::sample::select(lands.clone());
    let water = || prop::sample::select(waters.clone());
    let stack = || prop::sample::select(vec!["wo", "1", "2", "3", "allies", "ships"]).prop_map(str::to_owned);
    prop_oneof![
        (land(), prop::option::of(land()), stack()).prop_map(|(to, via, stack)| Order::ExpandLand(ExpandLandOrder {
            to,
            via,
            stack
        })),
        (water(), prop::option::of(land()), stack())
            .prop_map(|(to, via, stack)| Order::ExpandWater(ExpandWaterOrder { to, via, stack })),
        (water(), stack()).prop_map(|(ocean, stack)| Order::AttackOptional(AttackOptionalOrder {
            ocean,
            player: None,
            stack
        })),
        (land(), 0..4_u8).prop_map(|(land, armies)| Order::Reinforce(ReinforceOrder { land, armies })),
        (land(), any::<bool>()).prop_map(|(land, free)| Order::BuildFort(BuildFortOrder { land, free })),
        (land(), any::<bool>()).prop_map(|(land, free)| Order::BuildFortress(BuildFortressOrder { land, free })),
        land().prop_map(|land| Order::PlaceMonument(PlaceMonumentOrder { land })),
        land().prop_map(|to| Order::AttackDice(AttackDiceOrder { to, via: None })),
        (0..9_u8).prop_map(|forces| Order::AllocateWalkover(AllocateWalkoverOrder { forces })),
        (stack(), 0..5_u8).prop_map(|(stack, forces)| Order::Deallocate(DeallocateOrder { stack, forces })),
        (defence(), 0..30_u8, any::<bool>()).prop_map(|(points, forces, naval)| Order::CompliantLookup(
            CompliantLookupOrder { defence: points.try_into().expect("a defence value"), forces, naval }
        )),
        (defence(), 0..6_u8, 0..12_u8, prop::option::of(0..9_u8)).prop_map(|(points, lands, defenders, max_forces)| {
            let defence = points.try_into().expect("a defence value");
            Order::RigidLookup(RigidLookupOrder {
                defence,
                lands,
                defenders,
                targets: Vec::new(),
                max_forces,
                naval: false,
            })
        }),
        prop::sample::select(vec!["leader", "fire", "treachery", "storm_at_sea"])
            .prop_map(|card| Order::PlayEvent(PlayEventOrder { card: card.into(), targets: Vec::new(), stack: None })),
        Just(Order::KeepEmpire(KeepEmpireOrder {})),
        Just(Order::BeginTurn(BeginTurnOrder {})),
        Just(Order::StopBarbarians(StopBarbariansOrder {})),
    ]
}

/// Egypt in the middle of its expansion, with a bit of everything.
const EGYPT: &str = r#"
empire = "e1_egypt"
pool = "{?:7,wo:3,allies:1}"
stacks = ["0 x3 (5,9)", "-2 x2 credit 3"]
armies = { nile_delta = "hermes 1", libya = "hermes 3", palestine = "apollo 2", nubia = "hermes 1 remnants", levant = "neutral 1", crete = "zeus 3" }
works = { palestine = "fort" }
fleets = { red_sea = { apollo = 2 }, eastern_mediterranean = { hermes = 1 } }
hands = { hermes = ["leader", "fire", "treachery"] }
"#;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// HW-2.9 goes on in our continuation (HW-R7, HW-R8): to the right a column costs at most one loss more, and within
    /// the columns of the table a better roll never costs more. (Beyond them each row has its own slope.)
    #[test]
    fn the_continued_table_keeps_its_order(column in -2..40_i32, row in -3..=18_i32) {
        let tables = &scenario("world-4").expect("it ships").board.tables;
        let here = tables.compliant(column, row);
        let right = tables.compliant(column + 1, row);
        prop_assert!((here..=here + 1).contains(&right), "({column},{row}): {here}, then {right}");
        prop_assert!(row == 18 || column > 20 || tables.compliant(column, row + 1) <= here, "({column},{row})");
        prop_assert!(column < 1 || i32::from(here) <= column, "({column},{row}) loses more than there are");
    }

    /// HW-3.5, HW-3.6, HW-R5: no more is set aside than k, no more is lost than is risked, and none comes from nowhere.
    #[test]
    fn a_rigid_lookup_sets_aside_what_it_may(
        free in 1..25_u8, lands in 1..6_u8, more in 0..5_u8, most in prop::option::of(1..25_u8),
        points in defence(), rows in 0..5_i8, faces in dice(),
    ) {
        let given = format!("empire = \"e3_romans\"\npool = \"{{?:{free},wo:2}}\"\ncards = {{ rows = {rows} }}");
        let World { sc, mut st } = world(&given);
        let defenders = (lands + more).min(lands * 3).min(10);
        let order = Order::RigidLookup(RigidLookupOrder {
            defence: points.try_into().expect("a defence value"), lands, defenders, targets: Vec::new(),
            max_forces: most, naval: false,
        });
        let before = pool(&st);
        let mut dice = Dice::scripted(faces);
        let (news, verdicts) = hand_in(&sc, &mut st, order, &mut dice);
        let risked = most.unwrap_or(free);
        prop_assert_eq!(verdicts[0].is_refused(), free < lands || risked < lands || risked > free);
        let Some((named, lost, aside)) = looked_up(&news) else {
            prop_assert_eq!(before, pool(&st));
            return Ok(());
        };
        let sum: i32 = faces.iter().sum();
        let cell = sc.board.tables.rigid(i32::from(defenders), sum + i32::from(points) + i32::from(rows));
        prop_assert_eq!(named, risked);
        prop_assert_eq!(lost, cell.unwrap_or(risked).min(risked));
        prop_assert_eq!(aside, lands.min(risked - lost));
        prop_assert_eq!(before - u32::from(lost), pool(&st));
    }

    /// HW-4.4: exactly X - L come through.
    #[test]
    fn a_compliant_lookup_sets_aside_the_rest(
        free in 1..25_u8, forces in 1..25_u8, points in defence(), shift in -3..=0_i8, faces in dice(),
    ) {
        let cards = format!("{{ rigid_shift = {}, compliant_shift = {shift} }}", shift.min(0));
        let World { sc, mut st } =
            world(&format!("empire = \"e3_romans\"\npool = \"{{?:{free},wo:2}}\"\ncards = {cards}"));
        let order =
            Order::CompliantLookup(CompliantLookupOrder { defence: points.try_into().expect("a defence value"), forces, naval: false });
        let before = pool(&st);
        let mut dice = Dice::scripted(faces);
        let (news, verdicts) = hand_in(&sc, &mut st, order, &mut dice);
        prop_assert_eq!(verdicts[0].is_refused(), forces > free || forces > 20);
        let Some((_, lost, aside)) = looked_up(&news) else {
            prop_assert_eq!(before, pool(&st));
            return Ok(());
        };
        let sum: i32 = faces.iter().sum();
        let cell = sc.board.tables.compliant(i32::from(forces) + i32::from(shift), sum + i32::from(points));
        prop_assert_eq!(lost, cell.min(forces));
        prop_assert_eq!(aside, forces - lost);
        prop_assert_eq!(before - u32::from(lost), pool(&st));
    }

    /// HW-4.11: lost + removed + left is the column, as long as no assault failed.
    #[test]
    fn the_index_counts_what_was_lost_removed_and_left(
        forces in 1..=20_u8, faces in dice(), armies in prop::collection::vec(1..=3_u8, 8),
    ) {
        // Each Land is next to one before it over a plain border.
        const PATH: [&str; 8] = [
            "persian_plateau", "zagros", "middle_tigris", "upper_tigris", "levant", "palestine", "nile_delta", "libya",
        ];
        let stations: Vec<String> =
            PATH.iter().zip(&armies).map(|(land, armies)| format!("{land} = \"apollo {armies}\"")).collect();
        let given = format!(
            "empire = \"e3_romans\"\npool = \"{{?:{forces}}}\"\narmies = {{ turanian_plain = \"hermes 1\", {} }}",
            stations.join(", ")
        );
        let World { sc, mut st } = world(&given);
        let mut dice = Dice::scripted(faces);
        let lookup = Order::CompliantLookup(CompliantLookupOrder { defence: 0.try_into().expect("plain"), forces, naval: false });
        let (news, _) = hand_in(&sc, &mut st, lookup, &mut dice);
        let (_, mut lost, _) = looked_up(&news).expect("a lookup");
        let mut removed = 0;
        for land in PATH {
            let Some(stack) = st.turn().expect("a turn").career.pool.stacks.first().copied() else { break };
            let Method::Compliant { column, .. } = stack.method else { unreachable!("a Compliant stack") };
            prop_assert_eq!(i16::from(lost) + i16::from(removed) + i16::from(stack.forces), column);
            let order = Order::ExpandLand(ExpandLandOrder { to: land.into(), via: None, stack: "1".into() });
            let (news, verdicts) = hand_in(&sc, &mut st, order, &mut dice);
            if stack.forces == 0 {
                prop_assert!(verdicts[0].is_refused());
                break;
            }
            for one in &news {
                match &one.event.what {
                    EventKind::LandTaken { removed: more, lost: fallen, .. } => {
                        removed += more;
                        lost += fallen;
                    }
                    EventKind::AssaultFailed { .. } => return Ok(()),
                    _ => {}
                }
            }
        }
    }

    /// An order that is refused changes nothing, rolls nothing, tells nothing, and says why; one that is not leaves a
    /// state that can be.
    #[test]
    fn a_refused_order_leaves_no_trace(orders in prop::collection::vec(order(), 1..12)) {
        let World { sc, mut st } = world(EGYPT);
        for order in orders {
            if st.turn().is_none_or(|turn| turn.player.0 != 0) {
                break;
            }
            let before = st.clone();
            let view = Hotw::knowledge(&sc, &st, SeatId(0));
            let checked = Hotw::check(&sc, &view, std::slice::from_ref(&order));
            let mut dice = Dice::middling();
            let (news, verdicts) = hand_in(&sc, &mut st, order.clone(), &mut dice);
            prop_assert_eq!(checked[0].is_refused(), verdicts[0].is_refused(), "{:?}", order);
            if verdicts[0].is_refused() {
                st.step = before.step;
                prop_assert_eq!(&st, &before, "{:?}", order);
                prop_assert!(dice.rolls().is_empty() && news.is_empty(), "{:?}", order);
                prop_assert!(verdicts[0].hint.is_some() && verdicts[0].rule.is_some(), "{:?}", verdicts[0]);
            } else {
                let world = World { sc: sc.clone(), st: st.clone() };
                prop_assert!(world.unsound().is_empty(), "{:?}: {:?}", order, world.unsound());
            }
        }
    }
}
