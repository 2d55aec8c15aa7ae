//! What attacks on armies and cities share (ER-17.2, ER-R18, ER-R21).

use super::prelude::*;
use crate::rules::activation;
use crate::rules::combat::{self, attack::provoke, prospects};
use crate::rules::engine::Engine;
use kernel::Dice;

/// The attacking armies: all in one hex, each with units, awake, and for the first time in this phase (ER-5.8, ER-R21).
pub(super) fn attackers(ctx: &OrderContext<'_>, list: &[String]) -> Result<(HexId, Vec<ArmyId>), Refusal> {
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

/// Those of these powers that are inactive, and wake (ER-5.9).
pub(super) fn sleepers(ctx: &OrderContext<'_>, powers: Powers) -> Powers {
    powers.iter().filter(|&power| !ctx.st.power(power).active).collect()
}

/// What a battle would bring, as far as its seat can know: with land units of both sides in a hex, all that stands there
/// (ER-7.2). None where a neutral would wake, whose reserves nobody has seen.
pub(super) fn prospects_of(
    ctx: &OrderContext<'_>, armies: &[String], targets: Powers, city: Option<CityId>, retreats: bool,
) -> Option<String> {
    let (hex, attackers) = attackers(ctx, armies).ok()?;
    if targets.iter().any(|power| !ctx.st.power(power).active) {
        return None;
    }
    let mut st = ctx.st.clone();
    let mut dice = Dice::middling().quiet();
    let mut engine = Engine::new(ctx.sc, &mut st, &mut dice).simulated();
    let battle = prospects::of(&mut engine, LandCombat { city, ..LandCombat::new(0, hex, attackers, targets) })?;
    Some(if retreats { format!("if nobody retreats: {}", battle.in_words()) } else { battle.in_words() })
}

pub(super) fn begin(
    hex: HexId, attackers: Vec<ArmyId>, targets: Powers, city: Option<CityId>, wakes: Powers,
) -> Permission {
    Box::new(move |eng| {
        for &id in &attackers {
            if let Some(army) = eng.st.army_mut(id) {
                army.attacked = true;
            }
        }
        let by = attackers[0].power;
        let number = combat::number(eng);
        let combat = LandCombat::new(number, hex, attackers, targets);
        eng.push(Frame::LandCombat(LandCombat { city, woken: wakes, ..combat }));
        for minor in wakes.iter() {
            activation::invade(eng, minor, by, hex);
        }
        provoke(eng, by, targets);
    })
}
