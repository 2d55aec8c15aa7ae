//! A land command disperses (ST-18.1 to ST-18.4).

use kernel::{Dice, RuleRef};

use super::capture::set_free;
use super::journeys::{remove_command, send};
use super::losses::one_in;
use super::plunder::abandon;
use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, SiteId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::{UnitKind, Units};

/// Why a command does not disperse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoDispersal {
    /// Only land commands in the field disperse (ST-18.1).
    Kind,
    /// To a city of its own country (ST-18.2).
    City,
}

/// ST-18.1 to ST-18.4: a land command disperses: it vanishes at once, each regiment is lost on 1 in 10, trains are lost, the
/// rest and its leader go to a city. What was lost to attrition.
pub fn disperse(
    sc: &Scenario, st: &mut State, id: CommandId, city: SiteId, dice: &mut Dice,
) -> Result<Units, NoDispersal> {
    let command = st.command(id);
    let land = matches!(
        command.kind,
        CommandKind::Army | CommandKind::Division | CommandKind::Scouting | CommandKind::TaskForce
    );
    if !land || command.carried_by.is_some() {
        return Err(NoDispersal::Kind);
    }
    if st.sites.get(&city).is_none_or(|site| site.power != command.power || site.size == 0) {
        return Err(NoDispersal::City);
    }
    let (hex, mut units) = (command.hex, command.units.only(UnitKind::is_regt));
    let mut stream = dice.stream("attrition", id.0, 5);
    let lost = one_in(&mut units, sc.rulings.attrition.dispersal, |_| true, RuleRef::new("ST-20.5"), &mut stream);
    abandon(st, id);
    let (power, prisoners) = (st.command(id).power, std::mem::take(&mut st.command_mut(id).prisoners));
    let leader = remove_command(st, id);
    for each in prisoners {
        set_free(sc, st, power, hex, each); // Another command there leads them on.
    }
    send(sc, st, hex, city, units, leader.into_iter().collect());
    Ok(lost)
}
