//! Databases that are not what they should be: refused at the start, or told of while the server runs.

use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use api::store::{Store, StoreError};
use cursus_tests::{Person, Server, ServerProcess, World, fresh_name};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cursus-under-test");

/// Runs a command over a world's data directory.
fn run(world: &World, database: &str, command: &[&str]) -> Output {
    let mut child = Command::new(PROGRAM)
        .args(command)
        .args(["--listen", "127.0.0.1:0", "--data-dir"])
        .arg(world.dir.join("data"))
        .args(["--database-url", database])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    for _ in 0..3000 {
        if child.try_wait().expect("a child").is_some() {
            return child.wait_with_output().expect("its words");
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    // A server that was to refuse, and serves.
    child.kill().expect("it was alive");
    child.wait_with_output().expect("its words")
}

/// What it says as it refuses.
#[track_caller]
fn refusal(output: &Output) -> String {
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
    assert!(words.lines().any(|line| line.starts_with("cursus: ")), "{words}");
    words
}

#[test]
fn every_command_refuses_an_address_that_is_none_and_makes_nothing() {
    let world = World::sqlite();
    let archive = world.dir.join("archive.json");
    fs::write(&archive, "{}").expect("a file");
    let commands: [&[&str]; 4] = [&["serve"], &["migrate"], &["export", "a-game"], &["migrate", "--revert", "--yes"]];
    for (slip, told) in [
        ("", "is empty"),
        (":memory:", "would forget"),
        ("postgre://host/name", "“postgre:”"),
        ("mysql://host/name", "postgres://user@host/name"),
        ("sqlite://", "names no file"),
    ] {
        for command in commands {
            let words = refusal(&run(&world, slip, command));
            assert!(words.contains(told), "{command:?} {slip}: {words}");
        }
    }
    let directory = world.dir.display().to_string();
    assert!(refusal(&run(&world, &directory, &["serve"])).contains("is a directory"));
    let under_a_file = archive.join("sub/cursus.db").display().to_string();
    assert!(refusal(&run(&world, &under_a_file, &["serve"])).contains("cannot be made"));
    let no_database = archive.display().to_string();
    fs::write(&archive, "This is a letter and no database at all. ".repeat(30)).expect("a file");
    assert!(refusal(&run(&world, &no_database, &["serve"])).contains("no SQLite database"));
    let made: Vec<_> =
        fs::read_dir(&world.dir).expect("a directory").flatten().map(|entry| entry.file_name()).collect();
    assert!(made.iter().all(|name| name.to_string_lossy().starts_with("archive.json")), "{made:?}");
}

#[test]
fn a_postgres_that_does_not_speak_unicode_is_refused_with_the_way_to_make_one() {
    let Some(world) = World::postgres() else { return };
    let name = format!("ascii_{}", uuid::Uuid::new_v4().simple());
    let mut conn = PgConnection::establish(&world.database).expect("it answers");
    conn.batch_execute(&format!("CREATE DATABASE {name} ENCODING 'SQL_ASCII' TEMPLATE template0")).expect("made");
    let (server, _) = world.database.rsplit_once('/').expect("a name");
    let words = refusal(&run(&world, &format!("{server}/{name}"), &["serve"]));
    assert!(words.contains("SQL_ASCII") && words.contains("createdb --encoding=UTF8"), "{words}");
    assert!(run(&world, &world.database.replacen("postgres://", "POSTGRES://", 1), &["migrate"]).status.success());
}

/// Another program that holds the file keeps the whole queue waiting once, and then all are told to come back.
#[test]
fn a_database_that_is_held_by_another_program_is_busy() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.player("ada");
    let mut other = SqliteConnection::establish(&world.database).expect("it opens");
    other.batch_execute("BEGIN IMMEDIATE").expect("held");
    let form = json!({ "ruleset": "toy-sealed", "scenario": "two-houses" });
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(|| ada.post("/v1/games", form.clone()))).collect();
        for one in all {
            let refused = one.join().expect("an answer").problem(503, "database-busy");
            assert_eq!(refused.header("retry-after"), "2");
        }
    });
    ada.get("/v1/games").expect(200);
    other.batch_execute("ROLLBACK").expect("let go");
    ada.post("/v1/games", form).expect(201);
}

