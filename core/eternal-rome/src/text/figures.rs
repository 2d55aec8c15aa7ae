//! Figures that are worth following from month to month (ER-6, ER-9, ER-13).

use kernel::Figure;

use crate::knowledge::Knowledge;
use crate::knowledge::view::OwnPowerView;
use crate::model::scenario::Scenario;

/// The figures of a seat.
pub fn figures(sc: &Scenario, known: &Knowledge) -> Vec<Figure> {
    let view = known.view(sc);
    let goals = view.victory.iter().map(|line| {
        let fulfilled = line.goals.iter().filter(|goal| goal.fulfilled).count() as i64;
        (&line.power, view.powers.contains(&line.power), fulfilled)
    });
    let own = |value: fn(&OwnPowerView) -> u32| {
        let powers = view.all_powers.iter().filter_map(move |power| Some((&power.power, power.own.as_ref()?)));
        powers.map(move |(name, own)| (name, true, i64::from(value(own))))
    };
    vec![
        Figure::of_all("Victory conditions fulfilled", "", goals),
        Figure::of_all("Treasury", "talents", own(|own| own.treasury)),
        Figure::of_all("Income a month", "talents", own(|own| own.income)),
    ]
}
