//! Whole states that fit what a family knows: places, men and money of the others, and locations that nobody of it sees, are
//! drawn within what it was told.

use kernel::{Dice, RuleRef, Stream};

use crate::knowledge::Knowledge;
use crate::model::goods::Good;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::location::Quota;
use crate::model::measures::Rating;
use crate::model::money::Money;
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::model::troops::Troop;
use crate::rules::setup::at_set_up;
use crate::rules::titles::is_prelate;

const RULE: RuleRef = RuleRef::new("plan");
/// Most ducats that somebody is taken to have.
const DUCATS: i32 = 20_000;
/// Most men that somebody is taken to lead whom nobody sees.
const MEN: i32 = 600;

/// A whole state that fits what the family knows.
pub fn sample(sc: &Scenario, knowledge: &Knowledge, dice: &mut Dice) -> State {
    let (family, mut st) = (knowledge.family, knowledge.state.clone());
    if st.ended.is_some() {
        return st;
    }
    let mut rng = dice.stream("sample", family.0, st.turn.0);
    let unseen: Vec<LocationId> = sc.board.location_ids().filter(|id| !knowledge.seen.contains_key(id)).collect();
    for id in (0..st.personae.len()).map(PersonaId::at) {
        if st.persona(id).family != family && st.persona(id).alive {
            somebody(sc, &mut st, id, &unseen, &mut rng);
        }
    }
    for location in unseen {
        somewhere(sc, &mut st, location, &mut rng);
    }
    // What gains are measured by is read off the scenario: everybody can.
    for (of, start) in st.families.iter_mut().zip(at_set_up(sc).families) {
        of.prestige_at_start = start.prestige_at_start;
    }
    st
}

fn somebody(sc: &Scenario, st: &mut State, id: PersonaId, unseen: &[LocationId], rng: &mut Stream<'_>) {
    let clergy = st.persona(id).cardinal || is_prelate(sc, st, id);
    let home = sc.family(st.persona(id).family).citizen_of;
    let persona = st.persona_mut(id);
    persona.assets.money = Money::ducats(rng.range(0, DUCATS, RULE) as u64);
    persona.assets.goods.set(Good::Horses, rng.range(0, 40, RULE) as u32);
    if !clergy {
        persona.piety = Rating::new(rng.range(0, 500, RULE).into());
    }
    persona.skills.set(Skill::Navigation, Rating::new(rng.range(0, 400, RULE).into()), sc.rulings.persons.max_skills);
    let mut men = persona.assets.troops.men();
    if persona.place == Place::UNKNOWN {
        men = rng.range(0, MEN, RULE) as u32;
        let away = (!unseen.is_empty()).then(|| unseen[rng.pick(unseen.len(), RULE)]);
        let place = if unseen.contains(&home) { Some(home) } else { away };
        persona.place = place.map_or(Place::UNKNOWN, |place| Place::At(place, Side::Inside));
    }
    let troops = &mut persona.assets.troops;
    *troops = Default::default();
    troops[Troop::Pikemen] = men;
    persona.morale = if men > 0 { Rating::new(rng.range(300, 600, RULE).into()) } else { Rating::default() };
}

fn somewhere(sc: &Scenario, st: &mut State, location: LocationId, rng: &mut Stream<'_>) {
    let record = sc.board.location(location);
    let people = st.location(location).published;
    let here = st.location_mut(location);
    let mut rating = |low: i32, high: i32| Rating::new(rng.range(low, high, RULE).into());
    (here.wealth, here.loyalty) = (rating(80, 180), rating(300, 700));
    (here.far, here.fas) = (rating(20, 120), rating(20, 120));
    here.garrison = people / 100;
    here.recruits = people / 50;
    (here.import_tariff, here.export_tariff) = (10, 10);
    let some = |base: crate::model::measures::BaseQuantity, price: u32| Quota { quantity: base.full(people), price };
    for (quota, record) in here.supply.iter_mut().zip(&record.supply) {
        *quota = some(record.base, 10);
    }
    for (quota, record) in here.demand.iter_mut().zip(&record.demand) {
        *quota = some(record.base, 12);
    }
}
