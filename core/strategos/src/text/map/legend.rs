//! Title and legend: of what is on this map only.

use std::fmt::Write;

use kernel::paper::escape;
use kernel::picture::set_in_lines;

use super::cities::{Kind, radius, ring, symbol};
use super::pieces::{Face, SIZE};
use super::sign::Sign;
use super::ways::{march, strokes, traders};
use super::{Drawing, FREE, GROUND, INK, LAYOUT, TERRAINS, WATER};
use crate::model::ids::{CountryId, Power};

/// Height of a line of the legend, and size of its letters.
const LINE: f64 = 42.0;
const LETTERS: f64 = 23.0;
const LEFT: f64 = 24.0;

pub type LegendLines = Vec<Vec<(Sign, String)>>;

pub fn height(lines: &LegendLines) -> f64 {
    lines.len() as f64 * LINE + 28.0
}

fn entry_width(words: &str) -> f64 {
    84.0 + words.chars().count() as f64 * LETTERS * 0.6
}

impl Drawing<'_> {
    pub fn title(&mut self) {
        let turn = self.state.turn;
        let title = format!("{}: {}, turn {} of {}", self.sc.title, self.sc.date(turn), turn.0, self.sc.turn_limit);
        let seat = self.viewer.map_or("everybody", |country| self.sc.country(country).name.as_str());
        let _ = writeln!(
            self.svg,
            "<text x=\"{LEFT}\" y=\"56\" font-size=\"42\" font-weight=\"700\" fill=\"{INK}\">{}</text>\
             <text x=\"{:.0}\" y=\"56\" font-size=\"30\" text-anchor=\"end\" fill=\"#4a4235\">as {} sees it</text>",
            escape(&title),
            LAYOUT - LEFT,
            escape(seat)
        );
    }

    /// The legend's entries, set in lines: powers, terrain, cities, forces.
    pub fn legend_lines(&mut self) -> LegendLines {
        if self.used.iter().any(|sign| matches!(sign, Sign::Foreign { .. })) {
            self.used.extend([Sign::Age, Sign::Class]);
        }
        self.used.insert(Sign::Number);
        let mut groups = [const { Vec::new() }; 4];
        for sign in &self.used {
            let group = match sign {
                Sign::Country(_) | Sign::Free => 0,
                Sign::Capital | Sign::City(_) | Sign::Fort | Sign::Port | Sign::Siege | Sign::Blockade => 2,
                Sign::Own { .. } | Sign::Foreign { .. } | Sign::Age | Sign::Class | Sign::Number => 3,
                _ => 1,
            };
            groups[group].push((*sign, self.words(*sign)));
        }
        set_in_lines(groups, LAYOUT - 2.0 * LEFT, entry_width)
    }

    fn words(&self, sign: Sign) -> String {
        match sign {
            Sign::Country(country) => self.holds(country),
            Sign::Free => "free city, with its walls".to_owned(),
            Sign::Terrain(at) => TERRAINS[at].1.to_owned(),
            Sign::Sea => "sea".to_owned(),
            Sign::River => "river".to_owned(),
            Sign::Navigable => "river for ships".to_owned(),
            Sign::Strait => "strait".to_owned(),
            Sign::Bar => "no way for ships".to_owned(),
            Sign::Barrier => "no way at all".to_owned(),
            Sign::Road => "road".to_owned(),
            Sign::Line => "own line of communication".to_owned(),
            Sign::March => "ordered march".to_owned(),
            Sign::Trade => "own traders and their way".to_owned(),
            Sign::Capital => "capital".to_owned(),
            Sign::City(0) => "city of size 1 to 3".to_owned(),
            Sign::City(1) => "of 4 to 6".to_owned(),
            Sign::City(_) => "of 7 to 10".to_owned(),
            Sign::Fort => "fort or ruins".to_owned(),
            Sign::Port => "port".to_owned(),
            Sign::Siege => "besieged".to_owned(),
            Sign::Blockade => "blockaded".to_owned(),
            Sign::Own { at_sea: false } => "own land force: regiments".to_owned(),
            Sign::Own { at_sea: true } => "own fleet: squadrons".to_owned(),
            Sign::Foreign { at_sea: false } => "foreign land force".to_owned(),
            Sign::Foreign { at_sea: true } => "foreign fleet".to_owned(),
            Sign::Age => "seen two weeks ago (broken rim: three or more)".to_owned(),
            Sign::Class => "class of the report, 1 to 4".to_owned(),
            Sign::Number => "number of a hex: column 27, row 26".to_owned(),
        }
    }

    /// *A, ANT: Antigonos (37 cities)*.
    fn holds(&self, country: CountryId) -> String {
        let record = self.sc.country(country);
        let sites = self.state.sites.values();
        let cities = sites.filter(|site| site.size > 0 && site.power == Power::Country(country)).count();
        format!("{}: {} ({cities})", record.key, record.name)
    }

    pub fn legend(&mut self, lines: &LegendLines, top: f64) {
        for (row, line) in lines.iter().enumerate() {
            let y = top + 40.0 + row as f64 * LINE;
            let mut x = LEFT;
            for (sign, words) in line {
                self.sign(*sign, x, y - 8.0);
                let _ = writeln!(
                    self.svg,
                    "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"{LETTERS}\" fill=\"{INK}\">{}</text>",
                    x + 56.0,
                    escape(words)
                );
                x += entry_width(words);
            }
        }
    }

    fn sign(&mut self, sign: Sign, x: f64, y: f64) {
        let own = self.viewer.map(Power::Country);
        let colour = own.map_or(FREE, |own| self.colour(own));
        let letters = own.map_or_else(String::new, |own| self.letters(own));
        let middle = (x + 23.0, y);
        let svg = &mut self.svg;
        let patch = |fill: &str| {
            format!(
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"46\" height=\"26\" rx=\"3\" fill=\"{fill}\" stroke=\"#4a4235\"/>",
                y - 13.0
            )
        };
        let text = |size: f64, fill: &str, words: &str| {
            format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size}\" text-anchor=\"middle\" font-weight=\"700\" \
                 fill=\"{fill}\">{words}</text>",
                x + 23.0,
                y + size * 0.36
            )
        };
        let mut piece = |face: Face, colour: &str, at_sea: bool| {
            face.draw(svg, (x, y - 14.0, x + SIZE.0 * 28.0 / SIZE.1, y + 14.0), colour, at_sea);
        };
        let plain = Face { letters: &letters, strength: "12", corner: "", level: 0, own: true, old: false };
        let foreign = Face { letters: "KEY", strength: "~9", corner: "2w", level: 2, own: false, old: false };
        match sign {
            Sign::Country(country) => {
                let fill = &self.sc.country(country).colour;
                let initial = self.initial(country);
                self.svg.push_str(&patch(fill));
                self.svg.push_str(&text(19.0, kernel::picture::ink(fill), &format!("{initial}9")));
            }
            Sign::Free => {
                symbol(svg, middle, 13.0, Kind::City, false, FREE);
                svg.push_str(&text(13.0, INK, "9"));
            }
            Sign::Terrain(at) => {
                svg.push_str(&patch(GROUND[at]));
                if at > 0 {
                    svg.push_str(&patch(&format!("url(#map-{})", TERRAINS[at].1)));
                }
            }
            Sign::Sea => svg.push_str(&patch(WATER)),
            Sign::River | Sign::Navigable | Sign::Strait | Sign::Bar | Sign::Barrier | Sign::Road | Sign::Line => {
                for style in strokes(sign) {
                    let _ = write!(svg, "<path d=\"M{x:.1} {y:.1}h46\" stroke-linecap=\"round\" {style}/>");
                }
            }
            Sign::March => march(svg, &format!("M{x:.1} {y:.1}h46"), colour),
            Sign::Trade => traders(svg, &format!("M{x:.1} {y:.1}h46"), middle, ""),
            Sign::Capital => symbol(svg, middle, 12.0, Kind::Capital, false, colour),
            Sign::City(rank) => {
                symbol(svg, middle, radius([1, 4, 7][usize::from(rank.min(2))]), Kind::City, false, colour)
            }
            Sign::Fort => symbol(svg, middle, 9.0, Kind::Fort, false, colour),
            Sign::Port => symbol(svg, middle, 12.0, Kind::City, true, FREE),
            Sign::Siege | Sign::Blockade => {
                symbol(svg, middle, 9.0, Kind::City, false, FREE);
                ring(svg, middle, 14.0, sign == Sign::Siege);
            }
            Sign::Own { at_sea } => piece(plain, colour, at_sea),
            Sign::Foreign { at_sea } => piece(foreign, "#6b665c", at_sea),
            Sign::Age => svg.push_str(&text(21.0, INK, "2w")),
            Sign::Class => {
                for dot in 0..3 {
                    let cx = x + 13.0 + 10.0 * f64::from(dot);
                    let _ = write!(svg, "<circle cx=\"{cx:.1}\" cy=\"{y:.1}\" r=\"3.6\" fill=\"{INK}\"/>");
                }
            }
            Sign::Number => svg.push_str(&text(16.0, "#4a4235", "2726")),
        }
        self.svg.push('\n');
    }
}
