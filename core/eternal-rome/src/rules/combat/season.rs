//! Seasoning (ER-17.18, ER-R56).

use std::cmp::Reverse;

use kernel::Refusal;

use crate::model::ids::{PowerId, UnitKind};
use crate::model::scenario::Scenario;

/// Units that may become seasoned: power, type, strength while unseasoned at the start of the combat, number.
pub type Unseasoned = (PowerId, UnitKind, u32, u8);

/// The default choice: the strongest first, then in the order of the types, every unit that still fits. Strengths and
/// limit are in quarters.
pub fn by_default(limit: u32, units: &[Unseasoned]) -> Vec<(PowerId, UnitKind, u8)> {
    let mut order: Vec<&Unseasoned> = units.iter().collect();
    order.sort_by_key(|(power, kind, strength, _)| (Reverse(*strength), *kind, *power));
    let mut left = limit;
    let mut chosen = Vec::new();
    for &&(power, kind, strength, count) in &order {
        let fitting = left.checked_div(strength).map_or(count, |room| count.min(room.min(255) as u8));
        left -= strength * u32::from(fitting);
        if fitting > 0 {
            chosen.push((power, kind, fitting));
        }
    }
    chosen
}

/// Whether a choice is among the units there are and within the limit.
pub fn fits(
    sc: &Scenario, limit: u32, units: &[Unseasoned], chosen: &[(PowerId, UnitKind, u8)],
) -> Result<(), Refusal> {
    let mut spent = 0;
    for (at, &(power, kind, count)) in chosen.iter().enumerate() {
        let name = &sc.unit(kind).name;
        let twice = chosen[..at].iter().any(|&(p, k, _)| (p, k) == (power, kind));
        let there = units.iter().find(|&&(p, k, ..)| (p, k) == (power, kind));
        let Some(&(_, _, strength, _)) = there.filter(|&&(.., there)| !twice && count >= 1 && count <= there) else {
            let detail = format!("there are not {count} unseasoned {name} that fought and survived");
            return Err(Refusal::new("not_so_many", "ER-17.18", detail).at("units"));
        };
        spent += strength * u32::from(count);
    }
    if spent > limit {
        let (spent, limit) = (crate::rules::strength::show(spent), crate::rules::strength::show(limit));
        let detail = format!("these units count {spent}, and the enemy had {limit}");
        return Err(Refusal::new("over_limit", "ER-17.18", detail).at("units"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_takes_the_strongest_that_still_fit() {
        let one = PowerId(0);
        let units = [
            (one, UnitKind::Legion1, 48, 1),
            (one, UnitKind::Legion2, 40, 1),
            (one, UnitKind::LightInf, 8, 1),
            (one, UnitKind::Legion3, 32, 1),
        ];
        let chosen = by_default(120, &units);
        assert_eq!(
            chosen,
            [(one, UnitKind::Legion1, 1), (one, UnitKind::Legion2, 1), (one, UnitKind::Legion3, 1)],
            "VR-17"
        );
    }
}
