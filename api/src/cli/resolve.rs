//! `cursus resolve`: a turn without a server. Orders in, reports out.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use catalog::Catalog;
use clap::{Args, ValueEnum};
use kernel::bounds::of_orders;
use kernel::{
    Advance, Campaign, GameSeed, MapOptions, OrderSet, Orders, ScenarioSummary, SeatId, StepMode, Verdict,
    VerdictStatus,
};
use serde_json::{Map, Value, json};

use super::{CliError, read_archive, read_text, write_secret, write_text};
use crate::archive::Play;

/// Resolve a turn without a server: a scenario or a saved game and order files in, reports out.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Order files are named after their seats: MIL.txt holds shorthand, VEN.json a JSON array of orders. A folder stands for
all such files in it. A seat without a file is played by the computer with --ai, and does without orders otherwise.
An object {\"step\": 3, \"orders\": [...]} in JSON is for that step and no other.

When something is not understood, nothing is resolved, unless --lenient says to do without it. (Where orders are carried
out at once, everything has to be understood.) An order that the rules refuse is not carried out; --strict wants every order
accepted.

Examples:
    cursus resolve umpire/italia-1450 --ai steady --save game.json
        the first turn, every seat played by the computer
    cursus resolve game.json MIL.txt VEN.json --ai steady --save game.json
        the next turn of the same campaign, with orders for two seats
    cursus resolve game.json orders/ --check
        only say what the rules think of the orders

The reports lie in OUT/STEP/SEAT/. A saved game is a campaign archive: `cursus verify` checks it. It holds the seed of
the dice, so keep it from the players until the campaign is over.

Exit status: 0 when the turn was resolved (or, with --check, no order is refused), 1 otherwise.")]
pub struct ResolveArgs {
    /// A scenario as RULESET/SCENARIO, or a saved game.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Order files named after their seats (.txt shorthand, .json), or folders of them.
    #[arg(value_name = "ORDERS")]
    pub orders: Vec<PathBuf>,
    /// Level of the computer player for seats without an order file.
    #[arg(long, value_name = "LEVEL")]
    pub ai: Option<String>,
    /// Folder for the reports.
    #[arg(long, short, value_name = "DIR", default_value = "reports")]
    pub out: PathBuf,
    /// What to write per seat; everything when not given.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FORMAT")]
    pub format: Vec<Format>,
    /// Write reports for these seats only.
    #[arg(long, value_delimiter = ',', value_name = "SEAT")]
    pub seat: Vec<String>,
    /// Save the game after the turn.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Resolve so many steps (fewer when the campaign ends); order files are for the first.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub steps: u32,
    /// Seed of the dice for a new campaign, 64 hexadecimal digits; a random one when not given.
    #[arg(long, value_name = "HEX")]
    pub seed: Option<String>,
    /// Option of the rule system for a new campaign, NAME=VALUE.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Only check the orders: resolve and write nothing.
    #[arg(long)]
    pub check: bool,
    /// Resolve nothing when the rules refuse an order.
    #[arg(long)]
    pub strict: bool,
    /// Do without what is not understood.
    #[arg(long, conflicts_with = "strict")]
    pub lenient: bool,
}

/// What reports are written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// The reports as plain text.
    Text,
    /// The reports and the map as one page.
    Html,
    /// What the seat sees and what it learnt, as data.
    Json,
    /// The map.
    Svg,
}

/// Writes the orders of a seat that has no order file.
pub trait ComputerPlayer {
    /// Its orders; the complaint when there is no such level.
    fn orders(&self, level: &str, campaign: &dyn Campaign, seat: SeatId, seed: &GameSeed) -> Result<Orders, String>;
}

