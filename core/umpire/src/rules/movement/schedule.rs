//! UM-R45 to UM-R47: a nation's orders in listed sequence become timed legs.
//!
//! Every general and unit carries a clock in ten-thousandths of a turn. Positions are followed through the list as the
//! orders intend them, so that an order may use what an earlier one brought (UM-15.5 to UM-15.8).

use kernel::{Refusal, map::Mode};

use super::force::{ForceMovement, Movement};
use crate::model::combat_orders::{Arm, CombatOrders};
use crate::model::constants::Constants;
use crate::model::ids::{GeneralId, NationId, ProvinceId, TypeId};
use crate::model::scenario::Scenario;
use crate::model::state::State;

/// When a leg begun at `clock` ends (UM-R45): by the multiple move while time lasts, or as an arduous single stage that
/// takes the whole of a turn not yet begun (UM-15.12, UM-R46).
pub fn leg_end(of: &Constants, mp: i64, (multi, single): (i64, i64), activity_pct: i64, clock: i64) -> Option<i64> {
    let (full, time) = (of.R45.turn_length, leg_time(mp, multi, activity_pct));
    let end = if time > full && mp <= single && clock == 0 { full } else { clock + time };
    (end <= full).then_some(end)
}

/// One stage of a movement order.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// From here.
    pub from: ProvinceId,
    /// To there.
    pub to: ProvinceId,
    /// By land or sea.
    pub mode: Mode,
    /// Index of the route.
    pub route: u32,
    /// When it ends, in ten-thousandths of a turn.
    pub end: i64,
}

/// A movement or combat order after scheduling.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Index in the order set.
    pub index: usize,
    /// Who goes, the commander first; for combat orders the general alone.
    pub generals: Vec<GeneralId>,
    /// What goes, in the order listed.
    pub units: Vec<(TypeId, u16)>,
    /// The stages that fit into the turn; none for combat orders.
    pub legs: Vec<Leg>,
    /// Where the orders apply that come with it: the last place intended.
    pub place: ProvinceId,
    /// When it begins.
    pub start: i64,
    /// Combat orders of the squadrons.
    pub fleet_orders: Option<CombatOrders>,
    /// Combat orders of the army units.
    pub army_orders: Option<CombatOrders>,
    /// Why it is void.
    pub refusal: Option<Refusal>,
    /// What may go otherwise than intended.
    pub warnings: Vec<Refusal>,
    /// Whether time runs out before the destination (UM-R47).
    pub cut_short: bool,
}

/// UM-R45: time of a leg in ten-thousandths of a turn, rounded down: `mp x 1,000,000 / (multi x act)`.
pub fn leg_time(mp: i64, multi_min: i64, activity_pct: i64) -> i64 {
    mp * 1_000_000 / (multi_min * activity_pct)
}

/// Some units that have moved, and when they may move again.
#[derive(Clone, Copy)]
struct Parcel {
    place: ProvinceId,
    kind: TypeId,
    clock: i64,
    count: u16,
}

/// Where everything is while the list is followed.
pub struct Positions<'a> {
    sc: &'a Scenario,
    st: &'a State,
    nation: NationId,
    generals: Vec<(GeneralId, ProvinceId, i64)>,
    moved: Vec<Parcel>,
    gone: Vec<(ProvinceId, TypeId, u16)>,
}

impl<'a> Positions<'a> {
    fn new(sc: &'a Scenario, st: &'a State, nation: NationId) -> Self {
        Self { sc, st, nation, generals: Vec::new(), moved: Vec::new(), gone: Vec::new() }
    }

    /// Where everything is meant to be after some orders.
    pub fn after(sc: &'a Scenario, st: &'a State, nation: NationId, movements: &[(usize, Movement)]) -> Self {
        let mut positions = Self::new(sc, st, nation);
        positions.follow(movements, &[]);
        positions
    }

