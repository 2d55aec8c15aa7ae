//! Naval battles between personae (RN-62.3, RN-71).

use super::contingent::{on_foot, troops_of};
use super::deed::{Battle, Conflict, Party, Record};
use super::start::{commit, has_begun, has_stages, may_attack};
use super::{Refused, allies, fate, leader, must, spoils};
use crate::model::asset::Asset;
use crate::model::distance::great_circle;
use crate::model::goods::Good;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::measures::Point;
use crate::model::persona::{Assets, Place};
use crate::model::scenario::Scenario;
use crate::model::ships::Ship;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::rules::battle::field::BattleEnd;
use crate::rules::battle::men::Arm;
use crate::rules::battle::naval::{self, CargoLot, FleetAfter, FleetDivision, FleetSide, Squadron, arrange};
use crate::rules::battle::ships::Ships;
use crate::rules::battle::sides::{BattleSide, Sides};
use crate::rules::deed::Things;
use crate::rules::force;
use crate::rules::month::Month;
use BattleSide::{Attacker, Defender};

/// An order to attack at sea.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NavalAttack {
    /// Who attacks.
    pub by: PersonaId,
    /// Whom.
    pub victim: PersonaId,
    /// He is not to be killed (RN-62.7).
    pub spare: bool,
}

/// Who fights on a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NavalParty {
    /// The persona.
    pub id: PersonaId,
    /// He cannot die in this battle (RN-62.7).
    pub spared: bool,
}

/// Carries out an attack at sea: both are at one point of open water (RN-62.3, RN-62.6).
pub fn attack(sc: &Scenario, st: &mut State, month: &mut Month, order: NavalAttack) -> Result<(), Refused> {
    let NavalAttack { by, victim, spare } = order;
    may_attack(sc, st, month, by, Some(victim))?;
    let Place::Water(point) = st.persona(by).place else {
        return Err(Refused { rule: "RN-62.6", reason: "he is not on open water" });
    };
    must(st.persona(victim).place == Place::Water(point), "RN-62.3", "both must be at one point of open water")?;
    must(st.persona(by).assets.troops.men() > 0, "RN-R101", "he has nobody to fight with")?;
    commit(month, by);
    for id in allies::defenders(sc, st, month, victim, by) {
        let attacker = NavalParty { id: by, spared: false };
        let defender = NavalParty { id, spared: spare && id == victim };
        let end = fight(sc, st, month, point, Sides { attacker, defender });
        if end.loser() != Some(Defender) || !st.persona(by).alive || !has_stages(sc, month, by) {
            break; // RN-R102
        }
    }
    Ok(())
}

/// Fights a naval battle at a point and carries out what comes of it. Its stages count for the attacker (RN-62.10).
pub fn fight(sc: &Scenario, st: &mut State, month: &mut Month, point: Point, parties: Sides<NavalParty>) -> BattleEnd {
    let cargo = Sides::of(|side| lots(&st.persona(parties[side].id).assets));
    let sides = Sides::of(|side| side_of(sc, st, month, parties[side].id, parties[side.enemy()].id));
    let record = naval::fight(&sides, &sc.rulings.war);
    has_begun(month, parties.attacker.id, record.stages.len());
    for side in [Attacker, Defender] {
        lose(sc, st, month, parties[side].id, &record.after[side]);
    }
    let (end, after) = (record.end, record.after.clone());
    let told = Sides::of(|side| Party { personae: vec![parties[side].id], garrison: false });
    let battle = Battle { place: Place::Water(point), parties: told, record: Record::Naval(Box::new(record)) };
    month.tell(Conflict::Fought(Box::new(battle)));
    for side in [Attacker, Defender] {
        let survives = !after[side].fallen || parties[side].spared;
        let by = Some(parties[side].id).filter(|_| survives);
        let from = parties[side.enemy()].id;
        take_prizes(st, month, from, by, &after[side].prizes, &cargo[side.enemy()]);
    }
    settle(sc, st, month, point, parties, end, &after);
    end
}

/// Trade goods aboard, horses among them, as lots of cargo.
fn lots(assets: &Assets) -> Vec<(Good, CargoLot)> {
    let other = |good: Good| {
        let apart = matches!(good, Good::Slaves | Good::Cannons | Good::Falconets);
        !apart && Ship::of_good(good).is_none()
    };
    let goods = assets.goods.iter().filter(|(good, _)| other(*good));
    goods.map(|(good, units)| (good, CargoLot { units, cargo: good.weight() })).collect()
}

/// All that a persona has aboard, as one squadron.
pub fn squadron(assets: &Assets) -> Squadron {
    let mut men = on_foot(&assets.troops);
    men[Arm::Slaves] = assets.goods.of(Good::Slaves);
    let guns = spoils::guns(assets);
    Squadron {
        ships: Ships::of(Ship::ALL.iter().map(|ship| (*ship, assets.goods.ships(*ship)))),
        men,
        cannons: guns.cannons,
        falconets: guns.falconets,
        goods: lots(assets).into_iter().map(|(_, lot)| lot).collect(),
    }
}

