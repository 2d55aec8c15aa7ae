//! A scenario: all period content is data (UM-1.1).
//!
//! [`load`] reads the files of a scenario and refuses a bad one with file, key and reason.

mod load;
mod near;
mod raw;
pub mod shipped;

use std::collections::BTreeMap;

use kernel::{
    calendar::Calendar,
    map::{Mode, ProvinceGraph},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use kernel::scenario::{Files, ScenarioError};
pub use load::load;

use crate::model::combat_orders::Arm;
use crate::model::constants::Constants;
use crate::model::ids::{
    Captain, GeneralId, Name, NameId, Named, NationId, Party, Place, ProvinceId, Rp, Troop, TypeId,
};

/// A whole scenario, checked.
#[derive(Debug)]
pub struct Scenario {
    /// Id, such as `italia-1450`.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// What it is about.
    pub summary: String,
    /// Scale and sources.
    pub about: String,
    /// Names of the turns of the year.
    pub calendar: Calendar,
    /// What the turns of the year carry (UM-1.2).
    pub turns: Vec<TurnType>,
    /// The last turn.
    pub end_turn: u32,
    /// UM-25.1.
    pub local_revolts: bool,
    /// UM-16.4.
    pub naval_blockade: bool,
    /// UM-7.2, per cent.
    pub tribal_revenue_pct: i64,
    /// UM-2.8, per cent.
    pub tribal_area_civ_pct: i64,
    /// UM-R72, per cent.
    pub siege_scale: i64,
    /// UM-R88, per cent.
    pub revolt_scale: i64,
    /// UM-R92, per cent.
    pub epidemic_scale: i64,
    /// UM-15.2, movement points.
    pub general_max_move: i64,
    /// UM-19.7.
    pub militia_type: TypeId,
    /// UM-R89, by terrain.
    pub rebel_type: Vec<TypeId>,
    /// Names of the terrains.
    pub terrains: Vec<Name>,
    /// UM-21.1, per cent, by terrain and type.
    pub terrain_mobility: Vec<Vec<i64>>,
    /// Unit types; the spy network is not among them.
    pub types: Vec<UnitType>,
    /// Id of the spy network in orders and reports.
    pub spy: Name,
    /// Nations; the Independents come after the last.
    pub nations: Vec<NationInfo>,
    /// Provinces.
    pub provinces: Vec<ProvinceInfo>,
    /// Routes, land and sea.
    pub routes: Vec<Route>,
    /// The routes as a graph; a step's `route` is an index into [`routes`](Self::routes).
    pub graph: ProvinceGraph,
    /// Per province: what is near over land, with the distance.
    near: Vec<Vec<(ProvinceId, i64)>>,
    /// Generals at the start.
    pub generals: Vec<GeneralInfo>,
    /// All names that generals and cities may bear.
    pub names: Vec<Name>,
    /// Names for new generals, by nation.
    pub general_names: Vec<Vec<NameId>>,
    /// Names for founded cities, by nation.
    pub city_names: Vec<Vec<NameId>>,
    /// Prices and limits.
    pub economy: Economy,
    /// The numbers of the rulings.
    pub constants: Constants,
    /// Victory (UM-35.4).
    pub victory: Victory,
    /// Starting forces.
    pub forces: Vec<(NationId, ProvinceId, TypeId, u16)>,
    /// Starting spy networks.
    pub spies: Vec<(NationId, ProvinceId)>,
    /// Coast, lakes and rivers for the map.
    pub geography: Geography,
    /// The faction of nobody's provinces, by name.
    pub independents: Name,
}

/// What a turn of the year carries (UM-1.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = UmpireTurnType)]
pub struct TurnType {
    /// Name.
    pub name: String,
    /// Season.
    pub season: Season,
    /// Taxes are collected and troops paid.
    pub taxation: bool,
    /// Investment is possible.
    pub investment: bool,
    /// Units may be disbanded.
    pub demobilisation: bool,
    /// Land units may be raised.
    pub land_recruit: bool,
    /// Fleets may be raised.
    pub sea_recruit: bool,
    /// The last campaigning turn of the year.
    pub last_campaign: bool,
}

/// Season of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = UmpireSeason)]
#[allow(missing_docs)]
pub enum Season {
    Spring,
    Summer,
    Autumn,
    Winter,
}

/// Fleet or army. Spy networks are not units of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// Fleet squadrons.
    Fleet,
    /// Army units.
    Army,
}

