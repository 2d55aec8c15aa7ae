//! What a country can spend: what is over when every week up to the end of the next winter has been paid.

use super::draft::Draft;
use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, CountryId, Power};
use crate::model::measures::{Quarter, Turn};
use crate::model::rulings::Weather;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::city::{is_taxed, tax_level};
use crate::rules::supply;

/// Weeks of upkeep that are kept for what cannot be foreseen.
const RESERVE_WEEKS: i64 = 1;

/// What comes in and goes out in a week.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Money now.
    pub treasury: i64,
    /// Taxes of a week out of winter.
    pub tax: i64,
    /// Pay and supply of a week, of what is being built, too.
    pub upkeep: i64,
}

impl Budget {
    /// As things stand.
    pub fn of(draft: &Draft<'_>) -> Self {
        let (sc, st) = (draft.sc, &draft.st);
        let taxed = st.sites.keys().filter(|site| is_taxed(sc, st, draft.country, **site));
        let taxed = taxed.filter(|site| st.site(**site).blockade.is_none() && !st.site(**site).beset);
        let tax: u32 = taxed.map(|site| tax_level(&sc.rulings, st.site(*site).size).0).sum();
        // Events, raids and rain take their share.
        Self {
            treasury: i64::from(draft.treasury().0),
            tax: i64::from(tax) * 97 / 100,
            upkeep: i64::from(upkeep(sc, st, draft.country)),
        }
    }

    /// The least that will be in the treasury at the end of any week up to the end of the next winter, or of the campaign, if
    /// nothing is spent; the reserve is taken off.
    pub fn spare(&self, draft: &Draft<'_>) -> i64 {
        self.least(draft, 0) - self.reserve()
    }

    /// What is kept back.
    pub fn reserve(&self) -> i64 {
        RESERVE_WEEKS * self.upkeep
    }

    /// The same with so much more upkeep a week, without the reserve.
    pub fn least(&self, draft: &Draft<'_>, more: i64) -> i64 {
        let (sc, now) = (draft.sc, draft.st.turn);
        let last = Turn(sc.turn_limit);
        let (mut money, mut least, mut wintered) = (self.treasury, i64::MAX, false);
        let mut turn = now;
        while turn <= last {
            let winter = sc.quarter(turn) == Quarter::Winter;
            if wintered && !winter {
                break;
            }
            wintered |= winter;
            money += if winter { self.tax / 2 } else { self.tax } - self.upkeep - more;
            least = least.min(money);
            turn = turn.later(1);
        }
        if least == i64::MAX { self.treasury } else { least.min(self.treasury) }
    }

    /// How many units at a price and an upkeep each can be had, at most so many, and the winter still be paid.
    pub fn affords(&self, draft: &Draft<'_>, price: u32, upkeep: u32, most: u16) -> u16 {
        (0..=most)
            .rev()
            .find(|count| {
                let count = i64::from(*count);
                let cost = count * i64::from(price);
                self.treasury >= cost && self.least(draft, count * i64::from(upkeep)) - cost >= self.reserve()
            })
            .unwrap_or(0)
    }
}

/// What the units of a country cost a week, those that are being built or on their way too.
pub fn upkeep(sc: &Scenario, st: &State, country: CountryId) -> u32 {
    let power = Power::Country(country);
    let own = st.commands.iter().filter(|(_, it)| it.power == power);
    let pay = |id: &CommandId| -> u32 {
        let it = st.command(*id);
        let fleet = if it.kind == CommandKind::Fleet {
            let port = supply::in_friendly_port(sc, st, it);
            supply::fleet_supply(&sc.rulings, it.units.sqds(), port, Weather::RainWind).0
        } else {
            0
        };
        supply::upkeep(sc, it).0 + fleet
    };
    let mut upkeep: u32 = own.map(|(id, _)| pay(id)).sum();
    let mine = |site| st.site(site).power == power;
    upkeep += st
        .building
        .iter()
        .filter(|each| mine(each.site))
        .map(|each| u32::from(each.count) * sc.units.of(each.kind).upkeep)
        .sum::<u32>();
    upkeep += st
        .journeys
        .iter()
        .filter(|journey| journey.power == power)
        .map(|journey| journey.units.sum(&sc.units, |figures| figures.upkeep))
        .sum::<u32>();
    upkeep
}
