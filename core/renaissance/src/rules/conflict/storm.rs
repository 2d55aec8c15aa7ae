//! What is common to assaults of walls and of towers (RN-68, RN-69.9).

use super::contingent::{on_foot, survive};
use super::deed::{Battle, Conflict, Party, Record};
use super::start::{has_begun, may_attack};
use super::{Refused, control, fate, leader, must, spoils};
use crate::model::ids::{LocationId, PersonaId};
use crate::model::measures::Rating;
use crate::model::persona::{Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::battle::assault::{self, AssaultEnd, AssaultRecord, Assaulter, Defender, Fortification};
use crate::rules::battle::field::Guns;
use crate::rules::battle::men::{Arm, Men};
use crate::rules::battle::morale::Leader;
use crate::rules::battle::sides::Sides;
use crate::rules::month::Month;

/// An assault as it is carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Storm {
    /// Who assaults.
    pub by: PersonaId,
    /// Where.
    pub location: LocationId,
    /// Defending personae are not to be killed (RN-62.7).
    pub spare: bool,
    /// What is assaulted.
    pub fortification: Fortification,
    /// The garrison, of the location or of the tower: men and morale.
    pub garrison: Option<(u32, u16)>,
    /// The personae who defend, ascending.
    pub defenders: Vec<PersonaId>,
    /// The men that each defender's tower holds, into which he may retreat (RN-68.16).
    pub towers: Vec<Option<u32>>,
}

/// Whether a persona may assault: nothing of war but a bombardment has he done this month (RN-62.5, RN-67.8).
pub fn may_assault(sc: &Scenario, st: &State, month: &Month, by: PersonaId) -> Result<(), Refused> {
    if !month.conflicts.of(by).has_bombarded {
        may_attack(sc, st, month, by, None)?;
    }
    let war = month.conflicts.of(by);
    must(st.persona(by).alive, "RN-R17", "he is dead")?;
    must(!war.has_fought && !war.has_assaulted, "RN-62.5", "an assault is the only military order of a month")?;
    must(st.persona(by).assets.troops.men() > 0, "RN-R101", "he has nobody to fight with")
}

impl Storm {
    /// Fights the assault; losses, morale and guns are carried out, deaths and spoils are not.
    pub fn fight(&self, sc: &Scenario, st: &mut State, month: &mut Month) -> AssaultRecord {
        let assaulter = self.assaulter(sc, st, month);
        let forces = self.forces(sc, st, month);
        let record = assault::fight(&assaulter, &forces, &self.fortification, &sc.rulings.war);
        has_begun(month, self.by, record.stages.len());
        let war = month.conflicts.of_mut(self.by);
        war.has_assaulted = true;
        let change = i64::from(record.morale) - i64::from(assaulter.leader.morale);
        survive(sc, st, self.location, self.by, &record.assaulters, change);
        let garrisons = usize::from(self.garrison.is_some());
        for ((id, force), after) in self.defenders.iter().zip(&forces[garrisons..]).zip(&record.defenders[garrisons..])
        {
            let change = i64::from(after.morale) - i64::from(force.leader.morale);
            survive(sc, st, self.location, *id, &after.men, change);
            spoils::keep_guns(st.persona_mut(*id), after.guns);
            if after.fired_guns {
                fate::fire_guns(st, month, *id);
            }
        }
        record
    }

    /// The garrison's survivors.
    pub fn garrison_left(&self, record: &AssaultRecord) -> u32 {
        let garrison = record.defenders.first().filter(|_| self.garrison.is_some());
        garrison.map_or(0, |after| after.men[Arm::Garrison])
    }

    /// Leaves the deed of the battle.
    pub fn tell(&self, month: &mut Month, record: Record) {
        let side = if self.fortification.walls == 1 { Side::Inside } else { Side::Outside };
        let attacker = Party { personae: vec![self.by], garrison: false };
        let defender = Party { personae: self.defenders.clone(), garrison: self.garrison.is_some() };
        let battle = Battle { place: Place::At(self.location, side), parties: Sides { attacker, defender }, record };
        month.tell(Conflict::Fought(Box::new(battle)));
    }

