//! Ids and names: types that cannot be swapped by accident.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

kernel::index! {
    /// A province, by its place in the scenario's list.
    ProvinceId(u8)
}
kernel::index! {
    /// A city, by its place in the scenario's list.
    CityId(u16)
}
kernel::index! {
    /// A power, major or minor, by its place in the scenario's list.
    PowerId(u8)
}
kernel::index! {
    /// A leader, by his place in the scenario's list.
    LeaderId(u16)
}

/// Columns of the map (ER-R65).
pub const COLUMNS: u16 = 80;
/// Rows of the map (ER-R65).
pub const ROWS: u16 = 60;
/// Hexes of the map.
pub const HEXES: usize = COLUMNS as usize * ROWS as usize;

/// A hex of the grid of ER-R65, written `CCRR`. The index runs down the columns, so that ids sort as they are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HexId(pub u16);

impl HexId {
    /// The hex at a column and row; `None` outside the grid.
    pub fn new(column: u16, row: u16) -> Option<Self> {
        (column < COLUMNS && row < ROWS).then_some(Self(column * ROWS + row))
    }
    /// As an index into vectors of [`HEXES`] entries.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
    /// From an index into vectors.
    pub fn at(index: usize) -> Self {
        assert!(index < HEXES);
        Self(index as u16)
    }
    /// Column, from 0 in the west.
    pub fn column(self) -> u16 {
        self.0 / ROWS
    }
    /// Row, from 0 in the north.
    pub fn row(self) -> u16 {
        self.0 % ROWS
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
        let wanted = || format!("“{text}” is no hex: write four digits, column 00..79 and row 00..59, such as 2824");
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
        let hex = ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .pattern(Some("^[0-7][0-9][0-5][0-9]$"))
            .description(Some("A hex: column 00..79, then row 00..59."))
            .examples([serde_json::json!("2824")]);
        hex.build().into()
    }
}
impl ToSchema for HexId {
    fn name() -> std::borrow::Cow<'static, str> {
        "EternalRomeHex".into()
    }
}

/// The eleven types of unit (ER-6.1), in the order of the list: legions, civilised infantry, barbarian and light
/// infantry, archers, cavalry. The scenario has the figures of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EternalRomeUnitType)]
#[allow(missing_docs)]
pub enum UnitKind {
    #[serde(rename = "legion_1")]
    Legion1,
    #[serde(rename = "legion_2")]
    Legion2,
    #[serde(rename = "legion_3")]
    Legion3,
    #[serde(rename = "civ_inf_1")]
    CivInf1,
    #[serde(rename = "civ_inf_2")]
    CivInf2,
    BarbInf,
    LightInf,
    Archers,
    HeavyCav,
    LightCav,
    HorseArchers,
}

/// Number of types of unit.
pub const KINDS: usize = 11;
/// Index of the fleet unit in lists by type of unit that have one more entry for it (limits, prices, pools).
pub const FLEET: usize = KINDS;

impl UnitKind {
    /// All types, in order.
    pub const ALL: [Self; KINDS] = [
        Self::Legion1,
        Self::Legion2,
        Self::Legion3,
        Self::CivInf1,
        Self::CivInf2,
        Self::BarbInf,
        Self::LightInf,
        Self::Archers,
        Self::HeavyCav,
        Self::LightCav,
        Self::HorseArchers,
    ];

    /// As an index into lists by type.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The key in orders and data, such as `legion_1`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Legion1 => "legion_1",
            Self::Legion2 => "legion_2",
            Self::Legion3 => "legion_3",
            Self::CivInf1 => "civ_inf_1",
            Self::CivInf2 => "civ_inf_2",
            Self::BarbInf => "barb_inf",
            Self::LightInf => "light_inf",
            Self::Archers => "archers",
            Self::HeavyCav => "heavy_cav",
            Self::LightCav => "light_cav",
            Self::HorseArchers => "horse_archers",
        }
    }

    /// Whether it is one of the three legions (ER-6.3).
    pub fn is_legion(self) -> bool {
        matches!(self, Self::Legion1 | Self::Legion2 | Self::Legion3)
    }

    /// Its class (ER-R41).
    pub fn class(self) -> Class {
        match self {
            Self::HeavyCav => Class::HeavyCavalry,
            Self::LightCav | Self::HorseArchers => Class::LightCavalry,
            Self::LightInf | Self::Archers => Class::LightInfantry,
            _ => Class::HeavyInfantry,
        }
    }

    /// Whether it is cavalry, heavy or light (ER-R41).
    pub fn is_cavalry(self) -> bool {
        matches!(self.class(), Class::HeavyCavalry | Class::LightCavalry)
    }
}

/// The classes of unit (ER-R41).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Class {
    HeavyInfantry,
    LightInfantry,
    HeavyCavalry,
    LightCavalry,
}

/// A set of powers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Powers(pub u64);

impl Powers {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// One power.
    pub fn one(power: PowerId) -> Self {
        Self(1 << power.0)
    }
    /// Whether `power` is among them.
    pub fn has(self, power: PowerId) -> bool {
        self.0 >> power.0 & 1 == 1
    }
    /// Puts `power` among them.
    pub fn add(&mut self, power: PowerId) {
        self.0 |= 1 << power.0;
    }
    /// Takes `power` out.
    pub fn remove(&mut self, power: PowerId) {
        self.0 &= !(1 << power.0);
    }
    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// Those in both.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    /// Whether there is nobody.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// How many.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// In ascending order.
    pub fn iter(self) -> impl Iterator<Item = PowerId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let first = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (first < 64).then_some(PowerId(first as u8))
        })
    }
}

impl FromIterator<PowerId> for Powers {
    fn from_iter<I: IntoIterator<Item = PowerId>>(powers: I) -> Self {
        let mut set = Self::NONE;
        powers.into_iter().for_each(|power| set.add(power));
        set
    }
}

kernel::names!("EternalRomeName", "A name as the scenario has it: a power's code, a city, a province or a leader.");

/// A power by its code, such as `OCT`.
pub type PowerName = Named<PowerId>;
/// A province by name.
pub type ProvinceName = Named<ProvinceId>;
/// A city by name.
pub type CityName = Named<CityId>;
/// A leader by name.
pub type LeaderName = Named<LeaderId>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_sort_as_they_are_written() {
        let hexes: Vec<HexId> = ["0430", "2824", "2825", "2900"].iter().map(|text| text.parse().unwrap()).collect();
        assert!(hexes.is_sorted());
        assert_eq!(hexes.iter().map(ToString::to_string).collect::<Vec<_>>(), ["0430", "2824", "2825", "2900"]);
        for bad in ["8000", "0060", "282", "28245", "-824", "28a4"] {
            assert!(bad.parse::<HexId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn every_type_of_unit_has_its_key_and_its_place() {
        for (at, kind) in UnitKind::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), at);
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.key());
        }
    }
}

/// An army, by its power and its number there: numbers are given by power, lowest free first, so that they tell
/// nothing of the armies of others. Written `OCT-A3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ArmyId {
    /// Whose.
    pub power: PowerId,
    /// From 1.
    pub number: u16,
}

/// A fleet, by the power whose flag it flies and its number there. Written `OCT-F1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct FleetId {
    /// The flag.
    pub power: PowerId,
    /// From 1.
    pub number: u16,
}

/// An army or a fleet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum ForceId {
    /// An army.
    Army(ArmyId),
    /// A fleet.
    Fleet(FleetId),
}

impl ForceId {
    /// Whose army, or whose flag.
    pub fn power(self) -> PowerId {
        match self {
            Self::Army(id) => id.power,
            Self::Fleet(id) => id.power,
        }
    }
}
