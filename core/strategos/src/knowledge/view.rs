//! What the wire shows of a country's knowledge.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::command::{BattleOrder, CommandKind, Disorder, TaskKind};
use crate::model::ids::{HexId, Name};
use crate::model::reports::{MoraleBand, Source};
use crate::model::rulings::Weather;
use crate::model::state::{EndReason, SiteStatus, Standing};
use crate::model::units::{UnitClass, Units};

/// A campaign as one country sees it at the beginning of a week.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosView)]
pub struct View {
    /// Key of the country whose view it is, such as `LYS`.
    pub country: Name,
    /// The week that orders are awaited for, from 1.
    pub turn: u16,
    /// The weather of the week before.
    pub weather: Weather,
    /// Talents in the treasury.
    pub treasury: u32,
    /// Country morale, 1 to 20 (ST-R54).
    pub morale: u8,
    /// Spies that may still be sent this quarter (ST-21.1).
    pub spies_left: u8,
    /// Assassins that may still be hired this quarter (ST-21.5).
    pub assassins_left: u8,
    /// The other countries.
    pub countries: Vec<CountryView>,
    /// What is public between other countries; all that are not named are neutral or have no public treaty.
    pub relations: Vec<RelationView>,
    /// Offers of treaties from it and to it.
    pub appeals: Vec<AppealView>,
    /// Cities and forts: its own as they are, others as they were last reported.
    pub sites: Vec<SiteView>,
    /// Its leaders.
    pub leaders: Vec<LeaderView>,
    /// Its commands, those of its cities included.
    pub commands: Vec<CommandView>,
    /// Units that it builds.
    pub building: Vec<BuildingView>,
    /// Its units and leaders on the way to a city, off the map (ST-R48).
    pub journeys: Vec<JourneyView>,
    /// Its trade units on the way (ST-R58).
    pub convoys: Vec<ConvoyView>,
    /// Cities in which it has a spy.
    pub spies: Vec<Name>,
    /// Roads built since the start that it knows of.
    pub roads: Vec<HexId>,
    /// What scouts and spies told, by hex.
    pub reports: Vec<HexReportView>,
    /// How the campaign ended.
    #[schema(required)]
    pub ended: Option<EndingView>,
}

/// Another country.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosCountryView)]
pub struct CountryView {
    /// Its key.
    pub country: Name,
    /// Whether it is out of the game.
    pub out: bool,
    /// How it stands to the viewer.
    pub standing: Standing,
    /// The last week of the treaty.
    #[schema(required)]
    pub until: Option<u16>,
    /// Whether the viewer breaks the treaty at the end of this week.
    pub breaking: bool,
    /// What a spy in its capital last told of its morale.
    #[schema(required)]
    pub morale: Option<MoraleBand>,
    /// The week in which he told.
    #[schema(required)]
    pub morale_turn: Option<u16>,
}

/// How two other countries stand, as far as it is public.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosRelationView)]
pub struct RelationView {
    /// One.
    pub a: Name,
    /// The other.
    pub b: Name,
    /// Enemies, or allies.
    pub standing: Standing,
}

/// An offer of a treaty (ST-22.11).
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosAppealView)]
pub struct AppealView {
    /// Its number, for the answer.
    pub appeal: u16,
    /// Who offers.
    pub from: Name,
    /// To whom: a country's key, or a free city's name.
    pub to: Name,
    /// What.
    pub standing: Standing,
    /// For how many weeks.
    pub weeks: u8,
    /// What the sides give.
    pub conditions: Vec<ConditionView>,
    /// The week in which it was filed; it may be answered in the next (ST-R55).
    pub filed: u16,
}

/// What a side gives for a treaty: money or a city.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosConditionView)]
pub struct ConditionView {
    /// Who gives.
    pub by: Name,
    /// Talents.
    #[schema(required)]
    pub talents: Option<u32>,
    /// A city.
    #[schema(required)]
    pub city: Option<Name>,
}

