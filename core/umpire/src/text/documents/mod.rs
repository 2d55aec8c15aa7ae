//! The papers of a turn: situation report, intelligence report, newsheet. Made of what the seat knows and of the events it
//! learnt of; nothing else is known here.

mod next;
mod victory;

use kernel::paper::{Paper, Table};
use kernel::{Document, EventRecord};

use crate::knowledge::Knowledge;
use crate::knowledge::view::{ForceView, SightingView, View};
use crate::model::combat_orders::Arm;
use crate::model::ids::{Party, Units};
use crate::model::scenario::{CityStatus, Scenario};
use crate::text::events::who;

/// All papers.
pub fn documents(sc: &Scenario, known: &Knowledge, entries: &[EventRecord]) -> Vec<Document> {
    let view = &known.view(sc);
    vec![
        sitrep(sc, view),
        victory::victory(sc, view),
        intelligence(sc, view),
        newsheet(sc, view, entries),
        next::next(sc, known, view),
    ]
}

pub(super) fn document(kind: &str, title: String, paper: Paper) -> Document {
    let (text, html) = paper.finish(kind);
    Document { kind: kind.to_owned(), title, text, html }
}

fn parties(sc: &Scenario, parties: &[Party]) -> String {
    let names: Vec<String> = parties.iter().map(|party| who(sc, party)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// What this turn carries, in words.
pub(super) fn carries(view: &View) -> String {
    let of = &view.carries;
    let activities = [
        (of.taxation, "taxes and pay"),
        (of.investment, "investment"),
        (of.demobilisation, "demobilisation"),
        (of.land_recruit, "land recruitment"),
        (of.sea_recruit, "shipbuilding"),
        (of.last_campaign, "end of the campaigning year"),
    ];
    let words: Vec<&str> = activities.iter().filter(|(on, _)| *on).map(|(_, words)| *words).collect();
    if words.is_empty() { "movement and conflict only".to_owned() } else { words.join(", ") }
}

fn sitrep(sc: &Scenario, view: &View) -> Document {
    let name = who(sc, &view.nation);
    let title = format!("Situation report for {name}, {}", view.date);
    let mut paper = Paper::default();
    paper.heading(2, &title);
    let rank = view.nations.iter().find(|line| line.nation.id == view.nation.id).map_or(0, |line| line.rank);
    paper.facts(&[
        ("Treasury", format!("{} RP", view.treasury)),
        ("Tax rate", format!("{} %", view.tax_rate)),
        ("A full collection brings about", format!("{} RP", view.expected_tax)),
        ("Pay of a taxation turn", format!("{} RP", view.upkeep)),
        ("Morale", view.morale.clone()),
        ("Score", format!("{} % of the start", view.score)),
        ("Objectives", view.victory.objectives.to_string()),
        ("Total", view.victory.total.to_string()),
        ("Rank", rank.to_string()),
        ("Capital", view.capital.to_string()),
        ("Enemies", parties(sc, &view.enemies)),
        ("This turn carries", carries(view)),
    ]);
    if view.eliminated {
        paper.paragraph("Your nation is out of the game.");
    }
    provinces(sc, view, &mut paper);
    forces(sc, view, &mut paper);
    generals(view, &mut paper);
    legend(sc, &mut paper);
    document("sitrep", title, paper)
}

fn provinces(sc: &Scenario, view: &View, paper: &mut Paper) {
    paper.heading(3, "Provinces");
    let heads = ["Province", "TER", "CTY", "RP", "LOY", "Basic", "Militia", "Could raise", "Remarks"];
    let mut table = Table::new("Own provinces; revenue in brackets is not being collected", &heads);
    for seen in &view.provinces {
        let Some(own) = &seen.own else { continue };
        let mut remarks = Vec::new();
        if seen.province.id == view.capital.id {
            remarks.push("capital".to_owned());
        }
        if own.pending > crate::model::ids::Rp::ZERO {
            remarks.push(format!("+{} RP at the next taxes", own.pending));
        }
        if let Some(siege) = &seen.siege {
            remarks.push(format!("besieged, turn {}", siege.turns));
        }
        if seen.own_spies {
            remarks.push("own spies".to_owned());
        }
        table.row([
            seen.province.to_string(),
            sc.terrains[sc.province(seen.province.id).terrain].to_string(),
            letter(seen.cty).to_owned(),
            bracketed(own.revenue, own.bracketed),
            own.loyalty.to_string(),
            own.original_revenue.to_string(),
            own.militia.to_string(),
            short(&own.available),
            remarks.join(", "),
        ]);
    }
    paper.table(&table);
    let abroad = view.provinces.iter().filter(|seen| seen.own_spies && seen.own.is_none());
    let abroad: Vec<String> = abroad.map(|seen| seen.province.to_string()).collect();
    if !abroad.is_empty() {
        paper.paragraph(&format!("Own spies abroad: {}.", abroad.join(", ")));
    }
}

/// What the abbreviations of the papers stand for.
fn legend(sc: &Scenario, paper: &mut Paper) {
    paper.heading(3, "Abbreviations");
    let types = sc.types.iter().map(|kind| format!("{} {}", kind.id, kind.plural));
    let spies = std::iter::once(format!("{} spy network", sc.spy));
    let nations = sc.nations.iter().map(|nation| format!("{} {}", nation.id, nation.name));
    paper.list(&[
        format!("Units: {}.", types.chain(spies).collect::<Vec<_>>().join(", ")),
        "Provinces: TER terrain; CTY city, Y standing, N none (a tribal area), D destroyed; RP revenue points, in brackets \
         when nothing is collected; LOY loyalty, 1 captured, 2 loyal, 3 home; Basic the revenue it began with; Could raise \
         what it has recruits for. The first three letters of a province's name stand for it, too."
            .to_owned(),
        "Combat orders: risk 1 to 3, then what is done when no battle is wanted: D defend the city, M manoeuvre, R retreat."
            .to_owned(),
        "Generals: Rep reputation, Loy loyalty, Act activity, Pop popularity, Hea health, each 0 to 7; Sen seniority, 0 to \
         15, the highest is commander-in-chief."
            .to_owned(),
        format!("Nations: {}, {} Independents.", nations.collect::<Vec<_>>().join(", "), sc.independents),
    ]);
}

fn bracketed(revenue: crate::model::ids::Rp, bracketed: bool) -> String {
    if bracketed { format!("({revenue})") } else { revenue.to_string() }
}

fn letter(cty: CityStatus) -> &'static str {
    match cty {
        CityStatus::Standing => "Y",
        CityStatus::TribalArea => "N",
        CityStatus::Destroyed => "D",
    }
}

fn short(units: &Units) -> String {
    if units.is_empty() { "-".to_owned() } else { units.to_string() }
}

fn forces(sc: &Scenario, view: &View, paper: &mut Paper) {
    paper.heading(3, "Forces");
    if view.forces.is_empty() {
        paper.paragraph("None.");
        return;
    }
    let mut table = Table::new("Own forces", &["Province", "Troops", "Fleet", "Army", "Generals", "Remarks"]);
    for force in &view.forces {
        let here = view.generals.iter().filter(|general| general.province.id == force.province.id);
        let names: Vec<String> = here.map(|general| general.general.to_string()).collect();
        let is_fleet = |troop: &crate::model::ids::Troop| sc.unit(troop.id).is_fleet();
        let fleets = force.units.0.iter().any(|(troop, _)| is_fleet(troop));
        let armies = force.units.0.iter().any(|(troop, _)| !is_fleet(troop));
        table.row([
            force.province.to_string(),
            force.units.to_string(),
            if fleets { force.fleet_orders.to_string() } else { "-".to_owned() },
            if armies { force.army_orders.to_string() } else { "-".to_owned() },
            names.join(", "),
            remarks(view, force),
        ]);
    }
    paper.table(&table);
}

fn remarks(view: &View, force: &ForceView) -> String {
    let mut remarks = Vec::new();
    if force.besieged {
        remarks.push("besieged");
    }
    if force.blockaded {
        remarks.push("port closed");
    }
    let siege = view.provinces.iter().find(|seen| seen.province.id == force.province.id);
    let siege = siege.and_then(|seen| seen.siege.as_ref());
    if siege.is_some_and(|siege| siege.besiegers.iter().any(|party| party.id == view.nation.id)) {
        remarks.push("besieging");
    }
    if siege.is_some_and(|siege| siege.stores_lost && force.besieged) {
        remarks.push("stores lost");
    }
    remarks.join(", ")
}

fn generals(view: &View, paper: &mut Paper) {
    paper.heading(3, "Generals");
    let heads = ["General", "Nationality", "Province", "Arm", "Rep", "Loy", "Act", "Pop", "Hea", "Age", "Sen"];
    let mut table = Table::new("Own generals with their reported ratings", &heads);
    for general in &view.generals {
        let chief = if general.commander_in_chief { " (C in C)" } else { "" };
        table.row([
            format!("{}{chief}", general.general),
            general.nationality.clone(),
            general.province.to_string(),
            if general.arm == Arm::Sea { "sea" } else { "land" }.to_owned(),
            general.reputation.to_string(),
            general.loyalty.to_string(),
            general.activity.to_string(),
            general.popularity.to_string(),
            general.health.to_string(),
            general.age.to_string(),
            general.seniority.to_string(),
        ]);
    }
    paper.table(&table);
}

fn intelligence(sc: &Scenario, view: &View) -> Document {
    let title = format!("Intelligence report for {}, {}", who(sc, &view.nation), view.date);
    let mut paper = Paper::default();
    paper.heading(2, &title);
    let newest = view.turn.saturating_sub(u32::from(!view.over));
    let (fresh, old): (Vec<_>, Vec<_>) = view.sightings.iter().partition(|sighting| sighting.turn >= newest);
    let (reports, rumours): (Vec<_>, Vec<_>) = fresh.into_iter().partition(|sighting| sighting.grade > 0);
    paper.heading(3, "Reports");
    paper.paragraph(
        "A province of one's own, present or former, one's troops there and one's spies there each send a report; no \
         report from such a province means that no foreign troops are in it.",
    );
    sightings(sc, view, &mut paper, "Foreign forces as reported", &reports);
    paper.heading(3, "Civilian rumours");
    sightings(sc, view, &mut paper, "Foreign forces by hearsay", &rumours);
    if !old.is_empty() {
        paper.heading(3, "Older reports, nothing newer being known");
        sightings(sc, view, &mut paper, "Foreign forces as reported earlier", &old);
    }
    document("intelligence", title, paper)
}

fn sightings(sc: &Scenario, view: &View, paper: &mut Paper, caption: &'static str, list: &[&SightingView]) {
    if list.is_empty() {
        paper.paragraph("None.");
        return;
    }
    let heads = ["Province", "Whose", "Troops", "Accuracy", "RP", "LOY", "Generals"];
    let mut table = Table::new(caption, &heads);
    for sighting in list {
        let enemy = view.enemies.iter().any(|party| party.id == sighting.faction.id);
        let mark = if enemy || sighting.faction.id == sc.ind() { "!" } else { "" };
        let troops = match &sighting.rumour {
            Some(rumour) => {
                let arms = [(rumour.fleets, "squadron"), (rumour.armies, "army unit")];
                let many = |count: u16| if count == 1 { "" } else { "s" };
                let told = arms.iter().filter(|(count, _)| *count > 0);
                let words = told.map(|(count, word)| format!("{count} {word}{}", many(*count)));
                words.collect::<Vec<_>>().join(", ")
            }
            None => sighting.units.to_string(),
        };
        let names: Vec<String> = sighting.generals.iter().map(ToString::to_string).collect();
        table.row([
            sighting.province.to_string(),
            format!("{}{mark}", sighting.faction),
            troops,
            accuracy(sc, view, sighting),
            sighting.owned.as_ref().map_or("-".to_owned(), |owned| bracketed(owned.revenue, owned.bracketed)),
            sighting.owned.as_ref().map_or("-".to_owned(), |owned| owned.loyalty.to_string()),
            names.join(", "),
        ]);
    }
    paper.table(&table);
}

/// *exact*, *within 25 %*, *rumour*; and the age of an old report.
fn accuracy(sc: &Scenario, view: &View, sighting: &SightingView) -> String {
    let grade = match sighting.grade {
        0 => "rumour".to_owned(),
        grade => match sc.constants.R98.error_pct_by_grade[usize::from(grade.min(3)) - 1] {
            0 => "exact".to_owned(),
            error => format!("within {error} %"),
        },
    };
    let newest = view.turn.saturating_sub(u32::from(!view.over));
    match newest.saturating_sub(sighting.turn) {
        0 => grade,
        1 => format!("{grade}, a turn old"),
        age => format!("{grade}, {age} turns old"),
    }
}

/// The sections of a newsheet: phases that belong together.
const SECTIONS: [(&str, &[&str]); 7] = [
    ("Courts and treasuries", &["P1", "P2", "P3", "P4"]),
    ("Marches and sailings", &["P5"]),
    ("Recruits and deserters", &["P6", "P7"]),
    ("Revolt and sickness", &["P8", "P9", "P10"]),
    ("War", &["P11", "P12", "P13"]),
    ("Taxes and pay", &["P14", "P15"]),
    ("Winter", &["P16", "P17", "P18", "P19"]),
];

fn newsheet(sc: &Scenario, view: &View, entries: &[EventRecord]) -> Document {
    let turn = if view.over { view.turn } else { view.turn.saturating_sub(1) };
    let date = if turn == 0 { view.date.clone() } else { sc.calendar.label(turn) };
    let title = format!("Newsheet, {date}");
    let mut paper = Paper::default();
    paper.heading(2, &title);
    // The ranking stands at the end.
    let (failed, news): (Vec<_>, Vec<_>) = entries
        .iter()
        .filter(|entry| entry.kind != "ranks_published")
        .partition(|entry| entry.kind == "order_failed" || entry.kind == "order_reduced");
    let say = |entries: &[&EventRecord]| entries.iter().map(|entry| entry.text.clone()).collect::<Vec<_>>();
    if !failed.is_empty() {
        paper.heading(3, "Orders that came to nothing");
        paper.list(&say(&failed));
    }
    let mut told = failed.len();
    for (heading, phases) in SECTIONS {
        let here: Vec<&EventRecord> =
            news.iter().copied().filter(|entry| phases.contains(&entry.phase.as_str())).collect();
        if !here.is_empty() {
            paper.heading(3, heading);
            paper.list(&say(&here));
            told += here.len();
        }
    }
    let rest: Vec<&EventRecord> = news
        .iter()
        .copied()
        .filter(|entry| !SECTIONS.iter().any(|(_, phases)| phases.contains(&entry.phase.as_str())))
        .collect();
    if !rest.is_empty() {
        paper.heading(3, "From all quarters");
        paper.list(&say(&rest));
        told += rest.len();
    }
    if told == 0 {
        paper.paragraph("Nothing has come to your ears.");
    }
    paper.heading(3, "The ranking");
    let mut table = Table::new("All nations, best first", &["Rank", "Nation", "Declared enemies"]);
    let mut lines: Vec<_> = view.nations.iter().collect();
    lines.sort_by_key(|line| (line.rank, line.nation.id));
    for line in lines {
        let gone = if line.eliminated { " (out of the game)" } else { "" };
        table.row([line.rank.to_string(), format!("{}{gone}", who(sc, &line.nation)), parties(sc, &line.declared)]);
    }
    paper.table(&table);
    document("newsheet", title, paper)
}

#[cfg(test)]
mod tests {
    use kernel::GameSeed;

    use super::*;
    use crate::model::{ids::NationId, scenario::shipped, state::State};

    #[test]
    fn every_paper_of_every_seat_keeps_to_a_hundred_columns() {
        for sc in shipped::shipped() {
            let st = State::start(sc, &GameSeed::from_number(1));
            for nation in sc.nation_ids() {
                for paper in documents(sc, &Knowledge::of(sc, &st, nation), &[]) {
                    let wide = paper.text.lines().find(|line| line.chars().count() > 100);
                    assert_eq!(wide, None, "{}", paper.title);
                    assert_eq!(paper.html.matches("<tr>").count(), paper.html.matches("</tr>").count());
                }
            }
        }
    }

    #[test]
    fn the_report_says_what_its_abbreviations_stand_for() {
        for sc in shipped::shipped() {
            let st = State::start(sc, &GameSeed::from_number(1));
            let paper = sitrep(sc, &Knowledge::of(sc, &st, NationId(0)).view(sc));
            for kind in &sc.types {
                assert!(paper.html.contains(&format!("{} {}", kind.id, kind.plural)), "{}", paper.html);
            }
            assert!(
                ["TER terrain", "CTY city", "LOY loyalty", "SPY spy network"]
                    .iter()
                    .all(|key| paper.text.contains(key))
            );
        }
    }

    #[test]
    fn uncollected_revenue_stands_in_brackets() {
        let sc = &shipped::shipped()[0];
        let mut st = State::start(sc, &GameSeed::from_number(1));
        let chioggia = sc.province_ids().find(|&id| sc.first_place(id).name.as_str() == "Chioggia").unwrap();
        let foot = sc.militia_type;
        st.stacks.add(chioggia, NationId(0), foot, 9);
        let paper = sitrep(sc, &Knowledge::of(sc, &st, NationId(1)).view(sc));
        let line = paper.text.lines().find(|line| line.starts_with("Chioggia")).unwrap();
        assert!(line.contains("(3)"), "{line}");
    }
}
