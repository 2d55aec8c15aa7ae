//! How fast the server answers, beside what the libraries under it can do on the same machine in the same minute.
//!
//! ```text
//! cargo build --release -p cursus -p cursus-load
//! target/release/cursus-load --server target/release/cursus
//! ```
//!
//! Two things are measured, each over keep-alive connections that ask as fast as they are answered:
//!
//! - reading a view that has not changed (`GET` with its ETag, answered 304), beside a bare actix-web handler that compares
//!   the same header and answers the same;
//! - handing in orders (durable in SQLite before the answer), beside a bare insert of the same text through diesel,
//!   with the same pragmas, one transaction each, by as many threads.
//!
//! Whole views are read too, plain and packed, beside a bare handler that reads as many bytes from a row of SQLite; maps; lists of
//! many games; whole turns of a company in which every seat is a client; and many games whose deadline is the same second.
//!
//! With `--postgres`, a second server works over that empty database, and its order sets are handed in beside the same
//! statements on as many bare connections.
//!
//! With `--solo`, something else is measured: how long a turn takes somebody who is alone among computer players of a level and
//! ready at once. With `--thinking`, something else is measured: how long whole views take while the computer players of a campaign
//! search, asked for at a steady pace. It fails when the 99th percentile is 50 ms or more, or when fewer than eight computer
//! players are at the table.
//!
//! The number of requests is bounded, and each side runs in turns with its counterpart, since disks have moods.

mod bare;
mod client;
mod measure;
mod server;
mod tables;
mod thinking;
mod turns;

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;

use measure::{Table, Work};
use server::{Bare, Folder, Server};

const UNCHANGED: &str = "GET view, If-None-Match, 304";
const BARE_UNCHANGED: &str = "bare actix-web handler, the same";
const WHOLE: &str = "GET view, the whole of it";
const PACKED: &str = "GET view, the whole of it, packed";
const BARE_ROW: &str = "bare handler that reads a row of SQLite";
const MAP: &str = "GET map.svg, packed";
const LIST: &str = "GET games, 20 of many";
const FILTERED: &str = "GET games, by a scenario that nobody plays";
const PUT: &str = "PUT orders, durable in SQLite";
const BARE_INSERT: &str = "bare SQLite insert of the same orders";
const COMPANY: &str = "all seats hand in, a turn runs, all see it";
const DEADLINES: &str = "games due in the same second, until all went on";
const PG_UNCHANGED: &str = "Postgres: GET view, If-None-Match, 304";
const PG_WHOLE: &str = "Postgres: GET view, the whole of it";
const PG_LIST: &str = "Postgres: GET games, 20 of many";
const PG_PUT: &str = "Postgres: PUT orders";
const BARE_STATEMENTS: &str = "bare Postgres, the same statements";
const PG_COMPANY: &str = "Postgres: all seats hand in, all see the next turn";

