//! Names of the Lands, and the pieces that stand in them.

use std::f64::consts::TAU;
use std::fmt::Write;

use kernel::paper::escape;
use kernel::picture::{Point, ink};

use super::{Drawing, INK, NEUTRAL};
use crate::model::ids::{Town, Works};

/// Size of the names, and of names where there is little room.
const SIZE: f64 = 20.0;
const SMALL: f64 = 17.5;
/// Width of a letter, as a part of its size.
const LETTER: f64 = 0.6;
/// Width of the block with the number of armies, and of every other sign.
const BLOCK: f64 = 31.0;
const SIGN: f64 = 27.0;

/// What stands in a Land, drawn one beside the other.
#[derive(Clone, PartialEq, Debug)]
pub enum Sign {
    /// Armies of a colour.
    Armies(String, u8),
    Fort,
    Fortress,
    City,
    Capital,
    /// With the colour of its builder.
    Monument(String),
    Resource,
}

impl Sign {
    fn width(&self) -> f64 {
        if matches!(self, Self::Armies(..)) { BLOCK } else { SIGN }
    }
}

impl Drawing<'_> {
    pub fn pieces(&mut self) {
        for at in 0..self.world.lands.len() {
            if self.window.shows(self.world.lands[at].at) {
                self.land(at);
            }
        }
    }

    fn signs(&self, at: usize) -> Vec<Sign> {
        let seen = &self.view.lands[at];
        let armies = seen.owner.as_ref().map(|owner| Sign::Armies(self.colour(owner).to_owned(), seen.armies));
        let works = match seen.works {
            Works::None => None,
            Works::Fort => Some(Sign::Fort),
            Works::Fortress => Some(Sign::Fortress),
        };
        let town = match seen.town {
            Town::None => None,
            Town::City => Some(Sign::City),
            Town::Capital => Some(Sign::Capital),
        };
        let monument = seen.monument.as_ref().map(|builder| Sign::Monument(self.colour(builder).to_owned()));
        let resource = self.sc.board.lands[at].resource.then_some(Sign::Resource);
        [armies, works, town, monument, resource].into_iter().flatten().collect()
    }

    fn land(&mut self, at: usize) {
        let info = &self.sc.board.lands[at];
        let site = &self.world.lands[at];
        let scale = self.window.scale;
        let size = if site.room < 46.0 { SMALL } else { SIZE } * scale;
        let lines = broken(&info.name, 2.1 * site.room, size * LETTER);
        let signs = self.signs(at);
        let rows = if signs.is_empty() { 0.0 } else { SIGN * scale };
        let (x, y) = site.at;
        let top = y - (lines.len() as f64 * size * 1.06 + rows) / 2.0;
        let quiet = if info.barren { " fill-opacity=\"0.6\"" } else { "" };
        for (line, text) in lines.iter().enumerate() {
            let _ = writeln!(
                self.svg,
                "<text x=\"{x:.0}\" y=\"{:.1}\" font-size=\"{size:.1}\" text-anchor=\"middle\" fill=\"{INK}\"{quiet} \
                 stroke=\"#fffdf5\" stroke-opacity=\"0.82\" stroke-width=\"{:.1}\" paint-order=\"stroke\" \
                 stroke-linejoin=\"round\">{}</text>",
                top + size * (0.86 + 1.06 * line as f64),
                4.5 * scale,
                escape(text)
            );
        }
        let wide: f64 = signs.iter().map(Sign::width).sum();
        let mut left = x - wide * scale / 2.0;
        let middle = top + lines.len() as f64 * size * 1.06 + rows / 2.0 + 1.5;
        for one in &signs {
            let half = one.width() * scale / 2.0;
            draw(&mut self.svg, one, (left + half, middle), scale);
            left += 2.0 * half;
        }
        self.svg.push('\n');
    }
}

/// A name in one line, or in two where it has no room.
fn broken(name: &str, room: f64, letter: f64) -> Vec<String> {
    let length = |text: &str| text.chars().count();
    if length(name) as f64 * letter <= room {
        return vec![name.to_owned()];
    }
    // Where the longer of the two lines is shortest; a hyphen stays with its first word.
    let gaps = name.char_indices().filter(|(_, sign)| matches!(sign, ' ' | '-'));
    let best = gaps.min_by_key(|(at, _)| length(&name[..*at]).max(length(&name[*at..])));
    match best {
        Some((at, ' ')) => vec![name[..at].to_owned(), name[at + 1..].to_owned()],
        Some((at, _)) => vec![name[..=at].to_owned(), name[at + 1..].to_owned()],
        None => vec![name.to_owned()],
    }
}

