//! Cities and forts: symbols by size, with their walls, and their names.

use std::fmt::Write;

use kernel::labels::Frame;
use kernel::paper::escape;
use kernel::picture::{Point, ink};

use super::sign::Sign;
use super::{Drawing, INK};
use crate::model::ids::{HexId, Power, SiteId};
use crate::model::state::{Site, SiteStatus};
use crate::text::words::{count, units};

/// What the symbol of a city or fort is like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Capital,
    City,
    Fort,
}

impl Drawing<'_> {
    /// Where a city stands in its hex: above the middle, to leave room for pieces.
    fn site_point(&self, hex: HexId) -> Point {
        let (x, y) = self.centre(hex);
        (x, y - 5.0 * self.window.scale)
    }

    fn kind(&self, id: SiteId, site: &Site) -> Kind {
        let capital = self.state.countries.iter().any(|country| country.capital == id);
        match site.size {
            0 => Kind::Fort,
            _ if capital => Kind::Capital,
            _ => Kind::City,
        }
    }

    /// How far a symbol reaches from its middle.
    fn reach(&self, site: &Site) -> f64 {
        radius(site.size) * self.window.scale
    }

    /// The same with the ring of a siege or blockade.
    fn outer_reach(&self, site: &Site) -> f64 {
        let ring = if site.siege.is_some() || site.blockade.is_some() { 6.5 } else { 0.0 };
        self.reach(site) + ring * self.window.scale
    }

    /// Cities and forts within the picture, the greater first.
    fn shown_sites(&self) -> Vec<(SiteId, &Site, Point)> {
        let all = self.state.sites.iter().map(|(id, site)| (*id, site, self.site_point(site.hex)));
        let mut shown: Vec<_> = all.filter(|(.., at)| self.window.shows(*at)).collect();
        shown.sort_by_key(|(id, site, _)| (self.kind(*id, site) != Kind::Capital, std::cmp::Reverse(site.size), *id));
        shown
    }

    /// Takes the places of cities, which nothing should be written over.
    pub fn sites(&mut self) {
        let frames: Vec<Frame> = self
            .shown_sites()
            .into_iter()
            .map(|(_, site, (x, y))| {
                let size = self.outer_reach(site);
                (x - size, y - size, x + size, y + size)
            })
            .collect();
        frames.into_iter().for_each(|frame| self.labels.take(frame));
    }

    pub fn cities(&mut self) {
        let (mut svg, mut used) = (String::new(), Vec::new());
        for (id, site, at) in self.shown_sites() {
            let kind = self.kind(id, site);
            let port = site.size > 0 && self.sc.board.is_harbour(site.hex);
            let _ = write!(
                svg,
                "<g data-place=\"{}\" data-hex=\"{}\"{}><title>{}</title>",
                escape(site.name.as_str()),
                site.hex,
                self.power(site.power),
                escape(&self.told_of_site(id, site, kind, port))
            );
            let size = self.reach(site);
            symbol(&mut svg, at, size, kind, port, self.colour(site.power));
            let initial = site.power.country().map_or("", |country| self.initial(country));
            let text = format!("{initial}{}", site.dv_current);
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" text-anchor=\"middle\" font-weight=\"700\" \
                 fill=\"{}\">{text}</text>",
                at.0,
                at.1 + 4.0 * self.window.scale,
                if text.len() > 2 { 9.0 } else { 11.0 } * self.window.scale,
                ink(self.colour(site.power))
            );
            if site.siege.is_some() || site.blockade.is_some() {
                ring(&mut svg, at, size + 4.5 * self.window.scale, site.siege.is_some());
                used.push(if site.siege.is_some() { Sign::Siege } else { Sign::Blockade });
            }
            svg.push_str("</g>\n");
            used.push(match kind {
                Kind::Capital => Sign::Capital,
                Kind::City => Sign::City(rank(site.size)),
                Kind::Fort => Sign::Fort,
            });
            used.extend(port.then_some(Sign::Port));
            used.push(site.power.country().map_or(Sign::Free, Sign::Country));
        }
        self.used.extend(used);
        self.svg.push_str(&svg);
    }

    /// *Sardis (2726): city of Antigonos, size 7, walls 9*.
    fn told_of_site(&self, id: SiteId, site: &Site, kind: Kind, port: bool) -> String {
        let state = self.state;
        let own = self.is_own(site.power);
        let mut facts = Vec::new();
        let what = match kind {
            Kind::Capital => "capital",
            Kind::City => "city",
            Kind::Fort if id.index() < self.sc.cities.len() => "ruins",
            Kind::Fort => "fort",
        };
        facts.push(match site.power {
            Power::FreeCity(_) => format!("free {what}"),
            Power::Country(_) => format!("{what} of {}", self.power_name(site.power)),
        });
        if site.status == SiteStatus::Captured {
            facts.push("captured".to_owned());
        }
        if site.size > 0 {
            facts.push(format!("size {}", site.size));
        }
        let report = self.memory().and_then(|memory| memory.sites.get(&id)).filter(|_| !own);
        let about = report.map_or(0, |report| report.dv_error);
        facts.push(match (site.dv_current == site.dv, about) {
            (true, 0) => format!("walls {}", site.dv),
            (false, 0) => format!("walls {} of {}", site.dv_current, site.dv),
            (_, error) => format!("walls about {} (±{error})", site.dv_current),
        });
        if let Some(siege) = site.siege {
            facts.push(format!("besieged by {}", self.power_name(siege.by)));
        }
        if let Some(blockade) = site.blockade {
            let weeks = count(blockade.weeks, "whole week", "whole weeks");
            facts.push(format!("blockaded by {} for {weeks}", self.power_name(blockade.by)));
        }
        facts.extend(port.then(|| "port".to_owned()));
        facts.extend(site.shipyard.then(|| "shipyard".to_owned()));
        if own {
            facts.push(format!("stores {}", site.stores));
            facts.push(format!("garrison: {}", units(&state.command(site.command).units)));
        } else {
            facts.push(
                report.map_or_else(|| "as at the start".to_owned(), |report| format!("seen {}", self.age(report.turn))),
            );
            facts.extend(report.and_then(|report| report.inside).map(|inside| {
                format!("garrison about {} (±{} %), spied {}", inside.garrison, inside.error, self.age(inside.turn))
            }));
        }
        if state.spies.iter().any(|spy| spy.site == id) {
            facts.push("own spy inside".to_owned());
        }
        format!("{} ({}): {}", site.name, site.hex, facts.join(", "))
    }

    /// Names beside their cities, where they hide least.
    pub fn city_names(&mut self) {
        let scale = self.window.scale;
        let shown: Vec<(String, f64, f64, Point)> = self
            .shown_sites()
            .into_iter()
            .map(|(_, site, at)| {
                let size = if site.size >= 5 { 16.0 } else { 13.5 } * scale;
                (site.name.to_string(), size, self.outer_reach(site), at)
            })
            .collect();
        for (name, size, reach, at) in shown {
            let bold = size > 15.0 * scale;
            let wide = size * if bold { 0.68 } else { 0.61 } * name.chars().count() as f64;
            let label = self.labels.beside(at, reach + 3.0 * scale, wide, size);
            self.labels.take(label.frame);
            let _ = writeln!(
                self.svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" text-anchor=\"{}\" font-weight=\"{}\" fill=\"{INK}\" \
                 stroke=\"#fffdf5\" stroke-opacity=\"0.85\" stroke-width=\"{:.1}\" paint-order=\"stroke\" \
                 stroke-linejoin=\"round\">{}</text>",
                label.at.0,
                label.at.1,
                label.anchor,
                if bold { 700 } else { 400 },
                3.0 * scale,
                escape(&name)
            );
        }
    }
}

