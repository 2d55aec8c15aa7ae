//! Stages 1 to 3: guns, archers, arquebusiers (RN-64.8 to RN-64.14).

use super::division::Division;
use super::front::Facing;
use super::guns::Guns;
use super::host::Host;
use super::record::{FieldAct, FireResult};
use crate::model::rulings::War;
use crate::rules::battle::exact::Exact;
use crate::rules::battle::men::{Arm, Men};
use crate::rules::battle::numbers::{self, FireStep};

/// Fires at a division, step by step: each step uses only as much fire as its cap needs. `power` is gunnery or morale in
/// units of the table.
pub fn fire(mut shooters: Exact, table: &[FireStep], power: Exact, at: &mut Men, war: &War) -> Vec<FireResult> {
    let mut results = Vec::new();
    if power.is_zero() {
        return results;
    }
    for (step, FireStep { target, kills, cap }) in table.iter().enumerate() {
        let present = at.count(*target);
        if present == 0 || shooters.is_zero() {
            continue;
        }
        let rate = Exact::new(*kills, 100) * power;
        let cap = Exact::new(u64::from(present) * cap, 100);
        let used = shooters.min(cap / rate);
        let killed = at.lose(*target, (used * rate).half_up(), war).all();
        shooters = shooters - used;
        results.push(FireResult { step, target: *target, cap, used, killed });
    }
    results
}

/// A side's guns fire (RN-64.8 to RN-64.10).
pub(super) fn guns(own: &mut Host, enemy: &mut Host, war: &War) -> Vec<FieldAct> {
    let gunnery = Exact::new(u64::from(own.leader.gunnery), numbers::GUNNERY_UNIT);
    let all = own.guns.in_cannons();
    let at_guns = all.min(enemy.guns.in_cannons());
    let mut acts = Vec::new();
    if !at_guns.is_zero() {
        let destroyed = destroyed_guns(at_guns * gunnery, enemy.guns);
        enemy.guns = enemy.guns.without(destroyed);
        acts.push(FieldAct::GunsAtGuns { fired: at_guns, destroyed });
    }
    let targets: Vec<Division> = Division::FOOT.into_iter().filter(|division| enemy.has_men(*division)).collect();
    let rest = if targets.is_empty() { Exact::ZERO } else { all - at_guns };
    if !rest.is_zero() {
        let fired = rest / Exact::whole(targets.len() as u64);
        acts.extend(targets.into_iter().map(|target| {
            let present = *enemy.at(target);
            let steps = fire(fired, &numbers::GUN_STEPS, gunnery, &mut enemy.divisions[target as usize], war);
            FieldAct::GunsAtMen { fired, target, present, steps }
        }));
    }
    let burst = burst(own.guns, at_guns + rest, war);
    if burst != Guns::default() {
        own.guns = own.guns.without(burst);
        acts.push(FieldAct::Burst(burst));
    }
    acts
}

/// The guns lost to `fired`, in cannons at gunnery 500: split by what they count for, each rounded half up (RN-R105).
fn destroyed_guns(fired: Exact, at: Guns) -> Guns {
    let lost = fired * Exact::new(numbers::GUNS_BY_GUN_TENTHS, 10);
    let each = lost / at.in_cannons();
    let share = |count: u32| (Exact::from(count) * each).half_up().min(count);
    Guns { cannons: share(at.cannons), falconets: share(at.falconets) }
}

/// The guns that burst when so many fire, in cannons: the share of the ruling, each kind apart (RN-R105).
pub fn burst(guns: Guns, fired: Exact, war: &War) -> Guns {
    if fired.is_zero() {
        return Guns::default();
    }
    let share = Exact::per_cent(war.gun_burst_per_cent) * (fired / guns.in_cannons());
    let of = |count: u32| (Exact::from(count) * share).half_up();
    Guns { cannons: of(guns.cannons), falconets: of(guns.falconets) }
}

/// The archers or arquebusiers of each division shoot at whom it faces (RN-64.12, RN-64.14). The acts, and the facings of
/// those who shot.
pub(super) fn volleys(
    arm: Arm, own: &Host, enemy: &mut Host, facings: &[Facing], war: &War,
) -> (Vec<FieldAct>, Vec<Facing>) {
    let table: &[FireStep] = if arm == Arm::Archers { &numbers::ARCHER_STEPS } else { &numbers::ARQUEBUS_STEPS };
    let shooting: Vec<Facing> = facings.iter().copied().filter(|facing| own.at(facing.from)[arm] > 0).collect();
    let acts = shooting.iter().map(|Facing { from, target, factor, .. }| {
        let (shooters, morale) = (own.at(*from)[arm], own.morale_of(*from) * factor);
        let present = *enemy.at(*target);
        let power = Exact::new(u64::from(morale), numbers::MORALE_UNIT);
        let steps = fire(shooters.into(), table, power, &mut enemy.divisions[*target as usize], war);
        FieldAct::Volley { arm, from: *from, shooters, morale, target: *target, present, steps }
    });
    (acts.collect(), shooting)
}
