//! The state of the commands, as a pyramid, and of the cities.

use kernel::Document;
use kernel::paper::{Paper, Table};

use super::leaders::short_place;
use super::{begin, document, own, rule};
use crate::knowledge::Knowledge;
use crate::model::command::{BattleOrder, Command, CommandKind, TaskKind};
use crate::model::ids::CommandId;
use crate::model::scenario::Scenario;
use crate::model::state::{Site, SiteStatus};
use crate::model::units::Units;
use crate::rules::city::capacity;
use crate::rules::communication::Lines;
use crate::rules::march::Ground;
use crate::rules::{city, tax};
use crate::text::words::{count, unit};

/// The state of the commands.
pub fn commands(sc: &Scenario, knowledge: &Knowledge) -> Document {
    let (title, mut paper) = begin(sc, knowledge, "Commands");
    field(sc, knowledge, &mut paper);
    cities(sc, knowledge, &mut paper);
    document("commands", title, paper)
}

/// Commands in the field in the order of the pyramid, with how deep each stands in it.
fn pyramid(knowledge: &Knowledge) -> Vec<(CommandId, usize)> {
    let (st, power) = (&knowledge.state, own(knowledge));
    let is_field = |it: &Command| it.power == power && !it.kind.is_site();
    let above = |it: &Command| it.parent.and_then(|parent| st.commands.get(&parent)).is_some_and(is_field);
    let mut all = Vec::new();
    let mut tops: Vec<(CommandKind, CommandId)> =
        st.commands.iter().filter(|(_, it)| is_field(it) && !above(it)).map(|(id, it)| (it.kind, *id)).collect();
    tops.sort_unstable();
    let mut open: Vec<(CommandId, usize)> = tops.into_iter().rev().map(|(_, id)| (id, 0)).collect();
    while let Some((id, depth)) = open.pop() {
        all.push((id, depth));
        let under: Vec<CommandId> = st.children(id).filter(|(_, it)| is_field(it)).map(|(id, _)| id).collect();
        open.extend(under.into_iter().rev().map(|id| (id, depth + 1)));
    }
    all
}

fn field(sc: &Scenario, knowledge: &Knowledge, paper: &mut Paper) {
    let (st, power) = (&knowledge.state, own(knowledge));
    let ground = Ground::new(sc, st);
    let lines = Lines::new(&ground, st, power);
    let limit = sc.rulings.communication.line.max(0) as u32;
    let mut table =
        Table::new("Commands", &["Command", "Leader", "Where", "Units", "Food", "Line", "Orders and notes"]);
    for (id, depth) in pyramid(knowledge) {
        let it = st.command(id);
        let needs_line = matches!(it.kind, CommandKind::Army | CommandKind::Division | CommandKind::TaskForce)
            && it.carried_by.is_none()
            && !sc.board.is_sea(it.hex);
        let line = needs_line.then(|| lines.length(it.hex, limit));
        table.row([
            format!("{}{}", "> ".repeat(depth), it.name),
            it.leader
                .and_then(|leader| st.leaders.get(&leader))
                .map_or_else(|| "none".into(), |him| him.name.to_string()),
            short_place(sc, st, it.hex),
            strength(sc, it),
            food(it),
            line.map_or_else(|| "-".into(), |line| line.map_or_else(|| "cut".into(), |length| length.to_string())),
            notes(knowledge, it, line == Some(None)),
        ]);
    }
    paper.table(&table);
    paper.paragraph(&format!(
        "> stands under the command above it. Units: the number, then the types. Food: weeks of a division's own supply, and points of its supply trains. Line: hexes \
         to the nearest base, as far as is known; beyond {limit} a command is cut off. {}",
        rule("ST-R23")
    ));
}

/// Units by their codes, with the number of regiments or squadrons: *22: 8PH 14HO 1ST*.
fn coded(sc: &Scenario, units: &Units) -> String {
    let codes: Vec<String> = units.iter().map(|(kind, number)| format!("{number}{}", sc.units.of(kind).code)).collect();
    if codes.is_empty() { "-".to_owned() } else { format!("{}: {}", units.fighting(), codes.join(" ")) }
}

fn strength(sc: &Scenario, it: &Command) -> String {
    if it.aboard.is_empty() {
        coded(sc, &it.units)
    } else {
        format!("{}; aboard {}", coded(sc, &it.units), coded(sc, &it.aboard))
    }
}

fn food(it: &Command) -> String {
    if it.kind != CommandKind::Division {
        return "-".to_owned();
    }
    let trains: u32 = it.train_points.iter().map(|points| u32::from(*points)).sum();
    if trains > 0 { format!("{} +{trains}", it.organic_supply) } else { it.organic_supply.to_string() }
}

fn task(kind: TaskKind) -> &'static str {
    match kind {
        TaskKind::Blockade => "blockades",
        TaskKind::Siege => "besieges",
        TaskKind::Raid => "raids",
        TaskKind::Loot => "loots",
        TaskKind::Pillage => "pillages",
        TaskKind::Devastate => "devastates",
        TaskKind::Demolish => "pulls walls down",
    }
}

