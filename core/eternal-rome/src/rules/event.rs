//! What can happen, as data. The words are in `text/events/`; who learns of it is decided where it happens.

use kernel::{Described, RuleRef};
use serde::Serialize;
use utoipa::ToSchema;

use crate::model::ids::{CityName, HexId, LeaderName, PowerName, ProvinceName, UnitKind};
use crate::model::units::{OptionName, Units};

kernel::events! {
    EventKind as EternalRomeEvent;
    // The frame.
    /// A month begins, and its season is known (ER-2).
    MonthBegan = "month_began", "EternalRomeMonthBegan" { date: String, winter: bool }
    /// A phase begins for these powers.
    PhaseBegan = "phase_began", "EternalRomePhaseBegan" { name: String, powers: Vec<PowerName> }
    /// A seat has ended its phase; others of the joint turn may still act (ER-R53).
    PhaseEnded = "phase_ended", "EternalRomePhaseEnded" { name: String, seat: String }
    /// A seat is asked for a decision. It alone is told what about.
    DecisionAsked = "decision_asked", "EternalRomeDecisionAsked" { seat: String, question: String }
    /// A standing policy answered.
    PolicyAnswered = "policy_answered", "EternalRomePolicyAnswered" { seat: String, question: String, answer: String }
    /// A wish for an option, or its change when all agree (ER-R54).
    OptionWished = "option_wished", "EternalRomeOptionWished" { seat: String, option: OptionName, value: bool, changed: bool }
    /// A standing policy was set.
    PolicySet = "policy_set", "EternalRomePolicySet" { power: PowerName, force: Option<String> }
    /// A seat was given up (ER-R60).
    SeatResigned = "seat_resigned", "EternalRomeSeatResigned" { seat: String }
    /// The answer to a distance query, leg by leg (ER-21.1); a leg without connection has no cost.
    DistanceFound = "distance_found", "EternalRomeDistanceFound" { legs: Vec<Leg>, total: Option<u16> }

    // Taxation.
    /// Taxes came in (ER-8.2).
    TaxesPaid = "taxes_paid", "EternalRomeTaxesPaid" { power: PowerName, talents: u32, treasury: u32 }
    /// Replacement points came in (ER-9.9, ER-9.11).
    ReplacementsCame = "replacements_came", "EternalRomeReplacementsCame" { power: PowerName, points: u16, total: u16 }
    /// Fleet units left the yard (ER-9.4).
    FleetLaunched = "fleet_launched", "EternalRomeFleetLaunched" { power: PowerName, city: CityName, ships: u8 }
    /// Units were raised (ER-9).
    UnitsRecruited = "units_recruited", "EternalRomeUnitsRecruited" { power: PowerName, hex: HexId, unit: UnitKind, count: u8, talents: u32, points: u16 }
    /// An enemy raised units somewhere: where is seen, how many is not (ER-7.1).
    UnitsAppeared = "units_appeared", "EternalRomeUnitsAppeared" { power: PowerName, hex: HexId }
    /// Fleet units were laid down (ER-9.4).
    FleetLaidDown = "fleet_laid_down", "EternalRomeFleetLaidDown" { power: PowerName, city: CityName, ships: u8, ready: String, talents: u32, points: u16 }
    /// Talents changed hands (ER-10.1).
    TalentsSent = "talents_sent", "EternalRomeTalentsSent" { from: PowerName, to: PowerName, talents: u32 }
    /// An alliance was offered (ER-10.2).
    AllianceOffered = "alliance_offered", "EternalRomeAllianceOffered" { from: PowerName, to: PowerName }
    /// An offer was declined.
    AllianceDeclined = "alliance_declined", "EternalRomeAllianceDeclined" { from: PowerName, to: PowerName }
    /// An alliance begins (ER-10.2).
    AllianceBegan = "alliance_began", "EternalRomeAllianceBegan" { powers: Vec<PowerName> }
    /// An alliance ends (ER-10.5).
    AllianceEnded = "alliance_ended", "EternalRomeAllianceEnded" { by: PowerName, with: PowerName }
    /// A minor's activation was diced for (ER-5.14).
    ActivationRolled = "activation_rolled", "EternalRomeActivationRolled" { power: PowerName, roll: i32, needed: u8 }
    /// A minor woke (ER-5.9, ER-5.14).
    PowerActivated = "power_activated", "EternalRomePowerActivated" { power: PowerName, controller: Option<PowerName>, invaded_by: Option<PowerName> }
    /// An active neutral has another controller (ER-5.13).
    ControllerChanged = "controller_changed", "EternalRomeControllerChanged" { power: PowerName, controller: Option<PowerName> }
    /// Reserves came onto the map (ER-5.15); numbers for those who may know them.
    UnitsPlaced = "units_placed", "EternalRomeUnitsPlaced" { power: PowerName, hex: HexId, units: Vec<Units>, ships: u8, leaders: Vec<LeaderName> }

    // Movement.
    /// An army moved a hex. The force is named to its friends only (ER-7.1).
    ArmyMoved = "army_moved", "EternalRomeArmyMoved" { power: PowerName, army: Option<String>, from: HexId, to: HexId }
    /// A fleet moved a hex. The force is named to its friends only.
    FleetMoved = "fleet_moved", "EternalRomeFleetMoved" { power: PowerName, fleet: Option<String>, from: HexId, to: HexId }
    /// A force stopped short of its destination.
    MoveStopped = "move_stopped", "EternalRomeMoveStopped" { force: String, hex: HexId, reason: String }
    /// A fleet is in port (ER-R10, ER-11.22).
    FleetAnchored = "fleet_anchored", "EternalRomeFleetAnchored" { power: PowerName, fleet: String, city: CityName }
    /// Units went aboard (ER-11.9).
    UnitsEmbarked = "units_embarked", "EternalRomeUnitsEmbarked" { power: PowerName, fleet: String, hex: HexId, units: Vec<Units>, leaders: Vec<LeaderName> }
    /// Units went ashore (ER-11.12, ER-11.13).
    UnitsLanded = "units_landed", "EternalRomeUnitsLanded" { power: PowerName, fleet: String, hex: HexId, units: Vec<Units>, leaders: Vec<LeaderName>, army: String }
    /// An army came aboard or ashore in sight of others (ER-7.1).
    LandingSeen = "landing_seen", "EternalRomeLandingSeen" { power: PowerName, hex: HexId, ashore: bool }
    /// Forces were split, joined or exchanged (ER-6.5, ER-11.17).
    ForcesArranged = "forces_arranged", "EternalRomeForcesArranged" { power: PowerName, hex: HexId, forces: Vec<String> }
    /// An army went into or out of a city (ER-R9).
    ArmyEnteredCity = "army_entered_city", "EternalRomeArmyEnteredCity" { army: String, city: CityName }
    /// An army left a city.
    ArmyLeftCity = "army_left_city", "EternalRomeArmyLeftCity" { army: String, city: CityName }
    /// A force tried to intercept: to its own side and to the side that moves (ER-15).
    InterceptionTried = "interception_tried", "EternalRomeInterceptionTried" { power: PowerName, force: Option<String>, hex: HexId, distance: u16, roll: i32, success: bool }
    /// A force was intercepted and stopped (ER-15.6, ER-15.11).
    ForceIntercepted = "force_intercepted", "EternalRomeForceIntercepted" { power: PowerName, by: Vec<PowerName>, hex: HexId, at_sea: bool }
    /// Weak units were ridden down (ER-16.4).
    Overrun = "overrun", "EternalRomeRiddenDown" { power: PowerName, hex: HexId, of: Vec<PowerName>, units: Vec<Units>, escaped: bool }

    // Combat.
    /// A battle, to those who took part (ER-7.4).
    BattleFought = "battle_fought", "EternalRomeBattleFought" { number: u16, hex: HexId, city: Option<CityName>, at_sea: bool, attackers: Vec<PowerName>, defenders: Vec<PowerName>, strength: Strengths, modifiers: Modifiers, roll: i32, modified: i32, losses: Losses, loser: Option<String> }
    /// A battle, to everybody else (ER-R58).
    BattleHeard = "battle_heard", "EternalRomeBattleHeard" { hex: HexId, city: Option<CityName>, at_sea: bool, attackers: Vec<PowerName>, defenders: Vec<PowerName>, winner: Option<String> }
    /// An army retreated before combat (ER-17.3, ER-17.4).
    RetreatedBeforeCombat = "retreated_before_combat", "EternalRomeRetreatedBeforeCombat" { power: PowerName, from: HexId, to: String }
    /// A retreat was barred, and the army stood (ER-17.4).
    RetreatBarred = "retreat_barred", "EternalRomeRetreatBarred" { power: PowerName, from: HexId, to: HexId }
    /// A beaten force retreated (ER-12.7, ER-R17).
    LoserRetreated = "loser_retreated", "EternalRomeLoserRetreated" { power: PowerName, from: HexId, to: String }
    /// A beaten side had nowhere to go and lost more (ER-12.8, ER-R17).
    NoRetreat = "no_retreat", "EternalRomeNoRetreat" { power: PowerName, hex: HexId, unit: Option<UnitKind> }
    /// Units became seasoned (ER-17.18).
    UnitsSeasoned = "units_seasoned", "EternalRomeUnitsSeasoned" { power: PowerName, units: Vec<Units> }
    /// A leader was captured (ER-R26).
    LeaderCaptured = "leader_captured", "EternalRomeLeaderCaptured" { leader: LeaderName, of: PowerName, by: PowerName }
    /// A leader drowned or resigned.
    LeaderGone = "leader_gone", "EternalRomeLeaderGone" { leader: LeaderName, of: PowerName }
    /// Another leader rules (ER-14.10).
    RulerSucceeded = "ruler_succeeded", "EternalRomeRulerSucceeded" { power: PowerName, leader: LeaderName }
    /// Morale changed (ER-13).
    MoraleChanged = "morale_changed", "EternalRomeMoraleChanged" { power: PowerName, by: i32, morale: u16 }
    /// A power dissolved (ER-14).
    PowerDissolved = "power_dissolved", "EternalRomePowerDissolved" { power: PowerName, patron: Option<PowerName> }
    /// Forces and land of a dissolved power went to another (ER-14.5 to ER-14.9).
    SharesGiven = "shares_given", "EternalRomeSharesGiven" { from: PowerName, to: PowerName, provinces: Vec<ProvinceName>, cities: Vec<CityName>, forces: Vec<String> }
    /// Embarked units were lost for want of room (ER-R63).
    CargoLost = "cargo_lost", "EternalRomeCargoLost" { power: PowerName, unit: UnitKind }

    // Siege and the end of the month.
    /// A siege began; of a port alone when by sea (ER-R37).
    SiegeBegan = "siege_began", "EternalRomeSiegeBegan" { city: CityName, by: PowerName, at_sea: bool }
    /// A siege ended without success (ER-18.10, ER-R37).
    SiegeEnded = "siege_ended", "EternalRomeSiegeEnded" { city: CityName, at_sea: bool }
    /// A siege check, to besiegers and besieged (ER-18).
    SiegeChecked = "siege_checked", "EternalRomeSiegeChecked" { city: CityName, months: i16, value: i32, roll: Option<i32>, lost: Option<String>, fort: u8 }
    /// A city changed hands (ER-R36).
    CityTaken = "city_taken", "EternalRomeCityTaken" { city: CityName, from: PowerName, to: PowerName }
    /// A province changed hands (ER-4.2 to ER-4.4).
    ProvinceChanged = "province_changed", "EternalRomeProvinceChanged" { province: ProvinceName, from: Option<PowerName>, to: Option<PowerName> }
    /// A province was plundered (ER-19).
    ProvincePlundered = "province_plundered", "EternalRomeProvincePlundered" { province: ProvinceName, by: PowerName, talents: u32 }
    /// A fleet shut in by a blockade was lost with its port, and with all aboard (ER-R36): to its own side and the captor.
    FleetLost = "fleet_lost", "EternalRomeFleetLost" { power: PowerName, city: CityName, ships: u8, units: Vec<Units> }
    /// A fleet was too long at sea (ER-11.20).
    FleetDrowned = "fleet_drowned", "EternalRomeFleetDrowned" { power: PowerName, hex: HexId, ships: u8 }
    /// The campaign is over (ER-R59).
    CampaignEnded = "campaign_ended", "EternalRomeCampaignEnded" { reason: String, winners: Vec<String> }
}

