//! The map as a seat sees it, as SVG: terrain, provinces in the colours of their controllers, barriers and straits,
//! cities, armies and fleets. Pure: the same knowledge gives the same bytes.
//!
//! `width` is the picture's width in pixels, `crop` a part of the globe in degrees; without it the part in play is shown.

mod legend;
mod pieces;
#[cfg(test)]
mod tests;
mod world;

use std::cmp::Reverse;
use std::fmt::Write;

use kernel::MapOptions;
use kernel::labels::{Frame, Labels};
use kernel::marks::{self, MapMark};
use kernel::paper::escape;
use kernel::picture::{FONT, Point, Window};

use self::world::{GRID, HEX, TERRAINS, World, centre};
use super::events::words::Words;
use crate::knowledge::Knowledge;
use crate::knowledge::view::{ProvinceView, View};
use crate::model::ids::{HexId, PowerId};
use crate::model::names::find_hex;
use crate::model::scenario::Scenario;

const DEFAULT_WIDTH: u32 = 2000;
/// Length of the head of an arrow.
const MARK: f64 = 15.0;
const TITLE_HEIGHT: f64 = 84.0;
/// The least width of a part that is shown, in units of the map.
const LEAST_WIDTH: f64 = 200.0;
const INK: &str = "#241d14";
/// Fills of [`TERRAINS`].
const GROUND: [&str; 5] = ["#efe6c9", "#d3dbae", "#c9d8c4", "#f2dfae", "#dccbae"];

/// Draws the map that a seat sees.
pub fn map_svg(sc: &Scenario, known: &Knowledge, options: &MapOptions) -> String {
    draw(sc, &known.view(sc), options)
}

/// Draws a view, a seat's or the public's.
pub fn draw(sc: &Scenario, view: &View, options: &MapOptions) -> String {
    let world = sc.picture.get(|| World::new(sc));
    let window = window(world, options);
    let mut drawing =
        Drawing { sc, view, world, window, labels: Labels::default(), svg: String::with_capacity(512 * 1024) };
    drawing.all(options.width.unwrap_or(DEFAULT_WIDTH).clamp(320, 6000), &options.marks);
    drawing.svg
}

/// The part of the map that is shown.
fn window(world: &World, options: &MapOptions) -> Window {
    let whole = (world.width, world.height);
    match (options.crop, theatre(world)) {
        (None, Some(theatre)) => Window::around(whole, theatre, LEAST_WIDTH),
        (crop, _) => {
            // At the poles the curves of this map run together.
            let crop = crop.filter(|[_, south, _, north]| *south > -89.0 && *north < 89.0);
            Window::new(whole, crop, LEAST_WIDTH, |lon, lat| world::point(lat, lon))
        }
    }
}

/// The provinces in play, where they take up less than half of the map: the rest is closed to everybody.
fn theatre(world: &World) -> Option<Frame> {
    let (left, up, right, down) = world.theatre;
    let (wide, high) = (right - left, down - up);
    if !(wide > 0.0 && high > 0.0 && 2.0 * wide * high < world.width * world.height) {
        return None;
    }
    // A little wider than high, as screens are.
    let more = ((1.25 * high - wide) / 2.0).max(0.0);
    Some((left - more, up, right + more, down))
}

struct Drawing<'a> {
    sc: &'a Scenario,
    view: &'a View,
    world: &'a World,
    window: Window,
    labels: Labels,
    svg: String,
}

