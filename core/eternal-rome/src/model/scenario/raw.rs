//! The files of a scenario as they are written, before names are looked up.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{ForceStatus, Options, PowerKind, RecruitWay, Ruler};
use crate::model::ids::HexId;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub id: String,
    pub title: String,
    pub map: String,
    pub summary: String,
    #[serde(default)]
    pub about: String,
    pub start: MonthFile,
    pub end: MonthFile,
    pub first_check: MonthFile,
    pub turn_order: Vec<String>,
    pub options: Options,
    pub seat: Vec<SeatFile>,
    #[serde(default)]
    pub friendly: Vec<(String, String)>,
    #[serde(default)]
    pub hexside: Vec<HexsideFile>,
    #[serde(default)]
    pub constants: toml::Table,
    pub victory: Vec<VictoryFile>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MonthFile {
    pub year: i16,
    pub month: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatFile {
    pub key: String,
    pub name: String,
    pub colour: String,
    pub description: String,
    #[serde(default = "one")]
    pub majors_needed: u8,
}

fn one() -> u8 {
    1
}

/// Single costs that differ from those of the terrain (ER-R4), the same in both directions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexsideFile {
    pub hexes: String,
    pub land_cost: Option<u8>,
    pub naval_cost: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryFile {
    pub power: String,
    pub needed: u8,
    pub goal: Vec<VictoryGoalFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryGoalFile {
    pub id: String,
    pub text: String,
    pub goal: GoalFile,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum GoalFile {
    ControlAll(Vec<String>),
    ControlCount {
        provinces: Vec<String>,
        least: u8,
    },
    ControlCity {
        city: String,
        #[serde(default)]
        by_friend: bool,
    },
    PowerDissolved(String),
    LeaderCaptured(String),
    MoraleAtLeast(u16),
    TreasuryAtLeast(u32),
    Any(Vec<GoalFile>),
    All(Vec<GoalFile>),
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
    pub controller: Option<String>,
    #[serde(default)]
    pub tax: u8,
    #[serde(default)]
    pub civilized: bool,
    #[serde(default)]
    pub warm_winter: bool,
    #[serde(default)]
    pub wood_scarce: bool,
    #[serde(default)]
    pub taxed_by_patron: bool,
    pub capital: Option<String>,
    #[serde(default)]
    pub recruits: BTreeMap<String, u8>,
    #[serde(default)]
    pub cities: Vec<CityFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CityFile {
    pub name: String,
    pub hex: HexId,
    pub lat: f64,
    pub lon: f64,
    pub fort: u8,
    #[serde(default)]
    pub port: bool,
    pub controller: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowersFile {
    pub power: Vec<PowerFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerFile {
    pub code: String,
    pub name: String,
    pub kind: PowerKind,
    pub seat: Option<String>,
    pub active: Option<bool>,
    pub patron: Option<String>,
    pub controller: Option<String>,
    pub recruit_way: RecruitWay,
    #[serde(default)]
    pub replacement_rate: u8,
    #[serde(default)]
    pub treasury: u32,
    pub morale: u16,
    #[serde(default)]
    pub prices: BTreeMap<String, u16>,
    pub colour: String,
    #[serde(default)]
    pub leaders: Vec<LeaderFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderFile {
    pub name: String,
    pub short: Option<String>,
    pub land: u8,
    pub naval: u8,
    pub ruler: Option<Ruler>,
    pub succession: Option<u8>,
    #[serde(default)]
    pub generic: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForcesFile {
    #[serde(default)]
    pub force: Vec<ForceFile>,
    #[serde(default)]
    pub reserve: Vec<ReserveFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceFile {
    pub power: String,
    pub at: String,
    #[serde(default)]
    pub units: BTreeMap<String, u8>,
    #[serde(default = "yes")]
    pub seasoned: bool,
    #[serde(default)]
    pub fleet: u8,
    #[serde(default)]
    pub leaders: Vec<String>,
    #[serde(default = "garrison")]
    pub army: ForceStatus,
    #[serde(default = "anchored")]
    pub fleet_status: ForceStatus,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReserveFile {
    pub power: String,
    #[serde(default)]
    pub units: BTreeMap<String, u8>,
    #[serde(default = "yes")]
    pub seasoned: bool,
    #[serde(default)]
    pub fleet: u8,
    #[serde(default)]
    pub leaders: Vec<String>,
}

fn yes() -> bool {
    true
}
fn garrison() -> ForceStatus {
    ForceStatus::Garrison
}
fn anchored() -> ForceStatus {
    ForceStatus::Anchored
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActivationsFile {
    #[serde(default)]
    pub activation: Vec<ActivationFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActivationFile {
    pub powers: Vec<String>,
    pub months: Vec<u8>,
    pub from: MonthFile,
    pub condition: Option<ConditionFile>,
    pub die_min: Option<u8>,
    pub war_targets: Vec<TargetFile>,
    pub controller: Option<String>,
    pub background: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum TargetFile {
    Power(String),
    Holder(HolderFile),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HolderFile {
    pub controller_of: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ConditionFile {
    StrengthBelow { of: String, provinces: Vec<String>, below: u16 },
    ControlsCapital { power: String, province: String },
    MoraleBelow { power: String, than: String },
    Any(Vec<ConditionFile>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    pub id: String,
    pub columns: u16,
    pub rows: u16,
    pub provinces: BTreeMap<String, String>,
    pub names: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexsidesFile {
    #[serde(default)]
    pub mountains: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub passes: BTreeMap<String, String>,
    #[serde(default)]
    pub land: ClosedFile,
    #[serde(default)]
    pub sea: ClosedFile,
    #[serde(default)]
    pub strait: Vec<StraitFile>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct ClosedFile {
    pub closed: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StraitFile {
    pub name: String,
    pub hexes: String,
    pub extra: u8,
}