/// A type of unit (UM-3).
#[derive(Clone, Debug)]
pub struct UnitType {
    /// Id, such as `FOO`.
    pub id: Name,
    /// Name for people: of one unit, or a mass.
    pub name: String,
    /// The same for several units.
    pub plural: String,
    /// Fleet or army.
    pub category: Category,
    /// Maximum multiple move, movement points.
    pub multi: i64,
    /// Maximum single move; `None` counts as `multi` (UM-R46).
    pub single: Option<i64>,
    /// Army units carried per squadron.
    pub capacity: u32,
    /// Supply need under siege.
    pub supply: i64,
    /// Whose units of this type are feudal.
    pub feudal: Vec<bool>,
    /// Factor in open sea battle, tenths.
    pub sea: i64,
    /// Factors in open land battle by terrain, tenths.
    pub land: Vec<i64>,
    /// Factor in assault, tenths.
    pub assault: i64,
    /// Factor in regular siege, tenths.
    pub siege: i64,
    /// Availability by terrain, per cent.
    pub recruit_pct: Vec<i64>,
    /// Who may raise it.
    pub nations: Vec<bool>,
    /// What it may be converted into.
    pub convert_to: Vec<TypeId>,
    /// Who may convert it.
    pub convert_nations: Vec<bool>,
}

impl UnitType {
    /// Whether it is a fleet squadron.
    pub fn is_fleet(&self) -> bool {
        self.category == Category::Fleet
    }
    /// Greatest cost of a single stage at any activity (UM-15.13).
    pub fn longest_stage(&self) -> i64 {
        self.single.map_or(self.multi, |single| single.max(self.multi))
    }
}

/// Civilised or tribal (UM-1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = UmpireNationKind)]
pub enum NationKind {
    /// Tax economy, paid troops.
    Civilised,
    /// Territory supplies warriors.
    Tribal,
}

/// A nation at the start.
#[derive(Clone, Debug)]
pub struct NationInfo {
    /// Id, such as `VEN`.
    pub id: Name,
    /// Name for people.
    pub name: String,
    /// *Venetian*.
    pub adjective: String,
    /// Civilised or tribal.
    pub kind: NationKind,
    /// Home province.
    pub capital: ProvinceId,
    /// Treasury at the start.
    pub treasury: Rp,
    /// Tax rate at the start, per cent.
    pub tax_rate: u16,
    /// Declared enemies at the start.
    pub enemies: Vec<NationId>,
    /// Colour on maps.
    pub colour: String,
    /// For the player who chooses a seat.
    pub description: String,
}

/// City status (UM-2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = UmpireCityStatus)]
pub enum CityStatus {
    /// A city stands.
    #[serde(rename = "Y")]
    Standing,
    /// Tribal area: there never was one.
    #[serde(rename = "N")]
    TribalArea,
    /// Destroyed.
    #[serde(rename = "D")]
    Destroyed,
}

/// A province at the start.
#[derive(Clone, Debug)]
pub struct ProvinceInfo {
    /// Name.
    pub name: Name,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Index into [`Scenario::terrains`].
    pub terrain: usize,
    /// Whether fleets can call.
    pub coastal: bool,
    /// City status.
    pub cty: CityStatus,
    /// Original revenue.
    pub rev: Rp,
    /// Owner.
    pub owner: NationId,
    /// Original owner.
    pub original_owner: NationId,
    /// Loyalty 1..3.
    pub loyalty: u8,
}

/// A route (UM-15.11, UM-15.19).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// One end.
    pub a: ProvinceId,
    /// The other.
    pub b: ProvinceId,
    /// By land or by sea.
    pub mode: Mode,
    /// Cost, movement points.
    pub mp: i64,
    /// Attrition level, 1 or more.
    pub attrition: i64,
}

/// A general at the start (UM-13.4): reported ratings.
#[derive(Clone, Debug)]
pub struct GeneralInfo {
    /// His name.
    pub name: NameId,
    /// Whom he serves.
    pub nation: NationId,
    /// Where he comes from.
    pub nationality: Name,
    /// Where he is.
    pub province: ProvinceId,
    /// Land or sea.
    pub arm: Arm,
    /// 0..7.
    pub reputation: u8,
    /// 0..7.
    pub loyalty: u8,
    /// 0..7.
    pub activity: u8,
    /// 0..7.
    pub popularity: u8,
    /// 0..7.
    pub health: u8,
    /// Years.
    pub age: u8,
    /// 0..15.
    pub seniority: u8,
}

