//! A scenario: map, powers, forces and figures are data (ER-1.1, docs/rules/eternal-rome.md section 8).

//!
//! [`load`] reads the files of a scenario and refuses a bad one with file, line or key, and reason.

pub mod built_in;
mod constants;
mod load;
mod raw;
pub mod shipped;

pub use constants::{Constants, Crt, FleetUnit, Fraction, PlunderFigures, PolicyDefault};
pub use kernel::scenario::{Files, ScenarioError};
pub use load::load;

use kernel::SeatId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::calendar::Month;
use crate::model::ids::{
    CityId, CityName, HexId, KINDS, LeaderId, LeaderName, Name, PowerId, PowerName, ProvinceId, ProvinceName, UnitKind,
};
use crate::model::ways::{Cached, Distances, Ways};

/// A whole scenario, checked.
#[derive(Debug)]
pub struct Scenario {
    /// Id, such as `octavius-antonius`.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// What it is about.
    pub summary: String,
    /// Frame, scale and sources.
    pub about: String,
    /// First month.
    pub start: Month,
    /// Last month (ER-R59).
    pub end: Month,
    /// No victory before the end of this month (ER-R59).
    pub first_check: Month,
    /// Places for players; the index is the seat (ER-1.2).
    pub seats: Vec<SeatRecord>,
    /// Major powers in the order in which they play.
    pub turn_order: Vec<PowerId>,
    /// Options at the start (ER-R54).
    pub options: Options,
    /// The figures of the rulings (end of section 7).
    pub constants: Constants,
    /// Figures of the types of unit, by [`UnitKind::index`] (ER-6.1).
    pub units: [UnitFigures; KINDS],
    /// Movement points of a leader alone (ER-6.1).
    pub leader_movement: u8,
    /// All hexes of the grid, by [`HexId`]; those outside the map have neither land nor sea.
    pub hexes: Vec<Hex>,
    /// Names of lands and waters.
    pub names: Vec<Name>,
    /// What each hex is called: index into [`names`](Self::names), by [`HexId`].
    pub hex_names: Vec<u8>,
    /// What of the map's picture never changes, drawn when it is first asked for.
    pub picture: Cached,
    /// The ways over the map with their costs, for [`routes`](crate::model::routes).
    pub ways: Ways,
    /// Costs from place to place, worked out when they are first asked for.
    pub distances: Distances,
    /// Provinces.
    pub provinces: Vec<ProvinceRecord>,
    /// Cities.
    pub cities: Vec<CityRecord>,
    /// Powers, at most 64: majors, clients and neutrals.
    pub powers: Vec<PowerRecord>,
    /// Pairs of majors whose base relation is friendly (ER-R31); all other pairs are hostile.
    pub friendly: Vec<(PowerId, PowerId)>,
    /// When neutrals and inactive clients wake (ER-5.14).
    pub activations: Vec<Activation>,
    /// Leaders.
    pub leaders: Vec<LeaderRecord>,
    /// Forces on the map at the start.
    pub forces: Vec<Force>,
    /// Forces that appear with their power's activation (ER-5.15).
    pub reserves: Vec<Reserve>,
    /// Victory conditions of the majors (ER-20.1).
    pub victory: Vec<Victory>,
}

/// One place for a player.
#[derive(Clone, Debug)]
pub struct SeatRecord {
    /// Short key, unique: `OCT`.
    pub key: String,
    /// Name for people.
    pub name: String,
    /// What to expect when playing it.
    pub description: String,
    /// Colour on maps, `#rrggbb`.
    pub colour: String,
    /// How many of its majors must fulfil their conditions (ER-20.2).
    pub majors_needed: u8,
}

/// What may be switched (ER-R54), and what the scenario allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeOptions)]
pub struct Options {
    /// Everything is known to everybody (ER-7.3).
    pub intelligence: bool,
    /// Naval quality 1 is enough to land on an unfriendly coast (ER-11.15).
    pub amphibious_invasion: bool,
    /// Majors may ally (ER-R53). Not to be switched during play.
    pub alliances_allowed: bool,
}

/// Figures of a type of unit (ER-6.1).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitFigures {
    /// Name for people.
    pub name: String,
    /// Land strength of a seasoned unit.
    pub land: u8,
    /// Sea strength of a seasoned unit.
    pub sea: u8,
    /// Movement points per month.
    pub movement: u8,
    /// Stacking value: room aboard, price in replacement points, weight in morale.
    pub stacking: u8,
    /// Men, for the reader.
    pub men: u16,
}

/// Land terrain (ER-3.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EternalRomeLandTerrain)]
#[allow(missing_docs)]
pub enum LandTerrain {
    Clear,
    Forest,
    Marsh,
    Desert,
    Wild,
}

