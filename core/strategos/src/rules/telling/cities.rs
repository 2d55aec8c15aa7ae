//! Cities and forts: growth, siege, plunder, fall.

use super::Scribe;
use super::court::all_fallen;
use crate::model::ids::{CountryId, Power};
use crate::model::state::{Site, SiteStatus};
use crate::rules::capture::{Fall, Fallen};
use crate::rules::event::{CityFall, PlunderEnd, What};
use crate::rules::plunder::WorkWeek;

/// Step 4: what was founded, built and raised: to who did it.
pub fn administration(scribe: &mut Scribe<'_>) {
    let turn = scribe.before.turn;
    for (id, site) in &scribe.after.sites {
        let (name, hex) = (site.name.clone(), site.hex);
        let was = scribe.before.sites.get(id).filter(|was| was.size > 0 || site.size == 0); // A ruin may be founded anew.
        let Some(was) = was else {
            let what = if site.size > 0 {
                What::CityFounded { city: name, hex }
            } else {
                What::FortBuilt { fort: name, hex, dv: site.dv }
            };
            scribe.to(site.power, if site.size > 0 { "ST-2.3" } else { "ST-14.5" }, what);
            continue;
        };
        if was.power != site.power {
            continue;
        }
        if site.grown == Some(turn) && was.grown != site.grown {
            scribe.to(site.power, "ST-2.4", What::CityGrew { city: name.clone(), size: site.size });
        }
        if site.fortified == Some(turn) && was.fortified != site.fortified {
            scribe.to(site.power, "ST-14.3", What::WallsRaised { city: name.clone(), dv: site.dv });
        }
        if site.base && !was.base {
            scribe.to(site.power, "ST-3.7", What::BaseSet { city: name });
        }
    }
}

/// Step 13: to the besieged exactly, to the besieger about (section 6); what starved; what work did.
pub fn sieges(scribe: &mut Scribe<'_>) {
    for (id, site) in &scribe.after.sites {
        if let Some(was) = scribe.before.sites.get(id) {
            siege(scribe, *id, site, was);
        }
    }
    let week = &scribe.played.report.siege;
    for (site, lost) in &week.starved {
        let power = holder(scribe, *site);
        scribe.to(power, "ST-20.6", What::GarrisonStarved { city: scribe.site(*site), lost: *lost });
    }
    for (site, size) in &week.devastated {
        let power = holder(scribe, *site);
        scribe.to(power, "ST-2.7", What::CityDevastated { city: scribe.site(*site), size: *size });
    }
    for (site, dv) in &week.demolished {
        let power = holder(scribe, *site);
        scribe.to(power, "ST-2.10", What::WallsPulledDown { city: scribe.site(*site), dv: *dv });
    }
    for (site, outcome) in &week.worked {
        plundered(scribe, *site, *outcome);
    }
    for (id, site) in &scribe.after.sites {
        let now = site.spoils.filter(|spoils| spoils.done == scribe.before.turn);
        let new = now.is_some() && scribe.before.sites.get(id).is_some_and(|was| was.spoils != now);
        if new && !week.worked.iter().any(|(worked, _)| worked == id) {
            plundered(scribe, *id, WorkWeek::Spoiled);
        }
    }
    for site in &week.wavered {
        let times = scribe.after.sites.get(site).map_or(1, |site| site.waver.max(1));
        let power = holder(scribe, *site);
        scribe.to(power, "ST-R42", What::CityWavered { city: scribe.site(*site), times });
    }
}

/// Who held a site in step 13, before it rose or was ceded.
fn holder(scribe: &Scribe<'_>, site: crate::model::ids::SiteId) -> Power {
    let later = scribe.played.report.siege.fallen.iter().chain(&scribe.played.report.risen);
    let fell = later.filter(|fallen| fallen.site == site).map(|fallen| fallen.from).next();
    let found = scribe.after.sites.get(&site).or_else(|| scribe.before.sites.get(&site));
    fell.or(found.map(|site| site.power)).unwrap_or(Power::FreeCity(site))
}

