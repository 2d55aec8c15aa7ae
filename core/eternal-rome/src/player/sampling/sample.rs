//! A world that fits what a seat knows. Seen is where armies and fleets are and whose (ER-7.1), who holds what, and all of one's
//! own; drawn is how strong the others are, who leads them, and what they have in their chests (section 6).

use kernel::{Dice, Guide, Stream};

use super::pending;
use super::stock::{self, RULE, Stock};
use crate::knowledge::known;
use crate::knowledge::{Knowledge, Sighting};
use crate::model::ids::{CityId, HexId, KINDS, PowerId, Powers, UnitKind};
use crate::model::scenario::{Goal, Scenario};
use crate::model::state::{
    ArmyId, ArmyStatus, Band, Caught, Fleet, FleetId, FleetStatus, LeaderPlace, Policy, RetreatPolicy, State, Yard,
    add_band,
};
use crate::player::draft::Draft;
use crate::player::evaluation::Evaluation;
use crate::player::posture::Posture;
use crate::rules::relations;
use crate::rules::{taxes, victory};

/// Strength in quarters of a force that guards nothing in danger.
const USUAL: u32 = 80;
/// The same of what a major has in the open: his main forces.
const ARMY: u32 = 190;
/// Per cent of chance that an unknown fleet at sea carries something: one that moves before the seat's eyes, and others.
const LADEN: [i32; 2] = [80, 25];
/// How the ships of a power are spread: over fleets at sea, and those in port.
const AFLOAT: [i32; 2] = [5, 2];
/// Per cent of chance that a major builds ships.
const BUILDS: i32 = 25;

/// Draws a world.
pub fn sample(sc: &Scenario, known: &Knowledge, dice: &mut Dice) -> State {
    let mut rng = dice.stream("imagined", known.seat.0, 0);
    let mut st = known.without_stand_ins();
    let side = relations::friends(sc, &st, relations::powers_of(sc, &st, known.seat));
    let raised = recruits(sc, &mut st, side, &mut rng);
    let forces = forces(sc, &mut st, known, &raised, &mut rng);
    stock::attach(&mut st, &known.unseen, &forces, &mut rng);
    sieges(sc, &mut st, side, &mut rng);
    for power in sc.power_ids().filter(|&power| !side.has(power)) {
        treasury(sc, &mut st, known, power, &mut rng);
    }
    yards(sc, &mut st, side, &mut rng);
    caught(&mut st, known);
    st.stack = pending::frames(sc, &st, known);
    st
}

/// Fills the places where forces of unknown strength are seen; all these forces are returned.
fn forces(sc: &Scenario, st: &mut State, known: &Knowledge, raised: &Raised, rng: &mut Stream<'_>) -> Vec<LeaderPlace> {
    let months = i32::from(st.month.since(sc.start)).max(0);
    let (mover, sightings) = (pending::mover(known), &known.sightings);
    let mut powers: Vec<PowerId> = sightings.iter().map(|seen| seen.power).collect();
    powers.sort_unstable();
    powers.dedup();
    // What stands in these places, roughly: enough for others to judge by how their cities are threatened.
    let mut rough = st.clone();
    for seen in sightings {
        known::stand_in(sc, &mut rough, seen);
    }
    let mut all = Vec::new();
    for power in powers {
        let mut stock = Stock::of(sc, st, power);
        stock.age(&raised[power.index()], months, rng);
        let seen = |at_sea: bool| -> Vec<&Sighting> {
            let own = sightings.iter().filter(|seen| seen.at_sea == at_sea && seen.power == power);
            // The force that is asked about comes first: it has the number it is asked by, the others those that are free.
            let mut list: Vec<&Sighting> = own.collect();
            list.sort_by_key(|seen| !mover.is(seen));
            list
        };
        let (land, sea) = (seen(false), seen(true));
        let at_sea = |seen: &Sighting| known::fleet_status(sc, st, seen) == FleetStatus::AtSea;
        let weights: Vec<i32> = sea.iter().map(|seen| AFLOAT[usize::from(!at_sea(seen))]).collect();
        for (seen, ships) in sea.iter().zip(stock.crew(&weights, rng)) {
            let id = fleet(sc, st, seen, mover.fleet.filter(|_| mover.is(seen)).map(|(id, _)| id));
            if let Some(fleet) = st.fleet_mut(id) {
                fleet.ships.push((power, ships));
                let laden = LADEN[usize::from(!mover.is(seen))];
                load(fleet, laden, &mut stock, rng);
            }
            all.push(LeaderPlace::Fleet(id));
        }
        if !land.is_empty() {
            let guards = guards(sc, &rough, power);
            let places: Vec<(HexId, u32)> =
                land.iter().map(|seen| (seen.hex, expected(sc, st, seen, &guards))).collect();
            let turns = months + i32::from(relations::has_begun(st, power));
            for (seen, bands) in land.iter().zip(stock.man(sc, &places, turns, rng)) {
                let id = army(sc, st, seen, mover.army.filter(|_| mover.is(seen)).map(|(id, _)| id));
                if let Some(army) = st.army_mut(id) {
                    army.bands = bands;
                }
                all.push(LeaderPlace::Army(id));
            }
        }
    }
    all
}

