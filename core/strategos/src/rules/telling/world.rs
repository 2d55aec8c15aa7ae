//! What all learn: the weather, who holds which city, wars, dispatches, who is out, how it ended (section 6).

use super::Scribe;
use crate::model::ids::Name;
use crate::model::state::Standing;
use crate::rules::event::What;

/// Step 5.
pub fn weather(scribe: &mut Scribe<'_>) {
    let (weather, rain) = (scribe.played.report.weather, scribe.after.sky.rain.weeks);
    scribe.all("ST-13.1", What::WeatherCame { weather, rain_weeks: rain });
}

/// Steps 18 and 19: cities, wars, dispatches. Cities stand in their order, however they changed hands.
pub fn public(scribe: &mut Scribe<'_>) {
    let enemies = |state: &crate::model::state::State, a, b| state.standing(a, b) == Standing::Enemy;
    for relation in &scribe.after.relations {
        let (a, b) = (relation.a, relation.b);
        if enemies(scribe.after, a, b) && !enemies(scribe.before, a, b) {
            scribe.all("ST-22.15", What::WarBegan { between: vec![scribe.key(a), scribe.key(b)] });
        }
    }
    for (id, site) in &scribe.after.sites {
        let Some(was) = scribe.before.sites.get(id).filter(|was| was.power != site.power) else { continue };
        let capital = scribe.sc.countries.iter().find(|country| country.capital == *id);
        let what = What::CityTaken {
            city: site.name.clone(),
            from: scribe.power(was.power),
            to: scribe.power(site.power),
            capital_of: capital.map(|country| country.key.clone()),
        };
        scribe.all("ST-R44", what);
    }
    for (by, text) in &scribe.played.deeds.dispatches {
        scribe.all("ST-R59", What::DispatchPublished { by: scribe.key(*by), text: text.clone() });
    }
}

/// Step 20: who is out, and the end.
pub fn ending(scribe: &mut Scribe<'_>) {
    for country in &scribe.played.report.out {
        scribe.all("ST-R64", What::CountryOut { country: scribe.key(*country) });
    }
    if let Some(ending) = &scribe.after.ended {
        let ranking: Vec<Name> = ending.ranking.iter().map(|country| scribe.key(*country)).collect();
        scribe.all("ST-R60", What::CampaignEnded { reason: ending.reason, ranking });
    }
}
