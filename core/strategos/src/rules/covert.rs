//! Spies, bribes, assassins (ST-21, ST-16.6 to ST-16.8, ST-R43, ST-R50, ST-R51).

use super::money::pay;
use crate::model::ids::{CountryId, SiteId};
use crate::model::measures::Talents;
use crate::model::rulings::{Covert, Rulings};
use crate::model::scenario::Scenario;
use crate::model::state::{Spy, State};

/// Why no spy is placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSpy {
    /// All of this quarter's are placed (ST-21.1).
    NoneLeft,
    /// One of one's own is there (ST-R50).
    Placed,
    /// Not so much money.
    TooDear,
}

/// ST-21.1, ST-21.2: places a spy in a city.
pub fn place_spy(sc: &Scenario, st: &mut State, country: CountryId, site: SiteId) -> Result<(), NoSpy> {
    if st.country(country).spies_left == 0 {
        return Err(NoSpy::NoneLeft);
    }
    let spy = Spy { country, site };
    if st.spies.contains(&spy) {
        return Err(NoSpy::Placed);
    }
    if !pay(st, country, Talents(sc.rulings.covert.spy_cost as u32)) {
        return Err(NoSpy::TooDear);
    }
    st.country_mut(country).spies_left -= 1;
    st.spies.push(spy);
    st.spies.sort_unstable();
    Ok(())
}

/// How a spy's week went (ST-21.3, ST-21.4, ST-R50).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpyWeek {
    /// A report that is off by at most so many per cent.
    Report {
        /// Per cent.
        error: i32,
    },
    /// Nothing.
    Nothing,
    /// He was caught; the city's owner learns whose he was.
    Caught,
}

/// ST-R50: by a d100.
pub fn spy_week(covert: &Covert, d100: i32) -> SpyWeek {
    match d100 {
        face if face <= covert.spy_good => SpyWeek::Report { error: covert.good_error },
        face if face <= covert.spy_poor => SpyWeek::Report { error: covert.poor_error },
        face if face <= covert.spy_nothing => SpyWeek::Nothing,
        _ => SpyWeek::Caught,
    }
}

/// What an assassin did (ST-21.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assassination {
    /// The leader is dead.
    Kill,
    /// The leader is wounded.
    Wound,
    /// Nothing.
    Failure,
}

/// ST-21.6, ST-R51: the chance in per cent that an assassin of a price kills a leader of an SA; `None` if nobody takes so
/// little.
pub fn kill_chance(covert: &Covert, price: Talents, sa: u8, in_city: bool) -> Option<i32> {
    let steps = (price.0 as i32).checked_sub(covert.assassin_least).filter(|more| *more >= 0)? / covert.assassin_step;
    let walls = if in_city { covert.kill_in_city } else { 0 };
    let chance = covert.kill_base + covert.kill_per_step * steps - covert.kill_per_sa * i32::from(sa) - walls;
    Some(chance.clamp(covert.kill_least, covert.kill_most))
}

/// ST-21.9, ST-R51: by a d100.
pub fn assassination(covert: &Covert, kill_chance: i32, d100: i32) -> Assassination {
    match d100 {
        face if face <= kill_chance => Assassination::Kill,
        face if face <= kill_chance + covert.wound_points => Assassination::Wound,
        _ => Assassination::Failure,
    }
}

/// What a bribe is for (ST-R43).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = StrategosBribePurpose, title = "StrategosBribePurpose")]
pub enum BribePurpose {
    /// To surrender a city.
    SurrenderCity,
    /// To stand aside for a week.
    StandAside,
    /// To change sides with the command.
    Defect,
}

/// ST-R43: the score that a leader of a loyalty needs to be won.
pub fn bribe_needed(covert: &Covert, purpose: BribePurpose, loyalty: u8) -> i32 {
    let more = match purpose {
        BribePurpose::SurrenderCity => covert.bribe_surrender,
        BribePurpose::StandAside => covert.bribe_stand_aside,
        BribePurpose::Defect => covert.bribe_defect,
    };
    i32::from(loyalty) + more
}

/// ST-R43: the score of a sum and a d10.
pub fn bribe_score(covert: &Covert, sum: Talents, d10: i32) -> i32 {
    (sum.0 as i32 / covert.bribe_per_point).min(covert.bribe_points_most) + d10
}

/// ST-16.8, ST-R43: whether a bribe is taken, and what it costs: all if it is, half if not. A 1 always fails.
pub fn bribe(covert: &Covert, purpose: BribePurpose, loyalty: u8, sum: Talents, d10: i32) -> (bool, Talents) {
    let taken = d10 != 1 && bribe_score(covert, sum, d10) >= bribe_needed(covert, purpose, loyalty);
    (taken, if taken { sum } else { sum.half() })
}

/// ST-21.1, ST-21.5: at the beginning of a quarter: new spies and a new assassin; spies of the last quarter are gone (ST-R50).
pub fn renew(rulings: &Rulings, st: &mut State) {
    st.spies.clear();
    for country in &mut st.countries {
        country.spies_left = rulings.covert.spies_a_quarter as u8;
        country.assassins_left = rulings.covert.assassins_a_quarter as u8;
    }
}
