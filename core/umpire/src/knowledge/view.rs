//! What each seat may see (docs/rules/umpire.md, section 6): the only thing about a campaign that leaves the room.

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::combat_orders::{Arm, CombatOrders};
use crate::model::ids::{Captain, NationId, Party, Place, Rp, Units};
use crate::model::scenario::{CityStatus, TurnType};

/// A campaign as one nation sees it at the start of a turn.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireView)]
pub struct View {
    /// Whose view it is.
    pub nation: Party,
    /// The turn that orders are awaited for, from 1.
    pub turn: u32,
    /// Its date in words.
    pub date: String,
    /// What it carries: taxation, investment, recruitment, ...
    pub carries: TurnType,
    /// Whether the campaign is over.
    pub over: bool,
    /// Whether this nation is out of the game.
    pub eliminated: bool,
    /// Money; negative means arrears.
    pub treasury: Rp,
    /// Tax rate, per cent.
    pub tax_rate: u16,
    /// Expected tax of a full collection at this rate now, before variation (UM-R16).
    pub expected_tax: Rp,
    /// Pay of a taxation turn (UM-6.11).
    pub upkeep: Rp,
    /// Morale in a word: high, fair, low or mutinous.
    pub morale: String,
    /// Home province.
    pub capital: Place,
    /// Where new generals appear while the capital is lost.
    #[schema(required)]
    pub replacement: Option<Place>,
    /// Nations that this one lists as enemies.
    pub enemies_listed: Vec<Party>,
    /// Nations that are enemies, by either's list: declared enmities are public (UM-R9).
    pub enemies: Vec<Party>,
    /// All nations, with what is public about them.
    pub nations: Vec<NationView>,
    /// Own score, per cent of the start (UM-35).
    pub score: i64,
    /// What wins, and how far one has come.
    pub victory: VictoryView,
    /// All provinces, in the scenario's order.
    pub provinces: Vec<ProvinceView>,
    /// Own forces, by province.
    pub forces: Vec<ForceView>,
    /// Own generals.
    pub generals: Vec<GeneralView>,
    /// Reports of foreign forces: those of this turn, and older ones where nothing newer is known.
    pub sightings: Vec<SightingView>,
}

/// What is public about a nation.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireNationView)]
pub struct NationView {
    /// Id.
    pub nation: Party,
    /// Place in the ranking, 1 for the best (UM-35.3); all ranks are published.
    pub rank: u16,
    /// Whom it has declared an enemy.
    pub declared: Vec<Party>,
    /// Whether it is out of the game.
    pub eliminated: bool,
}

/// What wins the campaign (UM-35, UM-R102): the highest total of score and objectives after the last turn.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireVictoryView)]
pub struct VictoryView {
    /// The last turn.
    pub end_turn: u32,
    /// Its date in words.
    pub ends: String,
    /// What an objective point is worth in points of score; 0 when score alone counts.
    pub objective_factor: i64,
    /// Own objectives held now, in points of score.
    pub objectives: i64,
    /// Own total: score and objectives, by which the ranking goes.
    pub total: i64,
    /// What counts for each nation: public, save that others' provinces are known by reports alone.
    pub nations: Vec<VictoryLineView>,
}

/// What counts for one nation.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireVictoryLineView)]
pub struct VictoryLineView {
    /// Which.
    pub nation: Party,
    /// What its score is measured by, per cent of the start: `revenue` or `forces` (UM-35.1, UM-35.2).
    pub measure: String,
    /// Provinces that carry points for it.
    pub objectives: Vec<ObjectiveView>,
}

/// A province that carries points for a nation (UM-35.4).
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireObjectiveView)]
pub struct ObjectiveView {
    /// Which.
    pub province: Place,
    /// What holding it is worth, in points of score.
    pub worth: i64,
    /// Owner as last known.
    pub owner: Party,
    /// Whether the nation holds it, as last known.
    pub held: bool,
    /// The turn at whose end that was known, 0 for the start.
    pub as_of: u32,
}

/// A province as a nation knows it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireProvinceView)]
pub struct ProvinceView {
    /// Which.
    pub province: Place,
    /// Owner as last known.
    pub owner: Party,
    /// City status as last known.
    pub cty: CityStatus,
    /// The turn at whose end that was known, 0 for the start.
    pub as_of: u32,
    /// Whether an own spy network is here.
    pub own_spies: bool,
    /// What only the owner knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnProvinceView>,
    /// The siege here, when own forces take part or the province is one's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub siege: Option<SiegeView>,
}

