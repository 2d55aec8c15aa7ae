//! Marks laid over a map on request: where forces went, where there was fighting, what orders want.

use std::fmt::{self, Write};

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, de};
use serde_json::Value;

use crate::EventRecord;
use crate::paper::escape;
use crate::picture::Point;

/// What a mark tells of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MarkKind {
    /// A force went from place to place.
    Move,
    /// There was fighting, or a city was lost.
    Fight,
    /// An order that has still to be carried out.
    Order,
}

impl MarkKind {
    /// In the order in which they are drawn.
    const ALL: [Self; 3] = [Self::Move, Self::Order, Self::Fight];

    fn layer(self) -> &'static str {
        match self {
            Self::Move => "moves",
            Self::Fight => "fights",
            Self::Order => "orders",
        }
    }
}

/// One mark on a map.
#[derive(Clone, PartialEq, Debug)]
pub struct MapMark {
    /// What it tells of.
    pub kind: MarkKind,
    /// Names of the places it goes by, as events and orders name them. What is no place of the map is passed over: the name of
    /// a general who is nowhere to be seen.
    pub names: Vec<String>,
    /// What it means, in words.
    pub words: String,
}

/// The kinds of event that a room has drawn on its map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MarkedEvents {
    /// A force went somewhere: to the `to` of their data, or the place that it names; from its `from`, or else from the place of
    /// the event.
    pub moves: &'static [&'static str],
    /// There was fighting at their place.
    pub fights: &'static [&'static str],
}

/// Fields in which the data of an event names its place.
const PLACES: [&str; 7] = ["hex", "city", "place", "location", "land", "space", "water"];

impl MarkedEvents {
    /// The marks of some events, in their order. A force that went on from where it had come to has one mark.
    pub fn marks(&self, events: &[EventRecord]) -> Vec<MapMark> {
        let mut marks: Vec<MapMark> = Vec::new();
        let mut last: Option<(String, Value)> = None;
        for event in events {
            let kind = event.kind.as_str();
            if self.moves.contains(&kind) {
                let (mover, to) = (mover_of(event), end_of(event));
                match (marks.last_mut(), &last) {
                    (Some(mark), Some((before, at))) if *before == mover && *at == event.data["from"] => {
                        mark.names.extend(names_in(&to));
                        mark.words = format!("{} {}", mark.words, event.text);
                    }
                    _ => {
                        let mut names = names_in(&event.data["from"]);
                        if names.is_empty() {
                            names.extend(event.place.clone());
                        }
                        names.extend(names_in(&to));
                        marks.push(MapMark { kind: MarkKind::Move, names, words: event.text.clone() });
                    }
                }
                last = Some((mover, to));
            } else if self.fights.contains(&kind) {
                let told = PLACES.iter().flat_map(|field| names_in(&event.data[*field]));
                let names = event.place.clone().into_iter().chain(told).collect();
                marks.push(MapMark { kind: MarkKind::Fight, names, words: event.text.clone() });
                last = None;
            }
        }
        marks
    }
}

/// Where a move ended.
fn end_of(event: &EventRecord) -> Value {
    let fields = ["to"].into_iter().chain(PLACES).map(|field| &event.data[field]);
    fields.into_iter().find(|one| !one.is_null()).cloned().unwrap_or_default()
}

/// Who moved: all of an event but the way.
fn mover_of(event: &EventRecord) -> String {
    let mut mover = vec![event.kind.clone()];
    if let Some(fields) = event.data.as_object() {
        let others = fields.iter().filter(|(name, one)| !matches!(name.as_str(), "from" | "to") && !one.is_number());
        mover.extend(others.map(|(name, one)| format!("{name} {one}")));
    }
    mover.join("; ")
}

/// All texts in a value.
fn names_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(name) => vec![name.clone()],
        Value::Array(list) => list.iter().flat_map(names_in).collect(),
        Value::Object(fields) => fields.values().flat_map(names_in).collect(),
        _ => Vec::new(),
    }
}

impl MapMark {
    /// The mark of an order: by all that its fields name, in the order of the fields of its type.
    pub(crate) fn of_order<O: Serialize>(order: &O, words: String) -> Self {
        let written = serde_json::to_string(order).unwrap_or_default();
        let Names(names) = serde_json::from_str(&written).unwrap_or_default();
        Self { kind: MarkKind::Order, names, words }
    }

