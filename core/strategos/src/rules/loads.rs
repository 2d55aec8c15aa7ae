//! What no longer fits is left behind: what ships carry, the points of trains.

use kernel::{Dice, RuleRef};

use crate::model::command::Command;
use crate::model::ids::CommandId;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::units::{UnitKind, Units};

/// ST-R62: what no longer fits aboard a fleet that lost ships goes down with them, at random: regiments and trains aboard
/// first, then those of the commands that it carries.
pub fn shed_load(sc: &Scenario, st: &mut State, fleet: CommandId, dice: &mut Dice) -> Units {
    let mut lost = Units::NONE;
    let room = st.command(fleet).units.sum(&sc.units, |figures| u32::from(figures.carries));
    let mut holders = vec![fleet];
    holders.extend(st.commands.iter().filter(|(_, it)| it.carried_by == Some(fleet)).map(|(id, _)| *id));
    let load = |st: &State| -> u32 {
        let units = holders.iter().map(|id| if *id == fleet { st.command(*id).aboard } else { st.command(*id).units });
        units.map(|units| units.sum(&sc.units, |figures| u32::from(figures.load))).sum()
    };
    let mut stream = dice.stream("battle", fleet.0, 8);
    for holder in holders.clone() {
        while load(st) > room {
            let command = st.command_mut(holder);
            let units = if holder == fleet { &mut command.aboard } else { &mut command.units };
            let gone = super::losses::at_random(units, 1, |_| true, RuleRef::new("ST-R62"), &mut stream);
            if gone.is_empty() {
                break;
            }
            drop_train_points(command);
            lost.join(&gone);
        }
    }
    lost
}

/// Keeps the points of supply trains in step with their number: the emptiest are lost first.
pub fn drop_train_points(command: &mut Command) {
    let of = |units: &Units| units.count(UnitKind::SupplyTrain);
    let trains = usize::from(of(&command.units) + of(&command.aboard));
    command.train_points.truncate(trains);
}
