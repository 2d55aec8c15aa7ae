//! The siege phase: plunder.

use kernel::Choice;

use super::draft::Draft;
use super::evaluation::{self, Evaluation};
use super::posture::Posture;
use crate::model::ids::ProvinceId;
use crate::orders::Order;
use crate::orders::PlunderProvince;
use crate::rules::strength;

/// Plunders what was the enemy's: ten months' taxes for six lost, and morale (ER-19). One's own provinces are spared: half of
/// their taxes and all their recruits would be gone for good.
pub fn plunder(draft: &mut Draft<'_>, evaluation: &Evaluation) {
    let (sc, st) = (draft.sc, &draft.st);
    let rich: Vec<ProvinceId> = sc
        .province_ids()
        .filter(|&id| sc.province(id).tax > 0 && !st.plundered(id))
        .filter(|&id| sc.province(id).capital.is_some_and(|city| evaluation.own.has(st.city(city).controller)))
        .collect();
    for id in rich {
        if draft.over {
            return;
        }
        weigh(draft, id);
    }
}

fn weigh(draft: &mut Draft<'_>, id: ProvinceId) {
    let (sc, st) = (draft.sc, &draft.st);
    let info = sc.province(id);
    let Some(capital) = info.capital else { return };
    let power = st.city(capital).controller;
    if !info.initial.is_some_and(|first| evaluation::foe(draft, first)) {
        return;
    }
    let hex = sc.city(capital).hex;
    let here = strength::of_armies(sc, st, st.armies_at(hex).filter(|army| army.id.power == power));
    // Walls count for nothing afterwards (ER-19.5), so the garrison must do without them.
    let safe = evaluation::threat(draft, hex) < here * 2;
    let greedy = draft.posture == Posture::Plunder;
    let order = Order::PlunderProvince(PlunderProvince { power: draft.code(power), province: info.name.to_string() });
    if crate::orders::judge::judge(sc, st, draft.seat, &order).is_err() {
        return;
    }
    let eager = safe || greedy;
    let sacks = draft.decide("plunder", eager, || {
        (info.name.to_string(), Choice::new("plunder it", 500), Choice::new("spare it", 500).quiet())
    });
    if sacks {
        draft.give(order);
    }
}
