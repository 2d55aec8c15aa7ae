//! What a player may ask (docs/rules/hotw.md, section 5), as JSON; [`command`] is the same with names looked up.
//!
//! Lands, waters, empires, cards and players are named by their ids (`middle_tigris`) or by their names
//! (`Middle Tigris`), in any case.

pub mod carry_out;
pub mod command;
pub mod default;
pub mod judge;
pub mod notation;
mod resolve;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use command::Command;

use crate::model::ids::Defence;

/// An order.
///
/// Orders are carried out at once, one after the other; the first that is refused ends the sheet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = HotwOrder)]
pub enum Order {
    /// Places the three further armies of Sumeria (HW-21.2).
    #[schema(title = "HotwPlaceSumeria")]
    PlaceSumeria {
        /// Three Lands, each the Land of an army so far or next to one; a Land may come twice.
        #[schema(example = json!(["lower_tigris", "lower_tigris", "zagros"]))]
        lands: Vec<String>,
    },
    /// Keeps the Empire card just drawn (HW-21.4).
    #[schema(title = "HotwKeepEmpire")]
    KeepEmpire {},
    /// Hands the card just drawn to a player who has none, face down (HW-21.4).
    #[schema(title = "HotwPassEmpire")]
    PassEmpire {
        /// Key or name of the player.
        #[schema(example = "apollo")]
        to: String,
    },
    /// Plays an event card (HW-29, HW-30).
    #[schema(title = "HotwPlayEvent")]
    PlayEvent {
        /// Id or name of the card.
        #[schema(example = "flood")]
        card: String,
        /// Lands, Seas or Areas that the card is aimed at, in order; what a card needs is said with the card.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        targets: Vec<String>,
        /// The stack that fights for an occupied Sea (Pirates only).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stack: Option<String>,
    },
    /// After a Civil War's roll: the Lands that the survivors win, in order (HW-R21).
    #[schema(title = "HotwChooseSurvivors")]
    ChooseSurvivors {
        /// As many Lands as there are survivors, of those attacked.
        lands: Vec<String>,
    },
    /// Ends the events before the turn: the forces arrive and the first takes the start Land (HW-22.5).
    #[schema(title = "HotwBeginTurn")]
    BeginTurn {},
    /// Sets unallocated forces aside for entries without a fight, forts and stacking (HW-5.4).
    #[schema(title = "HotwAllocateWalkover")]
    AllocateWalkover {
        /// How many, 1 or more.
        #[schema(example = 5)]
        forces: u8,
    },
    /// Returns forces to the unallocated ones (HW-5.8, HW-R10).
    #[schema(title = "HotwDeallocate")]
    Deallocate {
        /// `wo`, or the number of a stack.
        #[schema(example = "wo")]
        stack: String,
        /// How many, 1 or more.
        forces: u8,
    },
    /// A Rigid lookup: 3d6 for a known number of defenders (HW-3).
    #[schema(title = "HotwRigidLookup")]
    RigidLookup {
        /// The defence value of all Lands meant: 0, -2, -3, -5 or -6.
        defence: Defence,
        /// How many Lands, 1 to 10: as many forces are set aside.
        #[schema(example = 2)]
        lands: u8,
        /// How many defenders they have together, at least one and at most three a Land, 10 in all.
        #[schema(example = 4)]
        defenders: u8,
        /// Lands meant, for the others to read; not binding (HW-R4).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        targets: Vec<String>,
        /// The most forces to risk; all unallocated ones when left out (HW-R5).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_forces: Option<u8>,
        /// The extra lookup of Naval Supremacy, against fleets only (HW-R18).
        #[serde(default, skip_serializing_if = "is_false")]
        naval: bool,
    },
    /// A Compliant lookup: 3d6 for a known number of forces (HW-4).
    #[schema(title = "HotwCompliantLookup")]
    CompliantLookup {
        /// The defence value: 0, -2, -3, -5 or -6.
        defence: Defence,
        /// How many forces, 1 to 20.
        #[schema(example = 8)]
        forces: u8,
        /// The extra lookup of Naval Supremacy, against fleets only (HW-R18).
        #[serde(default, skip_serializing_if = "is_false")]
        naval: bool,
    },
    /// Moves a force into a Land: walkover, automatic victory or assault (HW-7).
    #[schema(title = "HotwExpandLand")]
    ExpandLand {
        /// The Land.
        #[schema(example = "zagros")]
        to: String,
        /// The Land or water it is entered from; the easiest way when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        via: Option<String>,
        /// `wo`, the number of a stack, or `allies`.
        #[schema(example = "wo")]
        stack: String,
    },
    /// Places a fleet, fighting for an occupied Sea (HW-7.4, HW-24).
    #[schema(title = "HotwExpandWater")]
    ExpandWater {
        /// The Sea or Ocean.
        #[schema(example = "black_sea")]
        to: String,
        /// The Land or water it sails from; any that will do when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        via: Option<String>,
        /// `wo`, the number of a stack, or `ships`.
        #[schema(example = "wo")]
        stack: String,
    },
    /// Attacks a player's fleets in an Ocean (HW-24.1, HW-R35).
    #[schema(title = "HotwAttackOptional")]
    AttackOptional {
        /// The Ocean.
        #[schema(example = "atlantic_ocean")]
        ocean: String,
        /// Whose fleets; may be left out when only one other player has any there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<String>,
        /// The number of a stack; in dice mode `wo`.
        #[schema(example = "1")]
        stack: String,
    },
    /// Puts more armies into a Land of the empire, 3 at most (HW-7.5).
    #[schema(title = "HotwReinforce")]
    Reinforce {
        /// The Land.
        land: String,
        /// How many, 1 or 2.
        armies: u8,
    },
    /// Builds a fort (HW-7.6).
    #[schema(title = "HotwBuildFort")]
    BuildFort {
        /// The Land.
        land: String,
        /// One of Engineering's free forts.
        #[serde(default, skip_serializing_if = "is_false")]
        free: bool,
    },
    /// Builds a Fortress, or turns a fort of this turn into one (HW-31.3, optional rule).
    #[schema(title = "HotwBuildFortress")]
    BuildFortress {
        /// The Land.
        land: String,
        /// Engineering's two free forts, as one Fortress.
        #[serde(default, skip_serializing_if = "is_false")]
        free: bool,
    },
    /// Attacks with dice: in dice mode, and always for Barbarians (HW-25).
    #[schema(title = "HotwAttackDice")]
    AttackDice {
        /// The Land or Sea.
        to: String,
        /// The Land or water it is entered from; the easiest way when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        via: Option<String>,
    },
    /// Sends the Barbarians home (HW-R46).
    #[schema(title = "HotwStopBarbarians")]
    StopBarbarians {},
    /// Places a Monument that is due (HW-27).
    #[schema(title = "HotwPlaceMonument")]
    PlaceMonument {
        /// A site of the best kind there is.
        land: String,
    },
    /// Ends the expansion; forces left over are lost (HW-R52).
    #[schema(title = "HotwEndExpansion")]
    EndExpansion {},
    /// A standing order: whose Trade Bonus offers to accept (HW-R39).
    #[schema(title = "HotwSetTradePolicy")]
    SetTradePolicy {
        /// Keys or names of players.
        accept: Vec<String>,
        /// The colour it is for; may be left out by a seat with one colour.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<String>,
    },
    /// A standing order: Lands to retreat to, best first (HW-23.10, HW-R31).
    #[schema(title = "HotwSetRetreatPriority")]
    SetRetreatPriority {
        /// Lands.
        lands: Vec<String>,
        /// The colour it is for; may be left out by a seat with one colour.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<String>,
    },
}

fn is_false(flag: &bool) -> bool {
    !flag
}