    /// Deaths and spoils (RN-68.17 to RN-68.19). Where those go who are spared: outside the walls.
    pub fn carry_out_end(&self, sc: &Scenario, st: &mut State, month: &mut Month, record: &AssaultRecord) {
        let garrisons = usize::from(self.garrison.is_some());
        let defenders = || self.defenders.iter().zip(&record.defenders[garrisons..]);
        if record.end == AssaultEnd::Annihilated {
            let victor = self.victor_of_defence(sc, st);
            fate::lose_all(sc, st, month, self.by, victor, false, self.location);
        }
        for (id, after) in defenders() {
            if after.in_tower {
                st.persona_mut(*id).stay_outside_towers = false;
            } else if record.end.is_success() {
                fate::lose_all(sc, st, month, *id, Some(self.by), self.spare, self.location);
            } else if after.fallen {
                fate::fall(sc, st, month, *id, self.spare, self.location);
            }
        }
    }

    /// Who takes what an annihilated assaulter had: who is in control, if he is there; otherwise the defender with most men
    /// (RN-68.18).
    fn victor_of_defence(&self, sc: &Scenario, st: &State) -> Option<PersonaId> {
        let inside = Place::At(self.location, Side::Inside);
        let there = |id: &PersonaId| st.persona(*id).alive && st.persona(*id).place == inside;
        let men = |id: &PersonaId| st.persona(*id).assets.troops.soldiers();
        let most = self.defenders.iter().copied().rev().max_by_key(men);
        control::controller(sc, st, self.location).filter(there).or(most)
    }

    fn assaulter(&self, sc: &Scenario, st: &State, month: &Month) -> Assaulter {
        let men = |id: &PersonaId| st.persona(*id).assets.troops.men();
        let enemy = self.defenders.iter().copied().rev().max_by_key(men);
        let order = month.conflicts.of(self.by).walls.clone();
        Assaulter {
            leader: leader::of(sc, st, self.by, enemy, Some(self.location)),
            men: on_foot(&st.persona(self.by).assets.troops),
            wall: order.as_ref().map_or(0, |order| order.wall),
            posts: order.map(|order| order.posts),
        }
    }

    fn forces(&self, sc: &Scenario, st: &State, month: &Month) -> Vec<Defender> {
        let garrison = self.garrison.map(|(men, morale)| Defender {
            leader: Leader { morale, ..Leader::default() },
            led: false,
            men: Men::of([(Arm::Garrison, men)]),
            posts: None,
            wall: 0,
            guns: Guns::default(),
            tower: None,
        });
        let of_personae = self.defenders.iter().zip(&self.towers).map(|(id, tower)| {
            let order = month.conflicts.of(*id).walls.clone();
            Defender {
                leader: leader::of(sc, st, *id, Some(self.by), Some(self.location)),
                led: true,
                men: on_foot(&st.persona(*id).assets.troops),
                wall: order.as_ref().map_or(0, |order| order.wall),
                posts: order.map(|order| order.posts),
                guns: spoils::guns(&st.persona(*id).assets),
                tower: *tower,
            }
        });
        garrison.into_iter().chain(of_personae).collect()
    }
}

/// Personae inside with men, ascending.
pub fn with_men_inside(st: &State, location: LocationId) -> impl Iterator<Item = PersonaId> + '_ {
    let inside = Place::At(location, Side::Inside);
    st.living().filter(move |(_, it)| it.place == inside && it.assets.troops.men() > 0).map(|(id, _)| id)
}

/// FAS, for a fortification.
pub fn fortification(far: Rating, fas: Rating, walls: usize) -> Fortification {
    Fortification { far: far.get(), fas: fas.get(), walls }
}