impl Drawing<'_> {
    /// A group of the picture that can be shown or hidden.
    fn layer(&mut self, name: &str, draw: fn(&mut Self)) {
        let _ = writeln!(self.svg, "<g data-layer=\"{name}\">");
        draw(self);
        self.svg.push_str("</g>\n");
    }

    /// Where a hex or a city of this name is, or an own force.
    fn site_of(&self, name: &str) -> Option<Point> {
        let force = || {
            let army = self.view.armies.iter().find(|one| one.own.is_some() && one.army.to_string() == name);
            let fleet = || self.view.fleets.iter().find(|one| one.own.is_some() && one.fleet.to_string() == name);
            army.map(|one| one.hex).or_else(|| fleet().map(|one| one.hex))
        };
        find_hex(self.sc, name).or_else(force).map(centre)
    }

    fn all(&mut self, pixels: u32, marks: &[MapMark]) {
        // The picture is laid out in units of the whole map's width, whatever part of it is shown.
        let width = self.world.width;
        let Window { x, y, width: shown, height: high, .. } = self.window;
        let map = high * width / shown;
        let legend = self.legend_lines();
        let height = TITLE_HEIGHT + map + legend::height(&legend);
        let season = if self.view.winter { "winter" } else { "summer" };
        let title = format!("{}: {}, {season}", self.sc.title, self.view.date);
        let _ = writeln!(
            self.svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{pixels}\" height=\"{:.0}\" role=\"img\" \
             aria-labelledby=\"map-title map-desc\" {FONT}>",
            f64::from(pixels) * height / width
        );
        let _ = writeln!(self.svg, "<title id=\"map-title\">{}</title>", escape(&title));
        let _ = writeln!(self.svg, "<desc id=\"map-desc\">{}</desc>", escape(&self.description()));
        self.definitions();
        let _ = writeln!(self.svg, "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fbf8f0\"/>");
        let _ = writeln!(
            self.svg,
            "<svg data-hexes=\"{HEX}\" y=\"{TITLE_HEIGHT}\" width=\"{width:.0}\" height=\"{map:.1}\" viewBox=\"{x:.1} {y:.1} {shown:.1} {high:.1}\">"
        );
        self.ground();
        self.provinces();
        self.lines();
        self.sites();
        // A hex with a city goes by its name.
        let bears = |column, row| {
            let info = HexId::new(column, row).map(|hex| self.sc.hex(hex));
            info.is_some_and(|info| info.city.is_none() && (info.land.is_some() || info.sea.is_some()))
        };
        GRID.numbers(&mut self.svg, &self.window, f64::from(pixels) / shown, bears);
        self.layer("names", Self::names);
        self.cities();
        self.layer("forces", Self::pieces);
        self.layer("cities", Self::city_names);
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
        let holds = self.view.all_powers.iter().filter(|power| power.kind.is_major()).map(|power| {
            let id = power.power.id;
            let provinces = self.provinces_of(id);
            format!("{} controls {provinces} provinces", words.name(id))
        });
        let holds: Vec<String> = holds.collect();
        let besieged = self.view.cities.iter().filter(|city| city.besieged).map(|city| city.city.to_string());
        let besieged: Vec<String> = besieged.collect();
        let sieges =
            if besieged.is_empty() { "No sieges".to_owned() } else { format!("Besieged: {}", besieged.join(", ")) };
        format!("A hex map of the Roman world. {}. {sieges}.", holds.join("; "))
    }

    /// How many provinces a power controls.
    fn provinces_of(&self, power: PowerId) -> usize {
        let own = |province: &&ProvinceView| province.controller.as_ref().is_some_and(|owner| owner.id == power);
        self.view.provinces.iter().filter(own).count()
    }

    /// Says of an element whose it is.
    fn power(&self, power: PowerId) -> String {
        format!(" data-power=\"{}\"", escape(self.sc.power(power).code.as_str()))
    }

    fn colour(&self, power: PowerId) -> &str {
        &self.sc.power(power).colour
    }

    /// Patterns that repeat with the hexes: the grid, and a sign for each terrain.
    fn definitions(&mut self) {
        self.svg.push_str("<defs>");
        GRID.grid(&mut self.svg, "map-grid");
        let marks = [
            "",
            "m-8 4l4 -8l4 8zm9 3l4 -8l4 8zm-4 -9l3.500 -7l3.500 7z",
            "m-10 0h8m3 -4h8m-8 9h9m-16 -10h6",
            "m-8 2h.1m7 -7h.1m5 6h.1m-8 6h.1m9 2h.1m-20 -12h.1",
            "m-11 6l6 -11l5 8l4 -6l6 9",
        ];
        let styles = [
            "",
            "fill=\"#6d8a4c\"",
            "fill=\"none\" stroke=\"#5d8a8c\" stroke-width=\"1.8\"",
            "fill=\"none\" stroke=\"#b0853a\" stroke-width=\"2.6\" stroke-linecap=\"round\"",
            "fill=\"none\" stroke=\"#8d6b47\" stroke-width=\"2\" stroke-linejoin=\"round\"",
        ];
        for (at, (_, name)) in TERRAINS.iter().enumerate().skip(1) {
            GRID.sign(&mut self.svg, &format!("map-{name}"), marks[at], styles[at]);
        }
        self.svg.push_str(
            "<pattern id=\"map-closed\" width=\"12\" height=\"12\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><path d=\"M0 0V12\" stroke=\"#8c8577\" stroke-width=\"5\" \
             stroke-opacity=\"0.35\"/></pattern>\n",
        );
        for (at, (_, name)) in TERRAINS.iter().enumerate() {
            let _ = writeln!(self.svg, "<path id=\"map-on-{name}\" d=\"{}\"/>", self.world.terrain[at]);
        }
        let _ = writeln!(self.svg, "<path id=\"map-land\" d=\"{}\"/></defs>", self.world.land);
    }

    fn ground(&mut self) {
        let (width, height) = (self.world.width, self.world.height);
        let _ = writeln!(self.svg, "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#9fc3d6\"/>");
        let _ = writeln!(self.svg, "<path d=\"{}\" fill=\"#bfdae4\"/>", self.world.shallow);
        let _ = writeln!(self.svg, "<path d=\"{}\" fill=\"#e9e4d8\"/>", self.world.nothing);
        self.svg.push_str(
            "<use href=\"#map-land\" xlink:href=\"#map-land\" fill=\"none\" stroke=\"#e4f0f2\" stroke-width=\"9\" \
             stroke-linejoin=\"round\"/>\n",
        );
        for (at, (_, name)) in TERRAINS.iter().enumerate() {
            let _ = writeln!(
                self.svg,
                "<use href=\"#map-on-{name}\" xlink:href=\"#map-on-{name}\" fill=\"{}\"/>",
                GROUND[at]
            );
        }
    }

    /// Provinces in the colours of their controllers, with their terrain's signs above.
    fn provinces(&mut self) {
        for seen in &self.view.provinces {
            let id = seen.province.id;
            let fill = seen
                .controller
                .as_ref()
                .map(|power| format!("fill=\"{}\" fill-opacity=\"0.36\"", self.colour(power.id)));
            let _ = writeln!(
                self.svg,
                "<path d=\"{}\"{} {}><title>{}</title></path>",
                self.world.provinces[id.index()],
                seen.controller.as_ref().map_or_else(String::new, |power| self.power(power.id)),
                fill.unwrap_or_else(|| "fill=\"#ffffff\" fill-opacity=\"0.25\"".to_owned()),
                escape(&self.told(seen))
            );
        }
        let _ = writeln!(self.svg, "<path d=\"{}\" fill=\"#d9d4c8\" fill-opacity=\"0.75\"/>", self.world.closed);
        for (_, name) in TERRAINS.iter().skip(1) {
            let _ = writeln!(
                self.svg,
                "<use href=\"#map-on-{name}\" xlink:href=\"#map-on-{name}\" fill=\"url(#map-{name})\"/>"
            );
        }
        let _ = writeln!(self.svg, "<path d=\"{}\" fill=\"url(#map-closed)\"/>", self.world.closed);
        let (width, height) = (self.world.width, self.world.height);
        let _ = writeln!(self.svg, "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"url(#map-grid)\"/>");
    }

    /// A province in words: *Italia: Octavius, tax 14, capital Roma*.
    fn told(&self, seen: &ProvinceView) -> String {
        let words = Words { sc: self.sc };
        let info = self.sc.province(seen.province.id);
        let mut facts =
            vec![seen.controller.as_ref().map_or_else(|| "nobody".to_owned(), |power| words.name(power.id))];
        facts.push(format!("tax {}", info.tax));
        facts.extend(info.capital.map(|city| format!("capital {}", self.sc.city(city).name)));
        facts.extend(seen.plundered_until.as_ref().map(|until| format!("plundered until {until}")));
        format!("{}: {}", info.name, facts.join(", "))
    }

    fn lines(&mut self) {
        let world = self.world;
        for (path, style) in [
            (&world.borders, "stroke=\"#fffdf5\" stroke-width=\"5\" stroke-opacity=\"0.6\""),
            (&world.borders, "stroke=\"#5a3f28\" stroke-width=\"2.4\" stroke-dasharray=\"9 4\""),
            (&world.bars, "stroke=\"#2d6f96\" stroke-width=\"2.6\" stroke-dasharray=\"2 4\""),
            (&world.barriers, "stroke=\"#4b2f1a\" stroke-width=\"5.5\""),
            (&world.straits, "stroke=\"#fffdf5\" stroke-width=\"8\""),
            (&world.straits, "stroke=\"#1d5c86\" stroke-width=\"5\" stroke-dasharray=\"6 4\""),
        ] {
            let _ = writeln!(
                self.svg,
                "<path d=\"{path}\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\" {style}/>"
            );
        }
        let _ = writeln!(
            self.svg,
            "<path d=\"{}\" fill=\"#6b4527\" stroke=\"#f7efdc\" stroke-width=\"1.2\"/>",
            world.peaks
        );
        self.svg.push_str(
            "<use href=\"#map-land\" xlink:href=\"#map-land\" fill=\"none\" stroke=\"#4d7486\" stroke-width=\"2.4\" \
             stroke-linejoin=\"round\"/>\n",
        );
    }

    /// Names of provinces and waters, the greater waters first, a little aside where something is written already.
    fn names(&mut self) {
        let scale = self.window.scale;
        let provinces = self.world.centres.iter().zip(&self.sc.provinces);
        for (&at, info) in provinces.filter(|(_, info)| info.initial.is_some()) {
            if !self.window.shows(at) {
                continue;
            }
            let size = if info.hexes.len() < 12 { 15.0 } else { 20.0 } * scale;
            let name = info.name.as_str().to_uppercase();
            let (x, y) = self.aside(at, &name, size);
            let _ = writeln!(
                self.svg,
                "<text x=\"{x:.0}\" y=\"{y:.0}\" font-size=\"{size:.1}\" text-anchor=\"middle\" font-weight=\"700\" \
                 letter-spacing=\"{:.1}\" fill=\"#5b3f1c\" fill-opacity=\"0.75\" stroke=\"#fffdf5\" stroke-opacity=\"0.55\" \
                 stroke-width=\"{:.1}\" paint-order=\"stroke\" stroke-linejoin=\"round\">{}</text>",
                2.0 * scale,
                3.0 * scale,
                escape(&name)
            );
        }
        let seen = self.world.waters.iter().filter(|(_, at, hexes)| *hexes >= 5 && self.window.shows(*at));
        let mut waters: Vec<&(String, Point, usize)> = seen.collect();
        waters.sort_by_key(|(_, _, hexes)| Reverse(*hexes));
        for (name, at, hexes) in waters {
            let size = (13.0 + (*hexes as f64).sqrt()).min(26.0) * scale;
            let (x, y) = self.aside(*at, name, size);
            let _ = writeln!(
                self.svg,
                "<text x=\"{x:.0}\" y=\"{y:.0}\" font-size=\"{size:.1}\" text-anchor=\"middle\" font-style=\"italic\" \
                 letter-spacing=\"{:.1}\" fill=\"#2f6580\">{}</text>",
                2.0 * scale,
                escape(name)
            );
        }
    }

    /// Where a name in spaced letters is written about its middle; its frame is taken from then on.
    fn aside(&mut self, at: Point, name: &str, size: f64) -> Point {
        let label = self.labels.aside(&self.window, at, name, size);
        self.labels.take(label.frame);
        label.at
    }
}