/// A leg of a distance query.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeLeg)]
pub struct Leg {
    /// From.
    pub from: HexId,
    /// To.
    pub to: HexId,
    /// Movement points; none without a way.
    #[schema(required)]
    pub cost: Option<u16>,
    /// The way, both ends included.
    pub path: Vec<HexId>,
}

/// Strengths of a battle, as players see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeStrengths)]
pub struct Strengths {
    /// Of the attackers.
    pub attacker: String,
    /// Of the defenders, unmodified.
    pub defender: String,
    /// Of the defenders as it counts, with city and fortification (ER-17.9 to ER-17.11).
    pub defence: String,
}

/// What modified the die (ER-12.3, ER-17.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeModifiers)]
pub struct Modifiers {
    /// Best quality among the attackers' leaders.
    pub attacker_quality: u8,
    /// Best quality among the defenders' leaders.
    pub defender_quality: u8,
    /// For the difference in morale.
    pub morale: i32,
}

/// Losses of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeLosses)]
pub struct Losses {
    /// Attackers' per cent of the table.
    pub attacker_percent: u8,
    /// Defenders' per cent of the table.
    pub defender_percent: u8,
    /// Land units the attackers lost.
    pub attacker_units: Vec<Units>,
    /// Land units the defenders lost.
    pub defender_units: Vec<Units>,
    /// Fleet units the attackers lost.
    pub attacker_ships: u8,
    /// Fleet units the defenders lost.
    pub defender_ships: u8,
}

/// An event with the rule behind it and the phase it happened in.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = EternalRomeEventData)]
pub struct Event {
    /// The rule that made it happen; the record carries it beside the data.
    #[serde(skip)]
    pub rule: RuleRef,
    /// The phase.
    #[serde(skip)]
    pub phase: &'static str,
    /// What happened.
    #[serde(flatten)]
    pub what: EventKind,
}

impl Described for Event {
    fn kind(&self) -> &'static str {
        self.what.kind()
    }
    fn rule(&self) -> RuleRef {
        self.rule.clone()
    }
    fn phase(&self) -> &'static str {
        self.phase
    }
}