fn storage(server: &Person, status: u16) -> Value {
    let answer = server.get("/ready").expect(status).body;
    let checks = answer["checks"].as_array().expect("checks").clone();
    checks.into_iter().find(|check| check["name"] == "storage").expect("storage")
}

#[test]
fn a_full_database_is_told_of_and_what_fits_again_is_written() {
    let world = World::sqlite();
    let server = world.server();
    let ada = server.player("ada");
    let game = server.bidding_game(&ada, None, json!({}));
    let limit = |pages: &str| {
        let set = |conn: &mut api::store::AnyConn| -> Result<(), StoreError> {
            sql_query(format!("PRAGMA max_page_count = {pages}")).execute(conn)?;
            Ok(())
        };
        server.app.store.write(set).expect("set");
    };
    // The least it can be is what the file has.
    limit("1");
    let path = Person::seat(&game, "A", "messages");
    let letter = json!({ "to": [], "text": "long ".repeat(1500) });
    let refused = (0..200).map(|_| ada.post(&path, letter.clone())).find(|answer| answer.status != 201);
    let refused = refused.expect("the file has an end").problem(503, "database-full");
    assert_eq!(refused.header("retry-after"), "60");
    ada.get(&path).expect(200);
    limit("1000000");
    ada.post(&path, letter).expect(201);
}

/// The limit of a file's size stands for a full disk. The log lies on it, too.
#[cfg(target_os = "linux")]
#[test]
fn readiness_sees_a_full_disk() {
    let world = World::sqlite();
    let log = world.dir.join("server.log");
    fs::write(&log, "An earlier line of the log.\n".repeat(500)).expect("a log");
    let line = format!("trap '' XFSZ; exec \"$0\" \"$@\" 2>>'{}'", log.display());
    let process = ServerProcess::start_by(&world, &line, Path::new(PROGRAM));
    let nobody = Person::nobody(&process.base);
    assert_eq!(storage(&nobody, 200)["ok"], true);
    let limit = |bytes: &str| {
        let mut limit = Command::new("prlimit");
        limit.args(["--pid", &process.id().to_string()]).arg(format!("--fsize={bytes}:"));
        assert!(limit.status().expect("prlimit is there").success());
    };
    limit("4096");
    let ill = until_it_changes(&nobody, true);
    assert!(ill["detail"].as_str().expect("words").contains("full"), "{ill}");
    limit("unlimited");
    assert_eq!(until_it_changes(&nobody, false)["ok"], true);
}