/// Prices and limits (UM-6, UM-9, UM-11, UM-12, UM-13).
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Economy {
    pub unit_cost: Rp,
    pub unit_upkeep: Rp,
    pub spy_upkeep: Rp,
    pub general_cost: Rp,
    pub reassign_cost: Rp,
    pub convert_cost: Rp,
    pub assassin_min: Rp,
    pub improve_cost: Rp,
    pub improve_cap_pct: i64,
    pub improve_cap_abs: Rp,
    pub rebuild_mult: i64,
    pub found_cost: BTreeMap<u8, Rp>,
    pub capital_cost_own: Rp,
    pub capital_cost_other: Rp,
    /// Militia units per revenue point, in tenths, by loyalty.
    pub militia: BTreeMap<u8, Rp>,
}

/// How a scenario is won (UM-35.4).
#[derive(Clone, Debug)]
pub struct Victory {
    /// What an objective point is worth in points of score; 0 when score alone counts.
    pub objective_factor: i64,
    /// Provinces that carry points for a nation.
    pub objectives: Vec<Objective>,
}

/// One province that carries points for a nation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// For whom.
    pub nation: NationId,
    /// Which.
    pub province: ProvinceId,
    /// How many.
    pub points: i64,
}

/// Outlines for the map, longitude first.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Geography {
    pub bounds: [f64; 4],
    pub land: Vec<Vec<[f64; 2]>>,
    pub lakes: Vec<Vec<[f64; 2]>>,
    pub rivers: Vec<River>,
}

/// A river for the map.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct River {
    pub name: Option<String>,
    pub line: Vec<[f64; 2]>,
}

impl Scenario {
    /// The Independents.
    pub fn ind(&self) -> NationId {
        NationId::at(self.nations.len())
    }
    /// Nations and the Independents, by index.
    pub fn factions(&self) -> usize {
        self.nations.len() + 1
    }
    /// All nations, without the Independents.
    pub fn nation_ids(&self) -> impl Iterator<Item = NationId> + use<> {
        (0..self.nations.len()).map(NationId::at)
    }
    /// All provinces.
    pub fn province_ids(&self) -> impl Iterator<Item = ProvinceId> + use<> {
        (0..self.provinces.len()).map(ProvinceId::at)
    }
    /// All types of unit.
    pub fn type_ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.types.len()).map(TypeId::at)
    }
    /// A province's static facts.
    pub fn province(&self, id: ProvinceId) -> &ProvinceInfo {
        &self.provinces[id.index()]
    }
    /// What is near a province over land, itself included, with the distance in movement points: within 14 of them.
    pub fn near(&self, id: ProvinceId) -> &[(ProvinceId, i64)] {
        &self.near[id.index()]
    }
    /// A nation's static facts. Panics for the Independents.
    pub fn nation(&self, id: NationId) -> &NationInfo {
        &self.nations[id.index()]
    }
    /// A type of unit.
    pub fn unit(&self, id: TypeId) -> &UnitType {
        &self.types[id.index()]
    }
    /// Whether a faction is a civilised nation.
    pub fn is_civilised(&self, id: NationId) -> bool {
        self.nations.get(id.index()).is_some_and(|nation| nation.kind == NationKind::Civilised)
    }
    /// Whether a faction is a tribal nation.
    pub fn is_tribal(&self, id: NationId) -> bool {
        self.nations.get(id.index()).is_some_and(|nation| nation.kind == NationKind::Tribal)
    }
    /// Id of a faction as reports name it: `VEN`, or `IND`.
    pub fn party(&self, id: NationId) -> Party {
        let name = self.nations.get(id.index()).map_or(&self.independents, |nation| &nation.id);
        Named::new(id, name)
    }
    /// A type of unit as reports name it.
    pub fn troop(&self, id: TypeId) -> Troop {
        Named::new(id, &self.unit(id).id)
    }
    /// A province by its name at the start; see [`State::place`](crate::model::state::State::place) for its name now.
    pub fn first_place(&self, id: ProvinceId) -> Place {
        Named::new(id, &self.province(id).name)
    }
    /// A general of the start by name.
    pub fn first_captain(&self, id: GeneralId) -> Captain {
        Named::new(id, &self.names[self.generals[id.index()].name.index()])
    }
    /// What turn `turn` (from 1) carries.
    pub fn turn_type(&self, turn: u32) -> &TurnType {
        &self.turns[self.calendar.date(turn).turn_of_year]
    }
    /// A route by its index in the graph.
    pub fn route(&self, index: u32) -> &Route {
        &self.routes[index as usize]
    }
}

/// The first three letters of a name, in capitals and without accents: its code (UM-9.10).
pub fn code(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphabetic()).take(3).flat_map(char::to_uppercase).collect()
}
