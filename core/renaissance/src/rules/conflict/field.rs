//! Field battles between personae (RN-62.3, RN-64).

use super::deed::{Battle, Conflict, Party, Record};
use super::spoils::{self, Harness};
use super::start::{commit, has_begun, has_stages, may_attack};
use super::{Refused, allies, control, fate, leader, must};
use crate::model::asset::Asset;
use crate::model::goods::Good;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::troops::Troop;
use crate::rules::battle::exact::Exact;
use crate::rules::battle::field::{
    self, Arrangement, BattleEnd, Division, FieldAfter, FieldRecord, FieldSide, captured,
};
use crate::rules::battle::men::{Arm, IN_ORDER, Men};
use crate::rules::battle::sides::{BattleSide, Sides};
use crate::rules::deed::Things;
use crate::rules::force;
use crate::rules::month::Month;
use BattleSide::{Attacker, Defender};

/// An order to attack in the field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldAttack {
    /// Who attacks.
    pub by: PersonaId,
    /// Whom.
    pub victim: PersonaId,
    /// He is not to be killed (RN-62.7).
    pub spare: bool,
    /// The tenant comes out with the garrison (RN-60.4).
    pub sortie: bool,
}

/// Who fights on a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldParty {
    /// The persona.
    pub id: PersonaId,
    /// The garrison comes out with him (RN-60.4).
    pub garrison: bool,
    /// He cannot die in this battle (RN-62.7).
    pub spared: bool,
}

impl FieldParty {
    /// A persona with his own men.
    pub const fn of(id: PersonaId) -> Self {
        Self { id, garrison: false, spared: false }
    }
}

/// Carries out an attack in the field: both are outside the walls, or the tenant comes out of them (RN-62.3, RN-60.4).
pub fn attack(sc: &Scenario, st: &mut State, month: &mut Month, order: FieldAttack) -> Result<(), Refused> {
    may_attack(sc, st, month, order.by, Some(order.victim))?;
    let location = battlefield(sc, st, order)?;
    let garrison = if order.sortie { st.location(location).garrison } else { 0 };
    let men = st.persona(order.by).assets.troops.men() + garrison;
    must(men > 0, "RN-R101", "he has nobody to fight with")?;
    commit(month, order.by);
    for id in allies::defenders(sc, st, month, order.victim, order.by) {
        let attacker = FieldParty { garrison: order.sortie, ..FieldParty::of(order.by) };
        let defender = FieldParty { spared: order.spare && id == order.victim, ..FieldParty::of(id) };
        let end = fight(sc, st, month, location, Sides { attacker, defender }, true);
        if end.loser() != Some(Defender) || !st.persona(order.by).alive || !has_stages(sc, month, order.by) {
            break; // RN-R102
        }
    }
    Ok(())
}

fn battlefield(sc: &Scenario, st: &State, order: FieldAttack) -> Result<LocationId, Refused> {
    let (own, enemy) = (st.persona(order.by).place, st.persona(order.victim).place);
    let Place::At(location, Side::Outside) = enemy else {
        return Err(Refused { rule: "RN-62.3", reason: "who is to be attacked is not outside the walls" });
    };
    if order.sortie {
        let is_tenant = control::tenant(sc, st, location) == Some(order.by);
        must(
            is_tenant && own == Place::At(location, Side::Inside),
            "RN-60.4",
            "the tenant leads a sortie, from inside",
        )?;
        must(st.location(location).garrison > 0, "RN-60.4", "there is no garrison")?;
    } else {
        must(own == enemy, "RN-62.3", "both must be outside the walls of one location")?;
    }
    Ok(location)
}

/// What a side brought, and what of it has horses.
struct Brought {
    men: Men,
    harness: Harness,
}

/// Fights a field battle at a location and carries out what comes of it.
///
/// `counts`: its stages count for the attacker, who has initiated it (RN-62.10).
pub fn fight(
    sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, parties: Sides<FieldParty>, counts: bool,
) -> BattleEnd {
    let brought = Sides::of(|side| bring(st, location, parties[side]));
    let sides = Sides::of(|side| {
        let (own, enemy) = (parties[side].id, parties[side.enemy()].id);
        FieldSide {
            leader: leader::of(sc, st, own, Some(enemy), Some(location)),
            arrangement: arrange(month, own, brought[side].men),
            guns: spoils::guns(&st.persona(own).assets),
        }
    });
    let record = field::fight(&sides, &sc.rulings.war);
    if counts {
        has_begun(month, parties.attacker.id, record.stages.len());
    }
    for side in [Attacker, Defender] {
        lose(sc, st, month, location, parties[side], &brought[side], &record.after[side]);
    }
    let end = record.end;
    let told = Sides::of(|side| Party { personae: vec![parties[side].id], garrison: parties[side].garrison });
    let place = Place::At(location, Side::Outside);
    let outcome = Outcome::of(&record, end);
    let battle = Battle { place, parties: told, record: Record::Field(Box::new(record)) };
    month.tell(Conflict::Fought(Box::new(battle)));
    settle(sc, st, month, location, parties, &brought, &outcome);
    end
}

