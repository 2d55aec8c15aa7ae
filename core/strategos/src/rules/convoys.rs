//! Trade units on the march: they move with the forces, arrive, or are taken (ST-R58).

use super::march::{Ground, naval_allowance};
use super::trade::{TradeEnd, TradeFate, may_call, worth};
use super::trek::Trek;
use crate::model::ids::{HexId, Power};
use crate::model::measures::{MovePoints, Talents};
use crate::model::scenario::Scenario;
use crate::model::state::{Convoy, State};

/// An impulse: trade units move, then enemies take those that they meet, then those that are there trade (ST-R8, ST-R58).
pub(super) fn impulse(ground: &Ground, st: &mut State, trek: &mut Trek) {
    let sc = ground.sc;
    let mut week = std::mem::take(&mut trek.trade);
    week.credit.resize(st.convoys.len(), 0);
    let mut left = Vec::new();
    for (mut convoy, mut credit) in std::mem::take(&mut st.convoys).into_iter().zip(std::mem::take(&mut week.credit)) {
        let from = convoy.hex;
        credit += u16::from(pace(sc, trek, convoy.naval).0);
        advance(ground, st, &mut convoy, &mut credit);
        let end = if let Some(by) = captor(st, trek, &convoy, from) {
            Some(TradeFate::Captured { by, gain: Talents(sc.rulings.trade.captured as u32) })
        } else if convoy.route.is_empty() {
            let (gain, share) = worth(sc, st, convoy.from, convoy.to);
            Some(TradeFate::Arrived { host: st.site(convoy.to).power, gain, share })
        } else if may_call(st, convoy.country, st.site(convoy.to)).is_err() {
            Some(TradeFate::Unwelcome)
        } else {
            None
        };
        match end {
            Some(end) => week.ended.push(TradeEnd { convoy, end }),
            None => left.push((convoy, credit)),
        }
    }
    (st.convoys, week.credit) = left.into_iter().unzip();
    trek.trade = week;
}

/// What trade units move in a week: weather slows them at sea as it does ships, rain on land as it does foot.
fn pace(sc: &Scenario, trek: &Trek, naval: bool) -> MovePoints {
    let trade = &sc.rulings.trade;
    if naval {
        MovePoints(naval_allowance(&sc.rulings, &trek.season).0.min(trade.naval as u8))
    } else {
        MovePoints((trade.land - i32::from(trek.season.foot)).max(1) as u8)
    }
}

/// One step, if there is credit for it. Into a blockaded city it does not go; it waits before it.
fn advance(ground: &Ground, st: &State, convoy: &mut Convoy, credit: &mut u16) {
    let Some(next) = convoy.route.first().copied() else { return };
    let Some(side) = ground.sc.board.side(convoy.hex, next) else { return };
    let step = if convoy.naval { ground.sea_step(&side) } else { ground.land_step(convoy.hex, &side, false) };
    let shut = convoy.route.len() == 1 && st.site(convoy.to).blockade.is_some();
    if let Some(cost) = step.filter(|cost| !shut && cost.0 <= *credit) {
        *credit -= cost.0;
        convoy.hex = next;
        convoy.route.remove(0);
    }
}

/// ST-22.17, ST-R58: who takes a trade unit: an enemy of its country with a fighting unit in its hex, or that went where it
/// came from; by land and by sea apart, but for those who hold a city that it enters by land.
fn captor(st: &State, trek: &Trek, convoy: &Convoy, from: HexId) -> Option<Power> {
    let power = Power::Country(convoy.country);
    let takes = |id, it: &crate::model::command::Command| {
        let here = it.hex == convoy.hex;
        let swapped = convoy.hex != from
            && it.hex == from
            && it.came_from == Some(convoy.hex)
            && trek.entered.get(id) == Some(&trek.impulse);
        let walled = it.inside.is_some() || it.kind.is_site();
        let same = if walled { !convoy.naval && convoy.hex != from } else { it.kind.is_naval() == convoy.naval };
        (here || swapped) && same && it.carried_by.is_none() && it.units.fighting() > 0 && st.at_war(power, it.power)
    };
    st.commands.iter().find(|(id, it)| takes(id, it)).map(|(_, it)| it.power)
}
