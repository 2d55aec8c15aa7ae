//! The units of a minor that has woken are placed (ER-5.15, ER-5.16, ER-R30).

use kernel::Refusal;

use crate::model::frames::{Frame, Placement, Question, Reply, SetUp};
use crate::model::ids::{CityId, HexId, KINDS, LeaderId, PowerId, Powers, UnitKind};
use crate::model::map;
use crate::model::scenario::Scenario;
use crate::model::state::{ArmyStatus, Band, FleetStatus, LeaderPlace, State};
use crate::model::units::Units;
use crate::orders::OrderContext;
use crate::orders::PlaceUnits;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::relations;

/// What waits off the map: units by type, seasoned and not, leaders, fleet units.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Waiting {
    units: [[u8; 2]; KINDS],
    leaders: Vec<LeaderId>,
    ships: u8,
}

impl Waiting {
    fn of(sc: &Scenario, st: &State, minor: PowerId) -> Self {
        let mut waiting = Self::default();
        for reserve in sc.reserves.iter().filter(|reserve| reserve.power == minor) {
            for &(kind, count) in &reserve.units {
                waiting.units[kind.index()][usize::from(!reserve.seasoned)] += count;
            }
            waiting.ships += reserve.fleet_units;
            let here = |leader: &&LeaderId| st.leader(**leader).place == LeaderPlace::Reserve;
            waiting.leaders.extend(reserve.leaders.iter().filter(here));
        }
        waiting
    }

    fn total(&self, kind: UnitKind) -> u8 {
        self.units[kind.index()].iter().sum()
    }

    /// Takes units of a type, seasoned ones first.
    fn take(&mut self, kind: UnitKind, count: u8) -> Vec<Band> {
        let mut left = count;
        let mut bands = Vec::new();
        for (at, stock) in self.units[kind.index()].iter_mut().enumerate() {
            let taken = left.min(*stock);
            *stock -= taken;
            left -= taken;
            if taken > 0 {
                bands.push(Band { kind, seasoned: at == 0, spent: 0, count: taken });
            }
        }
        bands
    }
}

/// Judges a whole placement: every unit, every leader and every fleet unit of the reserve exactly once.
pub fn judge(ctx: &OrderContext<'_>, minor: PowerId, list: &[PlaceUnits]) -> Result<Vec<Placement>, Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let waiting = Waiting::of(sc, st, minor);
    let mut placed = [0u32; KINDS];
    let mut leaders: Vec<LeaderId> = Vec::new();
    let mut ships = 0u32;
    let mut placements = Vec::with_capacity(list.len());
    for (at, place) in list.iter().enumerate() {
        let part = |tail: &str| format!("placements/{at}/{tail}");
        let hex = ctx.hex(&place.hex, &part("hex"))?;
        lies_at_home(ctx, minor, hex, place).map_err(|refusal| refusal.at(part("hex")))?;
        for units in &place.units {
            placed[units.kind.index()] += u32::from(units.count);
        }
        let found = ctx.leaders(&place.leaders, LeaderPlace::Reserve, &part("leaders"))?;
        if let Some(other) = found.iter().find(|leader| !waiting.leaders.contains(leader) || leaders.contains(leader)) {
            let detail = format!("{} is not among the reserves, or is placed twice", sc.leader(*other).short);
            return Err(Refusal::new("unknown_leader", "ER-5.16", detail).at(part("leaders")));
        }
        leaders.extend(&found);
        ships += u32::from(place.fleet_units);
        let units = place.units.iter().map(|units| (units.kind, units.count)).collect();
        placements.push(Placement { hex, units, leaders: found, ships: place.fleet_units });
    }
    for kind in UnitKind::ALL {
        let wanted = u32::from(waiting.total(kind));
        if placed[kind.index()] != wanted {
            let detail = format!("{wanted} {} are to be placed, not {}", sc.unit(kind).name, placed[kind.index()]);
            return Err(Refusal::new("not_all_placed", "ER-5.16", detail).at("placements"));
        }
    }
    if ships != u32::from(waiting.ships) {
        let detail = format!("{} fleet units are to be placed, not {ships}", waiting.ships);
        return Err(Refusal::new("not_all_placed", "ER-5.16", detail).at("placements"));
    }
    if let Some(left) = waiting.leaders.iter().find(|leader| !leaders.contains(leader)) {
        let detail = format!("{} has not been placed", sc.leader(*left).short);
        return Err(Refusal::new("not_all_placed", "ER-5.16", detail).at("placements"));
    }
    Ok(placements)
}

/// A hex of the minor's provinces: land for land units and leaders, one of its ports for ships (ER-5.16).
fn lies_at_home(ctx: &OrderContext<'_>, minor: PowerId, hex: HexId, place: &PlaceUnits) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let name = &sc.power(minor).name;
    let own = sc.hex(hex).province.is_some_and(|province| st.province(province).controller == Some(minor));
    if !own || sc.hex(hex).land.is_none() {
        return Err(Refusal::new("not_at_home", "ER-5.16", format!("{hex} is no land in a province of {name}")));
    }
    let port = sc.hex(hex).city.is_some_and(|city| sc.city(city).port && st.city(city).controller == minor);
    if place.fleet_units > 0 && !port {
        return Err(Refusal::new("not_a_port", "ER-5.16", format!("{hex} is no port of {name}")));
    }
    Ok(())
}

