//! A game and its seats while a use case changes them: read under a lock, written back together or not at all.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use kernel::{Audience, SeatId, Value};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::clock::{Timetable, Timing};
use crate::context::caller::{Caller, Scope};
use crate::context::campaigns::Loaded;
use crate::context::fault::{Fault, Why};
use crate::context::game_heads::{GameHead, HeadCache};
use crate::context::repeats::{Progress, key_of_work};
use crate::context::settings::Absence;
use crate::context::{AppContext, new_id};
use crate::game::notifications::{self, Called, Note, Told};
use crate::game::press::muted_in;
use crate::game::step_work::{StepDone, StepWork};
use crate::model::{Deed, GameEvent, GameOutcome, GameStatus, PauseReason, Transition, Visibility};
use crate::store::audit::{self, AuditRow};
use crate::store::events::{self, EventRow, audience_text, seat_list};
use crate::store::games::{self, GameRow};
use crate::store::player_records::{self, PlayerRecordRow};
use crate::store::seats::{self, SeatRow};
use crate::store::{AnyConn, StoreError, co_organisers, jobs, letters, substitutes};

/// A campaign at a step that a transaction resolved.
pub struct Fresh {
    pub step: i32,
    pub campaign: Loaded,
    /// Bytes that it takes in the store.
    pub stored: usize,
}

/// A game and its seats in a transaction.
pub struct GameTransaction {
    pub game: GameRow,
    pub seats: Vec<SeatRow>,
    /// The accounts that run the game with its organiser, the longest first.
    pub co_organisers: Vec<String>,
    pub now: i64,
    /// As they were read, where they may be changed.
    before: Option<(GameRow, Vec<SeatRow>)>,
    told: Vec<Told>,
    /// What people are told beside what events tell.
    notes: Vec<Note>,
    /// What is added to the records of people who play.
    marks: Vec<PlayerRecordRow>,
    /// The seats that the present turn calls upon, where it began in this transaction.
    pub called: Option<Vec<Called>>,
    /// Whether computer players got work.
    pub work_queued: bool,
    /// What is to stand in the audit log.
    deeds: Vec<AuditRow>,
    /// Whether there are notifications to be delivered.
    pub post_queued: bool,
    /// Campaigns at steps that this very transaction resolved.
    pub fresh: Vec<Fresh>,
    /// Whether the work of a sealed step is left to be done when the transaction has ended.
    pub leaves_work: bool,
    /// The work that was left.
    pub left_work: Option<StepWork>,
    /// Work that was left before, done.
    pub done: Option<Arc<StepDone>>,
}

impl GameTransaction {
    /// Lays out a game for change; nobody else changes it until the transaction ends.
    pub fn lock(conn: &mut AnyConn, heads: &HeadCache, game: &str, now: i64) -> Result<GameTransaction, Fault> {
        let row = games::lock_game(conn, game)?.ok_or_else(|| no_game(game))?;
        let mut tx = GameTransaction::lay(conn, heads, row, now)?;
        tx.before = Some((tx.game.clone(), tx.seats.clone()));
        Ok(tx)
    }

    /// Lays out a game for reading.
    pub fn look(conn: &mut AnyConn, heads: &HeadCache, game: &str, now: i64) -> Result<GameTransaction, Fault> {
        let row = games::find_game(conn, game)?.ok_or_else(|| no_game(game))?;
        let tx = GameTransaction::lay(conn, heads, row, now)?;
        heads.renew(&tx.game, &tx.seats, &tx.co_organisers);
        Ok(tx)
    }

    /// Who sits at a game and who runs it changes only with the version of its row: they are read where that is another one.
    fn lay(conn: &mut AnyConn, heads: &HeadCache, game: GameRow, now: i64) -> Result<GameTransaction, Fault> {
        if let Some(head) = heads.of_version(&game.id, game.row_version) {
            return GameTransaction::of_head(conn, &head, game, now);
        }
        let seats = seats::seats_of(conn, &game.id)?;
        let co_organisers = co_organisers::co_organisers_of(conn, &game.id)?;
        Ok(GameTransaction::of(game, seats, co_organisers, now))
    }

