//! Strengths, room and movement of forces (ER-6, ER-R13).

use crate::model::ids::{Class, PowerId, UnitKind};
use crate::model::scenario::Scenario;
use crate::model::state::{Army, Band, Fleet, ForceId, LeaderPlace, State, total};

/// Land, sea and stacking values, in the order in which they are always shown (ER-6.2). Strengths are counted in
/// quarters, since the halvings of ER-6.3 and ER-6.4 multiply.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Values {
    /// Land strength in quarters.
    pub land4: u32,
    /// Sea strength in quarters.
    pub sea4: u32,
    /// Stacking.
    pub stacking: u32,
}

/// Land strength of one unit in quarters.
pub fn unit_land4(sc: &Scenario, st: &State, kind: UnitKind, seasoned: bool) -> u32 {
    u32::from(sc.unit(kind).land) * quarters(st, kind, seasoned)
}

/// Sea strength of one unit in quarters.
pub fn unit_sea4(sc: &Scenario, st: &State, kind: UnitKind, seasoned: bool) -> u32 {
    u32::from(sc.unit(kind).sea) * quarters(st, kind, seasoned)
}

/// ER-6.3, ER-6.4: unseasoned units and legions after AD 290 count half, both a quarter.
fn quarters(st: &State, kind: UnitKind, seasoned: bool) -> u32 {
    let late = kind.is_legion() && st.month.legions_halved();
    4 >> (u32::from(late) + u32::from(!seasoned))
}

/// Values of a list of bands.
pub fn of_bands(sc: &Scenario, st: &State, bands: &[Band]) -> Values {
    bands.iter().fold(Values::default(), |sum, band| {
        let count = u32::from(band.count);
        Values {
            land4: sum.land4 + count * unit_land4(sc, st, band.kind, band.seasoned),
            sea4: sum.sea4 + count * unit_sea4(sc, st, band.kind, band.seasoned),
            stacking: sum.stacking + count * u32::from(sc.unit(band.kind).stacking),
        }
    })
}

/// Land strength of armies in quarters.
pub fn of_armies<'a>(sc: &Scenario, st: &State, armies: impl IntoIterator<Item = &'a Army>) -> u32 {
    armies.into_iter().map(|army| of_bands(sc, st, &army.bands).land4).sum()
}

/// Sea strength of a fleet in quarters: its ships and the units aboard (ER-R13).
pub fn of_fleet(sc: &Scenario, st: &State, fleet: &Fleet) -> u32 {
    4 * fleet.size() * u32::from(sc.constants.fleet_unit.naval_strength) + of_bands(sc, st, &fleet.cargo.bands).sea4
}

/// Room aboard a fleet (ER-6.10).
pub fn capacity(sc: &Scenario, ships: u32) -> u32 {
    ships * u32::from(sc.constants.fleet_unit.capacity)
}

/// Movement allowance of a type of unit.
pub fn allowance(sc: &Scenario, kind: UnitKind) -> u8 {
    sc.unit(kind).movement
}

/// Movement points an army has left: the least of its members (ER-6.6, ER-R6). A stopped army has none.
pub fn moves_left(sc: &Scenario, st: &State, army: &Army) -> u16 {
    if army.stopped {
        return 0;
    }
    let units = army.bands.iter().map(|band| allowance(sc, band.kind).saturating_sub(band.spent));
    let leaders = st.leaders_of(army.id).map(|(_, leader)| sc.leader_movement.saturating_sub(leader.spent));
    u16::from(units.chain(leaders).min().unwrap_or(0))
}

/// Movement points a fleet has left this month (ER-11.2).
pub fn sailing_left(sc: &Scenario, fleet: &Fleet) -> u16 {
    if fleet.stopped { 0 } else { landing_left(sc, fleet) }
}

/// Movement points a fleet has left for boarding and landing: one that was intercepted sails no further, but may still
/// land its army (ER-11.2, reading ER-15.6/a).
pub fn landing_left(sc: &Scenario, fleet: &Fleet) -> u16 {
    u16::from(sc.constants.fleet_movement.saturating_sub(fleet.used))
}

/// Highest land quality of an army's leaders; `None` without a leader.
pub fn land_quality(sc: &Scenario, st: &State, army: &Army) -> Option<u8> {
    st.leaders_of(army.id).map(|(id, _)| sc.leader(id).land).max()
}

/// Highest naval quality of the leaders aboard; `None` without a leader.
pub fn naval_quality(sc: &Scenario, st: &State, fleet: &Fleet) -> Option<u8> {
    st.leaders_in(LeaderPlace::Fleet(fleet.id)).map(|(id, _)| sc.leader(id).naval).max()
}

/// What horses add to the reach of an army that intercepts (ER-15.9).
pub fn on_horse(army: &Army) -> u8 {
    if only_cavalry(army) { 3 } else { 0 }
}

/// The least die with which a force intercepts from a distance in movement points: at most 1 is any die (ER-15.4, ER-15.10).
pub fn interception_die(sc: &Scenario, st: &State, force: ForceId, distance: u16) -> i32 {
    let of_army = |army: &Army| land_quality(sc, st, army).unwrap_or(0) + on_horse(army);
    let added = match force {
        ForceId::Army(id) => st.army(id).map_or(0, of_army),
        ForceId::Fleet(_) => 0,
    };
    i32::from(distance) - i32::from(added)
}

/// Whether an army has units, and only cavalry (ER-15.9).
pub fn only_cavalry(army: &Army) -> bool {
    total(&army.bands) > 0 && army.bands.iter().all(|band| band.kind.is_cavalry())
}

/// Land strength of an army's heavy cavalry in quarters (ER-16.3).
pub fn heavy_cavalry(sc: &Scenario, st: &State, army: &Army) -> u32 {
    let heavy: Vec<Band> = army.bands.iter().filter(|band| band.kind.class() == Class::HeavyCavalry).copied().collect();
    of_bands(sc, st, &heavy).land4
}

/// Land strength of all units of a power within a province's hexes in quarters, garrisons included (ER-5.14).
pub fn in_province(sc: &Scenario, st: &State, power: PowerId, province: crate::model::ids::ProvinceId) -> u32 {
    let inside = |army: &&Army| army.id.power == power && sc.hex(army.hex).province == Some(province);
    of_armies(sc, st, st.armies.iter().filter(inside))
}

/// A strength in quarters as players see it: `53` or `2.5`.
pub fn show(quarters: u32) -> String {
    match quarters % 4 {
        0 => (quarters / 4).to_string(),
        1 => format!("{}.25", quarters / 4),
        2 => format!("{}.5", quarters / 4),
        _ => format!("{}.75", quarters / 4),
    }
}
