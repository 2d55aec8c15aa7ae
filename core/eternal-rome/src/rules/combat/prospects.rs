//! What a battle would bring over all rolls of the die, if everybody stands who is there (ER-17.8 to ER-17.13, ER-R14).

use super::battle::{leading, modifiers, sides};
use super::{crt, land};
use crate::model::frames::LandCombat;
use crate::rules::engine::Engine;
use crate::rules::strength::show;

/// What a battle would bring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BattleProspects {
    /// Strengths in quarters: attackers, defenders unmodified, defence as it counts.
    pub strength: (u32, u32, u32),
    /// Losses in per cent, attackers' and defenders', by the die from 1 to 6.
    pub losses: [(u8, u8); 6],
}

/// What a combat that begins now would bring; none where there would be nothing to fight.
pub fn of(eng: &mut Engine<'_>, mut combat: LandCombat) -> Option<BattleProspects> {
    if !land::begin(eng, &mut combat) {
        return None;
    }
    combat.leading = leading(eng, &combat);
    let sides = sides(eng, &combat);
    let modifiers = modifiers(eng, &combat);
    let added = i32::from(modifiers.attacker_quality) - i32::from(modifiers.defender_quality) + modifiers.morale;
    let losses = [1, 2, 3, 4, 5, 6].map(|die| crt::losses(eng.sc, sides.attack, sides.defence, die + added));
    Some(BattleProspects { strength: (sides.attack, sides.defended, sides.defence), losses })
}

impl BattleProspects {
    /// Rolls of six with which the attackers win: they lose no more than the defenders, in per cent.
    pub fn won(&self) -> usize {
        self.losses.iter().filter(|(attackers, defenders)| attackers <= defenders).count()
    }

    /// `50 against 40, in the city 85: won with 4 of 6 rolls; attackers lose 7 to 25 %, defenders 22 to 59 %`.
    pub fn in_words(&self) -> String {
        let (attack, defended, defence) = self.strength;
        if defence == 0 {
            return format!("{} against nobody: won without a roll", show(attack));
        }
        let city = if defence == defended { String::new() } else { format!(", in the city {}", show(defence)) };
        let span = |of: fn(&(u8, u8)) -> u8| {
            let percents = self.losses.iter().map(of);
            let (least, most) = (percents.clone().min().unwrap_or(0), percents.max().unwrap_or(0));
            if least == most { format!("{least} %") } else { format!("{least} to {most} %") }
        };
        format!(
            "{} against {}{city}: won with {} of 6 rolls; attackers lose {}, defenders {}",
            show(attack),
            show(defended),
            self.won(),
            span(|it| it.0),
            span(|it| it.1)
        )
    }
}
