use kernel::RuleRef;

use super::*;
use crate::model::ids::{Defence, Epoch, Town};
use crate::model::scenario::shipped;
use crate::model::state::CombatMode;
use crate::rules::event::How;
use crate::testing;

fn say(what: EventKind) -> String {
    let sc = shipped::find("world-4").unwrap();
    tell(&sc, &Event { rule: RuleRef::new("HW-10"), what })
}

fn lookup(table: &str, size: u8, points: i8, roll: u8, event_rows: i8, row: i8, cell: Option<u8>) -> EventKind {
    EventKind::LookupMade {
        player: "hermes".into(),
        empire: "e3_romans".into(),
        table: table.into(),
        lands: if table == "rigid" { size } else { 0 },
        size,
        defence: Defence::try_from(points).unwrap(),
        dice: [roll / 3, roll / 3, roll - 2 * (roll / 3)],
        roll,
        event_rows,
        row,
        column: i16::from(size),
        cell,
        risked: 19,
        lost: cell.unwrap_or(19),
        stack: 1,
        set_aside: if cell.is_some() { 3 } else { 0 },
        naval: false,
        fee: 0,
        targets: Vec::new(),
        pool: "{?:15,wo:5,-2:3}".into(),
    }
}

fn taken(empire: &str, how: How, from: Option<&str>, lost: u8, before: Town, town: Town) -> EventKind {
    EventKind::LandTaken {
        player: "hermes".into(),
        empire: empire.into(),
        land: "nile_delta".into(),
        how,
        from: from.map(str::to_owned),
        removed: 2,
        lost,
        works_lost: Works::Fort,
        town_before: before,
        town,
        pool: "{wo:1}".into(),
    }
}

#[test]
fn a_lookup_tells_how_it_was_read() {
    assert_eq!(
        say(lookup("rigid", 3, -2, 12, 1, 11, Some(1))),
        "The Romans (Hermes) consult the Rigid Table for 3 defenders at -2: 12 -2 +1 = row 11, 1 lost, 3 set aside; \
         {?:15,wo:5,-2:3}."
    );
    assert_eq!(
        say(lookup("compliant", 15, 0, 10, 1, 11, Some(4))),
        "The Romans (Hermes) consult the Compliant Table for 15 forces at 0: 10 +1 = row 11, 4 lost, 3 set aside; \
         {?:15,wo:5,-2:3}."
    );
    assert!(say(lookup("rigid", 1, 0, 18, 4, 18, Some(0))).contains("18 +4 = 22, read in row 18"));
    assert!(say(lookup("rigid", 7, -5, 7, 0, 2, None)).contains("off the table: all 19 forces risked are lost"));
    let EventKind::LookupMade { mut column, mut fee, mut targets, .. } = lookup("rigid", 3, 0, 8, 0, 8, Some(2)) else {
        unreachable!()
    };
    (column, fee) = (column - 1, fee + 1);
    targets.push("black_sea".into());
    let mut what = lookup("rigid", 3, 0, 8, 0, 8, Some(2));
    if let EventKind::LookupMade { column: c, fee: f, targets: t, lands, .. } = &mut what {
        (*c, *f, *t, *lands) = (column, fee, targets, 2);
    }
    let told = say(what);
    assert!(told.contains("3 defenders in 2 Lands at 0 (the Black Sea): 8 = row 8, column 2, 2 lost"), "{told}");
    assert!(told.contains("; the lookup costs 1 VP; {"), "{told}");
}

#[test]
fn a_land_taken_tells_what_became_of_it() {
    let told = say(taken("e3_romans", How::Assault, Some("hera"), 1, Town::Capital, Town::City));
    let wanted = "The Romans (Hermes) take Nile Delta from Hera: 2 defenders removed, 1 force lost, its fort is razed, \
                  its Capital is now a City; {wo:1}.";
    assert_eq!(told, wanted);
    let told = say(taken("e1_egypt", How::AutomaticVictory, Some("hermes"), 0, Town::None, Town::None));
    assert_eq!(told, "Egypt (Hermes) takes Nile Delta over from an older empire: its fort is razed; {wo:1}.");
    let told = say(taken("e3_han_dynasty", How::Walkover, None, 0, Town::City, Town::City));
    assert!(told.starts_with("The Han Dynasty (Hermes) enters empty Nile Delta"), "{told}");
    assert!(told.contains("its City is gained"), "{told}");
    let told = say(taken("e3_romans", How::SurpriseAttack, Some("hera"), 0, Town::None, Town::None));
    assert!(told.starts_with("The Romans (Hermes) take Nile Delta from Hera by a surprise attack"), "{told}");
    let told = say(taken("e3_romans", How::Treachery, Some("hera"), 0, Town::None, Town::None));
    assert!(told.starts_with("The Romans (Hermes) take Nile Delta from Hera by treachery"), "{told}");
    let told = say(taken("remnants", How::Event, Some("neutral"), 0, Town::None, Town::None));
    assert!(told.starts_with("Hermes takes Nile Delta from Sumeria"), "{told}");
}

