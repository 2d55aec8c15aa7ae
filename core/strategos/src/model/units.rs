//! The types of unit, their figures (ST-R6), and numbers of units by type.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

macro_rules! kinds {
    ($(#[doc = $doc:literal] $name:ident = $key:literal),* $(,)?) => {
        /// A type of regiment, train or squadron, in the order of ST-R6.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
        // The document's generator reads no name that a macro fills in: the keys are the names in snake case.
        #[serde(rename_all = "snake_case")]
        #[schema(as = StrategosUnitKind, title = "StrategosUnitKind")]
        pub enum UnitKind {
            $(#[doc = $doc] $name),*
        }

        impl UnitKind {
            /// All types, in order.
            pub const ALL: [Self; KINDS] = [$(Self::$name),*];

            /// The key in orders and data, such as `light_horse`.
            pub fn key(self) -> &'static str {
                match self { $(Self::$name => $key),* }
            }

            /// What it is, in a few words.
            pub fn about(self) -> &'static str {
                match self { $(Self::$name => $doc),* }.trim()
            }
        }
    };
}

/// Number of types.
pub const KINDS: usize = 18;

kinds! {
    /// Guards: the best of storming parties.
    GuardFoot = "guard_foot",
    /// Pikemen.
    Phalanx = "phalanx",
    /// Spearmen.
    Hoplite = "hoplite",
    /// Light spearmen, as good in the hills.
    Peltast = "peltast",
    /// Slingers, archers, javelin-men.
    LightFoot = "light_foot",
    /// Scouts on foot.
    ScoutFoot = "scout_foot",
    /// Townsmen under arms.
    Levy = "levy",
    /// Cavalry for the charge.
    HeavyHorse = "heavy_horse",
    /// Cavalry of the line.
    MediumHorse = "medium_horse",
    /// Cavalry that scouts.
    LightHorse = "light_horse",
    /// Elephants.
    Elephant = "elephant",
    /// Engines for walls.
    SiegeTrain = "siege_train",
    /// Wagons with five weeks' food for a division.
    SupplyTrain = "supply_train",
    /// Light ships.
    LightSqd = "light_sqd",
    /// Threes.
    TriremeSqd = "trireme_sqd",
    /// Fives.
    QuinqueremeSqd = "quinquereme_sqd",
    /// Sevens and greater.
    PolyremeSqd = "polyreme_sqd",
    /// Transports.
    TransportSqd = "transport_sqd",
}

impl UnitKind {
    /// As an index into lists by type.
    pub fn index(self) -> usize {
        self as usize
    }
    /// The type of a key.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
    /// Its class.
    pub fn class(self) -> UnitClass {
        match self {
            Self::HeavyHorse | Self::MediumHorse | Self::LightHorse => UnitClass::Horse,
            Self::Elephant => UnitClass::Elephant,
            Self::SiegeTrain | Self::SupplyTrain => UnitClass::Train,
            Self::LightSqd | Self::TriremeSqd | Self::QuinqueremeSqd | Self::PolyremeSqd | Self::TransportSqd => {
                UnitClass::Ship
            }
            _ => UnitClass::Foot,
        }
    }
    /// Whether it is a regiment: foot, horse or elephants.
    pub fn is_regt(self) -> bool {
        matches!(self.class(), UnitClass::Foot | UnitClass::Horse | UnitClass::Elephant)
    }
    /// Whether it is a squadron of ships.
    pub fn is_sqd(self) -> bool {
        self.class() == UnitClass::Ship
    }
    /// Whether it is a train.
    pub fn is_train(self) -> bool {
        self.class() == UnitClass::Train
    }
}

/// The classes of unit (ST-R6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosUnitClass, title = "StrategosUnitClass")]
pub enum UnitClass {
    /// Infantry.
    Foot,
    /// Cavalry.
    Horse,
    /// Elephants.
    Elephant,
    /// Siege trains and supply trains.
    Train,
    /// Squadrons.
    Ship,
}

