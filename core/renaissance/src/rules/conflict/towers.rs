//! Assault of a tower (RN-69).

use super::contingent::Contingent;
use super::deed::{Battle, Conflict, Party, Record};
use super::start::{commit, has_begun};
use super::storm::{Storm, fortification, may_assault, with_men_inside};
use super::{Refused, control, must, urban};
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::location::{Location, Tower, TowerOwner};
use crate::model::measures::Rating;
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::battle::sides::{BattleSide, Sides};
use crate::rules::battle::urban::{UrbanEnd, UrbanSide, UrbanTerms, fight as fight_in_town};
use crate::rules::month::Month;
use crate::rules::places::{family_of_tower, has_ingress, is_denied_egress, tower_of};

/// Morale of a tower's garrison (RN-69.2).
const GARRISON_MORALE: u16 = 500;

/// An order to assault a tower.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TowerAssault {
    /// Who assaults.
    pub by: PersonaId,
    /// Whose tower it is.
    pub tower: TowerOwner,
    /// Defending personae are not to be killed (RN-62.7).
    pub spare: bool,
}

/// Carries out an assault of a tower where the assaulter is, and has been since the month began (RN-69.12).
pub fn assault(sc: &Scenario, st: &mut State, month: &mut Month, order: TowerAssault) -> Result<(), Refused> {
    let TowerAssault { by, tower, spare } = order;
    may_assault(sc, st, month, by)?;
    let Place::At(location, Side::Inside) = st.persona(by).place else {
        return Err(Refused { rule: "RN-69.12", reason: "he is not inside the walls" });
    };
    must(month.started_inside(by, location), "RN-69.12", "he has not begun the month inside these walls")?;
    let here = st.location(location).towers.iter().find(|it| it.owner == tower).copied();
    let here = here.ok_or(Refused { rule: "RN-69.4", reason: "there is no such tower" })?;
    let own = family_of_tower(sc, st, location, &here) == Some(st.persona(by).family);
    must(!own, "RN-69.4", "it is his family's own tower")?;
    commit(month, by);
    let storm = Storm {
        by,
        location,
        spare,
        fortification: fortification(Rating::default(), here.fas, 1),
        garrison: (here.garrison > 0).then_some((here.garrison.into(), GARRISON_MORALE)),
        towers: Vec::new(),
        defenders: with_men_inside(st, location).filter(|id| tower_of(sc, st, *id) == Some(tower)).collect(),
    };
    let storm = Storm { towers: vec![None; storm.defenders.len()], ..storm };
    let controller = st.location(location).controller.map(|it| it.persona);
    let before = men_of_both(st, &storm, here.garrison.into());
    if prelude(sc, st, month, &storm, &here) {
        let record = storm.fight(sc, st, month);
        let left = storm.garrison_left(&record);
        tower_mut(st.location_mut(location), tower).garrison = left as u16;
        let after = men_of_both(st, &storm, left);
        let lost = Sides::of(|side| before[side] - after[side]);
        let success = record.end.is_success();
        storm.tell(month, Record::Tower(tower, record.clone()));
        storm.carry_out_end(sc, st, month, &record);
        if success {
            take_tower(sc, st, month, location, tower, st.persona(by).family);
        }
        let lost = if success { Sides::default() } else { lost };
        change_control(sc, st, month, &storm, controller, lost);
    }
    Ok(())
}

/// Men of both sides.
fn men_of_both(st: &State, storm: &Storm, garrison: u32) -> Sides<u32> {
    let men = |id: &PersonaId| st.persona(*id).assets.troops.men();
    Sides { attacker: men(&storm.by), defender: garrison + storm.defenders.iter().map(men).sum::<u32>() }
}

