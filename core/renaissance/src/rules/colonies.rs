//! Colonists settle (RN-48).

use super::deed::Deed;
use super::force;
use super::growth;
use super::month::Month;
use super::refusal::{Refused, must};
use crate::model::asset::Asset;
use crate::model::family::Religion;
use crate::model::goods::Good;
use crate::model::ids::PersonaId;
use crate::model::persona::Place;
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// Men and slaves of a persona settle where he is, as many as he has of them.
pub fn plant(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, people: &[(Asset, u32)],
) -> Result<(), Refused> {
    let Place::At(location, _) = st.persona(by).place else {
        return Err(Refused { rule: "RN-48.1", reason: "he is not at a location" });
    };
    let figures = &sc.rulings.colonies;
    must(sc.board.location(location).colonizable, "RN-48.1", "the place is not open to colonization")?;
    let faith = matches!(st.religion_of(by), Religion::Catholic | Religion::Orthodox);
    must(faith, "RN-48.1", "only Catholics and Orthodox colonize")?;
    must(st.location(location).population < figures.population_most, "RN-48.4", "the place is full")?;
    let is_people = |asset: &Asset| matches!(asset, Asset::Men(_) | Asset::Good(Good::Slaves));
    must(people.iter().all(|(asset, _)| is_people(asset)), "RN-48.3", "colonists are men and slaves")?;
    let assets = &st.persona(by).assets;
    let present = people.iter().map(|(asset, count)| (*asset, (*count).min(assets.of(*asset))));
    let present: Vec<(Asset, u32)> = present.collect();
    let count = |slaves: bool| {
        let counted = present.iter().filter(|(asset, _)| (*asset == Asset::Good(Good::Slaves)) == slaves);
        counted.map(|(_, count)| count).sum::<u32>()
    };
    let (others, slaves) = (count(false), count(true));
    must(others + slaves > 0, "RN-48.3", "he has nobody who could settle")?;
    must(growth::may_plant(others, slaves), "RN-48.3", "at most half of them may be slaves")?;
    let persona = st.persona_mut(by);
    for (asset, count) in present {
        persona.assets.take(asset, count);
    }
    force::settle(persona);
    let planted = &mut month.site_mut(location).planted;
    let lost = growth::plant(st.location_mut(location), planted, others + slaves, figures);
    month.deeds.push(Deed::Planted { persona: by, location, settled: others + slaves - lost, lost });
    Ok(())
}
