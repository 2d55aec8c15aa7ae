//! Roads are built, and made longer again (RN-34, RN-R70).

use super::land::{are_joined, distance, road};
use crate::model::affairs::Road;
use crate::model::distance::Length;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::measures::Rating;
use crate::model::money::Money;
use crate::model::persona::Place;
use crate::model::rulings::Roads;
use crate::model::scenario::Scenario;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::model::troops::Troop;
use crate::rules::deed::Deed;
use crate::rules::force;
use crate::rules::month::Month;
use crate::rules::refusal::{Refused, must};

/// What an engineer does with a road.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Roadwork {
    /// He shortens the way (RN-34.2).
    Build,
    /// He lengthens it again (RN-34.5).
    Lengthen,
}

/// Changes the effective distance between where an engineer is and a location of the same land mass, for ducats and auxiliaries;
/// a change of nothing is refused (RN-R70).
pub fn work(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, to: LocationId, work: Roadwork,
) -> Result<(), Refused> {
    let figures = &sc.rulings.roads;
    must(!month.acts(by).engineered, "RN-34.6", "he has given an order of engineering this month")?;
    let Place::At(from, _) = st.persona(by).place else {
        return Err(Refused { rule: "RN-34.2", reason: "he is not at a location" });
    };
    must(from != to && are_joined(sc, from, to), "RN-34.2", "there is water between, or it is the same place")?;
    let full = distance(sc, from, to).hundredths();
    let now = road(st, from, to).map(|road| road.length);
    must(work == Roadwork::Build || now.is_some(), "RN-34.5", "there is no road")?;
    let after = changed(figures, work, full, now.unwrap_or(full), st.persona(by).skills.of(Skill::Engineering));
    must(after != now.unwrap_or(full), "RN-R70", "nothing can be gained any more")?;
    let persona = st.persona_mut(by);
    must(persona.assets.troops[Troop::Auxiliaries] >= figures.men, "RN-34.2", "he has not enough auxiliaries")?;
    let left = persona.assets.money.less(Money::ducats(figures.ducats));
    let left = left.ok_or(Refused { rule: "RN-34.2", reason: "he has not enough ducats" })?;
    persona.assets.money = left;
    persona.assets.troops[Troop::Auxiliaries] -= figures.men;
    force::settle(persona);
    if work == Roadwork::Build {
        let rating = persona.skills.of(Skill::Engineering).changed(1);
        persona.skills.set(Skill::Engineering, rating, usize::MAX);
    }
    month.acts_mut(by).engineered = true;
    record(st, from, to, Some(after).filter(|length| *length < full));
    month.deeds.push(Deed::Road { persona: by, from, to, length: after });
    Ok(())
}

/// The effective distance after the work of an engineer: not below half of the full one, and not above it (RN-34.2 to RN-34.5).
pub fn changed(figures: &Roads, work: Roadwork, full: Length, now: Length, engineering: Rating) -> Length {
    let points = u64::from(engineering.get());
    match work {
        Roadwork::Build => {
            let least = Length(full.0 * figures.least_per_cent / 100).hundredths();
            Length(now.0.saturating_sub(points * figures.build_millionths)).hundredths().max(least)
        }
        Roadwork::Lengthen => Length(now.0 + points * figures.lengthen_millionths).hundredths().min(full),
    }
}

/// Roads stand in the order of their ends; one that shortens nothing is none (RN-34.1).
fn record(st: &mut State, a: LocationId, b: LocationId, length: Option<Length>) {
    let (a, b) = (a.min(b), a.max(b));
    st.roads.retain(|road| (road.a, road.b) != (a, b));
    if let Some(length) = length {
        let at = st.roads.partition_point(|road| (road.a, road.b) < (a, b));
        st.roads.insert(at, Road { a, b, length });
    }
}
