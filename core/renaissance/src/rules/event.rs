//! What can happen in a month, as data for players. The words are in `text/events.rs`; who learns of what is decided in
//! [`telling`](super).
//!
//! Personae, locations and titles stand in events by name, families by key. Money is in hundredths of a ducat.

use std::collections::BTreeMap;

use kernel::{Described, RuleRef};
use serde::Serialize;
use utoipa::ToSchema;

use crate::model::ids::Name;

/// Numbers of things by key: `ducats`, types of men, goods.
pub type Numbers = BTreeMap<String, u32>;

kernel::events! {
    What as RenaissanceEvent;

    /// A persona came in the place of a dead one (RN-10.4).
    Succeeded = "succeeded", "start", "RenaissanceSucceeded" { dead: Name, heir: Name, family: Name }
    /// A siege takes effect (RN-66.2).
    SiegeBegan = "siege_began", "start", "RenaissanceSiegeBegan" { besieger: Name, location: Name }
    /// A siege is over.
    SiegeEnded = "siege_ended", "start", "RenaissanceSiegeEnded" { besieger: Name, location: Name }
    /// Upkeep: pay, what was eaten, and what was lost for want of it (RN-50).
    Maintained = "maintained", "upkeep", "RenaissanceMaintained" { persona: Name, paid: u64, used: Numbers, lost: Numbers }

    /// The place of the family in the order in which families acted (RN-2.2).
    ActedAs = "acted_as", "family", "RenaissanceActedAs" { family: Name, position: u16, actions: u32 }
    /// An order was not carried out.
    OrderFailed = "order_failed", "family", "RenaissanceOrderFailed" { order: String, reason: String }
    /// A transfer (RN-45).
    Gave = "gave", "transfer", "RenaissanceGave" { from: Name, to: Option<Name>, things: Numbers }
    /// A sale to the locals (RN-40.5).
    Sold = "sold", "sale", "RenaissanceSold" { persona: Name, location: Name, class: String, good: String, units: u32, money: u64, tariff: u64 }
    /// A purchase from the locals (RN-40.4).
    Bought = "bought", "purchase", "RenaissanceBought" { persona: Name, location: Name, good: String, units: u32, money: u64, tariff: u64 }
    /// A lesson (RN-13.3).
    Trained = "trained", "training", "RenaissanceTrained" { trainer: Name, trainee: Name, skill: String, rating: u16 }
    /// A master supports a candidate (RN-13.8 to RN-13.10).
    Supported = "supported", "training", "RenaissanceSupported" { master: Name, candidate: Name, promoted: bool }

    /// Ducats were given to charity (RN-11.6).
    GaveToCharity = "gave_to_charity", "general", "RenaissanceGaveToCharity" { persona: Name, ducats: u64, popularity: i64 }
    /// Piety was gained by a pilgrimage, an indulgence, relics or alms (RN-12).
    Devoted = "devoted", "general", "RenaissanceDevoted" { persona: Name, act: PiousAct, piety: i64, popularity: i64 }
    /// A work in honour of a sponsor (RN-14.1 to RN-14.6).
    WorkCreated = "work_created", "general", "RenaissanceWorkCreated" { author: Name, work: String, sponsor: Name, popularity: i64, settlers: u32 }
    /// A work against somebody: to him and to its author (RN-14.4, RN-14.7).
    Satirized = "satirized", "general", "RenaissanceSatirized" { author: Name, work: String, victim: Name, popularity: i64 }
    /// A satire has appeared (RN-14.4, RN-14.7).
    SatireHeard = "satire_heard", "general", "RenaissanceSatireHeard" { work: String }
    /// A sermon (RN-14.8, RN-14.9).
    Preached = "preached", "general", "RenaissancePreached" { preacher: Name, location: Name, leader: Option<Name>, points: i64 }
    /// What came of a murder that somebody attempted: to him (RN-14.11).
    MurderTried = "murder_tried", "general", "RenaissanceMurderTried" { assassin: Name, victim: Name, killed: bool }
    /// An attempt on somebody's life failed: to him (RN-14.13).
    AttemptSurvived = "attempt_survived", "general", "RenaissanceAttemptSurvived" { victim: Name }
    /// A challenge (RN-14.18).
    Challenged = "challenged", "general", "RenaissanceChallenged" { challenger: Name, challenged: Name, popularity: i64 }
    /// A duel (RN-14.20).
    Dueled = "dueled", "general", "RenaissanceDueled" { first: Name, second: Name, winner: Option<Name> }
    /// A family changed its religion (RN-24).
    Converted = "converted", "general", "RenaissanceConverted" { family: Name, religion: String }

    /// A position at a location went to another title (RN-15).
    PositionTransferred = "position_transferred", "general", "RenaissancePositionTransferred" { location: Name, position: String, title: Name }
    /// Somebody else is in control of a location; nobody named when it is the tenant again (RN-16).
    ControlChanged = "control_changed", "general", "RenaissanceControlChanged" { location: Name, persona: Option<Name> }
    /// A sovereign held court (RN-18.3).
    CourtHeld = "court_held", "general", "RenaissanceCourtHeld" { persona: Name, location: Name, loyalty: i64 }
    /// Tariffs were changed (RN-17.1).
    TariffsSet = "tariffs_set", "general", "RenaissanceTariffsSet" { persona: Name, location: Name, import: u8, export: u8 }
    /// Somebody is magistrate now; nobody named when it is somebody whom nobody plays (RN-17.6, RN-17.12).
    MagistrateChanged = "magistrate_changed", "general", "RenaissanceMagistrateChanged" { location: Name, persona: Option<Name> }
    /// Magistrates are chosen in another way (RN-17.9).
    SelectionChanged = "selection_changed", "general", "RenaissanceSelectionChanged" { location: Name, selection: String }
    /// Somebody gave up an office.
    Resigned = "resigned", "general", "RenaissanceResigned" { persona: Name, office: String }
    /// A list of a location was changed (RN-25).
    ListChanged = "list_changed", "general", "RenaissanceListChanged" { location: Name, list: String, added: Vec<Name>, removed: Vec<Name> }
    /// The market outside the walls was opened or closed (RN-25.8).
    MarketSet = "market_set", "general", "RenaissanceMarketSet" { location: Name, open: bool }
    /// A tower changed hands (RN-69.3, RN-69.7).
    TowerChanged = "tower_changed", "general", "RenaissanceTowerChanged" { location: Name, from: String, to: String }
    /// Somebody was raised in rank, or declared himself emir (RN-19.3, RN-20.2).
    Elevated = "elevated", "general", "RenaissanceElevated" { by: Name, persona: Name, title: Name }
    /// Strife after a sultan's death (RN-20.6).
    StrifeBrokeOut = "strife_broke_out", "general", "RenaissanceStrifeBrokeOut" { title: Name, locations: Vec<Name> }
    /// A collector of taxes or tithes was appointed (RN-46.1, RN-46.5).
    CollectorAppointed = "collector_appointed", "general", "RenaissanceCollectorAppointed" { due: String, location: Name, collector: Name }
    /// Taxes or tithes were collected (RN-46).
    Collected = "collected", "general", "RenaissanceCollected" { due: String, location: Name, persona: Name, money: u64 }

    /// A position of the church was offered to somebody (RN-21.4 to RN-21.7, RN-22.5).
    OfficeOffered = "office_offered", "general", "RenaissanceOfficeOffered" { by: Option<Name>, persona: Name, office: String }
    /// A position of the church was accepted (RN-R48).
    OfficeAccepted = "office_accepted", "general", "RenaissanceOfficeAccepted" { persona: Name, office: String }
    /// The Pope excommunicated somebody (RN-21.11).
    Excommunicated = "excommunicated", "general", "RenaissanceExcommunicated" { persona: Name, popularity: i64 }
    /// A military order was founded (RN-22.7).
    OrderFounded = "order_founded", "general", "RenaissanceOrderFounded" { by: Name, title: Name, seat: Name }
    /// A grandmaster took the free recruits of his order (RN-22.4).
    RecruitsClaimed = "recruits_claimed", "general", "RenaissanceRecruitsClaimed" { persona: Name, men: u32 }
    /// A vote was cast: to the voter (RN-17.10).
    Voted = "voted", "general", "RenaissanceVoted" { voter: Name, office: String, candidate: Name }

    /// Men were raised (RN-37.9, RN-60.12).
    Raised = "raised", "general", "RenaissanceRaised" { persona: Name, location: Name, troop: String, men: u32 }
    /// A garrison was strengthened (RN-60.2).
    GarrisonRaised = "garrison_raised", "general", "RenaissanceGarrisonRaised" { persona: Name, location: Name, men: u32 }
    /// A levy was called (RN-60.9).
    Levied = "levied", "general", "RenaissanceLevied" { persona: Name, location: Name, men: u32, unarmed: u32 }
    /// Men were cheered by money or drink (RN-61.2, RN-61.4).
    Cheered = "cheered", "general", "RenaissanceCheered" { persona: Name, morale: i64 }
    /// Something was made, or ships were built (RN-52, RN-53).
    Made = "made", "general", "RenaissanceMade" { persona: Name, good: String, count: u32 }
    /// A fortification was strengthened (RN-52.11, RN-52.12).
    Fortified = "fortified", "general", "RenaissanceFortified" { persona: Name, location: Name, tower: Option<String> }
    /// A harbour was deepened (RN-49).
    HarbourDeepened = "harbour_deepened", "general", "RenaissanceHarbourDeepened" { persona: Name, location: Name, feet: u8 }
    /// Colonists were planted (RN-48).
    ColonistsPlanted = "colonists_planted", "general", "RenaissanceColonistsPlanted" { persona: Name, location: Name, settled: u32, lost: u32 }
    /// A road was built or lengthened (RN-34).
    RoadBuilt = "road_built", "general", "RenaissanceRoadBuilt" { from: Name, to: Name, length: String }
    /// Alliance with a family was declared, or ended (RN-63.1).
    AllianceSet = "alliance_set", "general", "RenaissanceAllianceSet" { persona: Name, family: Name, holds: bool }
    /// The depth of a port, for a family that asked (RN-3.2).
    PortSounded = "port_sounded", "general", "RenaissancePortSounded" { location: Name, feet: u8 }

    /// A move by land (RN-32).
    Marched = "marched", "movement", "RenaissanceMarched" { persona: Name, from: String, to: String, miles: u32, lost: Numbers }
    /// A voyage (RN-35).
    Sailed = "sailed", "movement", "RenaissanceSailed" { persona: Name, from: String, to: String, miles: u32, lost: Numbers }
    /// He could not carry what he has, and stays outside the walls (RN-30.7).
    Overloaded = "overloaded", "movement", "RenaissanceOverloaded" { persona: Name }
    /// He threw away what he could not carry (RN-30.8).
    Abandoned = "abandoned", "movement", "RenaissanceAbandoned" { persona: Name, things: Numbers }
    /// A ferry was paid, could not be paid, or was stopped (RN-33).
    Ferried = "ferried", "movement", "RenaissanceFerried" { persona: Name, end: FerryOutcome, paid: u64 }
    /// The water ahead was too shallow for his ships (RN-37.5).
    WaterTooShallow = "water_too_shallow", "movement", "RenaissanceWaterTooShallow" { persona: Name, at: String }
    /// Somebody may come aboard next month (RN-36.2).
    BoardingGranted = "boarding_granted", "movement", "RenaissanceBoardingGranted" { owner: Name, guest: Name }
    /// Somebody came aboard (RN-36.3).
    Boarded = "boarded", "movement", "RenaissanceBoarded" { persona: Name, owner: Name }
    /// A passenger went ashore (RN-36.6).
    Landed = "landed", "movement", "RenaissanceLanded" { persona: Name, to: String }
    /// He went in or out of the walls where he was.
    WallsCrossed = "walls_crossed", "movement", "RenaissanceWallsCrossed" { persona: Name, to: String }

    /// An interception was ordered for next month: to who ordered it (RN-62.1).
    InterceptionOrdered = "interception_ordered", "movement", "RenaissanceInterceptionOrdered" { by: Name }
    /// Guns were laid on ships for next month: to who ordered it (RN-72.2).
    GunsLaid = "guns_laid", "movement", "RenaissanceGunsLaid" { by: Name }
    /// A siege was ordered; it holds from next month on: to who ordered it (RN-66.2).
    SiegeOrdered = "siege_ordered", "movement", "RenaissanceSiegeOrdered" { besieger: Name, location: Name, tower: Option<String> }
    /// Somebody was stopped on his way (RN-31.6).
    Stopped = "stopped", "movement", "RenaissanceStopped" { persona: Name, by: Name, at: String }
    /// A great host destroyed an interceptor in passing (RN-31.7).
    Overwhelmed = "overwhelmed", "movement", "RenaissanceOverwhelmed" { by: Name, interceptor: Name }
    /// Guns ashore fired at ships (RN-72).
    FiredAtShips = "fired_at_ships", "movement", "RenaissanceFiredAtShips" { by: Name, target: Name, hits: u32, lost: Numbers, burst: u32 }
    /// A battle: to both sides, stage by stage (RN-64 to RN-71).
    BattleFought = "battle_fought", "movement", "RenaissanceBattleFought" {
        place: String, location: Option<Name>, battle: BattleKind, attackers: Vec<Name>, defenders: Vec<Name>, garrison: bool, winner: Option<Winner>,
        attackers_lost: u32, attackers_left: u32, defenders_lost: u32, defenders_left: u32, stages: Vec<Stage>,
    }
    /// A battle as everybody hears of it, losses rounded to hundreds (section 6).
    BattleHeard = "battle_heard", "movement", "RenaissanceBattleHeard" {
        place: String, location: Option<Name>, battle: BattleKind, attackers: Vec<Name>, defenders: Vec<Name>, garrison: bool, winner: Option<Winner>,
        attackers_lost: u32, defenders_lost: u32,
    }
    /// Somebody took what another lost (RN-62).
    Captured = "captured", "movement", "RenaissanceCaptured" { from: Name, by: Option<Name>, things: Numbers }
    /// Somebody went from where he had fought.
    Withdrew = "withdrew", "movement", "RenaissanceWithdrew" { persona: Name, to: String }
    /// Somebody who was to be spared did not die (RN-62.7).
    Spared = "spared", "movement", "RenaissanceSpared" { persona: Name }
    /// People were enslaved after an assault (RN-68.21).
    Enslaved = "enslaved", "movement", "RenaissanceEnslaved" { by: Name, location: Name, slaves: u32 }
    /// A tower was taken (RN-69.4).
    TowerTaken = "tower_taken", "movement", "RenaissanceTowerTaken" { location: Name, tower: String, family: Name }
    /// A fortification was bombarded (RN-67).
    Bombarded = "bombarded", "movement", "RenaissanceBombarded" { by: Name, location: Name, tower: Option<String>, points: u16, cannons_lost: u32 }
    /// A location was looted (RN-70.1).
    Looted = "looted", "movement", "RenaissanceLooted" { by: Name, location: Name, ducats: u64 }
    /// A location was looted, as everybody hears of it.
    LootingHeard = "looting_heard", "movement", "RenaissanceLootingHeard" { by: Name, location: Name }
    /// Crops are burnt (RN-70.7).
    CropsBurnt = "crops_burnt", "movement", "RenaissanceCropsBurnt" { by: Name, location: Name, men: u32 }
    /// A fortification is razed (RN-70.9).
    Razed = "razed", "movement", "RenaissanceRazed" { by: Name, location: Name, tower: Option<String>, men: u32 }
    /// A persona died (RN-R18).
    Died = "died", "movement", "RenaissanceDied" { persona: Name, cause: CauseOfDeath }

    /// An election is announced (RN-23.3, RN-R47).
    ElectionAnnounced = "election_announced", "elections", "RenaissanceElectionAnnounced" { office: String, seat: Option<Name>, date: String }
    /// An election was counted; nobody named when nobody who is played was elected (RN-17.11).
    Elected = "elected", "elections", "RenaissanceElected" { office: String, persona: Option<Name>, votes: u32 }
    /// Men and horses of the besieged were lost (RN-66.5).
    Starved = "starved", "end", "RenaissanceStarved" { persona: Option<Name>, location: Name, lost: Numbers }
    /// Pestilence (RN-51).
    Sickened = "sickened", "end", "RenaissanceSickened" { persona: Name, dead: u32 }
    /// A prelate whom nobody played has died (RN-R46).
    PrelateDied = "prelate_died", "end", "RenaissancePrelateDied" { title: Name }
    /// Somebody whom nobody plays holds a title of the church now (RN-R46, RN-R47).
    PrelatePlaced = "prelate_placed", "end", "RenaissancePrelatePlaced" { title: Name }
    /// A position of the church was not accepted in time (RN-R48).
    OfferLapsed = "offer_lapsed", "end", "RenaissanceOfferLapsed" { persona: Name, office: String }
    /// In January: the prestige of families (RN-R133).
    PrestigePublished = "prestige_published", "end", "RenaissancePrestigePublished" { families: Vec<FamilyPrestige> }
    /// The campaign is over (RN-R133).
    CampaignEnded = "campaign_ended", "end", "RenaissanceCampaignEnded" { winner: Name, families: Vec<FamilyPrestige> }
}

