//! Figures that are worth following from month to month (ER-6, ER-9, ER-13).

use kernel::Figure;

use crate::knowledge::Knowledge;
use crate::knowledge::view::{OwnPowerView, View};
use crate::model::ids::PowerName;
use crate::model::scenario::Scenario;

/// Victory conditions that each major has fulfilled.
fn goals(sc: &Scenario, view: &View) -> Figure {
    let lines = view.victory.iter().map(|line| {
        let fulfilled = line.goals.iter().filter(|goal| goal.fulfilled).count() as i64;
        (name(sc, &line.power), view.powers.contains(&line.power), fulfilled)
    });
    Figure::of_all("Victory conditions fulfilled", "", lines)
}

fn name<'a>(sc: &'a Scenario, power: &PowerName) -> &'a str {
    sc.power(power.id).name.as_str()
}

/// What everybody may know of the powers (section 6).
pub fn public(sc: &Scenario, view: &View) -> Vec<Figure> {
    let majors = || view.all_powers.iter().filter(|power| power.kind.is_major());
    let held = |power: &PowerName| {
        view.provinces.iter().filter(|province| province.controller.as_ref() == Some(power)).count() as i64
    };
    vec![
        goals(sc, view).highest_first(),
        Figure::of_all("Provinces", "", majors().map(|it| (name(sc, &it.power), false, held(&it.power)))),
        Figure::of_all("Morale", "", majors().map(|it| (name(sc, &it.power), false, i64::from(it.morale)))),
    ]
}

/// The figures of a seat.
pub fn figures(sc: &Scenario, known: &Knowledge) -> Vec<Figure> {
    let view = known.view(sc);
    let own = |value: fn(&OwnPowerView) -> u32| {
        let powers = view.all_powers.iter().filter_map(move |power| Some((&power.power, power.own.as_ref()?)));
        powers.map(move |(power, own)| (name(sc, power), true, i64::from(value(own))))
    };
    vec![
        goals(sc, &view),
        Figure::of_all("Treasury", "talents", own(|own| own.treasury)),
        Figure::of_all("Income a month", "talents", own(|own| own.income)),
    ]
}
