//! What each seat may see (docs/rules/eternal-rome.md, section 6): the only thing about a campaign that leaves the room.

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::ids::{CityName, HexId, LeaderName, Named, PowerName, ProvinceName};
use crate::model::scenario::{Options, PowerKind, Ruler};
use crate::model::state::{ArmyId, ArmyStatus, AttackedPolicy, FleetId, FleetStatus, InterceptPolicy, Phase};
use crate::model::units::Units;

/// An army by name.
pub type ArmyName = Named<ArmyId>;
/// A fleet by name.
pub type FleetName = Named<FleetId>;

/// A campaign as one seat sees it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeView)]
pub struct View {
    /// Key of the seat.
    pub seat: String,
    /// The powers it gives orders for.
    pub powers: Vec<PowerName>,
    /// The month in words.
    pub date: String,
    /// Whether it is a winter month.
    pub winter: bool,
    /// The phase under way; none while the campaign is over.
    #[schema(required)]
    pub phase: Option<Phase>,
    /// The powers that may act in it.
    pub acting: Vec<PowerName>,
    /// Keys of the seats that have ended it.
    pub ended: Vec<String>,
    /// Whether this seat is to act in the phase now.
    pub to_act: bool,
    /// Key of the seat whose decision is awaited.
    #[schema(required)]
    pub deciding: Option<String>,
    /// The decision that is awaited of this seat.
    #[schema(required)]
    pub decision: Option<DecisionView>,
    /// Options in force.
    pub options: Options,
    /// All powers.
    pub all_powers: Vec<PowerView>,
    /// Alliances of majors.
    pub alliances: Vec<[PowerName; 2]>,
    /// All provinces that are not closed, in the scenario's order.
    pub provinces: Vec<ProvinceView>,
    /// All cities, in the scenario's order.
    pub cities: Vec<CityView>,
    /// Armies whose strength is known: own, friendly, and those met (ER-7.2).
    pub armies: Vec<ArmyView>,
    /// Fleets whose strength is known: own, friendly, and those met (ER-7.2).
    pub fleets: Vec<FleetView>,
    /// Others: where they are, and whose (ER-7.1).
    pub unknown: Vec<UnknownView>,
    /// Leaders whose place is known, and those who are out of play.
    pub leaders: Vec<LeaderView>,
    /// Own and friendly fleet units under construction.
    pub yards: Vec<YardView>,
    /// Interceptions that will be fought in the land combat phase.
    pub caught: Vec<CaughtView>,
    /// Victory conditions of all majors, and which are fulfilled.
    pub victory: Vec<VictoryView>,
    /// Whether the campaign is over.
    pub over: bool,
}

/// A decision that is awaited.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeDecision)]
pub struct DecisionView {
    /// The order that answers it.
    pub answer_with: String,
    /// The powers it is asked for.
    pub powers: Vec<PowerName>,
    /// The question in words, with what may be chosen.
    pub question: String,
    /// Where.
    #[schema(required)]
    pub hex: Option<HexId>,
    /// Number of the combat it is about.
    #[schema(required)]
    pub combat: Option<u16>,
    /// What may be chosen: forces, places, or units.
    pub choices: Vec<String>,
    /// What is taken as the answer at the deadline.
    pub default: String,
}

/// A power.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomePowerView)]
pub struct PowerView {
    /// Code.
    pub power: PowerName,
    /// Kind now.
    pub kind: PowerKind,
    /// Whether it is active.
    pub active: bool,
    /// Whether it has dissolved as a major.
    pub dissolved: bool,
    /// The patron of a client.
    #[schema(required)]
    pub patron: Option<PowerName>,
    /// The controller of an active neutral.
    #[schema(required)]
    pub controller: Option<PowerName>,
    /// Key of the seat that gives its orders.
    #[schema(required)]
    pub seat: Option<String>,
    /// Morale (ER-13).
    pub morale: u16,
    /// Against whom an active neutral may act.
    pub war_targets: Vec<PowerName>,
    /// What only its own side knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnPowerView>,
}

/// What only a power's own side knows.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeOwnPower)]
pub struct OwnPowerView {
    /// Talents.
    pub treasury: u32,
    /// Talents per month now.
    pub income: u32,
    /// Replacement points.
    pub replacements: u16,
    /// Units lost and not rebuilt, by type.
    pub lost: Vec<Units>,
    /// Fleet units lost and not rebuilt.
    pub lost_ships: u16,
    /// Standing answers.
    pub policy: PolicyView,
}

/// Standing answers (ER-R45).
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
#[schema(as = EternalRomePolicies)]
pub struct PolicyView {
    /// To interceptions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intercept: Option<InterceptPolicy>,
    /// When attacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub respond_attack: Option<AttackedPolicy>,
    /// After a lost battle: `ask`, `nearest` or a city.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreat_to: Option<String>,
    /// Seasoning by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub season: Option<bool>,
    /// Placing by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_up: Option<bool>,
}

/// A province.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeProvinceView)]
pub struct ProvinceView {
    /// Which.
    pub province: ProvinceName,
    /// Who controls it.
    #[schema(required)]
    pub controller: Option<PowerName>,
    /// Last month of the devastation, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plundered_until: Option<String>,
    /// Its first owner has plundered it.
    pub plundered_at_home: bool,
    /// New units of this year, for the owner's side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recruited: Option<Vec<Units>>,
}

