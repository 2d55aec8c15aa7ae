//! What can happen, as data. The words are in [`crate::text`].
//!
//! Spaces, empires, cards and players stand in events by their ids, as in orders and views.

use kernel::{Described, RuleRef};
use serde::Serialize;
use utoipa::ToSchema;

use crate::model::ids::{Defence, Epoch, Town, Works};

/// How a Land came to a player: as the first of the empire (`start`), empty (`walkover`), from an older empire of the
/// same player (`automatic_victory`), opened by a card (`treachery`, `surprise_attack`), by force (`assault`), or by an event card (`event`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HotwHowTaken)]
pub enum How {
    /// The first force of the empire (HW-22.5).
    Start,
    /// It was empty (HW-23.4).
    Walkover,
    /// It was held by another empire of the same player (HW-23.9).
    AutomaticVictory,
    /// Treachery opened it (HW-R19).
    Treachery,
    /// A Surprise Attack opened it (HW-R19).
    SurpriseAttack,
    /// By force.
    Assault,
    /// By an event card: rebels, crusaders, a kingdom, migrants.
    Event,
}

/// An empire card in front of a player, face up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwHolder)]
pub struct Holder {
    /// Player.
    pub player: String,
    /// Empire card.
    pub card: String,
    /// Number of the card, the order of turns.
    pub number: u8,
    /// Printed Strength.
    pub strength: u8,
}

/// VP from one Area.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HotwAreaScore)]
pub struct AreaScore {
    /// Area.
    pub area: String,
    /// Presence, domination or control (HW-28.4).
    pub step: AreaHold,
    /// VP.
    pub vp: i32,
}

/// How far a player holds an Area (HW-28.4): a Land of it (`presence`); three, and more than anybody else
/// (`domination`); all of it (`control`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HotwStep)]
pub enum AreaHold {
    /// A Land of it.
    Presence,
    /// Three Lands of it, and more than anybody else.
    Domination,
    /// All of it.
    Control,
}

