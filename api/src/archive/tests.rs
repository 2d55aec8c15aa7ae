//! An honest archive agrees; every kind of lie is found, at its step and by its name.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::Catalog;
use kernel::{Audience, Dice, GameSeed, OrderSet, Room, SeatId, Shape, StepMode};
use serde_json::json;
use testkit::toys::{Duel, Sealed};

use super::{Archive, Compared, Play, PlayError, Unreadable, pack, verify};

fn catalog() -> Catalog {
    Catalog::default()
        .with(Arc::new(Room::new(Sealed::default()).with_planner()))
        .with(Arc::new(Room::new(Duel::default()).with_planner()))
}

/// The first scenario of each toy.
fn scenarios() -> Vec<(String, String)> {
    let catalog = catalog();
    let rooms = catalog.rulesets().iter();
    rooms.map(|room| (room.about().id.clone(), room.scenarios()[0].id.clone())).collect()
}

fn start(ruleset: &str, scenario: &str) -> Play {
    Play::start(&catalog(), ruleset, scenario, &json!({}), GameSeed::from_number(5)).unwrap()
}

fn random_order_sets(play: &Play) -> Vec<OrderSet> {
    let campaign = play.campaign();
    let mut seats: Vec<SeatId> = campaign.awaiting().iter().map(|wait| wait.seat).collect();
    if campaign.mode() == StepMode::Immediate {
        seats.truncate(1);
    }
    let order_set = |seat: SeatId| {
        let mut dice = Dice::keyed(play.seed(), &format!("test {} {}", campaign.step(), seat.0));
        OrderSet { seat, orders: campaign.random_orders(seat, &mut dice) }
    };
    seats.into_iter().map(order_set).collect()
}

fn played_out(ruleset: &str, scenario: &str) -> Archive {
    let mut play = start(ruleset, scenario);
    while play.campaign().outcome().is_none() {
        let order_sets = random_order_sets(&play);
        play.advance(&order_sets);
    }
    play.archive().clone()
}

/// A few steps of every scenario that ships, with random legal orders.
#[test]
fn what_ships_can_be_put_on_record_checked_and_played_on() {
    let catalog = Catalog::standard();
    for ruleset in catalog.rulesets() {
        for scenario in ruleset.scenarios() {
            let id = &ruleset.about().id;
            let mut play = Play::start(&catalog, id, &scenario.id, &json!({}), GameSeed::from_number(3)).unwrap();
            for _ in 0..3 {
                let order_sets = random_order_sets(&play);
                play.advance(&order_sets);
            }
            let archive = Archive::read(&play.archive().write()).unwrap();
            let report = verify(&archive, &catalog);
            assert!(report.agrees, "{id}/{}: {}", scenario.id, report.summary);
            let opened = Play::open(archive, &catalog).unwrap();
            assert_eq!(opened.campaign().snapshot(), play.campaign().snapshot());
        }
    }
}

fn kept() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept")
}

/// A few steps of the first scenario of every rule system, put on record; more where one seat acts at a time.
fn archives_of_this_version(catalog: &Catalog) -> Vec<(PathBuf, Archive)> {
    let record = |ruleset: &Arc<dyn kernel::Ruleset>| {
        let (about, scenario) = (ruleset.about(), &ruleset.scenarios()[0].id);
        let seed = GameSeed::from_number(1);
        let mut play = Play::start(catalog, &about.id, scenario, &json!({}), seed).unwrap();
        let steps = if about.shape == Shape::Sealed { 3 } else { 12 };
        for _ in 0..steps {
            let order_sets = random_order_sets(&play);
            play.advance(&order_sets);
        }
        let mut archive = play.archive().clone();
        // Played again whole: a state that is loaded would hide a change of the rules.
        archive.steps.iter_mut().for_each(|step| step.state = None);
        (kept().join(format!("{}-{}.json", about.id, about.version)), archive)
    };
    catalog.rulesets().iter().map(record).collect()
}