/// Cities of the minor without enemies in their hex, its capital first, the others ascending by hex (ER-R30).
fn strongholds(sc: &Scenario, st: &State, minor: PowerId) -> Vec<CityId> {
    let quiet = |city: &CityId| {
        let hex = sc.city(*city).hex;
        !st.armies_at(hex).any(|army| !relations::friendly(sc, st, minor, army.id.power))
    };
    let seat = capital(sc, st, minor);
    let near = seat.map(|city| sc.city(city).hex);
    let mut own: Vec<CityId> = sc.city_ids().filter(|&city| st.city(city).controller == minor).filter(quiet).collect();
    own.sort_by_key(|&city| {
        let hex = sc.city(city).hex;
        (near.map_or(0, |near| map::distance(near, hex)), hex)
    });
    own
}

/// A minor's capital: that of its first province whose capital it holds.
fn capital(sc: &Scenario, st: &State, minor: PowerId) -> Option<CityId> {
    let own = sc.province_ids().filter(|&id| st.province(id).controller == Some(minor));
    own.filter_map(|id| sc.province(id).capital).find(|&city| st.city(city).controller == minor)
}

/// The default of ER-R30: everything on land in the capital, or in the next city without enemies, or as far from the
/// invader as the land goes; ships in the port nearest to the capital.
pub fn by_default(sc: &Scenario, st: &State, minor: PowerId) -> Vec<Placement> {
    let waiting = Waiting::of(sc, st, minor);
    let quiet = strongholds(sc, st, minor);
    let invaded = st.stack.iter().rev().find_map(|frame| match frame {
        Frame::SetUp(set_up) if set_up.power == minor => set_up.invaded,
        _ => None,
    });
    let city = quiet.first().map(|&city| sc.city(city).hex);
    let Some(hex) = city.or_else(|| remotest(sc, st, minor, invaded)) else { return Vec::new() };
    let units = UnitKind::ALL.iter().map(|&kind| (kind, waiting.total(kind))).filter(|(_, count)| *count > 0);
    let mut placements = vec![Placement { hex, units: units.collect(), leaders: waiting.leaders.clone(), ships: 0 }];
    if waiting.ships > 0 {
        let near = capital(sc, st, minor).map_or(hex, |city| sc.city(city).hex);
        let ports = sc.city_ids().filter(|&city| sc.city(city).port && st.city(city).controller == minor);
        let port = ports.map(|city| sc.city(city).hex).min_by_key(|&port| (map::distance(near, port), port));
        match port {
            Some(port) if port == hex => placements[0].ships = waiting.ships,
            Some(port) => {
                placements.push(Placement { hex: port, units: Vec::new(), leaders: Vec::new(), ships: waiting.ships });
            }
            None => {}
        }
    }
    placements
}

/// The land hex of the minor's provinces farthest from where it was invaded.
fn remotest(sc: &Scenario, st: &State, minor: PowerId, invaded: Option<HexId>) -> Option<HexId> {
    let own = sc.province_ids().filter(|&id| st.province(id).controller == Some(minor));
    let land = own.flat_map(|id| sc.province(id).hexes.iter().copied()).filter(|&hex| sc.hex(hex).land.is_some());
    let free = land.filter(|&hex| !st.armies_at(hex).any(|army| !relations::friendly(sc, st, minor, army.id.power)));
    let away = |hex: HexId| invaded.map_or(0, |from| map::distance(from, hex));
    free.max_by_key(|&hex| (away(hex), std::cmp::Reverse(hex)))
}

/// Goes on with a set-up: asks, then places.
pub fn go_on(eng: &mut Engine<'_>, mut set_up: SetUp) {
    let minor = set_up.power;
    if !set_up.asked {
        set_up.asked = true;
        return eng.ask_powers(Frame::SetUp(set_up), Powers::one(minor), Question::SetUp { power: minor });
    }
    let placements = match eng.reply.take() {
        Some(Reply::SetUp(placements)) => placements,
        _ => by_default(eng.sc, eng.st, minor),
    };
    let mut waiting = Waiting::of(eng.sc, eng.st, minor);
    eng.st.power_mut(minor).placed = true;
    for placement in placements {
        place(eng, minor, &mut waiting, placement);
    }
}

fn place(eng: &mut Engine<'_>, minor: PowerId, waiting: &mut Waiting, placement: Placement) {
    let Placement { hex, units, leaders, ships } = placement;
    let bands: Vec<Band> = units.iter().flat_map(|&(kind, count)| waiting.take(kind, count)).collect();
    if !bands.is_empty() || !leaders.is_empty() {
        let status = match relations::friendly_city(eng.sc, eng.st, minor, hex) {
            Some(_) => ArmyStatus::Garrison,
            None => ArmyStatus::Field,
        };
        let army = eng.st.new_army(minor, hex, status);
        for &band in &bands {
            eng.st.reinforce(army, band);
        }
        for &leader in &leaders {
            eng.st.leader_mut(leader).place = LeaderPlace::Army(army);
        }
    }
    if ships > 0 {
        let fleet = eng.st.new_fleet(minor, hex, FleetStatus::Anchored);
        if let Some(fleet) = eng.st.fleet_mut(fleet) {
            fleet.ships.push((minor, ships));
        }
    }
    let (own, power) = (Powers::one(minor), eng.sc.power_name(minor));
    let list = bands.iter().map(|band| Units { kind: band.kind, seasoned: band.seasoned, count: band.count });
    let what = EventKind::UnitsPlaced {
        power: power.clone(),
        hex,
        units: list.collect(),
        ships,
        leaders: leaders.iter().map(|&leader| eng.sc.leader_name(leader)).collect(),
    };
    eng.emit(eng.seats_of(own), "ER-5.15", what);
    eng.emit(
        eng.others(own),
        "ER-7.1",
        EventKind::UnitsPlaced { power, hex, units: Vec::new(), ships: 0, leaders: Vec::new() },
    );
}
