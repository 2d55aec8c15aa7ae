//! The land forces of a country: its divisions, and the armies that lead them.

use super::draft::Draft;
use super::ways::Marchers;
use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, HexId};
use crate::model::units::{UnitKind, Units};
use crate::rules::battle::base;
use crate::rules::{leaders, pyramid};

/// A division in the field or within walls.
#[derive(Clone, Debug)]
pub struct Force {
    /// The division.
    pub id: CommandId,
    /// Where.
    pub hex: HexId,
    /// Its units.
    pub units: Units,
    /// MA of who leads it: an army's commander who is with it, or its own.
    pub ma: u8,
    /// Combat strength in the open.
    pub strength: u32,
}

impl Force {
    /// Its regiments.
    pub fn regts(&self) -> u16 {
        self.units.regts()
    }
    /// As one that marches by itself.
    pub fn marchers(&self) -> Marchers {
        Marchers { hex: self.hex, kinds: vec![CommandKind::Division], units: self.units }
    }
}

/// The divisions of a country that have regiments and stand on land, ascending.
pub fn forces(draft: &Draft<'_>) -> Vec<Force> {
    let (sc, st, power) = (draft.sc, &draft.st, draft.power());
    let of = |(id, it): (&CommandId, &crate::model::command::Command)| Force {
        id: *id,
        hex: it.hex,
        units: it.units,
        ma: led_by(draft, *id),
        strength: base(&sc.units, &it.units, false),
    };
    let own = st.commands.iter().filter(|(_, it)| {
        it.power == power && it.kind == CommandKind::Division && it.units.regts() > 0 && it.carried_by.is_none()
    });
    own.map(of).collect()
}

/// MA of who leads a division: the army's commander if the army is in its hex.
fn led_by(draft: &Draft<'_>, division: CommandId) -> u8 {
    let own = leaders::ratings(draft.sc, &draft.st, division).ma;
    match headquarters(draft, division) {
        Some(army) => pyramid::effective(draft.sc, &draft.st, army).ma,
        None => own,
    }
}

/// The army that a division is under, if it is with it and outside walls.
pub fn headquarters(draft: &Draft<'_>, division: CommandId) -> Option<CommandId> {
    let it = draft.st.command(division);
    let parent = it.parent?;
    let army = draft.st.commands.get(&parent)?;
    (army.kind == CommandKind::Army && army.hex == it.hex && army.inside.is_none()).then_some(parent)
}

/// The units of several forces.
pub fn units_of(forces: &[&Force]) -> Units {
    let mut all = Units::NONE;
    forces.iter().for_each(|force| all.join(&force.units));
    all
}

/// The regiments that a force can best leave behind, so many of them: those that count least in a storm and in the field.
pub fn least_useful(units: &Units, count: u16) -> Units {
    const ORDER: [UnitKind; 9] = [
        UnitKind::Levy,
        UnitKind::LightFoot,
        UnitKind::ScoutFoot,
        UnitKind::LightHorse,
        UnitKind::Peltast,
        UnitKind::MediumHorse,
        UnitKind::Hoplite,
        UnitKind::Phalanx,
        UnitKind::HeavyHorse,
    ];
    let (mut left, mut chosen) = (count, Units::NONE);
    for kind in ORDER {
        let some = units.count(kind).min(left);
        chosen.add(kind, some);
        left -= some;
    }
    chosen
}
