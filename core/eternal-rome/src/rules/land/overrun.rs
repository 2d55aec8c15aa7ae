//! Overrun (ER-16.3 to ER-16.5, ER-R42).

use crate::model::ids::{HexId, LeaderId, PowerId, Powers};
use crate::model::scenario::Scenario;
use crate::model::state::{Army, ArmyId, ArmyStatus, State};
use crate::model::units::{Units, units};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::relations;
use crate::rules::{activation, combat, dissolution, leaders, siege};

/// The enemy armies in the open in an army's hex (ER-R42).
pub fn targets(sc: &Scenario, st: &State, army: &Army) -> Vec<ArmyId> {
    let open = st.armies_at(army.hex).filter(|other| other.status != ArmyStatus::Garrison);
    open.filter(|other| relations::may_fight(sc, st, army.id.power, other.id.power)).map(|other| other.id).collect()
}

pub fn ride_down(eng: &mut Engine<'_>, id: ArmyId, hex: HexId) {
    let Some(army) = eng.st.army(id) else { return };
    let targets = targets(eng.sc, eng.st, army);
    let of: Powers = targets.iter().map(|target| target.power).collect();
    let asleep: Vec<PowerId> = of.iter().filter(|&power| !eng.st.power(power).active).collect();
    let mut account = MoraleAccount::default();
    let mut lost: Vec<Units> = Vec::new();
    let mut escaped = false;
    for target in targets {
        // ER-16.5: into a friendly city at once, besieged or not (ER-R42).
        if relations::friendly_city(eng.sc, eng.st, target.power, hex).is_some() {
            if let Some(army) = eng.st.army_mut(target) {
                army.status = ArmyStatus::Garrison;
            }
            escaped = true;
            continue;
        }
        lost.extend(eliminate(eng, &mut account, target, id.power));
    }
    let tell = |units: Vec<Units>| EventKind::Overrun {
        power: eng.sc.power_name(id.power),
        hex,
        of: eng.parties(of),
        units,
        escaped,
    };
    let (known, seen) = (tell(lost), tell(Vec::new()));
    let all = of.and(Powers::one(id.power));
    eng.emit(eng.seats_of(all), "ER-16.4", known);
    eng.emit(eng.others(all), "ER-7.1", seen);
    morale::apply(eng, &account, "ER-13.1");
    siege::stance::end_abandoned(eng);
    combat::attack::provoke(eng, id.power, of);
    for minor in asleep {
        activation::invade(eng, minor, id.power, hex);
    }
    dissolution::settle(eng);
}

/// An army is ridden down: its units are eliminated, its leaders captured (ER-16.4, ER-R42).
fn eliminate(eng: &mut Engine<'_>, account: &mut MoraleAccount, id: ArmyId, by: PowerId) -> Vec<Units> {
    let Some(army) = eng.st.army_mut(id) else { return Vec::new() };
    let bands = std::mem::take(&mut army.bands);
    for band in &bands {
        morale::units_lost(eng, account, id.power, band.kind, band.count, Some(by));
    }
    let captured: Vec<LeaderId> = eng.st.leaders_of(id).map(|(leader, _)| leader).collect();
    for leader in captured {
        leaders::capture(eng, account, leader, by);
    }
    eng.st.sweep();
    units(&bands)
}