/// Sea terrain (ER-3.4); a hex with both land and coast is a mixed hex (ER-3.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EternalRomeSeaTerrain)]
#[allow(missing_docs)]
pub enum SeaTerrain {
    Coast,
    DeepSea,
}

/// A hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hex {
    /// Land terrain, if armies can be there.
    pub land: Option<LandTerrain>,
    /// Sea terrain, if fleets can be there.
    pub sea: Option<SeaTerrain>,
    /// The province; `None` on land is closed land (ER-3.9), and no sea hex belongs to a province (ER-R33).
    pub province: Option<ProvinceId>,
    /// The city (ER-3.11).
    pub city: Option<CityId>,
    /// The ways out, in the directions E, NE, NW, W, SW, SE; `None` where no hex lies beyond.
    pub sides: [Option<Hexside>; 6],
}

impl Hex {
    /// Neither land nor sea.
    pub const NOTHING: Self = Self { land: None, sea: None, province: None, city: None, sides: [None; 6] };

    /// Whether it is land and water at once (ER-3.5).
    pub fn is_mixed(&self) -> bool {
        self.land.is_some() && self.sea.is_some()
    }
}

/// What a hexside lets through, seen from one hex (ER-3.6 to ER-3.8, ER-3.10). Both hexes have it with equal flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexside {
    /// The neighbour.
    pub to: HexId,
    /// Armies can cross. For a strait too.
    pub land: bool,
    /// Fleets can cross.
    pub sea: bool,
    /// Overrides the land cost of entering `to` (ER-R4).
    pub land_cost: Option<u8>,
    /// Overrides the naval cost of entering `to` (ER-R4).
    pub naval_cost: Option<u8>,
    /// What crossing a strait adds; 0 where there is none (ER-3.13).
    pub strait: u8,
}

/// A province (ER-3.3).
#[derive(Clone, Debug)]
pub struct ProvinceRecord {
    /// Name, unique.
    pub name: Name,
    /// Its hexes, ascending.
    pub hexes: Vec<HexId>,
    /// Its cities, ascending by hex.
    pub cities: Vec<CityId>,
    /// The capital, if it has one (ER-4.1).
    pub capital: Option<CityId>,
    /// Who controls it at the start; `None`: closed (ER-3.9).
    pub initial: Option<PowerId>,
    /// Civilized (ER-4.9).
    pub civilized: bool,
    /// Winter does not hinder movement (ER-2.6).
    pub warm_winter: bool,
    /// Poor in wood (ER-17.10).
    pub wood_scarce: bool,
    /// Talents per month (ER-8.2).
    pub tax: u8,
    /// A client's tax goes to its patron (ER-R51).
    pub taxed_by_patron: bool,
    /// New units per year, by [`UnitKind::index`], the fleet unit last (ER-R47).
    pub limits: [u8; KINDS + 1],
}

/// A city (ER-4.1).
#[derive(Clone, Debug)]
pub struct CityRecord {
    /// Name, unique.
    pub name: Name,
    /// Where.
    pub hex: HexId,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Its province.
    pub province: ProvinceId,
    /// Whether it is a port (ER-4.7).
    pub port: bool,
    /// Fortification 0..12 (ER-4.6).
    pub fortification: u8,
    /// Who holds it at the start.
    pub initial: PowerId,
}

/// The kinds of power (ER-5.1), numbered as there: `roman`, `civilized` and `barbarian` powers are majors with a game
/// turn of their own; neutrals and clients are minors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EternalRomePowerKind)]
pub enum PowerKind {
    /// 1: Roman power, always major and civilized.
    Roman,
    /// 2: major civilized power.
    Civilized,
    /// 3: major barbarian power.
    Barbarian,
    /// 4: minor civilized neutral.
    CivilizedNeutral,
    /// 5: minor barbarian neutral.
    BarbarianNeutral,
    /// 6: minor civilized client.
    CivilizedClient,
    /// 7: minor barbarian client.
    BarbarianClient,
}

impl PowerKind {
    /// Majors have a game turn of their own (ER-5.3).
    pub fn is_major(self) -> bool {
        matches!(self, Self::Roman | Self::Civilized | Self::Barbarian)
    }
    /// A neutral, civilized or barbarian (ER-5.1).
    pub fn is_neutral(self) -> bool {
        matches!(self, Self::CivilizedNeutral | Self::BarbarianNeutral)
    }
    /// Civilized or barbarian (ER-5.1).
    pub fn is_civilized(self) -> bool {
        !matches!(self, Self::Barbarian | Self::BarbarianNeutral | Self::BarbarianClient)
    }
}

