//! The treasury: what the week brought and cost, and how long the money lasts.

use kernel::paper::{Paper, Table};
use kernel::{Document, EventRecord};

use super::{begin, document, own, rule};
use crate::knowledge::Knowledge;
use crate::model::command::CommandKind;
use crate::model::measures::{Quarter, Turn};
use crate::model::rulings::Weather;
use crate::model::scenario::Scenario;
use crate::rules::{supply, tax};
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
        forecast(sc, knowledge, &mut paper);
    }
    document("treasury", title, paper)
}

fn last_week(paper: &mut Paper, accounts: &EventRecord) {
    let sum = |field: &str| accounts.data[field].as_i64().unwrap_or_default();
    let lines = [
        ("Taxes", sum("taxes")),
        ("Loot, pillage and raids", sum("takings")),
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

/// A stretch of weeks within one quarter.
struct Stretch {
    quarter: Quarter,
    weeks: u32,
    taxes: i64,
    pay: i64,
    left: i64,
}

/// ST-3.2, ST-R27, ST-R28: taxes less pay until the next winter is over, if nothing else happens: nothing bought, no city lost,
/// fair weather. Units that are being built are paid from the week in which they are ready.
fn forecast(sc: &Scenario, knowledge: &Knowledge, paper: &mut Paper) {
    let power = own(knowledge);
    let mut st = knowledge.state.clone();
    let own_commands = || knowledge.state.commands.values().filter(|it| it.power == power);
    let upkeep: i64 = own_commands().map(|it| i64::from(supply::upkeep(sc, it).0)).sum();
    let fleets: i64 = own_commands()
        .filter(|it| it.kind == CommandKind::Fleet && it.units.sqds() > 0)
        .map(|it| {
            let in_port = supply::in_friendly_port(sc, &knowledge.state, it);
            i64::from(supply::fleet_supply(&sc.rulings, it.units.sqds(), in_port, Weather::Fine).0)
        })
        .sum();
    let mut left = i64::from(st.country(knowledge.country).treasury.0);
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut dry: Option<Turn> = None;
    let mut turn = st.turn;
    let mut wintered = false;
    while turn.0 <= sc.turn_limit && (!wintered || sc.quarter(turn).is_winter()) {
        let quarter = sc.quarter(turn);
        wintered |= quarter.is_winter();
        st.turn = turn;
        let recruits: i64 = st
            .building
            .iter()
            .filter(|each| each.ready <= turn)
            .map(|each| i64::from(each.count) * i64::from(sc.units.of(each.kind).upkeep))
            .sum();
        let (taxes, pay) = (i64::from(tax::revenue(sc, &st, knowledge.country).0), upkeep + fleets + recruits);
        left += taxes - pay;
        if left < 0 && dry.is_none() {
            dry = Some(turn);
        }
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
    paper.heading(3, "If nothing else is spent or won");
    let mut table = Table::new("Forecast", &["Quarter", "Weeks", "Taxes", "Pay and fleets", "Left at its end"]);
    for each in &stretches {
        let numbers = [i64::from(each.weeks), each.taxes, each.pay, each.left].map(|number| number.to_string());
        let [weeks, taxes, pay, left] = numbers;
        table.row([capital(each.quarter.name()), weeks, taxes, pay, left]);
    }
    paper.table(&table);
    match dry {
        Some(week) => paper.paragraph(&format!(
            "The money runs out in {}, {} from now. Units that are not paid may leave. {}",
            sc.date(week),
            count(week.since(knowledge.state.turn), "week", "weeks"),
            rule("ST-R28")
        )),
        None => paper.paragraph("The money lasts. What is left over at the end of winter may be spent."),
    }
    let halved = stretches.iter().any(|each| each.quarter.is_winter());
    if halved {
        paper.paragraph(&format!("In winter taxes are halved. {}", rule("ST-3.3")));
    }
}
