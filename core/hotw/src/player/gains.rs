//! What changes of single Lands would gain, each reckoned once until something in the Land's Area changes.

use super::decision::DecisionContext;
use super::position::{Position, Spot};
use crate::model::ids::{LandId, Works};

/// A gain that is not known.
const UNKNOWN: i32 = i32::MIN;

/// What makes one quick player differ from another: each Land is worth a little more or less to it.
#[derive(Clone, Copy, Debug)]
pub struct Preference {
    /// Where its likes and dislikes come from.
    pub salt: u32,
    /// How far they go, in per cent.
    pub strength: i32,
}

impl Preference {
    /// No likes and dislikes.
    pub const NONE: Self = Self { salt: 0, strength: 0 };

    fn season(self, land: LandId, gain: i32) -> i32 {
        if self.strength == 0 {
            return gain;
        }
        let mixed = (self.salt ^ u32::from(land.0).wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b) >> 16;
        let per_cent = mixed as i32 % (2 * self.strength + 1) - self.strength;
        gain + gain * per_cent / 100
    }
}

/// What may be done with a Land.
#[derive(Clone, Copy)]
enum Change {
    Take,
    Fort,
    Stack,
}

/// The gains on one board, which changes only by what [`forget`](Self::forget) is told of.
pub struct Gains<'a> {
    context: &'a DecisionContext<'a>,
    preference: Preference,
    /// By Land and [`Change`].
    lands: Vec<[i32; 3]>,
    /// What each Area is worth as it is.
    areas: Vec<i32>,
}

impl<'a> Gains<'a> {
    /// Nothing known yet.
    pub fn new(context: &'a DecisionContext<'a>, preference: Preference) -> Self {
        let lands = vec![[UNKNOWN; 3]; context.board.lands.len()];
        Self { context, preference, lands, areas: vec![UNKNOWN; context.board.areas.len()] }
    }

    /// What taking a Land gains.
    pub fn taking(&mut self, position: &Position, land: LandId) -> i32 {
        let context = self.context;
        let preference = self.preference;
        self.once(position, land, Change::Take, |before| {
            preference.season(land, position.land_gain_above(context, land, before))
        })
    }

    /// What a fort gains in a Land.
    pub fn forting(&mut self, position: &Position, land: LandId) -> i32 {
        let after = Spot { works: Works::Fort, ..position.spots[land.index()] };
        let context = self.context;
        self.once(position, land, Change::Fort, |before| position.gain_above(context, land, &after, before))
    }

    /// What one more army gains in a Land.
    pub fn stacking(&mut self, position: &Position, land: LandId) -> i32 {
        let spot = position.spots[land.index()];
        let after = Spot { armies: spot.armies + 1, ..spot };
        let context = self.context;
        self.once(position, land, Change::Stack, |before| position.gain_above(context, land, &after, before))
    }

    fn once(&mut self, position: &Position, land: LandId, change: Change, gain: impl FnOnce(i32) -> i32) -> i32 {
        let kept = self.lands[land.index()][change as usize];
        if kept != UNKNOWN {
            return kept;
        }
        let before = self.area(position, self.context.board.land(land).area.index());
        let gain = gain(before);
        self.lands[land.index()][change as usize] = gain;
        gain
    }

    /// What an Area is worth as it is.
    pub fn area(&mut self, position: &Position, area: usize) -> i32 {
        if self.areas[area] == UNKNOWN {
            self.areas[area] = position.area_worth(self.context, area);
        }
        self.areas[area]
    }

    /// Something has changed in a Land. Where it has a resource symbol, all others are worth more or less.
    pub fn forget(&mut self, land: LandId) {
        let board = self.context.board;
        let area = board.land(land).area;
        self.areas[area.index()] = UNKNOWN;
        board.area(area).lands.iter().for_each(|other| self.lands[other.index()] = [UNKNOWN; 3]);
        if board.resources.has(land) {
            board.resources.iter().for_each(|other| self.lands[other.index()] = [UNKNOWN; 3]);
        }
    }
}