    /// How few and how many units of a type a further order may take along from a province, beside others; nothing where
    /// they cannot go with them. Armies go aboard as far as there is room (UM-R49); from a city under siege only those
    /// leave by land that came to its relief (UM-15.16).
    pub fn may_take(&self, from: ProvinceId, others: &[(TypeId, u16)], kind: TypeId) -> Option<(u16, u16)> {
        let (sc, st) = (self.sc, self.st);
        let fleet = sc.unit(kind).is_fleet();
        let by_sea = fleet || others.iter().any(|&(other, _)| sc.unit(other).is_fleet());
        let mut most = self.available(from, kind);
        let mut least = 1;
        if by_sea && !fleet {
            let capacity: u32 = others.iter().map(|&(other, count)| u32::from(count) * sc.unit(other).capacity).sum();
            let aboard = others.iter().filter(|&&(other, _)| !sc.unit(other).is_fleet());
            let taken: u32 = aboard.map(|&(_, count)| u32::from(count)).sum();
            most = most.min(u16::try_from(capacity.saturating_sub(taken)).unwrap_or(u16::MAX));
        }
        if !by_sea && shut_in(sc, st, from, self.nation) {
            least = self.resting(from, kind) + 1;
        }
        let with: Vec<(TypeId, u16)> = others.iter().copied().chain([(kind, 1)]).collect();
        (least <= most && !exits(sc, st, from, &with).is_empty()).then_some((least, most))
    }

    /// Where a general is, and from when on.
    pub fn general(&self, id: GeneralId) -> (ProvinceId, i64) {
        let found = self.generals.iter().find(|(known, ..)| *known == id);
        found.map_or_else(|| (self.st.general(id).province, 0), |&(_, place, clock)| (place, clock))
    }

    fn follow(&mut self, movements: &[(usize, Movement)], lost: &[GeneralId]) -> Vec<Planned> {
        let mut stopped: Vec<GeneralId> = Vec::new();
        let mut plans = Vec::new();
        for (index, movement) in movements {
            let planned = match movement {
                Movement::Force(order) => plan_move(self, *index, order, lost, &mut stopped),
                Movement::CombatOrders { general, fleet, army } => {
                    plan_standing(self, *index, *general, *fleet, *army, lost)
                }
            };
            plans.push(planned);
        }
        plans
    }

    fn put_general(&mut self, id: GeneralId, place: ProvinceId, clock: i64) {
        match self.generals.iter_mut().find(|(known, ..)| *known == id) {
            Some(entry) => *entry = (id, place, clock),
            None => self.generals.push((id, place, clock)),
        }
    }

    /// Units that have not moved yet.
    fn resting(&self, place: ProvinceId, kind: TypeId) -> u16 {
        let gone: u16 = self.gone.iter().filter(|(at, k, _)| *at == place && *k == kind).map(|(.., count)| count).sum();
        self.st.stacks.count(place, self.nation, kind).saturating_sub(gone)
    }

    /// Units of a type that are in a province.
    pub fn available(&self, place: ProvinceId, kind: TypeId) -> u16 {
        let moved = self.moved.iter().filter(|parcel| parcel.place == place && parcel.kind == kind);
        self.resting(place, kind) + moved.map(|parcel| parcel.count).sum::<u16>()
    }

    /// Picks units, those with the lowest clocks first; returns the latest clock among them.
    fn pick(&mut self, place: ProvinceId, kind: TypeId, wanted: u16) -> i64 {
        let resting = self.resting(place, kind).min(wanted);
        if resting > 0 {
            self.gone.push((place, kind, resting));
        }
        let (mut left, mut latest) = (wanted - resting, 0);
        self.moved.sort_by_key(|parcel| parcel.clock);
        for parcel in self.moved.iter_mut().filter(|parcel| parcel.place == place && parcel.kind == kind) {
            let taken = parcel.count.min(left);
            if taken > 0 {
                parcel.count -= taken;
                left -= taken;
                latest = parcel.clock;
            }
        }
        self.moved.retain(|parcel| parcel.count > 0);
        latest
    }
}

/// Follows a nation's movement and combat orders in listed sequence. Orders of generals in `lost` are treated as
/// UM-R106 says.
pub fn schedule(
    sc: &Scenario, st: &State, nation: NationId, movements: &[(usize, Movement)], lost: &[GeneralId],
) -> Vec<Planned> {
    Positions::new(sc, st, nation).follow(movements, lost)
}

