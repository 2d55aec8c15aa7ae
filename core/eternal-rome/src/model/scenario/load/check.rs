//! What must hold between the parts of a scenario (docs/rules/eternal-rome.md, section 8.1).

use std::collections::BTreeSet;

use super::super::{ForceStatus, PowerKind, Scenario};
use super::{Checked, wrong};
use crate::model::costs;
use crate::model::ids::{HEXES, HexId, LeaderId, PowerId};
use crate::model::map;
use kernel::map::Mode;

pub fn check(sc: &Scenario) -> Checked<()> {
    calendar(sc)?;
    seats(sc)?;
    names(sc)?;
    bonds(sc)?;
    rulers(sc)?;
    cities(sc)?;
    forces(sc)?;
    reserves(sc)?;
    postings(sc)
}

fn calendar(sc: &Scenario) -> Checked<()> {
    if sc.start <= sc.first_check && sc.first_check <= sc.end {
        return Ok(());
    }
    Err(wrong("scenario.toml", "first_check", "start, first_check and end must follow in this order (ER-R59)"))
}

fn seats(sc: &Scenario) -> Checked<()> {
    let refuse = |place: &str, reason: String| Err(wrong("scenario.toml", place, reason));
    for (index, seat) in sc.seats.iter().enumerate() {
        let majors = sc.powers.iter().filter(|power| power.seat.is_some_and(|own| own.index() == index)).count();
        if majors == 0 || seat.majors_needed == 0 || usize::from(seat.majors_needed) > majors {
            let reason = format!("has {majors} majors; majors_needed must be 1 to that number (ER-20.2)");
            return refuse(&format!("seat {}", seat.key), reason);
        }
    }
    let mut listed = BTreeSet::new();
    for &power in &sc.turn_order {
        let name = sc.power(power).name.as_str();
        if !sc.power(power).kind.is_major() {
            return refuse("turn_order", format!("{name} is no major: it has no game turn of its own (ER-5.3)"));
        }
        if !listed.insert(power) {
            return refuse("turn_order", format!("{name} is listed twice"));
        }
    }
    for power in sc.power_ids().filter(|&power| sc.power(power).kind.is_major()) {
        let name = sc.power(power).name.as_str();
        if !listed.contains(&power) {
            return refuse("turn_order", format!("{name} is missing (ER-5.3)"));
        }
        if sc.victory.iter().filter(|victory| victory.power == power).count() != 1 {
            return refuse("victory", format!("{name} needs one entry (ER-20.1)"));
        }
    }
    if let Some(minor) = sc.victory.iter().find(|victory| !sc.power(victory.power).kind.is_major()) {
        return refuse("victory", format!("{} is no major (ER-20.1)", sc.power(minor.power).name));
    }
    for &(a, b) in &sc.friendly {
        if a == b || !listed.contains(&a) || !listed.contains(&b) {
            return refuse("friendly", "takes pairs of two different majors (ER-R31)".into());
        }
    }
    Ok(())
}

fn names(sc: &Scenario) -> Checked<()> {
    let mut codes = BTreeSet::new();
    for power in &sc.powers {
        if !codes.insert(&power.code) {
            return Err(wrong("powers.toml", power.name.as_str(), format!("the code {} is taken", power.code)));
        }
    }
    let mut full = BTreeSet::new();
    for leader in &sc.leaders {
        if !full.insert(&leader.name) {
            return Err(wrong("powers.toml", leader.name.as_str(), "this leader is listed twice"));
        }
    }
    Ok(())
}

/// Patrons and controllers are majors, and a minor wakes against somebody.
fn bonds(sc: &Scenario) -> Checked<()> {
    let major = |power: Option<PowerId>| power.is_none_or(|power| sc.power(power).kind.is_major());
    for power in &sc.powers {
        if !major(power.patron) || !major(power.named_controller) {
            let reason = "patron and controller must be majors (ER-5.5, ER-5.11)";
            return Err(wrong("powers.toml", power.name.as_str(), reason));
        }
    }
    for waking in &sc.activations {
        let name = sc.power(waking.power).name.as_str();
        if sc.power(waking.power).kind.is_major() || sc.power(waking.power).active {
            return Err(wrong("activation.toml", name, "only an inactive minor can wake (ER-5.14)"));
        }
        if !major(waking.controller) {
            return Err(wrong("activation.toml", name, "the controller must be a major (ER-5.11)"));
        }
        if waking.war_targets.is_empty() {
            return Err(wrong("activation.toml", name, "needs a war target (ER-R31)"));
        }
    }
    Ok(())
}

/// At most one ruler each, and succession numbers that tell who comes next (ER-14.10).
fn rulers(sc: &Scenario) -> Checked<()> {
    for power in sc.power_ids() {
        let name = sc.power(power).name.as_str();
        let own = || sc.leaders.iter().filter(move |leader| leader.power == power);
        let rulers = own().filter(|leader| leader.ruler.is_some()).count();
        if rulers > 1 || sc.power(power).kind == PowerKind::Roman && rulers == 0 {
            let reason = "has one ruler at the most, and a Roman power one exactly (ER-14.10)";
            return Err(wrong("powers.toml", name, reason));
        }
        let mut numbers = BTreeSet::new();
        if !own().filter_map(|leader| leader.succession).all(|number| numbers.insert(number)) {
            return Err(wrong("powers.toml", name, "two leaders have the same succession number (ER-14.10)"));
        }
    }
    Ok(())
}

