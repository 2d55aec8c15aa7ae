//! The six divisions of an army in the field (RN-64.1).

use serde::{Deserialize, Serialize};

/// A division. The first five stand in the line, from left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Division {
    /// Cavalry left of the line (LW).
    LeftWing,
    /// The left of the line (L).
    Left,
    /// The middle (C).
    Center,
    /// The right of the line (R).
    Right,
    /// Cavalry right of the line (RW).
    RightWing,
    /// Behind the line, with the guns.
    Reserves,
}

use Division::{Center, Left, LeftWing, Reserves, Right, RightWing};

impl Division {
    /// The keys in orders, in the order of [`Division::ALL`].
    pub const KEYS: [&'static str; 6] = ["left_wing", "left", "center", "right", "right_wing", "reserves"];
    /// All six.
    pub const ALL: [Self; 6] = [LeftWing, Left, Center, Right, RightWing, Reserves];
    /// The line, from left to right.
    pub const LINE: [Self; 5] = [LeftWing, Left, Center, Right, RightWing];
    /// Those that need infantry, and that guns fire at (RN-64.3, RN-64.9).
    pub const FOOT: [Self; 3] = [Left, Center, Right];
    /// The order in which remainders of equal shares are dealt out to cavalry (RN-R103).
    pub const CAVALRY_SHARES: [Self; 6] = [Center, Left, Right, Reserves, LeftWing, RightWing];
    /// The same for infantry.
    pub const INFANTRY_SHARES: [Self; 4] = [Center, Left, Right, Reserves];
    /// The order in which Reserves fill gaps (RN-R107).
    pub const GAPS: [Self; 5] = [Center, Left, Right, LeftWing, RightWing];

    /// Whether infantry may never stand here (RN-64.2).
    pub const fn is_wing(self) -> bool {
        matches!(self, LeftWing | RightWing)
    }
    /// The enemy's division opposite: left against right (RN-64.15). The Reserves face nobody.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            LeftWing => RightWing,
            Left => Right,
            Center => Center,
            Right => Left,
            RightWing => LeftWing,
            Reserves => Reserves,
        }
    }
    /// The abbreviation of the rulebook.
    pub const fn code(self) -> &'static str {
        ["LW", "L", "C", "R", "RW", "Reserves"][self as usize]
    }
}
