//! Votes: the people who play a game decide together. One has one voice, however many seats; who is out of the campaign, and whom a
//! computer stands in for, has none. What each said stays secret, and the count is told when the vote is over.

use std::collections::BTreeSet;

use kernel::{Outcome, Standing};
use serde_json::Value;

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Flaw, Why};
use crate::context::{moment, new_id};
use crate::game::transaction::GameTransaction;
use crate::model::{GameEvent, GameStatus, PauseReason, Setting, VoteChange, VoteKind, VoteRules, VoteState};
use crate::service::lobby::{empty_seat, exclude_holder};
use crate::store::votes::{self, BallotRow, VoteRow};
use crate::store::{AnyConn, accounts};

/// What somebody asks the people of a game.
#[derive(Debug, Clone)]
pub struct VoteCall {
    pub kind: VoteKind,
    /// Key of the seat that it is about, where it is about one.
    pub seat: Option<String>,
    /// The step after which the game stood as it shall again; of a vote about that, and the one before the last if left out.
    pub to_step: Option<i32>,
}

/// A vote as the people of the game see it.
#[derive(Debug, Clone)]
pub struct Vote {
    pub row: VoteRow,
    pub state: VoteState,
    /// Key of the seat that it is about.
    pub seat: Option<String>,
    pub called_by: Option<String>,
    /// How many may vote, and how many have.
    pub voters: usize,
    pub cast: usize,
    pub needed: usize,
    /// How many agreed and how many did not, once it is closed.
    pub count: Option<(i32, i32)>,
    /// What the caller said.
    pub yours: Option<bool>,
    pub you_may_vote: bool,
}

/// A day in milliseconds.
const DAY_MS: i64 = 86_400_000;
/// So many votes one person calls in a game within a day.
const MOST_A_DAY: usize = 5;

impl AppContext {
    /// Puts a question to the people of a game. Who calls a vote has agreed to it.
    ///
    /// # Errors
    /// `vote-off` where the game does not put it to the vote, `vote-open` where the same question is open, `nobody-to-agree` where
    /// nobody else plays, `nothing-to-undo` before the first step is resolved, `too-many-votes` after five within a day.
    pub fn call_vote(&self, caller: &Caller, game: &str, asked: &VoteCall) -> Result<Vote, Fault> {
        let (kind, key) = (asked.kind, asked.seat.as_deref());
        caller.need(Scope::OrdersWrite)?;
        let id = self.change_game_once(game, |conn, tx| {
            tx.must_see(Some(caller))?;
            tx.must_be(&[GameStatus::Running, GameStatus::Paused], "voted on")?;
            let rules = vote_rules_of(conn, game)?;
            let seat = seat_asked(tx, kind, key)?;
            let restores = step_asked(tx, asked)?;
            let seat_idx = seat.map(|seat| tx.seats[seat].idx);
            let row = VoteRow {
                id: new_id(),
                game_id: game.to_owned(),
                kind,
                seat_idx,
                holder_id: seat
                    .filter(|_| kind == VoteKind::Replace)
                    .and_then(|seat| tx.seats[seat].account_id.clone()),
                called_by: caller.account_id.clone(),
                step: tx.game.step,
                called_at: tx.now,
                closes_at: tx.now + i64::from(rules.open_hours) * 3_600_000,
                state: VoteState::Open,
                closed_at: None,
                yes: 0,
                no: 0,
                needed: 0,
                restores,
            };
            let voters = voters(tx, &row);
            if kind == VoteKind::Undo {
                // They may run the game without a seat.
                tx.must_run(caller)?;
            } else {
                must_vote(&voters, caller)?;
            }
            let Some(_) = rules.quorum(kind).needed(voters.len()) else {
                return Err(Fault::conflict("vote-off", format!("In this game “{kind}” is not put to the vote.")));
            };
            // What one can say alone is no agreement: of two players, neither replaces the other.
            if voters.is_empty() || needs_company(kind) && voters.len() < 2 {
                let detail = "There is nobody else with a voice whom you could agree with. Ask who runs the game.";
                return Err(Fault::conflict("nobody-to-agree", detail));
            }
            let open = votes::open_votes(conn, game, tx.now)?;
            if open.iter().any(|one| one.kind == kind && one.seat_idx == seat_idx) {
                return Err(Fault::conflict("vote-open", "The same question is open already; vote on that."));
            }
            let called = votes::called_since(conn, game, &caller.account_id, tx.now - DAY_MS)?;
            if let Some(oldest) = called.first().filter(|_| called.len() >= MOST_A_DAY) {
                let detail = format!("You have called {MOST_A_DAY} votes within a day.");
                let wait = u64::try_from((oldest + DAY_MS - tx.now) / 1000 + 1).unwrap_or(1);
                return Err(Fault::of(Why::TooOften, "too-many-votes", detail).retry_after(wait));
            }
            self.must_be_possible(conn, tx, &row)?;
            votes::insert_vote(conn, &row)?;
            if voters.contains(&caller.account_id) {
                put_ballot(conn, &row, caller, true, tx.now)?;
            }
            let mine = tx.seats.iter().find(|seat| seat.account_id.as_ref() == Some(&caller.account_id));
            tx.tell_all(GameEvent::VoteCalled {
                id: row.id.clone(),
                vote: kind,
                seat: seat.map(|seat| tx.seats[seat].key.clone()),
                to_step: restores,
                by: mine.map(|seat| seat.key.clone()).unwrap_or_default(),
                closes_at: moment(row.closes_at),
            });
            let id = self.count_vote(conn, tx, row)?.id;
            self.count_votes(conn, tx)?;
            Ok(id)
        })?;
        self.settle_safely(game);
        self.show_vote(caller, game, &id)
    }

