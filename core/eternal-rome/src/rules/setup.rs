//! The units of a minor that has woken are placed (ER-5.15, ER-5.16, ER-R30).

use crate::model::frames::{Frame, Placement, Question, Reply, SetUp};
use crate::model::ids::{PowerId, Powers};
use crate::model::state::{ArmyStatus, Band, FleetStatus, LeaderPlace};
use crate::model::units::Units;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::relations;
use crate::rules::reserves::{self, Waiting};

/// Goes on with a set-up: asks, then places.
pub fn go_on(eng: &mut Engine<'_>, mut set_up: SetUp) {
    let minor = set_up.power;
    if !set_up.asked {
        set_up.asked = true;
        return eng.ask_powers(Frame::SetUp(set_up), Powers::one(minor), Question::SetUp { power: minor });
    }
    let placements = match eng.reply.take() {
        Some(Reply::SetUp(placements)) => placements,
        _ => reserves::by_default(eng.sc, eng.st, minor),
    };
    let mut waiting = Waiting::of(eng.sc, eng.st, minor);
    eng.st.power_mut(minor).placed = true;
    for placement in placements {
        place(eng, minor, &mut waiting, placement);
    }
}

fn place(eng: &mut Engine<'_>, minor: PowerId, waiting: &mut Waiting, placement: Placement) {
    let Placement { hex, units, leaders, ships } = placement;
    let bands: Vec<Band> = units.iter().flat_map(|&(kind, count)| waiting.take(kind, count)).collect();
    if !bands.is_empty() || !leaders.is_empty() {
        let status = match relations::friendly_city(eng.sc, eng.st, minor, hex) {
            Some(_) => ArmyStatus::Garrison,
            None => ArmyStatus::Field,
        };
        let army = eng.st.new_army(minor, hex, status);
        for &band in &bands {
            eng.st.reinforce(army, band);
        }
        for &leader in &leaders {
            eng.st.leader_mut(leader).place = LeaderPlace::Army(army);
        }
    }
    if ships > 0 {
        let fleet = eng.st.new_fleet(minor, hex, FleetStatus::Anchored);
        if let Some(fleet) = eng.st.fleet_mut(fleet) {
            fleet.ships.push((minor, ships));
        }
    }
    let (own, power) = (Powers::one(minor), eng.sc.power_name(minor));
    let list = bands.iter().map(|band| Units { kind: band.kind, seasoned: band.seasoned, count: band.count });
    let what = EventKind::UnitsPlaced {
        power: power.clone(),
        hex,
        units: list.collect(),
        ships,
        leaders: leaders.iter().map(|&leader| eng.sc.leader_name(leader)).collect(),
    };
    eng.emit(eng.seats_of(own), "ER-5.15", what);
    eng.emit(
        eng.others(own),
        "ER-7.1",
        EventKind::UnitsPlaced { power, hex, units: Vec::new(), ships: 0, leaders: Vec::new() },
    );
}
