//! The files of a scenario as they are written, before names are looked up.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Category, CityStatus, Economy, NationKind, TurnType};
use crate::model::combat_orders::Arm;
use crate::model::ids::Rp;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub id: String,
    pub title: String,
    pub summary: String,
    #[serde(default)]
    pub about: String,
    pub start_year: i32,
    pub turns_per_year: usize,
    pub end_turn: u32,
    pub local_revolts: bool,
    pub naval_blockade: bool,
    #[serde(default = "ten")]
    pub tribal_revenue_pct: i64,
    #[serde(default = "fifty")]
    pub tribal_area_civ_pct: i64,
    #[serde(default = "hundred")]
    pub siege_scale: i64,
    #[serde(default = "hundred")]
    pub revolt_scale: i64,
    #[serde(default = "hundred")]
    pub epidemic_scale: i64,
    pub general_max_move: i64,
    pub militia_type: String,
    pub rebel_type: BTreeMap<String, String>,
    pub terrains: Vec<String>,
    pub calendar: Vec<TurnType>,
    pub economy: Economy,
    #[serde(default)]
    pub terrain_mobility: BTreeMap<String, BTreeMap<String, i64>>,
    pub victory: VictoryFile,
    #[serde(default)]
    pub constants: toml::Table,
}

fn ten() -> i64 {
    10
}
fn fifty() -> i64 {
    50
}
fn hundred() -> i64 {
    100
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryFile {
    #[serde(rename = "type")]
    pub kind: VictoryKind,
    #[serde(default)]
    pub objective_factor: i64,
    #[serde(default)]
    pub objective: Vec<ObjectiveFile>,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum VictoryKind {
    Score,
    Objectives,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveFile {
    pub nation: String,
    pub provinces: Vec<String>,
    pub points: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitsFile {
    pub unit: Vec<UnitFile>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum AnyCategory {
    Fleet,
    Army,
    Spy,
}

impl AnyCategory {
    pub fn of_unit(self) -> Option<Category> {
        match self {
            Self::Fleet => Some(Category::Fleet),
            Self::Army => Some(Category::Army),
            Self::Spy => None,
        }
    }
}

/// `true` and `"all"`, `false` and nothing, or a list of nations.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Whose {
    Everybody(bool),
    Word(String),
    These(Vec<String>),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct FactorsFile {
    #[serde(default)]
    pub sea: Rp,
    #[serde(default)]
    pub assault: Rp,
    #[serde(default)]
    pub siege: Rp,
    #[serde(default)]
    pub land: BTreeMap<String, Rp>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitFile {
    pub id: String,
    pub name: String,
    pub plural: Option<String>,
    pub category: AnyCategory,
    pub multi: Option<i64>,
    pub single: Option<i64>,
    pub capacity: Option<u32>,
    #[serde(default)]
    pub supply: i64,
    pub feudal: Option<Whose>,
    #[serde(default)]
    pub factors: FactorsFile,
    #[serde(default)]
    pub recruit_pct: BTreeMap<String, i64>,
    pub nations: Option<Whose>,
    #[serde(default)]
    pub convert_to: Vec<String>,
    pub convert_nations: Option<Whose>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NationsFile {
    pub nation: Vec<NationFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NationFile {
    pub id: String,
    pub name: String,
    pub adjective: String,
    pub kind: NationKind,
    pub capital: String,
    pub treasury: Rp,
    #[serde(default = "full_rate")]
    pub tax_rate: u16,
    #[serde(default)]
    pub enemies: Vec<String>,
    pub colour: String,
    pub description: String,
}

fn full_rate() -> u16 {
    100
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvincesFile {
    pub province: Vec<ProvinceFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvinceFile {
    pub name: String,
    pub lat: f64,
    pub lon: f64,
    pub terrain: String,
    pub cty: CityStatus,
    pub coastal: bool,
    pub rev: Rp,
    pub owner: String,
    pub original_owner: Option<String>,
    pub loyalty: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoutesFile {
    pub land: Vec<String>,
    pub sea: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForcesFile {
    pub forces: BTreeMap<String, BTreeMap<String, BTreeMap<String, u16>>>,
    #[serde(default)]
    pub spies: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneralsFile {
    pub general: Vec<GeneralFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneralFile {
    pub name: String,
    pub nation: String,
    pub nationality: String,
    pub province: String,
    pub arm: Arm,
    pub reputation: u8,
    pub loyalty: u8,
    pub activity: u8,
    pub popularity: u8,
    pub health: u8,
    pub age: u8,
    pub seniority: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamesFile {
    pub generals: BTreeMap<String, Vec<String>>,
    pub cities: BTreeMap<String, Vec<String>>,
}
