//! Another world that a seat cannot tell from the true one: for the test that nothing hidden leaks.
//!
//! Changed is whatever docs/rules/eternal-rome.md, section 6, keeps from the seat. Kept is what it sees of it: that there
//! are land units, or fleets, of a power in a hex, that a city or a port is besieged, and which victory conditions are
//! fulfilled.

use kernel::{Dice, RuleRef, SeatId};

use crate::model::frames::{Frame, Question};
use crate::model::ids::{FLEET, HexId, KINDS, PowerId, Powers, UnitKind};
use crate::model::scenario::Scenario;
use crate::model::state::{
    ArmyStatus, Band, FleetStatus, InterceptPolicy, LeaderPlace, Policy, Raised, State, Yard, add_band,
};
use crate::rules::relations;
use crate::rules::victory;

const RULE: RuleRef = RuleRef::new("ER-7.1");

struct Chance<'a> {
    dice: &'a mut Dice,
    drawn: u16,
}

impl Chance<'_> {
    fn upto(&mut self, low: i32, high: i32) -> i32 {
        self.drawn += 1;
        self.dice.stream("hidden", 0, self.drawn).range(low, high, RULE)
    }
    fn flip(&mut self) -> bool {
        self.upto(0, 1) == 1
    }
}

/// A state with the same view for `seat`, and as much else changed as may be.
pub fn hidden(sc: &Scenario, st: &State, seat: SeatId, dice: &mut Dice) -> State {
    let own = relations::powers_of(sc, st, seat);
    let side = relations::friends(sc, st, own);
    let mut other = st.clone();
    let mut chance = Chance { dice, drawn: 0 };
    let ashore: Vec<HexId> = st
        .armies
        .iter()
        .filter(|army| side.has(army.id.power) && !army.bands.is_empty())
        .map(|army| army.hex)
        .collect();
    let afloat: Vec<HexId> = st
        .fleets
        .iter()
        .filter(|fleet| fleet.ships.iter().any(|&(power, _)| side.has(power)))
        .map(|fleet| fleet.hex)
        .collect();
    if !st.options.intelligence {
        armies(&mut other, side, &ashore, &mut chance);
        fleets(&mut other, side, &afloat, &mut chance);
        cities(sc, &mut other, side, &mut chance);
    }
    powers(sc, st, &mut other, side, &mut chance);
    provinces(&mut other, side, &mut chance);
    yards(sc, &mut other, side, &mut chance);
    leaders(&mut other, side, &mut chance);
    other.tried.clear();
    other.let_pass.retain(|(asked, _)| *asked == seat);
    pending(sc, &mut other, seat, &mut chance);
    other
}

fn some_policy(chance: &mut Chance<'_>) -> Policy {
    let intercept = if chance.flip() { InterceptPolicy::Always } else { InterceptPolicy::Never };
    Policy { intercept: Some(intercept), season: Some(chance.flip()), ..Policy::default() }
}

fn some_bands(chance: &mut Chance<'_>) -> Vec<Band> {
    let mut bands = Vec::new();
    for _ in 0..chance.upto(1, 3) {
        let kind = UnitKind::ALL[chance.upto(0, KINDS as i32 - 1) as usize];
        let (seasoned, spent, count) = (chance.flip(), chance.upto(0, 8) as u8, chance.upto(1, 6) as u8);
        add_band(&mut bands, Band { kind, seasoned, spent, count });
    }
    bands
}

fn armies(st: &mut State, side: Powers, known: &[HexId], chance: &mut Chance<'_>) {
    let mut twins = Vec::new();
    for army in st.armies.iter_mut().filter(|army| !side.has(army.id.power)) {
        // What others have done in the phase is hidden even where they are known.
        (army.attacked, army.stopped, army.intercepted) = (chance.flip(), chance.flip(), chance.flip());
        army.policy = some_policy(chance);
        army.came_from = None;
        if known.contains(&army.hex) {
            for band in std::mem::take(&mut army.bands) {
                add_band(&mut army.bands, Band { spent: chance.upto(0, 8) as u8, ..band });
            }
            continue;
        }
        army.bands = some_bands(chance);
        if army.status != ArmyStatus::Besieging {
            army.status = if chance.flip() { ArmyStatus::Field } else { ArmyStatus::Garrison };
        }
        twins.push((army.id, army.hex));
    }
    // Leaders change between armies of one power whose strength is hidden; and there may be one army more than thought.
    for at in 0..st.leaders.len() {
        if let LeaderPlace::Army(id) = st.leaders[at].place
            && twins.iter().any(|&(twin, _)| twin == id)
        {
            let same: Vec<_> = twins.iter().filter(|(twin, _)| twin.power == id.power).collect();
            let (to, _) = same[chance.upto(0, same.len() as i32 - 1) as usize];
            st.leaders[at].place = LeaderPlace::Army(*to);
        }
    }
    if let Some(&(id, hex)) = twins.get(chance.upto(0, 3) as usize) {
        let twin = st.new_army(id.power, hex, ArmyStatus::Field);
        let bands = some_bands(chance);
        if let Some(army) = st.army_mut(twin) {
            army.bands = bands;
        }
    }
}

