//! The siege phase: plunder.

use kernel::Choice;

use super::posture::Posture;
use super::sketch::Sketch;
use super::worth::{self, Worth};
use crate::ids::ProvinceId;
use crate::orders::Order;
use crate::strength;

/// Plunders what was the enemy's: ten months' taxes for six lost, and morale (ER-19).
pub fn sack(sketch: &mut Sketch<'_>, worth: &Worth) {
    let (sc, st) = (sketch.sc, &sketch.st);
    let rich: Vec<ProvinceId> = sc
        .province_ids()
        .filter(|&id| sc.province(id).tax > 0 && !st.plundered(id))
        .filter(|&id| sc.province(id).capital.is_some_and(|city| worth.own.has(st.city(city).controller)))
        .collect();
    for id in rich {
        if sketch.over {
            return;
        }
        plunder(sketch, id);
    }
}

fn plunder(sketch: &mut Sketch<'_>, id: ProvinceId) {
    let (sc, st) = (sketch.sc, &sketch.st);
    let info = sc.province(id);
    let Some(capital) = info.capital else { return };
    let power = st.city(capital).controller;
    let foreign = info.initial.is_some_and(|first| worth::foe(sketch, first));
    let hex = sc.city(capital).hex;
    let here = strength::of_armies(sc, st, st.armies_at(hex).filter(|army| army.id.power == power));
    // Walls count for nothing afterwards (ER-19.5), so the garrison must do without them.
    let safe = worth::threat(sketch, hex) < here * 2;
    let greedy = sketch.posture == Posture::Plunder;
    let order = Order::PlunderProvince { power: sketch.code(power), province: info.name.to_string() };
    if crate::legal::judge(sc, st, sketch.seat, &order).is_err() {
        return;
    }
    let eager = foreign && (safe || greedy);
    let sacks = sketch.decide("plunder", eager, || {
        (info.name.to_string(), Choice::new("plunder it", 500), Choice::new("spare it", 500).quiet())
    });
    if sacks {
        sketch.give(order);
    }
}
