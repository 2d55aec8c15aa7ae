//! Step 4: the end of the month (ER-11.20, ER-11.21, ER-R12, ER-R47).

use crate::model::ids::{KINDS, Powers};
use crate::model::state::{FleetId, FleetStatus};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::{cities, dissolution, victory};

/// Ends the month: fleets too long at sea, victory, timers; the date advances, unless the campaign is over.
pub fn end(eng: &mut Engine<'_>) {
    drown(eng);
    if eng.st.ending.is_none() {
        victory::check(eng);
    }
    if eng.st.ending.is_some() {
        return;
    }
    eng.st.month = eng.st.month.plus(1);
    let (now, new_year) = (eng.st.month, eng.st.month.of_year() == 1);
    eng.st.raised.clear();
    for fleet in &mut eng.st.fleets {
        fleet.fought = false;
    }
    for province in &mut eng.st.provinces {
        province.plundered_until = province.plundered_until.filter(|&last| now <= last);
        if new_year {
            province.recruited = [0; KINDS + 1];
        }
    }
}

/// Fleets neither in port nor before one have been out a month longer; those out too long are lost with all aboard
/// (ER-11.20, ER-R12). Nobody gains by it (ER-R24).
fn drown(eng: &mut Engine<'_>) {
    let limit = eng.sc.constants.months_out_limit;
    let mut lost: Vec<FleetId> = Vec::new();
    for fleet in &mut eng.st.fleets {
        fleet.months_out = if fleet.status == FleetStatus::AtSea { fleet.months_out + 1 } else { 0 };
        if fleet.months_out >= limit {
            lost.push(fleet.id);
        }
    }
    let mut account = MoraleAccount::default();
    for id in lost {
        let Some(fleet) = eng.st.fleet(id) else { continue };
        let (hex, ships) = (fleet.hex, fleet.size().min(255) as u8);
        let sailing: Powers = fleet.ships.iter().map(|&(power, _)| power).collect();
        let what = EventKind::FleetDrowned { power: eng.sc.power_name(id.power), hex, ships };
        eng.emit(eng.seats_of(sailing), "ER-11.20", what);
        cities::lose_fleet(eng, &mut account, id, None);
    }
    morale::apply(eng, &account, "ER-R24");
    dissolution::settle(eng);
}

#[cfg(test)]
mod tests;
