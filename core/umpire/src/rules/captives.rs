//! P12: generals in hostile territory without troops of their own nation (UM-29, UM-R93).

use kernel::RuleRef;

use super::options::generals;
use super::{setup, taxes};
use crate::model::constants::Constants;
use crate::model::ids::{Factions, GeneralId, NationId, Rp};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::Turn;

/// Who holds a prisoner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Captor {
    /// A civilised nation.
    Civilised,
    /// A tribal nation.
    Tribal,
    /// The Independents.
    Independents,
}

/// UM-R93: the chance that a captive is executed, per cent.
pub fn execution_chance(constants: &Constants, captor: Captor) -> i64 {
    let of = &constants.R93;
    match captor {
        Captor::Civilised => of.executed_by_civilised,
        Captor::Tribal => of.executed_by_tribal,
        Captor::Independents => of.executed_by_independents,
    }
}

/// UM-R93: the ransom of a general.
pub fn ransom(constants: &Constants, seniority: u8) -> Rp {
    let of = &constants.R93;
    Rp::whole(of.ransom_base_rp + of.ransom_per_seniority_rp * i64::from(seniority))
}

/// UM-R93: what a nation can raise for a captive: its treasury, and credit for a part of its units' pay, tribal or not.
fn can_raise(sc: &Scenario, st: &State, nation: NationId) -> Rp {
    let pay = taxes::pay(&sc.economy, st.strength(sc, nation), 0);
    st.nation(nation).treasury + pay.times(sc.constants.R93.credit_pct_of_pay, 100)
}

/// P12: decides on the prisoners of the conflict, once it is settled who holds what, and captures every general who
/// stands in hostile territory without troops of his own nation (UM-29.1, UM-R93).
pub fn capture_unaccompanied(turn: &mut Turn) {
    for (id, by) in std::mem::take(&mut turn.memory.prisoners) {
        take_prisoner(turn, id, by);
    }
    for index in 0..turn.st.generals.len() {
        let (id, general) = (GeneralId::at(index), &turn.st.generals[index]);
        let owner = turn.st.province(general.province).owner;
        let alone = || turn.st.all_units(general.province, general.nation) == 0;
        if general.alive && turn.st.enemies(turn.sc, general.nation, owner) && alone() {
            take_prisoner(turn, id, owner);
        }
    }
}

/// A general falls into the hands of `by` during the conflict. What becomes of him is decided at its end: his home may
/// be about to fall with him.
pub fn capture(turn: &mut Turn, id: GeneralId, by: NationId) {
    if !turn.is_prisoner(id) {
        turn.memory.prisoners.push((id, by));
    }
}

/// A captive is executed or ransomed (UM-29.2, UM-R93).
fn take_prisoner(turn: &mut Turn, id: GeneralId, by: NationId) {
    const R93: RuleRef = RuleRef::new("UM-R93");
    let (sc, general) = (turn.sc, turn.st.general(id).clone());
    if !general.alive {
        return;
    }
    let captor = match by {
        _ if by == sc.ind() => Captor::Independents,
        _ if sc.is_tribal(by) => Captor::Tribal,
        _ => Captor::Civilised,
    };
    let (place, nation) = (general.province, general.nation);
    let mut stream = turn.dice.stream("captive", id.0, 0);
    let executed = stream.chance(execution_chance(&sc.constants, captor) as i32, R93);
    let price = ransom(&sc.constants, general.seniority).min(can_raise(sc, turn.st, nation));
    let home = setup::place_for_general(turn.st, nation, None).filter(|_| !executed && price > Rp::ZERO);

    let mut told = Factions::one(nation);
    if by != sc.ind() {
        told.add(by);
    }
    let (captive, parties, at) = (turn.st.captain(sc, id), [sc.party(nation), sc.party(by)], turn.st.place(sc, place));
    turn.tell(EventScope::Private(told), "UM-29.2", |_, _| {
        let [nation, by] = parties;
        EventKind::GeneralCaptured { general: captive, nation, place: at, by, ransom: home.map(|_| price) }
    });
    let Some(home) = home else {
        // To both nations that is told; the world hears of a death (section 6).
        generals::die_told(turn, turn.phase, id, "met his death", "UM-29.2", EventScope::Beyond(place, told));
        return;
    };

    turn.st.nation_mut(nation).treasury -= price;
    if by != sc.ind() {
        turn.st.nation_mut(by).treasury += price;
    }
    if sc.is_tribal(nation) {
        let of = &sc.constants.R44;
        let face = &mut turn.st.nation_mut(nation).face;
        *face = (*face + of.face).min(of.face_max);
    }
    let of = &sc.constants.R41;
    let resentful = turn.dice.stream("ransomed", id.0, 0).chance(of.ransom_chance as i32, RuleRef::new("UM-R41"));
    let freed = turn.st.general_mut(id);
    freed.province = home;
    if resentful {
        freed.loyalty_true = freed.loyalty_true.saturating_sub(of.ransom_loss);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_price_of_a_captive_follows_his_rank() {
        let constants = Constants::standard();
        assert_eq!([0, 15].map(|seniority| ransom(&constants, seniority)), [Rp::whole(2), Rp::whole(17)]);
        let captors = [Captor::Civilised, Captor::Tribal, Captor::Independents];
        assert_eq!(captors.map(|captor| execution_chance(&constants, captor)), [20, 40, 30]);
    }
}