/// What only the owner of a province knows of it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireOwnProvinceView)]
pub struct OwnProvinceView {
    /// Normal revenue at a rate of 100 %.
    pub revenue: Rp,
    /// Basic revenue.
    pub original_revenue: Rp,
    /// What recovery can reach.
    pub ceiling: Rp,
    /// Improvements paid for, due at the next taxation.
    pub pending: Rp,
    /// In brackets: nothing is being collected (UM-6.10).
    pub bracketed: bool,
    /// 1 captured, 2 loyal, 3 home.
    pub loyalty: u8,
    /// Whether this nation held it first.
    pub original: bool,
    /// Whether there ever was a city.
    pub ever_had_city: bool,
    /// The turn in which a city was founded here, 0 for never.
    pub founded: u32,
    /// Militia that would stiffen a defence (UM-19.7).
    pub militia: u32,
    /// Units of each type that can be raised here when the calendar allows it (UM-23.5).
    pub available: Units,
}

/// A siege as those concerned know it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireSiegeView)]
pub struct SiegeView {
    /// Who besieges.
    pub besiegers: Vec<Party>,
    /// Who is inside.
    pub besieged: Vec<Party>,
    /// Siege turns so far.
    pub turns: u32,
    /// Stores were lost by a relief force that broke in; known to those inside.
    pub stores_lost: bool,
}

/// Own units in a province.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireForceView)]
pub struct ForceView {
    /// Where.
    pub province: Place,
    /// What.
    pub units: Units,
    /// Orders of the fleet there, in force now.
    pub fleet_orders: CombatOrders,
    /// Orders of the army there, in force now.
    pub army_orders: CombatOrders,
    /// Whether the army is shut up in a besieged city and cannot leave by land (UM-15.16).
    pub besieged: bool,
    /// Whether the port is closed to it (UM-16.4).
    pub blockaded: bool,
}

/// An own general (UM-13.4). Skill and true loyalty are hidden even from his nation.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireGeneralView)]
#[allow(missing_docs)]
pub struct GeneralView {
    /// Who he is.
    pub general: Captain,
    /// The people he comes from.
    pub nationality: String,
    /// Where he is.
    pub province: Place,
    /// Whether he leads armies or fleets (UM-13.2).
    pub arm: Arm,
    /// Reputed skill, 0 to 7 (UM-13.5).
    pub reputation: u8,
    /// Loyalty as it seems, 0 to 7 (UM-13.6).
    pub loyalty: u8,
    /// Activity, 0 to 7.
    pub activity: u8,
    /// Popularity, 0 to 7.
    pub popularity: u8,
    /// Health, 0 to 7.
    pub health: u8,
    /// Age in years.
    pub age: u8,
    /// Seniority, 0 to 15.
    pub seniority: u8,
    /// Whether he is commander-in-chief (UM-13.11).
    pub commander_in_chief: bool,
}

/// A report of foreign forces (UM-32).
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireSightingView)]
pub struct SightingView {
    /// Where.
    pub province: Place,
    /// Whose.
    pub faction: Party,
    /// The turn at whose end it was drawn.
    pub turn: u32,
    /// 3 exact, 2 within a tenth, 1 within a quarter, 0 a civilian rumour (UM-R98, UM-R99).
    pub grade: u8,
    /// Units by type; empty for a rumour.
    pub units: Units,
    /// Fleets and armies of a rumour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rumour: Option<RumourView>,
    /// Generals seen.
    pub generals: Vec<Captain>,
    /// Revenue and loyalty: shown when the faction owns the province (UM-2.5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owned: Option<OwnedView>,
}

/// Numbers of a civilian rumour.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireRumourView)]
pub struct RumourView {
    /// Fleets said to be there.
    pub fleets: u16,
    /// Armies said to be there.
    pub armies: u16,
}

/// Revenue and loyalty of a foreign province, as reported.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireOwnedView)]
pub struct OwnedView {
    /// Normal revenue, in points.
    pub revenue: Rp,
    /// Loyalty of the province.
    pub loyalty: u8,
    /// In brackets: its owner collects nothing there.
    pub bracketed: bool,
}

impl View {
    /// The nation's id.
    pub fn me(&self) -> NationId {
        self.nation.id
    }
}
