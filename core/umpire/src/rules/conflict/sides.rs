//! The sides of an engagement (UM-R61), who commands them, and what an engagement leaves to the siege.

use crate::model::combat_orders::CombatOrders;
use crate::model::ids::{Factions, GeneralId, NationId};

/// Two sides (UM-R61).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    /// The owner's, or that of the strongest faction which has an enemy.
    pub defenders: Factions,
    /// Its strongest enemy's.
    pub attackers: Factions,
}

/// UM-R61: makes two sides of the factions present, each with its combat value.
pub fn sides(
    present: &[(NationId, i64)], owner: NationId, hostile: impl Fn(NationId, NationId) -> bool,
) -> Option<Sides> {
    let has_enemy = |faction: NationId| present.iter().any(|&(other, _)| hostile(faction, other));
    let strongest = |of: &dyn Fn(NationId) -> bool| {
        let fit = present.iter().filter(|(faction, _)| of(*faction));
        fit.max_by_key(|&&(faction, value)| (value, std::cmp::Reverse(faction))).map(|(faction, _)| *faction)
    };
    let owner_fights = present.iter().any(|(faction, _)| *faction == owner) && has_enemy(owner);
    let first = if owner_fights { Some(owner) } else { strongest(&has_enemy) }?;
    let enemy = strongest(&|faction| hostile(first, faction))?;
    let (mut defenders, mut attackers) = (Factions::one(first), Factions::one(enemy));
    let mut others: Vec<&(NationId, i64)> =
        present.iter().filter(|(faction, _)| *faction != first && *faction != enemy).collect();
    others.sort_by_key(|&&(faction, value)| (std::cmp::Reverse(value), faction));
    for &&(faction, _) in &others {
        let against = |side: Factions| side.iter().any(|member| hostile(faction, member));
        if hostile(faction, enemy) && !against(defenders) {
            defenders.add(faction);
        } else if hostile(faction, first) && !against(attackers) {
            attackers.add(faction);
        }
    }
    Some(Sides { defenders, attackers })
}

/// Who commands a side (UM-13.10, UM-R38).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commander {
    /// The general, unless it is an unnamed officer.
    pub id: Option<GeneralId>,
    /// True skill.
    pub skill: i64,
    /// Activity.
    pub activity: i64,
}

/// One side while it decides.
pub(super) struct Side {
    pub members: Factions,
    /// Whether it is the side of the owner or of the strongest (UM-R61).
    pub defending: bool,
    pub commander: Commander,
    pub orders: CombatOrders,
    pub value: i64,
    /// Whether it sits in, or can withdraw into, an intact city of its own faction (UM-18.15).
    pub holds_city: bool,
}

/// What the siege step is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SiegePlan {
    /// No siege, or none any more.
    None,
    /// Siege operations this turn; by assault only when `assault`.
    Operations { besiegers: Factions, besieged: Factions, assault: bool },
    /// The garrison lost an open battle and was driven inside: no roll this turn (UM-R69).
    DrivenInside { besiegers: Factions, besieged: Factions, relief_beaten: bool },
    /// An indecisive battle: a siege under way stays as it is, without a roll (UM-R69).
    Unchanged,
    /// The city has fallen already.
    Settled,
}
