//! Whole turns: a company that hands in, deadlines of many games in the same second, and somebody alone against computers.

use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::measure::Figures;
use crate::tables::{Company, Due, Person, Tables};

/// Every seat of a campaign is a client with a connection of its own. All hand in at once; a turn takes from there until the
/// last of them has the view of the next.
pub fn of_company(port: u16, setting: &str, turns: u32) -> Result<Figures, String> {
    let company = Company::gather(port, setting)?;
    let (start, orders) = (&Barrier::new(company.seats.len()), &company.orders);
    let played = |(mut person, seat): (Person, String), leads: bool| {
        let view = format!("{seat}/view");
        let mut times = Vec::new();
        let mut played = || -> Result<(), String> {
            let mut tag = person.ask("GET", &view, &Value::Null)?.1.etag.unwrap_or_default();
            for _ in 0..turns {
                start.wait();
                let began = Instant::now();
                person.ask("PUT", &format!("{seat}/orders?ready=true&lenient=true"), orders)?;
                tag = loop {
                    match person.ask_for_new(&view, &tag)? {
                        Some(new) => break new.etag.unwrap_or_default(),
                        None => thread::sleep(Duration::from_millis(1)),
                    }
                };
                start.wait();
                if leads {
                    times.push(began.elapsed());
                }
            }
            Ok(())
        };
        // Nobody waits at the barrier for one who has gone.
        if let Err(why) = played() {
            eprintln!("cursus-load: {seat}: {why}");
            std::process::exit(1);
        }
        times
    };
    let times = thread::scope(|scope| {
        let all: Vec<_> =
            company.seats.into_iter().enumerate().map(|(at, who)| scope.spawn(move || played(who, at == 0))).collect();
        all.into_iter().flat_map(|one| one.join().unwrap_or_default()).collect::<Vec<Duration>>()
    });
    Figures::of(times)
}

/// So many games due in the same second: how long after it each is seen to have gone on.
pub fn of_deadlines(port: u16, setting: &str, games: u32) -> Result<Figures, String> {
    let due = Due::start(port, games, setting)?;
    let mut figures = Figures::of(due.wait()?)?;
    figures.per_second = f64::from(games) / figures.most.as_secs_f64();
    Ok(figures)
}

/// Somebody alone at a table of computer players, who is ready at once: how long a turn takes.
pub fn of_one(tables: &Tables, port: u16, turns: u32) -> Result<Figures, String> {
    let mut ask = tables.asker(port)?;
    let mut times = Vec::new();
    let mut step = ask("GET", tables.game())?["step"].clone();
    for _ in 0..turns {
        let began = Instant::now();
        ask("PUT", &format!("{}/orders/ready", tables.seat()))?;
        step = loop {
            let now = ask("GET", tables.game())?;
            if now["status"] != json!("running") {
                return Figures::of(times);
            }
            if now["step"] != step {
                break now["step"].clone();
            }
            thread::sleep(Duration::from_millis(5));
        };
        times.push(began.elapsed());
    }
    Figures::of(times)
}
