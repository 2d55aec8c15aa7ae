//! What can happen, as data. The words are in [`crate::text`]; who learns of it is decided by [`EventScope`].

use kernel::{Described, RuleRef};
use serde::Serialize;
use utoipa::ToSchema;

use crate::model::combat_orders::Arm;
use crate::model::ids::{Captain, Factions, NationId, Party, Place, ProvinceId, Rp, Units};

/// Who learns of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventScope {
    /// Everybody, at once.
    Public,
    /// These nations alone (UM section 6).
    Private(Factions),
    /// The public, and these nations: the others know it already.
    Others(Factions),
    /// Those involved, and everybody in news range of the place; others hear a line of it two turns later
    /// (UM-33, UM-R100).
    Near(ProvinceId, Factions),
    /// Everybody in news range of the place but these, who were told more of it.
    Beyond(ProvinceId, Factions),
}

impl EventScope {
    /// One nation alone.
    pub fn only(nation: NationId) -> Self {
        Self::Private(Factions::one(nation))
    }
}

kernel::events! {
    EventKind as UmpireEvent;
    /// A nation now lists another as its enemy (public, UM-R9).
    EnmityDeclared = "enmity_declared", "P1", "UmpireEnmityDeclared" { nation: Party, against: Party }
    /// A nation no longer lists another; enmity lasts while either lists the other.
    EnmityWithdrawn = "enmity_withdrawn", "P1", "UmpireEnmityWithdrawn" { nation: Party, against: Party }
    /// A new tax rate.
    TaxRateSet = "tax_rate_set", "P2", "UmpireTaxRateSet" { nation: Party, percent: u16 }
    /// An order could not be carried out.
    OrderFailed = "order_failed", "P3", "UmpireOrderFailed" { nation: Party, order: u16, what: String, code: String, reason: String }
    /// An order was carried out for a part only.
    OrderReduced = "order_reduced", "P3", "UmpireOrderReduced" { nation: Party, order: u16, what: String, reason: String }
    /// Units were disbanded.
    UnitsDisbanded = "units_disbanded", "P3", "UmpireUnitsDisbanded" { nation: Party, place: Place, units: Units }
    /// A spy network was disbanded (UM-8.1).
    NetworkDisbanded = "network_disbanded", "P3", "UmpireNetworkDisbanded" { nation: Party, place: Place }
    /// A captured province became a colony (UM-8.3).
    ColonyFormed = "colony_formed", "P3", "UmpireColonyFormed" { nation: Party, place: Place }
    /// A city was founded. Its revenue is told to its founder alone.
    CityFounded = "city_founded", "P3", "UmpireCityFounded" { nation: Party, place: Place, revenue: Option<Rp> }
    /// An improvement was bought.
    CityImproved = "city_improved", "P3", "UmpireCityImproved" { nation: Party, place: Place, points: Rp, cost: Rp }
    /// A destroyed city was rebuilt. What it cost is told to him who paid alone.
    CityRebuilt = "city_rebuilt", "P3", "UmpireCityRebuilt" { nation: Party, place: Place, cost: Option<Rp> }
    /// A city was destroyed by its owner (UM-10.6).
    CityDestroyed = "city_destroyed", "P3", "UmpireCityDestroyed" { nation: Party, place: Place }
    /// What destroying it brought.
    LootTaken = "loot_taken", "P3", "UmpireLootTaken" { nation: Party, place: Place, amount: Rp }
    /// Money changed hands.
    FundsTransferred = "funds_transferred", "P3", "UmpireFundsTransferred" { nation: Party, recipient: Party, amount: Rp }
    /// What one's assassin did; told to the payer.
    AssassinReported = "assassin_reported", "P3", "UmpireAssassinReported" { nation: Party, general: Captain, killed: bool, exposed: bool, amount: Rp }
    /// An attempt on a general's life; told to his nation. The payer is named only when exposed (UM-R28).
    AttemptOnLife = "attempt_on_life", "P3", "UmpireAttemptOnLife" { general: Captain, nation: Party, killed: bool, payer: Option<Party> }
    /// What a bribe came to; told to the briber: accepted, refused or caught.
    BribeAnswered = "bribe_answered", "P3", "UmpireBribeAnswered" { nation: Party, place: Place, amount: Rp, answer: String }
    /// Treason was uncovered; told to the garrison's nation.
    TreasonUncovered = "treason_uncovered", "P3", "UmpireTreasonUncovered" { place: Place, briber: Party }
    /// A spy network was lost; told to its nation.
    NetworkLost = "network_lost", "P13", "UmpireNetworkLost" { nation: Party, place: Place }
    /// A foreign spy network was destroyed; told to the owner of the province.
    NetworkDestroyed = "network_destroyed", "P13", "UmpireNetworkDestroyed" { nation: Party, place: Place, of: Party }
    /// A capital was moved.
    CapitalMoved = "capital_moved", "P3", "UmpireCapitalMoved" { nation: Party, from: Place, to: Place }
    /// A province was given away.
    ProvinceCeded = "province_ceded", "P3", "UmpireProvinceCeded" { nation: Party, place: Place, recipient: Party }
    /// Units were converted.
    TroopsConverted = "troops_converted", "P3", "UmpireTroopsConverted" { nation: Party, place: Place, from: Units, to: Units }
    /// A general took service.
    GeneralAppointed = "general_appointed", "P3", "UmpireGeneralAppointed" { nation: Party, general: Captain, place: Place, free: bool }
    /// A general changed his arm.
    GeneralReassigned = "general_reassigned", "P3", "UmpireGeneralReassigned" { nation: Party, general: Captain, arm: Arm }
    /// A general was promoted or demoted.
    SenioritySet = "seniority_set", "P3", "UmpireSenioritySet" { nation: Party, general: Captain, level: u8 }
    /// A force went along a route.
    ForceMoved = "force_moved", "P5", "UmpireForceMoved" { nation: Party, generals: Vec<Captain>, units: Units, from: Place, to: Place, by_sea: bool, time: u32 }
    /// A force was stopped before its destination.
    ForceHalted = "force_halted", "P5", "UmpireForceHalted" { nation: Party, general: Captain, place: Place, reason: String }
    /// A force met a greater one on the road and was turned back (UM-17.1).
    ForceTurnedBack = "force_turned_back", "P5", "UmpireForceTurnedBack" { nation: Party, general: Captain, place: Place, by: Party }
    /// Units were lost on the march.
    MarchLosses = "march_losses", "P5", "UmpireMarchLosses" { nation: Party, place: Place, units: Units }
    /// A storm struck a fleet.
    StormStruck = "storm_struck", "P5", "UmpireStormStruck" { nation: Party, place: Place, units: Units }
    /// Combat orders were given.
    CombatOrdersSet = "combat_orders_set", "P5", "UmpireCombatOrdersSet" { nation: Party, place: Place, fleet: Option<crate::model::combat_orders::CombatOrders>, army: Option<crate::model::combat_orders::CombatOrders> }
    /// Units were raised.
    UnitsRaised = "units_raised", "P6", "UmpireUnitsRaised" { nation: Party, place: Place, units: Units, cost: Rp }
    /// A spy network was raised.
    NetworkRaised = "network_raised", "P6", "UmpireNetworkRaised" { nation: Party, place: Place, cost: Rp }
    /// Units deserted.
    Desertion = "desertion", "P7", "UmpireDesertion" { nation: Party, place: Place, units: Units }
    /// A province rose against its owner. Their numbers are told to those whom the rebels serve alone; others go by
    /// their reports (UM-R98).
    RevoltBroke = "revolt_broke", "P8", "UmpireRevoltBroke" { place: Place, owner: Party, rebels: Party, units: Option<Units> }
    /// A general rose against his nation. How many followed him is told to that nation alone. `leader` is named when he
    /// went with another, who led the troops.
    GeneralRevolted = "general_revolted", "P9", "UmpireGeneralRevolted" { general: Captain, nation: Party, place: Place, followed: bool, units: Option<Units>, leader: Option<Captain> }
    /// A general died.
    GeneralDied = "general_died", "P11", "UmpireGeneralDied" { general: Captain, nation: Party, place: Place, cause: String }
    /// A general was wounded or fell ill.
    GeneralAiling = "general_ailing", "P11", "UmpireGeneralAiling" { general: Captain, nation: Party, place: Place, cause: String }
    /// An epidemic.
    EpidemicBroke = "epidemic_broke", "P10", "UmpireEpidemicBroke" { place: Place }
    /// Units died of an epidemic.
    EpidemicLosses = "epidemic_losses", "P10", "UmpireEpidemicLosses" { nation: Party, place: Place, units: Units }
    /// Units were lost for want of supply; told to the sufferer alone (UM-22.6).
    SupplyLosses = "supply_losses", "P11", "UmpireSupplyLosses" { nation: Party, place: Place, units: Units }
    /// A province was laid waste. The revenue lost is told to its owner alone.
    ProvinceDevastated = "province_devastated", "P11", "UmpireProvinceDevastated" { place: Place, owner: Party, points: Option<Rp> }
    /// A battle on land or at sea. `winner` is empty when it was indecisive.
    BattleFought = "battle_fought", "P11", "UmpireBattleFought" { place: Place, arm: Arm, attackers: Vec<Party>, defenders: Vec<Party>, winner: Vec<Party>, attacker_losses: u32, defender_losses: u32, attacker_commander: Option<Captain>, defender_commander: Option<Captain> }
    /// Losses of one's own in a fight.
    BattleLosses = "battle_losses", "P11", "UmpireBattleLosses" { nation: Party, place: Place, units: Units }
    /// A force withdrew; told to those with troops on the spot. Where it went only its own side knows.
    ForceWithdrew = "force_withdrew", "P11", "UmpireForceWithdrew" { nation: Party, place: Place, to: Option<Place>, arm: Arm }
    /// A force kept out of the enemy's reach; told to those with troops on the spot.
    ForceEvaded = "force_evaded", "P11", "UmpireForceEvaded" { nation: Party, place: Place, arm: Arm }
    /// A force was destroyed with nowhere to go.
    ForceDestroyed = "force_destroyed", "P11", "UmpireForceDestroyed" { nation: Party, place: Place, units: Units }
    /// Independents left their home and dispersed (UM-18.13); told to those with troops on the spot.
    IndependentsDispersed = "independents_dispersed", "P11", "UmpireIndependentsDispersed" { place: Place }
    /// A siege began or went on.
    SiegeLaid = "siege_laid", "P11", "UmpireSiegeLaid" { place: Place, besiegers: Vec<Party>, besieged: Vec<Party>, turns: u32 }
    /// A siege ended without the city falling.
    SiegeRaised = "siege_raised", "P11", "UmpireSiegeRaised" { place: Place }
    /// An assault.
    AssaultMade = "assault_made", "P11", "UmpireAssaultMade" { place: Place, attackers: Vec<Party>, defenders: Vec<Party>, succeeded: bool }
    /// A city surrendered after regular siege operations. Whether a traitor helped is the briber's secret (UM-R31).
    CitySurrendered = "city_surrendered", "P11", "UmpireCitySurrendered" { place: Place, besiegers: Vec<Party> }
    /// A province changed hands.
    ProvinceTaken = "province_taken", "P11", "UmpireProvinceTaken" { place: Place, from: Party, to: Party }
    /// The victors sacked a city of their own accord (UM-10.5).
    CitySacked = "city_sacked", "P11", "UmpireCitySacked" { place: Place, by: Party }
    /// A general was captured and executed or ransomed; told to both nations. Others hear of his death as of any.
    GeneralCaptured = "general_captured", "P12", "UmpireGeneralCaptured" { general: Captain, nation: Party, place: Place, by: Party, ransom: Option<Rp> }
    /// Taxes came in.
    TaxesCollected = "taxes_collected", "P14", "UmpireTaxesCollected" { nation: Party, amount: Rp }
    /// The troops were paid.
    TroopsPaid = "troops_paid", "P14", "UmpireTroopsPaid" { nation: Party, amount: Rp, treasury: Rp }
    /// Overtaxation shrank a city's revenue.
    RevenueDeclined = "revenue_declined", "P14", "UmpireRevenueDeclined" { nation: Party, place: Place, points: Rp }
    /// Troops went to winter quarters.
    WinterQuarters = "winter_quarters", "P16", "UmpireWinterQuarters" { nation: Party, place: Place, to: Place, arm: Arm }
    /// Troops stayed in enemy territory over the winter.
    WinterLosses = "winter_losses", "P16", "UmpireWinterLosses" { nation: Party, place: Place, units: Units }
    /// Feudal troops dispersed.
    FeudalDispersed = "feudal_dispersed", "P17", "UmpireFeudalDispersed" { nation: Party, units: Units }
    /// A commander went to winter quarters.
    CommanderWintered = "commander_wintered", "P18", "UmpireCommanderWintered" { nation: Party, general: Captain, to: Place }
    /// Warriors mustered.
    WarriorsMustered = "warriors_mustered", "P19", "UmpireWarriorsMustered" { nation: Party, place: Place, units: Units }
    /// A line of news from far away, two turns old (UM-33.2).
    LateNews = "late_news", "P20", "UmpireLateNews" { place: Place, what: String }
    /// A nation is out of the game.
    NationEliminated = "nation_eliminated", "P20", "UmpireNationEliminated" { nation: Party }
    /// The ranking, best first (UM-35.3).
    RanksPublished = "ranks_published", "P20", "UmpireRanksPublished" { nations: Vec<Party> }
    /// The campaign is over.
    CampaignEnded = "campaign_ended", "P20", "UmpireCampaignEnded" { winner: Party }
}

