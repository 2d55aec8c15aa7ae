//! The map as a family sees it, as SVG: towns by size in the colours of the families that are sovereign there or in control, sieges, sea routes and
//! ferries, own personae and those whom they see. Pure: the same knowledge gives the same bytes.
//!
//! `width` is the picture's width in pixels, `crop` a part of the globe in degrees; without it all that is played on is shown.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::LazyLock;

use kernel::MapOptions;
use kernel::labels::Labels;
use kernel::marks::{self, MapMark};
use kernel::paper::escape;
use kernel::picture::{FONT, Point, Window, set_in_lines};

use crate::knowledge::Knowledge;
use crate::knowledge::render;
use crate::knowledge::view::{OtherView, PersonaView, View};
use crate::model::board::LocationRecord;
use crate::model::ids::{FamilyId, LocationId};
use crate::model::measures::Point as Globe;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::conflict::control::controller;
use crate::rules::places::is_besieged;

const DEFAULT_WIDTH: u32 = 1800;
/// Length of the head of an arrow.
const MARK: f64 = 8.0;
/// Units of the map from west to east of where most is: signs and letters are made for it.
const THEATRE: f64 = 1_600.0;
/// As high a picture is as large to the eye as one of that width.
const THEATRE_HEIGHT: f64 = 1_050.0;
/// Degrees around the outermost locations.
const MARGIN: f64 = 0.7;
/// Who has so many neighbours within so many degrees is where most is; who has fewer is shown when a part is asked for.
const NEIGHBOURS: usize = 2;
const NEAR: f64 = 4.5;
const TITLE_HEIGHT: f64 = 64.0;
/// The least width of a part that is shown.
const LEAST_WIDTH: f64 = 60.0;
const INK: &str = "#241d14";
const PAPER: &str = "#fbf8f0";
const WATER: &str = "#bfdae4";
const LAND: &str = "#efe6cf";
const COAST: &str = "#8fb0bd";
/// Towns that none of the families holds.
const FOREIGN: &str = "#a59b88";

/// Draws the map that a family sees.
pub fn map_svg(sc: &Scenario, knowledge: &Knowledge, options: &MapOptions) -> String {
    let view = render::view(sc, knowledge);
    draw(sc, &knowledge.state, Some((knowledge.family, &view)), options)
}

/// Draws what everybody knows.
pub fn public_map_svg(sc: &Scenario, public: &State, options: &MapOptions) -> String {
    draw(sc, public, None, options)
}

fn draw(sc: &Scenario, st: &State, viewer: Option<(FamilyId, &View)>, options: &MapOptions) -> String {
    let projection = Projection::new(sc);
    let size = (projection.wide, projection.high);
    let crop = options.crop.or(Some(projection.theatre));
    let window = Window::new(size, crop, LEAST_WIDTH, |lon, lat| projection.at(lon, lat));
    // Names and signs grow less than the map when a part is shown larger.
    let size = (window.width / THEATRE).max(window.height / THEATRE_HEIGHT);
    let window = Window { scale: 1.25 * size.powf(0.7), ..window };
    let labels = Labels::default();
    let family = viewer.map(|(family, _)| family);
    let (own, others) = viewer.map_or((&[][..], &[][..]), |(_, view)| (&view.personae, &view.others));
    let mut drawing = Drawing { sc, st, family, own, others, projection, window, labels, svg: String::new() };
    drawing.all(options.width.unwrap_or(DEFAULT_WIDTH).clamp(320, 6000), &options.marks);
    drawing.svg
}

/// Degrees to units of the map: all meridians are parallel, and degrees of longitude as long as in the middle.
struct Projection {
    west: f64,
    north: f64,
    /// Units for a degree of longitude, and of latitude.
    across: f64,
    down: f64,
    wide: f64,
    high: f64,
    /// West, south, east and north of where most is.
    theatre: [f64; 4],
}

/// West, south, east and north of some points, with a margin.
fn around(points: &[Point]) -> [f64; 4] {
    let far = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    let [west, south, east, north] = points.iter().fold(far, |[west, south, east, north], (lon, lat)| {
        [west.min(*lon), south.min(*lat), east.max(*lon), north.max(*lat)]
    });
    [west - MARGIN, south - MARGIN, east + MARGIN, north + MARGIN]
}

