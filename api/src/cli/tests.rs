//! A campaign played with files alone.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use catalog::Catalog;
use clap::{CommandFactory, Parser, Subcommand};
use kernel::{Campaign, Dice, GameSeed, Orders, Room, SeatId};
use serde_json::Value;
use testkit::toys::{Duel, Sealed};

use super::{CliError, fit, ladder, resolve, verify};

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Resolve(resolve::ResolveArgs),
    Verify(verify::VerifyArgs),
    Ladder(ladder::LadderArgs),
    Fit(fit::FitArgs),
}

struct RandomPlayer;

impl resolve::ComputerPlayer for RandomPlayer {
    fn orders(&self, level: &str, campaign: &dyn Campaign, seat: SeatId, seed: &GameSeed) -> Result<Orders, String> {
        if level != "random" {
            return Err(format!("there is no level {level}"));
        }
        Ok(campaign.random_orders(seat, &mut Dice::keyed(seed, &format!("{} {}", campaign.step(), seat.0))))
    }
}

/// A folder of its own for a test, removed at the end.
struct AppContext(PathBuf);

impl AppContext {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("cursus-cli-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
    }

    /// Runs a command line; what it printed and whether it did what was asked.
    fn run(&self, line: &[&str]) -> Result<(bool, String), CliError> {
        let catalog = Catalog::default()
            .with(Arc::new(Room::new(Sealed::default()).with_planner()))
            .with(Arc::new(Room::new(Duel::default()).with_planner()));
        let out = self.path("out");
        let mut words = vec!["cursus"];
        words.extend(line);
        if line[0] == "resolve" {
            words.extend(["--out", &out]);
        }
        let mut printed = Vec::new();
        let done = match Cli::try_parse_from(words).unwrap_or_else(|why| panic!("{why}")).command {
            Command::Resolve(args) => resolve::run(&args, &catalog, &RandomPlayer, &mut printed)?,
            Command::Verify(args) => verify::run(&args, &catalog, &mut printed)?,
            Command::Ladder(args) => ladder::run(&args, &catalog, &mut printed)?,
            Command::Fit(args) => fit::run(&args, &catalog, &mut printed).map(|()| true)?,
        };
        Ok((done, String::from_utf8(printed).unwrap()))
    }

    fn refused(&self, line: &[&str]) -> String {
        self.run(line).unwrap_err().to_string()
    }
}