fn siege(scribe: &mut Scribe<'_>, id: crate::model::ids::SiteId, site: &Site, was: &Site) {
    let (name, blockade_weeks) = (site.name.clone(), site.blockade.map_or(0, |blockade| blockade.weeks));
    let mut by: Vec<Power> =
        [site.siege.map(|siege| siege.by), site.blockade.map(|blockade| blockade.by)].into_iter().flatten().collect();
    by.dedup();
    if by.is_empty() {
        let before = [was.siege.map(|siege| siege.by), was.blockade.map(|blockade| blockade.by)];
        let mut before: Vec<Power> = before.into_iter().flatten().filter(|_| was.power == site.power).collect();
        before.dedup();
        if !before.is_empty() {
            scribe.to(site.power, "ST-R39", What::SiegeLifted { city: name.clone(), own: true });
        }
        for power in before {
            scribe.to(power, "ST-R39", What::SiegeLifted { city: name.clone(), own: false });
        }
        return;
    }
    let what = What::CityBesieged {
        city: name.clone(),
        by: scribe.powers(&by),
        siege: site.siege.is_some(),
        blockade_weeks,
        dv: site.dv_current,
        stores: site.stores,
    };
    scribe.to(site.power, "ST-R38", what);
    for country in by.iter().filter_map(|power| power.country()).collect::<Vec<CountryId>>() {
        let power = Power::Country(country);
        let dv = scribe.after.memory[country.index()].sites.get(&id).map(|report| report.dv);
        let what = What::SiegeReported {
            city: name.clone(),
            siege: site.siege.is_some_and(|siege| siege.by == power),
            blockade_weeks: site.blockade.filter(|blockade| blockade.by == power).map_or(0, |blockade| blockade.weeks),
            dv,
        };
        scribe.only(country, "ST-R38", what);
    }
}

fn plundered(scribe: &mut Scribe<'_>, site: crate::model::ids::SiteId, outcome: WorkWeek) {
    let report = &scribe.played.report;
    let power = holder(scribe, site);
    let end = match outcome {
        WorkWeek::GoesOn => PlunderEnd::GoesOn,
        WorkWeek::Done => PlunderEnd::Done,
        WorkWeek::Prevented => PlunderEnd::Prevented,
        WorkWeek::Spoiled => PlunderEnd::Spoiled,
    };
    // What a city that rises in the same week would have brought is lost (ST-5.3).
    let rose = report.risen.iter().any(|fallen| fallen.site == site);
    let gained = report.siege.takings.iter().filter(|each| each.site == site && !rose);
    let talents = gained.map(|each| each.talents.0).sum();
    let captured = |site: &Site| site.status == SiteStatus::Captured;
    let held = scribe.after.sites.get(&site).filter(|_| !rose).or_else(|| scribe.before.sites.get(&site));
    let pillage = held.is_some_and(captured);
    let what = What::PlunderEnded { city: scribe.site(site), pillage, end, talents };
    scribe.to(power, if pillage { "ST-6.5" } else { "ST-5.4" }, what);
}

/// Cities that fell in whatever way: to who had them and to who has them; all others learn it in step 19.
pub fn falls(scribe: &mut Scribe<'_>) {
    for fallen in all_fallen(scribe).collect::<Vec<&Fallen>>() {
        let (how, rule) = match fallen.how {
            Fall::Assault => (CityFall::Assault, "ST-R40"),
            Fall::Surrender => (CityFall::Surrender, "ST-R44"),
            Fall::Free => (CityFall::Free, "ST-R44"),
            Fall::Revolt => (CityFall::Revolt, "ST-R45"),
        };
        let (city, taken, ships) = (scribe.site(fallen.site), fallen.taken, fallen.ships);
        let to = scribe.power(fallen.to);
        scribe.to(fallen.from, rule, What::CityLost { city: city.clone(), to, how, taken, ships, lost: fallen.lost });
        let from = scribe.power(fallen.from);
        scribe.to(fallen.to, rule, What::CityWon { city, from, how, taken, ships });
    }
}

/// Step 20: captured cities that are allied ones now (ST-R30).
pub fn settled(scribe: &mut Scribe<'_>) {
    for (id, site) in &scribe.after.sites {
        let was = scribe.before.sites.get(id).filter(|was| was.power == site.power);
        if site.status == SiteStatus::Allied && was.is_some_and(|was| was.status == SiteStatus::Captured) {
            scribe.to(site.power, "ST-R30", What::CitySettled { city: site.name.clone() });
        }
    }
}