/// The locations near which there are others.
fn crowd(all: &[Point]) -> Vec<Point> {
    let near = |a: &Point, b: &Point| (a.0 - b.0).abs() < NEAR && (a.1 - b.1).abs() < NEAR;
    let crowded = |a: &&Point| all.iter().filter(|b| near(a, b)).count() > NEIGHBOURS;
    let crowd: Vec<Point> = all.iter().filter(crowded).copied().collect();
    if crowd.is_empty() { all.to_vec() } else { crowd }
}

fn degrees(hundredths: i16) -> f64 {
    f64::from(hundredths) / 100.0
}

impl Projection {
    fn new(sc: &Scenario) -> Self {
        let globe = |point: Globe| (degrees(point.lon), degrees(point.lat));
        let towns: Vec<Point> = sc.board.locations.iter().map(|it| globe(it.point)).collect();
        let all: Vec<Point> = towns.iter().copied().chain(sc.board.nodes.iter().map(|it| globe(it.point))).collect();
        let ([west, south, east, north], theatre) = (around(&all), around(&crowd(&towns)));
        let across = THEATRE / (theatre[2] - theatre[0]);
        // Not the cosine itself, which differs in its last bits from machine to machine: thousandths of it.
        let down = across * 1000.0 / (((theatre[3] + theatre[1]) / 2.0).to_radians().cos() * 1000.0).round();
        let (wide, high) = ((east - west) * across, (north - south) * down);
        Self { west, north, across, down, wide, high, theatre }
    }

    fn at(&self, lon: f64, lat: f64) -> Point {
        ((lon - self.west) * self.across, (self.north - lat) * self.down)
    }

    fn point(&self, globe: Globe) -> Point {
        self.at(degrees(globe.lon), degrees(globe.lat))
    }
}

/// Rings of longitude and latitude in hundredths of a degree.
fn coasts() -> &'static [Vec<(i16, i16)>] {
    static COASTS: LazyLock<Vec<Vec<(i16, i16)>>> = LazyLock::new(|| {
        let lines = include_str!("../../data/coast.txt").lines().filter(|line| !line.starts_with('#'));
        let pair = |pair: &str| {
            let (lon, lat) = pair.split_once(',')?;
            Some((lon.parse().ok()?, lat.parse().ok()?))
        };
        lines.map(|line| line.split(' ').filter_map(pair).collect()).collect()
    });
    &COASTS
}

struct Drawing<'a> {
    sc: &'a Scenario,
    st: &'a State,
    /// Who sees it so; everybody, if it is none.
    family: Option<FamilyId>,
    /// His personae, and those of others.
    own: &'a [PersonaView],
    others: &'a [OtherView],
    projection: Projection,
    window: Window,
    labels: Labels,
    svg: String,
}

/// A location on the map.
struct Town<'a> {
    id: LocationId,
    record: &'a LocationRecord,
    people: u32,
    /// The sovereign's title.
    sovereign: Option<&'a str>,
    besieged: bool,
    at: Point,
}

/// A persona on the map.
struct Shield {
    name: String,
    colour: String,
    own: bool,
}

/// The radius of a town.
fn radius(people: u32) -> f64 {
    match people {
        0..5_000 => 3.2,
        5_000..15_000 => 4.2,
        15_000..40_000 => 5.6,
        40_000..80_000 => 7.2,
        _ => 9.0,
    }
}

