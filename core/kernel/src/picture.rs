//! Maps as SVG: the part that is shown, colours, the lines of a legend.

/// A point on the picture.
pub type Point = (f64, f64);

/// The letters of all maps.
pub const FONT: &str = "font-family=\"DejaVu Sans, Verdana, sans-serif\"";

/// The part of a map that is shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    /// Left edge, in units of the map.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// How much names and pieces grow: less than the map when a part is shown larger.
    pub scale: f64,
}

impl Window {
    /// Of a map of some width and height, the part between west, south, east and north in degrees, at least `least` wide; all
    /// of it when there is no such part. `point` is where a longitude and latitude are on the map.
    pub fn new((wide, high): Point, crop: Option<[f64; 4]>, least: f64, point: impl Fn(f64, f64) -> Point) -> Self {
        let whole = Self { x: 0.0, y: 0.0, width: wide, height: high, scale: 1.0 };
        let Some([west, south, east, north]) = crop else { return whole };
        let finite = [west, south, east, north].iter().all(|degrees| degrees.is_finite());
        if !finite || west >= east || south >= north {
            return whole;
        }
        // The sides of the part may be curves on the map: what they enclose is found from points along them.
        let along = (0..=8).map(|step| f64::from(step) / 8.0);
        let rim = along.flat_map(|part| {
            let (lon, lat) = (west + (east - west) * part, south + (north - south) * part);
            [(lon, south), (lon, north), (west, lat), (east, lat)]
        });
        let far = (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
        let bounds = rim
            .map(|(lon, lat)| point(lon, lat))
            .fold(far, |bounds, (x, y)| (bounds.0.min(x), bounds.1.min(y), bounds.2.max(x), bounds.3.max(y)));
        Self::around((wide, high), bounds, least)
    }

    /// The part around left, top, right and bottom, in units of the map, at least `least` wide.
    pub fn around((wide, high): Point, (left, up, right, down): (f64, f64, f64, f64), least: f64) -> Self {
        // A strip is widened, so that the picture keeps a shape that a screen can hold.
        let width = (right - left).max((down - up) / 2.0).max(least).min(wide);
        let height = (down - up).max(width / 3.0).min(high);
        let x = ((left + right - width) / 2.0).clamp(0.0, wide - width);
        let y = ((up + down - height) / 2.0).clamp(0.0, high - height);
        Self { x, y, width, height, scale: (width / wide).powf(0.4) }
    }

    /// Whether a point is within it.
    pub fn shows(&self, (x, y): Point) -> bool {
        (self.x..=self.x + self.width).contains(&x) && (self.y..=self.y + self.height).contains(&y)
    }
}

/// Sets the entries of a legend, a sign and its words each, in lines that are no longer than `room`; each group of entries
/// begins a line.
pub fn set_in_lines<Sign>(
    groups: impl IntoIterator<Item = Vec<(Sign, String)>>, room: f64, entry_width: impl Fn(&str) -> f64,
) -> Vec<Vec<(Sign, String)>> {
    let mut lines: Vec<Vec<(Sign, String)>> = Vec::new();
    for entries in groups {
        let mut used = f64::INFINITY;
        for (sign, words) in entries {
            let width = entry_width(&words);
            if used + width > room {
                lines.push(Vec::new());
                used = 0.0;
            }
            used += width;
            if let Some(line) = lines.last_mut() {
                line.push((sign, words));
            }
        }
    }
    lines
}

/// Red, green and blue of `#rrggbb`; grey for anything else.
pub fn parts(colour: &str) -> [u32; 3] {
    let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii());
    let part = |at: usize| digits.and_then(|digits| u32::from_str_radix(&digits[at..at + 2], 16).ok()).unwrap_or(128);
    [part(0), part(2), part(4)]
}

/// Black or white, whichever is read more easily on a colour.
pub fn ink(colour: &str) -> &'static str {
    let [red, green, blue] = parts(colour);
    if 299 * red + 587 * green + 114 * blue > 140_000 { "#000000" } else { "#ffffff" }
}

/// Whether every element of a picture is closed in its turn, and its text holds no bare markup.
pub fn is_well_formed(svg: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for piece in svg.split('<').skip(1) {
        let Some((tag, _)) = piece.split_once('>') else { return false };
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap_or_default());
        }
    }
    open.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A map of ten units a degree, its north-west corner at 10 W, 50 N.
    fn window(crop: Option<[f64; 4]>) -> Window {
        Window::new((400.0, 200.0), crop, 40.0, |lon, lat| ((lon + 10.0) * 10.0, (50.0 - lat) * 10.0))
    }

    #[test]
    fn a_part_is_shown_as_it_was_asked_for() {
        let part = window(Some([0.0, 35.0, 12.0, 45.0]));
        assert_eq!((part.x, part.y, part.width, part.height), (100.0, 50.0, 120.0, 100.0));
        assert!(part.shows((150.0, 60.0)) && !part.shows((90.0, 60.0)) && part.scale < 1.0);
    }

    #[test]
    fn a_strip_is_widened_and_what_cannot_be_shown_is_not() {
        let strip = window(Some([29.0, 40.0, 29.1, 40.1]));
        assert_eq!((strip.width, strip.x), (40.0, 360.0), "within the map");
        for odd in [[9.0, 40.0, 8.0, 41.0], [f64::NAN, 40.0, 8.0, 41.0], [0.0, 41.0, 8.0, 40.0]] {
            assert_eq!(window(Some(odd)), window(None));
        }
        let more = window(Some([-900.0, -80.0, 900.0, 80.0]));
        assert_eq!((more.width, more.height), (400.0, 200.0));
    }

    #[test]
    fn each_group_of_a_legend_begins_a_line() {
        let entries = |words: &[&str]| words.iter().map(|word| ('x', (*word).to_owned())).collect::<Vec<_>>();
        let groups = [entries(&["Roma", "Ostia", "Capua"]), entries(&["city"])];
        let lines = set_in_lines(groups, 10.0, |words| words.len() as f64);
        assert_eq!(lines, [entries(&["Roma", "Ostia"]), entries(&["Capua"]), entries(&["city"])]);
    }

    #[test]
    fn ink_can_be_read_on_its_ground() {
        assert_eq!(parts("#0a10ff"), [10, 16, 255]);
        assert_eq!(parts("red"), [128, 128, 128]);
        assert_eq!((ink("#fffdf5"), ink("#102040")), ("#000000", "#ffffff"));
    }

    #[test]
    fn markup_in_a_name_is_found() {
        assert!(is_well_formed("<svg><g><path d=\"M0 0\"/></g></svg>"));
        for bad in ["<svg><g></svg></g>", "<svg>", "<svg><b</svg>"] {
            assert!(!is_well_formed(bad), "{bad}");
        }
    }
}