#[test]
fn a_score_lists_what_it_is_made_of() {
    let area = |area: &str, step: AreaHold, vp: i32| AreaScore { area: area.into(), step, vp };
    let what = EventKind::Scored {
        player: "hera".into(),
        empire: "e2_persia".into(),
        epoch: Epoch(2),
        areas: vec![area("middle_east", AreaHold::Control, 9), area("southern_europe", AreaHold::Domination, 4)],
        capitals: 2,
        cities: 3,
        monuments: 0,
        seas: 1,
        fees: 1,
        gained: 18,
        vp: 23,
    };
    let wanted = "Persia (Hera) scores 18 VP: Middle East 9 (control), Southern Europe 4 (domination), Capitals 2, Cities \
                  3, Seas 1, less 1 for lookups. Hera now has 23 VP.";
    assert_eq!(say(what), wanted);
}

/// Events that a game at random seldom brings, in words.
fn rare() -> Vec<(EventKind, &'static str)> {
    let key = |key: &str| key.to_owned();
    vec![
        (EventKind::LeaderDied { player: key("hera") }, "A triple: the Leader of Hera is dead."),
        (
            EventKind::DrawOrderRolled { order: vec![key("hera"), key("hermes")], totals: vec![3, 7] },
            "Dice set the draw order of Epoch I, lowest first: Hera (3) and Hermes (7).",
        ),
        (
            EventKind::SumeriaPlaced {
                by: key("hera"),
                lands: vec![key("lower_tigris"), key("zagros"), key("lower_tigris")],
            },
            "Hera places the further armies of Sumeria: Lower Tigris (2) and Zagros.",
        ),
        (
            EventKind::EventFought {
                player: key("hermes"),
                card: key("crusade"),
                dice: [3, 3, 3],
                roll: 9,
                defence: Defence::try_from(-2).unwrap(),
                row: 10,
                column: 3,
                cell: 1,
                forces: 3,
                survivors: 2,
            },
            "Crusade (Hermes): 9 -2 +3 = row 10, column 3 of the Compliant Table, 1 lost, 2 of 3 forces left.",
        ),
        (
            EventKind::BarbariansFought { from: key("alps"), land: key("dalmatia"), won: true, armies_lost: 2 },
            "Barbarians out of Alps lay waste to Dalmatia: 2 armies lost.",
        ),
        (EventKind::BarbariansGone { from: key("alps") }, "The Barbarians out of Alps are gone."),
        (
            EventKind::DiceFought {
                attacker: key("barbarians"),
                defender: key("neutral"),
                space: key("zagros"),
                attack: vec![6, 1],
                defence: vec![5],
                won: Some(true),
            },
            "The Barbarians against Sumeria in Zagros: 6 and 1 to 5, the attack succeeds.",
        ),
        (EventKind::ArmiesAdded { player: key("zeus"), land: key("nubia"), armies: 1 }, "Zeus gets 1 army in Nubia."),
        (EventKind::MonumentsWithoutSite { player: key("zeus"), monuments: 1 }, "Zeus has no site for 1 Monument."),
        (
            EventKind::PolicySet { player: key("zeus"), policy: key("no Trade Bonus is accepted") },
            "Standing order of Zeus: no Trade Bonus is accepted.",
        ),
        (
            EventKind::FleetsSunk { owner: key("zeus"), water: key("red_sea"), fleets: 2, why: key("storm") },
            "2 fleets of Zeus in the Red Sea are lost in a storm.",
        ),
        (
            EventKind::ArmiesRetreated { owner: key("hera"), armies: 1, from: key("levant"), to: key("palestine") },
            "1 army of Hera retreats from Levant to Palestine.",
        ),
    ]
}

#[test]
fn rare_events_have_their_sentences_too() {
    for (what, wanted) in rare() {
        assert_eq!(say(what), wanted);
    }
}

#[test]
fn whole_games_are_told_in_names() {
    let mut kinds: Vec<&str> = rare().iter().map(|(what, _)| what.kind()).collect();
    for (seed, combat) in [(1, CombatMode::Tables), (2, CombatMode::Dice), (3, CombatMode::Tables)] {
        let (sc, events) = testing::events(seed, combat);
        for event in &events {
            let told = tell(&sc, event);
            let whole =
                told.ends_with('.') && told.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit());
            assert!(whole && !told.contains('_') && !told.contains("  "), "{event:?}: {told}");
            assert!(place(&sc, event).is_none_or(|place| !place.contains('_')), "{event:?}");
            kinds.push(event.what.kind());
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    let missing: Vec<&&str> = EventKind::KINDS.iter().filter(|kind| !kinds.contains(kind)).collect();
    assert!(missing.is_empty(), "never told: {missing:?}");
}

#[test]
fn an_index_moves_under_a_stack_or_under_the_forces_of_a_card() {
    let shift = |stack: Option<&str>| EventKind::IndexShifted {
        player: "hermes".into(),
        stack: stack.map(str::to_owned),
        column: 2,
        row: 9,
        cell: 1,
        lost: 0,
    };
    assert_eq!(say(shift(Some("1"))), "A further defender moves stack 1 to column 2 of row 9, which is 1: no loss.");
    assert_eq!(
        say(shift(None)),
        "A further defender moves the card's forces to column 2 of row 9, which is 1: no loss."
    );
}

#[test]
fn an_empty_array_is_not_written() {
    let what =
        EventKind::Reinforced { player: "hermes".into(), land: "nile_delta".into(), armies: 1, pool: "{}".into() };
    assert_eq!(say(what), "Hermes puts 1 more army into Nile Delta.");
}

#[test]
fn lands_that_disease_spares_share_one_sentence() {
    let what = EventKind::ArmiesSpared { lands: vec!["nile_delta".into(), "nubia".into()] };
    assert_eq!(say(what), "No army is lost in Nile Delta and Nubia.");
}