/// The figures of a type of unit, from `data/units.toml`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitFigures {
    /// Two letters, as in papers.
    pub code: String,
    /// Its class.
    pub class: UnitClass,
    /// Combat strength in clear, cultivated and desert hexes, and at sea.
    pub combat_open: u16,
    /// Combat strength in hills, forest and mountain.
    pub combat_rough: u16,
    /// Siege combat value SV (ST-15.1).
    pub siege: u16,
    /// Movement points.
    pub movement: u8,
    /// Scouting points (ST-19.1).
    pub scouting: u16,
    /// Talents to raise it.
    pub cost: u32,
    /// Talents a week (ST-R28).
    pub upkeep: u32,
    /// Weeks of building.
    pub weeks: u16,
    /// Room it takes aboard (ST-R62).
    #[serde(default)]
    pub load: u16,
    /// Room it offers (ST-24.17).
    #[serde(default)]
    pub carries: u16,
    /// Whether captured cities may raise it (ST-R29).
    #[serde(default)]
    pub local: bool,
    /// Whether it may be assigned to a fleet for good (ST-10.16).
    #[serde(default)]
    pub scout: bool,
    /// Whether every country may raise it.
    #[serde(default)]
    pub common: bool,
}

/// The figures of all types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitTable([UnitFigures; KINDS]);

impl UnitTable {
    /// From the text of `units.toml`: every type once, with the class the rules know it by.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut file: BTreeMap<String, UnitFigures> =
            toml::from_str(text).map_err(|error| error.message().to_owned())?;
        let mut all = Vec::with_capacity(KINDS);
        for kind in UnitKind::ALL {
            let figures = file.remove(kind.key()).ok_or_else(|| format!("{} is missing (ST-R6)", kind.key()))?;
            if figures.class != kind.class() {
                return Err(format!("{} is of another class (ST-R6)", kind.key()));
            }
            if figures.movement == 0 || figures.weeks == 0 {
                return Err(format!("{}: movement and weeks are 1 or more (ST-R6)", kind.key()));
            }
            all.push(figures);
        }
        match file.keys().next() {
            Some(unknown) => Err(format!("there is no type of unit {unknown} (ST-R6)")),
            None => Ok(Self(all.try_into().expect("one for each type"))),
        }
    }
    /// The figures of a type.
    pub fn of(&self, kind: UnitKind) -> &UnitFigures {
        &self.0[kind.index()]
    }
}

/// Numbers of units by type. Single units have no identity (section 8.1).
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Units([u16; KINDS]);

impl Units {
    /// None at all.
    pub const NONE: Self = Self([0; KINDS]);

    /// So many of one type.
    pub fn of(kind: UnitKind, count: u16) -> Self {
        let mut units = Self::NONE;
        units.set(kind, count);
        units
    }
    /// How many of a type.
    pub fn count(&self, kind: UnitKind) -> u16 {
        self.0[kind.index()]
    }
    /// Sets how many of a type.
    pub fn set(&mut self, kind: UnitKind, count: u16) {
        self.0[kind.index()] = count;
    }
    /// Adds some of a type.
    pub fn add(&mut self, kind: UnitKind, count: u16) {
        self.0[kind.index()] += count;
    }
    /// Takes some of a type; false, and nothing changes, if there are fewer.
    pub fn take(&mut self, kind: UnitKind, count: u16) -> bool {
        let left = self.0[kind.index()].checked_sub(count);
        left.is_some_and(|left| {
            self.0[kind.index()] = left;
            true
        })
    }
    /// Adds all of another lot.
    pub fn join(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }
    /// Takes all of another lot; false, and nothing changes, unless all are here.
    pub fn remove(&mut self, other: &Self) -> bool {
        let here = self.holds(other);
        if here {
            for (mine, theirs) in self.0.iter_mut().zip(other.0) {
                *mine -= theirs;
            }
        }
        here
    }
    /// Whether all of another lot are among them.
    pub fn holds(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).all(|(mine, theirs)| *mine >= theirs)
    }
    /// Types that are there, with their numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (UnitKind, u16)> + '_ {
        UnitKind::ALL.into_iter().map(|kind| (kind, self.count(kind))).filter(|(_, count)| *count > 0)
    }
    /// Those of the types for which `of` holds.
    #[must_use]
    pub fn only(&self, of: impl Fn(UnitKind) -> bool) -> Self {
        let mut units = *self;
        UnitKind::ALL.into_iter().filter(|kind| !of(*kind)).for_each(|kind| units.set(kind, 0));
        units
    }
    /// Regiments.
    pub fn regts(&self) -> u16 {
        self.iter().filter(|(kind, _)| kind.is_regt()).map(|(_, count)| count).sum()
    }
    /// Squadrons.
    pub fn sqds(&self) -> u16 {
        self.iter().filter(|(kind, _)| kind.is_sqd()).map(|(_, count)| count).sum()
    }
    /// Regiments and squadrons: trains are no units in the sense of the rules on garrisons and blockades.
    pub fn fighting(&self) -> u16 {
        self.regts() + self.sqds()
    }
    /// Whether there is nothing, not even a train.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|count| *count == 0)
    }
    /// The sum of a figure over all of them.
    pub fn sum(&self, table: &UnitTable, figure: impl Fn(&UnitFigures) -> u32) -> u32 {
        self.iter().map(|(kind, count)| u32::from(count) * figure(table.of(kind))).sum()
    }
}

