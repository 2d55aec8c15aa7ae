//! Urban battles between personae and garrisons (RN-62.3, RN-65), and the control that they bring (RN-16).

use super::contingent::{Contingent, has_support};
use super::deed::{Battle, Conflict, Record};
use super::spoils::harness;
use super::start::{commit, has_begun, has_stages, may_attack};
use super::{Refused, allies, control, fate, must, spoils};
use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::location::LocalOffice;
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::battle::sides::{BattleSide, Sides};
use crate::rules::battle::urban::{self, Ties, UrbanEnd, UrbanRecord, UrbanSide, UrbanTerms, home_side};
use crate::rules::month::Month;
use crate::rules::places::{holder_of, is_denied_egress, tower_of};
use BattleSide::{Attacker, Defender};

/// Whom an urban battle is ordered against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UrbanTarget {
    /// A persona.
    Persona(PersonaId),
    /// The garrison; where there is none, the tenant.
    Garrison,
}

/// An order to attack inside the walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UrbanAttack {
    /// Who attacks.
    pub by: PersonaId,
    /// Whom.
    pub target: UrbanTarget,
    /// He is not to be killed (RN-62.7).
    pub spare: bool,
    /// He fights on although he is at home and has a tower (RN-65.7).
    pub fight_on: bool,
}

/// An order of the tenant to the garrison to attack a persona inside the walls (RN-15.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttackByGarrison {
    /// The tenant, wherever he is.
    pub by: PersonaId,
    /// Where.
    pub location: LocationId,
    /// Whom.
    pub victim: PersonaId,
    /// He is not to be killed (RN-62.7).
    pub spare: bool,
}

/// Carries out an attack inside the walls. Against a tenant or a controller who cannot be reached no battle is fought, but
/// control may be won (RN-16.3, RN-16.5).
pub fn attack(sc: &Scenario, st: &mut State, month: &mut Month, order: UrbanAttack) -> Result<(), Refused> {
    let Place::At(location, Side::Inside) = st.persona(order.by).place else {
        return Err(Refused { rule: "RN-62.3", reason: "he is not inside the walls" });
    };
    let has_garrison = st.location(location).garrison > 0;
    let victim = match order.target {
        UrbanTarget::Persona(id) => Some(id),
        UrbanTarget::Garrison if has_garrison => None,
        UrbanTarget::Garrison => control::tenant(sc, st, location),
    };
    may_attack(sc, st, month, order.by, victim)?;
    must(st.persona(order.by).assets.troops.men() > 0, "RN-R101", "he has nobody to fight with")?;
    let reached = victim.is_some_and(|id| can_be_reached(sc, st, location, id));
    let tenant = victim.is_none() || victim == control::tenant(sc, st, location);
    let of_controller = st.location(location).controller.is_some_and(|it| Some(it.persona) == victim);
    let of_tenant = tenant && !has_garrison && st.location(location).controller.is_none();
    let garrison_only = victim.is_none() && has_garrison;
    must(reached || of_controller || of_tenant || garrison_only, "RN-62.3", "who is to be attacked cannot be reached")?;
    commit(month, order.by);
    if garrison_only {
        let defence = Contingent::of_garrison(sc, st, month, location);
        let attackers = Contingent { personae: vec![order.by], garrison: false };
        engage(sc, st, month, location, Sides { attacker: attackers, defender: defence }, order, None);
    } else if let Some(victim) = victim.filter(|_| reached) {
        attack_in_turn(sc, st, month, location, order, victim);
    } else if of_controller {
        control::gain(sc, st, month, location, order.by); // RN-16.5 (a)
    }
    if of_tenant {
        claim(sc, st, month, location, order.by);
    }
    Ok(())
}

/// Carries out an attack of a garrison, with those of the tenant's family who are there (RN-15.2).
pub fn attack_with_garrison(
    sc: &Scenario, st: &mut State, month: &mut Month, order: AttackByGarrison,
) -> Result<(), Refused> {
    let AttackByGarrison { by, location, victim, spare } = order;
    may_attack(sc, st, month, by, Some(victim))?;
    must(control::tenant(sc, st, location) == Some(by), "RN-15.2", "he is not the tenant")?;
    must(st.location(location).garrison > 0, "RN-R101", "there is no garrison")?;
    must(can_be_reached(sc, st, location, victim), "RN-62.3", "who is to be attacked cannot be reached")?;
    commit(month, by);
    let as_order = UrbanAttack { by, target: UrbanTarget::Persona(victim), spare, fight_on: true };
    for id in allies::defenders(sc, st, month, victim, by) {
        let mut attacker = Contingent::of_garrison(sc, st, month, location);
        attacker.personae.retain(|it| *it != id);
        let defender = Contingent { personae: vec![id], garrison: false };
        let spared = Some(victim).filter(|_| spare);
        let end = engage(sc, st, month, location, Sides { attacker, defender }, as_order, spared);
        if !is_over_for_defender(end) || !has_stages(sc, month, by) || st.location(location).garrison == 0 {
            break;
        }
    }
    Ok(())
}

