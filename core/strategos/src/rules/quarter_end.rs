//! Steps 18 and 20: treaties, morale, held cities, eliminations, the end (ST-8.11, ST-22, ST-R30, ST-R54, ST-R60, ST-R64).

use std::collections::BTreeMap;

use kernel::{Dice, RuleRef};

use super::capture::Fallen;
use super::revolt::{quiet_garrison, roll};
use super::treaties::TreatiesEnded;
use super::{appointment, morale, treaties, victory};
use crate::model::ids::{CommandId, CountryId, LeaderId, Power};
use crate::model::scenario::Scenario;
use crate::model::state::{SiteStatus, State};

/// What step 18 brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatusWeek {
    /// Treaties that ended.
    pub ended: TreatiesEnded,
    /// Cities that rose because a treaty was broken.
    pub fallen: Vec<Fallen>,
}

/// Step 18: treaties end or lapse, the cities of who broke one check and may rise at once (ST-R55), and what the week did to
/// morale is applied.
pub fn status_changes(sc: &Scenario, st: &mut State, dice: &mut Dice) -> StatusWeek {
    let mut fallen = Vec::new();
    let ended = treaties::end_of_turn(st);
    for check in &ended.checks {
        let face = dice.stream("morale", check.site.0, 3).range(1, 20, RuleRef::new("ST-22.4"));
        if !morale::holds(check.against, face) {
            fallen.extend(roll(sc, st, check.site, 1, dice));
        }
    }
    morale::apply_week(&sc.rulings, st);
    StatusWeek { ended, fallen }
}

/// What rulers decide for the end of a quarter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QuarterOrders {
    /// Leaders who are dismissed and replaced, one of a country (ST-8.10).
    pub dismissed: BTreeMap<CountryId, LeaderId>,
    /// Who is lost first where there are too many (ST-8.11).
    pub lost_first: BTreeMap<CountryId, Vec<LeaderId>>,
}

/// Step 20, in the last week of a quarter: Stores are lost (ST-1.9), cities held long enough are allied (ST-R30), countries
/// without a city are out (ST-R64), leaders are dismissed and replaced (ST-8.10), excess leaders are lost (ST-8.11), morale drifts
/// (ST-R54). Those who are out now.
pub fn end_quarter(sc: &Scenario, st: &mut State, orders: &QuarterOrders, dice: &mut Dice) -> Vec<CountryId> {
    if !sc.closes_quarter(st.turn) {
        return Vec::new();
    }
    settle_held_cities(sc, st);
    let out = eliminate(sc, st);
    for country in sc.country_ids() {
        let dismissed = orders.dismissed.get(&country).filter(|leader| {
            // He may have fallen, or changed sides, since it was ordered.
            st.leaders.get(leader).is_some_and(|him| him.power == Power::Country(country))
        });
        if let Some(leader) = dismissed {
            let replaced = appointment::dismiss(sc, st, *leader, dice);
            debug_assert!(replaced.is_ok(), "it is the end of a quarter, and he is here");
        }
        drop_excess(st, country, orders.lost_first.get(&country).map_or(&[], Vec::as_slice));
        let morale = st.country(country).morale;
        st.country_mut(country).morale = morale::after_quarter(&sc.rulings, morale);
    }
    st.sites.values_mut().for_each(|site| site.stores = 0);
    st.ended = victory::ending(sc, st, st.turn);
    out
}

/// ST-R30: a captured city held for 26 weeks, with a garrison as great as its size at the end of each quarter, is allied. A
/// garrison that is too small begins the count anew.
fn settle_held_cities(sc: &Scenario, st: &mut State) {
    let next = st.turn.later(1);
    for id in st.sites.keys().copied().collect::<Vec<_>>() {
        if st.site(id).status != SiteStatus::Captured || st.site(id).size == 0 {
            continue;
        }
        let enough = quiet_garrison(st, id) >= u16::from(st.site(id).size);
        let site = st.site_mut(id);
        if !enough {
            site.since = next;
        } else if next.since(site.since) >= sc.rulings.cities.allied_after_weeks as u16 {
            site.status = SiteStatus::Allied;
        }
    }
}

/// ST-R64: a country without a city is out: its forces disband, its forts are given up.
fn eliminate(sc: &Scenario, st: &mut State) -> Vec<CountryId> {
    let mut out = Vec::new();
    for country in sc.country_ids() {
        let power = Power::Country(country);
        let has_city =
            st.sites.values().any(|site| site.power == power && site.size > 0 && site.status != SiteStatus::Captured);
        if st.country(country).out || has_city {
            continue;
        }
        out.push(country);
        st.country_mut(country).out = true;
        disband_all(sc, st, power);
    }
    out
}

fn disband_all(sc: &Scenario, st: &mut State, power: Power) {
    let own: Vec<CommandId> =
        st.commands.iter().filter(|(_, it)| it.power == power && !it.kind.is_site()).map(|(id, _)| *id).collect();
    for id in own {
        super::journeys::remove_command(st, id);
    }
    let sites: Vec<_> = st.sites.iter().filter(|(_, site)| site.power == power).map(|(id, _)| *id).collect();
    for id in sites {
        if st.site(id).size > 0 {
            free(sc, st, id);
        } else {
            let site = st.sites.remove(&id).expect("it was listed");
            st.commands.remove(&site.command);
            st.building.retain(|each| each.site != id);
            st.journeys.retain(|each| each.to != id);
        }
    }
    st.leaders.retain(|_, leader| leader.power != power);
    st.journeys.retain(|journey| journey.power != power);
    if let Power::Country(country) = power {
        st.spies.retain(|spy| spy.country != country);
        st.convoys.retain(|convoy| convoy.country != country);
        st.appeals.retain(|_, appeal| appeal.from != country && appeal.to != power);
    }
}

/// A captured city of a country that is out is its own master, with levies of half its size.
fn free(sc: &Scenario, st: &mut State, id: crate::model::ids::SiteId) {
    // Nobody escapes and nothing is rolled: the country's leaders are gone with it.
    let mut still = Dice::middling().quiet();
    super::capture::fall(sc, st, id, Power::FreeCity(id), super::capture::Fall::Revolt, &mut still);
}

/// ST-8.11, ST-R22: with more leaders than commands, those of the player's list are lost first, then the unassigned, lowest in
/// MA and LOY and SA together, the newest. Who was lost.
pub fn drop_excess(st: &mut State, country: CountryId, first: &[LeaderId]) -> Vec<LeaderId> {
    let power = Power::Country(country);
    let posts = st.commands.values().filter(|command| command.power == power).count();
    let mut own: Vec<LeaderId> =
        st.leaders.iter().filter(|(_, leader)| leader.power == power).map(|(id, _)| *id).collect();
    let excess = own.len().saturating_sub(posts);
    own.sort_by_key(|id| {
        let leader = &st.leaders[id];
        let listed = first.iter().position(|each| each == id).unwrap_or(usize::MAX);
        let sum = leader.ratings.ma + leader.ratings.loy + leader.ratings.sa;
        (listed, leader.post.is_some(), sum, std::cmp::Reverse(*id))
    });
    let gone: Vec<LeaderId> = own.into_iter().take(excess).collect();
    for id in &gone {
        let leader = st.leaders.remove(id).expect("he was listed");
        if let Some(post) = leader.post {
            st.command_mut(post).leader = None;
        }
        st.journeys.iter_mut().for_each(|journey| journey.leaders.retain(|each| each != id));
    }
    gone
}
