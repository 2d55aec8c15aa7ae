//! Who fights together inside the walls: personae and the garrison (RN-60.5 to RN-60.8, RN-R94).

use kernel::exact::apportion;

use super::deed::Party;
use super::{control, fate, leader};
use crate::model::ids::{LocationId, PersonaId};
use crate::model::measures::Rating;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::troops::{Troop, Troops};
use crate::rules::battle::men::{Arm, Men};
use crate::rules::battle::morale::{self, Leader};
use crate::rules::force;
use crate::rules::month::Month;
use crate::rules::places::tower_of;

/// Arms of men on foot, with the troops that they are.
const ON_FOOT: [(Arm, Troop); 6] = [
    (Arm::HeavyCavalry, Troop::HeavyCavalry),
    (Arm::Pikemen, Troop::Pikemen),
    (Arm::Auxiliaries, Troop::Auxiliaries),
    (Arm::Arquebusiers, Troop::Arquebusiers),
    (Arm::Archers, Troop::Archers),
    (Arm::Crew, Troop::Crew),
];

/// A persona's men as they fight on foot.
pub fn on_foot(troops: &Troops) -> Men {
    Men::of(ON_FOOT.map(|(arm, troop)| (arm, troops[troop])))
}

/// The troops that men on foot are.
pub fn troops_of(men: &Men) -> Troops {
    let mut troops = Troops::NONE;
    for (arm, troop) in ON_FOOT {
        troops[troop] = men[arm];
    }
    troops
}

/// Those who fight together: one leads, if there is a persona among them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contingent {
    /// Personae, who leads first.
    pub personae: Vec<PersonaId>,
    /// The garrison of the location.
    pub garrison: bool,
}

impl Contingent {
    /// A persona with the garrison, if he is of the tenant's family and neither wants it otherwise (RN-60.8).
    pub fn of(sc: &Scenario, st: &State, month: &Month, location: LocationId, id: PersonaId) -> Self {
        Self { personae: vec![id], garrison: has_support(sc, st, month, location, id) }
    }
    /// The garrison with those members of the tenant's family who are inside and not in a tower: the tenant leads, or who has
    /// most men (RN-60.8).
    pub fn of_garrison(sc: &Scenario, st: &State, month: &Month, location: LocationId) -> Self {
        let inside = crate::model::persona::Place::At(location, crate::model::persona::Side::Inside);
        let there = st.living().filter(|(_, it)| it.place == inside && it.assets.troops.men() > 0).map(|(id, _)| id);
        let supports = |id: &PersonaId| has_support(sc, st, month, location, *id) && tower_of(sc, st, *id).is_none();
        let mut personae: Vec<PersonaId> = there.filter(supports).collect();
        let tenant = control::tenant(sc, st, location);
        personae.sort_by_key(|id| (Some(*id) != tenant, std::cmp::Reverse(st.persona(*id).assets.troops.men())));
        Self { personae, garrison: true }
    }
    /// Who leads.
    pub fn principal(&self) -> Option<PersonaId> {
        self.personae.first().copied()
    }
    /// As deeds have it.
    pub fn party(&self) -> Party {
        Party { personae: self.personae.clone(), garrison: self.garrison }
    }
    /// All their men, garrison too.
    pub fn men(&self, st: &State, location: LocationId) -> Men {
        let mut men: Men = self.personae.iter().map(|id| on_foot(&st.persona(*id).assets.troops)).sum();
        if self.garrison {
            men[Arm::Garrison] = st.location(location).garrison;
        }
        men
    }
    /// Who leads, with the morale of all (RN-61.8, RN-R94). Without a persona only morale counts.
    pub fn leader(&self, sc: &Scenario, st: &State, location: LocationId, enemy: Option<PersonaId>) -> Leader {
        let own = |id: PersonaId| leader::of(sc, st, id, enemy, Some(location));
        let mut parts: Vec<(u32, u16)> =
            self.personae.iter().map(|id| (st.persona(*id).assets.troops.men(), own(*id).morale)).collect();
        if self.garrison {
            let morale = garrison_morale(sc, st, location, &self.personae);
            parts.push((st.location(location).garrison, morale));
        }
        Leader { morale: morale::combined(&parts), ..self.principal().map(own).unwrap_or_default() }
    }
    /// What is left of them: of each arm all lose in proportion, and the morale of each changes as that of all (RN-68.6).
    pub fn lose(&self, sc: &Scenario, st: &mut State, location: LocationId, left: &Men, change: i64) {
        let before: Vec<Men> = self.personae.iter().map(|id| on_foot(&st.persona(*id).assets.troops)).collect();
        let mut after = before.clone();
        for (arm, _) in ON_FOOT {
            let have: Vec<u64> = before.iter().map(|men| u64::from(men[arm])).collect();
            let lost = (have.iter().sum::<u64>() as u32).saturating_sub(left[arm]);
            for (men, share) in after.iter_mut().zip(apportion(lost, &have)) {
                men[arm] -= share;
            }
        }
        for (id, men) in self.personae.iter().zip(after) {
            survive(sc, st, location, *id, &men, change);
        }
        if self.garrison {
            st.location_mut(location).garrison = left[Arm::Garrison];
        }
    }
    /// All of them have lost everything.
    pub fn lose_all(
        &self, sc: &Scenario, st: &mut State, month: &mut Month, location: LocationId, victor: Option<PersonaId>,
        spared: Option<PersonaId>,
    ) {
        for id in &self.personae {
            fate::lose_all(sc, st, month, *id, victor, spared == Some(*id), location);
        }
    }
}

/// What is left of a persona's men, with the change of their morale (RN-R97).
pub fn survive(sc: &Scenario, st: &mut State, location: LocationId, id: PersonaId, men: &Men, change: i64) {
    let before = leader::morale_before(sc, st, id, Some(location));
    let after = Rating::new(i64::from(before) + change).get();
    let morale = leader::morale_after(sc, st, id, Some(location), after);
    let persona = st.persona_mut(id);
    persona.assets.troops = troops_of(men);
    persona.morale = morale;
    force::settle(persona);
}

/// The morale of a garrison: the tenant's when he is with it, otherwise the location's loyalty (RN-60.6).
pub fn garrison_morale(sc: &Scenario, st: &State, location: LocationId, with: &[PersonaId]) -> u16 {
    let tenant = control::tenant(sc, st, location).filter(|tenant| with.contains(tenant));
    let led = tenant.filter(|tenant| st.persona(*tenant).assets.troops.men() > 0);
    led.map_or(st.location(location).loyalty.get(), |tenant| leader::morale_before(sc, st, tenant, Some(location)))
}

/// Whether the garrison and a persona support each other (RN-60.8): he is of the tenant's family, and neither he nor the tenant
/// has ordered otherwise.
pub fn has_support(sc: &Scenario, st: &State, month: &Month, location: LocationId, id: PersonaId) -> bool {
    let Some(tenant) = control::tenant(sc, st, location) else { return false };
    let shuns = |id: PersonaId| month.conflicts.of(id).shuns_garrison;
    st.location(location).garrison > 0
        && st.persona(tenant).family == st.persona(id).family
        && !shuns(id)
        && !shuns(tenant)
}