/// Whether an urban battle reaches a persona: he is inside, and not in a tower (RN-69.10).
fn can_be_reached(sc: &Scenario, st: &State, location: LocationId, id: PersonaId) -> bool {
    st.persona(id).place == Place::At(location, Side::Inside) && tower_of(sc, st, id).is_none()
}

/// The victim's allies fight first (RN-63.2, RN-R102).
fn attack_in_turn(
    sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, order: UrbanAttack, victim: PersonaId,
) {
    for id in allies::defenders(sc, st, month, victim, order.by) {
        let supported = |id: PersonaId| has_support(sc, st, month, location, id);
        let tenant = control::tenant(sc, st, location);
        // The garrison takes no side in a quarrel of its own family, unless the tenant himself is in it.
        let quarrel = supported(order.by) && supported(id);
        let joins = |id: PersonaId| supported(id) && (!quarrel || Some(id) == tenant);
        let attacker = Contingent { personae: vec![order.by], garrison: joins(order.by) };
        let defender = Contingent { personae: vec![id], garrison: joins(id) };
        let spared = Some(victim).filter(|_| order.spare);
        let end = engage(sc, st, month, location, Sides { attacker, defender }, order, spared);
        if !is_over_for_defender(end) || !st.persona(order.by).alive || !has_stages(sc, month, order.by) {
            break;
        }
    }
}

fn is_over_for_defender(end: UrbanEnd) -> bool {
    matches!(end, UrbanEnd::Eliminated(Defender) | UrbanEnd::LeftTown(Defender) | UrbanEnd::IntoTower(Defender))
}

/// Fights an urban battle and carries out what comes of it.
fn engage(
    sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, parties: Sides<Contingent>,
    order: UrbanAttack, spared: Option<PersonaId>,
) -> UrbanEnd {
    let before = Before::of(sc, st, location, &parties);
    let sides = Sides::of(|side| side_of(sc, st, location, &parties, side));
    let terms = terms(sc, st, location, &parties, order.fight_on);
    let record = urban::fight(&sides, &terms, &sc.rulings.war);
    has_begun(month, order.by, record.stages.len());
    lose(sc, st, location, &parties, &sides, &record);
    let end = record.end;
    let lost = Sides::of(|side| sides[side].men.fighters() - record.left[side].fighters());
    let told = Sides::of(|side| parties[side].party());
    let place = Place::At(location, Side::Inside);
    let battle = Battle { place, parties: told, record: Record::Urban(record) };
    month.tell(Conflict::Fought(Box::new(battle)));
    carry_out_end(sc, st, month, location, &parties, end, spared);
    if terms.egress_denied && is_over_for_defender(end) && before.holds_the_gates(&parties.defender) {
        month.conflicts.of_mut(order.by).has_broken_out = true; // RN-25.6
    }
    before.change_control(sc, st, month, location, &parties, lost);
    end
}

fn side_of(
    sc: &Scenario, st: &State, location: LocationId, parties: &Sides<Contingent>, side: BattleSide,
) -> UrbanSide {
    let (own, enemy) = (&parties[side], parties[side.enemy()].principal());
    let tower = own.principal().and_then(|id| control::own_tower(sc, st, location, id));
    UrbanSide {
        leader: own.leader(sc, st, location, enemy),
        led: own.principal().is_some(),
        men: own.men(st, location),
        tower: tower.map(|tower| tower.fas.get().into()),
    }
}

/// Who is at home, and whether the other side may go out (RN-65.1, RN-65.2, RN-65.10).
fn terms(sc: &Scenario, st: &State, location: LocationId, parties: &Sides<Contingent>, fight_on: bool) -> UrbanTerms {
    let family = |side: BattleSide| parties[side].principal().map(|id| st.persona(id).family);
    let home =
        [Defender, Attacker].into_iter().find(|side| parties[*side].principal().is_none()).unwrap_or_else(|| {
            home_side(&Sides::of(|side| family(side).map_or_else(Ties::default, |it| ties(sc, st, location, it))))
        });
    let denied = family(home.enemy()).is_some_and(|it| is_denied_egress(st, it, location));
    UrbanTerms { home, egress_denied: denied, fight_on, prelude: false }
}

