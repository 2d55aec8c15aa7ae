//! Cities, armies and fleets.

use std::collections::BTreeMap;
use std::fmt::Write;

use kernel::paper::escape;
use kernel::picture::{Point, ink};

use super::world::{HEX, centre};
use super::{Drawing, Frame, INK};
use crate::knowledge::view::CityView;
use crate::model::ids::{HexId, PowerId};
use crate::text::events::words::Words;

/// A counter: the forces of one power and arm in a hex.
struct Counter {
    power: PowerId,
    at_sea: bool,
    own: bool,
    /// Strengths as far as they are known.
    strength: Vec<String>,
    /// Numbers of own armies and fleets, as in `OCT-A3`.
    numbers: Vec<String>,
    told: Vec<String>,
}

impl Drawing<'_> {
    fn is_capital(&self, seen: &CityView) -> bool {
        let province = self.sc.city(seen.city.id).province;
        self.sc.province(province).capital == Some(seen.city.id)
    }

    /// Where a city stands in its hex: above the middle, to leave room for pieces.
    fn site(&self, hex: HexId) -> Point {
        let (x, y) = centre(hex);
        (x, y - 8.0)
    }

    /// How far a city's symbol reaches from its middle.
    fn reach(&self, seen: &CityView) -> f64 {
        self.window.scale * if self.is_capital(seen) { 9.0 } else { 7.0 }
    }

    /// Takes the places of cities, which nothing should be written over.
    pub fn sites(&mut self) {
        for seen in &self.view.cities {
            let ((x, y), size) = (self.site(seen.hex), self.reach(seen));
            if self.window.shows((x, y)) {
                self.labels.take((x - size, y - size, x + size, y + size));
            }
        }
    }

    pub fn cities(&mut self) {
        let scale = self.window.scale;
        for seen in &self.view.cities {
            let (x, y) = self.site(seen.hex);
            if !self.window.shows((x, y)) {
                continue;
            }
            let info = self.sc.city(seen.city.id);
            let size = self.reach(seen);
            let colour = self.colour(seen.controller.id).to_owned();
            let fort = seen.siege.map_or(info.fortification, |siege| siege.fort);
            let words = Words { sc: self.sc };
            let kind = if self.is_capital(seen) { "capital" } else { "city" };
            let port = if info.port { ", port" } else { "" };
            let state = if seen.besieged {
                ", besieged"
            } else if seen.port_besieged {
                ", port besieged"
            } else {
                ""
            };
            let _ = write!(
                self.svg,
                "<g data-place=\"{}\" data-hex=\"{}\"{}><title>{}</title>",
                escape(info.name.as_str()),
                seen.hex,
                self.power(seen.controller.id),
                escape(&format!(
                    "{} ({}): {kind} of {}{port}, fortification {fort}{state}",
                    info.name,
                    seen.hex,
                    words.power(&seen.controller)
                ))
            );
            let capital = self.is_capital(seen);
            symbol(&mut self.svg, (x, y), size, capital, info.port, &colour);
            let _ = write!(
                self.svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" text-anchor=\"middle\" font-weight=\"700\" fill=\"{}\">{fort}</text>",
                y + 3.8 * scale,
                10.5 * scale,
                ink(&colour)
            );
            if seen.besieged || seen.port_besieged {
                let colour = if seen.besieged { "#c4121a" } else { "#1d5c86" };
                besieged(&mut self.svg, (x, y), size + 4.0 * scale, colour);
            }
            self.svg.push_str("</g>\n");
        }
    }

    /// All forces that the view shows, by hex.
    fn counters(&self) -> BTreeMap<HexId, Vec<Counter>> {
        let words = Words { sc: self.sc };
        let mut all: BTreeMap<HexId, Vec<Counter>> = BTreeMap::new();
        let mut put = |hex, power, at_sea, number: Option<String>, strength: Option<String>, told: String| {
            let here = all.entry(hex).or_default();
            match here.iter_mut().find(|counter| (counter.power, counter.at_sea) == (power, at_sea)) {
                Some(counter) => {
                    counter.strength.extend(strength);
                    counter.numbers.extend(number);
                    counter.told.push(told);
                }
                None => here.push(Counter {
                    power,
                    at_sea,
                    own: number.is_some(),
                    numbers: number.into_iter().collect(),
                    strength: strength.into_iter().collect(),
                    told: vec![told],
                }),
            }
        };
        for army in &self.view.armies {
            let told = format!("{}: {}, strength {}", army.army, words.force(0, &army.units, &army.leaders), army.land);
            put(
                army.hex,
                army.power.id,
                false,
                army.own.as_ref().map(|_| short(&army.army.to_string())),
                Some(army.land.clone()),
                told,
            );
        }
        for fleet in &self.view.fleets {
            let ships = fleet.ships.iter().map(|ships| u32::from(ships.count)).sum();
            let told = format!(
                "{}: {}, strength {}",
                fleet.fleet,
                words.force(ships, &fleet.cargo, &fleet.leaders),
                fleet.strength
            );
            put(
                fleet.hex,
                fleet.power.id,
                true,
                fleet.own.as_ref().map(|_| short(&fleet.fleet.to_string())),
                Some(fleet.strength.clone()),
                told,
            );
        }
        for seen in &self.view.unknown {
            let arm = if seen.at_sea { "fleet" } else { "army" };
            let told = format!("{arm} of {}, strength unknown", words.power(&seen.power));
            put(seen.hex, seen.power.id, seen.at_sea, None, None, told);
        }
        all
    }

    pub fn pieces(&mut self) {
        let scale = self.window.scale;
        let (width, height) = (27.0 * scale, 16.0 * scale);
        for (hex, counters) in self.counters() {
            let middle = centre(hex);
            if !self.window.shows(middle) {
                continue;
            }
            // Armies in the row under the city, fleets in the row under them.
            for at_sea in [false, true] {
                let row: Vec<&Counter> = counters.iter().filter(|counter| counter.at_sea == at_sea).collect();
                // Side by side as long as there is room: a number that is covered cannot be read.
                let room = (f64::from(HEX) * 1.1).max(width * 2.1) - width;
                let step = if row.len() > 1 { (width * 1.06).min(room / (row.len() - 1) as f64) } else { 0.0 };
                let left = middle.0 - width / 2.0 - step * (row.len().saturating_sub(1)) as f64 / 2.0;
                let top = middle.1 - 8.0 + (if at_sea { 37.5 } else { 10.5 }) * scale;
                for (at, counter) in row.into_iter().enumerate() {
                    let frame = (left + step * at as f64, top, left + step * at as f64 + width, top + height);
                    self.labels.take(frame);
                    let place = Words { sc: self.sc }.place(hex);
                    let told = format!("{place}: {}", counter.told.join("; "));
                    let colour = self.colour(counter.power).to_owned();
                    let _ = write!(self.svg, "<g data-hex=\"{hex}\"><title>{}</title>", escape(&told));
                    piece(&mut self.svg, frame, &colour, counter.at_sea, counter.own);
                    let text = total(&counter.strength);
                    let _ = writeln!(
                        self.svg,
                        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" text-anchor=\"middle\" font-weight=\"700\" fill=\"{}\">{}</text></g>",
                        (frame.0 + frame.2) / 2.0,
                        top + 12.0 * scale,
                        11.0 * scale,
                        ink(&colour),
                        escape(&text)
                    );
                    self.number_below(counter, frame);
                }
            }
        }
    }

    /// The numbers of own forces under their piece, so that those of reports and orders are found on the map.
    fn number_below(&mut self, counter: &Counter, (left, _, right, bottom): Frame) {
        let Some(first) = counter.numbers.first() else { return };
        let size = 8.5 * self.window.scale;
        let text = match counter.numbers.len() {
            1 => first.clone(),
            2 => counter.numbers.join(" "),
            many => format!("{first} +{}", many - 1),
        };
        let (x, y) = ((left + right) / 2.0, bottom + size * 0.9);
        let half = size * 0.32 * text.len() as f64;
        self.labels.take((x - half, bottom, x + half, y));
        let _ = writeln!(
            self.svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" text-anchor=\"middle\" font-weight=\"700\" fill=\"{INK}\" \
             stroke=\"#fffdf5\" stroke-opacity=\"0.85\" stroke-width=\"{:.1}\" paint-order=\"stroke\">{}</text>",
            2.0 * self.window.scale,
            escape(&text)
        );
    }

    /// Names beside their cities, where they hide least.
    pub fn city_names(&mut self) {
        let scale = self.window.scale;
        let mut seen: Vec<&CityView> = self.view.cities.iter().collect();
        seen.sort_by_key(|seen| (!self.is_capital(seen), seen.hex));
        for seen in seen {
            let (x, y) = self.site(seen.hex);
            if !self.window.shows((x, y)) {
                continue;
            }
            let capital = self.is_capital(seen);
            let size = if capital { 15.0 } else { 12.5 } * scale;
            let wide = size * if capital { 0.7 } else { 0.62 } * seen.city.name.as_str().chars().count() as f64;
            let ring = if seen.besieged || seen.port_besieged { 5.0 } else { 0.0 };
            let gap = (if capital { 12.0 } else { 10.0 } + ring) * scale;
            let label = self.labels.beside((x, y), gap, wide, size);
            self.labels.take(label.frame);
            let _ = writeln!(
                self.svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" text-anchor=\"{}\" font-weight=\"{}\" fill=\"{INK}\" \
                 stroke=\"#fffdf5\" stroke-opacity=\"0.85\" stroke-width=\"{:.1}\" paint-order=\"stroke\" \
                 stroke-linejoin=\"round\">{}</text>",
                label.at.0,
                label.at.1,
                label.anchor,
                if capital { 700 } else { 400 },
                3.0 * scale,
                escape(seen.city.name.as_str())
            );
        }
    }
}