fn void(index: usize, refusal: Refusal) -> Planned {
    Planned {
        index,
        generals: Vec::new(),
        units: Vec::new(),
        legs: Vec::new(),
        place: ProvinceId(0),
        start: 0,
        fleet_orders: None,
        army_orders: None,
        refusal: Some(refusal),
        warnings: Vec::new(),
        cut_short: false,
    }
}

fn plan_standing(
    positions: &Positions, index: usize, general: GeneralId, fleet: Option<CombatOrders>, army: Option<CombatOrders>,
    lost: &[GeneralId],
) -> Planned {
    if lost.contains(&general) {
        return void(index, Refusal::new("general_lost", "UM-11.4", "the general no longer gives orders"));
    }
    if fleet.is_none() && army.is_none() {
        let refusal = Refusal::new("no_orders", "UM-18.1", "combat orders for neither fleet nor army");
        return void(index, refusal.hint("give orders for the fleet, the army or both, such as 1D"));
    }
    let (place, clock) = positions.general(general);
    Planned {
        index,
        generals: vec![general],
        units: Vec::new(),
        legs: Vec::new(),
        place,
        start: clock,
        fleet_orders: fleet,
        army_orders: army,
        refusal: None,
        warnings: Vec::new(),
        cut_short: false,
    }
}

fn plan_move(
    positions: &mut Positions, index: usize, order: &ForceMovement, lost: &[GeneralId], stopped: &mut Vec<GeneralId>,
) -> Planned {
    let (sc, st) = (positions.sc, positions.st);
    let generals = match leaders(positions, order, lost) {
        Ok(generals) => generals,
        Err(refusal) => {
            stopped.extend(&order.generals);
            return void(index, refusal);
        }
    };
    let name = |id: GeneralId| st.captain(sc, id);
    let from = positions.general(generals[0]).0;
    let outcome = (|| {
        if let Some(general) = generals.iter().find(|general| stopped.contains(general)) {
            let detail = format!("an earlier order of {} came to nothing or was cut short", name(*general));
            return Err(Refusal::new("earlier_order_failed", "UM-R48", detail).uncertain());
        }
        if let Some(elsewhere) = generals.iter().find(|&&general| positions.general(general).0 != from) {
            let (at, with) = (positions.general(*elsewhere).0, name(generals[0]));
            let detail = format!(
                "{} will be in {}, while {with} is in {}",
                name(*elsewhere),
                st.place(sc, at),
                st.place(sc, from)
            );
            return Err(Refusal::new("general_elsewhere", "UM-15.1", detail)
                .hint("generals who move together start from the same province"));
        }
        let (units, warnings) = force(positions, order, from)?;
        route(positions, order, &units, from).map(|stages| (units, warnings, stages))
    })();
    let (units, mut warnings, stages) = match outcome {
        Ok(found) => found,
        Err(refusal) => {
            stopped.extend(&generals);
            return void(index, refusal);
        }
    };

    let mut start = generals.iter().map(|&general| positions.general(general).1).max().unwrap_or(0);
    for &(kind, count) in &units {
        start = start.max(positions.pick(from, kind, count));
    }
    let commander = st.senior(generals.iter().copied()).expect("an order names a general");
    let activity = sc.constants.R45.activity_pct[usize::from(st.general(commander).activity.min(7))];
    let (multi, single) = speed(sc, &units);
    let (mut clock, mut legs, mut place) = (start, Vec::new(), from);
    for (to, mode, route) in stages {
        let mp = sc.route(route).mp;
        let Some(end) = leg_end(&sc.constants, mp, (multi, single), activity, clock) else { break };
        legs.push(Leg { from: place, to, mode, route, end });
        (clock, place) = (end, to);
    }
    let cut_short = legs.len() < order.path.len();
    if cut_short {
        let detail = format!("there is time only as far as {}; the force will halt there", st.place(sc, place));
        warnings.push(Refusal::new("out_of_time", "UM-15.12", detail));
        stopped.extend(&generals);
    }
    for &general in &generals {
        positions.put_general(general, place, clock);
    }
    positions.moved.extend(units.iter().map(|&(kind, count)| Parcel { place, kind, clock, count }));
    Planned {
        index,
        generals,
        units,
        legs,
        place,
        start,
        fleet_orders: order.fleet_orders,
        army_orders: order.army_orders,
        refusal: None,
        warnings,
        cut_short,
    }
}

