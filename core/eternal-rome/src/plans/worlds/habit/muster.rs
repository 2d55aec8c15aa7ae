//! Taxation: the best troops that can be paid for, here and there.

use super::{Hand, RULE};
use crate::ids::{CityId, PowerId, ProvinceId, UnitKind};
use crate::orders::Order;
use crate::phases::recruit;
use crate::relations;
use crate::scenario::RecruitWay;

/// Units raised on one sheet: a treasury is seldom good for more.
const MOST: usize = 4;
/// The kinds of unit worth their price, the best first.
const WANTED: [UnitKind; 6] =
    [UnitKind::Legion1, UnitKind::Legion2, UnitKind::Legion3, UnitKind::CivInf1, UnitKind::BarbInf, UnitKind::LightInf];

pub(super) fn muster(hand: &mut Hand<'_, '_>) {
    for power in hand.own.iter() {
        let provinces: Vec<ProvinceId> =
            hand.sc.province_ids().filter(|&id| hand.st.province(id).controller == Some(power)).collect();
        if !provinces.is_empty() {
            let first = hand.luck.pick(provinces.len(), RULE);
            raise(hand, power, &provinces, first);
        }
    }
}

fn raise(hand: &mut Hand<'_, '_>, power: PowerId, provinces: &[ProvinceId], first: usize) {
    let (sc, st) = (hand.sc, hand.st);
    let now = st.power(power);
    let (mut talents, mut points) = (now.treasury, now.replacements);
    let most = if sc.power(power).way == RecruitWay::C { 1 } else { MOST };
    let mut raised = 0;
    for at in 0..provinces.len() {
        let province = provinces[(first + at) % provinces.len()];
        let Some(kind) = WANTED.into_iter().find(|kind| {
            let price = recruit::price(sc, power, kind.index(), 1);
            recruit::available(sc, st, power, province, kind.index()) > 0
                && price.talents <= talents
                && price.points <= points
        }) else {
            continue;
        };
        let Some(city) = site(hand, power, province) else { continue };
        let order = Order::RecruitUnits {
            power: hand.code(power),
            hex: sc.city(city).name.to_string(),
            unit_type: kind,
            count: 1,
        };
        if hand.give(order) {
            let price = recruit::price(sc, power, kind.index(), 1);
            (talents, points) = (talents - price.talents, points - price.points);
            raised += 1;
        }
        if raised == most {
            return;
        }
    }
}

/// A city where something may still be raised this month, the capital before others.
fn site(hand: &Hand<'_, '_>, power: PowerId, province: ProvinceId) -> Option<CityId> {
    let (sc, st) = (hand.sc, hand.st);
    let info = sc.province(province);
    let free = |city: &&CityId| {
        let hex = sc.city(**city).hex;
        relations::friendly(sc, st, power, st.city(**city).controller)
            && !relations::besieged(st, **city)
            && st.raised.iter().all(|raised| raised.hex != hex || raised.units < 2)
    };
    info.cities.iter().filter(free).max_by_key(|city| info.capital == Some(**city)).copied()
}
