//! Land and water: provinces in the colours of their owners, coasts, rivers, lakes, routes.

use std::fmt::Write;

use kernel::map::Mode;
use kernel::paper::escape;

use super::Drawing;
use super::geometry::{self, Cell, cells};
use crate::model::scenario::CityStatus;
use crate::text::events::who;

/// Land in one piece.
pub struct Island {
    /// As path data; empty when it is not on the picture.
    pub outline: String,
    /// Provinces whose city is on it.
    pub provinces: Vec<usize>,
}

impl Drawing<'_> {
    /// Closed outlines as path data; those off the picture are left out.
    fn rings(&self, rings: &[Vec<[f64; 2]>]) -> String {
        let mut path = String::new();
        for ring in rings.iter().filter(|ring| self.map.shows_any(ring)) {
            self.trace(&mut path, ring);
            path.push('Z');
        }
        path
    }

    fn trace(&self, path: &mut String, line: &[[f64; 2]]) {
        let mut last = None;
        for [lon, lat] in line {
            let (x, y) = self.map.point(*lon, *lat);
            // A step of less than half a pixel is not seen.
            if last.is_some_and(|before| geometry::distance(before, (x, y)) < 0.5) {
                continue;
            }
            let _ = write!(path, "{}{x:.1} {y:.1}", if last.is_none() { 'M' } else { 'L' });
            last = Some((x, y));
        }
    }

    /// Outlines of land, each with the provinces whose city is on it; those without any together, under all provinces.
    pub fn islands(&self) -> Vec<Island> {
        let rings = &self.sc.geography.land;
        let all: Vec<usize> = (0..self.sites.len()).collect();
        if rings.is_empty() {
            return vec![Island { outline: String::new(), provinces: all }];
        }
        let homes: Vec<Option<usize>> =
            self.sc.provinces.iter().map(|info| geometry::ring_of(rings, info.lon, info.lat)).collect();
        let settled = |ring: usize| homes.contains(&Some(ring));
        let mut islands: Vec<Island> = (0..rings.len())
            .filter(|&ring| settled(ring))
            .map(|ring| Island {
                outline: self.rings(&rings[ring..=ring]),
                provinces: all.iter().copied().filter(|&place| homes[place] == Some(ring)).collect(),
            })
            .collect();
        let rest = (0..rings.len()).filter(|&ring| !settled(ring)).map(|ring| self.rings(&rings[ring..=ring]));
        islands.push(Island { outline: rest.collect(), provinces: all });
        islands
    }

    /// Cells in the owners' colours, cut to their land; frontiers stand out.
    pub fn provinces(&mut self, islands: &[Island]) {
        let reach = geometry::reach(&self.sites);
        for (number, island) in islands.iter().enumerate() {
            let clip = match island.outline.is_empty() {
                true if self.sc.geography.land.is_empty() => String::new(),
                true => continue,
                false => format!(" clip-path=\"url(#map-land-{number})\""),
            };
            let _ = writeln!(self.svg, "<g{clip} stroke-linejoin=\"round\">");
            let mut frontiers = String::new();
            for (&place, cell) in island.provinces.iter().zip(cells(&self.sites, &island.provinces, reach)) {
                if !self.map.shows(self.sites[place], reach) {
                    continue;
                }
                let colour = escape(self.colour(self.owner(place)));
                let strength = if self.view.provinces[place].own.is_some() { 0.72 } else { 0.5 };
                let _ = writeln!(
                    self.svg,
                    "<path data-place=\"{}\"{} d=\"{}\" fill=\"{colour}\" fill-opacity=\"{strength}\" stroke=\"#fffdf5\" \
                     stroke-opacity=\"0.65\" stroke-width=\"0.8\"><title>{}</title></path>",
                    escape(self.view.provinces[place].province.name.as_str()),
                    self.power(self.owner(place)),
                    outline(&cell),
                    escape(&self.about(place))
                );
                self.frontier(&mut frontiers, place, &cell);
            }
            let _ = writeln!(
                self.svg,
                "<path d=\"{frontiers}\" fill=\"none\" stroke=\"#4a4235\" stroke-opacity=\"0.75\" \
                 stroke-width=\"1.3\"/>\n</g>"
            );
        }
    }

    /// What is known of a province, in a line.
    fn about(&self, place: usize) -> String {
        let seen = &self.view.provinces[place];
        let city = match seen.cty {
            CityStatus::Standing => "a city",
            CityStatus::TribalArea => "a tribal area",
            CityStatus::Destroyed => "a city in ruins",
        };
        let mut text = format!("{}: {}, {city}", seen.province.name, who(self.sc, &seen.owner));
        match &seen.own {
            Some(own) => {
                let _ = write!(text, "; revenue {} RP, loyalty {} of 3", own.revenue, own.loyalty);
            }
            None if seen.as_of == 0 => text.push_str("; as at the start"),
            None => {
                let _ = write!(text, "; as known in {}", self.sc.calendar.label(seen.as_of));
            }
        }
        if seen.siege.is_some() {
            text.push_str("; under siege");
        }
        text
    }

    /// The sides of a cell beyond which somebody else rules.
    fn frontier(&self, path: &mut String, place: usize, cell: &Cell) {
        for (at, &((x, y), beyond)) in cell.iter().enumerate() {
            let Some(neighbour) = beyond.filter(|&neighbour| neighbour > place) else { continue };
            if self.owner(neighbour) != self.owner(place) {
                let ((to_x, to_y), _) = cell[(at + 1) % cell.len()];
                let _ = write!(path, "M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}");
            }
        }
    }

    pub fn waters(&mut self) {
        let mut rivers = String::new();
        for river in self.sc.geography.rivers.iter().filter(|river| self.map.shows_any(&river.line)) {
            self.trace(&mut rivers, &river.line);
        }
        let _ = writeln!(
            self.svg,
            "<path d=\"{rivers}\" fill=\"none\" stroke=\"#7fb0c8\" stroke-width=\"1.2\" stroke-opacity=\"0.9\"/>"
        );
        let lakes = self.rings(&self.sc.geography.lakes);
        let _ = writeln!(self.svg, "<path d=\"{lakes}\" fill=\"#cfe2ea\" stroke=\"#7d9aa6\" stroke-width=\"0.8\"/>");
    }

    pub fn routes(&mut self) {
        for (mode, style) in [
            (Mode::Land, "stroke=\"#5b4a36\" stroke-opacity=\"0.38\" stroke-width=\"1\""),
            (Mode::Sea, "stroke=\"#2f6f93\" stroke-opacity=\"0.45\" stroke-width=\"1\" stroke-dasharray=\"2 5\""),
        ] {
            let mut path = String::new();
            for route in self.sc.routes.iter().filter(|route| route.mode == mode) {
                let (one, other) = (self.sites[route.a.index()], self.sites[route.b.index()]);
                let shown = self.map.shows(one, 0.0) || self.map.shows(other, 0.0);
                if shown {
                    let _ = write!(path, "M{:.1} {:.1}L{:.1} {:.1}", one.0, one.1, other.0, other.1);
                }
            }
            let _ = writeln!(self.svg, "<path d=\"{path}\" fill=\"none\" {style}/>");
        }
    }
}

fn outline(cell: &Cell) -> String {
    let mut path = String::new();
    for (at, ((x, y), _)) in cell.iter().enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' });
    }
    path.push('Z');
    path
}