/// The sizes that a symbol tells apart: 1 to 3, 4 to 6, 7 and more.
pub fn rank(size: u8) -> u8 {
    match size {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    }
}

/// How far the symbol of a city of a size reaches.
pub fn radius(size: u8) -> f64 {
    [9.5, 11.5, 14.0][usize::from(rank(size))]
}

/// A city: a circle, a square for a capital, a diamond for a fort; a port has a blue rim.
pub fn symbol(svg: &mut String, (x, y): Point, size: f64, kind: Kind, port: bool, colour: &str) {
    let (rim, thick) = if port { ("#0b3c5d", 3.2) } else { (INK, 1.6) };
    let shape = match kind {
        Kind::Capital => {
            let side = 1.8 * size;
            format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\"",
                x - side / 2.0,
                y - side / 2.0
            )
        }
        Kind::City => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size:.1}\""),
        Kind::Fort => {
            let half = 1.2 * size;
            format!(
                "<path d=\"M{x:.1} {:.1}l{half:.1} {half:.1}l-{half:.1} {half:.1}l-{half:.1} -{half:.1}z\"",
                y - half
            )
        }
    };
    let thick = thick * size / 10.5;
    let _ = write!(
        svg,
        "{shape} fill=\"{colour}\" stroke=\"#fffdf5\" stroke-width=\"{:.1}\"/>\
         {shape} fill=\"{colour}\" stroke=\"{rim}\" stroke-width=\"{thick:.1}\"/>",
        thick + 2.5
    );
}

/// A ring around a city: of red teeth for a siege, of long blue strokes for a blockade.
pub fn ring(svg: &mut String, (x, y): Point, radius: f64, siege: bool) {
    let (colour, thick, stroke, gap) = if siege { ("#b3001b", 0.42, 0.22, 0.2) } else { ("#0b3c8a", 0.22, 0.72, 0.3) };
    for (colour, thick, dashes) in [
        ("#fffdf5", radius * (thick + 0.16), String::new()),
        (colour, radius * thick, format!(" stroke-dasharray=\"{:.1} {:.1}\"", radius * stroke, radius * gap)),
    ] {
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"none\" stroke=\"{colour}\" \
             stroke-width=\"{thick:.1}\"{dashes}/>"
        );
    }
}