fn ties(sc: &Scenario, st: &State, location: LocationId, family: FamilyId) -> Ties {
    use LocalOffice::{Bishop, Feudatory, Sovereign, Tenant};
    let holds = |office: LocalOffice| {
        holder_of(sc, st, location, office).persona().is_some_and(|id| st.persona(id).family == family)
    };
    let citizen = sc.family(family).citizen_of == location;
    Ties { held: [citizen, holds(Tenant), holds(Bishop), holds(Feudatory), holds(Sovereign)] }
}

fn lose(
    sc: &Scenario, st: &mut State, location: LocationId, parties: &Sides<Contingent>, sides: &Sides<UrbanSide>,
    record: &UrbanRecord,
) {
    for side in [Attacker, Defender] {
        let change = i64::from(record.morale[side]) - i64::from(sides[side].leader.morale);
        parties[side].lose(sc, st, location, &record.left[side], change);
    }
}

/// Who dies, leaves the town or goes into his tower (RN-65.6 to RN-65.11).
fn carry_out_end(
    sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, parties: &Sides<Contingent>, end: UrbanEnd,
    spared: Option<PersonaId>,
) {
    match end {
        UrbanEnd::Eliminated(side) => {
            let victor = parties[side.enemy()].principal();
            parties[side].lose_all(sc, st, month, location, victor, spared);
        }
        UrbanEnd::LeftTown(side) => {
            let victor = parties[side.enemy()].principal();
            for id in &parties[side].personae {
                leave_town(st, month, location, *id, victor);
            }
        }
        UrbanEnd::IntoTower(side) => {
            for id in &parties[side].personae {
                st.persona_mut(*id).stay_outside_towers = false;
            }
        }
        UrbanEnd::BrokeOff => {
            for by in &parties.attacker.personae {
                parties.defender.personae.iter().for_each(|it| month.conflicts.end_between(*by, *it));
            }
        }
        UrbanEnd::AllInTower | UrbanEnd::Undecided => {}
    }
}

/// A persona leaves the town with what his horses and slaves carry; the rest is the victor's (RN-65.11, RN-R114).
pub fn leave_town(st: &mut State, month: &mut Month, location: LocationId, id: PersonaId, victor: Option<PersonaId>) {
    let things = harness(&st.persona(id).assets, true).left_behind(&st.persona(id).assets);
    spoils::take(st, month, id, victor, things);
    fate::withdraw(st, month, id, Place::At(location, Side::Outside));
    fate::stand_down(st, month, id);
}

/// The tenant of a town without a garrison loses control to who has more soldiers inside than he (RN-16.3, RN-R37).
fn claim(sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, by: PersonaId) {
    let inside = |id: PersonaId| {
        let persona = st.persona(id);
        let there = persona.alive && persona.place == Place::At(location, Side::Inside);
        if there { persona.assets.troops.soldiers() } else { 0 }
    };
    let of_tenant = control::tenant(sc, st, location).map_or(0, inside);
    let here = st.location(location);
    if here.controller.is_none() && here.garrison == 0 && inside(by) > of_tenant {
        control::gain(sc, st, month, location, by);
    }
}

/// Who held the town before a battle inside it.
struct Before {
    garrison: u32,
    controller: Option<PersonaId>,
    in_control: Option<PersonaId>,
}

impl Before {
    fn of(sc: &Scenario, st: &State, location: LocationId, parties: &Sides<Contingent>) -> Self {
        let there = parties.attacker.garrison || parties.defender.garrison;
        let here = st.location(location);
        Self {
            garrison: if there { here.garrison } else { 0 },
            controller: here.controller.map(|it| it.persona),
            in_control: control::controller(sc, st, location),
        }
    }

    /// Whether those of a side may deny egress: the garrison or who is in control.
    fn holds_the_gates(&self, party: &Contingent) -> bool {
        party.garrison || self.in_control.is_some_and(|it| party.personae.contains(&it))
    }

    /// Who eliminates the garrison has control (RN-16.2), and who beats the controller (RN-16.4, RN-16.5 b and c).
    fn change_control(
        &self, sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, parties: &Sides<Contingent>,
        lost: Sides<u32>,
    ) {
        for side in [Attacker, Defender] {
            let Some(victor) = parties[side.enemy()].principal() else { continue };
            let eliminated = parties[side].garrison && self.garrison > 0 && st.location(location).garrison == 0;
            let of_controller = self.controller.filter(|it| parties[side].personae.contains(it));
            let killed = |id: PersonaId| !st.persona(id).alive;
            let beaten =
                of_controller.is_some_and(|it| killed(it) || (lost[side] > lost[side.enemy()] && !killed(victor)));
            let holds = st.persona(victor).alive && st.persona(victor).place.is_inside();
            if (eliminated || beaten) && holds {
                control::gain(sc, st, month, location, victor);
            }
        }
    }
}
