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
//! Whole views are read too, plain and packed, beside a bare handler that reads as many bytes from a row of SQLite; and maps, and
//! lists of many games.
//!
//! With `--thinking`, something else is measured: how long whole views take while the computer players of a campaign
//! search, asked for at a steady pace. It fails when the 99th percentile is 50 ms or more, or when fewer than eight computer
//! players are at the table.
//!
//! The number of requests is bounded, and each side runs in turns with its counterpart, since disks have moods.

mod bare;
mod client;
mod measure;
mod server;
mod thinking;

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;

use measure::{Figures, Work};

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
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=64))]
    connections: u16,
    /// Views read per round.
    #[arg(long, default_value_t = 20_000)]
    reads: u32,
    /// Order sets handed in per round.
    #[arg(long, default_value_t = 2_000)]
    writes: u32,
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
    let folder = server::Folder::new()?;
    let syncs = bare::syncs_per_second(folder.path())?;
    let server = server::Server::start(&args.server, folder.path(), args.workers)?;
    let tables = server::prepare(server.port(), args.connections, &args.setting, "random")?;
    let handler = server::Bare::start(args.workers, &tables.etag, folder.path(), &tables.view)?;
    tables.add_games(server.port(), args.games, &args.setting)?;
    let reads = Work { connections: args.connections, requests: args.reads };
    let writes = Work { connections: args.connections, requests: args.writes };

    let mut rounds: [Vec<Figures>; 10] = Default::default();
    for round in 0..args.rounds {
        let port = server.port();
        let file = folder.path().join(format!("bare-{round}.db"));
        rounds[0].push(measure::run_beside(reads, || server.cpu(), |_| tables.reader(port))?);
        rounds[1].push(measure::run_beside(reads, || handler.cpu(), |_| handler.reader(&tables.etag))?);
        rounds[2].push(measure::run_beside(writes, || server.cpu(), |index| tables.writer(port, index))?);
        rounds[3].push(measure::run(writes, bare::writers(&file, tables.orders.clone())?)?);
        let whole = |what: &'static str, packed| {
            measure::run_beside(reads, || server.cpu(), |_| tables.whole_reader(port, what, packed))
        };
        rounds[4].push(whole("view", false)?);
        rounds[5].push(whole("view", true)?);
        rounds[6].push(measure::run_beside(reads, || handler.cpu(), |_| handler.row_reader())?);
        rounds[7].push(whole("map.svg", true)?);
        for (place, path) in [(8, "/v1/games?limit=20"), (9, "/v1/games?limit=20&scenario=none")] {
            let list = measure::run_beside(writes, || server.cpu(), |_| tables.asker_for(port, path, false))?;
            rounds[place].push(list);
        }
    }
    let [reading, handler, writing, insert, whole, packed, row, map, list, none] = rounds.map(measure::median);

    println!("{} connections, {} rounds (the median counts), {} workers", args.connections, args.rounds, args.workers);
    println!("the disk: {syncs:.0} appends with fdatasync per second, one after another\n");
    println!("| {:<44} | {:>10} | {:>9} | {:>9} | {:>9} |", "", "requests/s", "p50 ms", "p99 ms", "CPU us");
    println!("|{:-<46}|{:->12}|{:->11}|{:->11}|{:->11}|", "", ":", ":", ":", ":");
    println!("{}", reading.row("GET view, If-None-Match, 304"));
    println!("{}", handler.row("bare actix-web handler, the same"));
    println!("{}", whole.row("GET view, the whole of it"));
    println!("{}", packed.row("GET view, the whole of it, packed"));
    println!("{}", row.row("bare handler that reads a row of SQLite"));
    println!("{}", map.row("GET map.svg, packed"));
    println!("{}", list.row(&format!("GET games, 20 of {}", args.games)));
    println!("{}", none.row("GET games, by a scenario that nobody plays"));
    println!("{}", writing.row("PUT orders, durable in SQLite"));
    println!("{}", insert.row("bare SQLite insert of the same orders"));
    println!(
        "\nviews: {:.2} of the bare handler, {:.2} by processor time",
        reading.per_second / handler.per_second,
        handler.cpu.unwrap_or_default().as_secs_f64() / reading.cpu.unwrap_or_default().as_secs_f64()
    );
    println!("whole views: {:.2} of the row of SQLite", whole.per_second / row.per_second);
    println!("orders: {:.2} of the bare insert", writing.per_second / insert.per_second);
    Ok(())
}
