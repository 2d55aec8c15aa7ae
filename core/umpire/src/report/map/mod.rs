//! The campaign map as a seat sees it, as SVG: provinces in the colours of their owners as last known, cities, routes,
//! own forces, foreign forces as reported, sieges. Pure: the same view gives the same bytes.

mod geometry;
mod places;

use std::fmt::Write;

use kernel::MapOptions;
use kernel::map::Mode;

use self::geometry::{Cell, Point, Projection, cells};
use self::places::{Frame, Taken};
use super::paper::escape;
use super::tell::who;
use crate::ids::{NationId, ProvinceId, Units};
use crate::scenario::{CityStatus, Scenario, code};
use crate::view::{ProvinceView, View};

const TITLE_HEIGHT: f64 = 40.0;
const LEGEND_LINE: f64 = 22.0;
const INDEPENDENTS: &str = "#9b958a";
/// Opacity of an older report.
const OLD: &str = "0.55";
const FONT: &str = "font-family=\"DejaVu Sans, Verdana, sans-serif\"";

/// Draws the map.
pub fn map_svg(sc: &Scenario, view: &View, options: &MapOptions) -> String {
    let map = Projection::new(sc, options, TITLE_HEIGHT);
    let sites: Vec<Point> = sc.provinces.iter().map(|info| map.point(info.lon, info.lat)).collect();
    let mut drawing = Drawing { sc, view, map, sites, taken: Taken::default(), svg: String::with_capacity(96 * 1024) };
    drawing.all();
    drawing.svg
}

struct Drawing<'a> {
    sc: &'a Scenario,
    view: &'a View,
    map: Projection,
    sites: Vec<Point>,
    taken: Taken,
    svg: String,
}

/// Land in one piece.
struct Island {
    /// As path data; empty when it is not on the picture.
    outline: String,
    /// Provinces whose city is on it.
    provinces: Vec<usize>,
}

/// Troops to be shown beside a city.
struct Counter {
    place: ProvinceId,
    faction: NationId,
    fleets: u32,
    armies: u32,
    accuracy: Accuracy,
    age: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Accuracy {
    Own,
    Exact,
    About,
    Rumour,
}

impl Drawing<'_> {
    fn all(&mut self) {
        let legend = self.legend_lines();
        let (width, foot) = (self.map.width, self.map.top + self.map.height);
        let height = foot + legend.len() as f64 * LEGEND_LINE + 14.0;
        let whose = who(self.sc, &self.view.nation);
        let title = format!("{}: {}", self.sc.title, self.view.date);
        let _ = writeln!(
            self.svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" role=\"img\" aria-labelledby=\"map-title map-desc\" {FONT}>"
        );
        let _ = writeln!(self.svg, "<title id=\"map-title\">{}, as {} sees it</title>", escape(&title), escape(&whose));
        let _ = writeln!(self.svg, "<desc id=\"map-desc\">{}</desc>", escape(&self.description()));
        let _ = writeln!(
            self.svg,
            "<defs><clipPath id=\"map-frame\"><rect x=\"0\" y=\"{:.0}\" width=\"{width:.0}\" height=\"{:.1}\"/></clipPath>",
            self.map.top, self.map.height
        );
        let islands = self.islands();
        for (number, island) in islands.iter().enumerate().filter(|(_, island)| !island.outline.is_empty()) {
            let _ =
                writeln!(self.svg, "<clipPath id=\"map-land-{number}\"><path d=\"{}\"/></clipPath>", island.outline);
        }
        self.svg.push_str("</defs>\n");
        let land: String = islands.iter().map(|island| island.outline.as_str()).collect();
        let _ = writeln!(self.svg, "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fbf8f0\"/>");
        self.svg.push_str("<g clip-path=\"url(#map-frame)\">\n");
        let _ = writeln!(
            self.svg,
            "<rect x=\"0\" y=\"{:.0}\" width=\"{width:.0}\" height=\"{:.1}\" fill=\"#cfe2ea\"/>",
            self.map.top, self.map.height
        );
        let _ = writeln!(self.svg, "<path d=\"{land}\" fill=\"#f0eadb\" stroke=\"#7d9aa6\" stroke-width=\"1.4\"/>");
        self.provinces(&islands);
        self.waters();
        self.routes();
        self.cities();
        self.spies();
        self.counters();
        self.labels();
        self.svg.push_str("</g>\n");
        self.title(&title, &whose);
        self.legend(&legend, foot);
        self.svg.push_str("</svg>\n");
    }