/// A finished game can be checked by anybody as long as the rules keep their version. So whoever changes what an order set
/// comes to raises the version of the rule system, and keeps an archive of the new one beside the old. Before a version is
/// released, `UPDATE_EXPECT=1` writes its archive anew.
#[test]
fn kept_archives_of_every_version_are_read_and_those_of_this_one_agree() {
    let catalog = Catalog::standard();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        for (path, archive) in archives_of_this_version(&catalog) {
            fs::write(path, archive.write()).expect("the archive can be written");
        }
    }
    let mut agreed = Vec::new();
    for entry in fs::read_dir(kept()).expect("a folder").flatten() {
        let name = entry.file_name();
        let text = fs::read_to_string(entry.path()).expect("an archive");
        let archive = Archive::read(&text).unwrap_or_else(|why| panic!("{}: {why:?}", name.display()));
        let report = verify(&archive, &catalog);
        let version = &catalog.ruleset(&archive.ruleset).expect("it is in the catalog").about().version;
        if archive.ruleset_version == *version {
            assert!(report.agrees, "{}: {}", name.display(), report.summary);
            Play::open(archive.clone(), &catalog).unwrap_or_else(|why| panic!("{}: {why}", name.display()));
            agreed.push(archive.ruleset);
        } else {
            let refused = Play::open(archive, &catalog).err();
            assert!(matches!(refused, Some(PlayError::OtherVersion { .. })), "{}: {refused:?}", name.display());
        }
    }
    agreed.sort();
    let mut all: Vec<String> = catalog.rulesets().iter().map(|ruleset| ruleset.about().id.clone()).collect();
    all.sort();
    assert_eq!(agreed, all, "an archive of the present version of every rule system is kept");
}

/// What the check finds in an auction that was tampered with.
fn found_after(tamper: impl FnOnce(&mut Archive)) -> (u32, Compared) {
    let mut archive = played_out("toy-sealed", "two-houses");
    assert!(verify(&archive, &catalog()).agrees);
    tamper(&mut archive);
    let report = verify(&archive, &catalog());
    assert!(!report.agrees);
    let difference = report.difference.unwrap();
    // All steps before the one named agree; where only the end differs, that one too.
    let agree = if report.steps == report.recorded { difference.step } else { difference.step.saturating_sub(1) };
    assert_eq!(report.steps, agree, "{}", report.summary);
    (difference.step, difference.compared)
}

#[test]
fn an_honest_archive_agrees_and_reads_back() {
    for (ruleset, scenario) in scenarios() {
        let archive = played_out(&ruleset, &scenario);
        let report = verify(&archive, &catalog());
        assert!(report.agrees && report.difference.is_none(), "{report:?}");
        assert_eq!(report.steps as usize, archive.steps.len());
        assert!(archive.outcome.is_some() && !archive.steps.is_empty());
        let back = Archive::read(&archive.write()).unwrap();
        assert_eq!(back, archive);
    }
}

#[test]
fn a_campaign_may_be_put_away_and_played_on_at_any_step() {
    for (ruleset, scenario) in scenarios() {
        let whole = played_out(&ruleset, &scenario);
        let mut play = start(&ruleset, &scenario);
        while play.campaign().outcome().is_none() {
            let order_sets = random_order_sets(&play);
            play.advance(&order_sets);
            let mut put_away = play.archive().clone();
            if put_away.steps.len().is_multiple_of(2) {
                // Without a state it is replayed from the start.
                put_away.steps.iter_mut().for_each(|step| step.state = None);
            }
            play = Play::open(Archive::read(&put_away.write()).unwrap(), &catalog()).unwrap();
        }
        assert_eq!(play.head(), whole.steps.last().unwrap().head);
    }
}

#[test]
fn changed_orders_are_found() {
    let found = found_after(|archive| archive.steps[2].order_sets[0].orders = json!([]));
    assert_eq!(found.0, 3);
    assert!(matches!(found.1, Compared::Dice | Compared::State | Compared::Events | Compared::Head), "{found:?}");
}

#[test]
fn swapped_order_sets_are_found() {
    let (step, _) = found_after(|archive| archive.steps[1].order_sets.swap(0, 1));
    assert_eq!(step, 2);
}

