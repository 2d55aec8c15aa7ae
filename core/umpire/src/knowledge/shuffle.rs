//! Another world that a seat cannot tell from the true one: for the test that nothing hidden leaks.
//!
//! Changed is whatever docs/rules/umpire.md, section 6, keeps from the seat. Kept is what it has been told, and what
//! the published ranking depends on: the revenue of civilised nations, the number of a tribal nation's units.

use kernel::{Dice, RuleRef};

use crate::knowledge::morale_word;
use crate::model::combat_orders::{Arm, CombatOrders, DefaultAction};
use crate::model::ids::{Factions, NationId, ProvinceId, Rp, TypeId};
use crate::model::scenario::{Category, Scenario};
use crate::model::state::{Contact, LateEvent, Siege, State};
use crate::rules::informants::conditions;

const RULE: RuleRef = RuleRef::new("UM-32.1");

/// Chance for one purpose.
struct Luck<'a>(&'a mut Dice);

impl Luck<'_> {
    fn upto(&mut self, purpose: &'static str, place: usize, counter: usize, most: i32) -> i32 {
        self.0.stream(purpose, place as u16, counter as u16).range(0, most, RULE)
    }
}

/// A state that is known alike to `me`, and as much else changed as may be.
pub fn hidden(sc: &Scenario, st: &State, me: NationId, dice: &mut Dice) -> State {
    let mut other = st.clone();
    let mut luck = Luck(dice);
    for (index, general) in other.generals.iter_mut().enumerate() {
        general.skill = luck.upto("hidden_skill", index, 0, 7) as u8;
        general.loyalty_true = luck.upto("hidden_loyalty", index, 0, 7) as u8;
        if general.nation != me {
            general.loyalty = luck.upto("hidden_loyalty", index, 1, 7) as u8;
            general.health = luck.upto("hidden_health", index, 2, 7) as u8;
        }
    }
    courts(sc, &mut other, me, &mut luck);
    provinces(sc, st, &mut other, me, &mut luck);
    troops(sc, st, &mut other, me, &mut luck);
    combat_orders(sc, &mut other, me, &mut luck);
    news(sc, &mut other, &mut luck);
    other
}

/// What other nations have in their treasuries and on their minds, and the exact morale of one's own.
fn courts(sc: &Scenario, st: &mut State, me: NationId, luck: &mut Luck) {
    for nation in sc.nation_ids() {
        let index = nation.index();
        let court = st.nation_mut(nation);
        court.shock = i64::from(luck.upto("hidden_court", index, 0, 15));
        court.face = i64::from(luck.upto("hidden_court", index, 1, 30));
        court.cic_died = luck.upto("hidden_court", index, 2, 3) as u32;
        let morale = 40 + i64::from(luck.upto("hidden_court", index, 3, 60));
        if nation != me {
            court.morale = morale;
            court.treasury = Rp::tenths(i64::from(luck.upto("hidden_court", index, 4, 900)) - 200);
            court.tax_rate = luck.upto("hidden_court", index, 5, 150) as u16;
            court.replacement =
                Some(ProvinceId(luck.upto("hidden_court", index, 6, sc.provinces.len() as i32 - 1) as u16));
            court.sightings.clear();
            for known in &mut court.known {
                known.owner = sc.ind();
            }
        } else if morale_word(sc, morale) == morale_word(sc, court.morale) {
            court.morale = morale;
        }
    }
}

/// Provinces of others: loyalty, revenue where no rank hangs on it, plans, spies, sieges without one's own troops, and
/// owners beyond report and news.
fn provinces(sc: &Scenario, st: &State, other: &mut State, me: NationId, luck: &mut Luck) {
    let known_owner = |place: ProvinceId| st.nation(me).known[place.index()].owner;
    for place in sc.province_ids() {
        let index = place.index();
        let others: Factions =
            sc.nation_ids().filter(|&id| id != me && luck.upto("hidden_spies", index, id.index(), 1) == 1).collect();
        let province = other.province_mut(place);
        let mine = if province.spies.has(me) { Factions::one(me) } else { Factions::NONE };
        province.spies = mine.and(others);
        let faction = |luck: &mut Luck, counter| {
            NationId(luck.upto("hidden_contact", index, counter, sc.nations.len() as i32) as u8)
        };
        let contact = |luck: &mut Luck, counter| Contact {
            one: Factions::one(faction(luck, counter)),
            other: Factions::one(faction(luck, counter + 1)),
        };
        province.contact = [Some(contact(luck, 0)), Some(contact(luck, 2))];
        if province.owner == me {
            continue;
        }
        province.loyalty = 1 + luck.upto("hidden_province", index, 0, 2) as u8;
        province.pending = Rp::whole(i64::from(luck.upto("hidden_province", index, 1, 3)));
        province.bought = Rp::whole(i64::from(luck.upto("hidden_province", index, 2, 3)));
        province.founded = luck.upto("hidden_province", index, 3, 4) as u32;
        province.scarred = Factions::one(NationId(0));
        if !sc.is_civilised(province.owner) {
            province.rev_current = Rp::tenths(i64::from(luck.upto("hidden_province", index, 4, 150)));
        }
        let concerned = |siege: &Siege| siege.besiegers.has(me) || siege.besieged.has(me);
        if !province.siege.as_ref().is_some_and(concerned) {
            let turns = luck.upto("hidden_siege", index, 0, 6) as u32;
            let (besiegers, besieged) = (Factions::one(sc.ind()), Factions::one(province.owner));
            let (stores_lost, outside) =
                (turns > 3, Factions::one(NationId(luck.upto("hidden_siege", index, 1, 3) as u8)));
            province.siege = (turns > 0).then_some(Siege { besiegers, besieged, turns, stores_lost, outside });
        }
        let unseen = conditions(sc, st, place, me) == 0 && known_owner(place) != me;
        let objective = sc.victory.objectives.iter().any(|objective| objective.province == place);
        let home = sc.nations.iter().any(|nation| nation.capital == place);
        if unseen && !objective && !home && !sc.is_civilised(province.owner) {
            let takers: Vec<NationId> =
                sc.nation_ids().filter(|&id| sc.is_tribal(id) && id != me).chain([sc.ind()]).collect();
            province.owner = takers[luck.upto("hidden_owner", index, 0, takers.len() as i32 - 1) as usize];
            province.in_revolt_against = Some(takers[0]);
        }
    }
}