/// The interaction of who has no order (ST-R11).
const USUAL_REACTION: u8 = 4;

fn posture(it: &Command) -> &'static str {
    match it.battle_order {
        BattleOrder::Attack => "attack",
        BattleOrder::Probe => "probe",
        BattleOrder::Defend => "defend",
        BattleOrder::Withdraw => "withdraw",
        BattleOrder::Garrison => "garrison",
    }
}

fn notes(knowledge: &Knowledge, it: &Command, cut: bool) -> String {
    let st = &knowledge.state;
    let mut notes = vec![posture(it).to_owned()];
    if it.interaction != USUAL_REACTION {
        notes.push(format!("reacts {}", it.interaction));
    }
    if it.routed {
        notes.push("ROUTED".to_owned());
    }
    if it.hungry {
        notes.push("HUNGRY".to_owned());
    }
    if cut || it.out_of_communication {
        notes.push("CUT OFF".to_owned());
    }
    if !it.disorder.is_empty() {
        notes.push(format!("disorder {}", it.disorder.len()));
    }
    if let Some(working) = it.task.filter(|task| !task.done) {
        notes.push(task(working.kind).to_owned());
    }
    if let Some(goal) = it.path.last() {
        notes.push(format!(
            "bound for {}",
            st.site_at(*goal).map_or_else(|| goal.to_string(), |site| st.site(site).name.to_string())
        ));
    }
    if let Some(fleet) = it.carried_by.and_then(|fleet| st.commands.get(&fleet)) {
        notes.push(format!("aboard {}", fleet.name));
    }
    let prisoners: u16 = it.prisoners.iter().map(|each| each.units.regts()).sum();
    if prisoners > 0 {
        notes.push(count(prisoners, "prisoner", "prisoners"));
    }
    notes.join(", ")
}

fn cities(sc: &Scenario, knowledge: &Knowledge, paper: &mut Paper) {
    let (st, power) = (&knowledge.state, own(knowledge));
    let mut table = Table::new(
        "Cities and forts",
        &["City", "Size", "Tax", "Walls", "Stores", "Inside", "Room", "Building", "Notes"],
    );
    let mut any = false;
    for (id, site) in st.sites.iter().filter(|(_, site)| site.power == power) {
        any = true;
        let inside = city::inside(st, *id);
        let walls = if site.dv_current == site.dv {
            site.dv.to_string()
        } else {
            format!("{} of {}", site.dv_current, site.dv)
        };
        let building = st.building.iter().filter(|each| each.site == *id);
        let building: Vec<String> = building
            .map(|each| {
                let weeks = each.ready.since(st.turn);
                format!(
                    "{}{} {}",
                    each.count,
                    sc.units.of(each.kind).code,
                    if weeks == 0 { "now".into() } else { format!("in {weeks}w") }
                )
            })
            .collect();
        table.row([
            site.name.to_string(),
            if site.size == 0 { "fort".to_owned() } else { site.size.to_string() },
            tax::tax(&sc.rulings, &tax::facts(sc, st, *id)).0.to_string(),
            walls,
            site.stores.to_string(),
            coded(sc, &inside),
            capacity(&sc.rulings, site.dv_current).to_string(),
            building.join(", "),
            city_notes(sc, site),
        ]);
    }
    if any {
        paper.heading(3, "Cities and forts");
        paper.table(&table);
        paper.paragraph(&format!(
            "Tax: of this week, before raids. Inside: what defends the walls and keeps the city quiet. Room: how many units that \
             may be. Building: what, and in how many weeks. {}",
            rule("ST-1.6")
        ));
        paper.paragraph(&legend(sc, knowledge));
    }
}

/// The codes of the types of unit that the country has or builds.
fn legend(sc: &Scenario, knowledge: &Knowledge) -> String {
    let (st, power) = (&knowledge.state, own(knowledge));
    let mut all = Units::NONE;
    st.commands.values().filter(|it| it.power == power).for_each(|it| {
        all.join(&it.units);
        all.join(&it.aboard);
    });
    st.building.iter().for_each(|each| all.add(each.kind, each.count));
    let codes: Vec<String> = all.iter().map(|(kind, _)| format!("{} {}", sc.units.of(kind).code, unit(kind))).collect();
    format!("Types: {}.", codes.join(", "))
}

fn city_notes(sc: &Scenario, site: &Site) -> String {
    let mut notes = Vec::new();
    match site.status {
        SiteStatus::Captured if site.base => notes.push("captured, base"),
        SiteStatus::Captured => notes.push("captured"),
        SiteStatus::Allied => notes.push("allied"),
        SiteStatus::Owned | SiteStatus::Independent => {}
    }
    if site.siege.is_some() {
        notes.push("BESIEGED");
    }
    if site.blockade.is_some() {
        notes.push("CUT OFF");
    }
    if site.shipyard {
        notes.push("shipyard");
    } else if sc.board.is_harbour(site.hex) {
        notes.push("port");
    }
    if site.spoils.is_some() {
        notes.push("plundered");
    }
    notes.join(", ")
}