    /// What the picture shows, for those who do not see it.
    fn description(&self) -> String {
        let own = self.view.provinces.iter().filter(|seen| seen.own.is_some()).count();
        let sieges: Vec<String> = self
            .view
            .provinces
            .iter()
            .filter(|seen| seen.siege.is_some())
            .map(|seen| seen.province.to_string())
            .collect();
        let sieges =
            if sieges.is_empty() { "no sieges".to_owned() } else { format!("sieges at {}", sieges.join(", ")) };
        let (forces, sightings) = (self.view.forces.len(), self.view.sightings.len());
        format!(
            "Provinces in the colours of their owners as last known: {own} own. Own forces in {forces} provinces, \
             {sightings} reports of foreign forces, {sieges}."
        )
    }

    fn colour(&self, faction: NationId) -> &str {
        self.sc.nations.get(faction.index()).map_or(INDEPENDENTS, |nation| nation.colour.as_str())
    }

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

    fn owner(&self, place: usize) -> NationId {
        self.view.provinces[place].owner.id
    }

    /// Outlines of land, each with the provinces whose city is on it; those without any together, under all provinces.
    fn islands(&self) -> Vec<Island> {
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
    fn provinces(&mut self, islands: &[Island]) {
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
                    "<path d=\"{}\" fill=\"{colour}\" fill-opacity=\"{strength}\" stroke=\"#fffdf5\" \
                     stroke-opacity=\"0.65\" stroke-width=\"0.8\"/>",
                    outline(&cell)
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

    fn waters(&mut self) {
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

    fn routes(&mut self) {
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

    /// Provinces whose city is on the picture.
    fn shown(&self) -> Vec<usize> {
        (0..self.sites.len()).filter(|&place| self.map.shows(self.sites[place], 0.0)).collect()
    }

    fn is_capital(&self, place: usize) -> bool {
        let mine = self.view.capital.id.index() == place;
        let theirs = self.sc.nations.iter().enumerate().any(|(nation, info)| {
            NationId::at(nation) != self.view.nation.id
                && info.capital.index() == place
                && self.owner(place) == NationId::at(nation)
        });
        mine || theirs
    }

    fn cities(&mut self) {
        for place in self.shown() {
            let (x, y) = self.sites[place];
            let seen: &ProvinceView = &self.view.provinces[place];
            if seen.siege.is_some() {
                let _ = writeln!(
                    self.svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"10\" fill=\"none\" stroke=\"#b3141d\" stroke-width=\"3\" stroke-dasharray=\"4 2.3\"><title>Siege of {}</title></circle>",
                    escape(seen.province.name.as_str())
                );
                self.taken.add(Frame::around((x, y), 11.0));
            } else {
                self.taken.add(Frame::around((x, y), if self.is_capital(place) { 7.0 } else { 4.5 }));
            }
            let capital = self.is_capital(place);
            symbol(&mut self.svg, (x, y), seen.cty, capital);
        }
    }

    fn troops(&self) -> Vec<Counter> {
        let newest = self.view.turn.saturating_sub(u32::from(!self.view.over));
        let split = |units: &Units| {
            units.0.iter().fold((0, 0), |(fleets, armies), (troop, count)| match self.sc.unit(troop.id).is_fleet() {
                true => (fleets + u32::from(*count), armies),
                false => (fleets, armies + u32::from(*count)),
            })
        };
        let own = self.view.forces.iter().map(|force| {
            let (fleets, armies) = split(&force.units);
            let (place, faction) = (force.province.id, self.view.nation.id);
            Counter { place, faction, fleets, armies, accuracy: Accuracy::Own, age: 0 }
        });
        let foreign = self.view.sightings.iter().map(|sighting| {
            let (fleets, armies) = match &sighting.rumour {
                Some(rumour) => (u32::from(rumour.fleets), u32::from(rumour.armies)),
                None => split(&sighting.units),
            };
            let accuracy = match sighting.grade {
                0 => Accuracy::Rumour,
                grade if self.sc.constants.R98.error_pct_by_grade[usize::from(grade.min(3)) - 1] == 0 => {
                    Accuracy::Exact
                }
                _ => Accuracy::About,
            };
            let (place, faction) = (sighting.province.id, sighting.faction.id);
            Counter { place, faction, fleets, armies, accuracy, age: newest.saturating_sub(sighting.turn) }
        });
        let mut all: Vec<Counter> = own.chain(foreign).collect();
        // The greatest first: they find the best places.
        all.sort_by_key(|counter| {
            (counter.accuracy != Accuracy::Own, std::cmp::Reverse(counter.fleets + counter.armies), counter.place)
        });
        all
    }

    fn counters(&mut self) {
        for counter in self.troops() {
            let site = self.sites[counter.place.index()];
            if !self.map.shows(site, 0.0) {
                continue;
            }
            let name = self.view.provinces[counter.place.index()].province.name.to_string();
            let party = self.sc.party(counter.faction);
            for (count, sea) in [(counter.armies, false), (counter.fleets, true)] {
                if count == 0 {
                    continue;
                }
                let text = match counter.accuracy {
                    Accuracy::Own | Accuracy::Exact => count.to_string(),
                    Accuracy::About => format!("~{count}"),
                    Accuracy::Rumour => format!("{count}?"),
                };
                let width = if sea { 13.0 } else { 9.0 } + 6.3 * text.len() as f64;
                let gap = if self.is_capital(counter.place.index()) { 9.5 } else { 6.0 };
                let (frame, _) = self.taken.place(&self.map, site, width, 13.0, gap);
                self.taken.add(frame);
                let arm = if sea { "squadrons" } else { "army units" };
                let label = format!("{name}: {} {text} {arm}", who(self.sc, &party));
                let colour = escape(self.colour(counter.faction)).clone();
                let _ = writeln!(
                    self.svg,
                    "<g{}><title>{}</title>{}<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{}\">{text}</text></g>",
                    if counter.age > 0 { format!(" opacity=\"{OLD}\"") } else { String::new() },
                    escape(&label),
                    shape(&frame, &colour, counter.accuracy, sea),
                    frame.x + frame.width / 2.0,
                    frame.y + 10.1,
                    ink(&colour),
                );
            }
        }
    }

    /// Marks where own spies are, at the upper left of the city.
    fn spies(&mut self) {
        for place in self.shown() {
            if self.view.provinces[place].own_spies {
                let (x, y) = self.sites[place];
                let far = if self.is_capital(place) { 7.5 } else { 5.5 };
                let (x, y) = (x - far, y - far);
                self.taken.add(Frame::around((x, y), 2.6));
                let _ = writeln!(
                    self.svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\" fill=\"#7a1fa2\" stroke=\"#fff\" stroke-width=\"0.7\"/>"
                );
            }
        }
    }

    fn labels(&mut self) {
        let mut order = self.shown();
        let worth = |place: &usize| {
            let seen = &self.view.provinces[*place];
            let troops = self.view.forces.iter().any(|force| force.province.id.index() == *place);
            (
                std::cmp::Reverse(self.is_capital(*place)),
                std::cmp::Reverse(seen.siege.is_some()),
                std::cmp::Reverse(troops),
                std::cmp::Reverse(self.sc.provinces[*place].rev),
                *place,
            )
        };
        order.sort_by_key(worth);
        for place in order {
            let name = self.view.provinces[place].province.name.to_string();
            let capital = self.is_capital(place);
            let size = if capital { 12.5 } else { 10.5 };
            let gap = if self.view.provinces[place].siege.is_some() { 12.0 } else { 6.5 };
            // Where the name has no room its code may have; where that has none either, the cursor still tells.
            for text in [name.clone(), code(&name)] {
                let width = text.chars().count() as f64 * size * if capital { 0.66 } else { 0.6 };
                let (frame, hidden) = self.taken.place(&self.map, self.sites[place], width, size, gap);
                if hidden > width * size * 0.06 {
                    continue;
                }
                self.taken.add(frame);
                let weight = if capital { " font-weight=\"700\"" } else { "" };
                let _ = writeln!(
                    self.svg,
                    "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size}\"{weight} textLength=\"{width:.1}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"#221d14\" stroke=\"#fffdf5\" stroke-opacity=\"0.85\" stroke-width=\"2.6\" paint-order=\"stroke\" stroke-linejoin=\"round\">{}</text>",
                    frame.x,
                    frame.y + size * 0.84,
                    escape(&text)
                );
                break;
            }
        }
    }

    fn title(&mut self, title: &str, whose: &str) {
        let _ = writeln!(
            self.svg,
            "<text x=\"12\" y=\"26\" font-size=\"19\" font-weight=\"700\" fill=\"#221d14\">{}</text>",
            escape(title)
        );
        let _ = writeln!(
            self.svg,
            "<text x=\"{:.0}\" y=\"26\" font-size=\"14\" text-anchor=\"end\" fill=\"#4a4235\">as {} sees it, turn {}</text>",
            self.map.width - 12.0,
            escape(whose),
            self.view.turn
        );
    }

    /// The legend's entries, set in lines: nations, then signs.
    fn legend_lines(&self) -> Vec<Vec<(Sign, String)>> {
        let mut entries: Vec<(Sign, String)> = Vec::new();
        for nation in self.sc.nation_ids() {
            let party = self.sc.party(nation);
            let provinces = self.view.provinces.iter().filter(|seen| seen.owner.id == nation).count();
            let enemy = if self.view.enemies.iter().any(|enemy| enemy.id == nation) { ", enemy" } else { "" };
            entries.push((Sign::Colour(nation), format!("{} ({provinces}{enemy})", self.sc.nation(party.id).name)));
        }
        entries.push((Sign::Colour(self.sc.ind()), "Independents".to_owned()));
        for (sign, words) in [
            (Sign::City(CityStatus::Standing, true), "capital"),
            (Sign::City(CityStatus::Standing, false), "city"),
            (Sign::City(CityStatus::TribalArea, false), "tribal area"),
            (Sign::City(CityStatus::Destroyed, false), "destroyed"),
            (Sign::Troops(Accuracy::Own, false), "own army"),
            (Sign::Troops(Accuracy::Own, true), "own fleet"),
            (Sign::Troops(Accuracy::Exact, false), "foreign, exact"),
            (Sign::Troops(Accuracy::About, false), "about"),
            (Sign::Troops(Accuracy::Rumour, false), "rumour"),
            (Sign::Old, "an older report"),
            (Sign::Siege, "siege"),
            (Sign::Spies, "own spies"),
        ] {
            entries.push((sign, words.to_owned()));
        }
        let mut lines: Vec<Vec<(Sign, String)>> = vec![Vec::new()];
        let mut used = 0.0;
        for (sign, words) in entries {
            let width = entry_width(&words);
            let signs_begin = matches!(sign, Sign::City(_, true));
            if used + width > self.map.width - 20.0 || signs_begin {
                lines.push(Vec::new());
                used = 0.0;
            }
            used += width;
            if let Some(line) = lines.last_mut() {
                line.push((sign, words));
            }
        }
        lines
    }

    fn legend(&mut self, lines: &[Vec<(Sign, String)>], foot: f64) {
        for (row, line) in lines.iter().enumerate() {
            let y = foot + 18.0 + row as f64 * LEGEND_LINE;
            let mut x = 14.0;
            for (sign, words) in line {
                self.sign(*sign, x, y - 4.0);
                let _ = writeln!(
                    self.svg,
                    "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"11.5\" fill=\"#221d14\">{}</text>",
                    x + 26.0,
                    escape(words)
                );
                x += entry_width(words);
            }
        }
    }

    fn sign(&mut self, sign: Sign, x: f64, y: f64) {
        let middle = (x + 10.0, y);
        let _ = match sign {
            Sign::Colour(nation) => {
                let colour = escape(self.colour(nation));
                writeln!(
                    self.svg,
                    "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"20\" height=\"12\" rx=\"2\" fill=\"{colour}\" fill-opacity=\"0.8\" stroke=\"#4a4235\"/>",
                    y - 6.0
                )
            }
            Sign::City(cty, capital) => {
                symbol(&mut self.svg, middle, cty, capital);
                Ok(())
            }
            Sign::Troops(accuracy, sea) => {
                let colour =
                    escape(self.colour(if accuracy == Accuracy::Own { self.view.nation.id } else { self.sc.ind() }));
                let text = match accuracy {
                    Accuracy::Own | Accuracy::Exact => "5",
                    Accuracy::About => "~5",
                    Accuracy::Rumour => "5?",
                };
                let frame = Frame { x, y: y - 6.5, width: 20.0, height: 13.0 };
                writeln!(
                    self.svg,
                    "{}<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{}\">{text}</text>",
                    shape(&frame, &colour, accuracy, sea),
                    middle.0,
                    y + 3.6,
                    ink(&colour)
                )
            }
            Sign::Old => {
                let frame = Frame { x, y: y - 6.5, width: 20.0, height: 13.0 };
                let block = shape(&frame, INDEPENDENTS, Accuracy::About, false);
                writeln!(self.svg, "<g opacity=\"{OLD}\">{block}</g>")
            }
            Sign::Siege => writeln!(
                self.svg,
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"7.5\" fill=\"none\" stroke=\"#b3141d\" stroke-width=\"3\" stroke-dasharray=\"4 2.3\"/>",
                middle.0
            ),
            Sign::Spies => writeln!(
                self.svg,
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#7a1fa2\" stroke=\"#fff\" stroke-width=\"0.6\"/>",
                middle.0
            ),
        };
    }
}

/// A sign that the legend explains.
#[derive(Clone, Copy)]
enum Sign {
    Colour(NationId),
    City(CityStatus, bool),
    Troops(Accuracy, bool),
    Old,
    Siege,
    Spies,
}

fn entry_width(words: &str) -> f64 {
    44.0 + words.chars().count() as f64 * 6.8
}

fn outline(cell: &Cell) -> String {
    let mut path = String::new();
    for (at, ((x, y), _)) in cell.iter().enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' });
    }
    path.push('Z');
    path
}

/// The sign of a city: a star for a capital, a square for a city, a ring for a tribal area, a cross for ruins.
fn symbol(svg: &mut String, (x, y): Point, cty: CityStatus, capital: bool) {
    let _ = match cty {
        CityStatus::Destroyed => writeln!(
            svg,
            "<path d=\"M{:.1} {:.1}l8 8m0 -8l-8 8\" stroke=\"#221d14\" stroke-width=\"2.2\" fill=\"none\"/>",
            x - 4.0,
            y - 4.0
        ),
        _ if capital => {
            let corner = |step: usize| {
                let angle = std::f64::consts::TAU * (step as f64 / 10.0 - 0.25);
                let far = if step.is_multiple_of(2) { 8.0 } else { 3.4 };
                format!("{:.1},{:.1}", x + far * angle.cos(), y + far * angle.sin())
            };
            let corners: Vec<String> = (0..10).map(corner).collect();
            writeln!(
                svg,
                "<polygon points=\"{}\" fill=\"#fff3c4\" stroke=\"#221d14\" stroke-width=\"1.2\"/>",
                corners.join(" ")
            )
        }
        CityStatus::Standing => writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"6.4\" height=\"6.4\" fill=\"#fffdf5\" stroke=\"#221d14\" stroke-width=\"1.2\"/>",
            x - 3.2,
            y - 3.2
        ),
        CityStatus::TribalArea => writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"none\" stroke=\"#221d14\" stroke-width=\"1.3\"/>"
        ),
    };
}

/// The shape of a counter: a block for an army, a hull for a fleet. Its edge tells how sure the number is.
fn shape(frame: &Frame, colour: &str, accuracy: Accuracy, sea: bool) -> String {
    let (stroke, width, dashes) = match accuracy {
        Accuracy::Own => ("#000000", 1.9, ""),
        Accuracy::Exact => ("#fffdf5", 1.2, ""),
        Accuracy::About => ("#221d14", 1.1, " stroke-dasharray=\"3 2\""),
        Accuracy::Rumour => ("#221d14", 1.1, " stroke-dasharray=\"1 2\""),
    };
    let opacity = if accuracy == Accuracy::Rumour { " fill-opacity=\"0.7\"" } else { "" };
    let style = format!("fill=\"{colour}\"{opacity} stroke=\"{stroke}\" stroke-width=\"{width}\"{dashes}");
    let Frame { x, y, width, height } = *frame;
    if sea {
        let (end, foot) = (x + width, y + height);
        format!("<path d=\"M{x:.1} {y:.1}H{end:.1}L{:.1} {foot:.1}H{:.1}Z\" {style}/>", end - 4.0, x + 4.0)
    } else {
        format!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"1.5\" {style}/>")
    }
}

/// Black or white, whichever is read more easily on a colour.
fn ink(colour: &str) -> &'static str {
    let part = |at: usize| {
        let digits = colour.get(1 + 2 * at..3 + 2 * at).unwrap_or("80");
        f64::from(u8::from_str_radix(digits, 16).unwrap_or(128))
    };
    if 0.299 * part(0) + 0.587 * part(1) + 0.114 * part(2) > 122.0 { "#000000" } else { "#ffffff" }
}
