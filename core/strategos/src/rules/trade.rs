//! Trade units: how they are sent, what they bring, who takes them (ST-3.11, ST-22.17, ST-R58).
//!
//! A trade unit goes by land all the way, or by sea all the way (reading ST-R58/a). It is no force: it has no zone of control,
//! needs no supply, and is met by enemies only.

use super::march::Ground;
use super::money::{may_spend_at, pay};
use super::paths::{Terms, costs, leads_to, reach, route};
use crate::model::ids::{CountryId, HEXES, HexId, Power, SiteId};
use crate::model::measures::{Credit, Talents};
use crate::model::scenario::Scenario;
use crate::model::state::{Convoy, Site, State};

/// Why a trade unit is not sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTrade {
    /// Not from a city of the country's own, where money reaches (ST-3.5).
    OutOfReach,
    /// The city is besieged or blockaded.
    ShutIn,
    /// Not to a city of another power.
    NotForeign,
    /// The city is an enemy's.
    Enemy,
    /// Neither by land nor by sea all the way; the place of the step that is barred, if the way was named.
    NoWay(Option<usize>),
    /// The country has as many as it may have.
    TooMany,
    /// Not so much money.
    TooDear,
}

/// A way for a trade unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TradeRoute {
    /// Whether it goes by sea.
    pub naval: bool,
    /// The hexes to enter, that of the city last.
    pub hexes: Vec<HexId>,
}

/// What becomes of a trade unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TradeEnd {
    /// The trade unit as it was.
    pub convoy: Convoy,
    /// How it ended.
    pub end: TradeFate,
}

/// How a trade unit ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TradeFate {
    /// It came to the city: what its country and its host gain.
    Arrived {
        /// Who has the city.
        host: Power,
        /// The country's.
        gain: Talents,
        /// The host's.
        share: Talents,
    },
    /// An enemy took it, and so much with it.
    Captured {
        /// Who.
        by: Power,
        /// What for.
        gain: Talents,
    },
    /// There is nobody to trade with any more: the city is the country's own, an enemy's, or ruins.
    Unwelcome,
}

/// The trade of a week: what moves, and how it ended.
#[derive(Clone, Debug, Default)]
pub struct TradeWeek {
    /// Credit of each trade unit, in the order of the state (ST-R8).
    pub(super) credit: Vec<u16>,
    /// Trade units that ended.
    pub ended: Vec<TradeEnd>,
}

impl TradeWeek {
    /// What a country gained by trade.
    pub fn gains(ended: &[TradeEnd], country: CountryId) -> Talents {
        let of = |each: &TradeEnd| match each.end {
            TradeFate::Arrived { gain, .. } if each.convoy.country == country => gain,
            TradeFate::Arrived { host, share, .. } if host == Power::Country(country) => share,
            TradeFate::Captured { by, gain } if by == Power::Country(country) => gain,
            _ => Talents(0),
        };
        ended.iter().map(of).sum()
    }
}

/// ST-R58: whether a trade unit may go from a city: one of the country's own at which it may spend money, not shut in.
pub fn may_set_out(sc: &Scenario, st: &State, country: CountryId, from: &Site) -> Result<(), NoTrade> {
    if from.power != Power::Country(country) || from.size == 0 || !may_spend_at(sc, st, country, from.hex) {
        return Err(NoTrade::OutOfReach);
    }
    if from.siege.is_some() || from.blockade.is_some() {
        return Err(NoTrade::ShutIn);
    }
    Ok(())
}

/// ST-R58: whether a trade unit may go to a city: one of another power that is no enemy. Whether it is blockaded shows on
/// arrival (reading ST-R58/b).
pub fn may_call(st: &State, country: CountryId, to: &Site) -> Result<(), NoTrade> {
    let power = Power::Country(country);
    if to.size == 0 || to.power == power {
        return Err(NoTrade::NotForeign);
    }
    if st.at_war(power, to.power) {
        return Err(NoTrade::Enemy);
    }
    Ok(())
}

/// The cities of a country's enemies, by index of their hexes: no trade unit goes there unasked.
pub fn hostile_cities(st: &State, country: CountryId) -> Vec<bool> {
    let mut closed = vec![false; HEXES];
    let enemies = st.sites.values().filter(|site| st.at_war(Power::Country(country), site.power));
    enemies.for_each(|site| closed[site.hex.index()] = true);
    closed
}

/// A city that traders may go to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    /// Which.
    pub to: SiteId,
    /// What it brings their country.
    pub gain: Talents,
    /// Weeks on the way in fine weather, 1 at least.
    pub weeks: u16,
}

/// The cities from which traders may set out, and get anywhere.
pub fn starts(sc: &Scenario, st: &State, country: CountryId) -> Vec<SiteId> {
    let ground = Ground::new(sc, st);
    let closed = hostile_cities(st, country);
    let mut goal = vec![false; HEXES];
    let goals = st.sites.values().filter(|site| may_call(st, country, site).is_ok());
    goals.for_each(|site| goal[site.hex.index()] = true);
    let gets_away = |site: &Site| {
        [false, true].into_iter().any(|naval| {
            let terms = Terms { naval, closed: Some(&closed), ..Terms::default() };
            leads_to(&ground, site.hex, &terms, |hex| goal[hex.index()])
        })
    };
    let able = st.sites.iter().filter(|(_, site)| may_set_out(sc, st, country, site).is_ok() && gets_away(site));
    able.map(|(id, _)| *id).collect()
}

