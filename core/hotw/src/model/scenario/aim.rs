//! What event cards are aimed at (HW-30): how many targets, and of which kind.

use super::Effect;
use crate::model::ids::{AreaId, LandId, WaterId};

/// What an event card is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A Land, usable or Barren.
    Land(LandId),
    /// A Sea or an Ocean.
    Water(WaterId),
    /// An Area.
    Area(AreaId),
}

/// The targets that a card takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// What they are.
    pub kind: TargetKind,
    /// The fewest.
    pub least: u8,
    /// The most.
    pub most: u8,
}

/// A kind of target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    /// A Land, usable or Barren.
    Land,
    /// A Sea.
    Sea,
    /// An Area.
    Area,
}

impl Effect {
    /// What the card is aimed at; nothing for cards that need no target.
    pub fn aim(self) -> Option<Aim> {
        let of = |kind, least, most| Some(Aim { kind, least, most });
        let land = |least, most| of(TargetKind::Land, least, most);
        match self {
            Self::CivilWar { .. } => land(3, 3),
            Self::Crusade { column, .. } => land(1, column),
            Self::Migrants { armies, .. } => land(armies, armies),
            Self::Fortify { forts, empires } => land(empires, forts),
            Self::Revive { armies, empires } => land(empires, armies),
            Self::Rebellion { .. }
            | Self::Disaster { .. }
            | Self::Treachery
            | Self::SurpriseAttack
            | Self::Barbarians
            | Self::Plague { .. }
            | Self::Pestilence { .. } => land(1, 1),
            Self::StormAtSea | Self::Pirates => of(TargetKind::Sea, 1, 1),
            Self::Famine => of(TargetKind::Area, 1, 1),
            Self::BlackDeath { .. } => of(TargetKind::Area, 2, 2),
            Self::MinorEmpire
            | Self::Leader { .. }
            | Self::Weaponry { .. }
            | Self::Fanaticism { .. }
            | Self::EliteTroops { .. }
            | Self::Jihad { .. }
            | Self::JewishRevolt { .. }
            | Self::Kingdom { .. }
            | Self::Allies { .. }
            | Self::PopulationExplosion { .. }
            | Self::TradeBonus
            | Self::ShipBuilding { .. }
            | Self::CivilService { .. }
            | Self::Engineering { .. }
            | Self::NavalSupremacy { .. }
            | Self::Siegecraft => None,
        }
    }
}
