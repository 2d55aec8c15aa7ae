//! Rivers, straits, roads and lines of communication.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::Drawing;
use super::legend::Sign;
use super::world::{curved, net};
use crate::model::ids::{HexId, Power};
use crate::rules::communication::{Lines, needs_line};
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
        Sign::Line => &[
            "stroke=\"#fffdf5\" stroke-width=\"7\" stroke-opacity=\"0.9\"",
            "stroke=\"#1d1d1d\" stroke-width=\"3.4\" stroke-dasharray=\"1 7\"",
        ],
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
        let roads = curved(&world.hexes, steps);
        self.path(Sign::Road, &roads);
        let lines = self.communication(&ground);
        self.path(Sign::Line, &lines);
    }

    /// The lines of communication of own commands on land, each to its nearest base (ST-R23).
    fn communication(&self, ground: &Ground) -> String {
        let (state, own) = (&self.knowledge.state, Power::Country(self.knowledge.country));
        let lines = Lines::new(ground, state, own);
        let limit = self.sc.rulings.communication.line.max(0) as u32;
        let commands = state.commands.values().filter(|it| it.power == own && needs_line(self.sc, it));
        let from: BTreeSet<HexId> = commands.map(|it| it.hex).collect();
        let ways: Vec<Vec<HexId>> = from.into_iter().filter_map(|hex| lines.way(hex, limit)).collect();
        let steps: BTreeSet<(HexId, HexId)> = ways
            .iter()
            .flat_map(|way| way.windows(2))
            .map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])))
            .collect();
        curved(&self.world.hexes, steps)
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
