//! Who may attack whom (ER-17.2, ER-R30, ER-R31).

use kernel::Refusal;

use crate::model::ids::{PowerId, Powers};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::engine::Engine;
use crate::rules::relations::{self, Relation};

/// Whether a power may attack another: an enemy; a neutral only its war targets; an inactive neutral is an enemy from
/// the attack on (ER-5.9, ER-R30, ER-R31).
pub fn may_attack(sc: &Scenario, st: &State, power: PowerId, foe: PowerId) -> Result<(), Refusal> {
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

/// An active neutral that is attacked may fight back (ER-R31).
pub fn provoke(eng: &mut Engine<'_>, by: PowerId, targets: Powers) {
    for neutral in targets.iter().filter(|&power| power != by) {
        if relations::is_neutral(eng.st, neutral) && eng.st.power(neutral).active {
            eng.st.power_mut(neutral).war_targets.add(by);
        }
    }
}