/// The way of recruiting (ER-9.7 to ER-9.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EternalRomeRecruitWay)]
pub enum RecruitWay {
    /// a: talents.
    A,
    /// b: talents and replacement points.
    B,
    /// c: replacement points, for eliminated units only.
    C,
}

/// A power at the start (ER-5).
#[derive(Clone, Debug)]
pub struct PowerRecord {
    /// Code of two to four capital letters, unique: `OCT`. Armies and fleets are called after it: `OCT-A3`, `OCT-F1`.
    pub code: Name,
    /// Name for people, unique: `Octavius`.
    pub name: Name,
    /// Kind at the start.
    pub kind: PowerKind,
    /// Whether it is active at the start (ER-5.4); majors always are.
    pub active: bool,
    /// The seat that plays it; majors only.
    pub seat: Option<SeatId>,
    /// The patron; clients only.
    pub patron: Option<PowerId>,
    /// The major that controls it when active; `None`: the farthest power (ER-5.11). Neutrals only.
    pub named_controller: Option<PowerId>,
    /// Way of recruiting.
    pub way: RecruitWay,
    /// Replacement points per month, 0..20.
    pub replacement_rate: u8,
    /// Talents at the start.
    pub treasury: u32,
    /// Morale at the start, 1 or more.
    pub morale: u16,
    /// Whether it held cities at the start (ER-9.3).
    pub had_cities: bool,
    /// Prices in talents by [`UnitKind::index`], the fleet unit last (ER-R50), the power's own where it has some.
    pub prices: [u16; KINDS + 1],
    /// Colour on maps, `#rrggbb`.
    pub colour: String,
}

/// When an inactive minor wakes by itself (ER-5.14).
#[derive(Clone, Debug)]
pub struct Activation {
    /// Which.
    pub power: PowerId,
    /// In which months of the year, January first.
    pub months: [bool; 12],
    /// Not before.
    pub from: Month,
    /// Only if.
    pub condition: Option<Condition>,
    /// Least face of the die, 1..6; `None`: no die is rolled.
    pub die_min: Option<u8>,
    /// Against whom it may act (ER-R31).
    pub war_targets: Vec<WarTarget>,
    /// Who controls it then; `None`: as the power says.
    pub controller: Option<PowerId>,
    /// Why, for the reader.
    pub background: String,
}

/// Against whom a neutral goes to war.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WarTarget {
    /// This power.
    Power(PowerId),
    /// Whoever controls this province when it wakes.
    ControllerOf(ProvinceId),
}

/// A condition of an activation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Land strength in these provinces is less than `below`.
    StrengthBelow {
        /// Whose.
        of: Whose,
        /// Where.
        provinces: Vec<ProvinceId>,
        /// Limit.
        below: u16,
    },
    /// The power controls the capital of the province.
    ControlsCapital {
        /// Who.
        power: PowerId,
        /// Where.
        province: ProvinceId,
    },
    /// One power's morale is less than another's.
    MoraleBelow {
        /// Whose.
        power: PowerId,
        /// Than whose.
        than: PowerId,
    },
    /// At least one of these.
    Any(Vec<Condition>),
}

/// Whose strength is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// One power's.
    Power(PowerId),
    /// That of all Roman powers together.
    Roman,
}

/// The ruler's title (ER-14.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EternalRomeRuler)]
#[allow(missing_docs)]
pub enum Ruler {
    Imperator,
    Rex,
}

/// A leader (ER-6.7).
#[derive(Clone, Debug)]
pub struct LeaderRecord {
    /// Name, unique; the full one, such as `M. Vipsanius Agrippa`.
    pub name: Name,
    /// Short name, unique, for orders and maps: `Agrippa`.
    pub short: Name,
    /// Whose.
    pub power: PowerId,
    /// Individually named, not the power's name with a number (ER-13.3).
    pub named: bool,
    /// Land quality 0..3.
    pub land: u8,
    /// Naval quality 0..3.
    pub naval: u8,
    /// Whether he rules.
    pub ruler: Option<Ruler>,
    /// Succession number (ER-14.10).
    pub succession: Option<u8>,
}

/// Where a force stands at the start (ER-R9, ER-R10).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ForceStatus {
    Field,
    Garrison,
    Anchored,
    AtSea,
    Besieging,
}

/// A force on the map at the start: an army, a fleet, or both in one line. Units form one army, fleet units one fleet;
/// the leaders are with the army, or aboard if there is none.
#[derive(Clone, Debug)]
pub struct Force {
    /// Whose.
    pub power: PowerId,
    /// Where.
    pub hex: HexId,
    /// Status of the army (`field`, `garrison`, `besieging`).
    pub army: ForceStatus,
    /// Status of the fleet (`anchored`, `at_sea`, `besieging`).
    pub fleet: ForceStatus,
    /// Land units by type.
    pub units: Vec<(UnitKind, u8)>,
    /// Whether the units are seasoned.
    pub seasoned: bool,
    /// Fleet units.
    pub fleet_units: u8,
    /// Leaders with it.
    pub leaders: Vec<LeaderId>,
}

