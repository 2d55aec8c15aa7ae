//! Rivers, straits, roads, lines of communication and marches.

use std::collections::BTreeSet;
use std::fmt::Write;

use kernel::paper::escape;

use super::sign::Sign;
use super::world::{curved, net};
use super::{Drawing, FREE};
use crate::model::command::Command;
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
        let (world, ground) = (self.world, Ground::new(self.sc, self.state));
        self.path(Sign::River, &world.rivers);
        self.path(Sign::Navigable, &world.navigable);
        self.path(Sign::Strait, &world.straits);
        self.path(Sign::Bar, &world.bars);
        self.path(Sign::Barrier, &world.barriers);
        let steps = net(&self.sc.board, |hex| ground.is_road(hex), |_| false);
        self.path(Sign::Road, &curved(&world.hexes, steps));
        let lines = self.communication(&ground);
        self.path(Sign::Line, &lines);
        self.marches();
        self.trade();
    }

    fn own_commands(&self) -> impl Iterator<Item = &Command> {
        self.state.commands.values().filter(|it| self.is_own(it.power) && !it.kind.is_site())
    }

    /// The lines of communication of own commands on land, each to its nearest base; notes where there is none (ST-R23).
    fn communication(&mut self, ground: &Ground) -> String {
        let Some(country) = self.viewer else { return String::new() };
        let lines = Lines::new(ground, self.state, Power::Country(country));
        let limit = self.sc.rulings.communication.line.max(0) as u32;
        let from: BTreeSet<HexId> = self.own_commands().filter(|it| needs_line(self.sc, it)).map(|it| it.hex).collect();
        let mut steps = BTreeSet::new();
        for hex in from {
            match lines.way(hex, limit) {
                Some(way) => steps.extend(way.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])))),
                None => {
                    self.cut_off.insert(hex);
                }
            }
        }
        curved(&self.world.hexes, steps)
    }

    /// Where own commands are bound for, as they were ordered.
    fn marches(&mut self) {
        let bound = self.own_commands().filter(|it| !it.path.is_empty() && it.carried_by.is_none());
        let ways: BTreeSet<Vec<HexId>> =
            bound.map(|it| std::iter::once(it.hex).chain(it.path.iter().copied()).collect()).collect();
        let colour = self.viewer.map_or(FREE, |country| self.colour(Power::Country(country)));
        for way in &ways {
            let line = curved(&self.world.hexes, way.windows(2).map(|pair| (pair[0], pair[1])));
            self.used.insert(Sign::March);
            march(&mut self.svg, &line, colour);
            if let Some((x, y)) = way.last().map(|hex| self.centre(*hex)) {
                let _ = writeln!(self.svg, "<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"4.5\" fill=\"{colour}\"/>");
            }
        }
    }

    /// Own trade units, and the hexes that they are yet to enter (ST-R58).
    fn trade(&mut self) {
        let st = self.state;
        for convoy in &st.convoys {
            let hexes: Vec<HexId> = std::iter::once(convoy.hex).chain(convoy.route.iter().copied()).collect();
            let line = curved(&self.world.hexes, hexes.windows(2).map(|pair| (pair[0], pair[1])));
            let told = format!("Traders from {} to {}", st.site(convoy.from).name, st.site(convoy.to).name);
            self.used.insert(Sign::Trade);
            let at = self.centre(convoy.hex);
            traders(&mut self.svg, &line, at, &told);
        }
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

/// The way of a march.
pub fn march(svg: &mut String, path: &str, colour: &str) {
    let _ = writeln!(
        svg,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#fffdf5\" stroke-width=\"5.5\" stroke-opacity=\"0.8\"/>\
         <path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.8\" stroke-dasharray=\"7 4\"/>"
    );
}

/// Traders and their way: a coin on a line of dots.
pub fn traders(svg: &mut String, path: &str, (x, y): (f64, f64), told: &str) {
    let _ = writeln!(
        svg,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#fffdf5\" stroke-width=\"4.5\" stroke-opacity=\"0.8\"/>\
         <path d=\"{path}\" fill=\"none\" stroke=\"#9a6a00\" stroke-width=\"2.8\" stroke-linecap=\"round\" \
         stroke-dasharray=\"0.1 6\"/><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6.5\" fill=\"#f2c14e\" \
         stroke=\"#6b4700\" stroke-width=\"1.8\"><title>{}</title></circle>",
        escape(told)
    );
}
