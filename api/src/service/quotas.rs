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
        if caller.may(Scope::Admin) {
            return Ok(());
        }
        let all = i64::from(self.config.games);
        if all > 0 && games::count_open(conn)? >= all {
            let detail = "This server has as many games as its operator allows. Try again when some have ended.";
            return Err(Fault::of(Why::Unavailable, "server-full", detail));
        }
        let most = self.config.games_per_account;
        if most == 0 {
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

    /// Whether somebody may hold `more` seats than they do.
    pub(crate) fn may_hold(&self, conn: &mut AnyConn, caller: &Caller, more: usize) -> Result<(), Fault> {
        let most = usize::try_from(self.config.seats_per_account).unwrap_or(usize::MAX);
        if most == 0 || more == 0 || caller.may(Scope::Admin) {
            return Ok(());
        }
        let held = games::games_played_by(conn, &caller.account_id)?.len();
        if held + more <= most {
            return Ok(());
        }
        let detail = format!(
            "You hold {held} seats in games that are not over, and {most} is the most here. Play a game to its end, or give a \
             seat up."
        );
        Err(Fault::conflict("too-many-seats", detail))
    }

    /// Whether the computer players of one game more, `seats` of them, may be set to work for an account.
    pub(crate) fn may_set_to_work(&self, conn: &mut AnyConn, account: &str, seats: usize) -> Result<(), Fault> {
        let all = i64::from(self.config.ai_work);
        let more = i64::try_from(seats).unwrap_or(i64::MAX);
        if all > 0 && more > 0 {
            let waiting = jobs::count_queued(conn)?;
            if waiting > 0 && waiting + more > all {
                let detail = format!(
                    "Computer players have {waiting} decisions to take on this server; with {seats} more they would be over {all}, \
                     which is the most. Wait until they have thought."
                );
                return Err(Fault::of(Why::TooOften, "too-much-ai-work", detail).retry_after(10));
            }
        }
        let most = i64::from(self.config.ai_work_per_account);
        let waiting = if most == 0 || seats == 0 { 0 } else { jobs::count_of_account(conn, account)? };
        // A game that is larger than the quota by itself is let in when nothing else waits.
        if waiting == 0 || waiting + more <= most {
            return Ok(());
        }
        let detail = format!(
            "Computer players in your games have {waiting} decisions to take; with {seats} more they would be over {most}, \
             which is the most for one account. Wait until they have thought, or abandon a game that you do not need."
        );
        Err(Fault::of(Why::TooOften, "too-much-ai-work", detail).retry_after(10))
    }
}