/// A city.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeCityView)]
pub struct CityView {
    /// Which.
    pub city: CityName,
    /// Where.
    pub hex: HexId,
    /// Who holds it.
    pub controller: PowerName,
    /// Besieged by an army.
    pub besieged: bool,
    /// Its port is besieged, by an army or a fleet.
    pub port_besieged: bool,
    /// Months and fortification, for besiegers and besieged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub siege: Option<SiegeView>,
}

/// A siege.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeSiegeView)]
pub struct SiegeView {
    /// Full months it has lasted.
    pub months: i16,
    /// What is left of the fortification.
    pub fort: u8,
}

/// An army whose strength is known.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeArmyView)]
pub struct ArmyView {
    /// Its name, such as `OCT-A3`.
    pub army: ArmyName,
    /// Whose.
    pub power: PowerName,
    /// Where.
    pub hex: HexId,
    /// In the field, in the city, besieging.
    pub status: ArmyStatus,
    /// Units.
    pub units: Vec<Units>,
    /// Leaders.
    pub leaders: Vec<LeaderName>,
    /// Land strength.
    pub land: String,
    /// Sea strength.
    pub sea: String,
    /// Stacking value.
    pub stacking: u32,
    /// What only its own side knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnArmyView>,
}

/// What only an army's own side knows.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeOwnArmy)]
pub struct OwnArmyView {
    /// Movement points left this month.
    pub moves_left: u16,
    /// Intercepted: it moves no further.
    pub stopped: bool,
    /// It has attacked in this phase.
    pub attacked: bool,
    /// From where it came.
    #[schema(required)]
    pub came_from: Option<HexId>,
    /// Standing answers.
    pub policy: PolicyView,
}

/// A fleet whose strength is known.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeFleetView)]
pub struct FleetView {
    /// Its name, such as `OCT-F1`.
    pub fleet: FleetName,
    /// Its flag.
    pub power: PowerName,
    /// Where.
    pub hex: HexId,
    /// At sea, in port, besieging.
    pub status: FleetStatus,
    /// Fleet units by power.
    pub ships: Vec<ShipsView>,
    /// Whose units are aboard.
    #[schema(required)]
    pub cargo_power: Option<PowerName>,
    /// Units aboard.
    pub cargo: Vec<Units>,
    /// Leaders aboard.
    pub leaders: Vec<LeaderName>,
    /// Sea strength with the units aboard.
    pub strength: String,
    /// It has fought this month, and can neither attack nor be attacked (ER-12.9).
    pub fought: bool,
    /// What only its own side knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnFleetView>,
}

/// Fleet units of one power.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeShips)]
pub struct ShipsView {
    /// Whose.
    pub power: PowerName,
    /// How many.
    pub count: u8,
}

/// What only a fleet's own side knows.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeOwnFleet)]
pub struct OwnFleetView {
    /// Movement points left for sailing this month; 0 once it was intercepted.
    pub moves_left: u16,
    /// Movement points left for boarding and landing: an intercepted fleet may still land its army (reading ER-15.6/a).
    pub landing_left: u16,
    /// Movement points used.
    pub used: u8,
    /// Room left aboard, stacking.
    pub room: u32,
    /// Intercepted: it moves no further.
    pub stopped: bool,
    /// Month ends out of port in a row.
    pub months_out: u8,
    /// Standing answers.
    pub policy: PolicyView,
}

/// Forces of unknown strength: how many they are is not known either.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeUnknown)]
pub struct UnknownView {
    /// Where.
    pub hex: HexId,
    /// Whose.
    pub power: PowerName,
    /// Fleets, or land units.
    pub at_sea: bool,
}

/// A leader.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeLeaderView)]
pub struct LeaderView {
    /// Who.
    pub leader: LeaderName,
    /// Whom he serves.
    pub power: PowerName,
    /// Where: a force, `reserve`, `captured`, `gone`.
    pub with: String,
    /// His title.
    #[schema(required)]
    pub ruler: Option<Ruler>,
    /// Succession number.
    #[schema(required)]
    pub succession: Option<u8>,
}

/// Fleet units under construction.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeYard)]
pub struct YardView {
    /// The port.
    pub city: CityName,
    /// How many.
    pub ships: u8,
    /// When they are ready.
    pub ready: String,
}

/// An interception that will be fought.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeCaught)]
pub struct CaughtView {
    /// Where.
    pub hex: HexId,
    /// Whose army was stopped.
    pub power: PowerName,
    /// Who came upon it.
    pub by: Vec<PowerName>,
}

/// Victory conditions of a major (ER-20.1).
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeVictoryView)]
pub struct VictoryView {
    /// Whose.
    pub power: PowerName,
    /// How many it needs.
    pub needed: u8,
    /// The conditions.
    pub goals: Vec<GoalView>,
}

/// A victory condition.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeGoalView)]
pub struct GoalView {
    /// Id.
    pub id: String,
    /// In words.
    pub text: String,
    /// Whether it is fulfilled now.
    pub fulfilled: bool,
}