/// The generals of an order, the commander first; void when the commander is lost (UM-R106).
fn leaders(positions: &Positions, order: &ForceMovement, lost: &[GeneralId]) -> Result<Vec<GeneralId>, Refusal> {
    let st = positions.st;
    let mut generals: Vec<GeneralId> = Vec::new();
    for &general in &order.generals {
        if !generals.contains(&general) {
            generals.push(general);
        }
    }
    let commander = st.senior(generals.iter().copied());
    let commander = commander
        .ok_or_else(|| Refusal::new("no_general", "UM-13.1", "every movement is led by a general").at("generals"))?;
    if lost.contains(&commander) {
        let detail = format!("{} no longer gives orders", st.captain(positions.sc, commander));
        return Err(Refusal::new("general_lost", "UM-11.4", detail));
    }
    generals.retain(|general| !lost.contains(general) && *general != commander);
    generals.insert(0, commander);
    Ok(generals)
}

type Force = (Vec<(TypeId, u16)>, Vec<Refusal>);

/// The units of an order that are there, with warnings about those that are not, and about combat orders (UM-18.3).
fn force(positions: &Positions, order: &ForceMovement, from: ProvinceId) -> Result<Force, Refusal> {
    let (sc, st) = (positions.sc, positions.st);
    let mut units: Vec<(TypeId, u16)> = Vec::new();
    let mut warnings = Vec::new();
    let mut listed = false;
    for &(kind, wanted) in order.units.iter().filter(|(_, wanted)| *wanted > 0) {
        listed = true;
        let there = positions.available(from, kind);
        let id = &sc.unit(kind).id;
        if there < wanted {
            let detail = format!("{there} {id} will be in {}, not {wanted}", st.place(sc, from));
            warnings.push(Refusal::new("fewer_units", "UM-R48", detail).at(format!("units/{id}")));
        }
        if there > 0 {
            units.push((kind, there.min(wanted)));
        }
    }
    if listed && units.is_empty() {
        let detail = format!("none of the units listed will be in {}", st.place(sc, from));
        return Err(Refusal::new("no_units", "UM-R48", detail).at("units"));
    }
    for (arm, given, part) in
        [(Arm::Sea, order.fleet_orders, "fleet_orders"), (Arm::Land, order.army_orders, "army_orders")]
    {
        let moves = units.iter().any(|&(kind, _)| sc.unit(kind).is_fleet() == (arm == Arm::Sea));
        if moves && given.is_none() {
            let what = if arm == Arm::Sea { "fleet" } else { "army" };
            let detail = format!("the {what} that moves needs combat orders");
            return Err(Refusal::new("no_combat_orders", "UM-18.3", detail).hint("such as 1D, 2R or 3M").at(part));
        }
    }
    let fleet = units.iter().any(|&(kind, _)| sc.unit(kind).is_fleet());
    if fleet {
        // UM-R49: what does not fit stays behind, in type order as listed.
        let mut room: u32 = units.iter().map(|&(kind, count)| u32::from(count) * sc.unit(kind).capacity).sum();
        let mut left_behind = 0;
        for (_, count) in units.iter_mut().filter(|(kind, _)| !sc.unit(*kind).is_fleet()) {
            let fits = u32::from(*count).min(room) as u16;
            left_behind += *count - fits;
            room -= u32::from(fits);
            *count = fits;
        }
        units.retain(|(_, count)| *count > 0);
        if left_behind > 0 {
            let detail = format!("{left_behind} army units do not fit aboard and stay behind");
            warnings.push(Refusal::new("no_room_aboard", "UM-16.2", detail).at("units"));
        }
    }
    let army = units.iter().any(|&(kind, _)| !sc.unit(kind).is_fleet());
    if army && !fleet && shut_in(sc, st, from, positions.nation) {
        let moved_in = units.iter().all(|&(kind, count)| positions.resting(from, kind) < count);
        if !moved_in {
            let detail = format!("the army in {} is under siege and cannot leave by land", st.place(sc, from));
            return Err(Refusal::new("besieged", "UM-15.16", detail).hint("it may leave by sea if the port is open"));
        }
    }
    Ok((units, warnings))
}

