//! Armies and fleets (ER-6.5 to ER-6.10).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::model::ids::{ArmyId, FleetId, HexId, PowerId, UnitKind};
use crate::model::state::Policy;

/// Units of one type that are alike in everything: they are told apart by nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Band {
    /// Type.
    pub kind: UnitKind,
    /// Seasoned, or of half strength (ER-6.4).
    pub seasoned: bool,
    /// Movement points spent this month by each (ER-R6).
    pub spent: u8,
    /// How many.
    pub count: u8,
}

/// Where an army of land units is (ER-R9): in the open (`field`), in the city of its hex (`garrison`; of a besieged
/// city: besieged), or before the hostile city of its hex (`besieging`). Units aboard are part of their fleet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EternalRomeArmyStatus)]
pub enum ArmyStatus {
    /// In the open.
    Field,
    /// In the city of the hex. Of a besieged city: besieged.
    Garrison,
    /// Before the hostile city of the hex.
    Besieging,
}

/// An army: units and leaders of one power that act as one (ER-6.5). Its leaders are those whose
/// [`LeaderPlace`](crate::model::state::LeaderPlace) names it; it may consist of leaders alone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Army {
    /// Which.
    pub id: ArmyId,
    /// Where.
    pub hex: HexId,
    /// In the open, in the city, or before it.
    pub status: ArmyStatus,
    /// Its units, ascending, bands that are alike joined.
    pub bands: Vec<Band>,
    /// From where its last step of this game turn led (ER-R22, ER-R17).
    pub came_from: Option<HexId>,
    /// Stopped by an interception: it moves no further (ER-15.11).
    pub stopped: bool,
    /// It has attacked in this land combat phase (ER-R21).
    pub attacked: bool,
    /// It has intercepted in this phase (ER-R44).
    pub intercepted: bool,
    /// Its own standing answers.
    pub policy: Policy,
}

/// Where a fleet is (ER-R10): `at_sea`, `anchored` in the port of its hex, or `besieging` the hostile port of its hex
/// (ER-11.19).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EternalRomeFleetStatus)]
pub enum FleetStatus {
    /// At sea.
    AtSea,
    /// In the port of the hex.
    Anchored,
    /// Before the hostile port of the hex (ER-11.19).
    Besieging,
}

/// A fleet (ER-6.8). Its leaders are those whose [`LeaderPlace`](crate::model::state::LeaderPlace) names it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fleet {
    /// Which.
    pub id: FleetId,
    /// Where.
    pub hex: HexId,
    /// At sea, in port, or before one.
    pub status: FleetStatus,
    /// Fleet units by power, ascending (ER-R62).
    pub ships: Vec<(PowerId, u8)>,
    /// The embarked army: one power's (ER-R62); empty when there is none.
    pub cargo: Cargo,
    /// Movement points used this month, 0..=30 (ER-11.2).
    pub used: u8,
    /// It has fought this month (ER-12.9).
    pub fought: bool,
    /// Intercepted in this phase: it moves no further (ER-15.6).
    pub stopped: bool,
    /// Month ends out of port in a row (ER-R12).
    pub months_out: u8,
    /// Its own standing answers.
    pub policy: Policy,
}

/// The army aboard a fleet (ER-6.9).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Cargo {
    /// Whose; `None` when nothing is aboard.
    pub power: Option<PowerId>,
    /// The units, as in an army.
    pub bands: Vec<Band>,
}

impl Fleet {
    /// Fleet units of all powers.
    pub fn size(&self) -> u32 {
        self.ships.iter().map(|(_, count)| u32::from(*count)).sum()
    }
}

/// Adds units to a list of bands, joining those that are alike.
pub fn add_band(bands: &mut Vec<Band>, new: Band) {
    if new.count == 0 {
        return;
    }
    let key = |band: &Band| (band.kind, band.seasoned, band.spent);
    match bands.binary_search_by_key(&key(&new), key) {
        Ok(at) => bands[at].count += new.count,
        Err(at) => bands.insert(at, new),
    }
}

/// Takes `count` units of a type out of a list of bands, those that have spent least first. Fewer when there are fewer.
pub fn take_bands(bands: &mut Vec<Band>, kind: UnitKind, seasoned: bool, count: u8) -> Vec<Band> {
    let mut taken = Vec::new();
    let mut wanted = count;
    for band in bands.iter_mut().filter(|band| band.kind == kind && band.seasoned == seasoned) {
        let some = wanted.min(band.count);
        band.count -= some;
        wanted -= some;
        if some > 0 {
            taken.push(Band { count: some, ..*band });
        }
    }
    bands.retain(|band| band.count > 0);
    taken
}

/// Number of units of a type in a list of bands.
pub fn count(bands: &[Band], kind: UnitKind, seasoned: bool) -> u8 {
    bands.iter().filter(|band| band.kind == kind && band.seasoned == seasoned).map(|band| band.count).sum()
}

/// All units of a list of bands.
pub fn total(bands: &[Band]) -> u32 {
    bands.iter().map(|band| u32::from(band.count)).sum()
}

impl fmt::Display for ArmyStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Field => "in the field",
            Self::Garrison => "in the city",
            Self::Besieging => "besieging",
        })
    }
}

impl fmt::Display for FleetStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AtSea => "at sea",
            Self::Anchored => "in port",
            Self::Besieging => "besieging",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn band(kind: UnitKind, spent: u8, count: u8) -> Band {
        Band { kind, seasoned: true, spent, count }
    }

    #[test]
    fn bands_that_are_alike_join_and_the_freshest_are_taken_first() {
        let mut bands = Vec::new();
        add_band(&mut bands, band(UnitKind::Legion2, 6, 2));
        add_band(&mut bands, band(UnitKind::Legion1, 0, 1));
        add_band(&mut bands, band(UnitKind::Legion2, 0, 1));
        add_band(&mut bands, band(UnitKind::Legion2, 6, 1));
        assert_eq!(bands.len(), 3);
        let taken = take_bands(&mut bands, UnitKind::Legion2, true, 2);
        assert_eq!(taken, [band(UnitKind::Legion2, 0, 1), band(UnitKind::Legion2, 6, 1)]);
        assert_eq!(count(&bands, UnitKind::Legion2, true), 2);
        assert_eq!(take_bands(&mut bands, UnitKind::Legion2, true, 9).len(), 1);
        assert_eq!(total(&bands), 1);
    }
}
