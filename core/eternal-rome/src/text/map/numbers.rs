//! Numbers of hexes, by which orders and reports name them: column, then row, two digits each.

use std::fmt::Write;

use kernel::picture::Point;

use super::Drawing;
use super::world::{HEX, centre};
use crate::model::ids::{COLUMNS, HexId, ROWS};

/// From so many pixels of width on a hex has room for its number.
const ROOM: f64 = 44.0;
/// Otherwise every so many columns and rows are numbered along the edges.
const EVERY: u16 = 5;

impl Drawing<'_> {
    /// In every hex where there is room, else along the edges of the picture. `pixels` is the width of a hex.
    pub fn hex_numbers(&mut self, pixels: f64) {
        if pixels >= ROOM { self.in_each_hex() } else { self.along_the_edges() }
    }

    fn in_each_hex(&mut self) {
        let size = 8.5 * self.window.scale;
        let _ = write!(
            self.svg,
            "<g class=\"hex-numbers\" font-size=\"{size:.1}\" text-anchor=\"middle\" fill=\"#4a4235\" fill-opacity=\"0.75\">"
        );
        for hex in (0..COLUMNS).flat_map(|column| (0..ROWS).filter_map(move |row| HexId::new(column, row))) {
            let (x, y) = centre(hex);
            let info = self.sc.hex(hex);
            // A hex with a city goes by its name.
            let bears = info.city.is_none() && (info.land.is_some() || info.sea.is_some());
            if bears && self.window.shows((x, y)) {
                let y = y - f64::from(HEX) * 0.28 + size * 0.5;
                let _ = write!(self.svg, "<text x=\"{x:.0}\" y=\"{y:.0}\">{hex}</text>");
            }
        }
        self.svg.push_str("</g>\n");
    }

    fn along_the_edges(&mut self) {
        let window = self.window;
        let size = 15.0 * window.scale;
        let _ = write!(
            self.svg,
            "<g class=\"hex-numbers\" font-size=\"{size:.1}\" text-anchor=\"middle\" font-weight=\"700\" fill=\"#4a4235\" \
             stroke=\"#fffdf5\" stroke-width=\"{:.1}\" stroke-opacity=\"0.8\" paint-order=\"stroke\">",
            3.0 * window.scale
        );
        let middle = |column, row| HexId::new(column, row).map(centre);
        for column in (EVERY..COLUMNS).step_by(usize::from(EVERY)) {
            let Some((x, _)) = middle(column, 0) else { continue };
            for y in [window.y + size, window.y + window.height - size * 0.4] {
                self.number((x, y), column);
            }
        }
        for row in (EVERY..ROWS).step_by(usize::from(EVERY)) {
            let Some((_, y)) = middle(0, row) else { continue };
            for x in [window.x + size, window.x + window.width - size] {
                self.number((x, y + size * 0.35), row);
            }
        }
        self.svg.push_str("</g>\n");
    }

    fn number(&mut self, at: Point, number: u16) {
        if self.window.shows(at) {
            let _ = write!(self.svg, "<text x=\"{:.0}\" y=\"{:.0}\">{number:02}</text>", at.0, at.1);
        }
    }
}
