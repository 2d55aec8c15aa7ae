//! Rivers, straits and roads.

use std::fmt::Write;

use super::Drawing;
use super::legend::Sign;
use super::world::{lines, net};
use crate::rules::march::Ground;

/// How a line is drawn, one stroke over the other.
pub fn strokes(sign: Sign) -> &'static [&'static str] {
    match sign {
        Sign::River => &["stroke=\"#5f9fc0\" stroke-width=\"2.6\""],
        Sign::Navigable => &["stroke=\"#5f9fc0\" stroke-width=\"5.5\""],
        Sign::Road => &[
            "stroke=\"#fdf6e3\" stroke-width=\"4.4\" stroke-opacity=\"0.9\"",
            "stroke=\"#8a3b1e\" stroke-width=\"2\" stroke-dasharray=\"10 3\"",
        ],
        Sign::Strait => &["stroke=\"#2f7fae\" stroke-width=\"6\""],
        Sign::Bar => &["stroke=\"#5b4636\" stroke-width=\"3.4\" stroke-dasharray=\"2 4\""],
        _ => &["stroke=\"#4b2f1a\" stroke-width=\"5.5\""],
    }
}

impl Drawing<'_> {
    /// Lines under cities and pieces.
    pub fn ways(&mut self) {
        let world = self.world;
        self.path(Sign::River, &world.rivers);
        self.path(Sign::Navigable, &world.navigable);
        self.path(Sign::Strait, &world.straits);
        self.path(Sign::Bar, &world.bars);
        self.path(Sign::Barrier, &world.barriers);
        let ground = Ground::new(self.sc, &self.knowledge.state);
        let steps = net(&self.sc.board, |hex| ground.is_road(hex), |_| false);
        let roads = lines(&world.hexes, steps);
        self.path(Sign::Road, &roads);
    }

    fn path(&mut self, sign: Sign, path: &str) {
        if path.is_empty() {
            return;
        }
        self.used.insert(sign);
        for style in strokes(sign) {
            let _ = writeln!(
                self.svg,
                "<path d=\"{path}\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\" {style}/>"
            );
        }
    }
}