/// Every city can be reached from every other, by land or by sea, and every port by ship.
fn cities(sc: &Scenario) -> Checked<()> {
    let Some(first) = sc.cities.first() else {
        return Err(wrong("provinces.toml", "cities", "a scenario has at least one city (ER-4.1)"));
    };
    let ways =
        |hex: HexId, mode| map::neighbours(hex).filter(move |&to| costs::step(sc, hex, to, mode, false).is_some());
    let mut seen = vec![false; HEXES];
    seen[first.hex.index()] = true;
    let mut open = vec![first.hex];
    while let Some(hex) = open.pop() {
        for to in ways(hex, Mode::Land).chain(ways(hex, Mode::Sea)) {
            if !std::mem::replace(&mut seen[to.index()], true) {
                open.push(to);
            }
        }
    }
    for city in &sc.cities {
        let name = city.name.as_str();
        if !seen[city.hex.index()] {
            let reason = format!("cannot be reached from {} by land or sea (ER-3.9)", first.name);
            return Err(wrong("provinces.toml", name, reason));
        }
        if city.port && ways(city.hex, Mode::Sea).next().is_none() {
            return Err(wrong("provinces.toml", name, "a port needs a way by sea (ER-4.7)"));
        }
    }
    Ok(())
}

/// Where the forces stand makes sense (ER-R9, ER-R10).
fn forces(sc: &Scenario) -> Checked<()> {
    let bloc = |power: PowerId| sc.power(power).patron.unwrap_or(power);
    for force in &sc.forces {
        let place = format!("{} at {}", sc.power(force.power).name, force.hex);
        let refuse = |reason: &str| Err(wrong("forces.toml", place.as_str(), reason));
        let hex = sc.hex(force.hex);
        if costs::closed(sc, force.hex) {
            return refuse("stands in a closed province (ER-3.9)");
        }
        if force.units.is_empty() && force.fleet_units == 0 && force.leaders.is_empty() {
            return refuse("is empty");
        }
        if !sc.power(force.power).active && force.army != ForceStatus::Garrison {
            return refuse("the forces of an inactive power are in garrison or in reserve (ER-5.8)");
        }
        let own_city = hex.city.is_some_and(|city| bloc(sc.city(city).initial) == bloc(force.power));
        let own_port = own_city && hex.city.is_some_and(|city| sc.city(city).port);
        let ashore = !force.units.is_empty() || !force.leaders.is_empty() && force.fleet_units == 0;
        match force.army {
            _ if !ashore => {}
            ForceStatus::Garrison if !own_city => return refuse("a garrison needs a friendly city in the hex (ER-R9)"),
            ForceStatus::Besieging if hex.city.is_none() || own_city => return refuse("there is no enemy city here"),
            _ if hex.land.is_none() => return refuse("an army stands on land (ER-3.4)"),
            _ => {}
        }
        match force.fleet {
            _ if force.fleet_units == 0 => {}
            ForceStatus::Anchored if !own_port => return refuse("an anchored fleet needs a friendly port (ER-R10)"),
            ForceStatus::Besieging if hex.city.is_none_or(|city| !sc.city(city).port) || own_city => {
                return refuse("there is no enemy port here");
            }
            _ if hex.sea.is_none() => return refuse("a fleet needs water (ER-3.4)"),
            _ => {}
        }
    }
    Ok(())
}

fn reserves(sc: &Scenario) -> Checked<()> {
    for reserve in &sc.reserves {
        let power = sc.power(reserve.power);
        let place = format!("reserve of {}", power.name);
        if power.kind.is_major() || power.active {
            return Err(wrong("forces.toml", place, "only an inactive minor has reserves (ER-5.15)"));
        }
        if sc.reserves.iter().filter(|other| other.power == reserve.power).count() > 1 {
            return Err(wrong("forces.toml", place, "is listed twice"));
        }
        let land = sc.provinces.iter().any(|province| province.initial == Some(reserve.power));
        let port = sc.cities.iter().any(|city| city.port && city.initial == reserve.power);
        if !land || reserve.fleet_units > 0 && !port {
            return Err(wrong("forces.toml", place, "needs a province to appear in, and a port for ships (ER-5.16)"));
        }
    }
    Ok(())
}

/// Every leader is somewhere, once, and among his own (ER-6.5).
fn postings(sc: &Scenario) -> Checked<()> {
    let on_map = sc.forces.iter().map(|force| (force.power, &force.leaders));
    let off_map = sc.reserves.iter().map(|reserve| (reserve.power, &reserve.leaders));
    let mut posted: BTreeSet<LeaderId> = BTreeSet::new();
    for (power, leaders) in on_map.chain(off_map) {
        for &leader in leaders {
            let name = sc.leader(leader).name.as_str();
            if sc.leader(leader).power != power {
                let reason = format!("serves {}, not {}", sc.power(sc.leader(leader).power).name, sc.power(power).name);
                return Err(wrong("forces.toml", name, reason));
            }
            if !posted.insert(leader) {
                return Err(wrong("forces.toml", name, "is in two places"));
            }
        }
    }
    match sc.leader_ids().find(|leader| !posted.contains(leader)) {
        Some(idle) => Err(wrong("forces.toml", sc.leader(idle).name.as_str(), "is nowhere: put him with a force")),
        None => Ok(()),
    }
}
