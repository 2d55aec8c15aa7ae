//! The treasury: what the week brought and cost, and how long the money lasts.

use kernel::paper::{Paper, Table};
use kernel::{Document, EventRecord};

use super::{begin, document, own, rule};
use crate::knowledge::Knowledge;
use crate::model::command::CommandKind;
use crate::model::ids::SiteId;
use crate::model::measures::{Quarter, Talents, Turn};
use crate::model::rulings::Weather;
use crate::model::scenario::Scenario;
use crate::model::state::{Site, State};
use crate::rules::{supply, tax, trade};
use crate::text::words::{capital, count};

/// The treasury.
pub fn treasury(sc: &Scenario, knowledge: &Knowledge, events: &[EventRecord]) -> Document {
    let (title, mut paper) = begin(sc, knowledge, "Treasury");
    let now = knowledge.state.country(knowledge.country).treasury.0;
    paper.facts(&[("In the treasury", format!("{now} talents"))]);
    if let Some(accounts) = events.iter().find(|event| event.kind == "accounts_drawn") {
        last_week(&mut paper, accounts);
    }
    if knowledge.state.ended.is_none() {
        traders(sc, knowledge, &mut paper);
        forecast(sc, knowledge, &mut paper);
    }
    document("treasury", title, paper)
}

fn last_week(paper: &mut Paper, accounts: &EventRecord) {
    let sum = |field: &str| accounts.data[field].as_i64().unwrap_or_default();
    let lines = [
        ("Taxes", sum("taxes")),
        ("Loot, pillage and raids", sum("takings")),
        ("Trade", sum("trade")),
        ("Prisoners sold", sum("prisoners")),
        ("With captured commands", sum("captures")),
        ("Treasure found", sum("treasure")),
        ("Treaties and gifts", sum("treaties")),
        ("Dispatches", sum("dispatches")),
        ("Building and other orders", sum("orders")),
        ("Supply of fleets", -sum("fleets")),
        ("Pay of units", -sum("upkeep")),
    ];
    paper.heading(3, "Last week");
    let mut table = Table::new("Accounts of last week", &["What", "Talents"]);
    table.row(["When the week began".to_owned(), sum("before").to_string()]);
    for (what, talents) in lines.into_iter().filter(|(_, talents)| *talents != 0) {
        table.row([what.to_owned(), talents.to_string()]);
    }
    table.row(["Now".to_owned(), sum("treasury").to_string()]);
    paper.table(&table);
}

/// Trade units on the way, and what each brings when it comes to its city (ST-R58).
fn traders(sc: &Scenario, knowledge: &Knowledge, paper: &mut Paper) {
    let st = &knowledge.state;
    let told: Vec<String> = st
        .convoys
        .iter()
        .map(|it| {
            let (gain, hexes) = (trade::worth(sc, st, it.from, it.to).0.0, it.route.len() as u32);
            let way = if it.naval { "by sea" } else { "by land" };
            format!(
                "{} to {} {way}, in {}, {} to go: about {gain} talents.",
                st.site(it.from).name,
                st.site(it.to).name,
                it.hex,
                count(hexes, "hex", "hexes")
            )
        })
        .collect();
    if !told.is_empty() {
        paper.heading(3, "Traders on the way");
        paper.list(&told);
    }
}

/// A stretch of weeks within one quarter.
struct Stretch {
    quarter: Quarter,
    weeks: u32,
    taxes: i64,
    pay: i64,
    left: i64,
}

/// What is paid every week by what there is: units, and fleets in fair weather (ST-R27, ST-R28).
fn weekly_pay(sc: &Scenario, knowledge: &Knowledge) -> (i64, i64) {
    let power = own(knowledge);
    let own_commands = || knowledge.state.commands.values().filter(|it| it.power == power);
    let upkeep = own_commands().map(|it| i64::from(supply::upkeep(sc, it).0)).sum();
    let fleets = own_commands()
        .filter(|it| it.kind == CommandKind::Fleet && it.units.sqds() > 0)
        .map(|it| {
            let in_port = supply::in_friendly_port(sc, &knowledge.state, it);
            i64::from(supply::fleet_supply(&sc.rulings, it.units.sqds(), in_port, Weather::Fine).0)
        })
        .sum();
    (upkeep, fleets)
}

/// The position as the forecast takes it to stay: who is besieged or blockaded now stays so, raids are over.
fn assumed(knowledge: &Knowledge) -> State {
    let mut st = knowledge.state.clone();
    for site in st.sites.values_mut() {
        site.raided = Talents(0);
        site.beset = site.siege.is_some() || site.blockade.is_some();
    }
    st
}

