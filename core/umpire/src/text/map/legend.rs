//! Title and legend.

use std::fmt::Write;

use kernel::paper::escape;
use kernel::picture::set_in_lines;

use super::places::LabelBox;
use super::troops::{Accuracy, ink, shape};
use super::{Drawing, INDEPENDENTS, OLD, symbol};
use crate::model::ids::NationId;
use crate::model::scenario::{CityStatus, code};

/// Height of a line of the legend, in pixels.
pub const LINE: f64 = 22.0;

/// A sign that the legend explains.
#[derive(Clone, Copy)]
pub enum LegendSign {
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
        let when = if self.view.over { "at the end".to_owned() } else { format!("before turn {}", self.view.turn) };
        let _ = writeln!(
            self.svg,
            "<text x=\"{:.0}\" y=\"26\" font-size=\"14\" text-anchor=\"end\" fill=\"#4a4235\">as {} sees it, {when}</text>",
            self.map.width - 12.0,
            escape(whose),
        );
    }

    /// The legend's entries, set in lines: nations, then signs.
    pub fn legend_lines(&self) -> Vec<Vec<(LegendSign, String)>> {
        let mut nations: Vec<(LegendSign, String)> = Vec::new();
        for nation in self.sc.nation_ids() {
            let party = self.sc.party(nation);
            let provinces = self.view.provinces.iter().filter(|seen| seen.owner.id == nation).count();
            let enemy = if self.view.enemies.contains(&nation) { ", enemy" } else { "" };
            nations
                .push((LegendSign::Colour(nation), format!("{} ({provinces}{enemy})", self.sc.nation(party.id).name)));
        }
        nations.push((LegendSign::Colour(self.sc.ind()), "Independents".to_owned()));
        let signs = [
            (LegendSign::City(CityStatus::Standing, true), "capital"),
            (LegendSign::City(CityStatus::Standing, false), "city"),
            (LegendSign::City(CityStatus::TribalArea, false), "tribal area"),
            (LegendSign::City(CityStatus::Destroyed, false), "destroyed"),
            (LegendSign::Troops(Accuracy::Own, false), "own army"),
            (LegendSign::Troops(Accuracy::Own, true), "own fleet"),
            (LegendSign::Troops(Accuracy::Exact, false), "foreign, exact"),
            (LegendSign::Troops(Accuracy::About, false), "about"),
            (LegendSign::Troops(Accuracy::Rumour, false), "rumour"),
            (LegendSign::Old, "an older report"),
            (LegendSign::Siege, "siege"),
            (LegendSign::Spies, "own spies"),
        ];
        let explained = |sign: &LegendSign| self.view.viewer.is_some() || matches!(sign, LegendSign::City(..));
        let signs = signs.into_iter().filter(|(sign, _)| explained(sign));
        let mut signs: Vec<(LegendSign, String)> = signs.map(|(sign, words)| (sign, words.to_owned())).collect();
        // The scenario's first province stands for all.
        if let Some(first) = self.view.provinces.first().map(|seen| seen.province.name.as_str()) {
            signs.push((
                LegendSign::Letters("ABC"),
                format!("three letters: a province by its code, {} {first}", code(first)),
            ));
        }
        set_in_lines([nations, signs], self.map.width - 20.0, entry_width)
    }

    pub fn legend(&mut self, lines: &[Vec<(LegendSign, String)>], foot: f64) {
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

    fn sign(&mut self, sign: LegendSign, x: f64, y: f64) {
        let middle = (x + 10.0, y);
        let _ = match sign {
            LegendSign::Colour(nation) => {
                let colour = escape(self.colour(nation));
                writeln!(
                    self.svg,
                    "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"20\" height=\"12\" rx=\"2\" fill=\"{colour}\" fill-opacity=\"0.8\" stroke=\"#4a4235\"/>",
                    y - 6.0
                )
            }
            LegendSign::City(cty, capital) => {
                symbol(&mut self.svg, middle, cty, capital);
                Ok(())
            }
            LegendSign::Troops(accuracy, sea) => {
                let own = self.view.viewer.filter(|_| accuracy == Accuracy::Own);
                let colour = escape(self.colour(own.unwrap_or(self.sc.ind())));
                let text = match accuracy {
                    Accuracy::Own | Accuracy::Exact => "5",
                    Accuracy::About => "~5",
                    Accuracy::Rumour => "5?",
                };
                let frame = LabelBox { x, y: y - 6.5, width: 20.0, height: 13.0 };
                writeln!(
                    self.svg,
                    "{}<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{}\">{text}</text>",
                    shape(&frame, &colour, accuracy, sea),
                    middle.0,
                    y + 3.6,
                    ink(&colour)
                )
            }
            LegendSign::Old => {
                let frame = LabelBox { x, y: y - 6.5, width: 20.0, height: 13.0 };
                let block = shape(&frame, INDEPENDENTS, Accuracy::About, false);
                writeln!(self.svg, "<g opacity=\"{OLD}\">{block}</g>")
            }
            LegendSign::Siege => writeln!(
                self.svg,
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"7.5\" fill=\"none\" stroke=\"#b3141d\" stroke-width=\"3\" stroke-dasharray=\"4 2.3\"/>",
                middle.0
            ),
            LegendSign::Letters(text) => writeln!(
                self.svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"9\" text-anchor=\"middle\" fill=\"#221d14\">{text}</text>",
                middle.0,
                y + 3.2
            ),
            LegendSign::Spies => writeln!(
                self.svg,
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#7a1fa2\" stroke=\"#fff\" stroke-width=\"0.6\"/>",
                middle.0
            ),
        };
    }
}
