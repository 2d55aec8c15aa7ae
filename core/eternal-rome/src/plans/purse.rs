//! The taxation phase: units and ships where the war is.

use kernel::Choice;

use super::posture::Posture;
use super::sketch::Sketch;
use super::worth::{self, Worth};
use crate::ids::{CityId, PowerId, ProvinceId, UnitKind};
use crate::map;
use crate::orders::Order;
use crate::phases::recruit;
use crate::relations;
use crate::state::FleetStatus;

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
pub fn spend(sketch: &mut Sketch<'_>, worth: &Worth) {
    standing_orders(sketch);
    let purse = purse(sketch);
    if purse == Purse::Save {
        return;
    }
    let acting = relations::acting(sketch.sc, &sketch.st).common(worth.own);
    for power in acting.iter() {
        let sites = sites(sketch, worth, power);
        if purse == Purse::Fleet {
            shipyards(sketch, power, &sites);
        }
        recruits(sketch, power, &sites);
    }
}

/// Questions that have but one sensible answer are answered once and for all (ER-R45).
fn standing_orders(sketch: &mut Sketch<'_>) {
    let majors: Vec<PowerId> = sketch.sc.turn_order.clone();
    for power in majors {
        let mine = relations::seat_of(sketch.sc, &sketch.st, power) == Some(sketch.seat);
        if mine && sketch.st.power(power).policy.season.is_none() {
            let power = sketch.code(power);
            let order = Order::SetPolicy {
                power,
                force: None,
                intercept: None,
                respond_attack: None,
                retreat_to: Some("nearest".into()),
                season: Some(true),
                set_up: Some(true),
            };
            sketch.give(order);
        }
    }
}

fn purse(sketch: &mut Sketch<'_>) -> Purse {
    let afloat = sketch.posture == Posture::Sea || outnumbered(sketch);
    let (first, second) = if afloat { (Purse::Fleet, Purse::Land) } else { (Purse::Land, Purse::Fleet) };
    let list = [first, second, Purse::Save];
    let answer = sketch.choose("money", || (String::new(), list.iter().map(|purse| purse.choice()).collect()));
    list[answer]
}

/// Whether the enemy seems to have more ships.
fn outnumbered(sketch: &Sketch<'_>) -> bool {
    let (mut own, mut foes) = (0, 0);
    for fleet in &sketch.st.fleets {
        if worth::foe(sketch, fleet.id.power) {
            foes += worth::fleet_seems(sketch, fleet);
        } else {
            own += worth::fleet_seems(sketch, fleet);
        }
    }
    own * 10 < foes * 9
}

/// Own cities, those nearest the enemy and most worth first.
fn sites(sketch: &Sketch<'_>, worth: &Worth, power: PowerId) -> Vec<CityId> {
    let (sc, st) = (sketch.sc, &sketch.st);
    let price = |city: CityId| {
        let hex = sc.city(city).hex;
        let far =
            sketch.foes.cities.iter().map(|&other| map::distance(hex, sc.city(other).hex)).min().unwrap_or(99) as i32;
        let ships =
            st.fleets_at(hex).any(|fleet| fleet.status == FleetStatus::Anchored && worth.own.has(fleet.id.power));
        let threatened = worth::threat(sketch, hex) > 0;
        far.min(30) * 3 - worth.city[city.index()] / 2 - if ships { 20 } else { 0 } - if threatened { 15 } else { 0 }
    };
    let mut sites: Vec<(i32, CityId)> =
        sc.city_ids().filter(|&city| st.city(city).controller == power).map(|city| (price(city), city)).collect();
    sites.sort_unstable();
    sites.into_iter().map(|(_, city)| city).collect()
}

fn recruits(sketch: &mut Sketch<'_>, power: PowerId, sites: &[CityId]) {
    for &city in sites {
        let info = sketch.sc.city(city);
        let (hex, province) = (info.name.to_string(), info.province);
        let mut room = 2;
        for unit_type in WANTED {
            while room > 0 && !sketch.over && can_pay(sketch, power, province, unit_type) {
                let order = Order::RecruitUnits { power: sketch.code(power), hex: hex.clone(), unit_type, count: 1 };
                if !sketch.give(order) {
                    break;
                }
                room -= 1;
            }
        }
    }
}

/// Whether a power has the men and the money for a unit: far cheaper to see than an order is to judge, and mostly it has
/// not.
fn can_pay(sketch: &Sketch<'_>, power: PowerId, province: ProvinceId, kind: UnitKind) -> bool {
    let (sc, st) = (sketch.sc, &sketch.st);
    let (price, now) = (recruit::price(sc, power, kind.index(), 1), st.power(power));
    let paid = now.treasury >= price.talents && now.replacements >= price.points;
    paid && recruit::available(sc, st, power, province, kind.index()) > 0
}

/// One pair of ships a month.
fn shipyards(sketch: &mut Sketch<'_>, power: PowerId, sites: &[CityId]) {
    for &city in sites.iter().filter(|&&city| sketch.sc.city(city).port) {
        for count in [2, 1] {
            let port = sketch.sc.city(city).name.to_string();
            if sketch.give(Order::BuildFleet { power: sketch.code(power), port, count }) {
                return;
            }
        }
    }
}