/// `A3` of `OCT-A3`.
fn short(name: &str) -> String {
    name.split_once('-').map_or(name, |(_, number)| number).to_owned()
}

/// Strengths added up: they are whole, or end in quarters. What is not known is a question mark (ER-7.1).
fn total(strengths: &[String]) -> String {
    match strengths {
        [] => "?".to_owned(),
        [one] => one.clone(),
        many => {
            let sum: f64 = many.iter().filter_map(|text| text.parse::<f64>().ok()).sum();
            format!("{sum:.0}")
        }
    }
}

/// A city: a circle, a square for a capital; a port has a blue rim.
pub fn symbol(svg: &mut String, (x, y): Point, size: f64, capital: bool, port: bool, colour: &str) {
    let (rim, thick) = if port { ("#14527d", size * 0.36) } else { (INK, size * 0.2) };
    let _ = match capital {
        true => write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\" stroke=\"#fffdf5\" stroke-width=\"{:.1}\"/>\
             <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\" stroke=\"{rim}\" stroke-width=\"{thick:.1}\"/>",
            x - size,
            y - size,
            2.0 * size,
            2.0 * size,
            thick + 2.5,
            x - size,
            y - size,
            2.0 * size,
            2.0 * size
        ),
        false => write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size:.1}\" fill=\"{colour}\" stroke=\"#fffdf5\" stroke-width=\"{:.1}\"/>\
             <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size:.1}\" fill=\"{colour}\" stroke=\"{rim}\" stroke-width=\"{thick:.1}\"/>",
            thick + 2.5
        ),
    };
}

