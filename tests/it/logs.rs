//! What goes to the log: a caller's mistake is no error of the server's.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use cursus_tests::{Person, World};
use serde_json::json;

const PROGRAM: &str = env!("CARGO_BIN_EXE_cursus-under-test");

#[test]
fn bad_requests_are_not_logged_as_errors() {
    for level in [None, Some("info")] {
        let world = World::sqlite();
        let mut command = Command::new(PROGRAM);
        command.args(["--listen", "127.0.0.1:0", "--ai-workers", "1", "--database-url", &world.database, "--data-dir"]);
        command.arg(&world.dir).stdout(Stdio::piped()).stderr(Stdio::piped()).env_remove("CURSUS_LOG");
        if let Some(level) = level {
            command.env("CURSUS_LOG", level);
        }
        let mut server = command.spawn().expect("the server starts");
        let mut line = String::new();
        let mut out = BufReader::new(server.stdout.take().expect("its output"));
        out.read_line(&mut line).expect("readable");
        let base = line.trim().rsplit(' ').next().expect("an address").to_owned();
        let nobody = Person::nobody(&base);
        nobody.get("/v1/me").problem(401, "no-token");
        nobody.get("/v1/games?limit=many").problem(400, "bad-query");
        nobody.post("/v1/accounts", json!({ "name": 5 })).problem(422, "invalid");
        nobody
            .send("POST", "/v1/accounts", &[("content-type", "application/json")], Some(b"{"))
            .problem(400, "bad-json");
        nobody.with_token("cursus_x").get("/v1/games").problem(401, "bad-token");
        let mut stream = TcpStream::connect(base.trim_start_matches("http://")).expect("it listens");
        stream.write_all(b"this is no request\r\n\r\n").expect("sent");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        server.kill().expect("it was alive");
        let mut log = String::new();
        server.stderr.take().expect("its log").read_to_string(&mut log).expect("readable");
        server.wait().expect("it ends");
        assert!(!log.contains("ERROR") && !log.contains("WARN"), "{level:?}: {log}");
    }
}
