//! How much one account may have under way at a time: games that are not over, and decisions of computer players.
//!
//! Rates say how often somebody may ask; these say how much of the server's memory and thinking may be theirs. What runs
//! already is never refused its next step.

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Why};
use crate::store::{AnyConn, games, jobs};

impl AppContext {
    /// Whether the caller may create one game more. Administrators may always.
    pub(crate) fn may_create(&self, conn: &mut AnyConn, caller: &Caller) -> Result<(), Fault> {
        let most = self.config.games_per_account;
        if most == 0 || caller.may(Scope::Admin) {
            return Ok(());
        }
        let open = games::count_open_of(conn, &caller.account_id)?;
        if open < i64::from(most) {
            return Ok(());
        }
        let detail = format!(
            "You have created {open} games that are not over, and {most} is the most here. Play one to its end, or abandon \
             one, and there is room for another."
        );
        Err(Fault::conflict("too-many-games", detail))
    }

    /// Whether the computer players of one game more, `seats` of them, may be set to work for an account.
    pub(crate) fn may_set_to_work(&self, conn: &mut AnyConn, account: &str, seats: usize) -> Result<(), Fault> {
        let most = i64::from(self.config.ai_work_per_account);
        let waiting = if most == 0 || seats == 0 { 0 } else { jobs::count_of_account(conn, account)? };
        // A game that is larger than the quota by itself is let in when nothing else waits.
        if waiting == 0 || waiting + i64::try_from(seats).unwrap_or(i64::MAX) <= most {
            return Ok(());
        }
        let detail = format!(
            "Computer players in your games have {waiting} decisions to take; with {seats} more they would be over {most}, \
             which is the most for one account. Wait until they have thought, or abandon a game that you do not need."
        );
        Err(Fault::of(Why::TooOften, "too-much-ai-work", detail).retry_after(10))
    }
}
