//! The naval phase: who lands where, the way back to port, battles that offer themselves.

use kernel::Choice;

use super::aims::Claims;
use super::draft::Draft;
use super::evaluation::{self, Evaluation};
use super::landing::{self, Landing};
use super::odds;
use super::sailing::{self, home};
use crate::model::ids::{HexId, PowerId};
use crate::model::names;
use crate::model::state::{Fleet, FleetId, FleetStatus, total};
use crate::orders::Order;
use crate::orders::{AttackFleet, ConcentrateFleets};
use crate::rules::strength;

/// Moves all fleets.
pub fn sail(draft: &mut Draft<'_>, evaluation: &Evaluation) {
    gather(draft, evaluation);
    let mut fleets: Vec<(u32, FleetId)> = draft
        .st
        .fleets
        .iter()
        .filter(|fleet| evaluation.own.has(fleet.id.power) && draft.st.power(fleet.id.power).active)
        .map(|fleet| (fleet.size(), fleet.id))
        .collect();
    fleets.sort_unstable_by_key(|&(size, id)| (std::cmp::Reverse(size), id));
    let mut claims = super::march::standing(draft, evaluation);
    for (_, id) in fleets {
        if draft.over {
            return;
        }
        if sailing::must_be_in_port(draft, id) {
            landing::save(draft, evaluation, id);
            continue;
        }
        strike(draft, evaluation, id);
        fleet(draft, evaluation, id, &mut claims);
    }
}

/// Fleets of one flag that lie together become one.
fn gather(draft: &mut Draft<'_>, evaluation: &Evaluation) {
    let mut seen: Vec<(PowerId, HexId, FleetStatus)> = Vec::new();
    let mut joined: Vec<(PowerId, HexId)> = Vec::new();
    for fleet in draft.st.fleets.iter().filter(|fleet| evaluation.own.has(fleet.id.power) && fleet.used == 0) {
        let key = (fleet.id.power, fleet.hex, fleet.status);
        if seen.contains(&key) && !joined.contains(&(key.0, key.1)) {
            joined.push((key.0, key.1));
        }
        seen.push(key);
    }
    for (power, hex) in joined {
        draft.give(Order::ConcentrateFleets(ConcentrateFleets { power: draft.code(power), hex: hex.to_string() }));
    }
}

/// Attacks enemy ships in the same waters.
fn strike(draft: &mut Draft<'_>, evaluation: &Evaluation, id: FleetId) {
    let Some(fleet) = draft.st.fleet(id).filter(|fleet| !fleet.fought) else { return };
    let hex = fleet.hex;
    let open = |other: &&Fleet| {
        other.status != FleetStatus::Anchored && !other.fought && evaluation::foe(draft, other.id.power)
    };
    let foes: Vec<&Fleet> = draft.st.fleets_at(hex).filter(open).collect();
    let Some(target) = foes.first().map(|other| other.id.power) else { return };
    let own: Vec<&Fleet> =
        draft.st.fleets_at(hex).filter(|other| evaluation.own.has(other.id.power) && !other.fought).collect();
    let sum = |list: &[&Fleet]| list.iter().map(|fleet| draft.fleet_seems(fleet)).sum::<u32>();
    let (attack, defence) = (sum(&own), sum(&foes));
    let fleets: Vec<String> = own.iter().map(|fleet| names::fleet(draft.sc, fleet.id)).collect();
    if odds::is_outclassed(attack, defence) {
        return;
    }
    let eager = attack * 100 >= defence * draft.posture.odds();
    let sc = draft.sc;
    let attacks = draft.decide("sea battle", eager, || {
        let words = format!("attack at {} against {}", strength::show(attack), strength::show(defence));
        (names::place(sc, hex), Choice::new(words, 600), Choice::new("keep away", 400).quiet())
    });
    if attacks {
        let order = Order::AttackFleet(AttackFleet { power: draft.code(id.power), fleets, target: draft.code(target) });
        draft.give(order);
    }
}

fn fleet(draft: &mut Draft<'_>, evaluation: &Evaluation, id: FleetId, claims: &mut Claims) {
    let Some(fleet) = draft.st.fleet(id).filter(|fleet| !fleet.stopped && !draft.over) else { return };
    if fleet.cargo.power.is_some() || draft.st.leaders_aboard(id).next().is_some() && total(&fleet.cargo.bands) > 0 {
        return landing::laden(draft, evaluation, id, claims);
    }
    let list = landing::landings(draft, evaluation, id, claims);
    if let Some(chosen) = choose(draft, id, &list) {
        claims.push((chosen.aim.hex, chosen.aim.need, None));
        return landing::carry(draft, evaluation, id, &chosen);
    }
    let Some(fleet) = draft.st.fleet(id) else { return };
    if fleet.status != FleetStatus::Anchored {
        home(draft, evaluation, id);
    }
}

fn choose(draft: &mut Draft<'_>, id: FleetId, list: &[Landing]) -> Option<Landing> {
    list.first()?;
    let sc = draft.sc;
    let words = |one: &Landing| format!("land from {}: {}", names::place(sc, one.pickup), one.aim.purpose.words(sc));
    let answer = draft.choose("fleet", || {
        let shown = list.iter().take(4).map(|one| Choice::new(words(one), 300));
        (names::fleet(sc, id), shown.chain([Choice::new("stay in port", 200).quiet()]).collect())
    });
    list.get(answer).filter(|_| answer < 4).copied()
}
