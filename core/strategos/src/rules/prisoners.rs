//! Prisoners (ST-17, ST-R47).

use crate::model::command::Prisoners;
use crate::model::ids::Power;
use crate::model::measures::Talents;
use crate::model::rulings::Rulings;
use crate::model::state::State;
use crate::model::units::{UnitClass, Units};

/// ST-17.3: what prisoners bring: elephants sell as cavalry (ST-R47).
pub fn ransom(rulings: &Rulings, foot: u16, horse: u16) -> Talents {
    let (per_foot, per_horse) = (rulings.prisoners.foot as u32, rulings.prisoners.horse as u32);
    Talents(u32::from(foot) * per_foot + u32::from(horse) * per_horse)
}

/// ST-17.1, ST-R47: prisoners made of lost units: regiments only.
pub fn of_units(of: Power, units: &Units) -> Prisoners {
    let count = |class: UnitClass| units.only(|kind| kind.class() == class).regts();
    Prisoners { of, foot: count(UnitClass::Foot), horse: count(UnitClass::Horse) + count(UnitClass::Elephant) }
}

/// Adds prisoners to those that a command leads along.
pub fn join(held: &mut Vec<Prisoners>, more: Prisoners) {
    if more.foot + more.horse == 0 {
        return;
    }
    match held.iter_mut().find(|each| each.of == more.of) {
        Some(known) => {
            known.foot += more.foot;
            known.horse += more.horse;
        }
        None => held.push(more),
    }
}

/// ST-17.4, ST-17.5: sells the prisoners that were brought to the commands of a country's cities; what they bring is in its
/// treasury. Countries in their order.
pub fn sell_all(rulings: &Rulings, st: &mut State) -> Vec<(Power, Talents)> {
    let mut sales = Vec::new();
    for command in st.commands.values_mut().filter(|command| command.kind.is_site()) {
        let Some(country) = command.power.country() else { continue };
        let sold: Talents = command.prisoners.drain(..).map(|each| ransom(rulings, each.foot, each.horse)).sum();
        if sold > Talents(0) {
            st.countries[country.index()].treasury += sold;
            sales.push((command.power, sold));
        }
    }
    sales
}
