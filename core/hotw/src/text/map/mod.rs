//! The map of the world as a seat sees it, as SVG: Lands in the colours of their owners, borders with what makes them
//! hard to cross, armies, seats of power, Monuments and fleets. Pure: the same view gives the same bytes.
//!
//! The map gives every Land about the same room, so that the crowded Mediterranean can be read; it keeps who borders on
//! whom. `width` is the picture's width in pixels, `crop` a part of the globe in degrees.

mod legend;
mod pieces;
mod waters;
mod world;

use std::fmt::Write;

use kernel::MapOptions;
use kernel::marks::{self, MapMark};
use kernel::paper::escape;
use kernel::picture::{FONT, Point, Window, parts};

use self::world::{World, world};
use super::tell::words::{Words, capital};
use crate::knowledge::view::{LandView, View};
use crate::model::ids::{Town, Works};
use crate::model::scenario::Scenario;

const DEFAULT_WIDTH: u32 = 2000;
/// Length of the head of an arrow.
const MARK: f64 = 20.0;
const TITLE_HEIGHT: f64 = 74.0;
/// Nobody's armies: Sumeria.
const NEUTRAL: &str = "#f7f3ea";
const INK: &str = "#241d14";
/// What the colour of an owner is laid upon.
const PARCHMENT: &str = "#f6eedd";
/// Tints of the Areas, for Lands that nobody holds.
const TINTS: [&str; 13] = [
    "#f0dcb4", "#e6e8b8", "#f3d9bd", "#d3e6d6", "#ead5e4", "#dce8c4", "#d2dff0", "#f2d3c8", "#dde2cd", "#f1e7b6",
    "#d9dcf0", "#f0d8c2", "#d5ead0",
];

/// Draws the map.
pub fn map_svg(sc: &Scenario, view: &View, options: &MapOptions) -> String {
    let world = world();
    let window = Window::new((world.width, world.height), options.crop, 240.0, |lon, lat| world.point(lon, lat));
    let mut drawing = Drawing { sc, view, world, window, svg: String::with_capacity(192 * 1024) };
    drawing.all(options.width.unwrap_or(DEFAULT_WIDTH).clamp(320, 6000), &options.marks);
    drawing.svg
}

struct Drawing<'a> {
    sc: &'a Scenario,
    view: &'a View,
    world: &'a World,
    window: Window,
    svg: String,
}

