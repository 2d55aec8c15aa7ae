//! What storms and battles promise, by the rules' own functions.

use super::draft::Draft;
use super::outlook::{garrison_of, told_inside};
use crate::model::ids::{Power, SiteId};
use crate::model::units::Units;
use crate::rules::assault::{
    AssaultForm, AssaultSide, Prospect, attack_strength, defence_strength, garrison_value, modifier, odds, prospect,
    siege_value,
};
use crate::rules::battle::base;
use crate::rules::city::defenders;

/// What a storm promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Storm {
    /// 100 times attack by defence, as far as the garrison is known.
    pub odds: u32,
    /// Chance in per cent that one storm takes the city.
    pub chance: u32,
    /// Per cent of the attackers that are lost if it fails.
    pub loss: u32,
    /// Whether a spy told lately who is inside.
    pub told: bool,
}

/// A storm of a city or fort by units under a leader of an MA: against the garrison it is taken to have, and walls that may
/// be a point higher than reported.
pub fn storm(draft: &Draft<'_>, units: &Units, ma: u8, site: SiteId) -> Storm {
    let (sc, st) = (draft.sc, &draft.st);
    let target = st.site(site);
    let garrison = garrison_of(sc, st, draft.country, site, base(&sc.units, units, false));
    let commander = sc.cities.get(site.index()).and_then(|city| city.commander.as_ref());
    let foe_ma = match (commander, target.power) {
        (Some((_, ratings)), Power::FreeCity(_)) => ratings.ma,
        (_, Power::FreeCity(_)) => sc.rulings.leaders.intrinsic.ma,
        (_, Power::Country(_)) => sc.rulings.leaders.intrinsic.ma + 1,
    };
    let own = AssaultSide { ma, ..AssaultSide::default() };
    let foe = AssaultSide { ma: foe_ma, ..AssaultSide::default() };
    let told = told_inside(st, draft.country, site).is_some();
    let reported = st.memory[draft.country.index()].sites.get(&site).map_or(0, |report| report.dv_error);
    let dv = target.dv_current + reported;
    let attack = attack_strength(siege_value(&sc.units, units), modifier(&sc.rulings, &own, &foe));
    let value = garrison_value(&sc.units, &garrison, defenders(&sc.rulings, dv, target.size));
    let defence = defence_strength(value, target.size, dv, modifier(&sc.rulings, &foe, &own));
    let odds = odds(attack, defence);
    match prospect(&sc.rulings, odds, AssaultForm::Storm) {
        Prospect::Repulse { attacker, .. } => Storm { odds, chance: 0, loss: attacker, told },
        Prospect::Chance { needed, failure, .. } => {
            Storm { odds, chance: (10 * (11 - needed).clamp(0, 10)) as u32, loss: failure, told }
        }
    }
}

/// Strength in a battle in per cent of a foe's, as far as both are known: the better leader and the higher morale count.
pub fn field(draft: &Draft<'_>, strength: u32, ma: u8, foe: u32) -> u32 {
    let battle = &draft.sc.rulings.battle;
    let morale = i32::from(draft.st.country(draft.country).morale);
    // Of the foe's leader little is known: somebody who has some experience.
    let better = battle.leadership * (i32::from(ma) - 5) + battle.morale_factor * (morale - 14);
    let own = strength * (100 + better).max(10) as u32;
    own.checked_div(foe).unwrap_or(999)
}
