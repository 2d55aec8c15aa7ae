//! Who administers the server, and how nobody becomes one by chance.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use cursus_tests::{Person, World, fresh_name};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cursus-under-test");

/// Runs a command over a world's database, with a line on its standard input.
pub fn cursus(world: &World, line: &[&str], input: &str) -> Output {
    let mut child = Command::new(PROGRAM)
        .args(["--password-memory-kib", "8", "--password-passes", "1", "--data-dir"])
        .arg(&world.dir)
        .args(["--database-url", &world.database])
        .args(line)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A command that reads nothing may be gone already.
    let _ = writeln!(child.stdin.take().expect("its input"), "{input}");
    child.wait_with_output().expect("it ends")
}

pub fn told(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

#[test]
fn a_command_makes_and_unmakes_administrators_while_the_server_runs() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let game = server.bidding_game(&server.register("ben"), None, json!({ "visibility": "private" }));
        let pause = || ada.post(&format!("/v1/games/{game}/pause"), json!({}));
        pause().problem(404, "not-found");
        let done = cursus(&world, &["admin", "promote", &ada.name.to_uppercase()], "");
        assert!(done.status.success(), "{}", told(&done));
        // A session from before is noticed within a second; a new one at once.
        let ada = Person::log_in(&server.base, &ada.name);
        let pause = || ada.post(&format!("/v1/games/{game}/pause"), json!({}));
        assert_eq!(ada.get("/v1/me").expect(200).body["is_admin"], true);
        pause().expect(200);
        assert!(told(&cursus(&world, &["admin", "list"], "")).contains(&ada.name));
        assert!(cursus(&world, &["admin", "demote", &ada.name], "").status.success());
        let ada = Person::log_in(&server.base, &ada.name);
        assert_eq!(ada.get("/v1/me").expect(200).body["is_admin"], false);
        ada.get(&format!("/v1/games/{game}")).problem(404, "not-found");
        let unknown = cursus(&world, &["admin", "promote", "nobody-at-all"], "");
        assert!(!unknown.status.success() && told(&unknown).contains("there is no account"), "{}", told(&unknown));
    });
}

#[test]
fn an_administrator_is_registered_by_command_with_a_password_of_its_own() {
    World::both(|world| {
        let server = world.server();
        let name = fresh_name("steward");
        let weak = cursus(&world, &["admin", "create", &name], "password1");
        assert!(!weak.status.success() && told(&weak).contains("first that anybody would try"), "{}", told(&weak));
        let made = cursus(&world, &["admin", "create", &name], "correct horse");
        assert!(made.status.success(), "{}", told(&made));
        let form = json!({ "name": name, "password": "correct horse" });
        assert_eq!(server.nobody().post("/v1/sessions", form).expect(201).body["account"]["is_admin"], true);
        let again = cursus(&world, &["admin", "create", &name], "correct horse");
        assert!(!again.status.success() && told(&again).contains("cursus admin promote"), "{}", told(&again));
    });
}

#[test]
fn a_password_is_reset_by_command_and_ends_all_sessions() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let refused = cursus(&world, &["admin", "reset-password", &ada.name], "short");
        assert!(!refused.status.success(), "{}", told(&refused));
        let nobody = cursus(&world, &["admin", "reset-password", &fresh_name("nobody")], "a fine long password");
        assert!(!nobody.status.success(), "{}", told(&nobody));
        let done = cursus(&world, &["admin", "reset-password", &ada.name], "a fine long password");
        assert!(done.status.success(), "{}", told(&done));
        let log_in = |password: &str| {
            Person::nobody(&server.base).post("/v1/sessions", json!({ "name": ada.name, "password": password }))
        };
        log_in("correct horse battery staple").problem(401, "wrong-credentials");
        log_in("a fine long password").expect(201);
    });
}