impl Drawing<'_> {
    /// A group of the picture that can be shown or hidden.
    fn layer(&mut self, name: &str, draw: fn(&mut Self)) {
        let _ = writeln!(self.svg, "<g data-layer=\"{name}\">");
        draw(self);
        self.svg.push_str("</g>\n");
    }

    /// Where a Land, a Sea or an Ocean of this name is.
    fn site_of(&self, name: &str) -> Option<Point> {
        let board = &self.sc.board;
        let land = board.lands.iter().position(|land| land.id == name || land.name == name);
        let water = || board.waters.iter().position(|water| water.id == name || water.name == name);
        land.map(|at| self.world.lands[at].at).or_else(|| water().map(|at| self.world.waters[at].0))
    }

    fn all(&mut self, pixels: u32, marks: &[MapMark]) {
        // The picture is laid out in units of the whole map's width, whatever part of it is shown.
        let width = self.world.width;
        let Window { x, y, width: shown, height: high, .. } = self.window;
        let map = high * width / shown;
        let legend = self.legend_lines();
        let height = TITLE_HEIGHT + map + legend::height(&legend);
        let title = format!("{}: Epoch {}, {}", self.sc.title, self.view.epoch.roman(), self.view.years);
        let _ = writeln!(
            self.svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{pixels}\" \
             height=\"{:.0}\" role=\"img\" aria-labelledby=\"map-title map-desc\" {FONT}>",
            f64::from(pixels) * height / width
        );
        let _ = writeln!(self.svg, "<title id=\"map-title\">{}</title>", escape(&title));
        let _ = writeln!(self.svg, "<desc id=\"map-desc\">{}</desc>", escape(&self.description()));
        self.svg.push_str(
            "<defs><pattern id=\"map-barren\" width=\"14\" height=\"14\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><rect width=\"14\" height=\"14\" fill=\"#dcd6ca\"/><path d=\"M0 0V14\" \
             stroke=\"#a79f90\" stroke-width=\"5\"/></pattern></defs>\n",
        );
        let _ = writeln!(self.svg, "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fbf8f0\"/>");
        let _ = writeln!(
            self.svg,
            "<svg y=\"{TITLE_HEIGHT}\" width=\"{width:.0}\" height=\"{map:.1}\" viewBox=\"{x:.1} {y:.1} {shown:.1} {high:.1}\">"
        );
        self.waters();
        self.lands();
        self.borders();
        self.layer("names", Self::area_names);
        self.layer("forces", |drawing| {
            drawing.pieces();
            drawing.fleets();
        });
        let mut svg = std::mem::take(&mut self.svg);
        marks::draw(&mut svg, marks, MARK * self.window.scale, |name| self.site_of(name));
        self.svg = svg;
        self.svg.push_str("</svg>\n");
        self.title(&title);
        self.legend(&legend, TITLE_HEIGHT + map);
        self.svg.push_str("</svg>\n");
    }

    /// What the picture shows, for those who do not see it.
    fn description(&self) -> String {
        let words = Words { sc: self.sc };
        let holds = self.view.players.iter().map(|player| {
            let lands = if player.lands == 1 { "Land" } else { "Lands" };
            format!("{} holds {} {lands} and has {} VP", player.name, player.lands, player.vp)
        });
        let turn = match &self.view.turn {
            Some(turn) => format!(" {} now.", words.head(&turn.empire, &turn.player, "plays")),
            None => String::new(),
        };
        format!("A map of the world. {}.{turn}", holds.collect::<Vec<_>>().join("; "))
    }

    /// Colour of a player, or of nobody's armies.
    fn colour(&self, owner: &str) -> &str {
        let colour = self.sc.colours.iter().find(|colour| colour.key == owner);
        colour.map_or(NEUTRAL, |colour| colour.colour.as_str())
    }

    /// The empire that plays now.
    fn playing(&self) -> Option<&str> {
        self.view.turn.as_ref().map(|turn| turn.empire.as_str())
    }

    /// Lands in the colours of their owners, those of the empire that plays now stronger.
    fn lands(&mut self) {
        let world = self.world;
        let _ =
            writeln!(self.svg, "<path d=\"{}\" fill=\"#ece8de\" stroke=\"#b5b0a2\" stroke-width=\"2\"/>", world.waste);
        let playing = self.playing().map(str::to_owned);
        for (at, (info, site)) in self.sc.board.lands.iter().zip(&world.lands).enumerate() {
            let seen = &self.view.lands[at];
            let tint = TINTS[info.area.index() % TINTS.len()];
            let strong = playing.is_some() && seen.empire.as_deref() == playing.as_deref();
            let fill = match &seen.owner {
                Some(owner) => mixed(PARCHMENT, self.colour(owner), if strong { 95 } else { 60 }),
                None if info.barren => "url(#map-barren)".to_owned(),
                None => tint.to_owned(),
            };
            let _ = writeln!(
                self.svg,
                "<path data-place=\"{}\"{} d=\"{}\" fill=\"{fill}\" fill-rule=\"evenodd\"><title>{}</title></path>",
                escape(&info.name),
                seen.owner.as_ref().map_or_else(String::new, |owner| format!(" data-power=\"{}\"", escape(owner))),
                site.outline,
                escape(&self.told(at, seen))
            );
        }
    }

    /// A Land in words: *Nile Delta (North Africa): Hermes, Egypt, 2 armies, fort, Capital*.
    fn told(&self, at: usize, seen: &LandView) -> String {
        let words = Words { sc: self.sc };
        let info = &self.sc.board.lands[at];
        let mut facts: Vec<String> = Vec::new();
        if let Some(owner) = &seen.owner {
            let empire = seen.empire.as_deref().unwrap_or_default();
            facts.push(capital(&words.of(empire, owner)));
            facts.push(super::tell::words::armies(seen.armies));
        }
        match seen.works {
            Works::None => {}
            Works::Fort => facts.push("fort".to_owned()),
            Works::Fortress => facts.push("Fortress".to_owned()),
        }
        match seen.town {
            Town::None => {}
            Town::City => facts.push("City".to_owned()),
            Town::Capital => facts.push("Capital".to_owned()),
        }
        if let Some(builder) = &seen.monument {
            facts.push(format!("Monument built by {}", words.player(builder)));
        }
        if info.resource {
            facts.push("resource".to_owned());
        }
        if info.barren {
            facts.push("Barren".to_owned());
        } else if facts.is_empty() {
            facts.push("empty".to_owned());
        }
        format!("{} ({}): {}", info.name, self.sc.board.area(info.area).name, facts.join(", "))
    }

    fn borders(&mut self) {
        let world = self.world;
        for (path, style) in [
            (&world.borders, "stroke=\"#6a5c48\" stroke-width=\"2\" stroke-opacity=\"0.75\""),
            (&world.area_borders, "stroke=\"#fffdf5\" stroke-width=\"9\" stroke-opacity=\"0.8\""),
            (&world.area_borders, "stroke=\"#3d3226\" stroke-width=\"4.5\""),
            (&world.closed, "stroke=\"#3d3226\" stroke-width=\"7\""),
            (&world.coast, "stroke=\"#5f7f8e\" stroke-width=\"2.2\""),
            (&world.straits, "stroke=\"#fffdf5\" stroke-width=\"11\""),
            (&world.straits, "stroke=\"#1d5c86\" stroke-width=\"6\" stroke-dasharray=\"8 5\""),
            (&world.roads, "stroke=\"#fffdf5\" stroke-width=\"11\""),
            (&world.roads, "stroke=\"#6a5c48\" stroke-width=\"6\""),
            (&world.raids, "stroke=\"#a79f90\" stroke-width=\"5\" stroke-dasharray=\"3 7\""),
        ] {
            let _ = writeln!(
                self.svg,
                "<path d=\"{path}\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\" {style}/>"
            );
        }
        for (path, style) in [
            (&world.mountains, "fill=\"#8a5a33\" stroke=\"#fffdf5\" stroke-width=\"1.6\""),
            (&world.forests, "fill=\"#3f7d3a\" stroke=\"#fffdf5\" stroke-width=\"1.6\""),
            (&world.wall, "fill=\"#a8322b\" stroke=\"#fffdf5\" stroke-width=\"1.6\""),
        ] {
            let _ = writeln!(self.svg, "<path d=\"{path}\" {style}/>");
        }
    }

    /// Names of the Areas with their value in this epoch.
    fn area_names(&mut self) {
        let size = 25.0 * self.window.scale;
        for (area, seen) in self.sc.board.areas.iter().zip(&self.view.areas) {
            let (x, y) =
                self.world.areas[self.sc.board.areas.iter().position(|other| other.id == area.id).unwrap_or(0)];
            if !self.window.shows((x, y)) {
                continue;
            }
            let value = match seen.vp {
                0 => "no VP".to_owned(),
                vp => format!("{vp} VP"),
            };
            let name = area.name.to_uppercase();
            let (first, last) = name.rsplit_once(' ').unwrap_or(("", &name));
            let lines = [first, last, &value].into_iter().filter(|words| !words.is_empty());
            for (line, words) in lines.enumerate() {
                let _ = writeln!(
                    self.svg,
                    "<text x=\"{x:.0}\" y=\"{:.0}\" font-size=\"{size:.1}\" text-anchor=\"middle\" font-weight=\"700\" \
                     letter-spacing=\"2\" fill=\"#5b3f1c\" stroke=\"#fffdf5\" stroke-opacity=\"0.7\" stroke-width=\"5\" \
                     paint-order=\"stroke\" stroke-linejoin=\"round\">{}</text>",
                    y + line as f64 * 1.12 * size,
                    escape(words)
                );
            }
        }
    }
}

/// `over` laid upon `under`, so many per cent thick.
fn mixed(under: &str, over: &str, percent: u32) -> String {
    let (under, over) = (parts(under), parts(over));
    let part = |at: usize| (over[at] * percent + under[at] * (100 - percent) + 50) / 100;
    format!("#{:02x}{:02x}{:02x}", part(0), part(1), part(2))
}

#[cfg(test)]
mod tests;