#[test]
fn changed_dice_states_events_and_heads_are_found_by_name() {
    let zeros = || "0".repeat(64);
    assert_eq!(found_after(|archive| archive.steps[0].dice = zeros()), (1, Compared::Dice));
    assert_eq!(found_after(|archive| archive.steps[1].state_hash = zeros()), (2, Compared::State));
    assert_eq!(found_after(|archive| archive.steps[1].state = Some(pack(b"another"))), (2, Compared::State));
    assert_eq!(found_after(|archive| archive.steps[1].state = Some("?".into())), (2, Compared::State));
    assert_eq!(found_after(|archive| archive.steps[3].head = zeros()), (4, Compared::Head));
    assert_eq!(found_after(|archive| archive.start.head = zeros()), (0, Compared::Head));
    assert_eq!(serde_json::to_value(Compared::Head).unwrap(), "head", "as clients know it");
    assert_eq!(found_after(|archive| archive.start.state_hash = zeros()), (0, Compared::State));
    let text = |archive: &mut Archive| archive.steps[2].entries[0].event.text = "Something else".into();
    assert_eq!(found_after(text), (3, Compared::Events));
    let audience = |archive: &mut Archive| archive.steps[2].entries[0].audience = Audience::Seats(Vec::new());
    assert_eq!(found_after(audience), (3, Compared::Events));
    assert_eq!(found_after(|archive| drop(archive.steps[2].entries.pop())), (3, Compared::Events));
}

#[test]
fn missing_steps_strange_seats_and_another_end_are_found() {
    assert_eq!(found_after(|archive| drop(archive.steps.remove(1))), (2, Compared::Steps));
    assert_eq!(found_after(|archive| archive.steps[1].order_sets[0].seat = SeatId(99)), (2, Compared::Steps));
    let twice = |archive: &mut Archive| {
        let order_set = archive.steps[1].order_sets[0].clone();
        archive.steps[1].order_sets.push(order_set);
    };
    assert_eq!(found_after(twice), (2, Compared::Steps));
    let last = |archive: &mut Archive| archive.outcome = None;
    assert_eq!(found_after(last).1, Compared::Outcome);
    let one_more = |archive: &mut Archive| {
        let mut step = archive.steps.last().unwrap().clone();
        step.number += 1;
        archive.steps.push(step);
    };
    assert_eq!(found_after(one_more).1, Compared::Outcome);
}

#[test]
fn an_end_by_agreement_is_one_that_players_could_agree_on() {
    let half = || {
        let mut archive = played_out("toy-sealed", "two-houses");
        let mut end = archive.outcome.take().expect("an end");
        archive.steps.truncate(2);
        end.reason = "The players agreed on a draw.".into();
        archive.agreed = Some(end);
        archive
    };
    let report = verify(&half(), &catalog());
    assert!(report.agrees, "{}", report.summary);
    assert!(report.unverified.iter().any(|what| what.contains("agreed")), "{:?}", report.unverified);
    let found = |change: &dyn Fn(&mut kernel::Outcome)| {
        let mut archive = half();
        change(archive.agreed.as_mut().expect("an end"));
        verify(&archive, &catalog()).difference.map(|found| found.compared)
    };
    assert_eq!(found(&|_| ()), None);
    assert_eq!(found(&|end| end.ranking[0].seat = SeatId(99)), Some(Compared::Outcome));
    assert_eq!(found(&|end| end.ranking[0].seat = end.ranking[1].seat), Some(Compared::Outcome));
    assert_eq!(found(&|end| end.ranking.truncate(1)), Some(Compared::Outcome));
    assert_eq!(found(&|end| end.reason = "x".repeat(301)), Some(Compared::Outcome));
    assert_eq!(found(&|end| end.reason = "a\nb".into()), Some(Compared::Outcome));
    // Where the rules have ended it there is nothing to agree on.
    let over = |archive: &mut Archive| archive.agreed = archive.outcome.take();
    assert_eq!(found_after(over).1, Compared::Outcome);
}