    /// Lays out games for reading: those that are known at this version of their rows, and the others with a statement for all.
    pub fn look_at_all(
        conn: &mut AnyConn, heads: &HeadCache, rows: Vec<GameRow>, now: i64,
    ) -> Result<Vec<GameTransaction>, Fault> {
        let known: Vec<_> = rows.iter().map(|row| heads.of_version(&row.id, row.row_version)).collect();
        let of_others = rows.iter().zip(&known).filter(|(_, head)| head.is_none());
        let others: Vec<String> = of_others.map(|(row, _)| row.id.clone()).collect();
        let (mut seats, mut helpers) = (HashMap::<_, Vec<SeatRow>>::new(), HashMap::<_, Vec<String>>::new());
        if !others.is_empty() {
            for seat in seats::seats_of_games(conn, &others)? {
                seats.entry(seat.game_id.clone()).or_default().push(seat);
            }
            for (game, account) in co_organisers::co_organisers_of_games(conn, &others)? {
                helpers.entry(game).or_default().push(account);
            }
        }
        let mut games = Vec::with_capacity(rows.len());
        for (row, head) in rows.into_iter().zip(known) {
            if let Some(head) = head {
                games.push(GameTransaction::of_head(conn, &head, row, now)?);
                continue;
            }
            let (seats, helpers) = (seats.remove(&row.id), helpers.remove(&row.id));
            let tx = GameTransaction::of(row, seats.unwrap_or_default(), helpers.unwrap_or_default(), now);
            heads.renew(&tx.game, &tx.seats, &tx.co_organisers);
            games.push(tx);
        }
        Ok(games)
    }

    /// Lays out a game whose head is known at this version of its row. Nothing is read, but where tests look for who changes seats
    /// without the version.
    #[cfg_attr(not(debug_assertions), expect(unused_variables, reason = "only debug builds compare with the store"))]
    fn of_head(conn: &mut AnyConn, head: &GameHead, game: GameRow, now: i64) -> Result<GameTransaction, Fault> {
        #[cfg(debug_assertions)]
        must_be_as_known(conn, head, &game)?;
        Ok(GameTransaction::of(game, head.seats.clone(), head.co_organisers.clone(), now))
    }

    /// Lays out a game whose rows are at hand, to be looked at.
    fn of(game: GameRow, seats: Vec<SeatRow>, co_organisers: Vec<String>, now: i64) -> GameTransaction {
        GameTransaction {
            before: None,
            game,
            seats,
            co_organisers,
            now,
            told: Vec::new(),
            notes: Vec::new(),
            marks: Vec::new(),
            called: None,
            work_queued: false,
            deeds: Vec::new(),
            post_queued: false,
            fresh: Vec::new(),
            leaves_work: false,
            left_work: None,
            done: None,
        }
    }

    /// Writes back what changed. False when somebody else was first; then the transaction has to be given up.
    pub fn save(&mut self, conn: &mut AnyConn) -> Result<bool, StoreError> {
        let was_over = self.before.as_ref().is_some_and(|(game, _)| game.status.is_over());
        if self.game.status.is_over() && !was_over {
            self.deliver_letters(conn)?;
        }
        let (_, seats) = self.before.as_ref().ok_or_else(|| StoreError::Damaged("nobody locked this game".into()))?;
        let organisers = self.organisers();
        let called = self.called.as_deref();
        let mut notes = notifications::of(&self.game, &organisers, &self.seats, seats, &self.told, called);
        notes.append(&mut self.notes);
        self.post_queued = notifications::queue(conn, &self.game, notes, self.now)?;
        audit::insert_deeds(conn, std::mem::take(&mut self.deeds))?;
        player_records::add_to_records(conn, std::mem::take(&mut self.marks))?;
        let told = self.take_told()?;
        let (game, seats) =
            self.before.as_ref().ok_or_else(|| StoreError::Damaged("nobody locked this game".into()))?;
        for (seat, _) in self.seats.iter().zip(seats).filter(|(seat, was)| seat != was) {
            seats::save_seat(conn, seat)?;
        }
        events::insert_events(conn, told)?;
        if self.game == *game && self.seats == *seats {
            return Ok(true);
        }
        if self.game.status.is_over() && !game.status.is_over() {
            // Nobody waits any more for what its computer players think.
            jobs::drop_for_game(conn, &self.game.id)?;
        }
        let step = game.step;
        games::save_game(conn, &mut self.game, step)
    }

    pub fn changed(&self) -> bool {
        self.before.as_ref().is_some_and(|(game, _)| game.row_version != self.game.row_version)
    }