/// A family in the table of prestige.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceFamilyPrestige)]
pub struct FamilyPrestige {
    /// Its key.
    pub family: Name,
    /// Its prestige in points.
    pub points: i64,
    /// What it has gained since the start, in thousandths of what it had then and 500 points more.
    pub gain: i64,
}

/// How piety was gained.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case", tag = "by")]
#[schema(as = RenaissancePiousAct)]
pub enum PiousAct {
    /// A pilgrimage (RN-12.8).
    #[schema(title = "RenaissancePilgrimage")]
    Pilgrimage {
        /// Where.
        location: Name,
    },
    /// An indulgence (RN-12.4).
    #[schema(title = "RenaissanceIndulgence")]
    Indulgence {
        /// Who granted it.
        prelate: Name,
    },
    /// Relics or icons (RN-12.5, RN-12.6).
    #[schema(title = "RenaissanceVeneration")]
    Veneration {
        /// Which.
        good: String,
        /// How many.
        count: u32,
    },
    /// Alms (RN-12.7).
    #[schema(title = "RenaissanceAlms")]
    Alms,
}

/// How a ferry served (RN-33).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RenaissanceFerryOutcome)]
pub enum FerryOutcome {
    /// It was paid and crossed.
    Paid,
    /// It could not be paid.
    Unpaid,
    /// A fleet stopped it.
    Stopped,
}