fn bring(st: &State, location: LocationId, party: FieldParty) -> Brought {
    let assets = &st.persona(party.id).assets;
    let harness = spoils::harness(assets, false);
    let troops = &assets.troops;
    let mut men = Men::of([
        (Arm::HeavyCavalry, harness.horsed.heavy_cavalry),
        (Arm::Dismounted, troops[Troop::HeavyCavalry] - harness.horsed.heavy_cavalry),
        (Arm::LightCavalry, harness.horsed.light_cavalry),
        (Arm::Auxiliaries, troops[Troop::Auxiliaries] - harness.horsed.light_cavalry),
        (Arm::Pikemen, troops[Troop::Pikemen]),
        (Arm::Archers, troops[Troop::Archers]),
        (Arm::Arquebusiers, troops[Troop::Arquebusiers]),
        (Arm::Crew, troops[Troop::Crew]),
    ]);
    if party.garrison {
        men[Arm::Garrison] = st.location(location).garrison;
    }
    Brought { men, harness }
}

/// Men who burn crops are left out of the arrangement and join the Reserves (RN-70.8): auxiliaries first, as losses fall.
fn arrange(month: &Month, id: PersonaId, men: Men) -> Arrangement {
    let war = month.conflicts.of(id);
    let mut there = men;
    let mut burning = Men::NONE;
    let mut left = war.burning;
    for arm in [Arm::LightCavalry].into_iter().chain(IN_ORDER).filter(|arm| !matches!(arm, Arm::Garrison | Arm::Crew)) {
        let taken = left.min(there[arm]);
        there[arm] -= taken;
        burning[arm] += taken;
        left -= taken;
    }
    let mut arrangement = Arrangement::of(there, war.field.as_ref());
    arrangement.divisions[Division::Reserves as usize] += burning;
    arrangement
}

/// Losses of a side: men with their mounts (RN-62.13), guns, and what morale and piety come to.
fn lose(
    sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, party: FieldParty, brought: &Brought,
    after: &FieldAfter,
) {
    let morale = leader::morale_after(sc, st, party.id, Some(location), after.morale);
    let left = &after.men;
    let mounts = |men: &Men| men[Arm::HeavyCavalry] + men[Arm::LightCavalry];
    let persona = st.persona_mut(party.id);
    persona.assets.goods.take(Good::Horses, mounts(&brought.men).saturating_sub(mounts(left)));
    let troops = &mut persona.assets.troops;
    troops[Troop::HeavyCavalry] = left[Arm::HeavyCavalry] + left[Arm::Dismounted];
    troops[Troop::Auxiliaries] = left[Arm::LightCavalry] + left[Arm::Auxiliaries];
    troops[Troop::Pikemen] = left[Arm::Pikemen];
    troops[Troop::Archers] = left[Arm::Archers];
    troops[Troop::Arquebusiers] = left[Arm::Arquebusiers];
    troops[Troop::Crew] = left[Arm::Crew];
    persona.morale = morale;
    spoils::keep_guns(persona, after.guns);
    force::settle(persona);
    if party.garrison {
        st.location_mut(location).garrison = left[Arm::Garrison];
    }
    if after.fired_guns {
        fate::fire_guns(st, month, party.id);
    }
}

/// How a battle ended, as far as it matters for who takes what.
struct Outcome {
    end: BattleEnd,
    fallen: Sides<bool>,
    share: Exact,
    riders: Sides<u32>,
}

impl Outcome {
    fn of(record: &FieldRecord, end: BattleEnd) -> Self {
        let mounts = |men: &Men| men[Arm::HeavyCavalry] + men[Arm::LightCavalry];
        Self {
            end,
            fallen: Sides::of(|side| record.after[side].fallen),
            share: record.pursuit.as_ref().map_or(Exact::ZERO, |pursuit| pursuit.share),
            riders: Sides::of(|side| mounts(&record.after[side].men)),
        }
    }
}

/// Spoils, deaths, and who may not attack whom again (RN-64.26 to RN-64.31).
fn settle(
    sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, parties: Sides<FieldParty>,
    brought: &Sides<Brought>, outcome: &Outcome,
) {
    if let Some(side) = outcome.end.loser() {
        let (loser, victor) = (parties[side], parties[side.enemy()].id);
        let taker = Some(victor).filter(|_| !outcome.fallen[side.enemy()] || parties[side.enemy()].spared);
        if matches!(outcome.end, BattleEnd::Eliminated(_)) {
            fate::lose_all(sc, st, month, loser.id, taker, loser.spared, location);
        } else {
            let things = left_to_the_victor(st, loser.id, &brought[side].harness, outcome.share, outcome.riders[side]);
            spoils::take(st, month, loser.id, taker, things);
            month.conflicts.end_between(victor, loser.id);
            fate::withdraw(st, month, loser.id, Place::At(location, Side::Outside));
            fate::stand_down(st, month, loser.id);
        }
    }
    for side in [Defender, Attacker] {
        if outcome.fallen[side] {
            let party = parties[side];
            fate::fall(sc, st, month, party.id, party.spared, location);
        }
    }
}

/// What one who retreats leaves to the victor: all that has no horses, and of the rest and of his money the share of the
/// pursuit (RN-64.29, RN-64.30, RN-R109). Horses that are ridden stay with their riders.
fn left_to_the_victor(st: &State, id: PersonaId, harness: &Harness, share: Exact, riders: u32) -> Things {
    let assets = &st.persona(id).assets;
    let of = |(asset, count): (Asset, u32)| match asset {
        Asset::Men(_) => (asset, 0),
        Asset::Good(Good::Horses) => (asset, captured(count.saturating_sub(riders), 0, share)),
        Asset::Good(good) => (asset, captured(count, harness.without(good), share)),
        Asset::Ducats => (asset, captured(count, 0, share)),
    };
    assets.iter().map(of).collect()
}