fn fleets(st: &mut State, side: Powers, known: &[HexId], chance: &mut Chance<'_>) {
    let mut twins = Vec::new();
    for fleet in st.fleets.iter_mut() {
        if known.contains(&fleet.hex) {
            if !fleet.ships.iter().any(|&(power, _)| side.has(power)) {
                (fleet.used, fleet.stopped, fleet.months_out) =
                    (chance.upto(0, 9) as u8, chance.flip(), chance.flip().into());
                fleet.policy = some_policy(chance);
            }
            continue;
        }
        twins.push((fleet.id, fleet.hex));
        fleet.ships = vec![(fleet.id.power, chance.upto(1, 6) as u8)];
        let power: Option<PowerId> = chance.flip().then_some(fleet.id.power);
        fleet.cargo.bands = if power.is_some() { some_bands(chance) } else { Vec::new() };
        fleet.cargo.power = power;
        (fleet.used, fleet.fought, fleet.stopped) = (chance.upto(0, 30) as u8, chance.flip(), chance.flip());
        (fleet.months_out, fleet.policy) = (chance.upto(0, 1) as u8, some_policy(chance));
        // That a port is besieged is seen.
        if fleet.status != FleetStatus::Besieging {
            fleet.status = if chance.flip() { FleetStatus::AtSea } else { FleetStatus::Anchored };
        }
    }
    for at in 0..st.leaders.len() {
        if let LeaderPlace::Fleet(id) = st.leaders[at].place
            && twins.iter().any(|&(twin, _)| twin == id)
        {
            let same: Vec<_> = twins.iter().filter(|(twin, _)| twin.power == id.power).collect();
            let (to, _) = same[chance.upto(0, same.len() as i32 - 1) as usize];
            st.leaders[at].place = LeaderPlace::Fleet(*to);
        }
    }
    if let Some(&(id, hex)) = twins.get(chance.upto(0, 3) as usize) {
        let twin = st.new_fleet(id.power, hex, FleetStatus::AtSea);
        let ships = chance.upto(1, 6) as u8;
        if let Some(fleet) = st.fleet_mut(twin) {
            fleet.ships.push((id.power, ships));
        }
    }
}

/// How far the leaders of others have gone this month.
fn leaders(st: &mut State, side: Powers, chance: &mut Chance<'_>) {
    for leader in st.leaders.iter_mut().filter(|leader| !side.has(leader.power)) {
        leader.spent = chance.upto(0, 8) as u8;
    }
}

/// What another seat is asked, and what hangs on the answer: known is only that it is asked, and what kind of question
/// it is.
fn pending(sc: &Scenario, st: &mut State, seat: SeatId, chance: &mut Chance<'_>) {
    let Some(Frame::Ask(ask)) = st.stack.last() else { return };
    if ask.seat == seat {
        return;
    }
    let mut ask = ask.clone();
    let own: Vec<PowerId> = relations::powers_of(sc, st, ask.seat).iter().collect();
    ask.powers = own.into_iter().filter(|_| chance.flip()).collect();
    match &mut ask.question {
        Question::Intercept { candidates, .. } => candidates.truncate(chance.upto(0, 1) as usize),
        Question::RespondAttack { hexes, .. } => hexes.reverse(),
        Question::Season { limit, .. } => *limit = chance.upto(1, 400) as u32,
        _ => {}
    }
    st.stack = vec![Frame::Ask(ask)];
}

/// How long sieges of others have lasted, and what they have left of the walls.
fn cities(sc: &Scenario, st: &mut State, side: Powers, chance: &mut Chance<'_>) {
    for id in sc.city_ids() {
        let inside = st.armies_at(sc.city(id).hex).any(|army| side.has(army.id.power));
        if inside || side.has(st.city(id).controller) || st.city(id).siege.is_none() {
            continue;
        }
        let since = st.month.plus(-(chance.upto(0, 7) as i16));
        let fort = chance.upto(1, i32::from(sc.city(id).fortification).max(1)) as u8;
        let city = st.city_mut(id);
        (city.siege, city.fort) = (Some(since), fort);
    }
}