fn side_of(sc: &Scenario, st: &State, month: &Month, id: PersonaId, enemy: PersonaId) -> FleetSide {
    let order = month.conflicts.of(id).fleet;
    let persona = st.persona(id);
    FleetSide {
        leader: leader::of(sc, st, id, Some(enemy), None),
        navigation: persona.skills.of(Skill::Navigation).get(),
        squadrons: arrange(&squadron(&persona.assets), order.as_ref().map(|order| &order.ships)),
        owner: order.map_or(FleetDivision::Reserve, |order| order.owner),
    }
}

/// A persona has aboard what is left of his squadron.
pub fn keep(assets: &mut Assets, left: &Squadron) {
    let kinds: Vec<Good> = lots(assets).into_iter().map(|(good, _)| good).collect();
    assets.troops = troops_of(&left.men);
    assets.goods.set(Good::Slaves, left.men[Arm::Slaves]);
    assets.goods.set(Good::Cannons, left.cannons);
    assets.goods.set(Good::Falconets, left.falconets);
    for ship in Ship::ALL {
        assets.goods.set(ship.good(), left.ships[*ship]);
    }
    for (at, good) in kinds.into_iter().enumerate() {
        assets.goods.set(good, left.goods.get(at).map_or(0, |lot| lot.units));
    }
}

fn lose(sc: &Scenario, st: &mut State, month: &mut Month, id: PersonaId, after: &FleetAfter) {
    let morale = leader::morale_after(sc, st, id, None, after.morale);
    let persona = st.persona_mut(id);
    keep(&mut persona.assets, &after.fleet);
    persona.morale = morale;
    force::settle(persona);
    if after.fired_guns {
        fate::fire_guns(st, month, id);
    }
}

/// Captured ships with what is aboard (RN-71.14); without a living captor they leave the game. Who lost them has them no more.
fn take_prizes(
    st: &mut State, month: &mut Month, from: PersonaId, by: Option<PersonaId>, prizes: &Squadron,
    cargo: &[(Good, CargoLot)],
) {
    let ships = prizes.ships.iter().map(|(ship, count)| (ship.good(), count));
    let guns = [(Good::Cannons, prizes.cannons), (Good::Falconets, prizes.falconets)];
    let goods = cargo.iter().zip(&prizes.goods).map(|((good, _), lot)| (*good, lot.units));
    let all = ships.chain(guns).chain([(Good::Slaves, prizes.men[Arm::Slaves])]).chain(goods);
    let things: Things = all.filter(|(_, count)| *count > 0).map(|(good, count)| (Asset::Good(good), count)).collect();
    if things.is_empty() {
        return;
    }
    if let Some(by) = by {
        let assets = &mut st.persona_mut(by).assets;
        things.iter().for_each(|(asset, count)| assets.add(*asset, *count));
    }
    month.tell(Conflict::Captured { from, by, things });
}

/// Deaths and breaking off (RN-71.12, RN-R131). The money of who has lost all is the captor's of his last ships; of who has
/// been sunk it is lost.
fn settle(
    sc: &Scenario, st: &mut State, month: &mut Month, point: Point, parties: Sides<NavalParty>, end: BattleEnd,
    after: &Sides<FleetAfter>,
) {
    for side in [Defender, Attacker] {
        let party = parties[side];
        if end == BattleEnd::Eliminated(side) {
            let enemy = Some(parties[side.enemy()].id).filter(|it| st.persona(*it).alive);
            let captor = enemy.filter(|_| after[side.enemy()].prizes.ships.count() > 0);
            lose_everything(sc, st, month, point, party, captor);
        } else if after[side].fallen && !party.spared {
            fate::fall(sc, st, month, party.id, false, LocationId(0));
        } else if end == BattleEnd::Retreated(side) {
            month.conflicts.end_between(parties[side.enemy()].id, party.id);
            fate::stand_down(st, month, party.id);
        }
    }
}

fn lose_everything(
    sc: &Scenario, st: &mut State, month: &mut Month, point: Point, party: NavalParty, captor: Option<PersonaId>,
) {
    let refuge = nearest_port(sc, st, point).unwrap_or(sc.family(st.persona(party.id).family).citizen_of);
    fate::lose_all(sc, st, month, party.id, captor, party.spared, refuge);
    fate::put_ashore(st, month, party.id);
}

/// The nearest location with a port (RN-R99), the lower id first.
pub fn nearest_port(sc: &Scenario, st: &State, point: Point) -> Option<LocationId> {
    let ports = sc.board.location_ids().filter(|it| st.location(*it).depth > 0);
    ports.min_by_key(|it| great_circle(sc.rulings.movement.earth_radius_tenths, point, sc.board.location(*it).point))
}