    /// The places of it that the map has, each once in a row.
    fn points(&self, point: &dyn Fn(&str) -> Option<Point>) -> Vec<Point> {
        let mut points: Vec<Point> = self.names.iter().filter_map(|name| point(name)).collect();
        points.dedup();
        points
    }
}

/// The texts of JSON in the order in which they were written, without what says the `type`.
#[derive(Default)]
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Gather)
    }
}

struct Gather;

impl<'de> Visitor<'de> for Gather {
    type Value = Names;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Names, E> {
        Ok(Names(vec![text.to_owned()]))
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Names, E> {
        Ok(Names::default())
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<Names, E> {
        Ok(Names::default())
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<Names, E> {
        Ok(Names::default())
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<Names, E> {
        Ok(Names::default())
    }

    fn visit_unit<E: de::Error>(self) -> Result<Names, E> {
        Ok(Names::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Names, A::Error> {
        let mut all = Vec::new();
        while let Some(Names(some)) = list.next_element()? {
            all.extend(some);
        }
        Ok(Names(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Names, A::Error> {
        let mut all = Vec::new();
        while let Some(name) = fields.next_key::<String>()? {
            if name == "type" {
                fields.next_value::<IgnoredAny>()?;
            } else {
                all.extend(fields.next_value::<Names>()?.0);
            }
        }
        Ok(Names(all))
    }
}

/// Draws marks in layers that can be told apart by their class and `data-layer`: what went in a full line, what is ordered in a
/// broken one, with heads; fights as crosses. `size` is the length of a head in units of the map; `point` is where a name is, if
/// it is a place of the map or stands on one.
pub fn draw(svg: &mut String, marks: &[MapMark], size: f64, point: impl Fn(&str) -> Option<Point>) {
    for kind in MarkKind::ALL {
        let of_kind: Vec<(&MapMark, Vec<Point>)> =
            marks.iter().filter(|mark| mark.kind == kind).map(|mark| (mark, mark.points(&point))).collect();
        if of_kind.iter().all(|(_, points)| points.is_empty()) {
            continue;
        }
        let (colour, dashes) = match kind {
            MarkKind::Move => ("#5b2a86", String::new()),
            MarkKind::Order => ("#0b5394", format!(" stroke-dasharray=\"{:.1} {:.1}\"", size, size * 0.6)),
            MarkKind::Fight => ("#b3141d", String::new()),
        };
        let _ = writeln!(
            svg,
            "<g class=\"map-marks\" data-layer=\"{}\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
            kind.layer()
        );
        for (mark, points) in of_kind.iter().filter(|(_, points)| !points.is_empty()) {
            let (line, head) = match kind {
                MarkKind::Fight => (cross(points[0], size), String::new()),
                _ => arrow(points, size),
            };
            let _ = write!(svg, "<g><title>{}</title>", escape(&mark.words));
            // Under it in white, so that it can be seen on every ground.
            let _ = write!(
                svg,
                "<path d=\"{line}{head}\" stroke=\"#fffdf5\" stroke-width=\"{:.1}\" stroke-opacity=\"0.8\"/>",
                size * 0.5
            );
            let _ = write!(svg, "<path d=\"{line}\" stroke=\"{colour}\" stroke-width=\"{:.1}\"{dashes}/>", size * 0.2);
            if !head.is_empty() {
                let _ = write!(svg, "<path d=\"{head}\" stroke=\"{colour}\" stroke-width=\"{:.1}\"/>", size * 0.2);
            }
            svg.push_str("</g>\n");
        }
        svg.push_str("</g>\n");
    }
}

fn cross((x, y): Point, size: f64) -> String {
    let far = size * 0.9;
    let (left, right, up, down) = (x - far, x + far, y - far, y + far);
    format!("M{left:.1} {up:.1}L{right:.1} {down:.1}M{right:.1} {up:.1}L{left:.1} {down:.1}")
}

/// A line and its head; of a single point a ring.
fn arrow(points: &[Point], size: f64) -> (String, String) {
    let [.., from, end] = points else {
        let ((x, y), far) = (points[0], size * 1.2);
        let half = format!("a{far:.1} {far:.1} 0 1 0");
        let ring = format!("M{:.1} {y:.1}{half} {:.1} 0{half} {:.1} 0", x - far, 2.0 * far, -2.0 * far);
        return (ring, String::new());
    };
    let mut line = String::new();
    for (at, (x, y)) in points.iter().enumerate() {
        let _ = write!(line, "{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' });
    }
    let (x, y) = (end.0 - from.0, end.1 - from.1);
    let far = x.hypot(y);
    let (x, y) = (x / far * size, y / far * size);
    // A head opens by half a right angle to both sides.
    let side = |turn: f64| (end.0 - x * 0.87 + y * turn, end.1 - y * 0.87 - x * turn);
    let ((ax, ay), (bx, by)) = (side(0.5), side(-0.5));
    (line, format!("M{ax:.1} {ay:.1}L{:.1} {:.1}L{bx:.1} {by:.1}", end.0, end.1))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::picture::is_well_formed;
    use crate::rule::RuleRef;

    const MARKED: MarkedEvents = MarkedEvents { moves: &["moved"], fights: &["fought"] };

    fn event(kind: &str, place: Option<&str>, data: Value) -> EventRecord {
        let text = format!("It {kind}.");
        let place = place.map(str::to_owned);
        EventRecord { kind: kind.into(), rule: RuleRef::new("T-1"), phase: "p".into(), place, text, data }
    }

    fn point(name: &str) -> Option<Point> {
        match name {
            "Monza" => Some((10.0, 10.0)),
            "Lodi" => Some((40.0, 10.0)),
            "Crema" => Some((40.0, 50.0)),
            _ => None,
        }
    }

    #[test]
    fn a_force_that_goes_on_has_one_mark() {
        let marks = MARKED.marks(&[
            event("moved", None, json!({ "army": "A", "from": "Monza", "to": "Lodi", "time": 3 })),
            event("moved", None, json!({ "army": "A", "from": "Lodi", "to": { "id": 4, "name": "Crema" }, "time": 5 })),
            event("moved", None, json!({ "army": "B", "from": "Crema", "to": "Lodi" })),
            event("snowed", Some("Lodi"), json!({})),
            event("fought", Some("Lodi"), json!({ "hex": "0204" })),
        ]);
        let names: Vec<_> = marks.iter().map(|mark| (mark.kind, mark.names.join(" "))).collect();
        assert_eq!(
            names,
            [
                (MarkKind::Move, "Monza Lodi Crema".to_owned()),
                (MarkKind::Move, "Crema Lodi".to_owned()),
                (MarkKind::Fight, "Lodi 0204".to_owned())
            ]
        );
        assert_eq!(marks[0].words, "It moved. It moved.");
    }

    #[test]
    fn a_place_of_its_own_stands_for_where_a_force_began() {
        let marks = MARKED.marks(&[event("moved", Some("Monza"), json!({ "to": "Lodi" }))]);
        assert_eq!(marks[0].names, ["Monza", "Lodi"]);
    }

    #[test]
    fn an_order_goes_by_its_fields_in_their_order() {
        #[derive(Serialize)]
        struct March {
            r#type: &'static str,
            generals: Vec<&'static str>,
            by: Option<u8>,
            from: &'static str,
            and: Value,
        }
        let and = json!([1, true, 2.5, "Lodi"]);
        let march = March { r#type: "Crema", generals: vec!["Carne"], by: None, from: "Monza", and };
        let mark = MapMark::of_order(&march, "March".to_owned());
        assert_eq!(mark.names, ["Carne", "Monza", "Lodi"]);
        assert_eq!(mark.points(&point), [(10.0, 10.0), (40.0, 10.0)]);
    }

    #[test]
    fn marks_lie_in_layers_and_say_what_they_mean() {
        let mark = |kind, names: &[&str], words: &str| MapMark {
            kind,
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            words: words.to_owned(),
        };
        let mut svg = String::from("<svg>");
        let marks = [
            mark(MarkKind::Order, &["Monza"], "Hold"),
            mark(MarkKind::Move, &["Monza", "Crema"], "<Carne> & Bari"),
            mark(MarkKind::Fight, &["nowhere", "Lodi"], "A battle"),
            mark(MarkKind::Fight, &["nowhere"], "Unseen"),
        ];
        draw(&mut svg, &marks, 8.0, point);
        svg.push_str("</svg>");
        assert!(is_well_formed(&svg), "{svg}");
        let layers: Vec<&str> = svg.split("data-layer=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(layers, ["moves", "orders", "fights"]);
        assert!(svg.contains("<title>&lt;Carne&gt; &amp; Bari</title>") && !svg.contains("Unseen"), "{svg}");
        assert!(svg.contains("M10.0 10.0L40.0 50.0"), "{svg}");

        let mut nothing = String::new();
        draw(&mut nothing, &marks[3..], 8.0, point);
        assert_eq!(nothing, "");
    }
}