impl fmt::Debug for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(kind, count)| (kind.key(), count))).finish()
    }
}
impl FromIterator<(UnitKind, u16)> for Units {
    fn from_iter<I: IntoIterator<Item = (UnitKind, u16)>>(counts: I) -> Self {
        let mut units = Self::NONE;
        counts.into_iter().for_each(|(kind, count)| units.add(kind, count));
        units
    }
}
impl PartialSchema for Units {
    fn schema() -> RefOr<Schema> {
        let mut units =
            ObjectBuilder::new().description(Some("Numbers of units by type; types that are not there are left out."));
        for kind in UnitKind::ALL {
            let RefOr::T(Schema::Object(mut count)) = u16::schema() else { continue };
            count.description = Some(kind.about().to_owned());
            units = units.property(kind.key(), count);
        }
        units.into()
    }
}
impl ToSchema for Units {
    fn name() -> Cow<'static, str> {
        "StrategosUnits".into()
    }
}
impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}
impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let counts = BTreeMap::<UnitKind, u16>::deserialize(deserializer)?;
        if counts.values().any(|count| *count > MOST_UNITS) {
            return Err(de::Error::custom(format!("more than {MOST_UNITS} of a type")));
        }
        Ok(counts.into_iter().collect())
    }
}

/// The most units of a type that a command can be given in data: sums of them cannot overflow.
pub const MOST_UNITS: u16 = 2_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_key_and_its_place() {
        for (at, kind) in UnitKind::ALL.into_iter().enumerate() {
            assert_eq!((kind.index(), UnitKind::of_key(kind.key())), (at, Some(kind)));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.key());
        }
    }

    #[test]
    fn numbers_are_written_by_type_and_read_back() {
        let units: Units =
            [(UnitKind::Phalanx, 10), (UnitKind::SiegeTrain, 1), (UnitKind::TransportSqd, 2)].into_iter().collect();
        let text = serde_json::to_string(&units).unwrap();
        assert_eq!(text, r#"{"phalanx":10,"siege_train":1,"transport_sqd":2}"#);
        assert_eq!(serde_json::from_str::<Units>(&text).unwrap(), units);
        assert_eq!((units.regts(), units.sqds(), units.fighting()), (10, 2, 12));
        assert!(serde_json::from_str::<Units>(r#"{"pikes":1}"#).is_err());
        assert!(serde_json::from_str::<Units>(r#"{"levy":60000}"#).is_err());
    }

    #[test]
    fn what_is_not_there_cannot_be_taken() {
        let mut units = Units::of(UnitKind::Levy, 3);
        assert!(!units.take(UnitKind::Levy, 4) && !units.remove(&Units::of(UnitKind::Hoplite, 1)));
        assert_eq!(units, Units::of(UnitKind::Levy, 3));
        assert!(units.remove(&Units::of(UnitKind::Levy, 3)) && units.is_empty());
    }
}
