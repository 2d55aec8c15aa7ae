//! The files of the board and of the scenarios as they are written, before names are looked up.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{BorderKind, DisasterLand, Terrain, Timing};

/// Where the parts of an entry come from, by part (data/README.md).
pub type Provenance = BTreeMap<String, String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EpochsFile {
    pub epoch: Vec<EpochFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EpochFile {
    pub epoch: u8,
    pub years: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreasFile {
    pub area: Vec<AreaFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaFile {
    pub id: String,
    pub name: String,
    pub vp: [u8; 7],
    pub control_size: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LandsFile {
    pub provenance: Provenance,
    pub land: Vec<LandFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LandFile {
    pub id: String,
    pub name: String,
    pub area: String,
    #[serde(default)]
    pub barren: bool,
    #[serde(default)]
    pub resource: bool,
    pub coasts: Vec<String>,
    pub at: (f64, f64),
    #[serde(default)]
    pub provenance: Provenance,
    #[serde(default)]
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WatersFile {
    pub water: Vec<WaterFile>,
    pub passage: Vec<PassageFile>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum WaterKind {
    Sea,
    Ocean,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaterFile {
    pub id: String,
    pub name: String,
    pub kind: WaterKind,
    #[serde(default = "yes")]
    pub fleets: bool,
    #[serde(default)]
    pub most_fleets: Option<u8>,
    pub vp: u8,
    pub at: (f64, f64),
    #[serde(rename = "provenance")]
    pub _provenance: String,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassageFile {
    pub a: String,
    pub b: String,
    #[serde(rename = "provenance")]
    pub _provenance: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BordersFile {
    #[serde(rename = "provenance")]
    pub _provenance: Provenance,
    pub border: Vec<BorderFile>,
    #[serde(default)]
    pub dropped: Vec<[String; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BorderFile {
    pub a: String,
    pub b: String,
    #[serde(default = "by_land")]
    pub kind: BorderKind,
    #[serde(default)]
    pub terrain: Option<Terrain>,
    #[serde(default)]
    pub difficult_into: Option<Vec<String>>,
    #[serde(default)]
    pub bridged_by: Vec<String>,
    #[serde(default, rename = "provenance")]
    pub _provenance: Provenance,
}

fn by_land() -> BorderKind {
    BorderKind::Land
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmpiresFile {
    #[serde(rename = "provenance")]
    pub _provenance: Provenance,
    pub empire: Vec<EmpireFile>,
    pub shared_card: Vec<SharedCardFile>,
    pub minor: Vec<MinorFile>,
    pub sumeria: SumeriaFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmpireFile {
    pub id: String,
    pub epoch: u8,
    pub number: u8,
    pub name: String,
    pub strength: u8,
    pub start: String,
    #[serde(default)]
    pub capital: Option<String>,
    #[serde(default)]
    pub navigation: Vec<String>,
    #[serde(default, rename = "provenance")]
    pub _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedCardFile {
    pub id: String,
    pub name: String,
    pub members: Vec<String>,
    pub strength: u8,
    #[serde(rename = "provenance")]
    pub _provenance: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MinorFile {
    pub id: String,
    pub epoch: u8,
    pub name: String,
    pub strength: u8,
    pub start: String,
    #[serde(default)]
    pub capital: Option<String>,
    #[serde(default)]
    pub navigation: Vec<String>,
    #[serde(rename = "provenance")]
    pub _provenance: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumeriaFile {
    pub id: String,
    pub name: String,
    pub strength: u8,
    pub start: String,
    pub capital: String,
    pub armies_at: [String; 3],
    #[serde(rename = "provenance")]
    pub _provenance: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventsFile {
    pub pile_cards: u8,
    pub event: Vec<EventFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventFile {
    pub id: String,
    pub name: String,
    pub pile: u8,
    pub count: u8,
    pub timing: Timing,
    pub epochs: [u8; 2],
    pub text: String,
    #[serde(default)]
    pub tables: Option<String>,
    pub effect: EffectFile,
    #[serde(rename = "provenance")]
    pub _provenance: Provenance,
}

/// [`super::Effect`] with the names as they are written.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum EffectFile {
    MinorEmpire { empire: String },
    Leader { rows: i8 },
    Weaponry { rows: i8 },
    Fanaticism { rows: i8 },
    EliteTroops { rigid: i8, compliant: i8 },
    Jihad { rigid: i8, compliant: i8 },
    CivilWar { column: u8 },
    Crusade { column: u8, rows: i8 },
    JewishRevolt { column: u8, rows: i8 },
    Rebellion { column: u8 },
    Migrants { area: String, armies: u8 },
    Kingdom { land: String },
    Disaster { r#where: DisasterLand },
    StormAtSea,
    Treachery,
    Fortify { forts: u8, empires: u8 },
    Revive { armies: u8, empires: u8 },
    Barbarians,
    Plague { dice: u8 },
    Pestilence { dice: u8, around: u8 },
    BlackDeath { dice: u8 },
    Famine,
    Allies { armies: u8 },
    PopulationExplosion { units: u8 },
    TradeBonus,
    ShipBuilding { fleets: u8 },
    CivilService { units: u8 },
    Engineering { forts: u8 },
    SurpriseAttack,
    NavalSupremacy { rows: i8 },
    Pirates,
    Siegecraft,
}

/// A printed table; what else its file says is for readers.
#[derive(Deserialize)]
pub struct TableFile<Cell> {
    pub table: String,
    pub row_labels: Vec<i32>,
    pub column_labels: Vec<i32>,
    pub values: Vec<Vec<Cell>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub id: String,
    pub title: String,
    pub summary: String,
    pub last_epoch: u8,
    pub two_colours: TwoColoursFile,
    pub seat: Vec<SeatFile>,
    pub colour: Vec<ColourFile>,
    #[serde(default)]
    pub prelude: Option<PreludeFile>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum TwoColoursFile {
    Never,
    Optional,
    Always,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatFile {
    pub key: String,
    pub name: String,
    pub description: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColourFile {
    pub key: String,
    pub name: String,
    pub colour: String,
    pub seat: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PreludeFile {
    #[serde(default)]
    pub hands: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub deal: Vec<DealFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealFile {
    pub epoch: u8,
    pub cards: BTreeMap<String, String>,
}