/// Strength in quarters that whoever plays a major would not leave its cities without, by city: he has the same map before
/// him, and our forces. Over ten campaigns the garrisons of majors rose and fell with it, and those of minors did not.
pub(super) fn guards(sc: &Scenario, world: &State, power: PowerId) -> Vec<u32> {
    let Some(seat) = relations::seat_of(sc, world, power).filter(|_| world.power(power).kind.is_major()) else {
        return Vec::new();
    };
    let mut draft = Draft::new(sc, Knowledge::of(sc, world, seat), Guide::Rollout(0));
    draft.posture = Posture::ranked(sc)[0];
    Evaluation::new(&draft).guards(&draft)
}

/// Strength in quarters to be expected of a force.
pub(super) fn expected(sc: &Scenario, st: &State, seen: &Sighting, guards: &[u32]) -> u32 {
    let status = known::army_status(sc, st, seen);
    if status == ArmyStatus::Field && st.power(seen.power).kind.is_major() {
        return ARMY;
    }
    let home = sc.hex(seen.hex).city.filter(|_| status == ArmyStatus::Garrison);
    let guard = home.and_then(|city| guards.get(city.index()));
    guard.map_or(USUAL, |guard| (guard * 4 / 5).max(USUAL))
}

fn army(sc: &Scenario, st: &mut State, seen: &Sighting, known: Option<ArmyId>) -> ArmyId {
    let status = known::army_status(sc, st, seen);
    let id = st.new_army(seen.power, seen.hex, status);
    let Some(known) = known.filter(|&known| known != id && st.army(known).is_none()) else { return id };
    let at = st.armies.iter().position(|army| army.id == id).unwrap_or(0);
    st.armies[at].id = known;
    st.armies.sort_by_key(|army| army.id);
    known
}

fn fleet(sc: &Scenario, st: &mut State, seen: &Sighting, known: Option<FleetId>) -> FleetId {
    let status = known::fleet_status(sc, st, seen);
    let id = st.new_fleet(seen.power, seen.hex, status);
    let Some(known) = known.filter(|&known| known != id && st.fleet(known).is_none()) else { return id };
    let at = st.fleets.iter().position(|fleet| fleet.id == id).unwrap_or(0);
    st.fleets[at].id = known;
    st.fleets.sort_by_key(|fleet| fleet.id);
    known
}

/// Legions aboard, as many as there is room for at most (ER-6.10), with a chance of `laden` per cent.
fn load(fleet: &mut Fleet, laden: i32, stock: &mut Stock, rng: &mut Stream<'_>) {
    if fleet.status == FleetStatus::AtSea && rng.chance(laden, RULE) {
        let kind = UnitKind::Legion2;
        let count = stock.take(kind, rng.range(1, fleet.size() as i32, RULE));
        if count > 0 {
            fleet.cargo.power = Some(fleet.id.power);
            add_band(&mut fleet.cargo.bands, Band { kind, seasoned: true, spent: 0, count });
        }
    }
}

/// How long sieges of others have lasted, and what is left of their walls.
fn sieges(sc: &Scenario, st: &mut State, side: Powers, rng: &mut Stream<'_>) {
    let told = |st: &State, id| known::concerned(sc, st, side, id);
    for id in sc.city_ids().filter(|&id| st.city(id).siege.is_some() && !told(st, id)).collect::<Vec<_>>() {
        let months = rng.range(0, 4, RULE);
        let fort = i32::from(sc.city(id).fortification).max(1);
        let since = st.month.plus(-(months as i16));
        let city = st.city_mut(id);
        (city.siege, city.fort) = (Some(since), rng.range((fort - months).max(1), fort, RULE) as u8);
    }
}

