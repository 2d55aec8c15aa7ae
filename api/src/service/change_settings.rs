//! What may be changed about a game after it was created: its name, who sees it, its clock, what stands in for who is away; before
//! the start its options, too. Everybody in the game is told.

use kernel::SetupError;
use serde_json::Value;

use crate::clock::Timing;
use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::{Fault, Flaw};
use crate::context::moment;
use crate::context::settings::Absence;
use crate::game::transaction::GameTransaction;
use crate::model::{Deed, GameEvent, GameStatus, PressChange, Setting, Visibility, VoteChange};
use crate::service::create_game::{LONGEST_NAME, absence_flaw, option_flaw, timing_flaws};
use crate::service::names;
use crate::service::organisers::without_co_organiser;
use crate::service::press::{embargo_flaw, take_press_rules};
use crate::service::votes::take_vote_rules;
use crate::store::AnyConn;
use crate::store::accounts::{self, AccountRow};

/// What is to be different; what is left out stays.
#[derive(Debug, Clone, Default)]
pub struct NewSettings {
    pub name: Option<String>,
    pub visibility: Option<Visibility>,
    pub timing: Option<Timing>,
    pub absence: Option<Absence>,
    pub options: Option<Value>,
    pub votes: Option<VoteChange>,
    pub press: Option<PressChange>,
    /// Name of the person, in a seat or a co-organiser, who runs the game from now on.
    pub organiser: Option<String>,
}

impl AppContext {
    /// Changes settings of a game, all of them or none, and tells everybody in it.
    ///
    /// # Errors
    /// `wrong-status` once the game is over, for options once it has begun, for the clock while it stands; `invalid` for what a new
    /// game could not have either.
    pub fn change_settings(&self, caller: &Caller, game: &str, new: &NewSettings) -> Result<(), Fault> {
        self.change_game_once(game, |conn, tx| {
            tx.must_run(caller)?;
            tx.must_be(&[GameStatus::Lobby, GameStatus::Running, GameStatus::Paused], "changed")?;
            if new.options.is_some() && tx.game.status != GameStatus::Lobby {
                return Err(Fault::conflict(
                    "wrong-status",
                    "The options of the rules are settled when a game begins.",
                ));
            }
            if (new.votes.is_some() || new.press.is_some()) && tx.game.status != GameStatus::Lobby {
                return Err(Fault::conflict(
                    "wrong-status",
                    "What holds for votes and for letters is settled when a game begins.",
                ));
            }
            if new.timing.is_some() && tx.game.status == GameStatus::Paused {
                let detail = "The clock stands, and keeps what was left on it. Resume the game, then set its clock.";
                return Err(Fault::conflict("wrong-status", detail));
            }
            let mut changed = Vec::new();
            let mut flaws = Vec::new();
            self.take_name(tx, new, &mut changed, &mut flaws);
            if let Some(visibility) = new.visibility.filter(|visibility| *visibility != tx.game.visibility) {
                tx.game.visibility = visibility;
                changed.push(Setting::Visibility);
            }
            if let Some(absence) = &new.absence {
                flaws.extend(absence_flaw(absence));
                if *absence != tx.absence()? {
                    tx.game.absence = serde_json::to_string(absence).map_err(Fault::broken)?;
                    changed.push(Setting::Absence);
                }
            }
            if let Some(timing) = &new.timing {
                flaws.extend(timing_flaws(timing, moment(tx.now)));
                if flaws.is_empty() && *timing != tx.timing()? {
                    tx.game.clock = serde_json::to_string(timing).map_err(Fault::broken)?;
                    self.take_clock(conn, tx)?;
                    changed.push(Setting::Timing);
                }
            }
            if let Some(options) = &new.options {
                flaws.extend(self.options_flaw(tx, options)?);
                let old: Value = serde_json::from_str(&tx.game.options).map_err(Fault::broken)?;
                if flaws.is_empty() && *options != old {
                    tx.game.options = options.to_string();
                    changed.push(Setting::Options);
                }
            }
            if let Some(change) = new.votes {
                take_vote_rules(conn, tx, change, &mut changed)?;
            }
            if let Some(change) = new.press {
                flaws.extend(change.embargo.and_then(embargo_flaw));
                take_press_rules(conn, tx, change, &mut changed)?;
            }
            let successor = match &new.organiser {
                Some(name) => person_of_game(conn, tx, name)?.map_err(|flaw| flaws.push(flaw)).ok(),
                None => None,
            };
            if !flaws.is_empty() {
                return Err(Fault::invalid(flaws));
            }
            if let Some(person) = successor.filter(|person| person.id != tx.game.organiser_id) {
                tx.must_be_organiser(caller)?;
                tx.note_deed(caller, Deed::SettingsChanged, "organiser");
                if tx.co_organisers.contains(&person.id) {
                    without_co_organiser(conn, tx, &person.id, person.name.clone())?;
                }
                tx.tell_all(GameEvent::OrganiserChanged { player: person.name });
                tx.game.organiser_id = person.id;
            }
            if !changed.is_empty() {
                let names: Vec<&str> = changed.iter().map(|setting| setting.name()).collect();
                tx.note_deed(caller, Deed::SettingsChanged, names.join(", "));
                tx.tell_all(GameEvent::SettingsChanged { changed });
            }
            Ok(())
        })?;
        // A clock may let the step end now.
        self.settle_safely(game);
        Ok(())
    }