/// Foreign troops in provinces of which one gets no report change places; their numbers change too, where no rank
/// hangs on them.
fn troops(sc: &Scenario, st: &State, other: &mut State, me: NationId, luck: &mut Luck) {
    let unseen: Vec<ProvinceId> =
        sc.province_ids().filter(|&place| conditions(sc, st, place, me) == 0 && !concerns(st, place, me)).collect();
    for faction in (0..sc.factions()).map(NationId::at).filter(|&faction| faction != me) {
        for kind in sc.type_ids() {
            let fleet = sc.unit(kind).category == Category::Fleet;
            let places: Vec<ProvinceId> =
                unseen.iter().copied().filter(|&place| !fleet || sc.province(place).coastal).collect();
            let Some(most) = places.len().checked_sub(1) else { continue };
            let by = luck.upto("hidden_troops", faction.index(), kind.index(), most as i32) as usize;
            for (at, &from) in places.iter().enumerate() {
                let count = st.stacks.count(from, faction, kind);
                let extra = if count > 0 && !sc.is_tribal(faction) {
                    luck.upto("hidden_number", from.index(), pair(faction, kind), 4) as u16
                } else {
                    0
                };
                let to = places[(at + by) % places.len()];
                other.stacks.set(to, faction, kind, count + extra);
            }
        }
    }
}

fn pair(faction: NationId, kind: TypeId) -> usize {
    faction.index() << 8 | kind.index()
}

/// Whether a siege there concerns the nation: then its sides are known to it.
fn concerns(st: &State, place: ProvinceId, me: NationId) -> bool {
    st.province(place).siege.is_some_and(|siege| siege.besiegers.has(me) || siege.besieged.has(me))
}

fn combat_orders(sc: &Scenario, st: &mut State, me: NationId, luck: &mut Luck) {
    for nation in sc.nation_ids().filter(|&nation| nation != me) {
        for place in sc.province_ids() {
            for arm in [Arm::Land, Arm::Sea] {
                let drawn = luck.upto("hidden_orders", place.index(), nation.index() * 2 + arm as usize, 9);
                let default =
                    [DefaultAction::Manoeuvre, DefaultAction::Retreat, DefaultAction::Defend][drawn as usize % 3];
                let orders = (drawn < 9).then(|| CombatOrders::new(drawn as u8 / 3 + 1, default));
                st.standing.set(place, nation, arm, orders);
            }
        }
    }
}

/// News under way is nobody's knowledge yet.
fn news(sc: &Scenario, st: &mut State, luck: &mut Luck) {
    let place = ProvinceId(luck.upto("hidden_news", 0, 0, sc.provinces.len() as i32 - 1) as u16);
    st.late = vec![LateEvent { due: st.turn + 1, province: place, kind: "battle_fought".into(), knew: Factions::NONE }];
}

#[cfg(test)]
mod tests {
    use kernel::GameSeed;

    use super::*;
    use crate::knowledge::Knowledge;
    use crate::model::scenario::shipped;

    #[test]
    fn much_changes_and_nothing_shows() {
        for sc in shipped::shipped() {
            let seed = GameSeed::from_number(5);
            let st = State::start(sc, &seed);
            for me in sc.nation_ids() {
                let other = hidden(sc, &st, me, &mut Dice::keyed(&seed, "shuffle"));
                assert_eq!(Knowledge::of(sc, &other, me), Knowledge::of(sc, &st, me));
                assert_ne!(other.stacks, st.stacks);
                assert_ne!(other.standing, st.standing);
                assert_ne!(other.provinces, st.provinces);
                let rival = NationId(u8::from(me.0 == 0));
                assert_ne!(other.nation(rival).treasury, st.nation(rival).treasury);
            }
        }
    }
}