fn powers(sc: &Scenario, before: &State, st: &mut State, side: Powers, chance: &mut Chance<'_>) {
    for id in sc.power_ids().filter(|&id| !side.has(id)) {
        let fulfilled = |st: &State| -> Vec<bool> {
            let goals =
                sc.victory.iter().flat_map(|victory| victory.goals.iter().map(move |goal| (victory.power, goal)));
            goals.map(|(power, goal)| victory::fulfilled(sc, st, power, &goal.goal)).collect()
        };
        let treasury = st.power(id).treasury;
        st.power_mut(id).treasury = chance.upto(0, 900) as u32;
        if fulfilled(st) != fulfilled(before) {
            st.power_mut(id).treasury = treasury;
        }
        let power = st.power_mut(id);
        power.replacements = chance.upto(0, 12) as u16;
        power.lost[chance.upto(0, FLEET as i32) as usize] = chance.upto(0, 4) as u16;
        (power.policy, power.undone_by) = (some_policy(chance), None);
    }
}

fn provinces(st: &mut State, side: Powers, chance: &mut Chance<'_>) {
    for province in &mut st.provinces {
        if province.controller.is_some_and(|power| side.has(power)) {
            continue;
        }
        province.recruited[chance.upto(0, FLEET as i32) as usize] = chance.upto(0, 2) as u8;
        if let Some((power, phases)) = &mut province.occupied
            && !side.has(*power)
        {
            *phases = chance.upto(1, 2) as u8;
        }
    }
}