    /// Says yes or no to a vote, in place of what one said before.
    pub fn cast_ballot(&self, caller: &Caller, game: &str, id: &str, is_yes: bool) -> Result<Vote, Fault> {
        caller.need(Scope::OrdersWrite)?;
        self.change_game(game, |conn, tx| {
            tx.must_see(Some(caller))?;
            let row = vote_asked(conn, game, id)?;
            tx.must_be(&[GameStatus::Running, GameStatus::Paused], "voted on")?;
            must_be_open(&row, tx.now)?;
            must_vote(&voters(tx, &row), caller)?;
            put_ballot(conn, &row, caller, is_yes, tx.now)?;
            self.count_votes(conn, tx)
        })?;
        self.settle_safely(game);
        self.show_vote(caller, game, id)
    }

    /// Takes a vote back: who called it does, or who runs the game.
    pub fn withdraw_vote(&self, caller: &Caller, game: &str, id: &str) -> Result<(), Fault> {
        caller.need(Scope::OrdersWrite)?;
        self.change_game(game, |conn, tx| {
            tx.must_see(Some(caller))?;
            let row = vote_asked(conn, game, id)?;
            must_be_open(&row, tx.now)?;
            if row.called_by != caller.account_id {
                tx.must_run(caller)?;
            }
            close_vote(conn, tx, row, VoteState::Withdrawn)?;
            Ok(())
        })
    }

    /// The votes of a game, newest first, with how many have to agree.
    pub fn list_votes(
        &self, caller: Option<&Caller>, game: &str, before: Option<(i64, String)>, limit: i64,
    ) -> Result<(VoteRules, Vec<Vote>), Fault> {
        if let Some(caller) = caller {
            caller.need(Scope::GameRead)?;
        }
        self.look(caller, game, |conn, tx| {
            let rows = votes::votes_of(conn, game, before, limit)?;
            let rules = vote_rules_of(conn, game)?;
            let told = votes_as_told(conn, tx, caller, &rules, rows)?;
            Ok((rules, told))
        })
    }

    /// Counts open votes anew, after somebody came or went.
    pub(crate) fn count_votes(&self, conn: &mut AnyConn, tx: &mut GameTransaction) -> Result<(), Fault> {
        if !tx.game.status.is_under_way() {
            return Ok(());
        }
        for row in votes::open_votes(conn, &tx.game.id, tx.now)? {
            self.count_vote(conn, tx, row)?;
        }
        Ok(())
    }

