//! What a defender costs on average: from the Compliant Table, or from the dice (HW-25).

use super::decision::MILLE;
use crate::model::ids::Defence;
use crate::model::scenario::Board;
use crate::model::state::{CombatMode, Modifiers};

/// The column in which the Compliant Table is sampled: about as many forces as a lookup at a level is made for.
const SAMPLE: i32 = 5;

/// Forces lost, in thousandths, for each defender removed, per level of defence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    /// By [`Defence::rank`].
    pub loss: [i32; 5],
}

impl Odds {
    /// Under the cards in force.
    pub fn new(board: &Board, combat: CombatMode, cards: &Modifiers) -> Self {
        let loss = Defence::ALL.map(|defence| match combat {
            CombatMode::Tables => table_loss(board, defence, cards),
            CombatMode::Dice => dice_loss(defence, cards),
        });
        Self { loss }
    }

    /// Chance in thousandths that one force beats one defender.
    pub fn win(&self, rank: usize) -> i32 {
        MILLE * MILLE / (MILLE + self.loss[rank])
    }
}

fn table_loss(board: &Board, defence: Defence, cards: &Modifiers) -> i32 {
    let column = SAMPLE + i32::from(cards.compliant_shift);
    let rolls = (3..).zip(crate::model::tables::WAYS.map(|ways| ways as i32));
    let lost: i32 = rolls
        .map(|(roll, ways)| {
            let row = crate::model::tables::row(roll, defence, i32::from(cards.rows));
            ways * i32::from(board.tables.compliant(column, row)).min(SAMPLE)
        })
        .sum();
    let won = (216 * SAMPLE - lost).max(1);
    lost * MILLE / won
}

fn dice_loss(defence: Defence, cards: &Modifiers) -> i32 {
    let third = cards.leader || cards.elite || cards.jihad == 2;
    let ties = cards.fanaticism || cards.jihad > 0;
    let (dice, bonus) = (if third { 3 } else { 2 }, i32::from(cards.weaponry));
    let (foes, works, holds) = match defence.modifier() {
        0 => (1, 0, false),
        -2 => (2, 0, false),
        -3 => (1, 1, true),
        -5 => (2, 1, false),
        _ => (2, 1, true),
    };
    let best = |face: i32, dice: u32| face.pow(dice) - (face - 1).pow(dice);
    let (mut won, mut lost) = (0, 0);
    for (ours, theirs) in (1..=6).flat_map(|ours| (1..=6).map(move |theirs| (ours, theirs))) {
        let ways = best(ours, dice) * best(theirs, foes);
        match (ours + bonus).cmp(&(theirs + works)) {
            std::cmp::Ordering::Greater => won += ways,
            std::cmp::Ordering::Less => lost += ways,
            std::cmp::Ordering::Equal if ties && !holds => won += ways,
            std::cmp::Ordering::Equal if holds && !ties => lost += ways,
            std::cmp::Ordering::Equal => {}
        }
    }
    lost * MILLE / won.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scenario::shipped;

    #[test]
    fn tables_and_dice_agree_on_what_a_defender_costs() {
        let board = shipped::board();
        let tables = Odds::new(board, CombatMode::Tables, &Modifiers::default());
        let dice = Odds::new(board, CombatMode::Dice, &Modifiers::default());
        for rank in 0..5 {
            assert!((tables.win(rank) - dice.win(rank)).abs() < 90, "{rank}: {tables:?} {dice:?}");
        }
        assert!((680..=710).contains(&dice.win(0)) && dice.win(1) == 500, "HW-25: 125 of 180, one half");
    }

    #[test]
    fn weapons_make_defenders_cheaper() {
        let board = shipped::board();
        for combat in [CombatMode::Tables, CombatMode::Dice] {
            let armed = Modifiers { rows: 3, weaponry: true, ..Modifiers::default() };
            let (plain, armed) = (Odds::new(board, combat, &Modifiers::default()), Odds::new(board, combat, &armed));
            assert!((0..5).all(|rank| armed.loss[rank] < plain.loss[rank]), "{combat:?}");
        }
    }
}