/// ST-3.2: taxes less pay until the next winter is over, if nothing else happens: nothing bought, no city lost, fair weather.
/// Units that are being built are paid from the week in which they are ready.
fn forecast(sc: &Scenario, knowledge: &Knowledge, paper: &mut Paper) {
    let mut st = assumed(knowledge);
    let (upkeep, fleets) = weekly_pay(sc, knowledge);
    let now = i64::from(st.country(knowledge.country).treasury.0);
    let (mut left, mut least) = (now, now);
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut dry: Option<Turn> = None;
    let mut turn = st.turn;
    let mut wintered = false;
    while turn.0 <= sc.turn_limit && (!wintered || sc.quarter(turn).is_winter()) {
        let quarter = sc.quarter(turn);
        wintered |= quarter.is_winter();
        st.turn = turn;
        let recruits = recruits(sc, &st, turn);
        let (taxes, pay) = (i64::from(tax::revenue(sc, &st, knowledge.country).0), upkeep + fleets + recruits);
        left += taxes - pay;
        if left < 0 && dry.is_none() {
            dry = Some(turn);
        }
        least = least.min(left);
        left = left.max(0);
        match stretches.last_mut().filter(|last| last.quarter == quarter) {
            Some(last) => {
                (last.weeks, last.left) = (last.weeks + 1, left);
                (last.taxes, last.pay) = (last.taxes + taxes, last.pay + pay);
            }
            None => stretches.push(Stretch { quarter, weeks: 1, taxes, pay, left }),
        }
        turn = turn.later(1);
    }
    st.turn = knowledge.state.turn;
    let taxes = i64::from(tax::revenue(sc, &st, knowledge.country).0);
    this_week(paper, taxes, upkeep, fleets);
    paper.heading(3, "If nothing else is spent or won");
    table(paper, &stretches);
    let until = if wintered { "the end of winter" } else { "the end of the campaign" };
    match dry {
        Some(week) => paper.paragraph(&format!(
            "The money runs out in {}, {} from now. Units that are not paid may leave. {}",
            sc.date(week),
            count(week.since(knowledge.state.turn), "week", "weeks"),
            rule("ST-R28")
        )),
        None => paper.paragraph(&format!(
            "The money lasts until {until}. {} talents may be spent now, and everybody is still paid until then.",
            least.clamp(0, now)
        )),
    }
    assumptions(sc, knowledge, paper, &st);
    if stretches.iter().any(|each| each.quarter.is_winter()) {
        paper.paragraph(&format!("In winter taxes are halved. {}", rule("ST-3.3")));
    }
}

/// What units that are being built will cost in a week, once they are ready.
fn recruits(sc: &Scenario, st: &State, turn: Turn) -> i64 {
    let ready = st.building.iter().filter(|each| each.ready <= turn);
    ready.map(|each| i64::from(each.count) * i64::from(sc.units.of(each.kind).upkeep)).sum()
}

fn this_week(paper: &mut Paper, taxes: i64, upkeep: i64, fleets: i64) {
    let balance = taxes - upkeep - fleets;
    let ends = if balance < 0 { format!("{} less", -balance) } else { format!("{balance} more") };
    paper.paragraph(&format!(
        "A week as things stand: {taxes} talents of tax, {upkeep} for pay, {fleets} for fleets: {ends} in the treasury."
    ));
}

fn table(paper: &mut Paper, stretches: &[Stretch]) {
    let mut table = Table::new("Forecast", &["Quarter", "Weeks", "Taxes", "Pay and fleets", "Left at its end"]);
    for each in stretches {
        let numbers = [i64::from(each.weeks), each.taxes, each.pay, each.left].map(|number| number.to_string());
        let [weeks, taxes, pay, left] = numbers;
        table.row([capital(each.quarter.name()), weeks, taxes, pay, left]);
    }
    paper.table(&table);
}

/// What the forecast takes to last though it may not: cities that are besieged or blockaded (ST-4.1, ST-4.2).
fn assumptions(sc: &Scenario, knowledge: &Knowledge, paper: &mut Paper, st: &State) {
    let power = own(knowledge);
    let told = |(id, site): (&SiteId, &Site)| {
        if site.power != power || !site.beset {
            return None;
        }
        let facts = tax::facts(sc, st, *id);
        let free = tax::TaxFacts { beset: false, blockaded: false, ..facts };
        let (pays, paid) = (tax::tax(&sc.rulings, &facts).0, tax::tax(&sc.rulings, &free).0);
        let what = if site.blockade.is_some() { "cut off" } else { "besieged" };
        Some(format!(
            "{} is {what} and is taken to stay so: it pays {pays} talents a week, free it would pay {paid}.",
            site.name
        ))
    };
    let told: Vec<String> = st.sites.iter().filter_map(told).collect();
    if !told.is_empty() {
        paper.list(&told);
    }
}
