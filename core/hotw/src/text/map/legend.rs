//! Title and legend.

use std::fmt::Write;

use kernel::paper::escape;
use kernel::picture::set_in_lines;

use super::pieces::{Sign, draw};
use super::waters::hull;
use super::{Drawing, INK, NEUTRAL, TITLE_HEIGHT};
use crate::knowledge::view::PlayerView;
use crate::text::tell::words::{Words, capital};

/// Height of a line of the legend.
const LINE: f64 = 48.0;
const SIZE: f64 = 25.0;

/// A sign that the legend explains.
pub enum Key {
    Colour(String),
    Empty,
    Barren,
    Piece(Sign),
    Fleet,
    Mountain,
    Forest,
    Wall,
    Strait,
    Road,
    WaterBorder,
    AreaBorder,
}

/// Height of the legend.
pub fn height(lines: &[Vec<(Key, String)>]) -> f64 {
    lines.len() as f64 * LINE + 26.0
}

fn entry_width(words: &str) -> f64 {
    80.0 + words.chars().count() as f64 * SIZE * 0.56
}

impl Drawing<'_> {
    pub fn title(&mut self, title: &str) {
        let words = Words { sc: self.sc };
        let now = match &self.view.turn {
            Some(turn) => format!("{} now", words.head(&turn.empire, &turn.player, "plays")),
            None => {
                self.view.active.as_ref().map_or_else(String::new, |key| format!("{} is to act", words.player(key)))
            }
        };
        let foot = TITLE_HEIGHT - 22.0;
        let _ = writeln!(
            self.svg,
            "<text x=\"24\" y=\"{foot}\" font-size=\"42\" font-weight=\"700\" fill=\"{INK}\">{}</text>",
            escape(title)
        );
        let _ = writeln!(
            self.svg,
            "<text x=\"{:.0}\" y=\"{foot}\" font-size=\"31\" text-anchor=\"end\" fill=\"#4a4235\">{}</text>",
            self.world.width - 24.0,
            escape(&now)
        );
    }

    /// The legend's entries, set in lines: players, then signs.
    pub fn legend_lines(&self) -> Vec<Vec<(Key, String)>> {
        let mut players: Vec<&PlayerView> = self.view.players.iter().collect();
        players.sort_by_key(|player| std::cmp::Reverse(player.vp));
        let score = |player: &PlayerView| {
            let words = Words { sc: self.sc };
            let card = player.card.as_ref().map(|card| format!(", {}", words.empire_card(card))).unwrap_or_default();
            let (name, vp, strength) = (&player.name, player.vp, player.strength_marker);
            (Key::Colour(self.colour(&player.player).to_owned()), format!("{name}{card}: {vp} VP, Strength {strength}"))
        };
        let mut signs = vec![(Key::Colour(NEUTRAL.to_owned()), "neutral".to_owned())];
        let grey = || "#4a4235".to_owned();
        signs.extend(
            [
                (Key::Empty, "empty"),
                (Key::Barren, "Barren"),
                (Key::Piece(Sign::Armies(grey(), 2)), "armies"),
                (Key::Fleet, "fleets"),
                (Key::Piece(Sign::Fort), "fort"),
                (Key::Piece(Sign::Fortress), "Fortress"),
                (Key::Piece(Sign::Capital), "Capital"),
                (Key::Piece(Sign::City), "City"),
                (Key::Piece(Sign::Monument(grey())), "Monument, in its builder's colour"),
                (Key::Piece(Sign::Resource), "resource"),
                (Key::Mountain, "mountains"),
                (Key::Forest, "forest"),
                (Key::Wall, "Great Wall"),
                (Key::Strait, "strait"),
                (Key::Road, "way by land"),
                (Key::WaterBorder, "border of waters"),
                (Key::AreaBorder, "border of Areas"),
            ]
            .map(|(key, words)| (key, words.to_owned())),
        );
        set_in_lines([players.into_iter().map(score).collect(), signs], self.world.width - 30.0, entry_width)
    }

    pub fn legend(&mut self, lines: &[Vec<(Key, String)>], head: f64) {
        for (row, line) in lines.iter().enumerate() {
            let y = head + 38.0 + row as f64 * LINE;
            let mut x = 24.0;
            for (key, words) in line {
                self.key(key, x, y);
                let _ = writeln!(
                    self.svg,
                    "<text x=\"{:.0}\" y=\"{:.0}\" font-size=\"{SIZE}\" fill=\"{INK}\">{}</text>",
                    x + 50.0,
                    y + 9.0,
                    escape(&capital(words))
                );
                x += entry_width(words);
            }
        }
    }

    /// A sign of the legend, in a field 44 wide.
    fn key(&mut self, key: &Key, x: f64, y: f64) {
        let block = |fill: &str| {
            let (left, top) = (x + 2.0, y - 15.0);
            format!(
                "<rect x=\"{left}\" y=\"{top:.0}\" width=\"40\" height=\"30\" rx=\"4\" fill=\"{fill}\" stroke=\"#6a5c48\" \
                 stroke-width=\"2\"/>"
            )
        };
        let (middle, right) = (x + 22.0, x + 42.0);
        let line = |style: &str| format!("<path d=\"M{x:.0} {y:.0}H{right:.0}\" fill=\"none\" {style}/>");
        let drawn = match key {
            Key::Colour(colour) => block(&escape(colour)),
            Key::Empty => block("#f0dcb4"),
            Key::Barren => block("url(#map-barren)"),
            Key::Piece(sign) => {
                draw(&mut self.svg, sign, (middle, y), 1.2);
                String::new()
            }
            Key::Fleet => {
                hull(&mut self.svg, (x, y - 14.0), 1.0, "#4a4235", "1");
                String::new()
            }
            Key::Mountain => format!(
                "{}<path d=\"M{:.0} {:.0}l7 -12l7 12z\" fill=\"#8a5a33\" stroke=\"#fffdf5\" stroke-width=\"1.6\"/>",
                line("stroke=\"#6a5c48\" stroke-width=\"2\""),
                middle - 7.0,
                y + 5.0
            ),
            Key::Forest => format!(
                "{}<circle cx=\"{middle:.0}\" cy=\"{y:.0}\" r=\"6\" fill=\"#3f7d3a\" stroke=\"#fffdf5\" stroke-width=\"1.6\"/>",
                line("stroke=\"#6a5c48\" stroke-width=\"2\"")
            ),
            Key::Wall => format!(
                "{}<path d=\"M{:.0} {:.0}h11v10h-11z\" fill=\"#a8322b\" stroke=\"#fffdf5\" stroke-width=\"1.6\"/>",
                line("stroke=\"#6a5c48\" stroke-width=\"2\""),
                middle - 5.5,
                y - 5.0
            ),
            Key::Strait => {
                line("stroke=\"#1d5c86\" stroke-width=\"6\" stroke-dasharray=\"8 5\" stroke-linecap=\"round\"")
            }
            Key::Road => line("stroke=\"#6a5c48\" stroke-width=\"6\" stroke-linecap=\"round\""),
            Key::WaterBorder => line("stroke=\"#8fb4c8\" stroke-width=\"3\" stroke-dasharray=\"10 8\""),
            Key::AreaBorder => line("stroke=\"#3d3226\" stroke-width=\"5\""),
        };
        let _ = writeln!(self.svg, "{drawn}");
    }
}
