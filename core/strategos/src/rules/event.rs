//! What can happen in a week, as data. The words are in `text/events/`; who learns of what is decided in
//! [`telling`](super::telling).
//!
//! Countries stand in events by their key, free cities by their name, as in views; commands, leaders and cities by name.

use kernel::{Described, RuleRef};
use serde::Serialize;
use utoipa::ToSchema;

use super::covert::BribePurpose;
use super::embarkation::NoBoarding;
use super::events::Chance;
use crate::model::command::CommandKind;
use crate::model::ids::{HexId, Name};
use crate::model::rulings::{BattleName, Weather};
use crate::model::state::{EndReason, Standing};
use crate::model::units::Units;

kernel::events! {
    What as StrategosEvent;

    // Steps 1 and 2.
    /// A quarter begins: Stores are filled, spies and assassins renewed (ST-1.9, ST-21.1).
    QuarterBegan = "quarter_began", "week_start", "StrategosQuarterBegan" { quarter: String, winter: bool }
    /// A new leader came (ST-7.1, ST-8.10).
    LeaderCame = "leader_came", "week_start", "StrategosLeaderCame" { leader: Name, ma: u8, loy: u8, sa: u8 }
    /// A leader reached his new command (ST-7.5).
    LeaderArrived = "leader_arrived", "week_start", "StrategosLeaderArrived" { leader: Name, command: Name }
    /// Who failed and lost his command was given another, as his ruler named none (ST-8.7).
    LeaderReappointed = "leader_reappointed", "administration", "StrategosLeaderReappointed" { leader: Name, command: Name }
    /// A leader's wound is healed (ST-R22).
    LeaderRecovered = "leader_recovered", "week_start", "StrategosLeaderRecovered" { leader: Name }
    /// Units are done (ST-R29).
    UnitsReady = "units_ready", "week_start", "StrategosUnitsReady" { city: Name, units: Units }
    /// Units and leaders came to the end of a strategic move (ST-R48).
    ForcesArrived = "forces_arrived", "week_start", "StrategosForcesArrived" { city: Name, units: Units, leaders: Vec<Name> }
    /// A routed command rallied (ST-R16).
    CommandRallied = "command_rallied", "week_start", "StrategosCommandRallied" { command: Name }
    /// A command was beyond its line of communication as the week began (ST-R24).
    CutOff = "cut_off", "week_start", "StrategosCutOff" { command: Name }

    // Step 3.
    /// A treaty was offered; it may be answered in the next week (ST-22.11).
    TreatyOffered = "treaty_offered", "diplomacy", "StrategosTreatyOffered" {
        appeal: u16, from: Name, to: Name, treaty: Standing, weeks: u8, terms: Vec<Term>, answer_in: u16,
    }
    /// A treaty binds (ST-22.12).
    TreatyConcluded = "treaty_concluded", "diplomacy", "StrategosTreatyConcluded" { from: Name, to: Name, treaty: Standing, until: u16, terms: Vec<Term> }
    /// An offer came to nothing (ST-22.12, ST-R55).
    OfferEnded = "offer_ended", "diplomacy", "StrategosOfferEnded" { from: Name, to: Name, treaty: Standing, end: OfferEnd }
    /// A country declared another its enemy (ST-22.10, ST-22.15): to the two.
    EnmityDeclared = "enmity_declared", "diplomacy", "StrategosEnmityDeclared" { by: Name, against: Name, at_once: bool }
    /// A city was ceded (ST-22.13).
    CityCeded = "city_ceded", "diplomacy", "StrategosCityCeded" { city: Name, from: Name, to: Name }

    // Step 4.
    /// Money was sent (ST-3.8).
    MoneySent = "money_sent", "administration", "StrategosMoneySent" { from: Name, to: Name, talents: u32 }
    /// A city was founded (ST-2.3).
    CityFounded = "city_founded", "administration", "StrategosCityFounded" { city: Name, hex: HexId }
    /// A fort was built (ST-14.5).
    FortBuilt = "fort_built", "administration", "StrategosFortBuilt" { fort: Name, hex: HexId, dv: u8 }
    /// A city grew (ST-2.4).
    CityGrew = "city_grew", "administration", "StrategosCityGrew" { city: Name, size: u8 }
    /// Walls were raised (ST-14.3).
    WallsRaised = "walls_raised", "administration", "StrategosWallsRaised" { city: Name, dv: u8 }
    /// A Command Base was set up (ST-3.7).
    BaseSet = "base_set", "administration", "StrategosBaseSet" { city: Name }
    /// A command was raised (ST-10).
    CommandRaised = "command_raised", "administration", "StrategosCommandRaised" { command: Name, command_type: CommandKind, hex: HexId }
    /// A command dispersed (ST-18).
    CommandDispersed = "command_dispersed", "administration", "StrategosCommandDispersed" { command: Name, lost: Units }

    // Steps 5 and 6.
    /// The weather of the week (ST-13.1), and weeks of rain running.
    WeatherCame = "weather_came", "weather", "StrategosWeatherCame" { weather: Weather, rain_weeks: u8 }
    /// What an assassin reports to who sent him (ST-21.8, ST-21.9).
    AssassinReported = "assassin_reported", "covert", "StrategosAssassinReported" { of: Option<Name>, command: Option<Name>, outcome: AssassinOutcome }
    /// An assassin killed or wounded a leader: to his country (section 6).
    LeaderAttacked = "leader_attacked", "covert", "StrategosLeaderAttacked" { leader: Name, command: Name, killed: bool, sender: Option<Name> }
    /// What came of a bribe: to who offered it (ST-R43).
    BribeAnswered = "bribe_answered", "covert", "StrategosBribeAnswered" { of: Name, command: Name, purpose: BribePurpose, taken: bool, talents: u32 }
    /// A loyal leader refused a bribe, and told his ruler (section 6).
    BribeRefused = "bribe_refused", "covert", "StrategosBribeRefused" { command: Name, sender: Option<Name> }

    // Steps 7 and 10.
    /// A command marched or sailed.
    ForceMoved = "force_moved", "movement", "StrategosForceMoved" { command: Name, command_type: CommandKind, from: HexId, to: HexId, path_left: bool }
    /// Troops went aboard a fleet (ST-10.12, ST-R62).
    TroopsBoarded = "troops_boarded", "movement", "StrategosTroopsBoarded" { fleet: Name, hex: HexId, commands: Vec<Name>, units: Units }
    /// Troops went ashore (ST-R62).
    TroopsLanded = "troops_landed", "movement", "StrategosTroopsLanded" { fleet: Name, hex: HexId, commands: Vec<Name>, units: Units }
    /// Nothing went aboard, or ashore, as it was ordered.
    BoardingFailed = "boarding_failed", "movement", "StrategosBoardingFailed" { fleet: Name, hex: HexId, ashore: bool, why: NoBoarding }
    /// A battle: to one side, with its own losses exact, the other's about (section 6).
    BattleFought = "battle_fought", "movement", "StrategosBattleFought" {
        hex: HexId, naval: bool, won: bool, result: BattleName, own: Vec<Name>, foes: Vec<Name>, lost: Units, foe_lost: u32, error: u8,
        taken: Units, fallen: Vec<Name>, routed: bool, retreat: Option<HexId>, trapped: bool,
    }
    /// A battle in a zone of control of a third party (section 6).
    BattleHeard = "battle_heard", "movement", "StrategosBattleHeard" { hex: HexId, naval: bool, one: Vec<Name>, other: Vec<Name> }
    /// A command was captured: to the captor (ST-R19).
    CommandCaptured = "command_captured", "movement", "StrategosCommandCaptured" { command: Name, of: Name, hex: HexId, talents: u32 }
    /// A command was lost: to its country.
    CommandLost = "command_lost", "movement", "StrategosCommandLost" { command: Name, how: CommandLoss, by: Option<Name> }
    /// Raiders took money (ST-6.8).
    RaidMade = "raid_made", "movement", "StrategosRaidMade" { city: Name, talents: u32 }
    /// Raiders took a city's tax (ST-6.9).
    CityRaided = "city_raided", "movement", "StrategosCityRaided" { city: Name, talents: u32 }
    /// A trade unit came to its city: to its country (ST-R58).
    TradeArrived = "trade_arrived", "movement", "StrategosTradeArrived" { from: Name, to: Name, talents: u32 }
    /// A trade unit of another country came to a city: to who has it (ST-R58).
    TradersCame = "traders_came", "movement", "StrategosTradersCame" { of: Name, from: Name, to: Name, talents: u32 }
    /// A trade unit was lost to an enemy, or found nobody to trade with: to its country (ST-22.17).
    TradeLost = "trade_lost", "movement", "StrategosTradeLost" { from: Name, to: Name, hex: HexId, by: Option<Name> }
    /// A trade unit of an enemy was taken (ST-22.17).
    TradeTaken = "trade_taken", "movement", "StrategosTradeTaken" { of: Name, hex: HexId, talents: u32 }
    /// A leader of a lost command got away (ST-R19).
    LeaderEscaped = "leader_escaped", "movement", "StrategosLeaderEscaped" { leader: Name, weeks: u8 }
    /// A leader is lost.
    LeaderLost = "leader_lost", "movement", "StrategosLeaderLost" { leader: Name, how: LeaderLoss }
    /// A leader has failed; in the next week he may be demoted (ST-8.4, ST-8.6).
    LeaderFailed = "leader_failed", "movement", "StrategosLeaderFailed" { leader: Name, command: Option<Name> }
    /// A leader's ability grew (ST-7.7, ST-R22).
    LeaderGrew = "leader_grew", "movement", "StrategosLeaderGrew" { leader: Name, ma: u8, loy: u8, sa: u8 }
    /// A command had three reasons of disorder (ST-R17).
    CommandInDisorder = "command_in_disorder", "movement", "StrategosCommandInDisorder" { command: Name }
    /// A command out of communication would not take new orders (ST-R24).
    OrdersIgnored = "orders_ignored", "movement", "StrategosOrdersIgnored" { command: Name }

    // Steps 9 and 12.
    /// An assault: to one side, with its own losses exact, the other's about.
    AssaultMade = "assault_made", "assault", "StrategosAssaultMade" {
        city: Name, attacking: bool, own: Vec<Name>, foes: Vec<Name>, repulse: bool, success: bool, lost: Units, foe_lost: u32, error: u8,
    }
    /// Who went into a city that was stormed (ST-16.2, ST-16.3).
    GarrisonSet = "garrison_set", "assault", "StrategosGarrisonSet" { city: Name, commands: Vec<Name>, units: Units }
    /// An assault in a zone of control of a third party.
    AssaultHeard = "assault_heard", "assault", "StrategosAssaultHeard" { city: Name, attackers: Vec<Name>, defender: Name }

    // Steps 13 and 14.
    /// A city or fort of one's own is besieged or blockaded, with what is left (ST-R38, ST-R39).
    CityBesieged = "city_besieged", "siege", "StrategosCityBesieged" { city: Name, by: Vec<Name>, siege: bool, blockade_weeks: u16, dv: u8, stores: u8 }
    /// How a siege or blockade goes, to who lays it: the walls about (section 6).
    SiegeReported = "siege_reported", "siege", "StrategosSiegeReported" { city: Name, siege: bool, blockade_weeks: u16, dv: Option<u8> }
    /// A siege or blockade is over, and the city has not fallen.
    SiegeLifted = "siege_lifted", "siege", "StrategosSiegeLifted" { city: Name, own: bool }
    /// A garrison starved (ST-20.6).
    GarrisonStarved = "garrison_starved", "siege", "StrategosGarrisonStarved" { city: Name, lost: Units }
    /// A city lost size (ST-2.7).
    CityDevastated = "city_devastated", "siege", "StrategosCityDevastated" { city: Name, size: u8 }
    /// Walls were pulled down (ST-2.10).
    WallsPulledDown = "walls_pulled_down", "siege", "StrategosWallsPulledDown" { city: Name, dv: u8 }
    /// Looting or pillage came to an end (ST-5, ST-6, ST-R36).
    PlunderEnded = "plunder_ended", "siege", "StrategosPlunderEnded" { city: Name, pillage: bool, end: PlunderEnd, talents: u32 }
    /// A city's commander wavered (ST-R42).
    CityWavered = "city_wavered", "siege", "StrategosCityWavered" { city: Name, times: u8 }
    /// A city was lost: to who had it (ST-R40, ST-R44, ST-R45).
    CityLost = "city_lost", "siege", "StrategosCityLost" { city: Name, to: Name, how: CityFall, taken: Units, ships: Units, lost: Units }
    /// A city was won: to who has it.
    CityWon = "city_won", "siege", "StrategosCityWon" { city: Name, from: Name, how: CityFall, taken: Units, ships: Units }

    // Steps 15 to 17.
    /// The accounts of a week (step 15).
    AccountsDrawn = "accounts_drawn", "revenue", "StrategosAccountsDrawn" {
        before: u32, taxes: u32, takings: u32, trade: u32, prisoners: u32, captures: i64, treasure: u32, treaties: i64, dispatches: u32,
        orders: i64, fleets: u32, upkeep: u32, treasury: u32,
    }
    /// Units were not paid; those that left (ST-20.7, ST-R28).
    UnitsUnpaid = "units_unpaid", "revenue", "StrategosUnitsUnpaid" { command: Name, lost: Units }
    /// A division was not fed (ST-20.1).
    DivisionStarved = "division_starved", "supply", "StrategosDivisionStarved" { command: Name, hex: HexId }
    /// Attrition took units (ST-20).
    AttritionSuffered = "attrition_suffered", "supply", "StrategosAttritionSuffered" { command: Name, cause: Wear, lost: Units }
    /// Chance befell a country (ST-R57).
    ChanceBefell = "chance_befell", "chance", "StrategosChanceBefell" { chance: Chance, city: Option<Name>, lost: Units }

    // Steps 18 to 20.
    /// A treaty was broken (ST-22.3): to the two.
    TreatyBroken = "treaty_broken", "status", "StrategosTreatyBroken" { between: Vec<Name>, treaty: Standing, by: Vec<Name>, enemy: bool }
    /// A treaty has run its time (ST-22.19): to the two.
    TreatyLapsed = "treaty_lapsed", "status", "StrategosTreatyLapsed" { between: Vec<Name>, treaty: Standing }
    /// Two countries are enemies from now on: public (section 6).
    WarBegan = "war_began", "status", "StrategosWarBegan" { between: Vec<Name> }
    /// An alliance of others is public from now on (ST-R55).
    AllianceKnown = "alliance_known", "status", "StrategosAllianceKnown" { between: Vec<Name> }
    /// Country morale changed (ST-R54).
    MoraleChanged = "morale_changed", "status", "StrategosMoraleChanged" { from: u8, to: u8 }
    /// A city changed hands: public (section 6).
    CityTaken = "city_taken", "reports", "StrategosCityTaken" { city: Name, from: Name, to: Name, capital_of: Option<Name> }
    /// A dispatch was published (ST-R59).
    DispatchPublished = "dispatch_published", "reports", "StrategosDispatchPublished" { by: Name, text: String }
    /// How a spy's week went (ST-R50).
    SpyReported = "spy_reported", "reports", "StrategosSpyReported" { city: Name, result: SpyResult }
    /// A foreign spy was caught (ST-R50).
    SpyCaught = "spy_caught", "reports", "StrategosSpyCaught" { city: Name, of: Name }
    /// A city or fort that others built was seen for the first time (section 6).
    SiteSeen = "site_seen", "reports", "StrategosSiteSeen" { site: Name, hex: HexId, fort: bool }
    /// A new road was seen (section 6).
    RoadSeen = "road_seen", "reports", "StrategosRoadSeen" { hex: HexId }
    /// An order was refused when the week was played.
    OrderRefused = "order_refused", "reports", "StrategosOrderRefused" { order: String, detail: String }
    /// A captured city is an allied one from now on (ST-R30).
    CitySettled = "city_settled", "quarter_end", "StrategosCitySettled" { city: Name }
    /// A country is out (ST-R64).
    CountryOut = "country_out", "quarter_end", "StrategosCountryOut" { country: Name }
    /// The campaign is over (ST-R60).
    CampaignEnded = "campaign_ended", "quarter_end", "StrategosCampaignEnded" { reason: EndReason, ranking: Vec<Name> }
}