/// A city or a fort.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosSiteView)]
pub struct SiteView {
    /// Name.
    pub name: Name,
    /// Where.
    pub hex: HexId,
    /// Who holds it: a country's key, or its own name if it is free.
    pub power: Name,
    /// As what (ST-R30).
    pub status: SiteStatus,
    /// Size, 0 for a fort.
    pub size: u8,
    /// Defence value as built, as far as it is known.
    pub dv: u8,
    /// Defence value now, as far as it is known.
    pub dv_current: u8,
    /// By how much that may be off.
    pub dv_error: u8,
    /// The week of the last look at its walls; of one's own now; `null` if only the start is known.
    #[schema(required)]
    pub seen: Option<u16>,
    /// Stores: one's own, or as a spy told.
    #[schema(required)]
    pub stores: Option<u8>,
    /// Units inside, about, as a spy told.
    #[schema(required)]
    pub garrison: Option<u32>,
    /// By how many per cent that may be off.
    #[schema(required)]
    pub garrison_error: Option<u8>,
    /// The week in which the spy told.
    #[schema(required)]
    pub spied: Option<u16>,
    /// Supply (ST-1.7).
    pub supply: u8,
    /// Whether ships are built here.
    pub shipyard: bool,
    /// Whether a Command Base of the viewer is here (ST-3.7).
    pub base: bool,
    /// Who besieges it, if it is the viewer's or he does.
    #[schema(required)]
    pub besieged_by: Option<Name>,
    /// Points of wear; only of one's own (ST-R38).
    #[schema(required)]
    pub siege_points: Option<u16>,
    /// Who blockades it, if it is the viewer's or he does.
    #[schema(required)]
    pub blockaded_by: Option<Name>,
    /// Whole weeks of the blockade.
    #[schema(required)]
    pub blockade_weeks: Option<u16>,
    /// How often its commander wavered; only of one's own (ST-R42).
    pub waver: u8,
}

/// A leader.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosLeaderView)]
pub struct LeaderView {
    /// Name.
    pub name: Name,
    /// Military ability, 1 to 9.
    pub ma: u8,
    /// Loyalty, 1 to 9.
    pub loy: u8,
    /// Special ability, 1 to 9.
    pub sa: u8,
    /// The command he has, or travels to.
    #[schema(required)]
    pub post: Option<Name>,
    /// Where he is.
    pub hex: HexId,
    /// Whether he may be demoted this week (ST-8.6).
    pub failed: bool,
    /// Weeks of travel left.
    pub travel: u8,
    /// Weeks until his wound is healed.
    pub wounded: u8,
}

/// A command.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosCommandView)]
pub struct CommandView {
    /// Its number: it keeps it.
    pub command: u16,
    /// Name.
    pub name: Name,
    /// Type.
    #[serde(rename = "type")]
    pub kind: CommandKind,
    /// Where.
    pub hex: HexId,
    /// The number of the command that it is under.
    #[schema(required)]
    pub parent: Option<u16>,
    /// Its leader; `null`: an intrinsic commander (ST-7.12).
    #[schema(required)]
    pub leader: Option<Name>,
    /// Its units.
    pub units: Units,
    /// Units that it carries.
    pub aboard: Units,
    /// The number of the fleet that carries it.
    #[schema(required)]
    pub carried_by: Option<u16>,
    /// The city or fort within whose walls it is.
    #[schema(required)]
    pub inside: Option<Name>,
    /// Organic supply, 0 to 6 (ST-R25).
    pub organic_supply: u8,
    /// Points of its supply trains, one entry a train.
    pub train_points: Vec<u8>,
    /// Prisoners.
    pub prisoners: Vec<PrisonersView>,
    /// How it fights (ST-R12).
    pub battle_order: BattleOrder,
    /// What it does when it sees somebody, 1 to 6 (ST-R11).
    pub interaction: u8,
    /// What it works at.
    #[schema(required)]
    pub task: Option<TaskKind>,
    /// Whole weeks of work that counted.
    pub task_weeks: u8,
    /// The hexes that it is to enter.
    pub path: Vec<HexId>,
    /// Whether it marches by force.
    pub forced: bool,
    /// Forced weeks running.
    pub forced_weeks: u8,
    /// Reasons of disorder of the week before (ST-R17).
    pub disorder: Vec<Disorder>,
    /// Whether it is routed.
    pub routed: bool,
    /// Whether it went hungry.
    pub hungry: bool,
    /// Whether it was beyond its line of communication.
    pub out_of_communication: bool,
    /// Treaty partners that it may attack.
    pub authorised: Vec<Name>,
}