/// What is in the chest of a power: a month or two of taxes, and what the scenario gave it in the first months; as the
/// conditions that are seen to be fulfilled or not allow it.
fn treasury(sc: &Scenario, st: &mut State, known: &Knowledge, power: PowerId, rng: &mut Stream<'_>) {
    let months = i32::from(st.month.since(sc.start)).max(0);
    let income = taxes::income(sc, st, power) as i32;
    let left = sc.power(power).treasury as i32 / (months + 1);
    let (treasury, points) = (rng.range(0, income * 2 + left, RULE), rng.range(0, 8, RULE));
    let own = st.power_mut(power);
    own.treasury = treasury as u32;
    own.replacements = points as u16;
    // Whoever plays it has told the room to spare him the small questions.
    own.policy =
        Policy { retreat: Some(RetreatPolicy::Nearest), season: Some(true), set_up: Some(true), ..Policy::default() };
    let Some(at) = sc.victory.iter().position(|victory| victory.power == power) else { return };
    let (goals, told) = (&sc.victory[at].goals, &known.fulfilled[at]);
    let fits = |st: &State| {
        goals.iter().zip(told).all(|(goal, &fulfilled)| victory::fulfilled(sc, st, power, &goal.goal) == fulfilled)
    };
    let mut amounts = vec![0];
    goals.iter().for_each(|goal| thresholds(&goal.goal, &mut amounts));
    for amount in amounts {
        if fits(st) {
            return;
        }
        st.power_mut(power).treasury = amount;
    }
}

fn thresholds(goal: &Goal, amounts: &mut Vec<u32>) {
    match goal {
        Goal::TreasuryAtLeast(least) => amounts.extend([*least, least.saturating_sub(1)]),
        Goal::Any(goals) | Goal::All(goals) => goals.iter().for_each(|goal| thresholds(goal, amounts)),
        _ => {}
    }
}

/// Units raised, by power and type, the fleet unit last.
type Raised = Vec<[u8; KINDS + 1]>;

/// What others have raised: within the limits of their provinces (ER-R47), and as far as what the scenario gave them and
/// their taxes go (ER-R50).
fn recruits(sc: &Scenario, st: &mut State, side: Powers, rng: &mut Stream<'_>) -> Raised {
    let months = i32::from(st.month.since(sc.start)).max(0);
    let mut raised: Raised = vec![[0; KINDS + 1]; sc.powers.len()];
    let mut budget: Vec<i32> = sc
        .power_ids()
        .map(|power| {
            if side.has(power) {
                0
            } else {
                sc.power(power).treasury as i32 + months * taxes::income(sc, st, power) as i32
            }
        })
        .collect();
    for id in sc.province_ids() {
        let Some(power) = st.province(id).controller.filter(|&power| !side.has(power)) else { continue };
        for (kind, &limit) in sc.province(id).limits.iter().enumerate().filter(|(_, limit)| **limit > 0) {
            // Who has money spends it early in the year.
            let most = (i32::from(limit) * months.min(3) + 2) / 3;
            let price = i32::from(sc.power(power).prices[kind]).max(1);
            let used = rng.range(0, most.min(i32::from(limit)), RULE).min(budget[power.index()] / price).max(0);
            budget[power.index()] -= used * price;
            raised[power.index()][kind] = raised[power.index()][kind].saturating_add(used as u8);
            st.province_mut(id).recruited[kind] = used as u8;
        }
    }
    raised
}

/// What lies in the yards of others.
fn yards(sc: &Scenario, st: &mut State, side: Powers, rng: &mut Stream<'_>) {
    let majors = sc.turn_order.iter().filter(|&&power| !side.has(power) && st.power(power).kind.is_major());
    for &power in majors.collect::<Vec<_>>() {
        let port = |id: &CityId| sc.city(*id).port && st.city(*id).controller == power;
        let ports: Vec<CityId> = sc.city_ids().filter(port).collect();
        if !ports.is_empty() && rng.chance(BUILDS, RULE) {
            let (city, ready) = (ports[rng.pick(ports.len(), RULE)], rng.range(1, 3, RULE));
            st.yards.push(Yard { city, ready: st.month.plus(ready as i16), ships: rng.range(1, 2, RULE) as u8 });
        }
    }
}

/// Interceptions that are still to be fought: whose armies they are is seen, which they are is not.
fn caught(st: &mut State, known: &Knowledge) {
    for seen in &known.caught {
        let at = |power: PowerId, taken: &[ArmyId]| {
            let here = st.armies_at(seen.hex).filter(|army| army.id.power == power && !taken.contains(&army.id));
            // Those who are gone by now are named all the same.
            here.min_by_key(|army| (army.status == ArmyStatus::Garrison, !army.stopped, army.id))
                .map_or(ArmyId { power, number: 0 }, |army| army.id)
        };
        let army = at(seen.power, &[]);
        let by = seen.by.iter().map(|power| at(power, &[army])).collect();
        st.caught.push(Caught { army, hex: seen.hex, by });
    }
}