    fn take_name(
        &self, tx: &mut GameTransaction, new: &NewSettings, changed: &mut Vec<Setting>, flaws: &mut Vec<Flaw>,
    ) {
        let Some(given) = &new.name else { return };
        match names::name("/name", "A game's name", LONGEST_NAME, given) {
            Ok(name) if name != tx.game.name => {
                tx.game.name = name;
                changed.push(Setting::Name);
            }
            Ok(_) => {}
            Err(flaw) => flaws.push(flaw),
        }
    }

    /// A new clock counts from the next step on. The present step keeps the deadline that was promised; where it had none it gets
    /// one, and where the new clock has none it loses it.
    fn take_clock(&self, conn: &mut AnyConn, tx: &mut GameTransaction) -> Result<(), Fault> {
        if tx.game.status != GameStatus::Running {
            return Ok(());
        }
        let kind = self.awaited_kind(conn, tx)?;
        let next = tx.timetable()?.next_deadline(moment(tx.now), kind).map(|at| at.timestamp_millis());
        if tx.game.deadline_at.is_none() || next.is_none() {
            tx.move_deadline(next);
        }
        tx.game.wake_at = Some(tx.now);
        Ok(())
    }

    /// What the rules say against options, if anything.
    fn options_flaw(&self, tx: &GameTransaction, options: &Value) -> Result<Option<Flaw>, Fault> {
        let seed = kernel::GameSeed::from_revealed(&tx.game.dice_seed);
        let seed = seed.ok_or_else(|| Fault::broken("the dice seed is unreadable"))?;
        match self.ruleset(&tx.game.ruleset)?.start(&tx.game.scenario, options, &seed) {
            Ok(_) => Ok(None),
            Err(SetupError::BadOption { name, reason }) => Ok(Some(option_flaw(&name, &reason))),
            Err(other) => Err(Fault::broken(other)),
        }
    }
}

/// The person of this name who holds a seat of the game, or runs it.
fn person_of_game(conn: &mut AnyConn, tx: &GameTransaction, name: &str) -> Result<Result<AccountRow, Flaw>, Fault> {
    let person = accounts::find_account_by_name(conn, name.trim())?;
    let known = |person: &AccountRow| !tx.held_by(&person.id).is_empty() || tx.runs(&person.id);
    Ok(person.filter(known).ok_or_else(|| {
        let detail =
            format!("“{name}” holds no seat here; a game is handed on to somebody who plays it, or helps to run it.");
        Flaw::at("/organiser", "not-in-game", detail)
    }))
}