/// A ring around a besieged city, or around one whose port alone is besieged.
pub fn besieged(svg: &mut String, (x, y): Point, radius: f64, colour: &str) {
    let _ = write!(
        svg,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"none\" stroke=\"#fffdf5\" stroke-width=\"{:.1}\"/>\
         <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.1}\" \
         stroke-dasharray=\"{:.1} {:.1}\"/>",
        radius * 0.44,
        radius * 0.3,
        radius * 0.45,
        radius * 0.2
    );
}

/// An army, or with `at_sea` a fleet in the shape of a hull; own ones have a golden rim.
pub fn piece(svg: &mut String, (left, top, right, bottom): Frame, colour: &str, at_sea: bool, own: bool) {
    let (wide, high) = (right - left, bottom - top);
    let (rim, thick) = if own { ("#ffd84a", high * 0.13) } else { ("#ffffff", high * 0.08) };
    let cut = wide * 0.2;
    let shape = match at_sea {
        true => format!("<path d=\"M{left:.1} {top:.1}h{wide:.1}l{:.1} {high:.1}h{:.1}z\"", -cut, 2.0 * cut - wide),
        false => format!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" rx=\"{:.1}\"",
            high * 0.12
        ),
    };
    let _ = write!(
        svg,
        "{shape} fill=\"none\" stroke=\"{INK}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>\
         {shape} fill=\"{colour}\" stroke=\"{rim}\" stroke-width=\"{thick:.1}\" stroke-linejoin=\"round\"/>",
        thick + high * 0.13
    );
}