/// An event with the rule behind it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = UmpireEventData)]
pub struct Event {
    /// The rule that made it happen; the record carries it beside the data.
    #[serde(skip)]
    pub rule: RuleRef,
    /// The phase, where it differs from the usual one of its kind.
    #[serde(skip)]
    pub phase: Option<&'static str>,
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
        self.phase.unwrap_or_else(|| self.what.phase())
    }
}

/// What reaches those out of range: the kind of event, no more (UM-33.2, UM-R100). Nothing of lesser news.
pub fn late_line(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "colony_formed" | "city_founded" => "settlers have come",
        "city_rebuilt" => "a city is being rebuilt",
        "city_destroyed" | "city_sacked" => "a city was destroyed",
        "revolt_broke" => "there was a revolt",
        "general_revolted" => "a general rose against his nation",
        "general_died" | "attempt_on_life" => "a general died",
        "general_captured" => "a general was captured",
        "epidemic_broke" => "there was an epidemic",
        "battle_fought" => "there was a battle",
        "force_destroyed" => "an army was destroyed",
        "siege_laid" => "there was a siege",
        "siege_raised" => "a siege was raised",
        "assault_made" => "a city was stormed",
        "city_surrendered" => "a city surrendered",
        "province_taken" | "province_ceded" => "the province changed hands",
        "capital_moved" => "a court moved house",
        _ => return None,
    })
}
