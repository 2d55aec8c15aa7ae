//! Where money may be spent, and how it passes between countries (ST-3).

use super::city::near_own;
use crate::model::ids::{CountryId, HexId, Power, SiteId};
use crate::model::measures::Talents;
use crate::model::rulings::Rulings;
use crate::model::scenario::Scenario;
use crate::model::state::{Site, SiteStatus, Standing, State};

/// ST-3.5: whether a country may spend money at a captured city: within 8 hexes of one of its own or allied, or with a base.
pub fn captured_city_serves(rulings: &Rulings, distance_to_own: u32, base: bool) -> bool {
    base || distance_to_own <= rulings.cities.money_range as u32
}

/// ST-3.5, ST-3.9: whether a country may spend money at a hex: at a city that is its own, allied, or has its base; within 8
/// hexes of its own and allied cities; and the same with the cities of a partner in an alliance.
pub fn may_spend_at(sc: &Scenario, st: &State, country: CountryId, hex: HexId) -> bool {
    let based = |site: &Site| site.hex == hex && site.power == Power::Country(country) && site.base;
    if st.sites.values().any(based) || near_own(sc, st, country, hex) {
        return true;
    }
    let allies =
        sc.country_ids().filter(|other| *other != country && st.standing(country, *other) == Standing::Alliance);
    allies.into_iter().any(|ally| near_own(sc, st, ally, hex))
}

/// ST-3.5, ST-3.9: whether a city is one at which a country may spend money: its own where money reaches, or one that a partner
/// in an alliance owns or has as an ally.
fn applies(sc: &Scenario, st: &State, country: CountryId, site: &Site) -> bool {
    let theirs = || st.friendly(Power::Country(country), site.power) && site.status != SiteStatus::Captured;
    let own = site.power == Power::Country(country);
    site.size > 0 && if own { may_spend_at(sc, st, country, site.hex) } else { theirs() }
}

/// ST-3.8: whether money can pass from one country to another: applicable cities of both within 8 hexes of each other.
pub fn may_transfer(sc: &Scenario, st: &State, from: CountryId, to: CountryId) -> bool {
    let range = sc.rulings.cities.money_range as u32;
    let of = |country| st.sites.values().filter(move |site| applies(sc, st, country, site)).map(|site| site.hex);
    let theirs: Vec<HexId> = of(to).collect();
    from != to && of(from).any(|here| theirs.iter().any(|there| here.distance(*there) <= range))
}

/// ST-3.8: money passes. False, and nothing changes, if it cannot, or there is not so much.
pub fn transfer(sc: &Scenario, st: &mut State, from: CountryId, to: CountryId, sum: Talents) -> bool {
    if !may_transfer(sc, st, from, to) || !pay(st, from, sum) {
        return false;
    }
    st.country_mut(to).treasury += sum;
    true
}

/// Takes a price from a country's treasury. False, and nothing changes, if it has not so much.
pub fn pay(st: &mut State, country: CountryId, price: Talents) -> bool {
    let treasury = &mut st.country_mut(country).treasury;
    let left = treasury.less(price);
    left.is_some_and(|left| {
        *treasury = left;
        true
    })
}

/// Why a Command Base cannot be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoBase {
    /// It is not a city that the country captured.
    NotCaptured,
    /// Money reaches it already (ST-3.7).
    InRange,
    /// No command is there, or only a Scouting Command.
    NoCommand,
    /// It has one.
    Stands,
    /// Not so much money.
    TooDear,
}

/// ST-3.7: sets a Command Base up in a captured city that is out of range.
pub fn establish_base(sc: &Scenario, st: &mut State, country: CountryId, id: SiteId) -> Result<(), NoBase> {
    use crate::model::command::CommandKind::Scouting;
    let site = st.site(id);
    if site.power != Power::Country(country) || site.status != SiteStatus::Captured || site.size == 0 {
        return Err(NoBase::NotCaptured);
    }
    if site.base {
        return Err(NoBase::Stands);
    }
    if near_own(sc, st, country, site.hex) {
        return Err(NoBase::InRange);
    }
    let fits = |command: &crate::model::command::Command| {
        command.power == site.power && !command.kind.is_site() && command.kind != Scouting
    };
    if !st.commands_at(site.hex).any(|(_, command)| fits(command)) {
        return Err(NoBase::NoCommand);
    }
    if !pay(st, country, Talents(sc.rulings.cities.base_cost as u32)) {
        return Err(NoBase::TooDear);
    }
    st.site_mut(id).base = true;
    Ok(())
}

/// ST-3.10: whether a dispatch has enough words to be paid, counted by whitespace (ST-R59).
pub fn is_dispatch(rulings: &Rulings, text: &str) -> bool {
    text.split_whitespace().count() >= rulings.cities.dispatch_words as usize
}

/// ST-3.10, ST-R59: pays a dispatch, once in four weeks. False if it is not paid.
pub fn pay_dispatch(sc: &Scenario, st: &mut State, country: CountryId, text: &str) -> bool {
    let turn = st.turn;
    let recent = |last: &crate::model::measures::Turn| turn.since(*last) < sc.rulings.cities.dispatch_weeks as u16;
    let country = st.country_mut(country);
    if !is_dispatch(&sc.rulings, text) || country.dispatch.as_ref().is_some_and(recent) {
        return false;
    }
    country.dispatch = Some(turn);
    country.treasury += Talents(sc.rulings.cities.dispatch_pay as u32);
    true
}
