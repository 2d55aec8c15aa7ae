//! A few steps of every rule system, written out whole: orders in, what came of them, what each seat is told.
//!
//! `tests/golden/<ruleset>.txt` shows a change of the rules, of what seats see or of the words as a player would find it. When
//! the change is wanted, `UPDATE_EXPECT=1 cargo test -p cursus-catalog` writes the files anew.
//!
//! `tests/kept/` has a snapshot of the same campaign by every version that was released. Later versions load all of them.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use catalog::Catalog;
use kernel::{Audience, Campaign, Dice, GameSeed, OrderSet, Ruleset, SeatId, StepMode, Value, VerdictStatus};

/// Which scenario of each rule system is played, and for how many steps.
const PLAYED: [(&str, &str, u32); 5] = [
    ("umpire", "italia-1450", 2),
    ("hotw", "dawn-3", 14),
    ("eternal-rome", "bellum-siculum", 12),
    ("strategos", "hellespontos-313bc", 3),
    ("renaissance", "romagna-1493", 2),
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

fn updating() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

fn start(ruleset: &dyn Ruleset, scenario: &str) -> Box<dyn Campaign> {
    ruleset.start(scenario, &Value::Null, &GameSeed::from_number(1)).expect("it starts")
}

/// What a computer player orders that does not search.
fn orders(campaign: &dyn Campaign, seat: SeatId) -> OrderSet {
    let planner = campaign.planner(seat).expect("every rule system has a planner");
    OrderSet { seat, orders: planner.orders(&[]) }
}

/// Plays a step and writes it down: who ordered what, what became of it, what happened, and who was told.
fn play_step(campaign: &mut Box<dyn Campaign>, keys: &[String], written: &mut String) {
    let key = |seat: SeatId| &keys[usize::from(seat.0)];
    writeln!(written, "\n# Step {}: {}", campaign.step(), campaign.label()).unwrap();
    let mut awaited: Vec<SeatId> = campaign.awaiting().iter().map(|wait| wait.seat).collect();
    if campaign.mode() == StepMode::Immediate {
        awaited.truncate(1);
    }
    let sets: Vec<OrderSet> = awaited.iter().map(|seat| orders(&**campaign, *seat)).collect();
    for set in &sets {
        writeln!(written, "\n## {} orders\n", key(set.seat)).unwrap();
        let lines = campaign.print(set.seat, &set.orders);
        writeln!(written, "{}", if lines.is_empty() { "nothing" } else { lines.trim_end() }).unwrap();
    }
    let mut dice = Dice::for_step(&GameSeed::from_number(1), campaign.step() + 1);
    let advance = campaign.advance(&sets, &mut dice);
    for (seat, verdicts) in &advance.verdicts {
        for verdict in verdicts.iter().filter(|verdict| verdict.status != VerdictStatus::Accepted) {
            writeln!(written, "{}: {} {}: {}", key(*seat), verdict.pointer, verdict.code, verdict.detail).unwrap();
        }
    }
    writeln!(written, "\n## What happened\n").unwrap();
    let keys = |seats: &[SeatId]| seats.iter().map(|seat| key(*seat).as_str()).collect::<Vec<_>>().join(" ");
    for told in &advance.events {
        let whom = match &told.audience {
            Audience::Everyone => "all".to_owned(),
            Audience::Others(seats) => format!("public {}", keys(seats)),
            Audience::Seats(seats) => keys(seats),
        };
        writeln!(written, "[{whom}] {} ({})", told.event.text, told.event.rule).unwrap();
    }
    if let Some(seat) = awaited.first() {
        for document in campaign.documents(*seat, &advance.seen_by(*seat)) {
            write!(written, "\n## {} reads\n\n{}", key(*seat), document.headed_text()).unwrap();
        }
    }
}

/// Where two texts part, for people.
fn difference(expected: &str, found: &str) -> String {
    let lines = expected.lines().zip(found.lines()).enumerate();
    match lines.into_iter().find(|(_, (expected, found))| expected != found) {
        Some((at, (expected, found))) => format!("line {}:\n- {expected}\n+ {found}", at + 1),
        None => "one goes on where the other ends".to_owned(),
    }
}

#[test]
fn a_few_steps_of_every_rule_system_come_out_as_they_are_written_down() {
    let catalog = Catalog::standard();
    let ids: Vec<&str> = catalog.rulesets().iter().map(|ruleset| ruleset.about().id.as_str()).collect();
    assert_eq!(ids, PLAYED.map(|(id, ..)| id), "every rule system is played");
    let mut stale = Vec::new();
    for (id, scenario, steps) in PLAYED {
        let ruleset = &**catalog.ruleset(id).expect("it is in the catalog");
        let summary = ruleset.scenarios().into_iter().find(|it| it.id == scenario).expect("it ships");
        let keys: Vec<String> = summary.seats.into_iter().map(|seat| seat.key).collect();
        let mut campaign = start(ruleset, scenario);
        let mut written = format!("{}: {}\n", ruleset.about().title, summary.title);
        for _ in 0..steps {
            play_step(&mut campaign, &keys, &mut written);
        }
        let file = folder("golden").join(format!("{id}.txt"));
        if updating() {
            fs::write(&file, &written).expect("the file can be written");
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        if expected != written {
            stale.push(format!("{id}.txt, {}", difference(&expected, &written)));
        }
    }
    let hint = "is the change wanted? then UPDATE_EXPECT=1 cargo test -p cursus-catalog writes it anew";
    assert!(stale.is_empty(), "{hint}\n{}", stale.join("\n\n"));
}

#[test]
fn snapshots_of_released_versions_load_and_are_played_on() {
    let catalog = Catalog::standard();
    for (id, scenario, steps) in PLAYED {
        let ruleset = &**catalog.ruleset(id).expect("it is in the catalog");
        let of_ruleset = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(id));
        let kept: Vec<PathBuf> =
            fs::read_dir(folder("kept")).expect("a folder").flatten().map(|it| it.path()).collect();
        let kept: Vec<PathBuf> = kept.into_iter().filter(of_ruleset).collect();
        assert!(!kept.is_empty(), "no snapshot of {id} is kept");
        for path in kept {
            let bytes = fs::read(&path).expect("a snapshot");
            let mut campaign = ruleset.load(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!((campaign.scenario_id(), campaign.step()), (scenario, steps), "{}", path.display());
            let keys = vec![String::from("a seat"); 64];
            play_step(&mut campaign, &keys, &mut String::new());
            assert_eq!(campaign.step(), steps + 1, "{}", path.display());
        }
    }
}

/// Keeps a snapshot of each rule system's campaign for the version that is released: run by hand, once a version.
#[test]
#[ignore = "writes tests/kept for a version that is released"]
fn keep_snapshots_of_this_version() {
    let catalog = Catalog::standard();
    for (id, scenario, steps) in PLAYED {
        let ruleset = &**catalog.ruleset(id).expect("it is in the catalog");
        let mut campaign = start(ruleset, scenario);
        let keys = vec![String::from("a seat"); 64];
        for _ in 0..steps {
            play_step(&mut campaign, &keys, &mut String::new());
        }
        let file = folder("kept").join(format!("{id}-{}.snapshot", env!("CARGO_PKG_VERSION")));
        fs::write(file, campaign.snapshot()).expect("the snapshot can be written");
    }
}