/// Measures a running server beside the bare libraries under it.
#[derive(Parser, Clone, Debug)]
struct Args {
    /// The server's binary; build it with --release.
    #[arg(long, default_value = "target/release/cursus")]
    server: PathBuf,
    /// What is played while measuring.
    #[arg(long, default_value = "umpire/italia-1450", value_name = "RULESET/SCENARIO")]
    setting: String,
    /// Connections, each with one request under way at a time.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=256))]
    connections: u16,
    /// Views read per round.
    #[arg(long, default_value_t = 20_000)]
    reads: u32,
    /// Lists read per round.
    #[arg(long, default_value_t = 2_000)]
    lists: u32,
    /// Order sets handed in per round; 0 leaves them out, where orders are carried out at once.
    #[arg(long, default_value_t = 2_000)]
    writes: u32,
    /// Turns of a company, and of somebody alone; 0 leaves them out.
    #[arg(long, default_value_t = 30)]
    turns: u32,
    /// Games whose deadline is the same second; 0 leaves them out.
    #[arg(long, default_value_t = 1_000)]
    due: u32,
    /// An empty database of Postgres, for a second server.
    #[arg(long, value_name = "URL")]
    postgres: Option<String>,
    /// Only measure turns of somebody alone among computer players of this level, such as `master`.
    #[arg(long, value_name = "LEVEL")]
    solo: Option<String>,
    /// Games that wait for players, for lists to choose from.
    #[arg(long, default_value_t = 3_000)]
    games: u32,
    /// Rounds; the median round counts.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=15))]
    rounds: u16,
    /// Threads that answer requests, on both sides.
    #[arg(long, default_value_t = 2)]
    workers: u16,
    /// Only measure views while computer players of this level think, such as `veteran`.
    #[arg(long, value_name = "LEVEL")]
    thinking: Option<String>,
    /// Views asked for per second while they think, by all connections together.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    pace: u32,
    /// Only serve the bare handler, on this port (used by the measurement itself).
    #[arg(long, hide = true)]
    bare: Option<u16>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let outcome = match args.bare {
        Some(port) => bare::serve(port, args.workers),
        None => run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("cursus-load: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    if let Some(level) = &args.thinking {
        return thinking::measure(args, level);
    }
    if let Some(level) = &args.solo {
        return solo(args, level);
    }
    let folder = Folder::new()?;
    let mut table = Table::default();
    println!("{} connections, {} rounds (the median counts), {} workers", args.connections, args.rounds, args.workers);
    println!(
        "the disk: {:.0} appends with fdatasync per second, one after another\n",
        bare::syncs_per_second(folder.path())?
    );
    on_sqlite(args, &folder, &mut table)?;
    if let Some(url) = &args.postgres {
        on_postgres(args, &folder, url, &mut table)?;
    }
    println!("{}", table.text());
    for (name, beside) in [
        (UNCHANGED, BARE_UNCHANGED),
        (WHOLE, BARE_ROW),
        (PACKED, BARE_ROW),
        (MAP, WHOLE),
        (PUT, BARE_INSERT),
        (COMPANY, BARE_INSERT),
        (PG_UNCHANGED, BARE_UNCHANGED),
        (PG_PUT, BARE_STATEMENTS),
    ] {
        if let Some(ratio) = table.ratio(name, beside) {
            println!("{name}: {ratio:.2} of “{beside}”");
        }
    }
    Ok(())
}

/// The rows of a server over SQLite, and what they are compared with.
fn on_sqlite(args: &Args, folder: &Folder, table: &mut Table) -> Result<(), String> {
    let server = Server::start(&args.server, folder.path(), args.workers, None)?;
    let port = server.port();
    let tables = tables::prepare(port, args.connections, &args.setting, "random")?;
    let handler = Bare::start(args.workers, &tables.etag, folder.path(), &tables.view)?;
    tables.add_games(port, args.games, &args.setting)?;
    let reads = Work { connections: args.connections, requests: args.reads };
    let writes = Work { connections: args.connections, requests: args.writes };
    let lists = Work { connections: args.connections, requests: args.lists };
    for round in 0..args.rounds {
        let file = folder.path().join(format!("bare-{round}.db"));
        let whole = |what: &'static str, packed| {
            measure::run_beside(reads, || server.cpu(), |_| tables.whole_reader(port, what, packed))
        };
        let list = |query: &str| measure::run_beside(lists, || server.cpu(), |_| tables.asker_for(port, query, false));
        table.add(UNCHANGED, measure::run_beside(reads, || server.cpu(), |_| tables.reader(port))?);
        table.add(BARE_UNCHANGED, measure::run_beside(reads, || handler.cpu(), |_| handler.reader(&tables.etag))?);
        table.add(WHOLE, whole("view", false)?);
        table.add(PACKED, whole("view", true)?);
        table.add(BARE_ROW, measure::run_beside(reads, || handler.cpu(), |_| handler.row_reader())?);
        table.add(MAP, whole("map.svg", true)?);
        table.add(LIST, list("/v1/games?limit=20")?);
        table.add(FILTERED, list("/v1/games?limit=20&scenario=none")?);
        if args.writes > 0 {
            table.add(PUT, measure::run_beside(writes, || server.cpu(), |index| tables.writer(port, index))?);
            table.add(BARE_INSERT, measure::run(writes, bare::writers(&file, tables.orders.clone())?)?);
        }
    }
    if args.turns > 0 {
        table.add(COMPANY, turns::of_company(port, &args.setting, args.turns)?);
    }
    if args.due > 0 {
        table.add(DEADLINES, turns::of_deadlines(port, &args.setting, args.due)?);
    }
    println!("memory of the server at its most: {} MiB", server.memory());
    Ok(())
}

/// The rows of a server over Postgres, and what they are compared with.
fn on_postgres(args: &Args, folder: &Folder, url: &str, table: &mut Table) -> Result<(), String> {
    let server = Server::start(&args.server, &folder.path().join("beside-postgres"), args.workers, Some(url))?;
    let port = server.port();
    let tables = tables::prepare(port, args.connections, &args.setting, "random")?;
    tables.add_games(port, args.games, &args.setting)?;
    let reads = Work { connections: args.connections, requests: args.reads };
    let writes = Work { connections: args.connections, requests: args.writes };
    let lists = Work { connections: args.connections, requests: args.lists };
    for _ in 0..args.rounds {
        table.add(PG_UNCHANGED, measure::run_beside(reads, || server.cpu(), |_| tables.reader(port))?);
        let whole = measure::run_beside(reads, || server.cpu(), |_| tables.whole_reader(port, "view", false));
        table.add(PG_WHOLE, whole?);
        let list = |_| tables.asker_for(port, "/v1/games?limit=20", false);
        table.add(PG_LIST, measure::run_beside(lists, || server.cpu(), list)?);
        table.add(PG_PUT, measure::run_beside(writes, || server.cpu(), |index| tables.writer(port, index))?);
        table.add(BARE_STATEMENTS, measure::run(writes, bare::postgres_writers(url, &tables.seats, &tables.orders))?);
    }
    if args.turns > 0 {
        table.add(PG_COMPANY, turns::of_company(port, &args.setting, args.turns)?);
    }
    Ok(())
}

/// How long somebody waits for the next turn who is alone among computer players of a level.
fn solo(args: &Args, level: &str) -> Result<(), String> {
    let folder = Folder::new()?;
    let server = Server::start(&args.server, folder.path(), args.workers, None)?;
    let tables = tables::prepare(server.port(), 1, &args.setting, level)?;
    let mut table = Table::default();
    table.add(
        &format!("a turn of {} among {level} players", args.setting),
        turns::of_one(&tables, server.port(), args.turns)?,
    );
    println!("{}", table.text());
    Ok(())
}
