//! Title and legend.

use std::fmt::Write;

use kernel::paper::escape;
use kernel::picture::set_in_lines;

use super::pieces::{besieged, piece, symbol};
use super::{Drawing, GROUND, INK, TERRAINS};
use crate::model::ids::PowerId;
use crate::text::events::words::Words;

/// Height of a line of the legend, and size of its letters.
const LINE: f64 = 40.0;
const LETTERS: f64 = 21.0;

/// A sign that the legend explains.
#[derive(Clone, Copy)]
pub enum Sign {
    Colour(PowerId),
    Terrain(usize),
    Closed,
    Shallow,
    Deep,
    Barrier,
    Strait,
    Bar,
    City { capital: bool, port: bool },
    Siege(bool),
    Piece { at_sea: bool, own: bool },
    Number,
}

pub type Lines = Vec<Vec<(Sign, String)>>;

pub fn height(lines: &Lines) -> f64 {
    lines.len() as f64 * LINE + 24.0
}

fn entry_width(words: &str) -> f64 {
    76.0 + words.chars().count() as f64 * LETTERS * 0.6
}

impl Drawing<'_> {
    pub fn title(&mut self, title: &str) {
        let seat = self.sc.seats.iter().find(|seat| seat.key == self.view.seat).map_or("everybody", |seat| &seat.name);
        let _ = writeln!(
            self.svg,
            "<text x=\"24\" y=\"56\" font-size=\"42\" font-weight=\"700\" fill=\"{INK}\">{}</text>\
             <text x=\"{:.0}\" y=\"56\" font-size=\"28\" text-anchor=\"end\" fill=\"#4a4235\">as {} sees it</text>",
            escape(title),
            self.world.width - 24.0,
            escape(seat)
        );
    }

    /// The legend's entries, set in lines: powers that hold something, then signs.
    pub fn legend_lines(&self) -> Lines {
        let words = Words { sc: self.sc };
        let mut powers: Vec<(Sign, String)> = Vec::new();
        for power in &self.view.all_powers {
            let id = power.power.id;
            let provinces = self.provinces_of(id);
            if power.kind.is_major() || provinces > 0 {
                powers.push((Sign::Colour(id), format!("{} ({provinces})", words.name(id))));
            }
        }
        let grounds = TERRAINS.iter().enumerate().map(|(at, (_, name))| (Sign::Terrain(at), (*name).to_owned()));
        let signs = [
            (Sign::Closed, "closed land"),
            (Sign::Shallow, "coastal sea"),
            (Sign::Deep, "deep sea"),
            (Sign::Barrier, "no way by land"),
            (Sign::Strait, "strait"),
            (Sign::Bar, "no way by sea"),
            (Sign::City { capital: true, port: false }, "capital, with its fortification"),
            (Sign::City { capital: false, port: false }, "city"),
            (Sign::City { capital: false, port: true }, "port"),
            (Sign::Siege(false), "besieged"),
            (Sign::Siege(true), "port besieged"),
            (Sign::Piece { at_sea: false, own: true }, "own army, strength and number (A3)"),
            (Sign::Piece { at_sea: true, own: true }, "own fleet (F1)"),
            (Sign::Piece { at_sea: false, own: false }, "foreign army (?: strength unknown)"),
            (Sign::Piece { at_sea: true, own: false }, "foreign fleet"),
            (Sign::Number, "number of a hex: column 24, row 28"),
        ];
        let is_public = self.view.seat.is_empty();
        let explained =
            signs.into_iter().filter(|(sign, _)| !is_public || !matches!(sign, Sign::Piece { own: true, .. }));
        let signs = grounds.chain(explained.map(|(sign, words)| (sign, words.to_owned()))).collect();
        set_in_lines([powers, signs], self.world.width - 40.0, entry_width)
    }

    pub fn legend(&mut self, lines: &Lines, top: f64) {
        for (row, line) in lines.iter().enumerate() {
            let y = top + 36.0 + row as f64 * LINE;
            let mut x = 24.0;
            for (sign, words) in line {
                self.sign(*sign, x, y - 7.0);
                let _ = writeln!(
                    self.svg,
                    "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"{LETTERS}\" fill=\"{INK}\">{}</text>",
                    x + 48.0,
                    escape(words)
                );
                x += entry_width(words);
            }
        }
    }

    fn sign(&mut self, sign: Sign, x: f64, y: f64) {
        let middle = (x + 20.0, y);
        let own = self.view.powers.first().map_or("#888888", |power| &self.sc.power(power.id).colour).to_owned();
        let patch = |fill: &str, more: &str| {
            format!(
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"40\" height=\"24\" rx=\"3\" fill=\"{fill}\" stroke=\"#4a4235\"{more}/>",
                y - 12.0
            )
        };
        let line = |style: &str| format!("<path d=\"M{x:.1} {y:.1}h40\" stroke-linecap=\"round\" {style}/>");
        match sign {
            Sign::Colour(power) => {
                let patch = patch(self.colour(power), " fill-opacity=\"0.7\"");
                self.svg.push_str(&patch);
            }
            Sign::Terrain(at) => {
                self.svg.push_str(&patch(GROUND[at], ""));
                if at > 0 {
                    self.svg.push_str(&patch(&format!("url(#map-{})", TERRAINS[at].1), ""));
                }
            }
            Sign::Closed => {
                self.svg.push_str(&patch("#d9d4c8", ""));
                self.svg.push_str(&patch("url(#map-closed)", ""));
            }
            Sign::Shallow => self.svg.push_str(&patch("#bfdae4", "")),
            Sign::Deep => self.svg.push_str(&patch("#9fc3d6", "")),
            Sign::Barrier => {
                self.svg.push_str(&line("stroke=\"#4b2f1a\" stroke-width=\"5.5\""));
                let _ = write!(self.svg, "<path d=\"M{:.1} {:.1}l8 -15l8 15z\" fill=\"#6b4527\"/>", x + 12.0, y + 6.0);
            }
            Sign::Strait => {
                self.svg.push_str(&line("stroke=\"#1d5c86\" stroke-width=\"5\" stroke-dasharray=\"6 4\""));
            }
            Sign::Bar => self.svg.push_str(&line("stroke=\"#2d6f96\" stroke-width=\"3\" stroke-dasharray=\"2 4\"")),
            Sign::City { capital, port } => symbol(&mut self.svg, middle, 10.0, capital, port, &own),
            Sign::Siege(port) => {
                besieged(&mut self.svg, middle, 13.0, if port { "#1d5c86" } else { "#c4121a" });
            }
            Sign::Number => {
                let _ = write!(
                    self.svg,
                    "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"16\" text-anchor=\"middle\" fill=\"#4a4235\">2428</text>",
                    x + 20.0,
                    y + 5.0
                );
            }
            Sign::Piece { at_sea, own: mine } => {
                let frame = (x, y - 12.0, x + 40.0, y + 12.0);
                piece(&mut self.svg, frame, if mine { &own } else { "#8a8478" }, at_sea, mine);
            }
        }
        self.svg.push('\n');
    }
}
