//! Seas, Oceans and the fleets on them.

use std::fmt::Write;

use kernel::paper::escape;
use kernel::picture::ink;

use super::Drawing;
use crate::text::tell::words::{Words, count};

impl Drawing<'_> {
    /// Seas stand out from the Oceans, and each from its neighbours.
    pub fn waters(&mut self) {
        let (width, height) = (self.world.width, self.world.height);
        let _ = writeln!(self.svg, "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#d9e8f0\"/>");
        for (water, (_, extent)) in self.sc.board.waters.iter().zip(&self.world.waters) {
            let fill = match (water.sea, water.fleets) {
                (true, true) => "#bcd9e8",
                (true, false) => "#cfdadf",
                (false, _) => "#d9e8f0",
            };
            let _ = writeln!(
                self.svg,
                "<path data-place=\"{0}\" d=\"{extent}\" fill=\"{fill}\" stroke=\"#8fb4c8\" stroke-width=\"2.5\" stroke-dasharray=\"10 8\">\
                 <title>{0}</title></path>",
                escape(&water.name)
            );
        }
    }

    /// Names of the waters, and a hull for the fleets of each player there.
    pub fn fleets(&mut self) {
        let words = Words { sc: self.sc };
        let scale = self.window.scale;
        let size = 21.0 * scale;
        for (at, (water, seen)) in self.sc.board.waters.iter().zip(&self.view.waters).enumerate() {
            let (x, y) = self.world.waters[at].0;
            if !self.window.shows((x, y)) {
                continue;
            }
            let lines = lines(&water.name);
            let top = y - size * (lines.len() as f64 - 1.0) - if seen.fleets.is_empty() { 0.0 } else { 14.0 * scale };
            for (line, text) in lines.iter().enumerate() {
                let _ = writeln!(
                    self.svg,
                    "<text x=\"{x:.0}\" y=\"{:.1}\" font-size=\"{size:.1}\" font-style=\"italic\" text-anchor=\"middle\" \
                     fill=\"#24506b\" stroke=\"#e6f1f6\" stroke-opacity=\"0.85\" stroke-width=\"4\" paint-order=\"stroke\" \
                     stroke-linejoin=\"round\">{}</text>",
                    top + line as f64 * size * 1.05,
                    escape(text)
                );
            }
            let wide = 46.0 * scale;
            let mut left = x - wide * seen.fleets.len() as f64 / 2.0;
            let foot = top + size * (lines.len() as f64 - 1.0) + 8.0 * scale;
            for fleet in &seen.fleets {
                let whose = format!("{}: {}", words.player(&fleet.player), count(fleet.fleets, "fleet", "fleets"));
                let colour = self.colour(&fleet.player).to_owned();
                let _ = write!(
                    self.svg,
                    "<g data-place=\"{0}\"><title>{0}, {1}</title>",
                    escape(&water.name),
                    escape(&whose)
                );
                hull(&mut self.svg, (left, foot), scale, &colour, &fleet.fleets.to_string());
                self.svg.push_str("</g>\n");
                left += wide;
            }
        }
    }
}

/// A hull with a number; its upper left corner is given.
pub fn hull(svg: &mut String, (x, y): (f64, f64), scale: f64, colour: &str, number: &str) {
    let at = |dx: f64, dy: f64| (x + dx * scale, y + dy * scale);
    let ((left, top), (right, _)) = (at(2.0, 0.0), at(42.0, 0.0));
    let ((bow, foot), (stern, _)) = (at(33.0, 26.0), at(11.0, 26.0));
    let (middle, base) = at(22.0, 20.0);
    let _ = write!(
        svg,
        "<path d=\"M{left:.1} {top:.1}H{right:.1}L{bow:.1} {foot:.1}H{stern:.1}Z\" fill=\"{}\" stroke=\"#fffdf5\" \
         stroke-width=\"{:.1}\"/><text x=\"{middle:.1}\" y=\"{base:.1}\" font-size=\"{:.1}\" font-weight=\"700\" \
         text-anchor=\"middle\" fill=\"{}\">{number}</text>",
        escape(colour),
        2.4 * scale,
        20.0 * scale,
        ink(colour)
    );
}

/// Long names in two lines.
fn lines(name: &str) -> Vec<&str> {
    match name.rsplit_once(' ') {
        Some((first, last)) if name.chars().count() > 9 => vec![first, last],
        _ => vec![name],
    }
}