/// Prisoners (ST-17).
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosPrisonersView)]
pub struct PrisonersView {
    /// Whose they were.
    pub of: Name,
    /// Which.
    pub units: Units,
}

/// Units being built.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosBuildingView)]
pub struct BuildingView {
    /// Where.
    pub site: Name,
    /// What.
    pub units: Units,
    /// The week at whose beginning they are there.
    pub ready: u16,
}

/// Units and leaders on the way.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosJourneyView)]
pub struct JourneyView {
    /// Units.
    pub units: Units,
    /// Leaders.
    pub leaders: Vec<Name>,
    /// Where to.
    pub to: Name,
    /// The week at whose beginning they are there.
    pub arrives: u16,
}

/// A trade unit on the way.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosConvoyView)]
pub struct ConvoyView {
    /// The city that sent it.
    pub from: Name,
    /// The city that it goes to.
    pub to: Name,
    /// Where it is.
    pub hex: HexId,
    /// Whether it goes by sea.
    pub naval: bool,
    /// The hexes that it is yet to enter.
    pub route: Vec<HexId>,
    /// Talents that it brings, as far as the size of the city is known.
    pub brings: u32,
}

/// A look into a hex (ST-R49).
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosHexReport)]
pub struct HexReportView {
    /// Which.
    pub hex: HexId,
    /// The week of it.
    pub turn: u16,
    /// Weeks since then: 1 for the last.
    pub age: u16,
    /// Who tells.
    pub source: Source,
    /// Its level, 1 to 4.
    pub level: u8,
    /// By how many per cent its numbers may be off.
    pub error: u8,
    /// Who was seen; nobody is not certain below level 4.
    pub forces: Vec<ForceView>,
}

/// A force as it is reported; what the level does not tell is `null` or empty.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosForceReport)]
pub struct ForceView {
    /// Whose: a country's key, or a free city's name.
    pub power: Name,
    /// Whether it is at sea or in port.
    pub naval: bool,
    /// Regiments and squadrons, about (level 2).
    #[schema(required)]
    pub units: Option<u32>,
    /// The type of its highest command (level 2).
    #[schema(required)]
    pub highest: Option<CommandKind>,
    /// Units of each class, about (level 3).
    pub classes: BTreeMap<UnitClass, u32>,
    /// Units aboard, about (level 3).
    #[schema(required)]
    pub aboard: Option<u32>,
    /// Its commander (level 3).
    #[schema(required)]
    pub commander: Option<Name>,
    /// The hex that it came from (level 3).
    #[schema(required)]
    pub came_from: Option<HexId>,
    /// All its units (level 4).
    #[schema(required)]
    pub exact: Option<Units>,
    /// The MA of its commander (level 4).
    #[schema(required)]
    pub ma: Option<u8>,
    /// Its battle order (level 4).
    #[schema(required)]
    pub battle_order: Option<BattleOrder>,
}

/// How the campaign ended (ST-R60).
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosEnding)]
pub struct EndingView {
    /// Why.
    pub reason: EndReason,
    /// All countries, the winner first.
    pub ranking: Vec<Name>,
}