kernel::events! {
    EventKind as HotwWhat;
    /// The draw order of Epoch I was rolled: lowest first (HW-21.1).
    DrawOrderRolled = "draw_order_rolled", "setup", "HotwDrawOrderRolled" { order: Vec<String>, totals: Vec<u8> }
    /// Sumeria stands (HW-21.2).
    SumeriaPlaced = "sumeria_placed", "setup", "HotwSumeriaPlaced" { by: String, lands: Vec<String> }
    /// An epoch begins; the draw order, weakest first (HW-21.3).
    EpochBegan = "epoch_began", "draft", "HotwEpochBegan" { epoch: Epoch, years: String, order: Vec<String> }
    /// An Empire card was drawn; only its drawer learns which (HW-21.4).
    CardDrawn = "card_drawn", "draft", "HotwCardDrawn" { player: String, card: String }
    /// The card was kept, face down.
    CardKept = "card_kept", "draft", "HotwCardKept" { player: String }
    /// The card was handed on, face down (HW-21.6).
    CardPassed = "card_passed", "draft", "HotwCardPassed" { player: String, to: String }
    /// All cards are turned up (HW-R36).
    CardsShown = "cards_shown", "draft", "HotwCardsShown" { epoch: Epoch, holders: Vec<Holder> }
    /// An empire's turn begins with its forces (HW-22.2).
    TurnBegan = "turn_began", "events", "HotwTurnBegan" { player: String, empire: String, epoch: Epoch, strength: u8, forces: u8 }
    /// An event card was played; it is out of the game (HW-29.5).
    EventPlayed = "event_played", "events", "HotwEventPlayed" { player: String, card: String, targets: Vec<String> }
    /// A minor empire takes its turn (HW-30.1).
    MinorEmpireBegan = "minor_empire_began", "events", "HotwMinorEmpireBegan" { player: String, empire: String, strength: u8 }
    /// Armies left a Land for the next (HW-23.10).
    ArmiesRetreated = "armies_retreated", "expansion", "HotwArmiesRetreated" { owner: String, armies: u8, from: String, to: String }
    /// Armies had nowhere to retreat to.
    ArmiesEliminated = "armies_eliminated", "expansion", "HotwArmiesEliminated" { owner: String, armies: u8, land: String }
    /// A Capital was placed.
    CapitalPlaced = "capital_placed", "expansion", "HotwCapitalPlaced" { player: String, empire: String, land: String, name: String }
    /// Forces were given another task; the array as it now stands (HW-10).
    ForcesAllocated = "forces_allocated", "expansion", "HotwForcesAllocated" { player: String, stack: String, forces: u8, pool: String }
    /// Forces were returned to the unallocated ones.
    ForcesReturned = "forces_returned", "expansion", "HotwForcesReturned" { player: String, stack: String, forces: u8, pool: String }
    /// A table was consulted (HW-3, HW-4), `rigid` or `compliant`: for `size` defenders in `lands` Lands, or for `size`
    /// forces (`lands` is 0).
    LookupMade = "lookup_made", "expansion", "HotwLookupMade" {
        player: String, empire: String, table: String, lands: u8, size: u8, defence: Defence, dice: [u8; 3], roll: u8, event_rows: i8, row: i8, column: i16,
        cell: Option<u8>, risked: u8, lost: u8, stack: u8, set_aside: u8, naval: bool, fee: i32, targets: Vec<String>, pool: String,
    }
    /// The index of a Compliant stack, or of an event card's forces, moved (HW-4.8).
    IndexShifted = "index_shifted", "expansion", "HotwIndexShifted" { player: String, stack: Option<String>, column: i16, row: i8, cell: u8, lost: u8 }
    /// A Land was taken.
    LandTaken = "land_taken", "expansion", "HotwLandTaken" {
        player: String, empire: String, land: String, how: How, from: Option<String>, removed: u8, lost: u8, works_lost: Works, town_before: Town, town: Town, pool: String,
    }
    /// An assault came to nothing (HW-4.9).
    AssaultFailed = "assault_failed", "expansion", "HotwAssaultFailed" { player: String, space: String, removed: u8, lost: u8, left: u8, pool: String }
    /// A fleet was placed.
    FleetPlaced = "fleet_placed", "expansion", "HotwFleetPlaced" { player: String, water: String, removed: u8, pool: String }
    /// Fleets were sunk: `battle`, `storm`, `no_port` or `pirates`.
    FleetsSunk = "fleets_sunk", "expansion", "HotwFleetsSunk" { owner: String, water: String, fleets: u8, why: String }
    /// More armies were put into a Land.
    Reinforced = "reinforced", "expansion", "HotwReinforced" { player: String, land: String, armies: u8, pool: String }
    /// A fort or Fortress was built.
    WorksBuilt = "works_built", "expansion", "HotwWorksBuilt" { player: String, land: String, works: Works, free: bool, pool: String }
    /// A battle by dice (HW-25). Sides are players, `neutral`, or the card whose armies attack, such as `barbarians`.
    DiceFought = "dice_fought", "expansion", "HotwDiceFought" { attacker: String, defender: String, space: String, attack: Vec<u8>, defence: Vec<u8>, won: Option<bool> }
    /// The Leader rolled a triple and is dead (HW-25.6).
    LeaderDied = "leader_died", "expansion", "HotwLeaderDied" { player: String }
    /// An event's armies fought by a lookup of their own (HW-R21).
    EventFought = "event_fought", "events", "HotwEventFought" { player: String, card: String, dice: [u8; 3], roll: u8, defence: Defence, row: i8, column: i16, cell: u8, forces: u8, survivors: u8 }
    /// Barbarians broke into a Land, or were beaten (HW-R46).
    BarbariansFought = "barbarians_fought", "events", "HotwBarbariansFought" { from: String, land: String, won: bool, armies_lost: u8 }
    /// The Barbarians are gone.
    BarbariansGone = "barbarians_gone", "events", "HotwBarbariansGone" { from: String }
    /// A disaster struck a Land (HW-30).
    DisasterStruck = "disaster_struck", "events", "HotwDisasterStruck" { land: String, monument: bool, works: Works, town_before: Town, town: Town }
    /// Armies died of disease or hunger; structures stand (HW-26.3).
    ArmiesDied = "armies_died", "events", "HotwArmiesDied" { land: String, owner: String, dice: Vec<Vec<u8>>, armies: u8, left: u8 }
    /// Disease came and took no army in these Lands (HW-26.3).
    ArmiesSpared = "armies_spared", "events", "HotwArmiesSpared" { lands: Vec<String> }
    /// A City rose with an event.
    CityFounded = "city_founded", "events", "HotwCityFounded" { land: String, player: String }
    /// Armies came to remnants by an event.
    ArmiesAdded = "armies_added", "events", "HotwArmiesAdded" { player: String, land: String, armies: u8 }
    /// Extra forces came by an event: `units`, `armies`, `allies`, `fleets` or `forts`.
    ForcesGained = "forces_gained", "events", "HotwForcesGained" { player: String, forces: u8, what: String, pool: String }
    /// Who accepted a Trade Bonus (HW-R39).
    TradeAnswered = "trade_answered", "events", "HotwTradeAnswered" { player: String, partner: String, accepted: bool }
    /// The expansion is over (HW-R52).
    ExpansionEnded = "expansion_ended", "expansion", "HotwExpansionEnded" { player: String, empire: String, unused: u8 }
    /// Monuments are due (HW-27.1).
    MonumentsDue = "monuments_due", "monuments", "HotwMonumentsDue" { player: String, symbols: u8, monuments: u8 }
    /// A Monument was placed.
    MonumentPlaced = "monument_placed", "monuments", "HotwMonumentPlaced" { player: String, land: String }
    /// Monuments found no site (HW-27.2).
    MonumentsWithoutSite = "monuments_without_site", "monuments", "HotwMonumentsWithoutSite" { player: String, monuments: u8 }
    /// The player scored (HW-28).
    Scored = "scored", "scoring", "HotwScored" { player: String, empire: String, epoch: Epoch, areas: Vec<AreaScore>, capitals: i32, cities: i32, monuments: i32, seas: i32, fees: i32, gained: i32, vp: i32 }
    /// A standing order was changed (its player alone); `policy` as shorthand writes it.
    PolicySet = "policy_set", "standing", "HotwPolicySet" { player: String, policy: String }
    /// The game is over (HW-28.8).
    GameEnded = "game_ended", "end", "HotwGameEnded" { winner: String, vp: i32 }
}

/// An event with its rule.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = HotwEvent)]
pub struct Event {
    /// The rule that made it happen.
    #[serde(skip)]
    pub rule: RuleRef,
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
        self.what.phase()
    }
}
