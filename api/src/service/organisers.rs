//! Who helps to run a game, and who is kept out of it.

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::Fault;
use crate::game::transaction::GameTransaction;
use crate::model::{Deed, GameEvent};
use crate::service::lobby::{PLAYABLE, empty_seat, mark_removed};
use crate::service::players::person_called;
use crate::store::accounts;
use crate::store::{AnyConn, co_organisers, exclusions, invitations, substitutes};

/// A person who is kept out of a game.
#[derive(Debug, Clone)]
pub struct Exclusion {
    pub player: String,
    pub since: i64,
    /// Whether it stands whatever invitation comes.
    pub banned: bool,
}

/// So many people can be kept out of a game.
const MOST_EXCLUSIONS: i64 = 500;

impl AppContext {
    /// Takes somebody off the people who run a game: the organiser does, or the co-organiser themselves.
    pub fn remove_co_organiser(&self, caller: &Caller, game: &str, name: &str) -> Result<(), Fault> {
        self.change_game(game, |conn, tx| {
            tx.must_run(caller)?;
            tx.must_be(PLAYABLE, "changed")?;
            let person = accounts::find_account_by_name(conn, name.trim())?;
            let person = person.filter(|person| tx.co_organisers.contains(&person.id));
            let person = person.ok_or_else(|| Fault::not_found(format_args!("co-organiser “{name}”")))?;
            if person.id != caller.account_id {
                tx.must_be_organiser(caller)?;
                tx.note_deed(caller, Deed::CoOrganiserRemoved, person.name.clone());
            }
            without_co_organiser(conn, tx, &person.id, person.name)
        })
    }

    /// Keeps a person out of a game for good: they lose their seat and their invitations, and no new one lets them in.
    ///
    /// # Errors
    /// `runs-the-game` for those who run it.
    pub fn ban(&self, caller: &Caller, game: &str, name: &str) -> Result<Exclusion, Fault> {
        let made = self.change_game(game, |conn, tx| {
            tx.must_run(caller)?;
            tx.must_be(PLAYABLE, "changed")?;
            let person = person_called(conn, name)?;
            if tx.runs(&person.id) {
                let detail = format!("{} runs this game; only who does not can be banned.", person.name);
                return Err(Fault::conflict("runs-the-game", detail));
            }
            if let Some(row) = exclusions::exclusion_of(conn, game, &person.id)?.filter(|row| row.banned) {
                return Ok(Exclusion { player: person.name, since: row.since_at, banned: true });
            }
            if exclusions::count_exclusions(conn, game)? >= MOST_EXCLUSIONS {
                let detail = format!("{MOST_EXCLUSIONS} people are kept out of this game; make it private instead.");
                return Err(Fault::conflict("too-many-exclusions", detail));
            }
            let theirs = |seat: &usize| tx.seats[*seat].account_id.as_ref() == Some(&person.id);
            let theirs: Vec<usize> = (0..tx.seats.len()).filter(theirs).collect();
            if !theirs.is_empty() {
                mark_removed(tx, &person.id);
            }
            for seat in theirs {
                empty_seat(conn, tx, seat)?;
            }
            invitations::revoke_invitations_for(conn, &person.id, Some(game), tx.now)?;
            substitutes::delete_substitute(conn, game, &person.id)?;
            exclusions::exclude(conn, game, &person.id, true, tx.now)?;
            tx.note_deed(caller, Deed::Banned, person.name.clone());
            self.count_votes(conn, tx)?;
            Ok(Exclusion { player: person.name, since: tx.now, banned: true })
        })?;
        self.settle_safely(game);
        Ok(made)
    }

    /// Lets a person in again who was kept out.
    pub fn lift_ban(&self, caller: &Caller, game: &str, name: &str) -> Result<(), Fault> {
        self.change_game(game, |conn, tx| {
            tx.must_run(caller)?;
            let person = person_called(conn, name)?;
            if !exclusions::lift_exclusion(conn, game, &person.id)? {
                return Err(Fault::not_found(format_args!("exclusion of “{name}”")));
            }
            tx.note_deed(caller, Deed::BanLifted, person.name);
            Ok(())
        })
    }

    /// Everybody who is kept out of a game, the newest first.
    pub fn list_bans(&self, caller: &Caller, game: &str) -> Result<Vec<Exclusion>, Fault> {
        caller.need(Scope::Gm)?;
        self.look(Some(caller), game, |conn, tx| {
            tx.must_run(caller)?;
            let rows = exclusions::exclusions_of(conn, game)?;
            let people: Vec<String> = rows.iter().map(|row| row.account_id.clone()).collect();
            let names = accounts::names_of(conn, &people)?;
            let told = rows.into_iter().filter_map(|row| {
                let (_, player) = names.iter().find(|(id, _)| *id == row.account_id)?;
                Some(Exclusion { player: player.clone(), since: row.since_at, banned: row.banned })
            });
            Ok(told.collect())
        })
    }
}

/// Takes an account off the people who run a game, and tells everybody.
pub(crate) fn without_co_organiser(
    conn: &mut AnyConn, tx: &mut GameTransaction, account: &str, name: String,
) -> Result<(), Fault> {
    co_organisers::delete_co_organiser(conn, &tx.game.id, account)?;
    tx.co_organisers.retain(|one| one != account);
    tx.tell_all(GameEvent::CoOrganiserRemoved { player: name });
    Ok(())
}