/// Those whom the tower does not hold are fought first, at home (RN-69.11, RN-R124). Whether the assault goes on.
fn prelude(sc: &Scenario, st: &mut State, month: &mut Month, storm: &Storm, tower: &Tower) -> bool {
    let location = storm.location;
    let defence = Contingent { personae: by_men(st, &storm.defenders), garrison: false };
    let capacity = u32::from(tower.fas.get());
    if defence.men(st, location).fighters() <= capacity {
        return true;
    }
    let attack = Contingent { personae: vec![storm.by], garrison: false };
    let own_tower = control::own_tower(sc, st, location, storm.by).map(|tower| u32::from(tower.fas.get()));
    let side = |own: &Contingent, enemy: &Contingent, tower: Option<u32>| UrbanSide {
        leader: own.leader(sc, st, location, enemy.principal()),
        led: true,
        men: own.men(st, location),
        tower,
    };
    let sides =
        Sides { attacker: side(&attack, &defence, own_tower), defender: side(&defence, &attack, Some(capacity)) };
    let egress_denied = is_denied_egress(st, st.persona(storm.by).family, location);
    let terms = UrbanTerms { home: BattleSide::Defender, egress_denied, fight_on: true, prelude: true };
    let record = fight_in_town(&sides, &terms, &sc.rulings.war);
    has_begun(month, storm.by, record.stages.len());
    month.conflicts.of_mut(storm.by).has_assaulted = true;
    for (side, who) in [(BattleSide::Attacker, &attack), (BattleSide::Defender, &defence)] {
        let change = i64::from(record.morale[side]) - i64::from(sides[side].leader.morale);
        who.lose(sc, st, location, &record.left[side], change);
    }
    let end = record.end;
    let parties = Sides { attacker: attack.party(), defender: Party { ..defence.party() } };
    let battle = Battle { place: Place::At(location, Side::Inside), parties, record: Record::Prelude(record) };
    month.tell(Conflict::Fought(Box::new(battle)));
    match end {
        UrbanEnd::Eliminated(BattleSide::Attacker) => {
            attack.lose_all(sc, st, month, location, defence.principal(), None);
        }
        UrbanEnd::LeftTown(BattleSide::Attacker) => {
            urban::leave_town(st, month, location, storm.by, defence.principal());
        }
        UrbanEnd::IntoTower(BattleSide::Attacker) => st.persona_mut(storm.by).stay_outside_towers = false,
        _ => {}
    }
    end == UrbanEnd::AllInTower
}

fn by_men(st: &State, personae: &[PersonaId]) -> Vec<PersonaId> {
    let mut personae = personae.to_vec();
    personae.sort_by_key(|id| std::cmp::Reverse(st.persona(*id).assets.troops.men()));
    personae
}

fn tower_mut(here: &mut Location, owner: TowerOwner) -> &mut Tower {
    let at = here.towers.iter().position(|tower| tower.owner == owner).expect("the tower that was assaulted");
    &mut here.towers[at]
}

/// The tower is the assaulter's family's now; with one that it has, it becomes one (RN-69.4, RN-69.8). Where there is no room
/// for another it is pulled down.
fn take_tower(sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, owner: TowerOwner, to: FamilyId) {
    st.sieges.retain(|siege| siege.location != location || siege.tower != Some(owner));
    let turn = st.turn;
    let needs_ingress = !has_ingress(st, to, location);
    let here = st.location_mut(location);
    let at = here.towers.iter().position(|tower| tower.owner == owner).expect("the tower that was assaulted");
    let taken = here.towers.remove(at);
    let own = TowerOwner::Family(to);
    let of_families = here.towers.iter().filter(|tower| matches!(tower.owner, TowerOwner::Family(_))).count();
    if let Some(has) = here.towers.iter_mut().find(|tower| tower.owner == own) {
        has.fas = Rating::new(has.fas.points() + taken.fas.points()); // RN-V172
    } else if of_families < sc.rulings.raising.family_towers_most {
        here.towers.push(Tower { owner: own, ..taken });
        here.towers.sort_by_key(|tower| tower.owner);
    }
    if needs_ingress && here.waiting.iter().all(|(family, _)| *family != to) {
        here.waiting.push((to, turn)); // RN-25.5
    }
    month.tell(Conflict::TookTower { location, tower: owner, family: to });
}

/// Who kills the controller in a tower, or as he assaults one, has control; so has who holds his tower against a controller
/// who loses more men than he (RN-16.5 b and c).
fn change_control(
    sc: &Scenario, st: &mut State, month: &mut Month, storm: &Storm, controller: Option<PersonaId>, lost: Sides<u32>,
) {
    let Some(controller) = controller else { return };
    let falls = !st.persona(controller).alive;
    let victor = if controller == storm.by {
        let still_there = by_men(st, &storm.defenders).into_iter().find(|id| st.persona(*id).alive);
        still_there.filter(|_| falls || lost.attacker > lost.defender)
    } else {
        Some(storm.by).filter(|by| falls && storm.defenders.contains(&controller) && st.persona(*by).alive)
    };
    if let Some(victor) = victor {
        control::gain(sc, st, month, storm.location, victor);
    }
}
