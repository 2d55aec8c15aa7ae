//! Raising and disbanding units (ST-1.3, ST-1.12, ST-18.6, ST-R29).

use super::money::{may_spend_at, pay};
use crate::model::ids::{CommandId, CountryId, Power, SiteId};
use crate::model::measures::Talents;
use crate::model::scenario::Scenario;
use crate::model::state::{Building, SiteStatus, State};
use crate::model::units::{UnitKind, Units};

/// Why units are not raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoUnits {
    /// Not a city of the country, or money does not reach it (ST-3.5).
    OutOfReach,
    /// The country does not raise this type (ST-R6).
    NotAllowed,
    /// A captured city raises local types only (ST-R29).
    NotLocal,
    /// Ships are built in shipyards (ST-1.12).
    NoShipyard,
    /// Besieged or blockaded (ST-R29).
    ShutIn,
    /// More than the size of the city in a quarter (ST-1.3).
    CityLimit,
    /// More than the country may raise of this type in a quarter.
    Quota,
    /// Not so much money.
    TooDear,
}

/// ST-1.3, ST-1.12, ST-R29: a city begins to build units of one type; they are there at the beginning of a later week. Trains do
/// not count against the limit of the quarter.
pub fn build(
    sc: &Scenario, st: &mut State, country: CountryId, id: SiteId, kind: UnitKind, count: u16,
) -> Result<(), NoUnits> {
    let site = st.site(id);
    if site.power != Power::Country(country) || site.size == 0 || !may_spend_at(sc, st, country, site.hex) {
        return Err(NoUnits::OutOfReach);
    }
    let (record, figures) = (sc.country(country), sc.units.of(kind));
    if !record.allowed.contains(&kind) {
        return Err(NoUnits::NotAllowed);
    }
    if kind.is_sqd() && !site.shipyard {
        return Err(NoUnits::NoShipyard);
    }
    if site.status == SiteStatus::Captured && !figures.local {
        return Err(NoUnits::NotLocal);
    }
    if site.siege.is_some() || site.blockade.is_some() {
        return Err(NoUnits::ShutIn);
    }
    let counts = if kind.is_train() { 0 } else { count };
    if u16::from(site.raised) + counts > u16::from(site.size) {
        return Err(NoUnits::CityLimit);
    }
    let raised = st.country(country).raised.get(&kind).copied().unwrap_or_default();
    if record.quota.get(&kind).is_some_and(|most| raised + count > *most) {
        return Err(NoUnits::Quota);
    }
    if count == 0 || !pay(st, country, Talents(figures.cost).times(u32::from(count))) {
        return Err(NoUnits::TooDear);
    }
    let ready = st.turn.later(figures.weeks);
    st.site_mut(id).raised += counts as u8;
    *st.country_mut(country).raised.entry(kind).or_default() += count;
    st.building.push(Building { site: id, kind, count, ready });
    Ok(())
}

/// ST-18.6: disbands units of a command; a fleet that loses ships loses what no longer fits aboard only if it cannot be
/// disbanded without. False, and nothing changes, if they are not there, or the rest could not be carried.
pub fn disband(sc: &Scenario, st: &mut State, id: CommandId, units: &Units) -> bool {
    if !can_spare(sc, st, id, units) {
        return false;
    }
    let command = st.command_mut(id);
    command.units.remove(units);
    super::loads::drop_train_points(command);
    true
}

/// ST-R62: whether a command has these units, and can carry what is aboard without them.
pub fn can_spare(sc: &Scenario, st: &State, id: CommandId, units: &Units) -> bool {
    let command = st.command(id);
    let mut left = command.units;
    if !left.remove(units) {
        return false;
    }
    let room = left.sum(&sc.units, |figures| u32::from(figures.carries));
    let carried = st.commands.values().filter(|it| it.carried_by == Some(id)).map(|it| &it.units);
    let load: u32 =
        carried.chain([&command.aboard]).map(|units| units.sum(&sc.units, |figures| u32::from(figures.load))).sum();
    load <= room
}
