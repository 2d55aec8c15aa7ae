//! The own powers: treasury, armies, fleets, what may be raised, and who is seen nearby.

use kernel::Document;
use kernel::paper::Table;

use super::{Paper, date, document};
use crate::knowledge::Knowledge;
use crate::knowledge::view::{ArmyView, FleetView, OwnFleetView, View};
use crate::model::ids::{FLEET, KINDS, UnitKind};
use crate::model::scenario::{RecruitWay, Scenario};
use crate::model::state::{ArmyStatus, FleetStatus};
use crate::rules::recruit;
use crate::text::events::words::{Words, count, list};

pub fn forces(sc: &Scenario, known: &Knowledge, view: &View) -> Document {
    let words = Words { sc };
    let title = format!("Your forces, {}", date(view));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    powers(words, view, &mut paper);
    armies(words, view, &mut paper);
    fleets(words, view, &mut paper);
    yards(view, &mut paper);
    raising(words, known, view, &mut paper);
    prices(words, view, &mut paper);
    others(words, view, &mut paper);
    document("forces", title, paper)
}

fn powers(words: Words, view: &View, paper: &mut Paper) {
    let heads = ["Power", "Code", "Morale", "Talents", "Income", "Replacement points", "Recruits by"];
    let mut table = Table::new("Powers whose affairs you know", &heads);
    for power in &view.all_powers {
        let Some(own) = &power.own else { continue };
        table.row([
            words.power(&power.power),
            power.power.to_string(),
            power.morale.to_string(),
            own.treasury.to_string(),
            own.income.to_string(),
            own.replacements.to_string(),
            match words.sc.power(power.power.id).way {
                RecruitWay::A => "talents",
                RecruitWay::B => "talents and points",
                RecruitWay::C => "points, for losses",
            }
            .to_owned(),
        ]);
    }
    paper.table(&table);
}

fn armies(words: Words, view: &View, paper: &mut Paper) {
    paper.heading(3, "Armies");
    let heads = ["Army", "Place", "", "Units", "Leaders", "Land", "Sea", "Load", "MP"];
    let mut table = Table::new("Strength by land and sea, load aboard, movement points left", &heads);
    let own: Vec<&ArmyView> = view.armies.iter().filter(|army| army.own.is_some()).collect();
    for army in &own {
        let units = words.units(&army.units);
        table.row([
            army.army.to_string(),
            words.place(army.hex),
            match army.status {
                ArmyStatus::Field => "field",
                ArmyStatus::Garrison => "in the city",
                ArmyStatus::Besieging => "besieging",
            }
            .to_owned(),
            if units.is_empty() { "-".to_owned() } else { units.join(", ") },
            leaders(words, &army.leaders),
            army.land.clone(),
            army.sea.clone(),
            army.stacking.to_string(),
            army.own.as_ref().map_or(0, |own| own.moves_left).to_string(),
        ]);
    }
    if own.is_empty() { paper.paragraph("None.") } else { paper.table(&table) }
}

/// Short names with the qualities by land and sea: *Agrippa 1/2*.
fn leaders(words: Words, captains: &[crate::model::ids::LeaderName]) -> String {
    let words = captains.iter().map(|captain| {
        let leader = words.sc.leader(captain.id);
        format!("{} {}/{}", leader.short, leader.land, leader.naval)
    });
    let all: Vec<String> = words.collect();
    if all.is_empty() { "-".to_owned() } else { all.join(", ") }
}

fn fleets(words: Words, view: &View, paper: &mut Paper) {
    paper.heading(3, "Fleets");
    let heads = ["Fleet", "Place", "", "Ships", "Aboard", "Leaders", "Strength", "Room", "MP", "Out"];
    let mut table =
        Table::new("Strength with the units aboard, room left, movement points left, months out of port", &heads);
    let own: Vec<&FleetView> = view.fleets.iter().filter(|fleet| fleet.own.is_some()).collect();
    for fleet in &own {
        let aboard = words.units(&fleet.cargo);
        let known = fleet.own.as_ref();
        table.row([
            fleet.fleet.to_string(),
            words.place(fleet.hex),
            match fleet.status {
                FleetStatus::AtSea => "at sea",
                FleetStatus::Anchored => "in port",
                FleetStatus::Besieging => "blockading",
            }
            .to_owned(),
            fleet.ships.iter().map(|ships| u32::from(ships.count)).sum::<u32>().to_string(),
            if aboard.is_empty() { "-".to_owned() } else { aboard.join(", ") },
            leaders(words, &fleet.leaders),
            fleet.strength.clone(),
            known.map_or(0, |own| own.room).to_string(),
            known.map_or_else(|| "0".to_owned(), sailing),
            known.map_or(0, |own| own.months_out).to_string(),
        ]);
    }
    if own.is_empty() { paper.paragraph("None.") } else { paper.table(&table) }
}

