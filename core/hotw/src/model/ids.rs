//! Ids, sets and small numbers: types that cannot be swapped by accident.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most colours in a game (HW-20.1).
pub const MOST_PLAYERS: usize = 6;
/// The most armies in a Land (HW-23.5).
pub const MOST_ARMIES: u8 = 3;

kernel::index! {
    /// A Land, usable or Barren, by its place in the board's list.
    LandId(u8)
}
kernel::index! {
    /// A Sea or an Ocean, by its place in the board's list.
    WaterId(u8)
}
kernel::index! {
    /// An Area, by its place in the board's list.
    AreaId(u8)
}
kernel::index! {
    /// An empire: the 49 of the cards, then the minor ones, then Sumeria, by its place in the board's list.
    EmpireId(u8)
}
kernel::index! {
    /// An Empire card, by its place in the board's list.
    CardId(u8)
}
kernel::index! {
    /// A kind of event card, by its place in the board's list.
    EventId(u8)
}
kernel::index! {
    /// A player, that is, a colour on the board; a seat plays one or two.
    PlayerId(u8)
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.0)
    }
}

impl EmpireId {
    /// Armies raised by event cards: remnants that belong to no empire of a card (HW-R56).
    pub const REMNANTS: Self = Self(u8::MAX);
}

/// An epoch, 1 to 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = u8)]
pub struct Epoch(pub u8);

impl Epoch {
    /// As an index into the tables by epoch.
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    /// As a Roman numeral.
    pub fn roman(self) -> &'static str {
        ["I", "II", "III", "IV", "V", "VI", "VII"].get(self.index()).copied().unwrap_or("?")
    }
}

/// Whose armies stand in a Land.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    /// A player's.
    Player(PlayerId),
    /// Nobody's: Sumeria (HW-21.2).
    Neutral,
}

impl Owner {
    /// Whether they are this player's.
    pub fn is(self, player: PlayerId) -> bool {
        self == Self::Player(player)
    }
}

macro_rules! set {
    ($(#[$doc:meta])* $name:ident($bits:ty) of $member:ident) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
        $(#[$doc])*
        pub struct $name(pub $bits);

        impl $name {
            /// Nothing.
            pub const NONE: Self = Self(0);

            /// One alone.
            pub fn one(member: $member) -> Self {
                Self(1 << member.0)
            }
            /// Whether `member` is in it.
            pub fn has(self, member: $member) -> bool {
                self.0 >> member.0 & 1 == 1
            }
            /// Puts `member` in.
            pub fn add(&mut self, member: $member) {
                self.0 |= 1 << member.0;
            }
            /// Takes `member` out.
            pub fn remove(&mut self, member: $member) {
                self.0 &= !(1 << member.0);
            }
            /// Those in either.
            #[must_use]
            pub fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
            /// Those in both.
            #[must_use]
            pub fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
            /// Those here and not there.
            #[must_use]
            pub fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
            /// How many.
            pub fn len(self) -> u32 {
                self.0.count_ones()
            }
            /// Whether there are none.
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }
            /// In ascending order.
            pub fn iter(self) -> impl Iterator<Item = $member> {
                let mut rest = self.0;
                std::iter::from_fn(move || {
                    (rest != 0).then(|| {
                        let lowest = rest.trailing_zeros() as u8;
                        rest &= rest - 1;
                        $member(lowest)
                    })
                })
            }
        }

        impl FromIterator<$member> for $name {
            fn from_iter<I: IntoIterator<Item = $member>>(members: I) -> Self {
                let mut set = Self::NONE;
                members.into_iter().for_each(|member| set.add(member));
                set
            }
        }
    };
}

set! {
    /// A set of Lands, up to 128.
    #[serde(from = "(u64, u64)", into = "(u64, u64)")]
    Lands(u128) of LandId
}
set! {
    /// A set of waters, up to 16.
    #[serde(transparent)]
    Waters(u16) of WaterId
}
set! {
    /// A set of players.
    #[serde(transparent)]
    Players(u8) of PlayerId
}

impl From<(u64, u64)> for Lands {
    fn from((low, high): (u64, u64)) -> Self {
        Self(u128::from(low) | u128::from(high) << 64)
    }
}

impl From<Lands> for (u64, u64) {
    fn from(lands: Lands) -> Self {
        (lands.0 as u64, (lands.0 >> 64) as u64)
    }
}

/// A space of the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Space {
    /// A Land.
    Land(LandId),
    /// A Sea or an Ocean.
    Water(WaterId),
}

/// Where a force is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The walkover stack, or the unallocated forces when it is empty (HW-R11); in dice mode the unallocated ones.
    Walkover,
    /// The stack of this number.
    Stack(u8),
    /// The armies of Allies.
    Allies,
    /// The fleets of Ship Building.
    Ships,
}

impl Source {
    /// How orders call it: `wo`, `allies`, `ships` or the number of a stack.
    pub fn name(self) -> String {
        match self {
            Self::Walkover => "wo".into(),
            Self::Stack(number) => number.to_string(),
            Self::Allies => "allies".into(),
            Self::Ships => "ships".into(),
        }
    }
}

/// The protection of a space as it is attacked: what is added to the roll (HW-6), 0, -2, -3, -5 or -6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "i8", into = "i8")]
#[schema(value_type = i8, example = -2)]
pub struct Defence(i8);

impl Defence {
    /// Simple terrain, and every naval battle (HW-6.1, HW-6.8).
    pub const PLAIN: Self = Self(0);
    /// All of them, weakest first.
    pub const ALL: [Self; 5] = [Self(0), Self(-2), Self(-3), Self(-5), Self(-6)];

    /// HW-6.1 to HW-6.6.
    pub const fn of(difficult: bool, works: Works) -> Self {
        Self(match (difficult, works) {
            (false, Works::None) => 0,
            (true, Works::None) | (false, Works::Fort) => -2,
            (false, Works::Fortress) => -3,
            (true, Works::Fort) => -5,
            (true, Works::Fortress) => -6,
        })
    }

    /// Points added to the roll; never positive.
    pub const fn modifier(self) -> i32 {
        self.0 as i32
    }

    /// Place in the order of strength, 0 for simple terrain (HW-R9).
    pub fn rank(self) -> usize {
        Self::ALL.iter().position(|level| *level == self).unwrap_or(0)
    }
}

impl TryFrom<i8> for Defence {
    type Error = String;
    fn try_from(points: i8) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|level| level.0 == points);
        found.ok_or_else(|| format!("a defence value is 0, -2, -3, -5 or -6, not {points}"))
    }
}

impl From<Defence> for i8 {
    fn from(defence: Defence) -> i8 {
        defence.0
    }
}

impl fmt::Display for Defence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What is built to hold a Land: nothing, a fort (HW-6.3), or a doubled fort (`fortress`; HW-31.3, optional).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HotwWorks)]
pub enum Works {
    /// Nothing.
    #[default]
    None,
    /// A fort (HW-6.3).
    Fort,
    /// A doubled fort (HW-31.3, optional).
    Fortress,
}

/// The seat of power in a Land: none, a City (1 VP), or a Capital (2 VP).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HotwSeatOfPower)]
pub enum Town {
    /// None.
    #[default]
    None,
    /// A City, 1 VP.
    City,
    /// A Capital, 2 VP.
    Capital,
}
