//! Where names stand on a map, so that they hide as little as may be of what is there.

use crate::picture::{Point, Window};

/// A part of a picture that a name or a piece takes: left, top, right, bottom.
pub type Frame = (f64, f64, f64, f64);

/// The area that two frames share.
pub fn overlap(a: Frame, b: Frame) -> f64 {
    let wide = a.2.min(b.2) - a.0.max(b.0);
    let high = a.3.min(b.3) - a.1.max(b.1);
    if wide > 0.0 && high > 0.0 { wide * high } else { 0.0 }
}

/// A place for a name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Label {
    /// Where its text is anchored.
    pub at: Point,
    /// By which end: `start`, `middle` or `end`.
    pub anchor: &'static str,
    /// What it takes.
    pub frame: Frame,
    /// How much of that is taken already.
    pub covers: f64,
}

/// What is taken on a picture.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Labels {
    taken: Vec<Frame>,
}

impl Labels {
    /// Takes a frame.
    pub fn take(&mut self, frame: Frame) {
        self.taken.push(frame);
    }

    /// What is taken so far.
    pub fn taken(&self) -> &[Frame] {
        &self.taken
    }

    /// How much a frame would cover of what is taken.
    pub fn covers(&self, frame: Frame) -> f64 {
        self.taken.iter().map(|other| overlap(frame, *other)).sum()
    }

    fn label(&self, at: Point, anchor: &'static str, frame: Frame) -> Label {
        Label { at, anchor, frame, covers: self.covers(frame) }
    }

    /// The best place for a name in spaced letters about its middle: within the window, and where it covers least.
    pub fn aside(&self, window: &Window, (x, y): Point, name: &str, size: f64) -> Label {
        let half = size * 0.36 * name.chars().count() as f64;
        let (left, right) = (window.x + half, window.x + window.width - half);
        let steps = [0.0, 1.0, -1.0, 2.0, -2.0];
        let places = steps.into_iter().flat_map(|across| steps.map(|down| (across * 1.5 * size, down * size)));
        let mut places: Vec<Point> =
            places.map(|(across, down)| ((x + across).clamp(left, right.max(left)), y + down)).collect();
        let away = |place: &Point| (place.0 - x) * (place.0 - x) + (place.1 - y) * (place.1 - y);
        places.sort_by(|a, b| away(a).total_cmp(&away(b)));
        let frame = |(x, y): Point| (x - half, y - size * 0.8, x + half, y + size * 0.2);
        let labels = places.into_iter().map(|at| self.label(at, "middle", frame(at)));
        let best = labels.min_by(|a, b| a.covers.total_cmp(&b.covers));
        best.unwrap_or_else(|| self.label((x, y), "middle", frame((x, y))))
    }

    /// The best place for a name of a width beside a point, `gap` away from it: to the right if there is room.
    pub fn beside(&self, (x, y): Point, gap: f64, wide: f64, size: f64) -> Label {
        let places = [
            (x + gap, y + size * 0.35, "start"),
            (x - gap, y + size * 0.35, "end"),
            (x, y - gap, "middle"),
            (x + gap, y - gap * 0.6, "start"),
            (x - gap, y - gap * 0.6, "end"),
            (x, y + gap + size * 0.7, "middle"),
        ];
        let labels = places.map(|(x, y, anchor)| {
            let left = match anchor {
                "start" => x,
                "end" => x - wide,
                _ => x - wide / 2.0,
            };
            self.label((x, y), anchor, (left, y - size * 0.8, left + wide, y + size * 0.2))
        });
        let first = labels[0];
        labels.into_iter().min_by(|a, b| a.covers.total_cmp(&b.covers)).unwrap_or(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_share_what_lies_in_both() {
        assert_eq!(overlap((0.0, 0.0, 4.0, 4.0), (2.0, 3.0, 9.0, 9.0)), 2.0);
        assert_eq!(overlap((0.0, 0.0, 4.0, 4.0), (4.0, 0.0, 9.0, 9.0)), 0.0);
    }

    #[test]
    fn a_name_goes_where_there_is_room() {
        let mut labels = Labels::default();
        let first = labels.beside((100.0, 100.0), 10.0, 50.0, 12.0);
        assert_eq!((first.anchor, first.covers), ("start", 0.0));
        labels.take(first.frame);
        let second = labels.beside((100.0, 100.0), 10.0, 50.0, 12.0);
        assert_eq!((second.anchor, second.covers), ("end", 0.0));
    }

    #[test]
    fn names_about_one_point_do_not_cover_each_other_and_stay_within() {
        let window = Window::new((400.0, 200.0), None, 40.0, |lon, lat| (lon, lat));
        let mut labels = Labels::default();
        for _ in 0..3 {
            let label = labels.aside(&window, (5.0, 50.0), "AEGEAN", 15.0);
            assert_eq!(label.covers, 0.0);
            assert!(label.frame.0 >= 0.0);
            labels.take(label.frame);
        }
        assert_eq!(labels.taken().len(), 3);
    }
}