/// What others build and have raised this month.
fn yards(sc: &Scenario, st: &mut State, side: Powers, chance: &mut Chance<'_>) {
    let month = st.month;
    for at in 0..st.yards.len() {
        if !side.has(st.city(st.yards[at].city).controller) {
            st.yards[at].ships = chance.upto(1, 5) as u8;
        }
    }
    let others = |st: &State, hex: HexId| {
        let province = sc.hex(hex).province;
        province.is_some_and(|id| st.province(id).controller.is_some_and(|power| !side.has(power)))
    };
    let ports: Vec<_> = sc.city_ids().filter(|&id| sc.city(id).port && !side.has(st.city(id).controller)).collect();
    if let Some(&city) = ports.get(chance.upto(0, 20) as usize) {
        st.yards.push(Yard { city, ready: month.plus(chance.upto(1, 3) as i16), ships: chance.upto(1, 3) as u8 });
    }
    for raised in 0..st.raised.len() {
        if others(st, st.raised[raised].hex) {
            st.raised[raised].units = chance.upto(0, 2) as u8;
        }
    }
    let hex = sc.city(crate::model::ids::CityId::at(chance.upto(0, sc.cities.len() as i32 - 1) as usize)).hex;
    if others(st, hex) && !st.raised.iter().any(|raised| raised.hex == hex) {
        st.raised.push(Raised { hex, units: 1, ships: 0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::Knowledge;
    use crate::model::scenario::shipped::shipped;
    use crate::model::state::Army;
    use crate::orders::Order;
    use crate::orders::carry_out;

    fn seats(sc: &Scenario) -> impl Iterator<Item = SeatId> + use<> {
        (0..sc.seats.len() as u16).map(SeatId)
    }

    fn dice(number: u64) -> Dice {
        Dice::keyed(&kernel::GameSeed::from_number(number), "hidden")
    }

    #[test]
    fn what_is_hidden_changes_and_what_is_seen_does_not() {
        for sc in shipped() {
            let mut st = State::start(sc, sc.options);
            carry_out::open(sc, &mut st, &mut Dice::middling());
            for seat in seats(sc) {
                let other = hidden(sc, &st, seat, &mut dice(1));
                assert_eq!(Knowledge::of(sc, &other, seat), Knowledge::of(sc, &st, seat));
                let side = relations::friends(sc, &st, relations::powers_of(sc, &st, seat));
                let foreign = |st: &State| -> Vec<Army> {
                    st.armies.iter().filter(|army| !side.has(army.id.power)).cloned().collect()
                };
                let (before, after) = (foreign(&st), foreign(&other));
                let same = before.iter().filter(|army| after.iter().any(|a| a.bands == army.bands && a.id == army.id));
                assert!(same.count() * 2 < before.len(), "{}: most hidden armies are of another strength", sc.id);
                let purse = |st: &State| -> Vec<u32> { st.powers.iter().map(|power| power.treasury).collect() };
                assert_ne!(purse(&st), purse(&other));
            }
        }
    }

    /// Which parts of a state differ. Every field has its line here: what is public must never change, what is not must
    /// change sooner or later.
    fn changed(a: &State, b: &State) -> (bool, [(&'static str, bool); 8]) {
        let State {
            steps,
            month,
            winter,
            stage,
            turns,
            ended,
            options,
            wishes,
            resigned,
            powers,
            provinces,
            cities,
            leaders,
            armies,
            fleets,
            yards,
            raised,
            alliances,
            // Told to nobody; cleared, for it says who is where no longer.
            tried: _,
            // What a seat wishes not to be asked is told to nobody.
            let_pass: _,
            caught,
            stack,
            combats,
            ending,
        } = a;
        let public = (steps, month, winter, stage, turns) == (&b.steps, &b.month, &b.winter, &b.stage, &b.turns)
            && (ended, options, wishes, resigned) == (&b.ended, &b.options, &b.wishes, &b.resigned)
            && (alliances, caught, combats, ending) == (&b.alliances, &b.caught, &b.combats, &b.ending);
        let hidden = [
            ("powers", *powers != b.powers),
            ("provinces", *provinces != b.provinces),
            ("cities", *cities != b.cities),
            ("leaders", *leaders != b.leaders),
            ("armies", *armies != b.armies),
            ("fleets", *fleets != b.fleets),
            ("yards", *yards != b.yards),
            ("raised", *raised != b.raised),
        ];
        assert_eq!(stack.len(), b.stack.len(), "nothing is pending here");
        (public, hidden)
    }

    /// A month into a campaign played at random.
    fn under_way(sc: &Scenario, steps: u32) -> State {
        let mut st = State::start(sc, sc.options);
        carry_out::open(sc, &mut st, &mut Dice::middling());
        for step in 0..steps {
            let Some(wait) = carry_out::awaiting(sc, &st).into_iter().next() else { break };
            let known = Knowledge::of(sc, &st, wait.seat);
            let mut orders = crate::player::random::orders(sc, &known, &mut dice(u64::from(step)));
            orders.retain(|order| !matches!(order, Order::Resign(_) | Order::SetOption(_)));
            carry_out::advance(sc, &mut st, &[(wait.seat, orders)], &mut dice(1_000 + u64::from(step)));
        }
        st
    }

    #[test]
    fn every_field_that_is_hidden_is_changed_and_no_other() {
        let mut seen = [false; 8];
        let mut names = [""; 8];
        for sc in shipped() {
            let mut st = under_way(sc, 50);
            while !st.stack.is_empty() {
                let wait = carry_out::awaiting(sc, &st).remove(0);
                let orders = crate::player::by_default(sc, &Knowledge::of(sc, &st, wait.seat));
                carry_out::advance(sc, &mut st, &[(wait.seat, orders)], &mut dice(7));
            }
            // A siege of others, so that there is one.
            let seat = SeatId(0);
            let side = relations::friends(sc, &st, relations::powers_of(sc, &st, seat));
            let far = sc.city_ids().find(|&id| {
                let free = st.armies_at(sc.city(id).hex).all(|army| !side.has(army.id.power));
                !side.has(st.city(id).controller) && free
            });
            st.city_mut(far.expect("a foreign city")).siege = Some(st.month);
            for number in 0..30 {
                let other = hidden(sc, &st, seat, &mut dice(number));
                assert_eq!(Knowledge::of(sc, &other, seat), Knowledge::of(sc, &st, seat), "{}", sc.id);
                let (public, parts) = changed(&st, &other);
                assert!(public, "{}: something public has changed", sc.id);
                seen.iter_mut().zip(parts).for_each(|(seen, (_, differs))| *seen |= differs);
            }
            names = changed(&st, &st).1.map(|(name, _)| name);
        }
        let missed: Vec<_> = names.iter().zip(seen).filter(|(_, seen)| !seen).map(|(name, _)| name).collect();
        assert!(missed.is_empty(), "never changed: {missed:?}");
    }

    /// What everybody reads of a pending decision is the same whatever it is about: all but the question itself, which is for
    /// the seat alone that is asked.
    #[test]
    fn who_is_asked_for_whom_is_not_told() {
        let mut asked = 0;
        for sc in shipped() {
            let mut st = State::start(sc, sc.options);
            carry_out::open(sc, &mut st, &mut Dice::middling());
            for step in 0..120 {
                let Some(wait) = carry_out::awaiting(sc, &st).into_iter().next() else { break };
                for seat in seats(sc).filter(|&seat| seat != wait.seat && !st.stack.is_empty()) {
                    let other = hidden(sc, &st, seat, &mut dice(step));
                    let public = |st: &State| {
                        let mut waits = carry_out::awaiting(sc, st);
                        waits.iter_mut().for_each(|wait| wait.prompt = String::new());
                        waits
                    };
                    assert_eq!(public(&other), public(&st));
                    asked += 1;
                }
                let known = Knowledge::of(sc, &st, wait.seat);
                let mut orders = crate::player::random::orders(sc, &known, &mut dice(step));
                orders.retain(|order| !matches!(order, Order::Resign(_)));
                carry_out::advance(sc, &mut st, &[(wait.seat, orders)], &mut dice(9_000 + step));
            }
        }
        assert!(asked > 3, "decisions came up: {asked}");
    }
}