/// A sign around its middle.
pub fn draw(svg: &mut String, sign: &Sign, (x, y): Point, scale: f64) {
    let at = |dx: f64, dy: f64| format!("{:.1} {:.1}", x + dx * scale, y + dy * scale);
    let line = 2.0 * scale;
    let tower = |svg: &mut String, fill: &str| {
        let edge = [
            (-9.0, 10.0),
            (-9.0, -9.0),
            (-4.5, -9.0),
            (-4.5, -4.0),
            (-2.0, -4.0),
            (-2.0, -9.0),
            (2.0, -9.0),
            (2.0, -4.0),
            (4.5, -4.0),
            (4.5, -9.0),
            (9.0, -9.0),
            (9.0, 10.0),
        ];
        let edge: Vec<String> = edge.iter().map(|(dx, dy)| at(*dx, *dy)).collect();
        let _ = write!(
            svg,
            "<path d=\"M{}Z\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{line:.1}\"/>",
            edge.join("L")
        );
    };
    match sign {
        Sign::Armies(colour, number) => {
            let _ = write!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{:.1}\" fill=\"{}\" stroke=\"{}\" \
                 stroke-width=\"{:.1}\"/><text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" font-weight=\"700\" \
                 text-anchor=\"middle\" fill=\"{}\">{number}</text>",
                x - 13.5 * scale,
                y - 12.0 * scale,
                27.0 * scale,
                24.0 * scale,
                4.0 * scale,
                escape(colour),
                if colour == NEUTRAL { INK } else { "#fffdf5" },
                2.6 * scale,
                y + 7.2 * scale,
                20.0 * scale,
                ink(colour)
            );
        }
        Sign::Fort => tower(svg, "#fffdf5"),
        Sign::Fortress => tower(svg, "#e0a526"),
        Sign::City => {
            let _ = write!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"#fffdf5\" stroke=\"{INK}\" stroke-width=\"{line:.1}\"/>\
                 <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{INK}\"/>",
                9.5 * scale,
                3.2 * scale
            );
        }
        Sign::Capital => {
            let corner = |step: usize| {
                let angle = TAU * (step as f64 / 10.0 - 0.25);
                let far = if step.is_multiple_of(2) { 13.5 } else { 5.8 };
                at(far * angle.cos(), far * angle.sin() + 1.0)
            };
            let corners: Vec<String> = (0..10).map(corner).collect();
            let _ = write!(
                svg,
                "<path d=\"M{}Z\" fill=\"#ffd84a\" stroke=\"{INK}\" stroke-width=\"{line:.1}\" stroke-linejoin=\"round\"/>",
                corners.join("L")
            );
        }
        Sign::Monument(colour) => {
            let edge = [
                (-10.0, 10.0),
                (-8.0, 6.0),
                (-4.0, 6.0),
                (-3.0, -8.0),
                (0.0, -12.5),
                (3.0, -8.0),
                (4.0, 6.0),
                (8.0, 6.0),
                (10.0, 10.0),
            ];
            let edge: Vec<String> = edge.iter().map(|(dx, dy)| at(*dx, *dy)).collect();
            let _ = write!(
                svg,
                "<path d=\"M{}Z\" fill=\"{}\" stroke=\"#fffdf5\" stroke-width=\"{line:.1}\" paint-order=\"stroke\" \
                 stroke-linejoin=\"round\"/>",
                edge.join("L"),
                escape(colour)
            );
        }
        Sign::Resource => {
            let edge: Vec<String> =
                [(0.0, -10.5), (9.0, 0.0), (0.0, 10.5), (-9.0, 0.0)].iter().map(|(dx, dy)| at(*dx, *dy)).collect();
            let _ = write!(
                svg,
                "<path d=\"M{}Z\" fill=\"#2fb5a0\" stroke=\"#fffdf5\" stroke-width=\"{line:.1}\"/>",
                edge.join("L")
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_breaks_where_its_lines_are_even() {
        assert_eq!(broken("Great Plain of China", 90.0, 10.0), ["Great Plain", "of China"]);
        assert_eq!(broken("Si-Kiang", 40.0, 10.0), ["Si-", "Kiang"]);
        assert_eq!(broken("Crete", 10.0, 10.0), ["Crete"]);
        assert_eq!(broken("Libya", 60.0, 10.0), ["Libya"]);
    }
}