/// Points left; of a fleet that was intercepted, those that it may still land with.
fn sailing(own: &OwnFleetView) -> String {
    if own.stopped && own.landing_left > 0 {
        format!("0 ({} to land)", own.landing_left)
    } else {
        own.moves_left.to_string()
    }
}

fn yards(view: &View, paper: &mut Paper) {
    let yards = view.yards.iter().map(|yard| {
        format!("{} at {}, ready in {}", count(yard.ships, "fleet unit", "fleet units"), yard.city, yard.ready)
    });
    let yards: Vec<String> = yards.collect();
    if !yards.is_empty() {
        paper.paragraph(&format!("In the yards: {}.", list(&yards)));
    }
}

/// A kind of unit by its index, the fleet unit last.
fn kind_name(words: Words, kind: usize) -> String {
    if kind == FLEET { "Fleet unit".to_owned() } else { words.unit(UnitKind::ALL[kind]) }
}

fn raising(words: Words, known: &Knowledge, view: &View, paper: &mut Paper) {
    let mut table = Table::new("What may still be raised this year", &["Province", "Power", "Tax", "Units", "Remarks"]);
    let mut any = false;
    for province in &view.provinces {
        let controller = province.controller.as_ref().map(|power| power.id);
        let Some(power) = controller.filter(|&power| view.powers.iter().any(|own| own.id == power)) else {
            continue;
        };
        let left = (0..=KINDS).filter_map(|kind| {
            let left = recruit::available(words.sc, &known.st, power, province.province.id, kind);
            (left > 0).then(|| format!("{left} {}", kind_name(words, kind)))
        });
        let left: Vec<String> = left.collect();
        let remarks = province.plundered_until.as_ref().map(|until| format!("plundered until {until}"));
        any = true;
        table.row([
            province.province.to_string(),
            words.sc.power(power).code.to_string(),
            words.sc.province(province.province.id).tax.to_string(),
            if left.is_empty() { "-".to_owned() } else { left.join(", ") },
            remarks.unwrap_or_default(),
        ]);
    }
    if any {
        paper.heading(3, "Provinces and recruits");
        paper.table(&table);
    }
}

/// What units cost, where talents are paid at all.
fn prices(words: Words, view: &View, paper: &mut Paper) {
    let mut table = Table::new("Price of one unit", &["Unit", "Power", "Talents", "Points"]);
    let mut any = false;
    for power in view.all_powers.iter().filter(|power| power.own.is_some() && power.kind.is_major()) {
        for kind in 0..=KINDS {
            let price = recruit::price(words.sc, power.power.id, kind, 1);
            any = true;
            table.row([
                kind_name(words, kind),
                power.power.to_string(),
                price.talents.to_string(),
                price.points.to_string(),
            ]);
        }
    }
    if any {
        paper.heading(3, "Prices");
        paper.table(&table);
    }
}

fn others(words: Words, view: &View, paper: &mut Paper) {
    let mut seen: Vec<(String, bool, Vec<String>)> = Vec::new();
    let known_armies = view.armies.iter().filter(|army| army.own.is_none());
    let known_armies = known_armies.map(|army| {
        (words.power(&army.power), false, format!("{} ({}, strength {})", words.place(army.hex), army.army, army.land))
    });
    let known_fleets = view.fleets.iter().filter(|fleet| fleet.own.is_none());
    let known_fleets = known_fleets.map(|fleet| {
        let place = words.place(fleet.hex);
        (words.power(&fleet.power), true, format!("{place} ({}, strength {})", fleet.fleet, fleet.strength))
    });
    let unknown = view.unknown.iter().map(|seen| (words.power(&seen.power), seen.at_sea, words.place(seen.hex)));
    for (power, at_sea, place) in known_armies.chain(known_fleets).chain(unknown) {
        match seen.iter_mut().find(|(known, sea, _)| (known, *sea) == (&power, at_sea)) {
            Some((_, _, places)) => places.push(place),
            None => seen.push((power, at_sea, vec![place])),
        }
    }
    if seen.is_empty() {
        return;
    }
    paper.heading(3, "Others");
    let lines: Vec<String> = seen
        .into_iter()
        .map(|(power, at_sea, places)| {
            let arm = if at_sea { "fleets" } else { "troops" };
            format!("{power}, {arm} seen: {}.", places.join(", "))
        })
        .collect();
    paper.list(&lines);
}