/// What a side gives for a treaty: money or a city.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosTerm)]
pub struct Term {
    /// Who gives.
    pub by: Name,
    /// Talents.
    #[schema(required)]
    pub talents: Option<u32>,
    /// A city.
    #[schema(required)]
    pub city: Option<Name>,
}

macro_rules! words {
    ($($(#[doc = $about:literal])+ $name:ident as $schema:ident { $($(#[doc = $doc:literal])+ $case:ident),+ $(,)? })+) => {
        $(
            $(#[doc = $about])+
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, ToSchema)]
            #[serde(rename_all = "snake_case")]
            #[schema(as = $schema)]
            pub enum $name { $($(#[doc = $doc])+ $case),+ }
        )+
    };
}

words! {
    /// Why an offer came to nothing.
    OfferEnd as StrategosOfferEnd {
        /// It was rejected.
        Rejected,
        /// A condition could not be met.
        Void,
        /// Nobody answered it in time.
        Unanswered,
    }
    /// What an assassin reports.
    AssassinOutcome as StrategosAssassinOutcome {
        /// The leader is dead.
        Killed,
        /// The leader is wounded.
        Wounded,
        /// He got away unhurt.
        Failed,
        /// The command, or a leader of it, was not where the assassin was sent.
        NotThere,
    }
    /// How a command was lost.
    CommandLoss as StrategosCommandLoss {
        /// It was captured.
        Captured,
        /// Scouts were caught.
        Caught,
        /// It changed sides.
        Defected,
        /// It fell with the city that it was in.
        City,
    }
    /// How a leader was lost.
    LeaderLoss as StrategosLeaderLoss {
        /// He fell in battle.
        Battle,
        /// He died when his command or city was lost.
        Command,
        /// He changed sides, or left after he surrendered a city for money.
        Treason,
        /// He was dismissed.
        Dismissed,
        /// There was no command for him at the end of the quarter.
        Excess,
        /// His country is out, or nobody knows.
        Gone,
    }
    /// How looting or pillage ended.
    PlunderEnd as StrategosPlunderEnd {
        /// It goes on for another week.
        GoesOn,
        /// It is done.
        Done,
        /// Enemy troops prevented it; the city is spared.
        Prevented,
        /// Enemy troops stopped it; nothing was gained, and the city suffers.
        Spoiled,
    }
    /// How a city fell.
    CityFall as StrategosCityFall {
        /// By storm.
        Assault,
        /// It surrendered.
        Surrender,
        /// It surrendered, and its garrison left free.
        Free,
        /// It rose.
        Revolt,
    }
    /// Why units were lost.
    Wear as StrategosWear {
        /// Hunger (ST-20.1).
        Hunger,
        /// A forced march (ST-20.2, ST-20.3).
        ForcedMarch,
        /// Rain (ST-20.4).
        Rain,
        /// No harbour but those that enemies hold (ST-20.8).
        NoHarbour,
        /// Storms at sea (ST-20.9).
        Storm,
        /// Aboard a fleet that was not supplied (ST-R62).
        Aboard,
    }
    /// How a spy's week went.
    SpyResult as StrategosSpyResult {
        /// He told much.
        Good,
        /// He told something, of little worth.
        Poor,
        /// He told nothing.
        Nothing,
        /// He was caught.
        Caught,
    }
}

/// An event with its rule.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = StrategosEventData)]
pub struct Event {
    /// The rule that made it happen; the record carries it beside the data.
    #[serde(skip)]
    pub rule: RuleRef,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
}

impl Described for Event {
    fn kind(&self) -> &'static str {
        self.what.kind()
    }
    fn rule(&self) -> RuleRef {
        self.rule.clone()
    }
    fn phase(&self) -> &'static str {
        self.what.phase()
    }
}
