//! The taxation phase: units and ships where the war is.

use kernel::Choice;

use super::draft::Draft;
use super::evaluation::{self, Evaluation};
use super::posture::Posture;
use crate::model::ids::{CityId, PowerId, ProvinceId, UnitKind};
use crate::model::map;
use crate::model::state::FleetStatus;
use crate::orders::Order;
use crate::orders::{BuildFleet, RecruitUnits, SetPolicy};
use crate::rules::recruit;
use crate::rules::relations;

/// What the money is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purse {
    Land,
    Fleet,
    Save,
}

impl Purse {
    /// As an answer.
    fn choice(self) -> Choice {
        match self {
            Self::Land => Choice::new("raise troops where the war is", 600).keyed("land"),
            Self::Fleet => Choice::new("lay down ships, and raise troops with the rest", 250).keyed("fleet"),
            Self::Save => Choice::new("save the money", 150).quiet().keyed("save"),
        }
    }
}

/// The kinds of unit worth their price, the best first.
const WANTED: [UnitKind; 11] = [
    UnitKind::Legion1,
    UnitKind::Legion2,
    UnitKind::Legion3,
    UnitKind::CivInf1,
    UnitKind::CivInf2,
    UnitKind::BarbInf,
    UnitKind::HeavyCav,
    UnitKind::HorseArchers,
    UnitKind::LightCav,
    UnitKind::LightInf,
    UnitKind::Archers,
];

/// Spends what there is.
pub fn spend(draft: &mut Draft<'_>, evaluation: &Evaluation) {
    standing_orders(draft);
    let purse = purse(draft);
    if purse == Purse::Save {
        return;
    }
    let acting = relations::acting(draft.sc, &draft.st).common(evaluation.own);
    for power in acting.iter() {
        let sites = sites(draft, evaluation, power);
        if purse == Purse::Fleet {
            shipyards(draft, power, &sites);
        }
        recruits(draft, power, &sites);
    }
}

/// Questions that have but one sensible answer are answered once and for all (ER-R45).
fn standing_orders(draft: &mut Draft<'_>) {
    let majors: Vec<PowerId> = draft.sc.turn_order.clone();
    for power in majors {
        let mine = relations::seat_of(draft.sc, &draft.st, power) == Some(draft.seat);
        if mine && draft.st.power(power).policy.season.is_none() {
            let power = draft.code(power);
            let order = Order::SetPolicy(SetPolicy {
                power,
                force: None,
                intercept: None,
                respond_attack: None,
                retreat_to: Some("nearest".into()),
                season: Some(true),
                set_up: Some(true),
            });
            draft.give(order);
        }
    }
}

fn purse(draft: &mut Draft<'_>) -> Purse {
    let afloat = draft.posture == Posture::Sea || outnumbered(draft);
    let (first, second) = if afloat { (Purse::Fleet, Purse::Land) } else { (Purse::Land, Purse::Fleet) };
    let list = [first, second, Purse::Save];
    let answer = draft.choose("money", || (String::new(), list.iter().map(|purse| purse.choice()).collect()));
    list[answer]
}

/// Whether the enemy seems to have more ships.
fn outnumbered(draft: &Draft<'_>) -> bool {
    let (mut own, mut foes) = (0, 0);
    for fleet in &draft.st.fleets {
        if evaluation::foe(draft, fleet.id.power) {
            foes += draft.fleet_seems(fleet);
        } else {
            own += draft.fleet_seems(fleet);
        }
    }
    own * 10 < foes * 9
}

/// Own cities, those nearest the enemy and most worth first.
fn sites(draft: &Draft<'_>, evaluation: &Evaluation, power: PowerId) -> Vec<CityId> {
    let (sc, st) = (draft.sc, &draft.st);
    let price = |city: CityId| {
        let hex = sc.city(city).hex;
        let far =
            draft.foes.cities.iter().map(|&other| map::distance(hex, sc.city(other).hex)).min().unwrap_or(99) as i32;
        let ships =
            st.fleets_at(hex).any(|fleet| fleet.status == FleetStatus::Anchored && evaluation.own.has(fleet.id.power));
        let threatened = evaluation::threat(draft, hex) > 0;
        far.min(30) * 3
            - evaluation.city[city.index()] / 2
            - if ships { 20 } else { 0 }
            - if threatened { 15 } else { 0 }
    };
    let mut sites: Vec<(i32, CityId)> =
        sc.city_ids().filter(|&city| st.city(city).controller == power).map(|city| (price(city), city)).collect();
    sites.sort_unstable();
    sites.into_iter().map(|(_, city)| city).collect()
}

fn recruits(draft: &mut Draft<'_>, power: PowerId, sites: &[CityId]) {
    for &city in sites {
        let info = draft.sc.city(city);
        let (hex, province) = (info.name.to_string(), info.province);
        let mut room = 2;
        for unit_type in WANTED {
            while room > 0 && !draft.over && can_pay(draft, power, province, unit_type) {
                let order = Order::RecruitUnits(RecruitUnits {
                    power: draft.code(power),
                    hex: hex.clone(),
                    unit_type,
                    count: 1,
                });
                if !draft.give(order) {
                    break;
                }
                room -= 1;
            }
        }
    }
}

/// Whether a power has the men and the money for a unit: far cheaper to see than an order is to judge, and mostly it has
/// not.
fn can_pay(draft: &Draft<'_>, power: PowerId, province: ProvinceId, kind: UnitKind) -> bool {
    let (sc, st) = (draft.sc, &draft.st);
    let (price, now) = (recruit::price(sc, power, kind.index(), 1), st.power(power));
    let paid = now.treasury >= price.talents && now.replacements >= price.points;
    paid && recruit::available(sc, st, power, province, kind.index()) > 0
}

/// One pair of ships a month.
fn shipyards(draft: &mut Draft<'_>, power: PowerId, sites: &[CityId]) {
    for &city in sites.iter().filter(|&&city| draft.sc.city(city).port) {
        for count in [2, 1] {
            let port = draft.sc.city(city).name.to_string();
            if draft.give(Order::BuildFleet(BuildFleet { power: draft.code(power), port, count })) {
                return;
            }
        }
    }
}
