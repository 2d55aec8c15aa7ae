//! Ids and names: types that cannot be swapped by accident.

use std::{fmt, str::FromStr};

use kernel::map::Hex;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

kernel::index! {
    /// A country, by its place in the scenario's list: the same number as its seat.
    CountryId(u8)
}
kernel::index! {
    /// A city or a fort. Those of the scenario come first, in its order; players found others.
    SiteId(u16)
}
kernel::index! {
    /// A leader.
    LeaderId(u16)
}
kernel::index! {
    /// A command, that of a city or a fort included.
    CommandId(u16)
}
kernel::index! {
    /// An offer of a treaty.
    AppealId(u16)
}

kernel::names!("StrategosName", "A name as the scenario or a player gave it.");

/// Who something belongs to: a country, or a free city that the game plays (ST-R56).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Power {
    /// A player's country.
    Country(CountryId),
    /// A city that is its own master.
    FreeCity(SiteId),
}

impl Power {
    /// The country, if it is one.
    pub fn country(self) -> Option<CountryId> {
        match self {
            Self::Country(country) => Some(country),
            Self::FreeCity(_) => None,
        }
    }
}

/// Columns of the grid (ST-R4, section 8.2).
pub const COLUMNS: u16 = 92;
/// Rows of the grid.
pub const ROWS: u16 = 68;
/// Hexes of the grid.
pub const HEXES: usize = COLUMNS as usize * ROWS as usize;

/// A hex of the grid, written `CCRR`. The index runs down the columns, so that ids sort as they are written: "the lower hex
/// number first" (ST-R65).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HexId(u16);

impl HexId {
    /// The hex at a column and row; `None` outside the grid.
    pub fn new(column: u16, row: u16) -> Option<Self> {
        (column < COLUMNS && row < ROWS).then_some(Self(column * ROWS + row))
    }
    /// As an index into vectors of [`HEXES`] entries.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
    /// From an index into vectors. Panics beyond the grid.
    pub fn at(index: usize) -> Self {
        assert!(index < HEXES, "no hex {index}");
        Self(index as u16)
    }
    /// All hexes, ascending.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..HEXES).map(Self::at)
    }
    /// Column, from 0 in the west.
    pub fn column(self) -> u16 {
        self.0 / ROWS
    }
    /// Row, from 0 in the north.
    pub fn row(self) -> u16 {
        self.0 % ROWS
    }
    /// Axial coordinates (ST-R4).
    pub fn axial(self) -> Hex {
        let (column, r) = (self.column() as i16, self.row() as i16);
        Hex { q: column - (r - (r & 1)) / 2, r }
    }
    /// The hex at axial coordinates; `None` outside the grid.
    pub fn from_axial(hex: Hex) -> Option<Self> {
        let column = hex.q + (hex.r - (hex.r & 1)) / 2;
        Self::new(u16::try_from(column).ok()?, u16::try_from(hex.r).ok()?)
    }
    /// Distance in hexes over land and water alike (ST-R4).
    pub fn distance(self, other: Self) -> u32 {
        self.axial().distance(other.axial())
    }
    /// The neighbour in direction 0..6 (E, NE, NW, W, SW, SE); `None` beyond the rim.
    pub fn neighbour(self, direction: usize) -> Option<Self> {
        Self::from_axial(self.axial().neighbour(direction))
    }
    /// The direction to a neighbour; `None` if they do not touch.
    pub fn direction_to(self, other: Self) -> Option<usize> {
        (0..6).find(|&direction| self.neighbour(direction) == Some(other))
    }
}

impl fmt::Display for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column(), self.row())
    }
}
impl FromStr for HexId {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || format!("“{text}” is no hex: write four digits, column 00..91 and row 00..67, such as 2726");
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let number: u16 = if digits { text.parse().map_err(|_| wanted())? } else { return Err(wanted()) };
        Self::new(number / 100, number % 100).ok_or_else(wanted)
    }
}
impl Serialize for HexId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(self) } else { serializer.serialize_u16(self.0) }
    }
}
impl<'de> Deserialize<'de> for HexId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return String::deserialize(deserializer)?.parse().map_err(de::Error::custom);
        }
        let index = u16::deserialize(deserializer)?;
        if usize::from(index) < HEXES { Ok(Self(index)) } else { Err(de::Error::custom("no such hex")) }
    }
}
impl PartialSchema for HexId {
    fn schema() -> RefOr<Schema> {
        let hex =
            ObjectBuilder::new().schema_type(Type::String).pattern(Some("^([0-8][0-9]|9[01])([0-5][0-9]|6[0-7])$"));
        hex.description(Some("A hex: column 00..91, then row 00..67.")).examples([serde_json::json!("2726")]).into()
    }
}
impl ToSchema for HexId {
    fn name() -> std::borrow::Cow<'static, str> {
        "StrategosHex".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_sort_as_they_are_written() {
        let hexes: Vec<HexId> = ["0467", "2726", "2727", "2800"].iter().map(|text| text.parse().unwrap()).collect();
        assert!(hexes.is_sorted());
        assert_eq!(hexes.iter().map(ToString::to_string).collect::<Vec<_>>(), ["0467", "2726", "2727", "2800"]);
        for bad in ["9200", "0068", "272", "27265", "-726", "27a6"] {
            assert!(bad.parse::<HexId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn neighbours_see_each_other() {
        let all = HexId::all().flat_map(|hex| (0..6).filter_map(move |d| Some((hex, d, hex.neighbour(d)?))));
        let mut count = 0;
        for (hex, direction, other) in all {
            assert_eq!(other.neighbour((direction + 3) % 6), Some(hex));
            assert_eq!((hex.direction_to(other), hex.distance(other)), (Some(direction), 1));
            count += 1;
        }
        assert_eq!(count, 2 * (3 * 92 * 68 - 92 * 2 - 68 * 2 + 1), "a rectangle of hexes has so many inner sides");
    }
}
