//! Views asked for at a steady pace while computer players think.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::Args;
use crate::server::{Folder, Server};
use crate::tables::{self, Tables};

/// Connections that ask.
const CONNECTIONS: u32 = 4;
/// Computer players that have to think at the same table, at least.
const THINKERS: usize = 8;
/// Views count while so many of them have still to decide.
const AT_ONCE: usize = 2;
/// The 99th percentile has to stay below this, in milliseconds.
const MOST_MS: f64 = 50.0;

/// Measures until `args.reads` views have been answered while several seats were still thinking; an error when the views
/// take too long, or when too few computer players are at the table.
pub fn measure(args: &Args, level: &str) -> Result<(), String> {
    let folder = Folder::new()?;
    let server = Server::start(&args.server, folder.path(), args.workers, None)?;
    let tables = tables::prepare(server.port(), 1, &args.setting, level)?;
    let (busy, over) = (AtomicBool::new(false), AtomicBool::new(false));
    let wanted = args.reads.min(MOST).div_ceil(CONNECTIONS);
    let every = Duration::from_secs_f64(f64::from(CONNECTIONS) / f64::from(args.pace));
    let asking = |_| {
        let mut ask = tables.asker(server.port())?;
        let path = format!("{}/view", tables.seat());
        let mut times = Vec::new();
        let mut next = Instant::now();
        while (times.len() as u32) < wanted && !over.load(Ordering::Relaxed) {
            thread::sleep(next.saturating_duration_since(Instant::now()));
            let thought = busy.load(Ordering::Relaxed);
            ask("GET", &path)?;
            // From when it was due: a request that had to wait for the one before waited too.
            if thought && busy.load(Ordering::Relaxed) {
                times.push(next.elapsed());
            }
            next += every;
        }
        Ok::<_, String>(times)
    };
    let (times, turns) = thread::scope(|scope| {
        let keeper = scope.spawn(|| keep_busy(&tables, server.port(), &busy, &over));
        let askers: Vec<_> = (0..CONNECTIONS).map(|number| scope.spawn(move || asking(number))).collect();
        let times: Result<Vec<_>, String> =
            askers.into_iter().map(|asker| asker.join().map_err(|_| "a connection panicked".to_owned())?).collect();
        over.store(true, Ordering::Relaxed);
        let turns = keeper.join().map_err(|_| "the keeper panicked".to_owned())?;
        Ok::<_, String>((times?, turns?))
    })?;
    let mut times: Vec<Duration> = times.into_iter().flatten().collect();
    times.sort_unstable();
    let last = times.len().checked_sub(1).ok_or("nobody thought long enough to be measured")?;
    let at = |percent: usize| times[(times.len() * percent / 100).min(last)].as_secs_f64() * 1_000.0;
    println!("{} whole views at {} a second while {level} players thought, {turns} turns", times.len(), args.pace);
    println!("p50 {:.2} ms, p99 {:.2} ms, most {:.2} ms", at(50), at(99), at(100));
    match at(99) {
        slow if slow >= MOST_MS => Err(format!("the 99th percentile is {slow:.2} ms, not below {MOST_MS:.0}")),
        _ => Ok(()),
    }
}

/// More views than this tell nothing new.
const MOST: u32 = 5_000;

/// Ends the own turn whenever all computer players have decided; how many turns that made.
fn keep_busy(tables: &Tables, port: u16, busy: &AtomicBool, over: &AtomicBool) -> Result<u32, String> {
    let mut ask = tables.asker(port)?;
    let game = tables.seat().split("/seats").next().unwrap_or_default().to_owned();
    let mut turns = 0;
    while !over.load(Ordering::Relaxed) {
        let waiting = ask("GET", &format!("{game}/awaiting"))?;
        let seats = waiting["awaiting"].as_array().cloned().unwrap_or_default();
        if seats.is_empty() {
            over.store(true, Ordering::Relaxed);
        }
        let computers = seats.iter().filter(|seat| seat["yours"] != true).count();
        if turns == 0 && !seats.is_empty() && computers < THINKERS {
            over.store(true, Ordering::Relaxed);
            return Err(format!("{computers} computer players are at the table, not {THINKERS} or more"));
        }
        let thinking = seats.iter().filter(|seat| !seat["thinking"].is_null()).count();
        busy.store(thinking >= AT_ONCE, Ordering::Relaxed);
        if thinking > 0 {
            thread::sleep(Duration::from_millis(20));
        } else {
            ask("PUT", &format!("{}/orders/ready", tables.seat()))?;
            turns += 1;
        }
    }
    Ok(turns)
}