/// All cities that traders of one may go to.
pub fn goals(sc: &Scenario, st: &State, country: CountryId, from: SiteId) -> Vec<Goal> {
    let ground = Ground::new(sc, st);
    let closed = hostile_cities(st, country);
    let mut weeks = vec![u16::MAX; HEXES];
    for (naval, points) in [(false, sc.rulings.trade.land), (true, sc.rulings.trade.naval)] {
        let week = (points * sc.rulings.march.impulses).max(1) as u16;
        let terms = Terms { naval, closed: Some(&closed), ..Terms::default() };
        for (hex, cost) in reach(&ground, st.site(from).hex, Credit(u16::MAX - 1), &terms) {
            let best = &mut weeks[hex.index()];
            *best = cost.0.div_ceil(week).max(1).min(*best);
        }
    }
    let open = st.sites.iter().filter(|(_, site)| may_call(st, country, site).is_ok());
    let goal = |(id, site): (&SiteId, &Site)| {
        let weeks = weeks[site.hex.index()];
        (weeks < u16::MAX).then(|| Goal { to: *id, gain: worth(sc, st, from, *id).0, weeks })
    };
    open.filter_map(goal).collect()
}

/// The quickest way from one hex to another in fine weather, by land or by sea, past the cities of enemies.
pub fn quickest(sc: &Scenario, st: &State, country: CountryId, from: HexId, to: HexId) -> Option<TradeRoute> {
    let ground = Ground::new(sc, st);
    let closed = hostile_cities(st, country);
    let by = |naval: bool| {
        let found = route(&ground, from, to, &Terms { naval, closed: Some(&closed), ..Terms::default() })?;
        let pace = if naval { sc.rulings.trade.naval } else { sc.rulings.trade.land };
        Some((u32::from(found.cost.0) * 100 / pace.max(1) as u32, naval, found.hexes))
    };
    let ways = [by(false), by(true)].into_iter().flatten();
    let (_, naval, hexes) = ways.min_by_key(|(time, ..)| *time)?;
    Some(TradeRoute { naval, hexes: hexes[1..].to_vec() })
}

/// A way that was named, from a hex: by land where all of it is passed by land, else by sea.
fn named(sc: &Scenario, st: &State, from: HexId, to: HexId, hexes: &[HexId]) -> Result<TradeRoute, NoTrade> {
    let ground = Ground::new(sc, st);
    let path: Vec<HexId> = std::iter::once(from).chain(hexes.iter().copied()).collect();
    let goes = |naval: bool| costs(&ground, &path, &Terms { naval, ..Terms::default() }).is_some();
    let barred = || (2..=path.len()).find(|end| !passes(&ground, &path[..*end])).map_or(0, |end| end - 2);
    let naval = !goes(false);
    if naval && !goes(true) {
        return Err(NoTrade::NoWay(Some(barred())));
    }
    if hexes.last() != Some(&to) {
        return Err(NoTrade::NoWay(Some(hexes.len() - 1)));
    }
    Ok(TradeRoute { naval, hexes: hexes.to_vec() })
}

fn passes(ground: &Ground, path: &[HexId]) -> bool {
    [false, true].into_iter().any(|naval| costs(ground, path, &Terms { naval, ..Terms::default() }).is_some())
}

/// ST-R58: builds a trade unit in a city and sends it to another, by a way of its own or the quickest. It sets out with the
/// march of the week.
pub fn send(
    sc: &Scenario, st: &mut State, country: CountryId, (from, to): (SiteId, SiteId), way: &[HexId],
) -> Result<(), NoTrade> {
    may_set_out(sc, st, country, st.site(from))?;
    may_call(st, country, st.site(to))?;
    let under_way = st.convoys.iter().filter(|convoy| convoy.country == country).count();
    if under_way >= sc.rulings.trade.most_units.max(0) as usize {
        return Err(NoTrade::TooMany);
    }
    let (hex, goal) = (st.site(from).hex, st.site(to).hex);
    let found = if way.is_empty() {
        quickest(sc, st, country, hex, goal).ok_or(NoTrade::NoWay(None))?
    } else {
        named(sc, st, hex, goal, way)?
    };
    if !pay(st, country, Talents(sc.rulings.trade.cost as u32)) {
        return Err(NoTrade::TooDear);
    }
    let TradeRoute { naval, hexes } = found;
    st.convoys.push(Convoy { country, hex, from, to, naval, route: hexes });
    Ok(())
}

/// ST-R58: what a trade unit brings its country, and its host: by the hexes between the cities, the distance counted to a
/// limit, and the size of the city that it comes to.
pub fn worth(sc: &Scenario, st: &State, from: SiteId, to: SiteId) -> (Talents, Talents) {
    let trade = &sc.rulings.trade;
    let (here, there) = (st.site(from), st.site(to));
    let hexes = here.hex.distance(there.hex).min(trade.most_hexes.max(0) as u32);
    let gain = hexes * trade.per_hex as u32 + u32::from(there.size) * trade.per_size as u32;
    (Talents(gain), Talents(gain / 2))
}