/// Runs the command. Whether it did what was asked.
pub fn run(
    args: &ResolveArgs, catalog: &Catalog, computer: &dyn ComputerPlayer, out: &mut dyn Write,
) -> Result<bool, CliError> {
    let mut play = open(args, catalog)?;
    if let Some(outcome) = play.campaign().outcome().or(play.archive().agreed.clone()) {
        return Err(CliError::Usage(format!("This campaign is over: {}.", outcome.reason.trim_end_matches('.'))));
    }
    let reported = reported_seats(args, play.summary())?;
    let files = order_files(&args.orders, play.summary())?;
    let Read { order_sets: mut written, clean, understood } = read_orders(&files, &play, out)?;
    if args.check {
        if files.is_empty() {
            return Err(CliError::Usage("There are no order files to check.".into()));
        }
        return Ok(clean);
    }
    let at_once = play.campaign().mode() == StepMode::Immediate;
    if !understood && (at_once || !args.lenient) {
        let rest =
            if at_once { "orders are carried out at once here" } else { "mend it, or do without it by --lenient" };
        writeln!(out, "Nothing was resolved, because something is not understood: {rest}.")?;
        return Ok(false);
    }
    if args.strict && !clean {
        writeln!(out, "Nothing was resolved: --strict wants every order accepted.")?;
        return Ok(false);
    }
    for _ in 0..args.steps {
        if play.campaign().outcome().is_some() {
            break;
        }
        let order_sets = order_sets(&play, &mut written, args.ai.as_deref(), computer)?;
        let label = play.campaign().label();
        let advance = play.advance(&order_sets);
        let step = play.step();
        writeln!(out, "Step {step}, {label}: {} events. Ledger {}", advance.events.len(), play.head())?;
        let folder = args.out.join(format!("{step:03}-{}", slug(&label)));
        for &seat in &reported {
            write_reports(&folder, &play, seat, &advance, &args.format)?;
        }
        writeln!(out, "  reports in {}", folder.display())?;
    }
    if let Some(seat) = written.keys().next() {
        let key = &play.summary().seats[seat.index()].key;
        return Err(CliError::Usage(format!("{key} was not awaited, so its orders were not used.")));
    }
    if let Some(outcome) = play.campaign().outcome() {
        writeln!(out, "The campaign is over: {}", outcome.reason)?;
        for standing in &outcome.ranking {
            let name = &play.summary().seats[standing.seat.index()].name;
            writeln!(out, "  {}. {name}, {} points", standing.rank, standing.points)?;
        }
    }
    if let Some(path) = &args.save {
        write_secret(path, &play.archive().write())?;
        writeln!(out, "Saved in {}", path.display())?;
    }
    Ok(true)
}

/// A new campaign, or a saved one.
fn open(args: &ResolveArgs, catalog: &Catalog) -> Result<Play, CliError> {
    let path = Path::new(&args.game);
    if path.is_file() {
        if args.seed.is_some() || !args.options.is_empty() {
            let text = "A saved game has its seed and its options already: leave --seed and --option out.";
            return Err(CliError::Usage(text.into()));
        }
        return Ok(Play::open(read_archive(path)?, catalog)?);
    }
    let Some((ruleset, scenario)) = args.game.split_once('/') else {
        let known: Vec<String> = catalog.rulesets().iter().flat_map(|room| names(room.as_ref())).collect();
        return Err(CliError::Usage(format!(
            "{} is neither a saved game nor a scenario. The scenarios are {}.",
            args.game,
            known.join(", ")
        )));
    };
    let seed = match &args.seed {
        Some(text) => GameSeed::from_revealed(text).ok_or_else(|| {
            CliError::Usage("A seed is 64 hexadecimal digits, such as `openssl rand -hex 32` prints.".into())
        })?,
        None => GameSeed(rand::random()),
    };
    let mut options = Map::new();
    for option in &args.options {
        let (name, value) =
            option.split_once('=').ok_or_else(|| CliError::Usage(format!("--option {option}: write NAME=VALUE.")))?;
        // What is not JSON is a word.
        options.insert(name.to_owned(), serde_json::from_str(value).unwrap_or_else(|_| Value::from(value)));
    }
    Ok(Play::start(catalog, ruleset, scenario, &Value::Object(options), seed)?)
}

fn names(room: &dyn kernel::Ruleset) -> Vec<String> {
    room.scenarios().into_iter().map(|scenario| format!("{}/{}", room.about().id, scenario.id)).collect()
}

fn find_seat(key: &str, summary: &ScenarioSummary) -> Option<SeatId> {
    let index = summary.seats.iter().position(|seat| seat.key.eq_ignore_ascii_case(key))?;
    u16::try_from(index).ok().map(SeatId)
}

fn no_seat(key: &str, summary: &ScenarioSummary) -> CliError {
    let keys: Vec<&str> = summary.seats.iter().map(|seat| seat.key.as_str()).collect();
    CliError::Usage(format!("{key} is no seat of {}: its seats are {}.", summary.title, keys.join(", ")))
}

