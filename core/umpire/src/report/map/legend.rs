//! Title and legend.

use std::fmt::Write;

use kernel::paper::escape;
use kernel::picture::set_in_lines;

use super::places::Frame;
use super::troops::{Accuracy, ink, shape};
use super::{Drawing, INDEPENDENTS, OLD, symbol};
use crate::ids::NationId;
use crate::scenario::{CityStatus, code};

/// Height of a line of the legend, in pixels.
pub const LINE: f64 = 22.0;

/// A sign that the legend explains.
#[derive(Clone, Copy)]
pub enum Sign {
    Colour(NationId),
    City(CityStatus, bool),
    Troops(Accuracy, bool),
    Old,
    Siege,
    Spies,
    /// Letters that stand for a name.
    Letters(&'static str),
}

fn entry_width(words: &str) -> f64 {
    44.0 + words.chars().count() as f64 * 6.8
}

impl Drawing<'_> {
    pub fn title(&mut self, title: &str, whose: &str) {
        let _ = writeln!(
            self.svg,
            "<text x=\"12\" y=\"26\" font-size=\"19\" font-weight=\"700\" fill=\"#221d14\">{}</text>",
            escape(title)
        );
        let _ = writeln!(
            self.svg,
            "<text x=\"{:.0}\" y=\"26\" font-size=\"14\" text-anchor=\"end\" fill=\"#4a4235\">as {} sees it, turn {}</text>",
            self.map.width - 12.0,
            escape(whose),
            self.view.turn
        );
    }

    /// The legend's entries, set in lines: nations, then signs.
    pub fn legend_lines(&self) -> Vec<Vec<(Sign, String)>> {
        let mut nations: Vec<(Sign, String)> = Vec::new();
        for nation in self.sc.nation_ids() {
            let party = self.sc.party(nation);
            let provinces = self.view.provinces.iter().filter(|seen| seen.owner.id == nation).count();
            let enemy = if self.view.enemies.iter().any(|enemy| enemy.id == nation) { ", enemy" } else { "" };
            nations.push((Sign::Colour(nation), format!("{} ({provinces}{enemy})", self.sc.nation(party.id).name)));
        }
        nations.push((Sign::Colour(self.sc.ind()), "Independents".to_owned()));
        let signs = [
            (Sign::City(CityStatus::Standing, true), "capital"),
            (Sign::City(CityStatus::Standing, false), "city"),
            (Sign::City(CityStatus::TribalArea, false), "tribal area"),
            (Sign::City(CityStatus::Destroyed, false), "destroyed"),
            (Sign::Troops(Accuracy::Own, false), "own army"),
            (Sign::Troops(Accuracy::Own, true), "own fleet"),
            (Sign::Troops(Accuracy::Exact, false), "foreign, exact"),
            (Sign::Troops(Accuracy::About, false), "about"),
            (Sign::Troops(Accuracy::Rumour, false), "rumour"),
            (Sign::Old, "an older report"),
            (Sign::Siege, "siege"),
            (Sign::Spies, "own spies"),
        ];
        let mut signs: Vec<(Sign, String)> = signs.map(|(sign, words)| (sign, words.to_owned())).into();
        // The scenario's first province stands for all.
        if let Some(first) = self.view.provinces.first().map(|seen| seen.province.name.as_str()) {
            signs.push((
                Sign::Letters("ABC"),
                format!("three letters: a province by its code, {} {first}", code(first)),
            ));
        }
        set_in_lines([nations, signs], self.map.width - 20.0, entry_width)
    }

    pub fn legend(&mut self, lines: &[Vec<(Sign, String)>], foot: f64) {
        for (row, line) in lines.iter().enumerate() {
            let y = foot + 18.0 + row as f64 * LINE;
            let mut x = 14.0;
            for (sign, words) in line {
                self.sign(*sign, x, y - 4.0);
                let _ = writeln!(
                    self.svg,
                    "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"11.5\" fill=\"#221d14\">{}</text>",
                    x + 26.0,
                    escape(words)
                );
                x += entry_width(words);
            }
        }
    }

    fn sign(&mut self, sign: Sign, x: f64, y: f64) {
        let middle = (x + 10.0, y);
        let _ = match sign {
            Sign::Colour(nation) => {
                let colour = escape(self.colour(nation));
                writeln!(
                    self.svg,
                    "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"20\" height=\"12\" rx=\"2\" fill=\"{colour}\" fill-opacity=\"0.8\" stroke=\"#4a4235\"/>",
                    y - 6.0
                )
            }
            Sign::City(cty, capital) => {
                symbol(&mut self.svg, middle, cty, capital);
                Ok(())
            }
            Sign::Troops(accuracy, sea) => {
                let colour =
                    escape(self.colour(if accuracy == Accuracy::Own { self.view.nation.id } else { self.sc.ind() }));
                let text = match accuracy {
                    Accuracy::Own | Accuracy::Exact => "5",
                    Accuracy::About => "~5",
                    Accuracy::Rumour => "5?",
                };
                let frame = Frame { x, y: y - 6.5, width: 20.0, height: 13.0 };
                writeln!(
                    self.svg,
                    "{}<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{}\">{text}</text>",
                    shape(&frame, &colour, accuracy, sea),
                    middle.0,
                    y + 3.6,
                    ink(&colour)
                )
            }
            Sign::Old => {
                let frame = Frame { x, y: y - 6.5, width: 20.0, height: 13.0 };
                let block = shape(&frame, INDEPENDENTS, Accuracy::About, false);
                writeln!(self.svg, "<g opacity=\"{OLD}\">{block}</g>")
            }
            Sign::Siege => writeln!(
                self.svg,
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"7.5\" fill=\"none\" stroke=\"#b3141d\" stroke-width=\"3\" stroke-dasharray=\"4 2.3\"/>",
                middle.0
            ),
            Sign::Letters(text) => writeln!(
                self.svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"9\" text-anchor=\"middle\" fill=\"#221d14\">{text}</text>",
                middle.0,
                y + 3.2
            ),
            Sign::Spies => writeln!(
                self.svg,
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#7a1fa2\" stroke=\"#fff\" stroke-width=\"0.6\"/>",
                middle.0
            ),
        };
    }
}
