//! Cards that make the expansion go farther: reckoned by drawing it up with and without them.

use super::Table;
use crate::model::ids::{LandId, Space};
use crate::model::scenario::Effect;
use crate::model::scenario::Target;
use crate::model::state::{CombatMode, Modifiers};
use crate::player::decision::MILLE;
use crate::player::expansion::{appear, draw};
use crate::player::forces::{Pay, PlannedForces};
use crate::player::odds::Odds;
use crate::player::steps::Action;

/// Lands tried as the target of a card that opens one.
const TRIED: usize = 2;

impl Table<'_> {
    /// What a card for the expansion gains, with its targets; nothing for other cards.
    pub(super) fn force_card(&mut self, effect: Effect) -> Option<(Vec<Target>, i32)> {
        let mut planned = self.planned.clone();
        match effect {
            Effect::MinorEmpire => return Some((Vec::new(), self.minor())),
            Effect::Treachery | Effect::SurpriseAttack => return self.opened_land(effect),
            Effect::Siegecraft => {
                let mut field = self.field.clone();
                field.siegecraft = true;
                return Some((Vec::new(), self.beyond(&field, &planned)));
            }
            Effect::Allies { armies } => planned.allies += armies,
            Effect::ShipBuilding { fleets } => planned.ships += fleets,
            Effect::PopulationExplosion { units } | Effect::CivilService { units } => {
                planned.free += i32::from(units) * MILLE;
            }
            Effect::Engineering { forts } => planned.forts += forts,
            _ => planned.odds = Odds::new(self.context.board, self.st.options.combat, &self.modified(effect)?),
        }
        let field = self.field.clone();
        Some((Vec::new(), self.beyond(&field, &planned)))
    }

    /// The cards in force with one more (HW-8, HW-25.6).
    fn modified(&self, effect: Effect) -> Option<Modifiers> {
        let mut cards = self.cards;
        let dice = self.st.options.combat == CombatMode::Dice;
        match effect {
            Effect::Leader { rows } => {
                cards.rows += rows;
                cards.leader = dice;
            }
            Effect::Weaponry { rows } => {
                cards.rows += rows;
                cards.weaponry = true;
            }
            Effect::Fanaticism { rows } => {
                cards.rows += rows;
                cards.fanaticism = true;
            }
            // The edge lasts until the first loss: half of it may be hoped for.
            Effect::EliteTroops { rigid, compliant } => {
                (cards.rigid_shift, cards.compliant_shift) = (rigid, compliant / 2);
                cards.elite = dice;
            }
            Effect::Jihad { rigid, compliant } => {
                (cards.rigid_shift, cards.compliant_shift) = (rigid, compliant / 2);
                cards.jihad = if dice { 2 } else { 0 };
            }
            _ => return None,
        }
        Some(cards)
    }

    /// The epoch's minor empire (HW-30.1).
    fn minor(&mut self) -> i32 {
        let board = self.context.board;
        let minor = board.empire(board.minors[self.st.epoch.index()]);
        let (field, start) = appear(self.context, &self.position, minor);
        let planned = PlannedForces::with(board, self.st.options.combat, minor.strength - 1, &Modifiers::default());
        start + draw(self.context, &field, &planned).worth
    }

    /// Treachery and Surprise Attack: the Land whose fall would cost most (HW-R19).
    fn opened_land(&mut self, effect: Effect) -> Option<(Vec<Target>, i32)> {
        let fights = self.usual().steps.iter().filter(|step| step.defenders > 0);
        let mut dear: Vec<(i32, LandId)> = fights
            .filter_map(|step| match (step.action, step.price.pay) {
                (Action::Enter(Space::Land(land)), Pay::Fight(_)) => Some((-step.price.cost, land)),
                _ => None,
            })
            .collect();
        dear.sort_unstable();
        let mut best: Option<(Vec<Target>, i32)> = None;
        for (_, land) in dear.into_iter().take(TRIED) {
            let mut field = self.field.clone();
            let dice = self.st.options.combat == CombatMode::Dice;
            let opened = if dice && effect == Effect::SurpriseAttack { &mut field.surprised } else { &mut field.open };
            opened.add(land);
            let planned = self.planned.clone();
            let gain = self.beyond(&field, &planned);
            if best.as_ref().is_none_or(|(_, most)| gain > *most) {
                best = Some((vec![Target::Land(land)], gain));
            }
        }
        best
    }
}