fn reported_seats(args: &ResolveArgs, summary: &ScenarioSummary) -> Result<Vec<SeatId>, CliError> {
    if args.seat.is_empty() {
        return Ok((0..summary.seats.len()).filter_map(|index| u16::try_from(index).ok().map(SeatId)).collect());
    }
    args.seat.iter().map(|key| find_seat(key, summary).ok_or_else(|| no_seat(key, summary))).collect()
}

/// The order files by seat.
fn order_files(paths: &[PathBuf], summary: &ScenarioSummary) -> Result<BTreeMap<SeatId, PathBuf>, CliError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let read = |why| CliError::Read { path: path.clone(), why };
            for entry in fs::read_dir(path).map_err(read)? {
                let file = entry.map_err(read)?.path();
                if file.extension().is_some_and(|ending| ending == "txt" || ending == "json") {
                    files.push(file);
                }
            }
        } else {
            files.push(path.clone());
        }
    }
    files.sort();
    let mut by_seat = BTreeMap::new();
    for file in files {
        let key = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let seat = find_seat(&key, summary)
            .ok_or_else(|| CliError::Usage(format!("{}: {}", file.display(), no_seat(&key, summary))))?;
        if let Some(other) = by_seat.insert(seat, file.clone()) {
            let text = format!("{} and {} are both for {key}; keep one.", other.display(), file.display());
            return Err(CliError::Usage(text));
        }
    }
    Ok(by_seat)
}

type OrdersBySeat = BTreeMap<SeatId, Orders>;

/// What the order files hold.
struct Read {
    order_sets: OrdersBySeat,
    /// Whether every order is accepted.
    clean: bool,
    /// Whether every order is understood.
    understood: bool,
}

/// Reads and checks all order files, and prints what the rules say to them.
fn read_orders(files: &BTreeMap<SeatId, PathBuf>, play: &Play, out: &mut dyn Write) -> Result<Read, CliError> {
    let (campaign, summary) = (play.campaign(), play.summary());
    let mut order_sets = OrdersBySeat::new();
    let (mut clean, mut understood) = (true, true);
    for (&seat, file) in files {
        let key = &summary.seats[seat.index()].key;
        if !campaign.awaiting().iter().any(|wait| wait.seat == seat) {
            return Err(CliError::Usage(format!("{}: {key} is not awaited in {}.", file.display(), campaign.label())));
        }
        let text = read_text(file)?;
        let mut lines = Vec::new();
        let orders = if file.extension().is_some_and(|ending| ending == "json") {
            let orders = json_orders(&text, play);
            let orders = orders.map_err(|why| CliError::Usage(format!("{}: {why}", file.display())))?;
            campaign.read_orders(&orders)
        } else {
            let parsed = campaign.parse(seat, &text);
            for diagnostic in &parsed.diagnostics {
                (clean, understood) = (false, false);
                let hint = diagnostic.hint.as_deref().map(|hint| format!(" ({hint})")).unwrap_or_default();
                let (line, column) = (diagnostic.span.line, diagnostic.span.column);
                writeln!(out, "{}:{line}:{column}: {}{hint}", file.display(), diagnostic.detail)?;
            }
            lines = parsed.spans.iter().map(|span| span.line).collect();
            parsed.orders
        };
        let mut refused = 0;
        for verdict in &campaign.check(seat, &orders) {
            if verdict.status == VerdictStatus::Refused {
                refused += 1;
                clean = false;
                understood &= !verdict.is_not_understood();
            }
            if verdict.status != VerdictStatus::Accepted {
                let place = match lines.get(verdict.index) {
                    Some(line) => format!("{line}"),
                    None => format!("order {}", verdict.index + 1),
                };
                writeln!(out, "{}:{place}: {}", file.display(), words(verdict))?;
            }
        }
        let given = orders.len() + orders.unread().len();
        writeln!(out, "{key}: {given} orders, {refused} refused")?;
        order_sets.insert(seat, orders);
    }
    Ok(Read { order_sets, clean, understood })
}

