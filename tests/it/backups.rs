//! The database as a file and back, while people play.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use cursus_tests::{Person, World};
use serde_json::json;

const PROGRAM: &str = env!("CARGO_BIN_EXE_cursus-under-test");

fn cursus(dir: &Path, database: &str, line: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.arg("--data-dir").arg(dir).args(["--database-url", database]).args(line);
    command.output().expect("it runs")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[test]
fn a_copy_taken_while_people_play_is_whole() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let first = server.bidding_game(&ada, None, json!({}));
    let copy = world.dir.join("copy.db");
    let over = AtomicBool::new(false);
    let (backup, made) = thread::scope(|scope| {
        // Others go on: what is half done when the copy is taken is in it whole or not at all.
        let playing = scope.spawn(|| {
            let mut games = Vec::new();
            // An account may have a hundred games.
            while (!over.load(Ordering::Relaxed) || games.is_empty()) && games.len() < 60 {
                games.push(server.bidding_game(&ada, None, json!({})));
            }
            games
        });
        let backup = cursus(&world.dir, &world.database, &["backup", &text(&copy)]);
        over.store(true, Ordering::Relaxed);
        (backup, playing.join().expect("they play"))
    });
    assert!(backup.status.success(), "{}", told(&backup));
    assert!(told(&backup).contains("checked"), "{}", told(&backup));
    let again = cursus(&world.dir, &world.database, &["backup", &text(&copy)]);
    assert!(!again.status.success(), "a copy is not written over: {}", told(&again));
    let restore = cursus(&world.dir, &world.database, &["restore", &text(&copy), "--replace"]);
    assert!(!restore.status.success() && told(&restore).contains("another server"), "{}", told(&restore));
    drop(server);

    let restore = cursus(&world.dir, &world.database, &["restore", &text(&copy)]);
    assert!(!restore.status.success() && told(&restore).contains("--replace"), "{}", told(&restore));
    let restore = cursus(&world.dir, &world.database, &["restore", &text(&copy), "--replace"]);
    assert!(restore.status.success() && told(&restore).contains("before-restore-"), "{}", told(&restore));
    let server = world.server();
    let ada = Person::log_in(&server.base, &ada.name);
    ada.get(&Person::seat(&first, "A", "view")).expect(200);
    let listed = ada.get("/v1/games?limit=100&mine=true").expect(200).body;
    let count = listed["items"].as_array().unwrap().len();
    assert!((1..=made.len() + 1).contains(&count), "{count} of {}", made.len() + 1);
    let next = server.bidding_game(&ada, None, json!({}));
    ada.get(&Person::seat(&next, "A", "view")).expect(200);
    let trials = std::fs::read_dir(&world.dir).unwrap().filter_map(Result::ok);
    let left: Vec<PathBuf> = trials.map(|one| one.path()).filter(|path| text(path).contains(".trial-")).collect();
    assert_eq!(left, Vec::<PathBuf>::new(), "what was only tried is gone");
}

#[test]
fn what_is_no_copy_is_not_restored() {
    let world = World::sqlite();
    drop(world.server());
    let poem = world.dir.join("poem.db");
    std::fs::write(&poem, "Arma virumque cano, Troiae qui primus ab oris".repeat(100)).unwrap();
    let nothing = world.dir.join("nothing.db");
    std::fs::write(&nothing, "").unwrap();
    for bad in [&poem, &nothing, &world.dir.join("missing.db")] {
        let refused = cursus(&world.dir, &world.database, &["restore", &text(bad), "--replace"]);
        assert!(!refused.status.success(), "{}: {}", bad.display(), told(&refused));
    }
    drop(world.server());
}

#[test]
fn a_lost_database_is_put_back() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.register("ada");
    let game = server.bidding_game(&ada, None, json!({}));
    let copy = world.dir.join("copy.db");
    assert!(cursus(&world.dir, &world.database, &["backup", &text(&copy)]).status.success());
    drop(server);
    let database = Path::new(world.database.trim_start_matches("sqlite://")).to_owned();
    std::fs::remove_file(&database).unwrap();
    let restore = cursus(&world.dir, &world.database, &["restore", &text(&copy)]);
    assert!(restore.status.success(), "{}", told(&restore));
    let server = world.server();
    Person::log_in(&server.base, &ada.name).get(&format!("/v1/games/{game}")).expect(200);
}
