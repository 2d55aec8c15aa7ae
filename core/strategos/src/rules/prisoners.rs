//! Prisoners (ST-17, ST-R47).

use crate::model::command::{CommandKind, Prisoners};
use crate::model::ids::{CommandId, Power};
use crate::model::measures::Talents;
use crate::model::rulings::Rulings;
use crate::model::state::State;
use crate::model::units::{UnitClass, UnitKind, Units};

/// ST-17.3: what prisoners bring: elephants sell as cavalry (ST-R47).
pub fn ransom(rulings: &Rulings, foot: u16, horse: u16) -> Talents {
    let (per_foot, per_horse) = (rulings.prisoners.foot as u32, rulings.prisoners.horse as u32);
    Talents(u32::from(foot) * per_foot + u32::from(horse) * per_horse)
}

/// ST-17.3, ST-R47: what prisoners bring by their class: elephants sell as cavalry.
pub fn price(rulings: &Rulings, units: &Units) -> Talents {
    let count = |class: UnitClass| units.only(|kind| kind.class() == class).regts();
    ransom(rulings, count(UnitClass::Foot), count(UnitClass::Horse) + count(UnitClass::Elephant))
}

/// Adds prisoners to those that a command leads along: regiments only (ST-R47).
pub fn join(held: &mut Vec<Prisoners>, of: Power, units: &Units) {
    let regts = units.only(UnitKind::is_regt);
    if regts.is_empty() {
        return;
    }
    match held.iter_mut().find(|each| each.of == of) {
        Some(known) => known.units.join(&regts),
        None => held.push(Prisoners { of, units: regts }),
    }
}

/// ST-17.2, ST-17.4: the prisoners of one command pass to another in its hex. False, and nothing changes, if it cannot lead
/// them, or is of another power.
pub fn transfer(st: &mut State, from: CommandId, to: CommandId) -> bool {
    let (giver, taker) = (st.command(from), st.command(to));
    let fits =
        from != to && giver.power == taker.power && giver.hex == taker.hex && taker.kind != CommandKind::Scouting;
    let walls = giver.inside != taker.inside;
    let site = giver.inside.or(taker.inside).map(|site| st.site(site));
    if !fits || walls && site.is_some_and(|site| site.blockade.is_some()) {
        return false;
    }
    for each in std::mem::take(&mut st.command_mut(from).prisoners) {
        join(&mut st.command_mut(to).prisoners, each.of, &each.units);
    }
    true
}

/// ST-17.4, ST-17.5: sells the prisoners that were brought to the commands of a country's cities; what they bring is in its
/// treasury. Countries in their order.
pub fn sell_all(rulings: &Rulings, st: &mut State) -> Vec<(Power, Talents)> {
    let mut sales = Vec::new();
    for command in st.commands.values_mut().filter(|command| command.kind == CommandKind::City) {
        let Some(country) = command.power.country() else { continue };
        let sold: Talents = command.prisoners.drain(..).map(|each| price(rulings, &each.units)).sum();
        if sold > Talents(0) {
            st.countries[country.index()].treasury += sold;
            sales.push((command.power, sold));
        }
    }
    sales
}
