//! A force on the move, and what moves it.

use crate::model::combat_orders::CombatOrders;
use crate::model::ids::{GeneralId, NationId, ProvinceId, TypeId};

/// Generals and what they lead, on the way.
#[derive(Clone, Debug)]
pub struct Force {
    /// Whose.
    pub nation: NationId,
    /// Who leads, the commander first.
    pub generals: Vec<GeneralId>,
    /// What moves.
    pub units: Vec<(TypeId, u16)>,
}

/// A movement or combat order.
#[derive(Clone, PartialEq, Debug)]
pub enum Movement {
    /// Generals lead a force along routes.
    Force(ForceMovement),
    /// Standing orders of the nation's troops where a general is.
    CombatOrders {
        /// Who gives them.
        general: GeneralId,
        /// For the fleet there.
        fleet: Option<CombatOrders>,
        /// For the army there.
        army: Option<CombatOrders>,
    },
}

/// Generals and what they lead.
#[derive(Clone, PartialEq, Debug)]
pub struct ForceMovement {
    /// Who leads.
    pub generals: Vec<GeneralId>,
    /// The whole force, in the order listed.
    pub units: Vec<(TypeId, u16)>,
    /// Provinces entered in order, the destination last.
    pub path: Vec<ProvinceId>,
    /// Orders of the squadrons.
    pub fleet_orders: Option<CombatOrders>,
    /// Orders of the army units.
    pub army_orders: Option<CombatOrders>,
}
