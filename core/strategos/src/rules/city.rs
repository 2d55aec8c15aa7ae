//! What a city's values mean: capacity, Stores, base tax (ST-1).

use crate::model::ids::{CountryId, Power, SiteId};
use crate::model::measures::{Quarter, Talents};
use crate::model::rulings::Rulings;
use crate::model::scenario::Scenario;
use crate::model::state::{SiteStatus, State};
use crate::model::units::Units;

/// ST-1.2: the tax level, talents a week.
pub fn tax_level(rulings: &Rulings, size: u8) -> Talents {
    Talents(u32::from(size) * rulings.cities.tax_per_size as u32)
}

/// ST-1.6, ST-11.6, ST-14.7: how many regiments may be inside, and how many units defend at most.
pub fn capacity(rulings: &Rulings, dv: u8) -> u16 {
    u16::from(dv) * rulings.cities.garrison_per_dv as u16
}

/// ST-R34: how many units defend: those that the walls hold, and never so few that a garrison cannot fight on without them.
pub fn defenders(rulings: &Rulings, dv_current: u8, size: u8) -> u16 {
    if dv_current > 0 {
        capacity(rulings, dv_current)
    } else {
        u16::from(size).max(rulings.cities.unwalled_garrison as u16)
    }
}

/// ST-1.6: of regiments that want in, how many find room and how many stay outside the walls. Squadrons always find room.
pub fn admitted(rulings: &Rulings, dv: u8, inside: u16, wanting: u16) -> (u16, u16) {
    let room = capacity(rulings, dv).saturating_sub(inside);
    let admitted = wanting.min(room);
    (admitted, wanting - admitted)
}

/// ST-1.7 to ST-1.9: the Stores with which a quarter begins; what was left of the last is lost.
pub fn quarter_stores(rulings: &Rulings, supply: u8, quarter: Quarter) -> u8 {
    let less = if quarter.is_winter() { rulings.cities.winter_supply as u8 } else { 0 };
    supply.saturating_sub(less)
}

/// ST-3.5, ST-R30: whether a country counts a city as its own for money: owned or allied, or captured with a Command Base.
pub fn serves(st: &State, country: CountryId, site: SiteId) -> bool {
    let site = st.site(site);
    site.power == Power::Country(country)
        && site.size > 0
        && (matches!(site.status, SiteStatus::Owned | SiteStatus::Allied) || site.base)
}

/// ST-R30: whether a country taxes a city: owned and allied ones, captured ones within 8 hexes of such or with a base.
pub fn is_taxed(sc: &Scenario, st: &State, country: CountryId, id: SiteId) -> bool {
    let site = st.site(id);
    if site.power != Power::Country(country) || site.size == 0 {
        return false;
    }
    serves(st, country, id) || near_own(sc, st, country, site.hex)
}

/// ST-3.5 (b): whether a hex lies within 8 hexes of a city that a country owns or that is allied to it.
pub fn near_own(sc: &Scenario, st: &State, country: CountryId, hex: crate::model::ids::HexId) -> bool {
    let range = sc.rulings.cities.money_range as u32;
    st.sites.values().any(|site| {
        site.power == Power::Country(country)
            && site.size > 0
            && matches!(site.status, SiteStatus::Owned | SiteStatus::Allied)
            && site.hex.distance(hex) <= range
    })
}

/// ST-R60: the base tax of a country: 10 x size over owned, allied and taxed captured cities, without reductions.
pub fn base_tax(sc: &Scenario, st: &State, country: CountryId) -> u32 {
    let taxed = st.sites.keys().filter(|site| is_taxed(sc, st, country, **site));
    taxed.map(|site| tax_level(&sc.rulings, st.site(*site).size).0).sum()
}

/// Everything inside the walls of a city or fort.
pub fn inside(st: &State, id: SiteId) -> Units {
    let mut all = Units::NONE;
    st.commands.values().filter(|command| command.inside == Some(id)).for_each(|command| all.join(&command.units));
    all
}

/// ST-R45, ST-R56: the levies of a city that rose; one that is its own master has two at least.
pub fn rebels(rulings: &Rulings, to: Power, size: u8) -> u16 {
    let least = if matches!(to, Power::FreeCity(_)) { rulings.free_cities.least_garrison as u16 } else { 0 };
    (u16::from(size) / 2).max(least)
}