    /// Writes down what somebody does who runs the game; `about` is the seat, or what is changed.
    pub fn note_deed(&mut self, caller: &Caller, deed: Deed, about: impl Into<String>) {
        self.deeds.push(AuditRow {
            id: new_id(),
            at: self.now,
            account_id: Some(caller.account_id.clone()),
            by_name: caller.name.clone(),
            as_admin: !self.runs(&caller.account_id),
            deed,
            game_id: Some(self.game.id.clone()),
            about: about.into(),
        });
    }

    /// Tells a person that they are invited, outside of this server.
    pub fn note_invited(&mut self, account: &str, text: String) {
        self.notes.push(Note::invited(account.to_owned(), self.game.step, text));
    }

    /// Tells those who stand by that a seat is free.
    pub fn note_seat_free(&mut self, conn: &mut AnyConn, seat: usize) -> Result<(), Fault> {
        if self.seats[seat].is_out {
            return Ok(());
        }
        let text =
            format!("{} is free in “{}”: the first who claims it plays it.", self.seats[seat].name, self.game.name);
        for (account, _) in substitutes::substitutes_of(conn, &self.game.id)? {
            self.notes.push(Note::seat_free(account, self.game.step, text.clone()));
        }
        Ok(())
    }

    /// Tells those who run the game that a letter was reported, but not who wrote it.
    pub fn note_reported(&mut self, author: Option<&str>) {
        let readers = self.organisers().into_iter().filter(|one| Some(*one) != author);
        let text = format!("A letter in “{}” was reported to you.", self.game.name);
        let notes: Vec<Note> =
            readers.map(|one| Note::abuse_reported(one.to_owned(), self.game.step, text.clone())).collect();
        self.notes.extend(notes);
    }

    /// Delivers the letters that wait for the end of the turn.
    pub fn deliver_letters(&mut self, conn: &mut AnyConn) -> Result<(), StoreError> {
        for (letter, copies) in letters::deliver_held(conn, &self.game.id)? {
            let Some(from) = self.seats.iter().find(|seat| seat.idx == letter.from_seat) else { continue };
            let from = Some(from.key.clone()).filter(|_| !letter.is_anonymous);
            let muted = muted_in(conn, &letter)?;
            let event = GameEvent::Message { id: letter.id, from };
            let number =
                |idx: i32| self.seats.iter().position(|seat| seat.idx == idx).and_then(|at| u16::try_from(at).ok());
            // Whom it reaches without a sound has it all the same.
            let told = || copies.iter().filter(|(_, account)| !muted.contains(account));
            let mut seats: Vec<SeatId> = told().filter_map(|(idx, _)| number(*idx)).map(SeatId).collect();
            if seats.is_empty() {
                continue;
            }
            seats.sort_unstable();
            seats.dedup();
            let people = events::people_of(told().map(|(_, account)| account.as_str()));
            self.push(seat_list(&seats), people, event, self.game.step);
        }
        Ok(())
    }

    /// Adds something to the record of a person who plays.
    pub fn mark(&mut self, account: &str, what: impl FnOnce(&mut PlayerRecordRow)) {
        let mut row = PlayerRecordRow { account_id: account.to_owned(), ..PlayerRecordRow::default() };
        what(&mut row);
        self.marks.push(row);
    }

    /// Tells an event of the present step to an audience.
    pub fn tell(&mut self, audience: &Audience, event: GameEvent) {
        self.tell_of_step(audience, event, self.game.step);
    }

    /// Tells an event of a step.
    pub fn tell_of_step(&mut self, audience: &Audience, event: GameEvent, step: i32) {
        self.push(audience_text(audience), String::new(), event, step);
    }

    /// Tells seats, but only the people who hold them now: who takes a seat later does not hear of it.
    pub fn tell_holders(&mut self, seats: &[SeatId], event: GameEvent) {
        let holders = seats.iter().filter_map(|seat| self.seats.get(seat.index())?.account_id.as_deref());
        let people = events::people_of(holders);
        self.push(seat_list(seats), people, event, self.game.step);
    }

    pub fn tell_all(&mut self, event: GameEvent) {
        self.tell(&Audience::Everyone, event);
    }

    fn push(&mut self, audience: String, people: String, event: GameEvent, step: i32) {
        self.game.last_seq += 1;
        self.told.push(Told { seq: self.game.last_seq, step, audience, people, event });
    }

