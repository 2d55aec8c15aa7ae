//! Where labels and counters go: greedily, the first free place around their point.

use kernel::picture::Point;

use super::geometry::Projection;

/// An upright rectangle on the picture.
#[derive(Clone, Copy, Debug)]
pub struct LabelBox {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl LabelBox {
    pub fn around((x, y): Point, radius: f64) -> Self {
        Self { x: x - radius, y: y - radius, width: 2.0 * radius, height: 2.0 * radius }
    }

    /// The area that two frames share.
    fn shared(&self, other: &Self) -> f64 {
        let wide = (self.x + self.width).min(other.x + other.width) - self.x.max(other.x);
        let high = (self.y + self.height).min(other.y + other.height) - self.y.max(other.y);
        wide.max(0.0) * high.max(0.0)
    }
}

/// What is already on the picture.
#[derive(Default)]
pub struct TakenSpace(Vec<LabelBox>);

impl TakenSpace {
    pub fn add(&mut self, frame: LabelBox) {
        self.0.push(frame);
    }

    fn shared(&self, frame: &LabelBox) -> f64 {
        self.0.iter().map(|taken| taken.shared(frame)).sum()
    }

    /// The place around a point, at `gap` pixels from it, where a box of this size hides least; with the area hidden.
    pub fn place(&self, map: &Projection, (x, y): Point, width: f64, height: f64, gap: f64) -> (LabelBox, f64) {
        let slant = gap * 0.75;
        let spots = [
            (x + gap, y - height / 2.0),
            (x - gap - width, y - height / 2.0),
            (x - width / 2.0, y + gap),
            (x - width / 2.0, y - gap - height),
            (x + slant, y + slant - 1.0),
            (x + slant, y - slant - height + 1.0),
            (x - slant - width, y + slant - 1.0),
            (x - slant - width, y - slant - height + 1.0),
            (x + gap, y + gap),
            (x - gap - width, y - gap - height),
        ];
        let inside = |frame: &LabelBox| {
            frame.x >= 1.0
                && frame.x + frame.width <= map.width - 1.0
                && frame.y >= map.top + 1.0
                && frame.y + frame.height <= map.top + map.height - 1.0
        };
        let mut best: Option<(LabelBox, f64)> = None;
        for (x, y) in spots {
            let frame = LabelBox { x, y, width, height };
            let hidden = self.shared(&frame) + if inside(&frame) { 0.0 } else { width * height };
            if best.is_none_or(|(_, least)| hidden < least - 1e-9) {
                best = Some((frame, hidden));
            }
        }
        best.unwrap_or((LabelBox { x, y, width, height }, f64::INFINITY))
    }
}