/// Whether the army of a nation is under siege in a province (UM-15.16).
fn shut_in(sc: &Scenario, st: &State, place: ProvinceId, nation: NationId) -> bool {
    let siege = st.province(place).siege.filter(|siege| siege.besieged.has(nation));
    siege.is_some_and(|siege| {
        let here = |&enemy: &NationId| st.armies(sc, place, enemy) > 0 && st.hostile(sc, place, nation, enemy);
        siege.besiegers.iter().any(|enemy| here(&enemy))
    })
}

/// A type among the units that cannot pass a stage of so many points (UM-15.13). Armies aboard pass with their fleet.
fn barred(sc: &Scenario, units: &[(TypeId, u16)], mp: i64) -> Option<TypeId> {
    let by_sea = units.iter().any(|&(kind, _)| sc.unit(kind).is_fleet());
    let stopped = |kind: TypeId| (sc.unit(kind).is_fleet() || !by_sea) && mp > sc.unit(kind).longest_stage();
    units.iter().map(|&(kind, _)| kind).find(|&kind| stopped(kind))
}

/// Where a force may go from a province in one stage, and the points that it costs: by sea with squadrons, else by land.
pub fn exits(sc: &Scenario, st: &State, from: ProvinceId, units: &[(TypeId, u16)]) -> Vec<(ProvinceId, i64)> {
    let by_sea = units.iter().any(|&(kind, _)| sc.unit(kind).is_fleet());
    let mode = if by_sea { Mode::Sea } else { Mode::Land };
    let stage = |to: ProvinceId| {
        let mp = sc.route(sc.graph.route(from.0, to.0, mode)?).mp;
        barred(sc, units, mp).is_none().then_some((to, mp))
    };
    st.neighbours(sc, from, mode).filter_map(stage).collect()
}

type Stages = Vec<(ProvinceId, Mode, u32)>;

/// The stages of an order, each along a route that every type can pass (UM-15.10, UM-15.13, UM-16.1).
fn route(
    positions: &Positions, order: &ForceMovement, units: &[(TypeId, u16)], from: ProvinceId,
) -> Result<Stages, Refusal> {
    let (sc, st) = (positions.sc, positions.st);
    let by_sea = units.iter().any(|&(kind, _)| sc.unit(kind).is_fleet());
    let mode = if by_sea { Mode::Sea } else { Mode::Land };
    let mut stages = Vec::new();
    let mut here = from;
    for (at, &to) in order.path.iter().enumerate() {
        let part = if at + 1 == order.path.len() { "destination".to_owned() } else { format!("via/{at}") };
        let (a, b) = (st.place(sc, here), st.place(sc, to));
        let Some(route) = sc.graph.route(here.0, to.0, mode) else {
            let how = if by_sea { "sea" } else { "land" };
            if here == to {
                return Err(Refusal::new("already_there", "UM-15.9", format!("the force is in {a} already")).at(part));
            }
            let next: Vec<String> = st.neighbours(sc, here, mode).map(|near| st.place(sc, near).to_string()).collect();
            let refusal = Refusal::new("no_route", "UM-2.6", format!("no {how} route leads from {a} to {b}")).at(part);
            return Err(if next.is_empty() {
                refusal
            } else {
                refusal.hint(format!("from {a} by {how} one reaches {}", next.join(", ")))
            });
        };
        let mp = sc.route(route).mp;
        if let Some(kind) = barred(sc, units, mp) {
            let detail = format!("{} cannot pass from {a} to {b}: the stage costs {mp} points", sc.unit(kind).plural);
            let most = format!("their greatest single move is {}", sc.unit(kind).longest_stage());
            return Err(Refusal::new("impassable", "UM-15.13", detail).hint(most).at(part));
        }
        stages.push((to, mode, route));
        here = to;
    }
    Ok(stages)
}

