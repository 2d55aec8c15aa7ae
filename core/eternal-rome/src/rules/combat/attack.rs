//! Attacks ordered by the phasing player (ER-17.2, ER-R18, ER-R21).

use kernel::Refusal;

use super::land;
use crate::model::frames::{Frame, LandCombat};
use crate::model::ids::{CityId, HexId, PowerId, Powers};
use crate::model::names;
use crate::model::state::{ArmyId, Phase, total};
use crate::orders::OrderContext;
use crate::rules::activation;
use crate::rules::engine::{Engine, Permission};
use crate::rules::relations::{self, Relation};

/// `attack_army`.
pub fn armies(
    ctx: &OrderContext<'_>, power: &str, armies: &[String], targets: &[String],
) -> Result<Permission, Refusal> {
    ctx.acting(power, &[Phase::LandCombat])?;
    let (hex, attackers) = attackers(ctx, armies)?;
    let targets = targets.iter().map(|text| ctx.any_power(text, "targets")).collect::<Result<Powers, _>>()?;
    if targets.is_empty() {
        let refusal = Refusal::new("no_target", "ER-17.2", "an attack needs a power to attack").at("targets");
        return Err(refusal);
    }
    for target in targets.iter() {
        for id in &attackers {
            may_attack(ctx, id.power, target).map_err(|refusal| refusal.at("targets"))?;
        }
        let groups = targets.iter().find(|&other| !relations::friendly(ctx.sc, ctx.st, target, other));
        if let Some(other) = groups {
            let (one, two) = (&ctx.sc.power(target).name, &ctx.sc.power(other).name);
            let detail = format!("{one} and {two} are no friends, so they are attacked separately");
            return Err(Refusal::new("separate_targets", "ER-R21", detail).at("targets"));
        }
    }
    let own = relations::friends(ctx.sc, ctx.st, land::powers(&attackers));
    let mut defenders = land::defenders(ctx.sc, ctx.st, hex, targets);
    defenders.retain(|id| !own.has(id.power));
    if defenders.is_empty() {
        let names: Vec<&str> = targets.iter().map(|power| ctx.sc.power(power).name.as_str()).collect();
        let detail = format!("no army of {} stands in the open at {}", names.join(", "), names::place(ctx.sc, hex));
        let refusal = Refusal::new("no_target", "ER-17.2", detail).at("targets");
        return Err(refusal.hint("armies in the city are attacked by an assault (assault_city)"));
    }
    let wakes = sleepers(ctx, defenders.iter().map(|id| id.power).collect());
    Ok(begin(hex, attackers, targets, None, wakes))
}

/// `assault_city`.
pub fn city(ctx: &OrderContext<'_>, power: &str, armies: &[String], city: &str) -> Result<Permission, Refusal> {
    ctx.acting(power, &[Phase::LandCombat])?;
    let (hex, attackers) = attackers(ctx, armies)?;
    let city = ctx.city(city, "city")?;
    let name = &ctx.sc.city(city).name;
    if ctx.sc.city(city).hex != hex {
        let detail = format!("{name} is not at {}, where the armies are", names::place(ctx.sc, hex));
        return Err(Refusal::new("other_hex", "ER-17.2", detail).at("city"));
    }
    let holder = ctx.st.city(city).controller;
    for id in &attackers {
        may_attack(ctx, id.power, holder).map_err(|refusal| refusal.at("city"))?;
    }
    Ok(begin(hex, attackers, Powers::one(holder), Some(city), sleepers(ctx, Powers::one(holder))))
}