impl Drop for AppContext {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const SEED: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

#[test]
fn the_command_line_is_well_formed() {
    Cli::command().debug_assert();
}

#[test]
fn turns_are_chained_from_file_to_file_to_the_end_and_the_save_verifies() {
    let app = AppContext::new();
    let game = app.path("game.json");
    let a = app.write("orders/A.txt", "bid 3\n");
    let (done, printed) =
        app.run(&["resolve", "toy-sealed/two-houses", &a, "--ai", "random", "--seed", SEED, "--save", &game]).unwrap();
    assert!(done && printed.contains("A: 1 orders, 0 refused") && printed.contains("Step 1"), "{printed}");
    let b = app.write("b/b.json", r#"[{"type": "bid", "coins": 1}]"#);
    let (_, printed) = app.run(&["resolve", &game, &b, "--save", &game]).unwrap();
    assert!(printed.contains("B: 1 orders"), "{printed}");
    let (_, printed) = app.run(&["resolve", &game, "--ai", "random", "--steps", "99", "--save", &game]).unwrap();
    assert!(printed.contains("The campaign is over"), "{printed}");
    let (agrees, printed) = app.run(&["verify", &game]).unwrap();
    assert!(agrees && printed.contains("All 6 steps agree"), "{printed}");
    assert!(app.refused(&["resolve", &game]).contains("over"));

    let changed = app.read("game.json").replacen(r#""coins":3"#, r#""coins":2"#, 1);
    let forged = app.write("forged.json", &changed);
    let (agrees, printed) = app.run(&["verify", &forged]).unwrap();
    assert!(!agrees && printed.contains("Step 1 does not agree"), "{printed}");
    let (_, printed) = app.run(&["verify", &forged, "--json"]).unwrap();
    let report: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((&report["agrees"], &report["difference"]["step"]), (&Value::from(false), &Value::from(1)));
}

#[test]
fn a_room_of_single_acts_is_played_the_same_way() {
    let app = AppContext::new();
    let game = app.path("game.json");
    app.run(&["resolve", "toy-duel/field", "--ai", "random", "--save", &game, "--steps", "1000"]).unwrap();
    let (agrees, printed) = app.run(&["verify", &game]).unwrap();
    assert!(agrees, "{printed}");
}

#[test]
fn the_same_seed_and_orders_give_the_same_save() {
    let app = AppContext::new();
    let (one, two) = (app.path("one.json"), app.path("two.json"));
    for save in [&one, &two] {
        let line =
            ["resolve", "toy-sealed/two-houses", "--ai", "random", "--seed", SEED, "--steps", "4", "--save", save];
        app.run(&line).unwrap();
    }
    assert_eq!(app.read("one.json"), app.read("two.json"));
}

#[test]
fn reports_come_in_the_formats_and_for_the_seats_that_were_asked_for() {
    let app = AppContext::new();
    let folder = |seat: &str, file: &str| {
        let out = fs::read_dir(Path::new(&app.path("out"))).unwrap();
        let step = out.map(|entry| entry.unwrap().path()).find(|path| path.name_starts("001-")).unwrap();
        step.join(seat).join(file).is_file()
    };
    app.run(&["resolve", "toy-sealed/two-houses", "--seat", "a", "--format", "html,svg"]).unwrap();
    assert!(folder("A", "report.html") && folder("A", "map.svg"));
    assert!(!folder("A", "report.json") && !folder("A", "report.txt") && !folder("B", "map.svg"));
    app.run(&["resolve", "toy-sealed/two-houses"]).unwrap();
    assert!(folder("B", "report.json") && folder("B", "report.txt"));
}

trait StartsWith {
    fn name_starts(&self, start: &str) -> bool;
}

impl StartsWith for PathBuf {
    fn name_starts(&self, start: &str) -> bool {
        self.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start))
    }
}

#[test]
fn bad_orders_are_told_with_their_place_and_strict_stops_there() {
    let app = AppContext::new();
    let a = app.write("A.txt", "bid 3\nsing a song\n");
    let (clean, printed) = app.run(&["resolve", "toy-sealed/two-houses", &a, "--check"]).unwrap();
    assert!(!clean && printed.contains("A.txt:2:1:"), "{printed}");
    let save = app.path("never.json");
    for strict in [&["--strict"][..], &[]] {
        let args = [&["resolve", "toy-sealed/two-houses", &a, "--save", &save], strict].concat();
        let (done, printed) = app.run(&args).unwrap();
        assert!(!done && printed.contains("Nothing was resolved"), "{printed}");
        assert!(!Path::new(&save).exists());
    }
    let poor = app.write("poor/A.json", r#"{"orders": [{"type": "bid", "coins": 4000000}]}"#);
    let (clean, printed) = app.run(&["resolve", "toy-sealed/two-houses", &poor, "--check"]).unwrap();
    assert!(!clean && printed.contains("order 1: refused") && printed.contains("TS-1"), "{printed}");
}

#[test]
fn what_is_not_understood_is_left_out_when_told_to_and_never_where_orders_are_carried_out_at_once() {
    let app = AppContext::new();
    let (a, save) = (app.write("A.txt", "bid 3\nsing a song\n"), app.path("game.json"));
    let sealed = ["resolve", "toy-sealed/two-houses", &a, "--lenient", "--save", &save];
    let (done, printed) = app.run(&sealed).unwrap();
    assert!(done && printed.contains("A.txt:2:1:") && printed.contains("Step 1"), "{printed}");
    assert!(Path::new(&save).exists());
    let unread = app.write("json/A.json", r#"[{"type": "bid", "coins": 3}, {"type": "sing"}]"#);
    let (done, printed) = app.run(&["resolve", "toy-sealed/two-houses", &unread]).unwrap();
    assert!(!done && printed.contains("--lenient"), "{printed}");
    let duel = app.write("duel/RED.txt", "strike 2\nsing a song\n");
    let (done, printed) = app.run(&["resolve", "toy-duel/field", &duel, "--lenient"]).unwrap();
    assert!(!done && printed.contains("carried out at once"), "{printed}");
}

#[test]
fn a_byte_order_mark_before_orders_and_archives_is_no_part_of_them() {
    let app = AppContext::new();
    let a = app.write("A.txt", "\u{feff}bid 3\n");
    let b = app.write("B.json", "\u{feff}[{\"type\": \"bid\", \"coins\": 2}]");
    let save = app.path("game.json");
    let (done, printed) = app.run(&["resolve", "toy-sealed/two-houses", &a, &b, "--strict", "--save", &save]).unwrap();
    assert!(done && printed.contains("A: 1 orders, 0 refused") && printed.contains("B: 1 orders"), "{printed}");
    let marked = app.write("marked.json", &format!("\u{feff}{}", app.read("game.json")));
    assert!(app.run(&["verify", &marked]).unwrap().0);
}

#[test]
fn orders_for_another_step_are_not_carried_out() {
    let app = AppContext::new();
    let save = app.path("game.json");
    app.run(&["resolve", "toy-sealed/two-houses", "--save", &save]).unwrap();
    let late = app.write("late/A.json", r#"{"step": 0, "orders": [{"type": "bid", "coins": 1}]}"#);
    let refused = app.refused(&["resolve", &save, &late]);
    assert!(refused.contains("for step 0; the game is at step 1"), "{refused}");
    let right = app.write("right/A.json", r#"{"step": 1, "orders": [{"type": "bid", "coins": 1}]}"#);
    assert!(app.run(&["resolve", &save, &right]).unwrap().0);
}

#[test]
fn mistakes_are_told_with_what_would_be_right() {
    let app = AppContext::new();
    let game = "toy-sealed/two-houses";
    assert!(app.refused(&["resolve", "nowhere"]).contains("toy-sealed/two-houses"));
    assert!(app.refused(&["resolve", "chess/x"]).contains("toy-sealed, toy-duel"));
    assert!(app.refused(&["resolve", "toy-sealed/x"]).contains("two-houses"));
    assert!(app.refused(&["resolve", game, "--seed", "12"]).contains("64 hexadecimal"));
    assert!(app.refused(&["resolve", game, "--option", "x"]).contains("NAME=VALUE"));
    assert!(app.refused(&["resolve", game, "--seat", "Z"]).contains("A, B"));
    assert!(app.refused(&["resolve", game, "--check"]).contains("no order files"));
    assert!(app.refused(&["resolve", game, "--ai", "genius"]).contains("genius"));
    assert!(app.refused(&["resolve", game, &app.path("A.txt")]).contains("cannot read"));
    let stranger = app.write("Z.txt", "");
    assert!(app.refused(&["resolve", game, &stranger]).contains("A, B"));
    let (one, two) = (app.write("1/A.txt", ""), app.write("2/a.json", "[]"));
    assert!(app.refused(&["resolve", game, &one, &two]).contains("keep one"));
    let scalar = app.write("3/A.json", "7");
    assert!(app.refused(&["resolve", game, &scalar]).contains("JSON array"));
    let not_archive = app.write("notes.json", "{}");
    assert!(app.refused(&["verify", &not_archive]).contains("not a campaign archive"));
    assert!(app.refused(&["resolve", &not_archive]).contains("not a campaign archive"));
}

#[test]
fn weights_are_fitted_to_how_campaigns_end() {
    let app = AppContext::new();
    let line = ["fit", "--ruleset", "toy-sealed", "--campaigns", "40", "--quiet"];
    let (_, file) = app.run(&line).unwrap();
    assert!(file.contains("`cursus fit --ruleset toy-sealed --campaigns 40 --positions 12 --seed 1`"), "{file}");
    let weights: kernel::Weights = toml::from_str(&file).unwrap();
    let [prizes, purse] = weights.terms.as_slice() else { panic!("{file}") };
    assert_eq!((prizes.weight, prizes.fixed), (1_000, true));
    assert!(purse.weight > 0, "coins buy prizes: {file}");
    let again = app.run(&[&line[..], &["--threads", "1"]].concat()).unwrap();
    assert_eq!(again, (true, file), "the same for any number of threads");

    assert!(app.refused(&["fit", "--ruleset", "toy-duel", "--quiet"]).contains("has no weights to fit"));
    assert!(app.refused(&["fit", "--ruleset", "toy-war"]).contains("no rule system toy-war"));
    let unknown = ["fit", "--ruleset", "toy-sealed", "--scenario", "nowhere", "--quiet"];
    assert!(app.refused(&unknown).contains("nowhere"));
}

#[test]
fn a_ladder_has_a_row_for_each_level_and_the_one_below_it() {
    let app = AppContext::new();
    let line =
        ["ladder", "--setting", "toy-sealed/two-houses", "--levels", "random,steady,novice", "--pairs", "9", "--quiet"];
    let (legal, table) = app.run(&line).unwrap();
    assert!(legal, "{table}");
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split('|').map(str::trim).collect()).collect();
    assert_eq!(rows.len(), 4, "{table}");
    assert_eq!(rows[2][1..4], ["`two-houses`", "`steady`", "`random`"]);
    assert_eq!(rows[3][1..4], ["`two-houses`", "`novice`", "`steady`"]);
    let played: u32 = rows[2][4..7].iter().map(|count| count.parse::<u32>().unwrap()).sum();
    assert!((8..=9).contains(&played), "{table}");
    assert!(["the higher holds", "the lower holds", "undecided"].contains(&rows[2][8]), "{table}");
    let again = app.run(&[&line[..], &["--threads", "1"]].concat()).unwrap();
    assert_eq!(again, (legal, table), "the same for any number of threads");
    let cut = |more: &[&str]| app.run(&[&line[..], &["--steps", "1"], more].concat()).unwrap();
    let (legal, by_ends) = cut(&["--adjudicate", "4"]);
    assert!(legal && by_ends.lines().count() == 4, "{by_ends}");
    assert_ne!(cut(&[]).1, by_ends, "how games end is not how they stood");
    assert!(app.refused(&["ladder", "--setting", "chess/x"]).contains("no rule system chess"));
    assert!(app.refused(&["ladder", "--setting", "toy-sealed"]).contains("RULESET/SCENARIO"));
}
