//! Steps taken back. Nothing is deleted: the campaign stands again as it did, in a step of its own, so that what was read and
//! kept of the steps before stays true, and the dice that fall next are others.

use std::sync::Arc;

use kernel::GameSeed;

use crate::archive::{self, Before};
use crate::context::AppContext;
use crate::context::fault::Fault;
use crate::game::resolve::ledger_line;
use crate::game::transaction::{Fresh, GameTransaction};
use crate::model::{GameEvent, GameStatus, StepCause};
use crate::store::packed::PackedBytes;
use crate::store::{AnyConn, jobs, ledger};

impl AppContext {
    /// Sets a game back to how it stood after a step.
    pub(crate) fn take_back(&self, conn: &mut AnyConn, tx: &mut GameTransaction, restores: i32) -> Result<(), Fault> {
        let seed =
            GameSeed::from_revealed(&tx.game.dice_seed).ok_or_else(|| Fault::broken("the dice seed is unreadable"))?;
        let head = ledger::hash_of_step(conn, &tx.game.id, tx.game.step)?;
        let head = head.ok_or_else(|| Fault::broken("the ledger lacks the step before"))?;
        let campaign = self.past_campaign(conn, &tx.game, restores)?;
        let number = |step: i32| u32::try_from(step).map_err(Fault::broken);
        let before = Before { steps: number(tx.game.step)?, head: &head };
        let label = tx.game.step_label.clone();
        let restored = archive::restore_step(&*campaign, &seed, before, number(restores)?, label.clone());
        let step = tx.game.step + 1;
        let stored = restored.state.len();
        let state = PackedBytes::of(&restored.state);
        ledger::insert_step(conn, ledger_line(tx, &restored, state, head.clone(), StepCause::Undone, Some(restores))?)?;
        jobs::drop_before(conn, &tx.game.id, step)?;
        tx.fresh.push(Fresh { step, campaign: Arc::clone(&campaign), stored });
        tx.game.step = step;
        tx.game.forced_step = None;
        tx.game.step_label = campaign.label();
        let now = Some(tx.game.step_label.clone());
        tx.tell_all(GameEvent::StepResolved { step, label, now, cause: StepCause::Undone });
        self.begin_step(tx, &*campaign)?;
        if tx.game.status == GameStatus::Paused {
            // The clock stands, with all the time of a new step on it.
            tx.stop_clock();
        }
        Ok(())
    }
}