impl Drawing<'_> {
    fn scale(&self) -> f64 {
        self.window.scale
    }

    fn all(&mut self, pixels: u32, marks: &[MapMark]) {
        let Window { x, y, width, height, scale } = self.window;
        let legend = self.legend(width);
        let (title, line) = (TITLE_HEIGHT * scale, 26.0 * scale);
        let whole = height + title + legend.len() as f64 * line + 12.0 * scale;
        let tall = (f64::from(pixels) * whole / width).round();
        let whose = match self.family {
            Some(family) => format!("as the {} see it", self.sc.family(family).name),
            None => "as everybody sees it".to_owned(),
        };
        let words = format!("{}: {}", self.sc.title, self.sc.date(self.st.turn));
        let _ = writeln!(
            self.svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x:.1} {:.1} {width:.1} {whole:.1}\" width=\"{pixels}\" \
             height=\"{tall:.0}\" role=\"img\" aria-labelledby=\"map-title map-desc\" {FONT}>",
            y - title
        );
        let _ = writeln!(self.svg, "<title id=\"map-title\">{}, {}</title>", escape(&words), escape(&whose));
        let _ = writeln!(self.svg, "<desc id=\"map-desc\">{}</desc>", escape(&self.description()));
        let _ = writeln!(
            self.svg,
            "<defs><clipPath id=\"map-frame\"><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/></clipPath></defs>"
        );
        let _ = writeln!(
            self.svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{whole:.1}\" fill=\"{PAPER}\"/>",
            y - title
        );
        self.svg.push_str("<g clip-path=\"url(#map-frame)\">\n");
        let _ = writeln!(
            self.svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{WATER}\"/>"
        );
        self.land();
        self.routes();
        self.places();
        self.layer("forces", Self::people);
        self.layer("names", Self::names);
        let mut svg = std::mem::take(&mut self.svg);
        marks::draw(&mut svg, marks, MARK * self.scale(), |name| self.site_of(name));
        self.svg = svg;
        self.svg.push_str("</g>\n");
        let heading = format!("{words}, {whose}");
        // A letter is about six tenths as wide as it is high: what is too long for the picture is written smaller.
        let room = (width - 28.0 * scale) / (0.64 * heading.chars().count() as f64);
        let _ = writeln!(
            self.svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" font-weight=\"bold\" fill=\"{INK}\">{}</text>",
            x + 14.0 * scale,
            y - title + 40.0 * scale,
            room.min(26.0 * scale),
            escape(&heading),
        );
        self.draw_legend(&legend, (x, y + height), line);
        self.svg.push_str("</svg>\n");
    }

    fn description(&self) -> String {
        let besieged: Vec<&str> =
            self.towns().filter(|town| town.besieged).map(|town| town.record.name.as_str()).collect();
        let sieges =
            if besieged.is_empty() { "no sieges".into() } else { format!("sieges at {}", besieged.join(", ")) };
        let persons = match self.family {
            Some(_) => {
                let seen = self.others.iter().filter(|it| it.place.is_some()).count();
                format!("{} own personae, {seen} others seen, ", self.own.len())
            }
            None => String::new(),
        };
        format!(
            "Towns by size, in the colours of the families that are sovereign or in control there; {persons}{sieges}."
        )
    }

    fn land(&mut self) {
        let mut ways = String::new();
        for ring in coasts() {
            for (at, (lon, lat)) in ring.iter().enumerate() {
                let (x, y) = self.projection.at(degrees(*lon), degrees(*lat));
                let _ = write!(ways, "{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' });
            }
            ways.push('z');
        }
        let width = 1.2 * self.scale();
        let _ = writeln!(
            self.svg,
            "<path d=\"{ways}\" fill=\"{LAND}\" fill-rule=\"evenodd\" stroke=\"{COAST}\" stroke-width=\"{width:.2}\"/>"
        );
    }

    fn line(&mut self, a: Globe, b: Globe, style: &str) {
        let ((x1, y1), (x2, y2)) = (self.projection.point(a), self.projection.point(b));
        let _ = writeln!(self.svg, "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" fill=\"none\" {style}/>");
    }

    /// Sea routes, ferries, roads.
    fn routes(&mut self) {
        let (board, thin) = (self.sc.board.clone(), 0.9 * self.scale());
        let style = format!(
            "stroke=\"#6f9fb3\" stroke-width=\"{thin:.2}\" stroke-dasharray=\"{:.1} {:.1}\"",
            4.0 * thin,
            4.0 * thin
        );
        for (at, node) in board.nodes.iter().enumerate() {
            for link in node.links.iter().filter(|link| link.index() > at) {
                self.line(node.point, board.node(*link).point, &style);
            }
        }
        for record in &board.locations {
            for node in &record.nodes {
                self.line(record.point, board.node(*node).point, &style);
            }
        }
        let style = format!("stroke=\"#1f5f7a\" stroke-width=\"{:.2}\"", 2.0 * thin);
        for ferry in &board.ferries {
            self.line(board.location(ferry.a).point, board.location(ferry.b).point, &style);
        }
        let style = format!("stroke=\"#8a6a3a\" stroke-width=\"{:.2}\"", 2.6 * thin);
        for road in &self.st.roads {
            self.line(board.location(road.a).point, board.location(road.b).point, &style);
        }
    }

    /// The family of who is sovereign there; where nobody plays him, of who is in control.
    fn family_at(&self, location: LocationId) -> Option<FamilyId> {
        let st = self.st;
        let sovereign = st.location(location).sovereign.and_then(|title| st.title(title).holder.persona());
        sovereign.or_else(|| controller(self.sc, st, location)).map(|id| st.persona(id).family)
    }

    fn own_colour(&self) -> &str {
        self.family.map_or(PAPER, |family| self.sc.family(family).colour.as_str())
    }

    fn colour(&self, location: LocationId) -> &str {
        self.family_at(location).map_or(FOREIGN, |family| self.sc.family(family).colour.as_str())
    }

    fn towns(&self) -> impl Iterator<Item = Town<'_>> {
        self.sc.board.location_ids().map(|id| {
            let (record, here) = (self.sc.board.location(id), self.st.location(id));
            let sovereign = here.sovereign.map(|title| self.st.title_record(self.sc, title).name.as_str());
            let at = self.projection.point(record.point);
            Town { id, record, people: here.published, sovereign, besieged: is_besieged(self.st, id), at }
        })
    }

    fn shown(&self) -> impl Iterator<Item = Town<'_>> {
        self.towns().filter(|town| self.window.shows(town.at))
    }

    /// A group of the picture that can be shown or hidden.
    fn layer(&mut self, name: &str, draw: fn(&mut Self)) {
        let _ = writeln!(self.svg, "<g data-layer=\"{name}\">");
        draw(self);
        self.svg.push_str("</g>\n");
    }

    /// Where a location of this name is, or a persona whose place is known; inside or outside, or aboard ships, as events tell it.
    fn site_of(&self, words: &str) -> Option<Point> {
        if let Some((lat, lon)) = words.strip_prefix("at sea, ").and_then(|point| point.split_once(", ")) {
            return Some(self.projection.at(lon.parse().ok()?, lat.parse().ok()?));
        }
        let before = ["inside ", "outside ", "aboard the ships of "];
        let name = before.iter().find_map(|before| words.strip_prefix(before)).unwrap_or(words);
        if let Some(location) = self.sc.board.location_named(name) {
            return Some(self.projection.point(self.sc.board.location(location).point));
        }
        let own = self.own.iter().find(|one| one.name.as_str() == name).map(|one| &one.place);
        let other = || self.others.iter().find(|one| one.name.as_str() == name)?.place.as_ref();
        let place = own.or_else(other)?;
        Some(self.projection.at(degrees(place.lon), degrees(place.lat)))
    }

    fn places(&mut self) {
        let scale = self.scale();
        let mut drawn = String::new();
        let mut frames = Vec::new();
        for town in self.shown() {
            let ((x, y), size) = (town.at, radius(town.people) * scale);
            let (colour, name) = (self.colour(town.id), escape(town.record.name.as_str()));
            let family = self.family_at(town.id).map_or_else(String::new, |family| {
                format!(" data-power=\"{}\"", escape(self.sc.family(family).key.as_str()))
            });
            let _ = writeln!(
                drawn,
                "<circle data-place=\"{name}\"{family} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size:.1}\" fill=\"{colour}\" stroke=\"{INK}\" stroke-width=\"{:.2}\"><title>{name}, {} people, under the {}</title></circle>",
                0.9 * scale,
                town.people,
                escape(town.sovereign.unwrap_or("nobody")),
            );
            if town.besieged {
                let _ = writeln!(
                    drawn,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"#b3141d\" stroke-width=\"{:.1}\" stroke-dasharray=\"{:.1} {:.1}\"><title>Siege of {name}</title></circle>",
                    size + 4.0 * scale,
                    2.4 * scale,
                    4.0 * scale,
                    2.4 * scale,
                );
            }
            frames.push((x - size, y - size, x + size, y + size));
        }
        self.svg.push_str(&drawn);
        frames.into_iter().for_each(|frame| self.labels.take(frame));
    }

    /// Personae: one's own as filled shields, others as open ones, in the colour of the family.
    fn people(&mut self) {
        let scale = self.scale();
        let mut at: BTreeMap<(i16, i16), Vec<Shield>> = BTreeMap::new();
        for persona in self.own {
            let place = (persona.place.lat, persona.place.lon);
            at.entry(place).or_default().push(Shield {
                name: persona.name.to_string(),
                colour: self.own_colour().to_owned(),
                own: true,
            });
        }
        for other in self.others {
            let Some(place) = &other.place else { continue };
            let colour =
                self.sc.families.iter().find(|it| it.key == other.family).map_or(FOREIGN, |it| it.colour.as_str());
            at.entry((place.lat, place.lon)).or_default().push(Shield {
                name: other.name.to_string(),
                colour: colour.to_owned(),
                own: false,
            });
        }
        for ((lat, lon), people) in at {
            let (x, y) = self.projection.at(degrees(lon), degrees(lat));
            if !self.window.shows((x, y)) {
                continue;
            }
            let step = 9.0 * scale;
            let left = x - step * (people.len().min(6) as f64 - 1.0) / 2.0;
            for (place, Shield { name, colour, own }) in people.iter().take(6).enumerate() {
                let (px, py) = (left + step * place as f64, y - 15.0 * scale);
                let (fill, edge) = if *own { (colour.as_str(), INK) } else { (PAPER, colour.as_str()) };
                let _ = writeln!(
                    self.svg,
                    "<path d=\"M{:.1} {:.1}h{:.1}v{:.1}l{:.1} {:.1}l{:.1} {:.1}z\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{:.2}\"><title>{}</title></path>",
                    px - 3.6 * scale,
                    py - 4.0 * scale,
                    7.2 * scale,
                    5.0 * scale,
                    -3.6 * scale,
                    4.4 * scale,
                    -3.6 * scale,
                    -4.4 * scale,
                    1.1 * scale,
                    escape(name),
                );
                self.labels.take((px - 4.0 * scale, py - 4.0 * scale, px + 4.0 * scale, py + 6.0 * scale));
            }
        }
    }

    /// Names, of the greatest towns first; of small ones only where there is room.
    fn names(&mut self) {
        let scale = self.scale();
        let mut towns: Vec<(u32, String, Point)> =
            self.shown().map(|town| (town.people, town.record.name.to_string(), town.at)).collect();
        towns.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        for (people, name, point) in towns {
            let size = if people >= 40_000 { 13.0 } else { 11.0 } * scale;
            let label = self.labels.beside(
                point,
                radius(people) * scale + 3.0 * scale,
                0.6 * size * name.chars().count() as f64,
                size,
            );
            if people < 40_000 && label.covers > 12.0 * scale {
                continue;
            }
            self.labels.take(label.frame);
            let weight = if people >= 40_000 { " font-weight=\"bold\"" } else { "" };
            let _ = writeln!(
                self.svg,
                "<text data-place=\"{0}\" x=\"{1:.1}\" y=\"{2:.1}\" font-size=\"{size:.1}\" text-anchor=\"{3}\"{weight} fill=\"{INK}\" stroke=\"{PAPER}\" stroke-width=\"{4:.1}\" stroke-opacity=\"0.7\" paint-order=\"stroke\">{0}</text>",
                escape(&name),
                label.at.0,
                label.at.1,
                label.anchor,
                2.2 * scale,
            );
        }
    }

    /// The colours of sovereigns' families, and what the signs mean.
    fn legend(&self, width: f64) -> Vec<Vec<(String, String)>> {
        let shown: BTreeSet<FamilyId> = self.sc.board.location_ids().filter_map(|id| self.family_at(id)).collect();
        let families: Vec<(String, String)> = shown
            .into_iter()
            .map(|id| (self.sc.family(id).colour.clone(), self.sc.family(id).name.to_string()))
            .collect();
        let signs = [
            (FOREIGN, "held by nobody who is played"),
            ("siege", "besieged"),
            ("route", "sea route"),
            ("ferry", "ferry"),
            ("own", "own persona"),
            ("other", "another persona, seen"),
        ];
        let of_persons = |sign: &str| ["own", "other"].contains(&sign);
        let explained = signs.into_iter().filter(|(sign, _)| self.family.is_some() || !of_persons(sign));
        let signs = explained.map(|(sign, words)| (sign.to_owned(), words.to_owned())).collect();
        let scale = self.scale();
        set_in_lines([families, signs], width - 28.0 * scale, |words| {
            (34.0 + 7.4 * words.chars().count() as f64) * scale
        })
    }

    fn draw_legend(&mut self, lines: &[Vec<(String, String)>], (x, y): Point, line: f64) {
        let scale = self.scale();
        for (row, entries) in lines.iter().enumerate() {
            let (mut left, middle) = (x + 20.0 * scale, y + line * (row as f64 + 0.7));
            for (sign, words) in entries {
                let drawn = self.sign(sign, (left, middle));
                let _ = writeln!(
                    self.svg,
                    "{drawn}<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" fill=\"{INK}\">{}</text>",
                    left + 14.0 * scale,
                    middle + 4.5 * scale,
                    12.0 * scale,
                    escape(words),
                );
                left += (34.0 + 7.4 * words.chars().count() as f64) * scale;
            }
        }
    }

    fn sign(&self, sign: &str, (x, y): Point) -> String {
        let scale = self.scale();
        let way = |style: &str| {
            format!("<path d=\"M{:.1} {y:.1}h{:.1}\" fill=\"none\" {style}/>", x - 8.0 * scale, 16.0 * scale)
        };
        let shield = |fill: &str, edge: &str| {
            format!(
                "<path d=\"M{:.1} {:.1}h{:.1}v{:.1}l{:.1} {:.1}l{:.1} {:.1}z\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{:.2}\"/>",
                x - 3.6 * scale,
                y - 4.0 * scale,
                7.2 * scale,
                5.0 * scale,
                -3.6 * scale,
                4.4 * scale,
                -3.6 * scale,
                -4.4 * scale,
                1.1 * scale,
            )
        };
        match sign {
            "siege" => format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"#b3141d\" stroke-width=\"{:.1}\" stroke-dasharray=\"{:.1} {:.1}\"/>",
                7.0 * scale,
                2.4 * scale,
                4.0 * scale,
                2.4 * scale,
            ),
            "route" => way(&format!(
                "stroke=\"#6f9fb3\" stroke-width=\"{:.2}\" stroke-dasharray=\"{:.1} {:.1}\"",
                1.4 * scale,
                3.6 * scale,
                3.6 * scale
            )),
            "ferry" => way(&format!("stroke=\"#1f5f7a\" stroke-width=\"{:.2}\"", 2.0 * scale)),
            "own" => shield(self.own_colour(), INK),
            "other" => shield(PAPER, INK),
            colour => format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{colour}\" stroke=\"{INK}\" stroke-width=\"{:.2}\"/>",
                6.0 * scale,
                0.9 * scale
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::sight;
    use crate::model::ids::FamilyId;
    use crate::model::shipped;
    use crate::rules::setup;

    #[test]
    fn pictures_of_both_scenarios_and_of_their_parts_are_well_formed() {
        for id in ["italy-1493", "romagna-1493"] {
            let sc = shipped::find(id).expect("it ships");
            let known = sight::knowledge(&sc, &setup::start(&sc).0, FamilyId(0));
            for crop in
                [None, Some([10.0, 43.0, 14.0, 45.0]), Some([30.0, 30.0, 40.0, 35.0]), Some([9.0, 9.0, 9.0, 9.0])]
            {
                let svg = map_svg(&sc, &known, &MapOptions { crop, ..MapOptions::default() });
                assert!(kernel::picture::is_well_formed(&svg), "{id} {crop:?}");
                assert!(svg.len() < 300_000, "{}", svg.len());
            }
        }
    }

    #[test]
    fn places_are_found_as_events_name_them() {
        let sc = shipped::find("romagna-1493").unwrap();
        let known = sight::knowledge(&sc, &setup::start(&sc).0, FamilyId(0));
        let words =
            ["Rimini", "inside Rimini", "outside Rimini", "at sea, 44.10, 12.60", "at sea, somewhere", "Atlantis"];
        let marks = |name: &str| {
            let names = vec![name.to_owned()];
            let mark = MapMark { kind: kernel::MarkKind::Move, names, words: "Somebody went.".to_owned() };
            let svg = map_svg(&sc, &known, &MapOptions { marks: vec![mark], ..MapOptions::default() });
            svg.contains("data-layer=\"moves\"")
        };
        assert_eq!(words.map(marks), [true, true, true, true, false, false]);
    }

    #[test]
    fn every_line_of_the_coasts_is_a_ring() {
        assert!(coasts().len() > 50);
        assert!(coasts().iter().all(|ring| ring.len() >= 3));
    }
}