impl Force {
    /// Strength of its land units as they are printed, in quarters.
    pub fn land4(&self, sc: &Scenario) -> u32 {
        self.units.iter().map(|&(kind, count)| 4 * u32::from(count) * u32::from(sc.unit(kind).land)).sum()
    }
}

/// Forces off the map until activation.
#[derive(Clone, Debug)]
pub struct Reserve {
    /// Whose.
    pub power: PowerId,
    /// Land units by type.
    pub units: Vec<(UnitKind, u8)>,
    /// Whether the units are seasoned.
    pub seasoned: bool,
    /// Fleet units.
    pub fleet_units: u8,
    /// Leaders.
    pub leaders: Vec<LeaderId>,
}

/// How a major wins (ER-20.1).
#[derive(Clone, Debug)]
pub struct Victory {
    /// Which.
    pub power: PowerId,
    /// How many of the goals it must fulfil.
    pub needed: u8,
    /// The goals.
    pub goals: Vec<VictoryGoal>,
}

/// One victory condition.
#[derive(Clone, Debug)]
pub struct VictoryGoal {
    /// Id, such as `O1`.
    pub id: String,
    /// In words.
    pub text: String,
    /// What it takes.
    pub goal: Goal,
}

/// What a victory condition takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Control of all these provinces.
    ControlAll(Vec<ProvinceId>),
    /// Control of so many of these provinces.
    ControlCount(Vec<ProvinceId>, u8),
    /// The city is held by the power, or by a friend if that counts.
    ControlCity {
        /// Which.
        city: CityId,
        /// A friend's control counts.
        by_friend: bool,
    },
    /// The power has dissolved.
    PowerDissolved(PowerId),
    /// The leader was captured.
    LeaderCaptured(LeaderId),
    /// Own morale.
    MoraleAtLeast(u16),
    /// Own treasury.
    TreasuryAtLeast(u32),
    /// At least one of these.
    Any(Vec<Goal>),
    /// All of these.
    All(Vec<Goal>),
}

impl Scenario {
    /// A hex.
    pub fn hex(&self, id: HexId) -> &Hex {
        &self.hexes[id.index()]
    }
    /// The way from one hex to its neighbour; `None` where they do not touch.
    pub fn side(&self, from: HexId, to: HexId) -> Option<&Hexside> {
        self.hex(from).sides.iter().flatten().find(|side| side.to == to)
    }
    /// A province's static facts.
    pub fn province(&self, id: ProvinceId) -> &ProvinceRecord {
        &self.provinces[id.index()]
    }
    /// A city's static facts.
    pub fn city(&self, id: CityId) -> &CityRecord {
        &self.cities[id.index()]
    }
    /// A power's static facts.
    pub fn power(&self, id: PowerId) -> &PowerRecord {
        &self.powers[id.index()]
    }
    /// A leader's static facts.
    pub fn leader(&self, id: LeaderId) -> &LeaderRecord {
        &self.leaders[id.index()]
    }
    /// Figures of a type of unit.
    pub fn unit(&self, kind: UnitKind) -> &UnitFigures {
        &self.units[kind.index()]
    }
    /// All powers.
    pub fn power_ids(&self) -> impl Iterator<Item = PowerId> + use<> {
        (0..self.powers.len()).map(PowerId::at)
    }
    /// All provinces.
    pub fn province_ids(&self) -> impl Iterator<Item = ProvinceId> + use<> {
        (0..self.provinces.len()).map(ProvinceId::at)
    }
    /// All cities.
    pub fn city_ids(&self) -> impl Iterator<Item = CityId> + use<> {
        (0..self.cities.len()).map(CityId::at)
    }
    /// All leaders.
    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len()).map(LeaderId::at)
    }
    /// A power by its code.
    pub fn power_name(&self, id: PowerId) -> PowerName {
        PowerName::new(id, &self.power(id).code)
    }
    /// A province by name.
    pub fn province_name(&self, id: ProvinceId) -> ProvinceName {
        ProvinceName::new(id, &self.province(id).name)
    }
    /// A city by name.
    pub fn city_name(&self, id: CityId) -> CityName {
        CityName::new(id, &self.city(id).name)
    }
    /// A leader by name.
    pub fn leader_name(&self, id: LeaderId) -> LeaderName {
        LeaderName::new(id, &self.leader(id).name)
    }
}