    /// The rows of what was told, each event once.
    fn take_told(&mut self) -> Result<Vec<EventRow>, StoreError> {
        let (game_id, at) = (self.game.id.clone(), self.now);
        let row = |told: Told| {
            let data =
                told.event.data().map_err(|e| StoreError::Damaged(format!("an event cannot be written: {e}")))?;
            Ok(EventRow {
                game_id: game_id.clone(),
                seq: told.seq,
                step: told.step,
                kind: told.event.kind(),
                audience: told.audience,
                body: data.to_string(),
                at,
                people: told.people,
            })
        };
        std::mem::take(&mut self.told).into_iter().map(row).collect()
    }

    /// Moves the deadline of the present step. Reminders are counted anew, unless it stays where it is.
    pub fn move_deadline(&mut self, to: Option<i64>) {
        if self.game.deadline_at != to {
            (self.game.deadline_at, self.game.reminded) = (to, 0);
        }
    }

    /// Puts the deadline of the present step off, and tells everybody.
    pub fn extend_to(&mut self, next: DateTime<Utc>) {
        self.move_deadline(Some(next.timestamp_millis()));
        self.game.extensions += 1;
        self.game.wake_at = Some(self.now);
        self.tell_all(GameEvent::DeadlineExtended { deadline: next, extensions: self.game.extensions });
    }

    /// Whether the deadline of the present step has come.
    pub fn is_due(&self) -> bool {
        self.game.deadline_at.is_some_and(|deadline| deadline <= self.now)
    }

    /// The seat of this key, whatever its case.
    pub fn seat(&self, key: &str) -> Result<usize, Fault> {
        let found = self.seats.iter().position(|seat| seat.key.eq_ignore_ascii_case(key));
        found.ok_or_else(|| {
            let known: Vec<&str> = self.seats.iter().map(|seat| seat.key.as_str()).collect();
            let detail = format!("There is no seat “{key}” in this game; there are {}.", known.join(", "));
            Fault::of(Why::NotFound, "no-such-seat", detail)
        })
    }

    /// The seats an account holds, as numbers.
    pub fn held_by(&self, account: &str) -> Vec<i32> {
        self.seats.iter().filter(|seat| seat.account_id.as_deref() == Some(account)).map(|seat| seat.idx).collect()
    }

    /// Whether the caller may know that this game exists.
    pub fn visible_to(&self, caller: Option<&Caller>) -> bool {
        self.game.visibility == Visibility::Public
            || caller.is_some_and(|caller| {
                self.runs(&caller.account_id)
                    || caller.may(Scope::Admin)
                    || !self.held_by(&caller.account_id).is_empty()
            })
    }

    pub fn must_see(&self, caller: Option<&Caller>) -> Result<(), Fault> {
        if self.visible_to(caller) { Ok(()) } else { Err(no_game(&self.game.id)) }
    }

    /// The accounts that run the game: its organiser first.
    pub fn organisers(&self) -> Vec<&str> {
        std::iter::once(&self.game.organiser_id).chain(&self.co_organisers).map(String::as_str).collect()
    }

    /// Whether an account runs the game, alone or with others.
    pub fn runs(&self, account: &str) -> bool {
        self.organisers().contains(&account)
    }

    /// Running a game is for its organiser and co-organisers, and for administrators.
    pub fn must_run(&self, caller: &Caller) -> Result<(), Fault> {
        self.must_see(Some(caller))?;
        if caller.may(Scope::Admin) {
            return Ok(());
        }
        caller.need(Scope::Gm)?;
        if self.runs(&caller.account_id) {
            return Ok(());
        }
        Err(Fault::forbidden("not-game-master", "Only who runs this game can do that."))
    }

    /// What cannot be taken back, and who runs the game, is for the organiser alone, and for administrators.
    pub fn must_be_organiser(&self, caller: &Caller) -> Result<(), Fault> {
        self.must_run(caller)?;
        if caller.may(Scope::Admin) || self.game.organiser_id == caller.account_id {
            return Ok(());
        }
        Err(Fault::forbidden("not-organiser", "A co-organiser cannot do that: ask the organiser."))
    }

    /// A step that has been, or the present one.
    pub fn step_asked(&self, step: Option<i32>) -> Result<i32, Fault> {
        let step = step.unwrap_or(self.game.step);
        if (0..=self.game.step).contains(&step) {
            return Ok(step);
        }
        Err(Fault::absent(format!("There is no step {step}; the game is at step {}.", self.game.step)))
    }