/// The smallest multiple move of a force, and the greatest stage that all of it may do in a whole turn (UM-R45,
/// UM-R46). At sea the squadrons alone count; generals without troops have a move of their own (UM-15.2).
fn speed(sc: &Scenario, units: &[(TypeId, u16)]) -> (i64, i64) {
    let by_sea = units.iter().any(|&(kind, _)| sc.unit(kind).is_fleet());
    let counted = || units.iter().map(|&(kind, _)| sc.unit(kind)).filter(|unit| unit.is_fleet() || !by_sea);
    match counted().map(|unit| unit.multi).min() {
        Some(multi) => (multi, counted().map(|unit| unit.single.unwrap_or(unit.multi)).min().unwrap_or(multi)),
        None => (sc.general_max_move, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scenario::shipped;
    use crate::model::state::General;
    use crate::orders::Order;
    use crate::orders::lookup::{find_nation, find_province};
    use crate::orders::set_combat_orders::StandingCombatOrders;
    use crate::orders::{Command, OrderContext};
    use kernel::GameSeed;

    /// The example orders of the rules (section 8.5), as a patch on *Italia 1450*.
    fn example() -> (std::sync::Arc<Scenario>, State, NationId) {
        let sc = shipped::find("italia-1450").unwrap();
        let mut st = State::start(&sc, &GameSeed::from_number(1));
        let ven = find_nation(&sc, "VEN").unwrap();
        let mil = find_nation(&sc, "MIL").unwrap();
        st.nation_mut(ven).declared.remove(mil);
        st.nation_mut(mil).declared.remove(ven);
        let at = |st: &State, name: &str| find_province(&sc, st, name).unwrap();
        let colleoni = crate::orders::lookup::find_general(&sc, &st, ven, "Colleoni").unwrap();
        st.general_mut(colleoni).province = at(&st, "Pola");
        let brescia = at(&st, "Brescia");
        let sforza =
            General { name: sc.general_names[ven.index()][0], province: brescia, ..st.general(colleoni).clone() };
        st.generals.push(General { activity: 5, seniority: 4, ..sforza });
        (sc, st, ven)
    }

    #[test]
    fn the_example_order_set_keeps_the_clock_of_the_worked_vector() {
        let (sc, st, ven) = example();
        let text = include_str!("../../../data/fixture-orders/fixture.toml");
        let fixture: toml::Table = toml::from_str(text).unwrap();
        let newcomer = sc.names[sc.general_names[ven.index()][0].index()].to_string();
        let mut movements = Vec::new();
        for (index, line) in fixture["line"].as_array().unwrap().iter().enumerate() {
            let json = serde_json::to_string(&line["order"]).unwrap().replace("\"Sforza\"", &format!("{newcomer:?}"));
            let order: Order = serde_json::from_str(&json).unwrap();
            match order.resolve(&OrderContext::new(&sc, &st, ven)).unwrap() {
                Command::MoveForce(force) => movements.push((index, Movement::Force(force))),
                Command::SetCombatOrders(StandingCombatOrders { general, fleet, army }) => {
                    movements.push((index, Movement::CombatOrders { general, fleet, army }));
                }
                other => panic!("no movement: {other:?}"),
            }
        }
        let planned = schedule(&sc, &st, ven, &movements, &[]);
        assert!(planned.iter().all(|plan| plan.refusal.is_none()), "{planned:#?}");
        for expect in fixture["expect"].as_array().unwrap() {
            let plan = &planned[expect["line"].as_integer().unwrap() as usize - 1];
            for (place, end) in expect["ends"].as_table().unwrap() {
                let place = find_province(&sc, &st, place).unwrap();
                let leg = plan.legs.iter().find(|leg| leg.to == place).unwrap();
                assert_eq!(Some(leg.end), end.as_integer(), "{expect:?}");
            }
            if let Some(start) = expect.get("starts") {
                assert_eq!(Some(plan.start), start.as_integer());
            }
        }
    }

    #[test]
    fn speed_follows_the_activity_of_the_commander() {
        for (activity_pct, expected) in [(87, 2298), (100, 2000), (120, 1666)] {
            assert_eq!(leg_time(2, 10, activity_pct), expected);
        }
    }
}