/// How a persona died.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RenaissanceCauseOfDeath)]
pub enum CauseOfDeath {
    /// He marched too far.
    Marching,
    /// He lost his last ship at sea.
    Drowning,
    /// He was aboard the ships of one who died.
    Aboard,
    /// In a battle.
    Battle,
    /// He was murdered.
    Murder,
}

/// What sort of battle it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RenaissanceBattleKind)]
pub enum BattleKind {
    /// In the field (RN-64).
    Field,
    /// In a town (RN-65).
    Urban,
    /// Before an assault of a tower (RN-69.11).
    TowerPrelude,
    /// An assault of walls (RN-68).
    Walls,
    /// An assault of a tower (RN-69).
    Tower,
    /// At sea (RN-71).
    Naval,
}

/// Who won a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RenaissanceWinner)]
pub enum Winner {
    /// Who began it.
    Attackers,
    /// Who was attacked.
    Defenders,
}

/// A stage of a battle.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceStage)]
pub struct Stage {
    /// Its number, from 1.
    pub stage: u32,
    /// What is fought with, where stages differ in it.
    #[schema(required)]
    pub weapon: Option<String>,
    /// Men whom the attackers lost.
    pub attackers_lost: u32,
    /// Men whom the defenders lost.
    pub defenders_lost: u32,
    /// Morale of the attackers at its end.
    pub attackers_morale: u16,
    /// Morale of the defenders at its end.
    pub defenders_morale: u16,
}

/// An event with its rule.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceEventData)]
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
