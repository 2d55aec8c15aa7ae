//! Own forces, and foreign ones as reported.

use std::fmt::Write;

use kernel::paper::escape;

use super::places::LabelBox;
use super::{Drawing, OLD};
use crate::model::ids::{NationId, ProvinceId, Units};
use crate::text::events::who;

/// Troops to be shown beside a city.
struct Counter {
    place: ProvinceId,
    faction: NationId,
    fleets: u32,
    armies: u32,
    accuracy: Accuracy,
    age: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Accuracy {
    Own,
    Exact,
    About,
    Rumour,
}

impl Drawing<'_> {
    fn troops(&self) -> Vec<Counter> {
        let newest = self.view.turn.saturating_sub(u32::from(!self.view.over));
        let split = |units: &Units| {
            units.0.iter().fold((0, 0), |(fleets, armies), (troop, count)| match self.sc.unit(troop.id).is_fleet() {
                true => (fleets + u32::from(*count), armies),
                false => (fleets, armies + u32::from(*count)),
            })
        };
        let own = self.view.viewer.into_iter().flat_map(|faction| {
            self.view.forces.iter().map(move |force| {
                let (fleets, armies) = split(&force.units);
                Counter { place: force.province.id, faction, fleets, armies, accuracy: Accuracy::Own, age: 0 }
            })
        });
        let foreign = self.view.sightings.iter().map(|sighting| {
            let (fleets, armies) = match &sighting.rumour {
                Some(rumour) => (u32::from(rumour.fleets), u32::from(rumour.armies)),
                None => split(&sighting.units),
            };
            let accuracy = match sighting.grade {
                0 => Accuracy::Rumour,
                grade if self.sc.constants.R98.error_pct_by_grade[usize::from(grade.min(3)) - 1] == 0 => {
                    Accuracy::Exact
                }
                _ => Accuracy::About,
            };
            let (place, faction) = (sighting.province.id, sighting.faction.id);
            Counter { place, faction, fleets, armies, accuracy, age: newest.saturating_sub(sighting.turn) }
        });
        let mut all: Vec<Counter> = own.chain(foreign).collect();
        // The greatest first: they find the best places.
        all.sort_by_key(|counter| {
            (counter.accuracy != Accuracy::Own, std::cmp::Reverse(counter.fleets + counter.armies), counter.place)
        });
        all
    }

    pub fn counters(&mut self) {
        for counter in self.troops() {
            let site = self.sites[counter.place.index()];
            if !self.map.shows(site, 0.0) {
                continue;
            }
            let name = self.view.provinces[counter.place.index()].province.name.to_string();
            let party = self.sc.party(counter.faction);
            for (count, sea) in [(counter.armies, false), (counter.fleets, true)] {
                if count == 0 {
                    continue;
                }
                let text = match counter.accuracy {
                    Accuracy::Own | Accuracy::Exact => count.to_string(),
                    Accuracy::About => format!("~{count}"),
                    Accuracy::Rumour => format!("{count}?"),
                };
                let width = if sea { 13.0 } else { 9.0 } + 6.3 * text.len() as f64;
                let gap = if self.is_capital(counter.place.index()) { 9.5 } else { 6.0 };
                let (frame, _) = self.taken.place(&self.map, site, width, 13.0, gap);
                self.taken.add(frame);
                let arm = match (sea, count) {
                    (true, 1) => "squadron",
                    (true, _) => "squadrons",
                    (false, 1) => "army unit",
                    (false, _) => "army units",
                };
                let label = format!("{name}: {} {text} {arm}", who(self.sc, &party));
                let colour = escape(self.colour(counter.faction)).clone();
                let _ = writeln!(
                    self.svg,
                    "<g data-place=\"{}\"{}><title>{}</title>{}<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{}\">{text}</text></g>",
                    escape(&name),
                    if counter.age > 0 { format!(" opacity=\"{OLD}\"") } else { String::new() },
                    escape(&label),
                    shape(&frame, &colour, counter.accuracy, sea),
                    frame.x + frame.width / 2.0,
                    frame.y + 10.1,
                    ink(&colour),
                );
            }
        }
    }
}

/// The shape of a counter: a block for an army, a hull for a fleet. Its edge tells how sure the number is.
pub fn shape(frame: &LabelBox, colour: &str, accuracy: Accuracy, sea: bool) -> String {
    let (stroke, width, dashes) = match accuracy {
        Accuracy::Own => ("#000000", 1.9, ""),
        Accuracy::Exact => ("#fffdf5", 1.2, ""),
        Accuracy::About => ("#221d14", 1.1, " stroke-dasharray=\"3 2\""),
        Accuracy::Rumour => ("#221d14", 1.1, " stroke-dasharray=\"1 2\""),
    };
    let opacity = if accuracy == Accuracy::Rumour { " fill-opacity=\"0.7\"" } else { "" };
    let style = format!("fill=\"{colour}\"{opacity} stroke=\"{stroke}\" stroke-width=\"{width}\"{dashes}");
    let LabelBox { x, y, width, height } = *frame;
    if sea {
        let (end, foot) = (x + width, y + height);
        format!("<path d=\"M{x:.1} {y:.1}H{end:.1}L{:.1} {foot:.1}H{:.1}Z\" {style}/>", end - 4.0, x + 4.0)
    } else {
        format!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"1.5\" {style}/>")
    }
}

/// Black or white, whichever is read more easily on a colour.
pub fn ink(colour: &str) -> &'static str {
    let part = |at: usize| {
        let digits = colour.get(1 + 2 * at..3 + 2 * at).unwrap_or("80");
        f64::from(u8::from_str_radix(digits, 16).unwrap_or(128))
    };
    if 0.299 * part(0) + 0.587 * part(1) + 0.114 * part(2) > 122.0 { "#000000" } else { "#ffffff" }
}
