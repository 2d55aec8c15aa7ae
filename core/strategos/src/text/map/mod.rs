//! The map as a country sees it, as SVG: terrain, rivers and roads, cities with their walls, its own commands, and foreign
//! forces as they were last reported. Pure: the same knowledge gives the same bytes.
//!
//! `width` is the picture's width in pixels, `crop` a part of the globe in degrees; without it all that is played on is shown.

mod cities;
mod forces;
mod legend;
mod pieces;
mod sign;
#[cfg(test)]
mod tests;
mod ways;
mod world;

use std::collections::BTreeSet;
use std::fmt::Write;

use kernel::MapOptions;
use kernel::labels::Labels;
use kernel::marks::{self, MapMark};
use kernel::paper::escape;
use kernel::picture::{FONT, Point, Window};

use self::sign::Sign;
use self::world::{HEX, TERRAINS, World};
use crate::knowledge::Knowledge;
use crate::model::ids::{COLUMNS, CountryId, HexId, Power};
use crate::model::reports::Memory;
use crate::model::scenario::Scenario;
use crate::model::state::State;

const DEFAULT_WIDTH: u32 = 2400;
/// Length of the head of an arrow.
const MARK: f64 = 16.0;
const TITLE_HEIGHT: f64 = 84.0;
/// Width in which title and legend are laid out, whatever is shown: that of the whole grid.
const LAYOUT: f64 = COLUMNS as f64 * HEX as f64;
/// The least width of a part that is shown, in units of the map.
const LEAST_WIDTH: f64 = 200.0;
const INK: &str = "#241d14";
const PAPER: &str = "#fbf8f0";
const WATER: &str = "#bfdae4";
const FREE: &str = "#ffffff";
/// Fills of [`TERRAINS`].
const GROUND: [&str; 6] = ["#f1e9d0", "#dfe3a4", "#e6d4a8", "#c7d7a4", "#d3bd9c", "#f4e2b4"];

/// Draws the map that a country sees.
pub fn map_svg(sc: &Scenario, knowledge: &Knowledge, options: &MapOptions) -> String {
    draw(sc, (&knowledge.state, Some(knowledge.country)), options)
}

/// Draws what everybody knows.
pub fn public_map_svg(sc: &Scenario, public: &State, options: &MapOptions) -> String {
    draw(sc, (public, None), options)
}

fn draw(sc: &Scenario, seen: (&State, Option<CountryId>), options: &MapOptions) -> String {
    let world = World::new(&sc.board);
    let window = window(sc, &world, options);
    let mut drawing = Drawing::new(sc, seen, &world, window);
    drawing.all(options.width.unwrap_or(DEFAULT_WIDTH).clamp(320, 6000), &options.marks);
    drawing.svg
}

/// The part of the map that is shown.
fn window(sc: &Scenario, world: &World, options: &MapOptions) -> Window {
    let projection = sc.board.projection;
    let corner = world.hexes.centre(0, 0);
    let point = |lon: f64, lat: f64| {
        let metres = f64::from(projection.metres_per_hex) / f64::from(HEX);
        let east = (lon - f64::from(projection.west) / 1000.0) * f64::from(projection.metres_per_lon);
        let south = (f64::from(projection.north) / 1000.0 - lat) * f64::from(projection.metres_per_lat);
        (corner.0 + east / metres, corner.1 + south / metres)
    };
    let whole = world.hexes.extent();
    let window = Window::new(whole, options.crop, LEAST_WIDTH, point);
    // A map of a part of the grid is itself a part shown larger.
    Window { scale: (window.width / LAYOUT).powf(0.35), ..window }
}

struct Drawing<'a> {
    sc: &'a Scenario,
    state: &'a State,
    /// Who sees it so; everybody, if it is none.
    viewer: Option<CountryId>,
    world: &'a World,
    window: Window,
    labels: Labels,
    /// Where own commands have no line of communication.
    cut_off: BTreeSet<HexId>,
    /// Signs that the legend explains.
    used: BTreeSet<Sign>,
    svg: String,
}