    fn show_vote(&self, caller: &Caller, game: &str, id: &str) -> Result<Vote, Fault> {
        // Whoever was replaced by it may see no more of a private game.
        self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            let (rules, row) = (vote_rules_of(conn, game)?, vote_asked(conn, game, id)?);
            Ok(votes_as_told(conn, &tx, Some(caller), &rules, vec![row])?.remove(0))
        })
    }

    /// Carries a vote out when enough agree, and closes it when all have voted.
    fn count_vote(&self, conn: &mut AnyConn, tx: &mut GameTransaction, row: VoteRow) -> Result<VoteRow, Fault> {
        match self.must_be_possible(conn, tx, &row) {
            Err(Fault::Refused(_)) => return close_vote(conn, tx, row, VoteState::Void),
            possible => possible?,
        }
        let voters = voters(tx, &row);
        let (yes, no) = tally(conn, &row, &voters)?;
        let needed = needed_for(&vote_rules_of(conn, &tx.game.id)?, row.kind, voters.len());
        if needed > 0 && yes >= needed {
            let passed = close_vote(conn, tx, row, VoteState::Passed)?;
            self.do_as_voted(conn, tx, &passed)?;
            return Ok(passed);
        }
        if !voters.is_empty() && yes + no >= voters.len() {
            return close_vote(conn, tx, row, VoteState::Rejected);
        }
        Ok(row)
    }

    /// Whether what is asked could be done now.
    fn must_be_possible(&self, conn: &mut AnyConn, tx: &GameTransaction, row: &VoteRow) -> Result<(), Fault> {
        let seat = row.seat_idx.and_then(|idx| tx.seats.iter().find(|seat| seat.idx == idx));
        match row.kind {
            VoteKind::Pause => tx.must_be(&[GameStatus::Running], "paused"),
            VoteKind::Extend => {
                tx.must_be(&[GameStatus::Running], "extended")?;
                tx.must_be_at(row.step, "This vote is")?;
                self.next_extension(conn, tx).map(|_| ())
            }
            VoteKind::Replace
                if seat.is_none_or(|seat| seat.account_id.is_none() || seat.account_id != row.holder_id) =>
            {
                Err(Fault::conflict("seat-empty", "Whom the vote is about does not hold the seat."))
            }
            VoteKind::Concession if seat.is_none_or(|seat| seat.is_out) => {
                Err(Fault::conflict("seat-out", "The power of this seat is out of the campaign."))
            }
            VoteKind::Undo => {
                tx.must_be(&[GameStatus::Running, GameStatus::Paused], "set back")?;
                tx.must_be_at(row.step, "This vote is")
            }
            _ => tx.must_be(&[GameStatus::Running, GameStatus::Paused], "voted on"),
        }
    }

    fn do_as_voted(&self, conn: &mut AnyConn, tx: &mut GameTransaction, row: &VoteRow) -> Result<(), Fault> {
        let seat = row.seat_idx.and_then(|idx| tx.seats.iter().position(|seat| seat.idx == idx));
        match (row.kind, seat) {
            (VoteKind::Pause, _) => tx.pause(PauseReason::Vote),
            (VoteKind::Extend, _) => {
                let next = self.next_extension(conn, tx)?;
                tx.extend_to(next);
                Ok(())
            }
            (VoteKind::Replace, Some(seat)) => {
                exclude_holder(conn, tx, seat)?;
                empty_seat(conn, tx, seat)
            }
            (VoteKind::Draw | VoteKind::Concession, winner) => {
                let campaign = self.campaign_on(conn, tx)?;
                let outcome = agreed_end(tx, campaign.standings(), winner);
                self.close_as(tx, outcome)
            }
            (VoteKind::Undo, _) => self.take_back(conn, tx, row.restores.unwrap_or(row.step - 1)),
            (VoteKind::Replace, None) => Ok(()),
        }
    }
}

/// Whether at least two have to agree, however few there are.
fn needs_company(kind: VoteKind) -> bool {
    matches!(kind, VoteKind::Draw | VoteKind::Concession | VoteKind::Replace)
}

/// How many have to agree in a game.
pub(crate) fn vote_rules_of(conn: &mut AnyConn, game: &str) -> Result<VoteRules, Fault> {
    match votes::find_vote_rules(conn, game)? {
        Some(rules) => serde_json::from_str(&rules).map_err(Fault::broken),
        None => Ok(VoteRules::default()),
    }
}

/// How many of those who have a voice have to agree.
fn needed_for(rules: &VoteRules, kind: VoteKind, voters: usize) -> usize {
    let least = if needs_company(kind) { 2 } else { 1 };
    rules.quorum(kind).needed(voters).map_or(0, |needed| needed.max(least))
}

/// What is wrong with vote rules, if anything.
pub(crate) fn vote_rules_flaw(rules: &VoteRules) -> Option<Flaw> {
    let detail = "A vote is open for 1 to 720 hours.";
    (!(1..=720).contains(&rules.open_hours)).then(|| Flaw::at("/votes/open_hours", "out-of-range", detail))
}

