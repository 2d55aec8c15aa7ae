//! Counters: own commands, and foreign forces with the age and class of their report.

use std::fmt::Write;

use kernel::labels::Frame;
use kernel::paper::escape;
use kernel::picture::{Point, ink};

use super::forces::{Counter, From};
use super::sign::Sign;
use super::{Drawing, HEX, INK};
use crate::model::ids::HexId;
use crate::text::words::place;

/// Width and height of a counter.
pub const SIZE: Point = (48.0, 29.0);
/// A report of so many weeks ago, or more, is old.
const OLD: u16 = 3;

impl Drawing<'_> {
    pub fn pieces(&mut self) {
        for (hex, counters) in &self.counters() {
            if !self.window.shows(self.centre(*hex)) {
                continue;
            }
            for (counter, frame) in counters.iter().zip(self.frames(*hex, counters)) {
                self.labels.take(frame);
                self.piece(*hex, counter, frame);
                self.used.insert(match &counter.from {
                    From::Own { .. } => Sign::Own { at_sea: counter.at_sea },
                    From::Report { .. } => Sign::Foreign { at_sea: counter.at_sea },
                });
                if let Some(country) = counter.power.country() {
                    self.used.insert(Sign::Country(country));
                }
            }
        }
    }

    /// Where the counters of a hex lie: by land under the city, by sea in the row under them, side by side as long as there is
    /// room.
    fn frames(&self, hex: HexId, counters: &[Counter]) -> Vec<Frame> {
        let scale = self.window.scale;
        let (width, height) = (SIZE.0 * scale, SIZE.1 * scale);
        let (x, y) = self.centre(hex);
        let city = self.state.site_at(hex).is_some();
        let by_land = counters.iter().any(|counter| !counter.at_sea);
        let first = if city { y + 9.0 * scale } else { y - height / 2.0 };
        let row_of = |at_sea: bool| counters.iter().filter(|counter| counter.at_sea == at_sea).count();
        let mut placed = [0, 0];
        let frame = |counter: &Counter| {
            let row = row_of(counter.at_sea);
            let room = (f64::from(HEX) * 1.1).max(width * 2.0) - width;
            let step = if row > 1 { (width * 1.04).min(room / (row - 1) as f64) } else { 0.0 };
            let at = &mut placed[usize::from(counter.at_sea)];
            let left = x - width / 2.0 - step * (row - 1) as f64 / 2.0 + step * f64::from(*at);
            *at += 1;
            let top = first + if counter.at_sea && by_land { height * 1.4 } else { 0.0 };
            (left, top, left + width, top + height)
        };
        counters.iter().map(frame).collect()
    }

    fn piece(&mut self, hex: HexId, counter: &Counter, frame: Frame) {
        let told = format!("{}: {}", place(self.sc, hex), counter.told.join("; "));
        let letters = self.letters(counter.power);
        let power = self.power(counter.power);
        let _ = write!(self.svg, "<g data-hex=\"{hex}\"{power}><title>{}</title>", escape(&told));
        let strength = counter.strength.map_or_else(|| "?".to_owned(), |strength| strength.to_string());
        let strength = match counter.from {
            From::Report { .. } if counter.strength.is_some() => format!("~{strength}"),
            _ => strength,
        };
        let (corner, level, own, old) = match &counter.from {
            From::Own { mark, .. } => (mark.unwrap_or_default().to_owned(), 0, true, false),
            From::Report { age, level } => (format!("{age}w"), *level, false, *age >= OLD),
        };
        let face = Face { letters: &letters, strength: &strength, corner: &corner, level, own, old };
        let colour = self.colour(counter.power);
        face.draw(&mut self.svg, frame, colour, counter.at_sea);
        self.svg.push_str("</g>\n");
        if let From::Own { names, .. } = &counter.from {
            self.name_below(names, frame);
        }
    }

    /// The name of the highest own command under its counter, so that those of reports and orders are found on the map.
    fn name_below(&mut self, names: &[String], (left, _, right, bottom): Frame) {
        let Some(first) = names.first() else { return };
        let size = 10.0 * self.window.scale;
        let text = if names.len() == 1 { first.clone() } else { format!("{first} +{}", names.len() - 1) };
        let (x, y) = ((left + right) / 2.0, bottom + size * 0.95);
        let half = size * 0.34 * text.chars().count() as f64;
        self.labels.take((x - half, bottom, x + half, y));
        let _ = writeln!(
            self.svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" text-anchor=\"middle\" font-weight=\"700\" fill=\"{INK}\" \
             stroke=\"#fffdf5\" stroke-opacity=\"0.85\" stroke-width=\"{:.1}\" paint-order=\"stroke\">{}</text>",
            2.0 * self.window.scale,
            escape(&text)
        );
    }
}

/// What is written on a counter.
pub struct Face<'a> {
    /// Whose it is.
    pub letters: &'a str,
    pub strength: &'a str,
    /// Age of the report, or what is wrong with an own command.
    pub corner: &'a str,
    /// Class of the report, a dot each; 0 for own commands.
    pub level: u8,
    pub own: bool,
    pub old: bool,
}

impl Face<'_> {
    /// By land a rectangle, by sea the shape of a hull; own ones have a golden rim, old reports a broken one.
    pub fn draw(&self, svg: &mut String, (left, top, right, bottom): Frame, colour: &str, at_sea: bool) {
        let (wide, high) = (right - left, bottom - top);
        let unit = high / SIZE.1;
        let (rim, thick) = if self.own { ("#ffd84a", 2.6 * unit) } else { ("#ffffff", 1.5 * unit) };
        let cut = wide * 0.1;
        let shape = match at_sea {
            true => format!("<path d=\"M{left:.1} {top:.1}h{wide:.1}l{:.1} {high:.1}h{:.1}z\"", -cut, 2.0 * cut - wide),
            false => format!(
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" rx=\"{:.1}\"",
                2.0 * unit
            ),
        };
        let old =
            if self.old { format!(" stroke-dasharray=\"{:.1} {:.1}\"", 3.0 * unit, 2.5 * unit) } else { String::new() };
        let _ = write!(
            svg,
            "{shape} fill=\"{INK}\" stroke=\"{INK}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>\
             {shape} fill=\"{colour}\" stroke=\"{rim}\" stroke-width=\"{thick:.1}\" stroke-linejoin=\"round\"{old}/>",
            thick + 2.4 * unit
        );
        let inset = if at_sea { cut } else { 2.5 * unit };
        let ink = ink(colour);
        let mut text = |x: f64, y: f64, size: f64, anchor: &str, words: &str| {
            let _ = write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" text-anchor=\"{anchor}\" font-weight=\"700\" \
                 fill=\"{ink}\">{}</text>",
                escape(words)
            );
        };
        text(left + inset, top + 11.0 * unit, 10.0 * unit, "start", self.letters);
        text(right - inset, top + 11.0 * unit, 9.5 * unit, "end", self.corner);
        let shift = if at_sea { cut * 0.4 } else { 0.0 };
        if self.level == 0 {
            text((left + right) / 2.0, top + 25.5 * unit, 14.5 * unit, "middle", self.strength);
        } else {
            text(left + inset + shift, top + 25.5 * unit, 14.5 * unit, "start", self.strength);
        }
        for dot in 0..self.level {
            let x = right - inset - shift - (2.0 + 5.0 * f64::from(dot)) * unit;
            let _ = write!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"{:.1}\" fill=\"{ink}\"/>",
                top + 20.5 * unit,
                1.9 * unit
            );
        }
    }
}
