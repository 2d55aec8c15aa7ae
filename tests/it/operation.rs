//! What an operator sees: health, readiness, counters, limits.

use std::sync::Barrier;

use api::service::fault::Fault;
use cursus_tests::World;
use serde_json::{Value, json};

fn check(answer: &Value, part: &str) -> Value {
    let checks = answer["checks"].as_array().expect("checks");
    checks.iter().find(|check| check["name"] == part).unwrap_or_else(|| panic!("no {part}: {answer}")).clone()
}

#[test]
fn readiness_says_which_part_is_ill_and_health_waits_for_none() {
    let world = World::sqlite();
    let server = world.server();
    let nobody = server.nobody();
    let well = nobody.get("/ready").expect(200).body;
    assert_eq!(well["status"], "ok");
    for part in ["database", "writer", "scheduler", "computer_players"] {
        assert_eq!(check(&well, part)["ok"], true, "{well}");
    }
    let held = Barrier::new(2);
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            server.desk.store.write(|_| {
                held.wait();
                held.wait();
                Ok::<_, Fault>(())
            })
        });
        held.wait();
        let ill = nobody.get("/ready").expect(503).body;
        assert_eq!((ill["status"].clone(), check(&ill, "writer")["ok"].clone()), (json!("ill"), json!(false)));
        assert_eq!(check(&ill, "database")["ok"], true, "{ill}");
        held.wait();
        writing.join().expect("it writes").expect("it is written");
    });
    // The connections that this world's store has.
    let held = Barrier::new(5);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let read = server.desk.store.read(|_| {
                    held.wait();
                    held.wait();
                    Ok::<_, Fault>(())
                });
                read.expect("a connection");
            });
        }
        held.wait();
        assert_eq!(check(&nobody.get("/ready").expect(503).body, "database")["ok"], false);
        // A token that would have to be looked up keeps nobody from knowing that the server lives.
        nobody.with_token("cursus_unknown").get("/health").expect(200);
        held.wait();
    });
    nobody.get("/ready").expect(200);
}
