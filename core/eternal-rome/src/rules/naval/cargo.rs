//! Room aboard (ER-6.10, ER-11.18, ER-R63).

use crate::model::ids::{PowerId, Powers};
use crate::model::state::{FleetId, take_bands, total};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::strength;

/// While more is aboard than fits, a unit chosen at random is lost; it counts as eliminated by `by` (ER-R63).
pub fn fit(eng: &mut Engine<'_>, account: &mut MoraleAccount, id: FleetId, by: Option<PowerId>) {
    while let Some(fleet) = eng.st.fleet(id) {
        let room = strength::capacity(eng.sc, fleet.size());
        let (bands, hex) = (&fleet.cargo.bands, fleet.hex);
        let Some(power) = fleet.cargo.power else { return };
        let aboard = total(bands) as usize;
        if strength::of_bands(eng.sc, eng.st, bands).stacking <= room || aboard == 0 {
            return;
        }
        let mut units = Vec::with_capacity(aboard);
        for band in bands {
            units.extend(std::iter::repeat_n((band.kind, band.seasoned), usize::from(band.count)));
        }
        let (kind, seasoned) = units[eng.pick("cargo", hex, aboard, "ER-R63")];
        if let Some(fleet) = eng.st.fleet_mut(id) {
            take_bands(&mut fleet.cargo.bands, kind, seasoned, 1);
            if fleet.cargo.bands.is_empty() {
                fleet.cargo.power = None;
            }
        }
        morale::units_lost(eng, account, power, kind, 1, by);
        let what = EventKind::CargoLost { power: eng.sc.power_name(power), unit: kind };
        eng.emit(eng.seats_of(Powers::one(power)), "ER-11.18", what);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::UnitKind;
    use crate::model::state::{Band, Cargo, FleetStatus};
    use crate::testing::{RED, at, land_phase, world};

    #[test]
    fn what_no_longer_fits_goes() {
        let sc = world();
        let mut st = land_phase(&sc);
        let id = st.new_fleet(RED, at(1), FleetStatus::AtSea);
        let fleet = st.fleet_mut(id).unwrap();
        fleet.ships.push((RED, 2));
        let legions = Band { kind: UnitKind::Legion2, seasoned: true, spent: 0, count: 3 };
        fleet.cargo = Cargo { power: Some(RED), bands: vec![legions] };
        let mut dice = kernel::Dice::middling();
        let mut account = MoraleAccount::default();
        fit(&mut Engine::new(&sc, &mut st, &mut dice), &mut account, id, None);
        assert_eq!(total(&st.fleet(id).unwrap().cargo.bands), 2, "V-21");
    }
}
