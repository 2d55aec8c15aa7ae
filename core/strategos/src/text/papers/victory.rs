//! What wins, how the country stands to it point by point, and what is known of the others (ST-R60).

use kernel::Document;
use kernel::paper::Table;

use super::{begin, document, own, rule};
use crate::knowledge::Knowledge;
use crate::model::ids::{CountryId, Power};
use crate::model::measures::Turn;
use crate::model::scenario::Scenario;
use crate::rules::city::base_tax;
use crate::rules::victory as rules;
use crate::text::words::{count, list};

/// The paper on victory.
pub fn victory(sc: &Scenario, knowledge: &Knowledge) -> Document {
    let (title, mut paper) = begin(sc, knowledge, "Victory");
    let (st, me) = (&knowledge.state, knowledge.country);
    let quarter = (st.turn.0..sc.turn_limit).map(Turn).find(|turn| sc.closes_quarter(*turn));
    let (record, figures) = (sc.country(me), &sc.rulings.victory);
    paper.heading(3, "What wins");
    let mut ways = vec![
        format!("At the end of a quarter: who alone holds {} capitals, in any fashion.", sc.capitals_to_win),
        "At the end of a quarter: whose base tax reaches the target of the country; of several, who exceeds it most."
            .to_owned(),
        "At any time: the last country that is left.".to_owned(),
        format!(
            "After {}: the highest score, which is base tax in per cent of that at the start, {} for each point of country \
             morale, and {} for each foreign capital.",
            sc.date(Turn(sc.turn_limit)),
            figures.per_morale,
            figures.per_capital
        ),
    ];
    if let Some(turn) = quarter {
        ways.push(format!("The quarter ends with {}.", sc.date(turn)));
    }
    paper.list(&ways);
    paper.paragraph(&format!(
        "Base tax is 10 talents a week for each size of a city, without reductions. {}",
        rule("ST-R60")
    ));

    paper.heading(3, "How you stand");
    let capitals = rules::capitals_held(sc, st, me);
    let tax = base_tax(sc, st, me);
    let start = st.country(me).base_tax.max(1);
    let own_capital = st.sites.get(&st.country(me).capital).is_some_and(|site| site.power == own(knowledge));
    let foreign = capitals - usize::from(own_capital);
    let morale = st.country(me).morale;
    let mut table = Table::new("How you stand to victory", &["What", "Now", "Wins", "Score"]);
    let points = |each: i64, number: i64| (each * number).to_string();
    table.row([
        "Capitals, your own included".to_owned(),
        capitals.to_string(),
        sc.capitals_to_win.to_string(),
        points(i64::from(figures.per_capital), foreign as i64),
    ]);
    table.row([
        "Base tax, talents a week".to_owned(),
        tax.to_string(),
        record.tax_target.to_string(),
        (i64::from(tax) * 100 / i64::from(start)).to_string(),
    ]);
    table.row([
        "Country morale".to_owned(),
        morale.to_string(),
        "-".to_owned(),
        points(i64::from(figures.per_morale), i64::from(morale)),
    ]);
    table.row(["Together".to_owned(), "-".to_owned(), "-".to_owned(), rules::score(sc, st, me).to_string()]);
    paper.table(&table);

    paper.heading(3, "The others, as last known");
    let mut table =
        Table::new("The others", &["Country", "Cities", "Sizes", "Tax target", "Foreign capitals", "Its own capital"]);
    for other in sc.country_ids().filter(|other| *other != me) {
        table.row(known(sc, knowledge, other));
    }
    paper.table(&table);
    paper.paragraph("Cities and sizes are those that were reported; a size is 10 talents of base tax a week.");
    document("victory", title, paper)
}

/// What is known of another country.
fn known(sc: &Scenario, knowledge: &Knowledge, other: CountryId) -> [String; 6] {
    let st = &knowledge.state;
    let record = sc.country(other);
    let name = record.name.to_string();
    if st.country(other).out {
        let none = || "-".to_owned();
        return [format!("{name}, out"), none(), none(), none(), none(), none()];
    }
    let power = Power::Country(other);
    let held = || st.sites.values().filter(move |site| site.size > 0 && site.power == power);
    let sizes: u32 = held().map(|site| u32::from(site.size)).sum();
    let capitals = sc.countries.iter().filter(|one| one.capital != record.capital).filter_map(|one| {
        let site = st.sites.get(&one.capital)?;
        (site.power == power).then(|| site.name.to_string())
    });
    let capitals: Vec<String> = capitals.collect();
    let own_capital = match st.sites.get(&record.capital) {
        Some(site) if site.power == power => format!("holds {}", site.name),
        Some(site) => format!("has lost {}", site.name),
        None => "unknown".to_owned(),
    };
    [
        name,
        count(held().count() as i64, "city", "cities"),
        sizes.to_string(),
        record.tax_target.to_string(),
        if capitals.is_empty() { "none".to_owned() } else { list(&capitals) },
        own_capital,
    ]
}