    /// The seat, if the caller holds it.
    pub fn must_hold(&self, caller: &Caller, key: &str) -> Result<usize, Fault> {
        self.must_see(Some(caller))?;
        let seat = self.seat(key)?;
        if self.seats[seat].account_id.as_deref() == Some(caller.account_id.as_str()) {
            return Ok(seat);
        }
        Err(Fault::forbidden("not-your-seat", format!("Seat {} is not yours.", self.seats[seat].key)))
    }

    /// The seat, if the caller may read what it sees: its holder always, everybody once the game is over.
    pub fn must_read_seat(&self, caller: Option<&Caller>, key: &str) -> Result<usize, Fault> {
        self.must_see(caller)?;
        let seat = self.seat(key)?;
        let holds = caller.is_some_and(|c| self.seats[seat].account_id.as_deref() == Some(c.account_id.as_str()));
        if holds || self.game.status == GameStatus::Finished {
            return Ok(seat);
        }
        if caller.is_none() {
            let detail = "What a seat sees is for its holder: send a token.";
            return Err(Fault::unauthenticated("no-token", detail));
        }
        let detail = format!("What seat {} sees is for its holder until the game is over.", self.seats[seat].key);
        Err(Fault::forbidden("not-your-seat", detail))
    }

    pub fn must_be(&self, wanted: &[GameStatus], to: &str) -> Result<(), Fault> {
        if wanted.contains(&self.game.status) {
            return Ok(());
        }
        let wanted: Vec<&str> = wanted.iter().map(|status| status.name()).collect();
        let detail =
            format!("This game is {}; only one that is {} can be {to}.", self.game.status, wanted.join(" or "));
        Err(Fault::conflict("wrong-status", detail))
    }

    /// Whether a transition leads on from the game's present status.
    pub fn must_allow(&self, transition: Transition) -> Result<(), Fault> {
        self.must_be(&transition.sources(), transition.participle())
    }

    /// Leads the game to the status after a transition. Whoever calls has made sure that it is legal.
    pub fn pass(&mut self, transition: Transition) -> Result<(), Fault> {
        self.game.status = self.game.status.after(transition).map_err(Fault::broken)?;
        Ok(())
    }

    /// Whether the game is at this step; `what` is the subject of the sentence that refuses: "These orders are".
    pub fn must_be_at(&self, step: i32, what: &str) -> Result<(), Fault> {
        if step == self.game.step {
            return Ok(());
        }
        let detail =
            format!("{what} for step {step}; the game is at step {} ({}).", self.game.step, self.game.step_label);
        Err(Fault::conflict("wrong-step", detail))
    }

    pub fn timing(&self) -> Result<Timing, Fault> {
        serde_json::from_str(&self.game.clock).map_err(|e| Fault::broken(format!("clock of {}: {e}", self.game.id)))
    }

    pub fn timetable(&self) -> Result<Timetable, Fault> {
        let start = crate::context::moment(self.game.started_at.unwrap_or(self.now));
        self.timing()?
            .timetable(start)
            .map_err(|faults| Fault::broken(format!("clock of {}: {faults:?}", self.game.id)))
    }

    pub fn absence(&self) -> Result<Absence, Fault> {
        serde_json::from_str(&self.game.absence).map_err(|e| Fault::broken(format!("absence of {}: {e}", self.game.id)))
    }

    /// Stops the clock, keeping what was left on it.
    pub fn pause(&mut self, reason: PauseReason) -> Result<(), Fault> {
        self.pass(Transition::Pause)?;
        self.stop_clock();
        self.game.status_reason = Some(reason.name().to_owned());
        self.tell_all(GameEvent::GamePaused { reason, detail: reason.in_words().to_owned() });
        Ok(())
    }

    pub(super) fn stop_clock(&mut self) {
        if let Some(deadline) = self.game.deadline_at {
            // A game is paused though its clock be damaged: that may be why.
            let pause =
                self.timetable().map(|tx| tx.pause(crate::context::moment(deadline), crate::context::moment(self.now)));
            self.game.seconds_left = pause.ok().map(|pause| pause.seconds_left);
        }
        self.game.wake_at = None;
    }
}

/// An outcome as the rules tell it, or as it was told before, with the keys of seats for their numbers.
pub fn outcome_of(mut outcome: Value, seats: &[SeatRow]) -> Result<Option<GameOutcome>, Fault> {
    for standing in outcome.get_mut("ranking").and_then(Value::as_array_mut).into_iter().flatten() {
        let number = standing["seat"].as_u64().and_then(|number| usize::try_from(number).ok());
        if let Some(seat) = number.and_then(|number| seats.get(number)) {
            standing["seat"] = seat.key.clone().into();
        }
    }
    serde_json::from_value(outcome).map_err(Fault::broken)
}

