//! The orders that a player may give (docs/rules/hotw.md, section 5): a file for each kind, and a line for each in the
//! registry below. [`Order`] is the JSON; [`Command`] is the same with every name looked up.
//!
//! Lands, waters, empires, cards and players are named by their ids (`middle_tigris`) or by their names
//! (`Middle Tigris`), in any case.
//!
//! | file | what |
//! |---|---|
//! | `kind.rs` | what every kind says of itself, and what kinds share when they are asked for options |
//! | `registry.rs` | the enums, the schema and the dispatch, made of the registry |
//! | `names.rs` | names in orders |
//! | `judge.rs` | an order set when it is handed in |
//! | `prospects.rs` | what a lookup may cost, said beforehand |
//! | `options.rs` | what may be ordered now, field by field |
//! | `default.rs` | what a seat does that says nothing |
//! | `notation/` | orders as lines |
//!
//! Judging an order gives the permission to carry it out; options ask the judge about each possible value.

pub mod default;
mod event_targets;
pub mod judge;
mod kind;
mod names;
pub mod notation;
mod options;
mod prelude;
mod prospects;
mod registry;

use registry::order_kinds;

use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;

order_kinds! {
    place_sumeria: PlaceSumeria, PlaceSumeriaOrder;
    keep_empire: KeepEmpire, KeepEmpireOrder;
    pass_empire: PassEmpire, PassEmpireOrder;
    play_event: PlayEvent, PlayEventOrder;
    choose_survivors: ChooseSurvivors, ChooseSurvivorsOrder;
    begin_turn: BeginTurn, BeginTurnOrder;
    allocate_walkover: AllocateWalkover, AllocateWalkoverOrder;
    deallocate: Deallocate, DeallocateOrder;
    rigid_lookup: RigidLookup, RigidLookupOrder;
    compliant_lookup: CompliantLookup, CompliantLookupOrder;
    expand_land: ExpandLand, ExpandLandOrder;
    expand_water: ExpandWater, ExpandWaterOrder;
    attack_dice: AttackDice, AttackDiceOrder;
    stop_barbarians: StopBarbarians, StopBarbariansOrder;
    attack_optional: AttackOptional, AttackOptionalOrder;
    reinforce: Reinforce, ReinforceOrder;
    build_fort: BuildFort, BuildFortOrder;
    build_fortress: BuildFortress, BuildFortressOrder;
    end_expansion: EndExpansion, EndExpansionOrder;
    place_monument: PlaceMonument, PlaceMonumentOrder;
    set_trade_policy: SetTradePolicy, SetTradePolicyOrder;
    set_retreat_priority: SetRetreatPriority, SetRetreatPriorityOrder;
}

pub use options::OrderMenu;
pub(crate) use options::foreseen;

/// The kinds of orders that a seat may give now, standing orders aside.
pub fn may(sc: &Scenario, knowledge: &Knowledge) -> Vec<String> {
    match knowledge.acting(sc) {
        Some(_) => offered(&sc.board, &knowledge.state).into_iter().map(str::to_owned).collect(),
        None => Vec::new(),
    }
}