#[test]
fn another_seed_setting_or_version_is_found() {
    let other = GameSeed::from_number(6);
    assert_eq!(found_after(|archive| archive.seed = Some(other.reveal())), (0, Compared::Seed));
    assert_eq!(found_after(|archive| archive.seed = None), (0, Compared::Seed));
    assert_eq!(found_after(|archive| archive.seed = Some("x".into())), (0, Compared::Seed));
    // A seed with its own commitment agrees with itself, but the state of the first step or its dice do not.
    let both = |archive: &mut Archive| {
        archive.seed = Some(other.reveal());
        archive.commitment = other.commitment();
    };
    assert!(matches!(found_after(both).1, Compared::Head | Compared::State));
    assert_eq!(found_after(|archive| archive.ruleset = "chess".into()), (0, Compared::Setting));
    assert_eq!(found_after(|archive| archive.scenario = "atlantis".into()), (0, Compared::Setting));
    assert_eq!(found_after(|archive| drop(archive.seats.pop())), (0, Compared::Setting));
    assert_eq!(found_after(|archive| archive.ruleset_version = "0".into()), (0, Compared::Version));
}

#[test]
fn what_is_no_archive_is_told_so() {
    let error = |text: &str| Archive::read(text).unwrap_err();
    assert!(matches!(error("not json"), Unreadable::Shape(_)));
    assert!(matches!(error("{}"), Unreadable::Format(_)));
    assert!(matches!(error("[]"), Unreadable::Format(_)));
    assert!(matches!(error(r#"{"format": "cursus-archive", "version": 3}"#), Unreadable::Version(3)));
    assert!(matches!(error(r#"{"format": "cursus-archive", "version": 1}"#), Unreadable::Version(1)));
    assert!(matches!(error(r#"{"format": "cursus-archive", "version": 2}"#), Unreadable::Shape(_)));
}

#[test]
fn a_running_campaign_without_its_seed_cannot_be_played_on() {
    let mut archive = start("toy-sealed", "two-houses").archive().clone();
    archive.seed = None;
    assert!(matches!(Play::open(archive, &catalog()), Err(PlayError::SeedSecret)));
    let error = Play::start(&catalog(), "chess", "x", &json!({}), GameSeed::from_number(1)).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "there is no rule system \"chess\" here; there are toy-sealed, toy-duel");
}

#[test]
fn dates_and_times_that_were_forged_are_found() {
    let forged = || "April 1 of the year 9".to_owned();
    assert_eq!(found_after(|archive| archive.start.label = forged()), (0, Compared::Label));
    assert_eq!(found_after(|archive| archive.steps[1].label = forged()), (2, Compared::Label));
    let at = |minute: u32| chrono::DateTime::from_timestamp(1_898_596_800 + i64::from(minute) * 60, 0);
    let mut archive = played_out("toy-sealed", "two-houses");
    archive.steps.iter_mut().for_each(|step| step.resolved_at = at(step.number * 10));
    let report = verify(&archive, &catalog());
    assert!(report.agrees, "{}", report.summary);
    assert!(report.unverified.iter().any(|what| what.contains("holders")), "{:?}", report.unverified);
    archive.steps[1].resolved_at = at(5);
    let found = verify(&archive, &catalog()).difference.expect("a difference");
    assert_eq!((found.step, found.compared), (2, Compared::Times));
}

/// What a stranger wrote is quoted as far as it helps, and deeply nested orders are no way to bring a check down.
#[test]
fn a_hostile_archive_is_refused_in_few_words() {
    let mut archive = played_out("toy-sealed", "two-houses");
    archive.steps[0].label = "x".repeat(5_000_000);
    let found = verify(&archive, &catalog()).difference.expect("a difference");
    assert!(found.recorded.len() < 3000 && found.detail.len() < 3000);
    archive.ruleset = "y".repeat(5_000_000);
    assert!(verify(&archive, &catalog()).summary.len() < 3000);
    let text = played_out("toy-sealed", "two-houses").write();
    let deep = format!("\"orders\":{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let text = text.replacen("\"orders\":[]", &deep, 1).replacen("\"orders\":[{", &format!("{deep},\"more\":[{{"), 1);
    assert!(matches!(Archive::read(&text), Err(Unreadable::Shape(_))));
}