#[test]
fn who_is_suspended_comes_in_by_no_way_until_reinstated_and_loses_nothing() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        let scopes = json!({ "name": "bot", "scopes": ["game:read", "orders:write"] });
        let token = ada.post("/v1/tokens", scopes).expect(201).body["token"].as_str().expect("a token").to_owned();
        let form = json!({ "name": ada.name, "password": "correct horse" });
        let session = server.nobody().post("/v1/sessions", form.clone()).expect(201).body;
        let refresh =
            || server.nobody().post("/v1/sessions/refresh", json!({ "refresh_token": session["refresh_token"] }));
        let game = server.bidding_game(&ada, None, json!({}));
        assert!(cursus(&world, &["admin", "suspend", &ada.name.to_uppercase()], "").status.success());
        assert!(told(&cursus(&world, &["admin", "list"], "")).contains(&format!("Suspended: {}.", ada.name)));
        server.nobody().post("/v1/sessions", form.clone()).problem(403, "account-suspended");
        let wrong = json!({ "name": ada.name, "password": "wrong horse" });
        server.nobody().post("/v1/sessions", wrong).problem(401, "wrong-credentials");
        refresh().problem(403, "account-suspended");
        // Whoever was recognised a moment ago is looked up anew within a second.
        std::thread::sleep(std::time::Duration::from_millis(1100));
        ada.get("/v1/me").problem(403, "account-suspended");
        ada.with_token(&token)
            .put(&Person::seat(&game, "A", "orders/ready"), json!({}))
            .problem(403, "account-suspended");
        assert!(cursus(&world, &["admin", "reinstate", &ada.name], "").status.success());
        assert!(!told(&cursus(&world, &["admin", "list"], "")).contains("Suspended"));
        refresh().expect(200);
        ada.with_token(&token).put(&Person::seat(&game, "A", "orders/ready"), json!({})).expect(200);
        assert!(!cursus(&world, &["admin", "suspend", "nobody-at-all"], "").status.success());
    });
}

#[test]
fn what_organisers_and_administrators_did_is_on_record() {
    World::both(|world| {
        let server = world.server();
        let (ada, ben) = (server.register("ada"), server.register("ben"));
        let timing = json!({ "timing": { "clock": { "type": "interval", "every": { "hours": 48 } } } });
        let game = server.bidding_game(&ada, Some(&ben), timing);
        let at = |path: &str| format!("/v1/games/{game}/{path}");
        ada.post(&at("pause"), json!({})).expect(200);
        ada.post(&at("pause"), json!({})).problem(409, "wrong-status");
        ada.post(&at("resume"), json!({})).expect(200);
        ada.patch(&format!("/v1/games/{game}"), &json!({ "name": "Renamed" })).expect(200);
        ada.post(&at("announcements"), json!({ "text": "Hear, hear." })).expect(201);
        let steward = server.register("steward");
        assert!(cursus(&world, &["admin", "promote", &steward.name], "").status.success());
        let steward = Person::log_in(&server.base, &steward.name);
        steward.post(&at("force"), json!({ "step": 0 })).expect(200);
        ben.post(&Person::seat(&game, "B", "release"), json!({})).expect(204);
        steward.post(&at("abandon"), json!({})).expect(200);

        let log = ada.get(&at("audit")).expect(200).body;
        let told: Vec<String> = log["items"]
            .as_array()
            .expect("items")
            .iter()
            .rev()
            .map(|one| {
                format!(
                    "{} {} {}",
                    one["deed"].as_str().unwrap(),
                    one["as_administrator"],
                    one["about"].as_str().unwrap()
                )
            })
            .collect();
        let step = &told[5];
        assert!(step.starts_with("step_forced true ") && step.len() > 18, "{told:?}");
        let rest = [
            "game_started false ",
            "game_paused false ",
            "game_resumed false ",
            "settings_changed false name",
            "announced false ",
            step,
            "game_abandoned true ",
        ];
        assert_eq!(told, rest, "what was refused is no deed, nor what players do with their own seats");
        assert_eq!(log["items"][0]["by"], steward.name);
        let page = ada.get(&at("audit?limit=5")).expect(200).body;
        let next = page["next"].as_str().expect("a next page");
        let rest = ada.get(&at(&format!("audit?limit=5&cursor={next}"))).expect(200).body;
        assert_eq!((rest["items"].as_array().expect("items").len(), &rest["next"]), (2, &Value::Null));
        ben.get(&at("audit")).problem(403, "not-game-master");
        server.nobody().get(&at("audit")).expect(401);
        let all = told_of(&cursus(&world, &["admin", "log", "--last", "2"], ""));
        assert_eq!(all.len(), 2, "{all:?}");
        assert!(all[0].contains(&format!("{} (administrator)  game_abandoned  game {game}", steward.name)), "{all:?}");
        let all = told_of(&cursus(&world, &["admin", "log"], ""));
        assert!(all.iter().any(|line| line.contains(&format!("command  promoted  {}", steward.name))), "{all:?}");
    });
}

