//! Orders with every name looked up: what is carried out and what the computer player plans with.

use crate::model::ids::{Defence, EventId, LandId, PlayerId, Players, Source, Space, WaterId};
use crate::model::scenario::Target;

/// An order, looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// See [`crate::orders::Order::PlaceSumeria`].
    PlaceSumeria { lands: Vec<LandId> },
    /// See [`crate::orders::Order::KeepEmpire`].
    KeepEmpire,
    /// See [`crate::orders::Order::PassEmpire`].
    PassEmpire { to: PlayerId },
    /// See [`crate::orders::Order::PlayEvent`].
    PlayEvent { card: EventId, targets: Vec<Target>, stack: Option<Source> },
    /// See [`crate::orders::Order::ChooseSurvivors`].
    ChooseSurvivors { lands: Vec<LandId> },
    /// See [`crate::orders::Order::BeginTurn`].
    BeginTurn,
    /// See [`crate::orders::Order::AllocateWalkover`].
    AllocateWalkover { forces: u8 },
    /// See [`crate::orders::Order::Deallocate`].
    Deallocate { from: Source, forces: u8 },
    /// See [`crate::orders::Order::RigidLookup`].
    RigidLookup { defence: Defence, lands: u8, defenders: u8, targets: Vec<Space>, max_forces: Option<u8>, naval: bool },
    /// See [`crate::orders::Order::CompliantLookup`].
    CompliantLookup { defence: Defence, forces: u8, naval: bool },
    /// See [`crate::orders::Order::ExpandLand`].
    ExpandLand { to: LandId, via: Option<Space>, from: Source },
    /// See [`crate::orders::Order::ExpandWater`].
    ExpandWater { to: WaterId, via: Option<Space>, from: Source },
    /// See [`crate::orders::Order::AttackOptional`].
    AttackOptional { ocean: WaterId, player: Option<PlayerId>, from: Source },
    /// See [`crate::orders::Order::Reinforce`].
    Reinforce { land: LandId, armies: u8 },
    /// See [`crate::orders::Order::BuildFort`].
    BuildFort { land: LandId, free: bool },
    /// See [`crate::orders::Order::BuildFortress`].
    BuildFortress { land: LandId, free: bool },
    /// See [`crate::orders::Order::AttackDice`].
    AttackDice { to: Space, via: Option<Space> },
    /// See [`crate::orders::Order::StopBarbarians`].
    StopBarbarians,
    /// See [`crate::orders::Order::PlaceMonument`].
    PlaceMonument { land: LandId },
    /// See [`crate::orders::Order::EndExpansion`].
    EndExpansion,
    /// See [`crate::orders::Order::SetTradePolicy`].
    SetTradePolicy { accept: Players, colour: Option<PlayerId> },
    /// See [`crate::orders::Order::SetRetreatPriority`].
    SetRetreatPriority { lands: Vec<LandId>, colour: Option<PlayerId> },
}
