//! Siege checks (ER-18, ER-R38).

use super::{inside, stance};
use crate::model::ids::{CityId, Class, HexId, LeaderId, PowerId, Powers};
use crate::model::scenario::{LandTerrain, Scenario};
use crate::model::state::{Army, ArmyId, ArmyStatus, FleetId, LeaderPlace, State, total};
use crate::rules::combat::casualties::{self, Unit};
use crate::rules::combat::side::{self, Shares};
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::morale::{self, MoraleAccount};
use crate::rules::naval::{cargo, fleets};
use crate::rules::relations;
use crate::rules::strength;
use crate::rules::{cities, dissolution};

/// Checks the next city besieged by the phasing side for a month or more, from this hex on, in ascending order of
/// hexes; the hex to go on from, `None` when all are checked (ER-18.1, ER-R38).
pub fn check_next(eng: &mut Engine<'_>, from: HexId) -> Option<HexId> {
    let acting = relations::acting(eng.sc, eng.st);
    let due = |&city: &CityId| {
        let months = eng.st.siege_months(city);
        months.is_some_and(|months| months >= 1) && besiegers(eng.sc, eng.st, city, acting).next().is_some()
    };
    let later = eng.sc.city_ids().filter(|&city| eng.sc.city(city).hex >= from);
    let city = later.filter(due).min_by_key(|&city| eng.sc.city(city).hex)?;
    check(eng, city, acting);
    Some(HexId(eng.sc.city(city).hex.0 + 1))
}

/// The acting side's armies before a city.
fn besiegers<'a>(sc: &'a Scenario, st: &'a State, city: CityId, acting: Powers) -> impl Iterator<Item = &'a Army> {
    st.armies_at(sc.city(city).hex)
        .filter(move |army| army.status == ArmyStatus::Besieging && acting.has(army.id.power) && total(&army.bands) > 0)
}

/// What the die must stay below (ER-18.2 to ER-18.6).
pub fn value(sc: &Scenario, st: &State, city: CityId) -> i32 {
    let info = sc.city(city);
    let months = i32::from(st.siege_months(city).unwrap_or(0)).min(6);
    let hardship = st.winter || in_desert(sc, info.hex) || st.plundered(info.province);
    let supplied = info.port && !relations::blockaded(sc, st, city);
    let modifiers = [(hardship, 2), (!sc.province(info.province).civilized, 1), (supplied, -2)];
    months + modifiers.iter().filter(|(holds, _)| *holds).map(|(_, points)| points).sum::<i32>()
}

/// Whether a hex is surrounded by desert: it has land beside it, and all of it is desert (ER-R39).
fn in_desert(sc: &Scenario, hex: HexId) -> bool {
    let around: Vec<LandTerrain> = sc.hex(hex).sides.iter().flatten().filter_map(|side| sc.hex(side.to).land).collect();
    !around.is_empty() && around.iter().all(|&land| land == LandTerrain::Desert)
}

fn check(eng: &mut Engine<'_>, city: CityId, acting: Powers) {
    let mut shares = Shares::new();
    for army in besiegers(eng.sc, eng.st, city, acting) {
        side::add(&mut shares, army.id.power, strength::of_armies(eng.sc, eng.st, [army]));
    }
    let besieging: u32 = shares.iter().map(|(_, strength)| strength).sum();
    let Some(by) = side::foremost(eng.sc, eng.st, &shares) else { return };
    if 4 * besieging < inside::strength(eng.sc, eng.st, city) {
        give_up(eng, city, acting);
        return dissolution::settle(eng);
    }
    let concerned = concerned(eng, city, &shares);
    let mut account = MoraleAccount::default();
    let (months, value) = (eng.st.siege_months(city).unwrap_or(0), value(eng.sc, eng.st, city));
    let hex = eng.sc.city(city).hex;
    // An empty city without walls falls without a die (ER-R38).
    let open = |eng: &Engine<'_>| choices(eng, city).is_empty() && eng.st.fort(eng.sc, city) == 0;
    let roll = (!open(eng)).then(|| eng.d6("siege", hex, "ER-18.7"));
    let lost = if roll.is_some_and(|roll| roll < value) { wear_down(eng, &mut account, city, by) } else { None };
    let (town, fort) = (eng.sc.city_name(city), eng.st.fort(eng.sc, city));
    eng.emit(concerned, "ER-18.7", EventKind::SiegeChecked { city: town, months, value, roll, lost, fort });
    if open(eng) {
        cities::take(eng, &mut account, city, by);
        stance::reconsider(eng);
    }
    morale::apply(eng, &account, "ER-13.1");
    dissolution::settle(eng);
}