fn told_of(output: &Output) -> Vec<String> {
    told(output).lines().map(str::to_owned).collect()
}

#[test]
fn the_doctor_finds_what_is_ill_and_leaves_what_is_well_alone() {
    World::both(|world| {
        let server = world.server();
        let address = server.base.trim_start_matches("http://").to_owned();
        let mail = world.dir.join("out").display().to_string();
        let well =
            ["--listen", &address, "--public-url", &server.base, "--mail-folder", &mail, "--mail-from", "a@b.example"];
        let seen = cursus(&world, &[&well[..], &["doctor"]].concat(), "");
        let words = told(&seen);
        assert!(seen.status.success() && words.ends_with("Nothing is ill.\n"), "{words}");
        for line in
            ["ok   database", "ok   clock", "ok   server", "ok   address", "ok   mail", "note people     Nobody"]
        {
            assert!(words.lines().any(|one| one.starts_with(line)), "{line}: {words}");
        }
        server.promote(&server.register("ada").name);
        let sick = ["--listen", &address, "--public-url", "http://127.0.0.1:1", "--smtp-url", "smtp://127.0.0.1:1"];
        let seen = cursus(&world, &[&sick[..], &["doctor"]].concat(), "");
        let words = told(&seen);
        assert!(!seen.status.success() && words.ends_with("2 things are to be mended.\n"), "{words}");
        for line in [
            "ill  address",
            "ill  mail       It cannot be sent: mail needs --mail-from",
            "ok   people     Administrators: ada-",
        ] {
            assert!(words.lines().any(|one| one.starts_with(line)), "{line}: {words}");
        }
    });
    let nowhere = cursus(&World::sqlite(), &["--listen", "127.0.0.1:1", "doctor"], "");
    assert!(told(&nowhere).contains("note server     None answers at 127.0.0.1:1"), "{}", told(&nowhere));
}

#[test]
fn a_closed_administrators_name_gives_nothing() {
    World::both(|world| {
        let server = world.server();
        let ada = server.register("ada");
        server.promote(&ada.name);
        ada.close_account().expect(204);
        let form = json!({ "name": ada.name.to_uppercase(), "password": "correct horse" });
        server.nobody().post("/v1/accounts", form).problem(409, "name-taken");
        assert!(!cursus(&world, &["admin", "promote", &ada.name], "").status.success());
        assert!(!told(&cursus(&world, &["admin", "list"], "")).contains(&ada.name));
    });
}

#[test]
fn a_setting_that_made_administrators_by_name_is_refused_with_what_to_do() {
    let world = World::sqlite();
    let refused = cursus(&world, &["--admins", "ada", "serve"], "");
    assert!(!refused.status.success() && told(&refused).contains("cursus admin promote NAME"), "{}", told(&refused));
    let help = told(&cursus(&world, &["--help"], ""));
    assert!(!help.contains("--admins") && help.contains("admin"), "{help}");
    let nowhere = cursus(&world, &["admin", "list"], "");
    assert!(told(&nowhere).contains("there is no database"), "{}", told(&nowhere));
}