/// Takes other vote rules for a game that has not begun; whether they are others.
pub(crate) fn take_vote_rules(
    conn: &mut AnyConn, tx: &GameTransaction, change: VoteChange, changed: &mut Vec<Setting>,
) -> Result<(), Fault> {
    let before = vote_rules_of(conn, &tx.game.id)?;
    let rules = before.with(change);
    if let Some(flaw) = vote_rules_flaw(&rules) {
        return Err(Fault::invalid(vec![flaw]));
    }
    if rules != before {
        votes::put_vote_rules(conn, &tx.game.id, &serde_json::to_string(&rules).map_err(Fault::broken)?)?;
        changed.push(Setting::Votes);
    }
    Ok(())
}

/// The end that a draw or a concession makes: the winner first, or all who are in play; the others as the rules rank them.
fn agreed_end(tx: &GameTransaction, mut standings: Vec<Standing>, winner: Option<usize>) -> Value {
    standings.sort_by_key(|line| (line.eliminated, line.rank));
    let is_first = |line: &Standing| match winner {
        Some(winner) => line.seat.index() == winner,
        None => !line.eliminated,
    };
    let (mut ranking, rest): (Vec<_>, Vec<_>) = standings.into_iter().partition(is_first);
    ranking.iter_mut().for_each(|line| line.rank = 1);
    let firsts = u16::try_from(ranking.len()).unwrap_or(u16::MAX);
    let mut before = None;
    for (place, mut line) in (firsts.saturating_add(1)..).zip(rest) {
        // Who was equal stays equal.
        let rank = match before {
            Some((old, new)) if old == line.rank => new,
            _ => place,
        };
        before = Some((line.rank, rank));
        line.rank = rank;
        ranking.push(line);
    }
    let reason = match winner.and_then(|seat| tx.seats.get(seat)) {
        Some(seat) => format!("The players agreed that {} has won.", seat.name),
        None => "The players agreed on a draw.".to_owned(),
    };
    let mut outcome = serde_json::to_value(Outcome { reason, ranking }).unwrap_or_default();
    outcome["agreed"] = true.into();
    outcome
}

/// The seat that a vote is about, where one of its kind is about any.
fn seat_asked(tx: &GameTransaction, kind: VoteKind, key: Option<&str>) -> Result<Option<usize>, Fault> {
    let about_seat = matches!(kind, VoteKind::Replace | VoteKind::Concession);
    match key {
        None if about_seat => {
            let detail = "Say which seat: whose holder is to be replaced, or who has won.";
            Err(Fault::invalid(vec![Flaw::at("/seat", "seat-needed", detail)]))
        }
        Some(_) if !about_seat => {
            let detail = format!("“{kind}” is about the whole game, and about no seat.");
            Err(Fault::invalid(vec![Flaw::at("/seat", "no-seat-asked", detail)]))
        }
        Some(key) => tx.seat(key).map(Some),
        None => Ok(None),
    }
}

/// The step after which the game stood as it shall again, where that is what is asked.
fn step_asked(tx: &GameTransaction, asked: &VoteCall) -> Result<Option<i32>, Fault> {
    match (asked.kind, asked.to_step) {
        (VoteKind::Undo, _) if tx.game.step == 0 => {
            Err(Fault::conflict("nothing-to-undo", "No step has been resolved yet, so there is none to take back."))
        }
        (VoteKind::Undo, None) => Ok(Some(tx.game.step - 1)),
        (VoteKind::Undo, Some(step)) if (0..tx.game.step).contains(&step) => Ok(Some(step)),
        (VoteKind::Undo, Some(_)) => {
            let detail =
                format!("Name a step from 0 to {}: the game is set back to how it stood after it.", tx.game.step - 1);
            Err(Fault::invalid(vec![Flaw::at("/to_step", "out-of-range", detail)]))
        }
        (kind, Some(_)) => {
            let detail = format!("“{kind}” goes back to no step; leave “to_step” out.");
            Err(Fault::invalid(vec![Flaw::at("/to_step", "no-step-asked", detail)]))
        }
        (_, None) => Ok(None),
    }
}

fn vote_asked(conn: &mut AnyConn, game: &str, id: &str) -> Result<VoteRow, Fault> {
    votes::find_vote(conn, game, id)?.ok_or_else(|| Fault::not_found("vote of this id"))
}

fn must_be_open(row: &VoteRow, now: i64) -> Result<(), Fault> {
    if row.is_open(now) { Ok(()) } else { Err(Fault::conflict("vote-closed", "This vote is over.")) }
}

