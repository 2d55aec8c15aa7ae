//! Revenue: what a city yields in a week (ST-3.2, ST-3.3, ST-4, ST-R31).

use super::city::{is_taxed, tax_level};
use crate::model::ids::{CountryId, SiteId};
use crate::model::measures::{Talents, Turn};
use crate::model::rulings::Rulings;
use crate::model::scenario::Scenario;
use crate::model::state::{Spoils, State};

/// What bears on the tax of a city in a week.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TaxFacts {
    /// Its size.
    pub size: u8,
    /// Whether it is winter.
    pub winter: bool,
    /// Whether it suffers from looting or pillage (ST-4.3).
    pub spoiled: bool,
    /// Whether the week opened with an enemy force outside (ST-4.1).
    pub beset: bool,
    /// Whether it is blockaded (ST-4.2).
    pub blockaded: bool,
    /// Whether an event takes half (ST-4.5).
    pub halved: bool,
    /// Whether an event takes all.
    pub none: bool,
}

/// ST-R31: the tax before raids. Halvings multiply, the result is rounded down; a blockade, or looting in winter, leaves
/// nothing.
pub fn tax(rulings: &Rulings, facts: &TaxFacts) -> Talents {
    if facts.blockaded || facts.none || facts.spoiled && facts.winter {
        return Talents(0);
    }
    let halvings =
        [facts.winter, facts.spoiled, facts.beset, facts.halved].into_iter().filter(|halved| *halved).count();
    Talents(tax_level(rulings, facts.size).0 >> halvings)
}

/// ST-4.3, ST-R36: whether a city suffers the after-effects of looting or pillage: the ten weeks after the last of the work.
pub fn is_spoiled(rulings: &Rulings, spoils: Option<&Spoils>, turn: Turn) -> bool {
    spoils.is_some_and(|spoils| (1..=rulings.cities.spoils_weeks as u16).contains(&turn.since(spoils.done)))
}

/// What bears on the tax of a city this turn.
pub fn facts(sc: &Scenario, st: &State, id: SiteId) -> TaxFacts {
    let site = st.site(id);
    let lasts = |until: Option<Turn>| until.is_some_and(|until| until >= st.turn);
    TaxFacts {
        size: site.size,
        winter: sc.quarter(st.turn).is_winter(),
        spoiled: is_spoiled(&sc.rulings, site.spoils.as_ref(), st.turn),
        beset: site.beset,
        blockaded: site.blockade.is_some(),
        halved: lasts(site.half_tax_until),
        none: lasts(site.no_tax_until),
    }
}

/// ST-4.4, ST-6.9: what a city pays this turn, less what raiders took.
pub fn city_revenue(sc: &Scenario, st: &State, id: SiteId) -> Talents {
    let tax = tax(&sc.rulings, &facts(sc, st, id));
    Talents(tax.0.saturating_sub(st.site(id).raided.0))
}

/// ST-3.2: what a country collects this turn.
pub fn revenue(sc: &Scenario, st: &State, country: CountryId) -> Talents {
    let taxed = st.sites.keys().filter(|site| is_taxed(sc, st, country, **site));
    taxed.map(|site| city_revenue(sc, st, *site)).sum()
}