pub fn no_game(id: &str) -> Fault {
    Fault::not_found(format_args!("game “{id}”"))
}

/// Whoever changes seats without the version of the game's row is found by the tests.
#[cfg(debug_assertions)]
fn must_be_as_known(conn: &mut AnyConn, head: &GameHead, game: &GameRow) -> Result<(), Fault> {
    let seats = seats::seats_of(conn, &game.id)?;
    let co_organisers = co_organisers::co_organisers_of(conn, &game.id)?;
    let same = seats == head.seats && co_organisers == head.co_organisers;
    // Unless somebody else changed the game after its row was read.
    if !same && games::row_version(conn, &game.id)? == Some(game.row_version) {
        panic!("seats of game {} changed without its version {}", game.id, game.row_version);
    }
    Ok(())
}

impl AppContext {
    /// Changes a game: locks it, runs `f`, writes back, tells who listens.
    pub fn change_game<T>(
        &self, game: &str, f: impl FnMut(&mut AnyConn, &mut GameTransaction) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.change_game_with(game, |_| Ok(None), f, |_, _| Ok(())).map(|(value, _)| value)
    }

    /// [`AppContext::change_game`] for the work of a request: under its key, if it has one, at most once.
    pub fn change_game_once<T: Serialize + DeserializeOwned>(
        &self, game: &str, work: impl FnMut(&mut AnyConn, &mut GameTransaction) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let Some(claim) = key_of_work() else { return self.change_game(game, work) };
        let now = self.now();
        let (value, done) =
            self.change_game_with(game, |conn| claim.enter(conn, now), work, |conn, value| claim.record(conn, value))?;
        claim.settle(if done { Progress::Done } else { Progress::Repeated });
        Ok(value)
    }

    /// [`AppContext::change_game`] with something before and after in the same transaction: when `before` has a value already,
    /// the game is left alone. Also gives back whether `f` ran.
    pub(crate) fn change_game_with<T>(
        &self, game: &str, before: impl Fn(&mut AnyConn) -> Result<Option<T>, Fault>,
        mut f: impl FnMut(&mut AnyConn, &mut GameTransaction) -> Result<T, Fault>,
        after: impl Fn(&mut AnyConn, &T) -> Result<(), Fault>,
    ) -> Result<(T, bool), Fault> {
        // Locks make a lost race rare; the row version makes it harmless.
        for _ in 0..5 {
            let done = self.store.write(|conn| {
                if let Some(value) = before(conn)? {
                    return Ok((value, None));
                }
                let mut tx = GameTransaction::lock(conn, &self.heads, game, self.now())?;
                let value = f(conn, &mut tx)?;
                if !tx.save(conn)? {
                    return Err(Fault::conflict(LOST_RACE, "Somebody changed the game at the same moment. Try again."));
                }
                after(conn, &value)?;
                Ok((value, Some(tx)))
            });
            match done {
                Err(fault) if fault.code() == LOST_RACE => {}
                Err(fault) => return Err(fault),
                Ok((value, None)) => return Ok((value, false)),
                Ok((value, Some(tx))) => {
                    self.tell_of_change(tx);
                    return Ok((value, true));
                }
            }
        }
        Err(Fault::conflict(LOST_RACE, "Somebody keeps changing this game. Try again in a moment.").retry_after(1))
    }

    /// Once a changed game is stored: remembers what is new, and tells who listens.
    pub(crate) fn tell_of_change(&self, tx: GameTransaction) {
        let game = &tx.game.id;
        if tx.changed() {
            self.heads.renew(&tx.game, &tx.seats, &tx.co_organisers);
            self.streams.ring(game);
        }
        for Fresh { step, campaign, stored } in &tx.fresh {
            self.campaigns.put(game, *step, campaign.clone(), *stored);
        }
        if tx.work_queued {
            self.work.wake();
        }
        if tx.post_queued {
            self.post.wake();
        }
    }

    /// Reads a game the caller may see.
    pub fn look<T>(
        &self, caller: Option<&Caller>, game: &str, f: impl FnOnce(&mut AnyConn, &GameTransaction) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            tx.must_see(caller)?;
            f(conn, &tx)
        })
    }
}

pub(crate) const LOST_RACE: &str = "changed-meanwhile";
