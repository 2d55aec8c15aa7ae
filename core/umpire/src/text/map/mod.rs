//! The campaign map as a seat sees it, as SVG: provinces in the colours of their owners as last known, cities, routes,
//! own forces, foreign forces as reported, sieges. Pure: the same view gives the same bytes.

mod geometry;
mod land;
mod legend;
mod places;
mod scene;
mod troops;

use std::fmt::Write;

use kernel::MapOptions;
use kernel::marks::{self, MapMark};
use kernel::paper::escape;
use kernel::picture::{FONT, Point};

use self::geometry::Projection;
use self::places::{LabelBox, TakenSpace};
use self::scene::Scene;
use crate::knowledge::Knowledge;
use crate::knowledge::gallery::Public;
use crate::knowledge::view::ProvinceView;
use crate::model::ids::NationId;
use crate::model::scenario::{CityStatus, Scenario, code};
use crate::text::events::who;

/// Length of the head of an arrow.
const MARK: f64 = 9.0;
const TITLE_HEIGHT: f64 = 40.0;
const INDEPENDENTS: &str = "#9b958a";
/// Opacity of an older report.
const OLD: &str = "0.55";

/// Draws the map that a nation sees.
pub fn map_svg(sc: &Scenario, known: &Knowledge, options: &MapOptions) -> String {
    draw(sc, &Scene::of_nation(known.view(sc)), options)
}

/// Draws what everybody knows.
pub fn public_map_svg(sc: &Scenario, public: &Public, options: &MapOptions) -> String {
    draw(sc, &Scene::of_all(sc, public), options)
}

fn draw(sc: &Scenario, view: &Scene, options: &MapOptions) -> String {
    let map = Projection::new(sc, options, TITLE_HEIGHT);
    let sites: Vec<Point> = sc.provinces.iter().map(|info| map.point(info.lon, info.lat)).collect();
    let mut drawing =
        Drawing { sc, view, map, sites, taken: TakenSpace::default(), svg: String::with_capacity(96 * 1024) };
    drawing.all(&options.marks);
    drawing.svg
}

struct Drawing<'a> {
    sc: &'a Scenario,
    view: &'a Scene,
    map: Projection,
    sites: Vec<Point>,
    taken: TakenSpace,
    svg: String,
}

impl Drawing<'_> {
    fn all(&mut self, marks: &[MapMark]) {
        let legend = self.legend_lines();
        let (width, foot) = (self.map.width, self.map.top + self.map.height);
        let height = foot + legend.len() as f64 * legend::LINE + 14.0;
        let whose = self.view.viewer.map_or_else(|| "everybody".to_owned(), |id| who(self.sc, &self.sc.party(id)));
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
        self.layer("forces", Self::counters);
        self.layer("names", Self::labels);
        let mut svg = std::mem::take(&mut self.svg);
        marks::draw(&mut svg, marks, MARK, |name| self.site_of(name));
        self.svg = svg;
        self.svg.push_str("</g>\n");
        self.title(&title, &whose);
        self.legend(&legend, foot);
        self.svg.push_str("</svg>\n");
    }

    /// What the picture shows, for those who do not see it.
    fn description(&self) -> String {
        if self.view.viewer.is_none() {
            return "Provinces in the colours of their owners as at the start.".to_owned();
        }
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

    /// Says of an element whose it is.
    fn power(&self, faction: NationId) -> String {
        let id = self.sc.nations.get(faction.index()).map(|nation| nation.id.as_str());
        id.map_or_else(String::new, |id| format!(" data-power=\"{}\"", escape(id)))
    }

    fn owner(&self, place: usize) -> NationId {
        self.view.provinces[place].owner.id
    }

    /// Provinces whose city is on the picture.
    fn shown(&self) -> Vec<usize> {
        (0..self.sites.len()).filter(|&place| self.map.shows(self.sites[place], 0.0)).collect()
    }

    fn is_capital(&self, place: usize) -> bool {
        let mine = self.view.capital.is_some_and(|capital| capital.index() == place);
        let theirs = self.sc.nations.iter().enumerate().any(|(nation, info)| {
            Some(NationId::at(nation)) != self.view.viewer
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
                self.taken.add(LabelBox::around((x, y), 11.0));
            } else {
                self.taken.add(LabelBox::around((x, y), if self.is_capital(place) { 7.0 } else { 4.5 }));
            }
            let capital = self.is_capital(place);
            let _ = writeln!(self.svg, "<g data-place=\"{}\">", escape(seen.province.name.as_str()));
            symbol(&mut self.svg, (x, y), seen.cty, capital);
            self.svg.push_str("</g>\n");
        }
    }

    /// A group of the picture that can be shown or hidden.
    fn layer(&mut self, name: &str, draw: fn(&mut Self)) {
        let _ = writeln!(self.svg, "<g data-layer=\"{name}\">");
        draw(self);
        self.svg.push_str("</g>\n");
    }

    /// Where a province of this name is, or an own general.
    fn site_of(&self, name: &str) -> Option<Point> {
        let province = self.sc.provinces.iter().position(|info| info.name.as_str() == name);
        let general = || self.view.generals.iter().find(|one| one.general.name.as_str() == name);
        let site = province.or_else(|| general().map(|one| one.province.id.index()))?;
        Some(self.sites[site])
    }

    /// Marks where own spies are, at the upper left of the city.
    fn spies(&mut self) {
        for place in self.shown() {
            if self.view.provinces[place].own_spies {
                let (x, y) = self.sites[place];
                let far = if self.is_capital(place) { 7.5 } else { 5.5 };
                let (x, y) = (x - far, y - far);
                self.taken.add(LabelBox::around((x, y), 2.6));
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

#[cfg(test)]
mod tests {
    use kernel::GameSeed;
    use kernel::picture::is_well_formed;

    use super::*;
    use crate::model::{scenario::shipped, state::State};

    fn views() -> Vec<(std::sync::Arc<Scenario>, Knowledge)> {
        let of = |sc: &std::sync::Arc<Scenario>| {
            let st = State::start(sc, &GameSeed::from_number(1));
            (sc.clone(), Knowledge::of(sc, &st, NationId(1)))
        };
        shipped::shipped().iter().map(of).collect()
    }

    #[test]
    fn the_same_view_gives_the_same_well_formed_picture() {
        for (sc, view) in views() {
            for crop in [None, Some([8.0, 44.2, 13.0, 46.6]), Some([0.0, 0.0, 0.0, 0.0])] {
                let options = MapOptions { width: Some(900), crop, ..MapOptions::default() };
                let svg = map_svg(&sc, &view, &options);
                assert_eq!(svg, map_svg(&sc, &view, &options));
                assert!(is_well_formed(&svg), "{} {crop:?}", sc.id);
                assert!(!svg.contains("NaN") && !svg.contains("inf"));
            }
        }
    }

    #[test]
    fn hostile_names_stay_text() {
        let (sc, known) = views().remove(0);
        let mut view = known.view(&sc);
        view.provinces[0].province.name = "</text><script>alert(1)</script>".into();
        view.date = "\"><b>".into();
        let svg = draw(&sc, &Scene::of_nation(view), &MapOptions::default());
        assert!(!svg.contains("<script") && !svg.contains("<b>"));
        assert!(is_well_formed(&svg));
    }

    #[test]
    fn every_own_force_is_on_the_whole_map() {
        for (sc, known) in views() {
            let svg = map_svg(&sc, &known, &MapOptions::default());
            for force in &known.view(&sc).forces {
                let label = format!("<title>{}: ", escape(force.province.name.as_str()));
                assert!(svg.contains(&label), "{label}");
            }
        }
    }
}
