//! Combat with dice: in dice mode, and always for Barbarians (HW-25).

use super::assault::Fought;
use super::{Engine, key, owner_key, space_name};
use crate::model::ids::{Owner, Space, Works};
use crate::rules::event::EventKind;

/// What an attacker brings to a battle by dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Attack {
    /// Dice, 2 or 3 (HW-25.1, HW-25.6).
    pub dice: usize,
    /// Added to each die.
    pub bonus: u8,
    /// Whether ties are won.
    pub wins_ties: bool,
    /// Whether the third die is a Leader's alone, so that it is gone after a triple (HW-25.6).
    pub mortal: bool,
}

/// What a defender brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stand {
    /// Dice, 1 or 2 (HW-25.2).
    pub dice: usize,
    /// +1 for fort or Fortress (HW-25.3, HW-31.3).
    pub bonus: u8,
    /// Whether ties are won: a Fortress (HW-31.3).
    pub wins_ties: bool,
}

impl Stand {
    /// HW-25.2, HW-25.3, HW-31.3.
    pub fn of(difficult: bool, works: Works) -> Self {
        Self {
            dice: if difficult { 2 } else { 1 },
            bonus: u8::from(works != Works::None),
            wins_ties: works == Works::Fortress,
        }
    }
}

/// Who wins a throw: `Some(true)` the attacker, `None` for a tie that is rolled again (HW-25.4, HW-R51).
pub(crate) fn outcome(attack: Attack, stand: Stand, attacker: &[u8], defender: &[u8]) -> Option<bool> {
    let best = |dice: &[u8], bonus: u8| dice.iter().max().copied().unwrap_or(0) + bonus;
    match best(attacker, attack.bonus).cmp(&best(defender, stand.bonus)) {
        std::cmp::Ordering::Greater => Some(true),
        std::cmp::Ordering::Less => Some(false),
        std::cmp::Ordering::Equal if attack.wins_ties && stand.wins_ties => None,
        std::cmp::Ordering::Equal if attack.wins_ties => Some(true),
        std::cmp::Ordering::Equal if stand.wins_ties => Some(false),
        std::cmp::Ordering::Equal => None,
    }
}

impl Engine<'_> {
    /// The cards in force as they count for the next battle (HW-25.6).
    fn attack_now(&self, at_sea: bool) -> Attack {
        let cards = self.career().cards;
        let supreme = at_sea && cards.naval_rows > 0;
        let others = cards.elite || cards.jihad == 2 || supreme;
        Attack {
            dice: if cards.leader || others { 3 } else { 2 },
            bonus: u8::from(cards.weaponry) + u8::from(supreme),
            wins_ties: cards.fanaticism || cards.jihad > 0,
            mortal: cards.leader && !others,
        }
    }

    /// One battle, ties rolled again. Returns whether the attacker won, and whether he rolled a triple: it kills the
    /// Leader even when the throw is a tie, and the rest is rolled without him.
    pub(crate) fn battle(
        &mut self, space: Space, foe: Owner, attacker: &str, mut attack: Attack, stand: Stand,
    ) -> (bool, bool) {
        let mut triple = false;
        loop {
            let all = self.roll("battle", 0, attack.dice + stand.dice, "HW-25.1");
            let (ours, theirs) = all.split_at(attack.dice);
            triple |= ours.len() == 3 && ours.iter().all(|die| *die == ours[0]);
            let won = outcome(attack, stand, ours, theirs);
            self.say("HW-25.4", |board, sc| EventKind::DiceFought {
                attacker: attacker.to_owned(),
                defender: owner_key(sc, foe),
                space: space_name(board, space),
                attack: ours.to_vec(),
                defence: theirs.to_vec(),
                won,
            });
            if let Some(won) = won {
                return (won, triple);
            }
            if triple && attack.mortal {
                attack.dice = 2;
            }
        }
    }

    /// One force fights `defenders` until it falls or all are gone (HW-25.5, HW-R50).
    pub(crate) fn dice_assault(
        &mut self, space: Space, foe: Owner, defenders: u8, difficult: bool, works: Works, at_sea: bool,
    ) -> Fought {
        let player = self.player();
        let attacker = key(self.sc, player);
        let stand = Stand::of(difficult, works);
        let mut fought = Fought { won: false, removed: 0, lost: 0 };
        while fought.removed < defenders {
            let attack = self.attack_now(at_sea);
            let (won, triple) = self.battle(space, foe, &attacker, attack, stand);
            let cards = &mut self.career_mut().cards;
            if triple && cards.leader {
                cards.leader = false;
                self.say("HW-25.6", |_, sc| EventKind::LeaderDied { player: key(sc, player) });
            }
            if !won {
                let cards = &mut self.career_mut().cards;
                cards.elite = false;
                cards.jihad = cards.jihad.saturating_sub(1);
                fought.lost = 1;
                return fought;
            }
            fought.removed += 1;
        }
        fought.won = true;
        fought
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Attack = Attack { dice: 2, bonus: 0, wins_ties: false, mortal: false };

    #[test]
    fn a_fort_makes_the_tie_of_the_box_and_then_wins() {
        let fort = Stand::of(false, Works::Fort);
        assert_eq!(outcome(PLAIN, fort, &[6, 1], &[5]), None);
        assert_eq!(outcome(PLAIN, fort, &[6, 6], &[6]), Some(false));
    }

    #[test]
    fn fanatics_win_ties_except_against_a_fortress() {
        let fanatics = Attack { wins_ties: true, ..PLAIN };
        assert_eq!(outcome(fanatics, Stand::of(false, Works::None), &[4, 2], &[4]), Some(true));
        assert_eq!(outcome(fanatics, Stand::of(false, Works::Fortress), &[5, 2], &[4]), None);
        assert_eq!(outcome(PLAIN, Stand::of(false, Works::Fortress), &[5, 2], &[4]), Some(false));
    }
}