/// The attacking armies: all in one hex, each with units, awake, and for the first time in this phase (ER-5.8, ER-R21).
fn attackers(ctx: &OrderContext<'_>, list: &[String]) -> Result<(HexId, Vec<ArmyId>), Refusal> {
    let mut found: Vec<ArmyId> = Vec::new();
    let mut place = None;
    for text in list {
        let army = ctx.own_army(text, "armies")?;
        let refuse = |code, rule, detail: String| Err(Refusal::new(code, rule, detail).at("armies"));
        let name = names::army(ctx.sc, army.id);
        if found.contains(&army.id) {
            return refuse("twice", "ER-1.3", format!("{name} is named twice"));
        }
        if place.is_some_and(|hex| hex != army.hex) {
            return refuse("other_hex", "ER-17.2", format!("{name} is in another hex; all attackers must be in one"));
        }
        if !relations::acting(ctx.sc, ctx.st).has(army.id.power) {
            return refuse("not_your_turn", "ER-1.8", format!("it is not the turn of {name}"));
        }
        if !ctx.st.power(army.id.power).active {
            let power = &ctx.sc.power(army.id.power).name;
            return refuse("inactive", "ER-5.8", format!("{power} is inactive, so its units do not attack"));
        }
        if total(&army.bands) == 0 {
            return refuse("no_units", "ER-R14", format!("{name} has leaders alone; an attack needs units"));
        }
        if army.attacked {
            return refuse("has_attacked", "ER-R21", format!("{name} has attacked in this phase"));
        }
        place = Some(army.hex);
        found.push(army.id);
    }
    found.sort_unstable();
    let nobody = || Refusal::new("no_attackers", "ER-17.2", "an attack needs at least one army").at("armies");
    Ok((place.ok_or_else(nobody)?, found))
}

/// Whether a power may attack another: an enemy; a neutral only its war targets; an inactive neutral is an enemy from
/// the attack on (ER-5.9, ER-R30, ER-R31).
pub fn may_attack(ctx: &OrderContext<'_>, power: PowerId, foe: PowerId) -> Result<(), Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let (one, two) = (&sc.power(power).name, &sc.power(foe).name);
    let refuse = |code, detail| Err(Refusal::new(code, "ER-R31", detail));
    match relations::between(sc, st, power, foe) {
        Relation::Friendly => refuse("friendly", format!("{two} is a friend of {one}")),
        Relation::Peace => refuse("peace", format!("{one} and {two} are at peace in this scenario")),
        Relation::Aloof if relations::is_neutral(st, power) => {
            refuse("no_war_target", format!("{one} has no war with {two}"))
        }
        Relation::Hostile if !relations::may_fight(sc, st, power, foe) => {
            let refusal = Refusal::new("no_war_target", "ER-R31", format!("{one} has no war with {two}"));
            Err(refusal
                .hint("an active neutral fights only those that invaded it, those it woke against, and their friends"))
        }
        Relation::Aloof | Relation::Hostile => Ok(()),
    }
}

/// Those of these powers that are inactive, and wake (ER-5.9).
fn sleepers(ctx: &OrderContext<'_>, powers: Powers) -> Powers {
    powers.iter().filter(|&power| !ctx.st.power(power).active).collect()
}

fn begin(hex: HexId, attackers: Vec<ArmyId>, targets: Powers, city: Option<CityId>, wakes: Powers) -> Permission {
    Box::new(move |eng| {
        for &id in &attackers {
            if let Some(army) = eng.st.army_mut(id) {
                army.attacked = true;
            }
        }
        let by = attackers[0].power;
        let number = super::number(eng);
        let combat = LandCombat::new(number, hex, attackers, targets);
        eng.push(Frame::LandCombat(LandCombat { city, woken: wakes, ..combat }));
        for minor in wakes.iter() {
            activation::invade(eng, minor, by, hex);
        }
        provoke(eng, by, targets);
    })
}

/// An active neutral that is attacked may fight back (ER-R31).
pub fn provoke(eng: &mut Engine<'_>, by: PowerId, targets: Powers) {
    for neutral in targets.iter().filter(|&power| power != by) {
        if relations::is_neutral(eng.st, neutral) && eng.st.power(neutral).active {
            eng.st.power_mut(neutral).war_targets.add(by);
        }
    }
}