impl<'a> Drawing<'a> {
    fn new(
        sc: &'a Scenario, (state, viewer): (&'a State, Option<CountryId>), world: &'a World, window: Window,
    ) -> Self {
        let svg = String::with_capacity(512 * 1024);
        Self {
            sc,
            state,
            viewer,
            world,
            window,
            labels: Labels::default(),
            cut_off: BTreeSet::new(),
            used: BTreeSet::new(),
            svg,
        }
    }

    /// Whether a power is the viewer's own.
    fn is_own(&self, power: Power) -> bool {
        self.viewer.is_some() && power.country() == self.viewer
    }

    /// The reports that the viewer remembers.
    fn memory(&self) -> Option<&'a Memory> {
        self.viewer.map(|country| &self.state.memory[country.index()])
    }

    /// Where a hex or a city of this name is, or an own command.
    fn site_of(&self, name: &str) -> Option<Point> {
        let city = || self.sc.cities.iter().find(|city| city.name.as_str() == name).map(|city| city.hex);
        let command = || {
            let all = self.state.commands.values();
            all.into_iter().find(|one| one.name.as_str() == name).map(|one| one.hex)
        };
        name.parse().ok().or_else(city).or_else(command).map(|hex| self.centre(hex))
    }

    fn all(&mut self, pixels: u32, marks: &[MapMark]) {
        let Window { x, y, width: shown, height: high, .. } = self.window;
        let map = high * LAYOUT / shown;
        self.definitions();
        self.ground();
        self.ways();
        let hexes = self.world.hexes;
        let unnamed = |column, row| HexId::new(column, row).is_some_and(|hex| self.state.site_at(hex).is_none());
        hexes.numbers(&mut self.svg, &self.window, f64::from(pixels) / shown, unnamed);
        let ground = std::mem::take(&mut self.svg);
        self.sites();
        self.pieces();
        let pieces = std::mem::take(&mut self.svg);
        self.city_names();
        let city_names = std::mem::take(&mut self.svg);
        self.cities();
        let cities = std::mem::take(&mut self.svg);
        // Names of lands and waters take what room is left, and lie under all else.
        self.names();
        let names = std::mem::take(&mut self.svg);
        let legend = self.legend_lines();
        self.begin(pixels, TITLE_HEIGHT + map + legend::height(&legend));
        let _ = writeln!(
            self.svg,
            "<svg data-hexes=\"{HEX}\" y=\"{TITLE_HEIGHT}\" width=\"{LAYOUT}\" height=\"{map:.1}\" viewBox=\"{x:.1} {y:.1} {shown:.1} {high:.1}\">"
        );
        let layers = [("", ground), ("names", names), ("", cities), ("forces", pieces), ("cities", city_names)];
        for (name, drawn) in layers {
            let _ = match name {
                "" => writeln!(self.svg, "{drawn}"),
                _ => writeln!(self.svg, "<g data-layer=\"{name}\">{drawn}</g>"),
            };
        }
        let mut svg = std::mem::take(&mut self.svg);
        marks::draw(&mut svg, marks, MARK * self.window.scale, |name| self.site_of(name));
        self.svg = svg;
        self.svg.push_str("</svg>\n");
        self.title();
        self.legend(&legend, TITLE_HEIGHT + map);
        self.svg.push_str("</svg>\n");
    }

    fn begin(&mut self, pixels: u32, height: f64) {
        let _ = writeln!(
            self.svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             viewBox=\"0 0 {LAYOUT} {height:.0}\" width=\"{pixels}\" height=\"{:.0}\" role=\"img\" \
             aria-labelledby=\"map-title map-desc\" {FONT}>",
            f64::from(pixels) * height / LAYOUT
        );
        let title = format!("{}: {}", self.sc.title, self.sc.date(self.state.turn));
        let _ = writeln!(self.svg, "<title id=\"map-title\">{}</title>", escape(&title));
        let _ = writeln!(self.svg, "<desc id=\"map-desc\">{}</desc>", escape(&self.description()));
        let _ = writeln!(self.svg, "<rect width=\"{LAYOUT}\" height=\"{height:.0}\" fill=\"{PAPER}\"/>");
    }

    /// What the picture shows, for those who do not see it.
    fn description(&self) -> String {
        let sites = &self.state.sites;
        let holds = self.sc.country_ids().map(|country| {
            let cities = sites.values().filter(|site| site.power == Power::Country(country) && site.size > 0).count();
            format!("{} holds {cities} cities", self.sc.country(country).name)
        });
        let holds: Vec<String> = holds.collect();
        let besieged: Vec<&str> =
            sites.values().filter(|site| site.siege.is_some()).map(|site| site.name.as_str()).collect();
        let sieges = if besieged.is_empty() {
            "No siege is known".to_owned()
        } else {
            format!("Besieged: {}", besieged.join(", "))
        };
        format!("A hex map of the eastern Mediterranean. {}. {sieges}.", holds.join("; "))
    }

    fn centre(&self, hex: HexId) -> Point {
        world::centre(&self.world.hexes, hex)
    }

    /// Says of an element whose it is.
    fn power(&self, power: Power) -> String {
        let country = power.country().map(|country| self.sc.country(country).key.as_str());
        country.map_or_else(String::new, |key| format!(" data-power=\"{}\"", escape(key)))
    }

    fn colour(&self, power: Power) -> &'a str {
        power.country().map_or(FREE, |country| &self.sc.country(country).colour)
    }

    /// A power's name.
    fn power_name(&self, power: Power) -> &'a str {
        match power {
            Power::Country(country) => self.sc.country(country).name.as_str(),
            Power::FreeCity(site) => self.state.sites.get(&site).map_or("a free city", |site| site.name.as_str()),
        }
    }

    /// Letters that stand for a power where its colour is not enough: the key of a country, the beginning of a city's name.
    fn letters(&self, power: Power) -> String {
        match power {
            Power::Country(country) => self.sc.country(country).key.to_string(),
            Power::FreeCity(_) => self.power_name(power).chars().take(3).collect::<String>().to_uppercase(),
        }
    }

    /// As few letters of a country's key as tell it from all others.
    fn initial(&self, country: CountryId) -> &'a str {
        let key = self.sc.country(country).key.as_str();
        let alone =
            |start: &&str| self.sc.countries.iter().filter(|other| other.key.as_str().starts_with(*start)).count() == 1;
        (1..=key.len()).filter_map(|end| key.get(..end)).find(alone).unwrap_or(key)
    }

    /// Patterns that repeat with the hexes: the grid, and a sign for each terrain.
    fn definitions(&mut self) {
        let hexes = self.world.hexes;
        self.svg.push_str("<defs>");
        hexes.grid(&mut self.svg, "map-grid");
        let signs = [
            ("", ""),
            ("m-9 -3h18m-15 5h18m-15 5h12", "fill=\"none\" stroke=\"#9a9a3a\" stroke-width=\"1.4\""),
            ("m-12 5q5 -9 10 0m1 2q5 -9 10 0m-15 -8q4 -7 8 0", "fill=\"none\" stroke=\"#9b7a45\" stroke-width=\"1.8\""),
            ("m-8 4l4 -8l4 8zm9 3l4 -8l4 8zm-4 -9l3.500 -7l3.500 7z", "fill=\"#5f7f42\""),
            ("m-13 8l8 -15l8 15zm13 2l6 -11l6 11z", "fill=\"#8a6743\" stroke=\"#f4ead4\" stroke-width=\"1\""),
            (
                "m-8 2h.1m7 -7h.1m5 6h.1m-8 6h.1m9 2h.1m-20 -12h.1",
                "fill=\"none\" stroke=\"#b0853a\" stroke-width=\"2.6\" stroke-linecap=\"round\"",
            ),
        ];
        for (at, (mark, style)) in signs.iter().enumerate().skip(1) {
            hexes.sign(&mut self.svg, &format!("map-{}", TERRAINS[at].1), mark, style);
        }
        let _ = writeln!(self.svg, "<path id=\"map-land\" d=\"{}\"/></defs>", self.world.land);
    }

    fn ground(&mut self) {
        let (world, (width, height)) = (self.world, self.world.hexes.extent());
        let _ = writeln!(self.svg, "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"{WATER}\"/>");
        for (at, (terrain, name)) in TERRAINS.into_iter().enumerate() {
            let path = &world.terrain[at];
            let _ = writeln!(self.svg, "<path d=\"{path}\" fill=\"{}\"/>", GROUND[at]);
            if at > 0 {
                let _ = writeln!(self.svg, "<path d=\"{path}\" fill=\"url(#map-{name})\"/>");
            }
            let mut hexes = self.sc.board.all().filter(|hex| self.sc.board.hex(*hex).terrain == terrain);
            if hexes.any(|hex| self.window.shows(self.centre(hex))) {
                self.used.insert(Sign::Terrain(at));
            }
        }
        self.used.insert(Sign::Sea);
        let _ = writeln!(self.svg, "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"url(#map-grid)\"/>");
        self.svg.push_str(
            "<use href=\"#map-land\" xlink:href=\"#map-land\" fill=\"none\" stroke=\"#4d7486\" stroke-width=\"2.4\" \
             stroke-linejoin=\"round\"/>\n",
        );
    }

    /// Names of lands and waters, the greater first, where there is room.
    fn names(&mut self) {
        let scale = self.window.scale;
        for named in self.world.names.iter().filter(|named| self.window.shows(named.at)) {
            let size = (12.0 + (named.hexes as f64).sqrt()).min(26.0) * scale;
            let name = if named.sea { named.name.clone() } else { named.name.to_uppercase() };
            // Below the middle: a hex has its number above it.
            let at = (named.at.0, named.at.1 + size * 0.5);
            let label = self.labels.aside(&self.window, at, &name, size);
            if label.covers > 0.02 * size * size {
                continue;
            }
            self.labels.take(label.frame);
            let style = if named.sea {
                "font-style=\"italic\" fill=\"#2f6580\""
            } else {
                "font-weight=\"700\" fill=\"#5b3f1c\" fill-opacity=\"0.7\""
            };
            let _ = writeln!(
                self.svg,
                "<text x=\"{:.0}\" y=\"{:.0}\" font-size=\"{size:.1}\" text-anchor=\"middle\" letter-spacing=\"{:.1}\" \
                 {style}>{}</text>",
                label.at.0,
                label.at.1,
                2.0 * scale,
                escape(&name)
            );
        }
    }
}