/// What a probe found holds for some seconds.
#[cfg(target_os = "linux")]
fn until_it_changes(nobody: &Person, was: bool) -> Value {
    for _ in 0..600 {
        let answer = nobody.get("/ready").body;
        let checks = answer["checks"].as_array().expect("checks");
        let storage = checks.iter().find(|check| check["name"] == "storage").expect("storage");
        if storage["ok"] != was {
            return storage.clone();
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("it did not change within half a minute");
}

#[test]
fn a_log_that_a_reader_kept_growing_is_cut_back() {
    let world = World::sqlite();
    let server = world.server();
    let write = |sql: &str| {
        let sql = sql.to_owned();
        let done = server.app.store.write(|conn| sql_query(sql).execute(conn).map_err(StoreError::from));
        done.expect("written");
    };
    write("CREATE TABLE ballast (bytes BLOB)");
    let mut reader = SqliteConnection::establish(&world.database).expect("it opens");
    reader.batch_execute("BEGIN; SELECT count(*) FROM ballast;").expect("it reads");
    let log = || fs::metadata(format!("{}-wal", world.database)).map_or(0, |about| about.len());
    for _ in 0..5 {
        write("INSERT INTO ballast VALUES (randomblob(8388608))");
    }
    assert!(log() > 40_000_000, "the reader keeps it all: {}", log());
    server.app.tidy().expect("the reader is in nobody's way");
    assert!(log() > 40_000_000, "not while it is read: {}", log());
    reader.batch_execute("COMMIT").expect("it has read");
    server.app.tidy().expect("tidied");
    assert!(log() < 20_000_000, "{}", log());
}

#[test]
fn a_database_of_a_later_version_or_of_another_program_is_refused() {
    World::both(|world| {
        drop(world.server());
        let later = "INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231235959')";
        if world.database.starts_with("postgres") {
            PgConnection::establish(&world.database).expect("it opens").batch_execute(later).expect("later");
        } else {
            SqliteConnection::establish(&world.database).expect("it opens").batch_execute(later).expect("later");
        }
        for command in [&["serve"] as &[&str], &["migrate"], &["export", "a-game"], &["migrate", "--revert", "--yes"]] {
            let words = refusal(&run(&world, &world.database, command));
            assert!(words.contains("a later version of Cursus") && words.contains("20991231235959"), "{words}");
        }
    });
    let world = World::sqlite();
    let foreign = world.dir.join("recipes.db").display().to_string();
    let made =
        SqliteConnection::establish(&foreign).expect("it opens").batch_execute("CREATE TABLE recipes (soup TEXT)");
    made.expect("a table");
    assert!(refusal(&run(&world, &foreign, &["serve"])).contains("a table recipes"));
}

#[test]
fn taking_back_a_migration_is_asked_for_copied_and_not_done_under_a_server() {
    World::both(|world| {
        let applied = |world: &World| Store::open(&world.database, 1).expect("it opens").applied().expect("it tells");
        let name = fresh_name("ada");
        {
            let server = ServerProcess::start(&world, Path::new(PROGRAM));
            Person::register(&server.base, &name);
            let words = refusal(&run(&world, &world.database, &["migrate", "--revert", "--yes"]));
            assert!(words.contains("server works on"), "{words}");
            assert!(server.terminate().success());
        }
        let all = applied(&world);
        let words = refusal(&run(&world, &world.database, &["migrate", "--revert"]));
        assert!(words.contains("--yes") && words.contains(all.last().expect("some")), "{words}");
        assert_eq!(applied(&world), all);

        let done = run(&world, &world.database, &["migrate", "--revert", "--yes"]);
        assert!(done.status.success(), "{done:?}");
        assert_eq!(applied(&world), all[..all.len() - 1]);
        let done = run(&world, &world.database, &["migrate", "--revert", "--count", "2", "--yes"]);
        assert!(done.status.success(), "{done:?}");
        assert_eq!(applied(&world), all[..all.len() - 3]);
        if !world.database.starts_with("postgres") {
            let copies: Vec<PathBuf> = fs::read_dir(&world.dir)
                .expect("a directory")
                .flatten()
                .map(|entry| entry.path())
                .filter(|path| path.display().to_string().contains(".before-revert-"))
                .collect();
            let whole = |path: &PathBuf| {
                let store = Store::open(&path.display().to_string(), 1).expect("it opens");
                store.applied().expect("it tells") == all
            };
            assert!(copies.iter().any(whole), "{copies:?}");
        }
        let server = ServerProcess::start(&world, Path::new(PROGRAM));
        Person::nobody(&server.base)
            .post("/v1/sessions", json!({ "name": name, "password": "correct horse" }))
            .expect(201);
    });
}

#[cfg(unix)]
#[test]
fn a_second_server_under_another_name_of_the_file_is_refused() {
    let world = World::sqlite();
    let server = ServerProcess::start(&world, Path::new(PROGRAM));
    let other = world.dir.join("other");
    fs::create_dir(&other).expect("a directory");
    let (soft, hard) = (other.join("soft.db"), other.join("hard.db"));
    std::os::unix::fs::symlink(&world.database, &soft).expect("a link");
    assert!(refusal(&run(&world, &soft.display().to_string(), &["serve"])).contains("another server works on"));
    fs::hard_link(&world.database, &hard).expect("a link");
    assert!(refusal(&run(&world, &hard.display().to_string(), &["serve"])).contains("hard link"));
    drop(server);
}

#[test]
fn a_database_file_that_was_emptied_is_not_taken_for_a_new_one() {
    let world = World::sqlite();
    assert!(run(&world, &world.database, &["migrate"]).status.success());
    fs::write(&world.database, "").expect("emptied");
    let words = refusal(&run(&world, &world.database, &["serve"]));
    assert!(words.contains("held data before"), "{words}");
    fs::remove_file(&world.database).expect("gone");
    assert!(refusal(&run(&world, &world.database, &["migrate"])).contains("held data before"));
    fs::remove_file(format!("{}.lock", world.database)).expect("it is meant");
    assert!(run(&world, &world.database, &["migrate"]).status.success());
}

#[test]
fn damaged_pages_are_told_of_and_what_lies_on_them_is_refused() {
    #[derive(QueryableByName)]
    struct Place {
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        at: i64,
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        size: i64,
    }
    let world = World::sqlite();
    let (ada, game) = {
        let server = world.server();
        let ada = server.player("ada");
        let game = server.bidding_game(&ada, None, json!({}));
        (ada, game)
    };
    let places: Vec<Place> = {
        let mut conn = SqliteConnection::establish(&world.database).expect("it opens");
        conn.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)").expect("all in one file");
        let sql = "SELECT (rootpage - 1) * page_size AS at, page_size AS size FROM sqlite_master, pragma_page_size \
                   WHERE tbl_name = 'invitations'";
        sql_query(sql).load(&mut conn).expect("its pages")
    };
    let mut file = fs::OpenOptions::new().write(true).open(&world.database).expect("it opens");
    for place in places {
        file.seek(SeekFrom::Start(place.at.try_into().expect("a place"))).expect("there");
        file.write_all(&vec![0x5a; place.size.try_into().expect("a size")]).expect("damaged");
    }
    drop(file);

    let server: Server = world.server();
    let ada = ada.at(&server.base);
    assert_eq!(storage(&ada, 200)["ok"], true, "nobody has looked yet");
    server.app.store.look_for_damage().expect("it looks");
    assert!(storage(&ada, 503)["detail"].as_str().expect("words").contains("damaged"));
    drop(server);

    let server: Server = world.server();
    let ada = ada.at(&server.base);
    ada.get(&format!("/v1/games/{game}/invitations")).problem(503, "database-damaged");
    assert!(storage(&ada, 503)["detail"].as_str().expect("words").contains("damaged"), "it was met");
    ada.get(&format!("/v1/games/{game}")).expect(200);
}

#[test]
fn a_server_without_a_port_says_so_at_once_and_makes_nothing() {
    let world = World::sqlite();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let output = Command::new(PROGRAM)
        .args(["--listen", &address, "--data-dir"])
        .arg(world.dir.join("data"))
        .output()
        .expect("it runs");
    assert!(refusal(&output).contains(&format!("cannot listen on {address}")));
    assert!(!world.dir.join("data").exists());
}

#[cfg(unix)]
#[test]
fn what_holds_the_dice_is_for_its_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::sqlite();
    let dir = world.dir.join("fresh");
    let database = dir.join("cursus.db").display().to_string();
    let world = world.with(|settings| settings.database_url = Some(database.clone()));
    let server = world.server();
    server.register("ada");
    let mode = |path: &str| fs::metadata(path).unwrap_or_else(|e| panic!("{path}: {e}")).permissions().mode() & 0o777;
    for beside in ["", "-wal", "-shm", ".lock"] {
        assert_eq!(mode(&format!("{database}{beside}")), 0o600, "{beside}");
    }
    assert_eq!(mode(&dir.display().to_string()), 0o700);
}

/// Connections that answered a moment ago are not tried before each loan: what is lost with them is told, and nothing after that.
#[test]
fn connections_cut_by_postgres_are_told_of_and_made_anew() {
    let Some(world) = World::postgres() else { return };
    let server = world.server();
    let ada = server.player("ada");
    let game = server.bidding_game(&ada, None, json!({}));
    ada.get(&format!("/v1/games/{game}")).expect(200);
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> \
               pg_backend_pid()";
    PgConnection::establish(&world.database).expect("it opens").batch_execute(cut).expect("it cuts them");
    let mut told = Vec::new();
    for _ in 0..40 {
        let answer = ada.get(&format!("/v1/games/{game}"));
        told.push(answer.status);
    }
    let lost = told.iter().filter(|status| **status != 200).count();
    assert!(lost <= 8 && told.iter().all(|status| [200, 503].contains(status)), "{told:?}");
    assert!(told[20..].iter().all(|status| *status == 200), "{told:?}");
}