fn must_vote(voters: &BTreeSet<String>, caller: &Caller) -> Result<(), Fault> {
    if voters.contains(&caller.account_id) {
        return Ok(());
    }
    let detail = "Those vote who hold a seat that is in play. Whom the vote would replace has no voice in it, nor has whom a \
                  computer stands in for: claim your seat first.";
    Err(Fault::forbidden("no-voice", detail))
}

/// The people who have a voice in a vote.
fn voters(tx: &GameTransaction, row: &VoteRow) -> BTreeSet<String> {
    let present = tx.seats.iter().filter(|seat| !seat.is_out && !seat.stand_in);
    present
        .filter_map(|seat| seat.account_id.clone())
        .filter(|account| row.holder_id.as_ref() != Some(account))
        .collect()
}

fn put_ballot(conn: &mut AnyConn, row: &VoteRow, caller: &Caller, is_yes: bool, now: i64) -> Result<(), Fault> {
    let ballot = BallotRow { vote_id: row.id.clone(), account_id: caller.account_id.clone(), is_yes, cast_at: now };
    Ok(votes::put_ballot(conn, &ballot)?)
}

/// How many of those who have a voice said yes, and how many no.
fn tally(conn: &mut AnyConn, row: &VoteRow, voters: &BTreeSet<String>) -> Result<(usize, usize), Fault> {
    let ballots = votes::ballots_of(conn, std::slice::from_ref(&row.id))?;
    let counted = || ballots.iter().filter(|ballot| voters.contains(&ballot.account_id));
    let yes = counted().filter(|ballot| ballot.is_yes).count();
    Ok((yes, counted().count() - yes))
}

/// Closes a vote with its count, and tells everybody.
fn close_vote(
    conn: &mut AnyConn, tx: &mut GameTransaction, mut row: VoteRow, state: VoteState,
) -> Result<VoteRow, Fault> {
    let voters = voters(tx, &row);
    let (yes, no) = tally(conn, &row, &voters)?;
    let needed = needed_for(&vote_rules_of(conn, &tx.game.id)?, row.kind, voters.len());
    let whole = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
    (row.yes, row.no, row.needed) = (whole(yes), whole(no), whole(needed));
    (row.state, row.closed_at) = (state, Some(tx.now));
    votes::save_vote(conn, &row)?;
    let seat = row.seat_idx.and_then(|idx| tx.seats.iter().find(|seat| seat.idx == idx)).map(|seat| seat.key.clone());
    tx.tell_all(GameEvent::VoteClosed { id: row.id.clone(), vote: row.kind, seat, state });
    Ok(row)
}

fn votes_as_told(
    conn: &mut AnyConn, tx: &GameTransaction, caller: Option<&Caller>, rules: &VoteRules, rows: Vec<VoteRow>,
) -> Result<Vec<Vote>, Fault> {
    let ids: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let ballots = votes::ballots_of(conn, &ids)?;
    let people: Vec<String> = rows.iter().map(|row| row.called_by.clone()).collect();
    let names = accounts::names_of(conn, &people)?;
    let told = rows.into_iter().map(|row| {
        let voters = voters(tx, &row);
        let open = row.is_open(tx.now) && tx.game.status.is_under_way();
        let of_this = || ballots.iter().filter(|ballot| ballot.vote_id == row.id);
        let cast = match open {
            true => of_this().filter(|ballot| voters.contains(&ballot.account_id)).count(),
            false => of_this().count(),
        };
        let needed = match row.state {
            VoteState::Open => needed_for(rules, row.kind, voters.len()),
            _ => usize::try_from(row.needed).unwrap_or(0),
        };
        let mine = caller.map(|caller| caller.account_id.as_str());
        Vote {
            state: match row.state {
                VoteState::Open if row.closes_at <= tx.now => VoteState::Lapsed,
                VoteState::Open if !open => VoteState::Void,
                state => state,
            },
            seat: row
                .seat_idx
                .and_then(|idx| tx.seats.iter().find(|seat| seat.idx == idx))
                .map(|seat| seat.key.clone()),
            called_by: names.iter().find(|(id, _)| *id == row.called_by).map(|(_, name)| name.clone()),
            voters: voters.len(),
            cast,
            needed,
            count: row.closed_at.map(|_| (row.yes, row.no)),
            yours: of_this().find(|ballot| Some(ballot.account_id.as_str()) == mine).map(|ballot| ballot.is_yes),
            you_may_vote: open && mine.is_some_and(|mine| voters.contains(mine)),
            row,
        }
    });
    Ok(told.collect())
}