/// The side's siege ends without success (ER-18.10); others before the city go on with theirs.
fn give_up(eng: &mut Engine<'_>, city: CityId, acting: Powers) {
    let armies: Vec<ArmyId> = besiegers(eng.sc, eng.st, city, acting).map(|army| army.id).collect();
    for id in armies {
        if let Some(army) = eng.st.army_mut(id) {
            army.status = ArmyStatus::Field;
        }
    }
    stance::end_if_abandoned(eng, city);
}

/// Besiegers and besieged: they alone learn how the siege stands (ER-R58).
fn concerned(eng: &Engine<'_>, city: CityId, besiegers: &Shares) -> kernel::Audience {
    let outside: Powers = besiegers.iter().map(|&(power, _)| power).collect();
    let within: Powers = inside::armies(eng.sc, eng.st, city).iter().map(|id| id.power).collect();
    eng.seats_of(outside.and(within).and(Powers::one(eng.st.city(city).controller)))
}

/// What a check can take: a land unit, or a fleet unit of a power.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Prey {
    Unit(Unit),
    Ship(FleetId, PowerId),
}

impl Prey {
    /// The order in which they go (ER-18.7, ER-R41).
    fn rank(self) -> u8 {
        match self {
            Self::Ship(..) => 2,
            Self::Unit(unit) => match unit.kind.class() {
                Class::HeavyCavalry => 0,
                Class::LightCavalry => 1,
                Class::HeavyInfantry => 3,
                Class::LightInfantry => 4,
            },
        }
    }
}

/// All besieged units of the class that goes first.
fn choices(eng: &Engine<'_>, city: CityId) -> Vec<Prey> {
    let armies = inside::armies(eng.sc, eng.st, city);
    let mut all: Vec<Prey> = casualties::units(eng, &armies, Some(city)).into_iter().map(Prey::Unit).collect();
    for fleet in inside::fleets(eng.sc, eng.st, city) {
        for &(power, count) in &fleet.ships {
            all.extend(std::iter::repeat_n(Prey::Ship(fleet.id, power), usize::from(count)));
        }
    }
    let first = all.iter().map(|prey| prey.rank()).min();
    all.retain(|prey| Some(prey.rank()) == first);
    all
}

/// A check that succeeds takes a unit, or when there is none a point of the fortification; what it took (ER-18.7,
/// ER-18.8).
fn wear_down(eng: &mut Engine<'_>, account: &mut MoraleAccount, city: CityId, by: PowerId) -> Option<String> {
    let all = choices(eng, city);
    let Some(&first) = all.first() else {
        let now = eng.st.city_mut(city);
        now.fort = now.fort.saturating_sub(1);
        return None;
    };
    let alike = all.iter().all(|&prey| prey == first);
    let hex = eng.sc.city(city).hex;
    let prey = if alike { first } else { all[eng.pick("siege loss", hex, all.len(), "ER-R38")] };
    let lost = match prey {
        Prey::Unit(unit) => {
            casualties::remove(eng, account, unit, Some(by), &mut Vec::new());
            unit.kind.key().to_owned()
        }
        Prey::Ship(fleet, power) => {
            sink(eng, account, fleet, power, by);
            "fleet".to_owned()
        }
    };
    eng.st.sweep();
    Some(lost)
}

/// A fleet unit is lost in port, and what it carried with it (ER-11.18); leaders of a fleet that is no more go ashore,
/// for they stay until the city falls (ER-R38).
fn sink(eng: &mut Engine<'_>, account: &mut MoraleAccount, id: FleetId, power: PowerId, by: PowerId) {
    let Some(fleet) = eng.st.fleet_mut(id) else { return };
    for (_, count) in fleet.ships.iter_mut().filter(|(owner, _)| *owner == power) {
        *count = count.saturating_sub(1);
    }
    fleet.ships.retain(|&(_, count)| count > 0);
    let hex = fleet.hex;
    morale::ships_lost(eng, account, power, 1, Some(by));
    cargo::fit(eng, account, id, Some(by));
    if eng.st.fleet(id).is_some_and(|fleet| fleet.size() > 0) {
        fleets::reflag(eng.st, id);
        return;
    }
    let aboard: Vec<(LeaderId, PowerId)> = eng.st.leaders_aboard(id).map(|(id, leader)| (id, leader.power)).collect();
    for (leader, power) in aboard {
        let here = |army: &&Army| army.id.power == power && army.status == ArmyStatus::Garrison;
        let there = eng.st.armies_at(hex).find(here).map(|army| army.id);
        let army = there.unwrap_or_else(|| eng.st.new_army(power, hex, ArmyStatus::Garrison));
        eng.st.leader_mut(leader).place = LeaderPlace::Army(army);
    }
}