/// An array of orders, bare or under the key `orders`; beside it the step they are for.
fn json_orders(text: &str, play: &Play) -> Result<Value, String> {
    let value: Value = serde_json::from_str(text).map_err(|why| format!("this is not JSON: {why}"))?;
    let (orders, step) = match value {
        Value::Object(mut order_set) => (order_set.remove("orders").unwrap_or_default(), order_set.remove("step")),
        other => (other, None),
    };
    if !orders.is_array() {
        return Err("orders are a JSON array, or an object with such an array under \"orders\"".into());
    }
    of_orders(&orders).map_err(|excess| format!("{}: {}", excess.pointer, excess.detail))?;
    match step {
        Some(step) if !step.is_null() && step.as_u64() != Some(play.step().into()) => Err(format!(
            "these orders are for step {step}; the game is at step {} ({})",
            play.step(),
            play.campaign().label()
        )),
        _ => Ok(orders),
    }
}

fn words(verdict: &Verdict) -> String {
    let status = if verdict.status == VerdictStatus::Refused { "refused" } else { "warning" };
    let rule = verdict.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
    let hint = verdict.hint.as_deref().map(|hint| format!(" ({hint})")).unwrap_or_default();
    format!("{status}: {}{rule}{hint}", verdict.detail)
}

/// The order sets of this step: those of the files first, then the computer's or the defaults of the others.
fn order_sets(
    play: &Play, written: &mut OrdersBySeat, ai: Option<&str>, computer: &dyn ComputerPlayer,
) -> Result<Vec<OrderSet>, CliError> {
    let campaign = play.campaign();
    let mut awaited: Vec<SeatId> = campaign.awaiting().iter().map(|wait| wait.seat).collect();
    if campaign.mode() == StepMode::Immediate {
        // One seat acts: the first that has something to say.
        awaited.sort_by_key(|seat| !written.contains_key(seat));
        awaited.truncate(1);
    }
    let mut order_sets = Vec::with_capacity(awaited.len());
    for seat in awaited {
        let orders = match (written.remove(&seat), ai) {
            (Some(orders), _) => orders,
            (None, Some(level)) => computer.orders(level, campaign, seat, play.seed()).map_err(CliError::Usage)?,
            (None, None) => campaign.default_orders(seat),
        };
        order_sets.push(OrderSet { seat, orders });
    }
    Ok(order_sets)
}

fn write_reports(
    folder: &Path, play: &Play, seat: SeatId, advance: &Advance, formats: &[Format],
) -> Result<(), CliError> {
    let (campaign, summary) = (play.campaign(), play.summary());
    let wanted = |format: Format| formats.is_empty() || formats.contains(&format);
    let info = &summary.seats[seat.index()];
    let folder = folder.join(&info.key);
    let events = advance.seen_by(seat);
    let documents = campaign.documents(seat, &events);
    let map = campaign.map_svg(seat, &MapOptions::default());
    if wanted(Format::Text) {
        for document in &documents {
            write_text(&folder.join(format!("{}.txt", slug(&document.kind))), &document.headed_text())?;
        }
    }
    if wanted(Format::Html) {
        let bodies: Vec<String> =
            documents.iter().map(|document| format!("<section>\n{}\n</section>", document.html)).collect();
        let title = escape(&format!("{}, {}", info.name, campaign.label()));
        let page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{title}</title>\n\
             <style>body{{font:16px/1.5 serif;max-width:60rem;margin:2rem auto;padding:0 1rem}}\
             svg{{max-width:100%;height:auto}}</style></head>\n<body>\n{}\n<figure>\n{map}\n</figure>\n</body>\n</html>\n",
            bodies.join("\n")
        );
        write_text(&folder.join("report.html"), &page)?;
    }
    if wanted(Format::Json) {
        let verdicts = advance.verdicts.iter().find(|(judged, _)| *judged == seat).map(|(_, verdicts)| verdicts);
        let data = json!({
            "seat": info.key, "step": play.step(), "label": campaign.label(), "view": campaign.view(seat),
            "events": events, "verdicts": verdicts, "outcome": campaign.outcome(),
        });
        write_text(&folder.join("report.json"), &(serde_json::to_string_pretty(&data).unwrap_or_default() + "\n"))?;
    }
    if wanted(Format::Svg) {
        write_text(&folder.join("map.svg"), &map)?;
    }
    Ok(())
}

/// A name for a file: lower-case letters and digits, anything else a dash.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for character in text.chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
