//! Another state that a family cannot tell from this one: whatever it does not know is something else. For tests.

use kernel::{Dice, RuleRef};

use super::Insight;
use super::sight::{band, knowledge};
use crate::model::affairs::{Bombardment, Interception, Permission, Siege, Whom};
use crate::model::goods::Good;
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::location::{Location, Quota, Tower, TowerOwner};
use crate::model::measures::Rating;
use crate::model::money::Money;
use crate::model::persona::{Assets, Persona, Place, Side};
use crate::model::scenario::Scenario;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::model::troops::{Troop, Troops};
use crate::rules::titles::is_prelate;

const RULE: RuleRef = RuleRef::new("section 6");

/// Whatever the family does not know, changed at random.
pub fn hidden(sc: &Scenario, st: &State, family: FamilyId, dice: &mut Dice) -> State {
    let known = knowledge(sc, st, family);
    let mut stream = dice.stream("shuffle", family.0, 0);
    let mut roll = |most: i32| stream.range(1, most, RULE);
    let mut it = st.clone();
    let unseen: Vec<LocationId> = sc.board.location_ids().filter(|id| !known.seen.contains_key(id)).collect();
    for (at, before) in st.personae.iter().enumerate().filter(|(_, before)| before.family != family) {
        let id = PersonaId::at(at);
        let seen = known.state.persona(id).place != Place::UNKNOWN;
        shuffle_persona(sc, st, it.persona_mut(id), is_prelate(sc, st, id), seen, &mut roll);
        if !seen && !unseen.is_empty() && !matches!(before.place, Place::With(_)) {
            let location = unseen[roll(unseen.len() as i32) as usize - 1];
            let side = if roll(2) == 1 { Side::Inside } else { Side::Outside };
            it.persona_mut(id).place = Place::At(location, side);
        }
    }
    for location in sc.board.location_ids() {
        shuffle_location(sc, it.location_mut(location), family, known.seen.get(&location).copied(), &mut roll);
    }
    hide_depths(&mut it, family);
    shuffle_orders(&mut it, family, &known.seen);
    for (at, other) in it.families.iter_mut().enumerate().filter(|(at, _)| *at != family.index()) {
        (other.prestige_at_start, other.soundings) = (at as i64, vec![(LocationId(0), 9)]);
    }
    it
}

fn shuffle_persona(
    sc: &Scenario, st: &State, it: &mut Persona, prelate: bool, seen: bool, roll: &mut impl FnMut(i32) -> i32,
) {
    it.morale = rating(roll);
    let sermonizing = it.skills.of(Skill::Sermonizing);
    for skill in [Skill::Merchantry, Skill::Navigation, Skill::Sermonizing] {
        it.skills.set(skill, rating(roll), sc.rulings.persons.max_skills + 5);
    }
    if prelate || it.cardinal {
        it.skills.set(Skill::Sermonizing, sermonizing, sc.rulings.persons.max_skills + 5);
    } else {
        it.piety = rating(roll);
    }
    let men = it.assets.troops.men();
    let mut assets = Assets { money: Money::ducats(roll(9_999) as u64), ..Assets::default() };
    assets.goods.set(Good::Horses, roll(500) as u32);
    let mut troops = Troops::default();
    troops[Troop::Pikemen] = roll(3_000) as u32;
    if seen {
        for ship in crate::model::ships::Ship::ALL {
            assets.goods.set(ship.good(), it.assets.goods.ships(*ship));
        }
        // Others of the same band.
        let least = band(sc, men);
        let more = sc.rulings.visibility.bands.iter().find(|next| **next > least).map_or(50_000, |next| next - 1);
        troops = Troops::default();
        troops[Troop::Archers] = if least == 0 { 0 } else { least + roll((more - least + 1) as i32) as u32 - 1 };
    }
    assets.troops = troops;
    it.assets = assets;
    it.allies = vec![FamilyId(0)];
    (it.stay_outside_towers, it.alms) = (!it.stay_outside_towers && !seen, 7);
    it.bonus_city = (st.turn.0 > 0).then_some(LocationId(0));
}

fn rating(roll: &mut impl FnMut(i32) -> i32) -> Rating {
    Rating::new(i64::from(roll(999)))
}

fn shuffle_location(
    sc: &Scenario, it: &mut Location, family: FamilyId, insight: Option<Insight>, roll: &mut impl FnMut(i32) -> i32,
) {
    let other = FamilyId(if family.0 == 0 { 1 } else { 0 });
    it.burnt_grain = roll(99) as u32;
    if insight == Some(Insight::Inside) {
        return;
    }
    for list in [&mut it.ingress, &mut it.egress_denied, &mut it.market_rights] {
        let itself = list.contains(&family);
        list.clear();
        list.extend([other].into_iter().chain(itself.then_some(family)));
        list.sort_unstable();
    }
    it.waiting.retain(|(on, _)| *on == family);
    if insight == Some(Insight::Outside) {
        let least = band(sc, it.garrison);
        it.garrison = if least == 0 { 0 } else { least };
        return;
    }
    (it.wealth, it.loyalty, it.far, it.fas) = (rating(roll), rating(roll), rating(roll), rating(roll));
    (it.import_tariff, it.export_tariff, it.market_open) = (7, 9, !it.market_open);
    (it.garrison, it.recruits, it.blocked_months) = (roll(900) as u32, roll(900) as u32, 2);
    it.population = it.population.saturating_add(roll(1_000) as u32);
    for quota in it.supply.iter_mut().chain(&mut it.demand) {
        *quota = Quota { quantity: roll(500) as u32, price: roll(90) as u32 };
    }
    it.towers.retain(|tower| !matches!(tower.owner, TowerOwner::Family(owner) if owner != family));
    it.towers.push(Tower { owner: TowerOwner::Family(other), fas: rating(roll), garrison: 3 });
    it.towers.sort_by_key(|tower| tower.owner);
}

/// Depths of ports for which the family has not asked.
fn hide_depths(st: &mut State, family: FamilyId) {
    let told = st.family(family).soundings.clone();
    for (at, it) in st.locations.iter_mut().enumerate() {
        if it.depth > 0 && !told.iter().any(|(id, _)| id.index() == at) {
            it.depth = it.depth % 40 + 1;
        }
    }
}

/// Orders of others that hold this month or the next.
fn shuffle_orders(st: &mut State, family: FamilyId, seen: &std::collections::BTreeMap<LocationId, Insight>) {
    let own: Vec<bool> = st.personae.iter().map(|it| it.family == family).collect();
    let own = |id: PersonaId| own[id.index()];
    st.interceptions.retain(|it| own(it.persona));
    st.bombardments.retain(|it| own(it.persona));
    st.permissions.retain(|it| own(it.owner) || own(it.guest));
    let turn = st.turn;
    st.sieges.retain(|it| own(it.besieger) || it.from <= turn);
    for siege in st.sieges.iter_mut().filter(|it| !own(it.besieger) && !seen.contains_key(&it.location)) {
        (siege.successes, siege.closed) = (siege.successes + 1, !siege.closed);
    }
    let strangers: Vec<PersonaId> = st.living().map(|(id, _)| id).filter(|id| !own(*id)).take(2).collect();
    let [one, two] = strangers[..] else { return };
    st.interceptions.push(Interception { persona: one, whom: Whom::All, ferries: true, turn });
    st.bombardments.push(Bombardment { persona: one, whom: Whom::All, cannons: 3, turn });
    st.permissions.push(Permission { owner: one, guest: two, turn });
    let (tower, from) = (None, turn.later(1));
    st.sieges.push(Siege { besieger: two, location: LocationId(0), tower, from, successes: 0, closed: false });
}
