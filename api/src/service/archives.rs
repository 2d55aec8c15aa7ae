//! Games taken out of the store as archives, and put in from them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;
use std::sync::{MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use kernel::{Addressed, Audience, EventRecord, Outcome, Value};

use crate::archive::{
    self, Archive, ArchivedOrderSet, ArchivedSeat, ArchivedStep, FORMAT, Mark, Play, VERSION, VerifyReport, pack,
};
use crate::clock::Timing;
use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Flaw, Why};
use crate::context::moment;
use crate::context::new_id;
use crate::context::secrets::random_hex;
use crate::context::settings::{Absence, AiLevel};
use crate::game::transaction::GameTransaction;
use crate::model::{GameEvent, GameStatus, SeatKind, StepCause, Visibility};
use crate::service::create_game::LONGEST_NAME;
use crate::service::names;
use crate::store::archived_holders::{self, ArchivedHolder};
use crate::store::events::{self, EventRow};
use crate::store::games::{self, GameRow};
use crate::store::ledger::{self, LedgerRow};
use crate::store::packed::PackedBytes;
use crate::store::seats::{self, SeatRow};
use crate::store::{AnyConn, accounts};

/// An archive holds the state of every so many steps, and of the last.
const STATE_EVERY: i32 = 12;
/// The most bytes of packed states that an archive may come to over the API.
const MOST_HELD: usize = 256 << 20;
/// So many archives one account puts in within a day.
const MOST_A_DAY: i64 = 20;
/// A day in milliseconds.
const DAY_MS: i64 = 86_400_000;
/// Rows read at a time.
const PORTION: i64 = 500;

impl AppContext {
    /// The archive of a game that is over, for everybody who may see the game.
    pub fn archive(&self, caller: Option<&Caller>, game: &str) -> Result<Archive, Fault> {
        caller.map_or(Ok(()), |caller| caller.need(Scope::GameRead))?;
        self.look(caller, game, |conn, tx| {
            if !tx.game.status.is_over() {
                let detail = "This game is not over: its archive would tell everybody's orders and the dice to come.";
                return Err(Fault::conflict("not-over", detail));
            }
            if tx.game.started_at.is_none() {
                return Err(Fault::conflict("not-started", "This game ended before it began: nothing is on record."));
            }
            gather(conn, tx)
        })
    }

    /// Plays a game that is over again, and compares everything on record.
    pub fn verify_game(&self, caller: Option<&Caller>, game: &str) -> Result<VerifyReport, Fault> {
        let _place = self.judging.enter(caller.map_or("", |caller| &caller.account_id))?;
        let archive = self.archive(caller, game)?;
        Ok(archive::verify(&archive, &self.catalog))
    }

    /// The archive of any game that has started, seed and all: for who keeps the database.
    pub fn export_game(&self, game: &str) -> Result<Archive, Fault> {
        self.store.read(|conn| {
            let tx = GameTransaction::look(conn, &self.heads, game, self.now())?;
            if tx.game.started_at.is_none() {
                return Err(Fault::conflict("not-started", "This game has not started: nothing is on record yet."));
            }
            gather(conn, &tx)
        })
    }

    /// [`AppContext::import_game`] for somebody who asks over the API: a game that is over, within bounds of time and space. An
    /// archive of one that is not over tells its dice to come, so an administrator alone puts it in.
    pub fn import_for(&self, caller: &Caller, archive: &Archive, visibility: Visibility) -> Result<String, Fault> {
        caller.need(Scope::Gm)?;
        let flaw = |pointer: &str, code: &str, detail: String| Fault::invalid(vec![Flaw::at(pointer, code, detail)]);
        archive.must_be_ours().map_err(|why| flaw("/format", "archive-unreadable", format!("{why}.")))?;
        if archive.outcome.is_none() && archive.agreed.is_none() && !caller.may(Scope::Admin) {
            let detail = "This campaign is not over, and whoever has its archive knows the dice to come. The operator of the \
                          server puts such a game in.";
            return Err(flaw("/outcome", "not-over", detail.to_owned()));
        }
        for (index, step) in archive.steps.iter().enumerate() {
            for (at, set) in step.order_sets.iter().enumerate() {
                kernel::bounds::of_orders(&set.orders).map_err(|excess| {
                    flaw(&format!("/steps/{index}/sheets/{at}{}", excess.pointer), excess.code, excess.detail)
                })?;
            }
        }
        let patience = Duration::from_secs(self.config.request_timeout) * 2 / 3;
        let replay = || self.replay_for_import(archive, Some(Instant::now() + patience));
        // Nobody vouches for the orders of a stranger's archive.
        let states = std::panic::catch_unwind(AssertUnwindSafe(replay)).unwrap_or_else(|_| {
            let detail = "The rules broke down over it: no server has played this campaign.";
            Err(flaw("", "archive-differs", detail.to_owned()))
        })?;
        self.write_once(|conn| {
            self.may_put_in(conn, caller)?;
            self.insert_archive(conn, &caller.account_id, archive, &states, visibility)
        })
    }

    /// A place for the one archive that is put in at a time: it may take much time and memory.
    pub fn importing(&self, caller: &Caller) -> Result<MutexGuard<'_, ()>, Fault> {
        caller.need(Scope::Gm)?;
        if self.config.archive_limit == 0 {
            let detail = "On this server archives come in by `cursus import` alone.";
            return Err(Fault::forbidden("no-imports", detail));
        }
        self.store.read(|conn| self.may_put_in(conn, caller))?;
        match self.importing.try_lock() {
            Ok(place) => Ok(place),
            Err(TryLockError::Poisoned(left)) => Ok(left.into_inner()),
            Err(TryLockError::WouldBlock) => {
                let detail = "Another archive is being put in. Try again in a moment.";
                Err(Fault::of(Why::TooOften, "too-many-at-once", detail).retry_after(5))
            }
        }
    }

    /// Whether somebody may put one more archive in today.
    fn may_put_in(&self, conn: &mut AnyConn, caller: &Caller) -> Result<(), Fault> {
        if caller.may(Scope::Admin) {
            return Ok(());
        }
        let account = accounts::find_account(conn, &caller.account_id)?.ok_or_else(|| Fault::not_found("account"))?;
        if account.password_hash.is_empty() {
            let detail = "A guest puts no archives in. Give the account a name and a password first: PUT /v1/me/name.";
            return Err(Fault::forbidden("guests-cannot", detail));
        }
        if games::count_put_in(conn, &caller.account_id, self.now() - DAY_MS)? < MOST_A_DAY {
            return Ok(());
        }
        let detail = format!("You have put {MOST_A_DAY} archives in within a day, and that is the most.");
        Err(Fault::of(Why::TooOften, "too-many-imports", detail).retry_after(3600))
    }

    /// Puts a game in from an archive, once its replay agrees with it. A game that is not over comes in paused, with
    /// all seats open. Gives back its new id.
    pub fn import_game(&self, owner: &str, archive: &Archive) -> Result<String, Fault> {
        let states = self.replay_for_import(archive, None)?;
        self.store.write(|conn| {
            let account = accounts::find_account_by_name(conn, owner)?.ok_or_else(|| {
                let detail = "--owner names the account that is to run the game; register it first.";
                Fault::absent(format!("There is no account “{owner}” here. {detail}"))
            })?;
            self.insert_archive(conn, &account.id, archive, &states, Visibility::Private)
        })
    }

    /// The states of a campaign after each of its steps, packed, if its replay agrees with what is on record.
    fn replay_for_import(&self, archive: &Archive, until: Option<Instant>) -> Result<Vec<PackedBytes>, Fault> {
        let (mut states, mut held, mut too_long) = (Vec::new(), 0, false);
        let report = archive::verify_with(archive, &self.catalog, |_, state| {
            let packed = PackedBytes::of(&state);
            held += packed.stored();
            states.push(packed);
            too_long = until.is_some_and(|until| Instant::now() > until || held > MOST_HELD);
            if too_long { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if too_long {
            let detail = format!(
                "After {} of {} steps the replay had taken as long as a request may. The operator of the server puts it in \
                 with `cursus import`.",
                report.steps, report.recorded
            );
            return Err(Fault::invalid(vec![Flaw::at("/steps", "archive-too-long", detail)]));
        }
        if !report.agrees {
            return Err(Fault::invalid(vec![Flaw::at("", "archive-differs", report.summary)]));
        }
        Ok(states)
    }

    fn insert_archive(
        &self, conn: &mut AnyConn, owner: &str, archive: &Archive, states: &[PackedBytes], visibility: Visibility,
    ) -> Result<String, Fault> {
        let unreadable =
            |why: archive::PlayError| Fault::invalid(vec![Flaw::at("", "archive-unreadable", why.to_string())]);
        let play = Play::open(archive.clone(), &self.catalog).map_err(unreadable)?;
        let mut game = GameRow { visibility, ..game_row(archive, &play, owner, self.now())? };
        let over = game.status.is_over();
        let rows = event_rows(archive, &mut game)?;
        games::insert_game(conn, &game)?;
        for (idx, info) in (0..).zip(&play.summary().seats) {
            let row = SeatRow {
                game_id: game.id.clone(),
                idx,
                key: info.key.clone(),
                name: info.name.clone(),
                kind: if over { SeatKind::Computer } else { SeatKind::Open },
                account_id: None,
                ai_level: over.then(|| AiLevel::Caretaker.key().into()),
                stand_in: false,
                missed: 0,
                is_out: false,
            };
            seats::insert_seat(conn, &row)?;
            let seat = archive.seats.iter().find(|seat| seat.key == info.key);
            if let Some(holder) = seat.and_then(holder_in_words) {
                let row = ArchivedHolder { game_id: game.id.clone(), seat_idx: idx, holder };
                archived_holders::insert_holder(conn, &row)?;
            }
        }
        for line in ledger_rows(archive, states, &game) {
            ledger::insert_step(conn, line)?;
        }
        events::insert_events(conn, rows)?;
        Ok(game.id)
    }
}

/// Who held a seat, fit to be shown.
fn holder_in_words(seat: &ArchivedSeat) -> Option<String> {
    let words: String = seat.holder.as_deref()?.chars().filter(|c| !c.is_control()).take(100).collect();
    Some(words.trim().to_owned()).filter(|words| !words.is_empty())
}

/// Everything on record about a game.
fn gather(conn: &mut AnyConn, tx: &GameTransaction) -> Result<Archive, Fault> {
    let game = &tx.game;
    let mut entries = entries_by_step(conn, &game.id)?;
    let (mut start, mut steps) = (None, Vec::new());
    let mut after = -1;
    loop {
        let lines = ledger::list_steps(conn, &game.id, after, PORTION)?;
        let Some(last) = lines.last() else { break };
        after = last.step;
        for line in lines {
            let held = line.step == game.step || line.step % STATE_EVERY == 0;
            let row = if held { ledger::find_step(conn, &game.id, line.step)? } else { None };
            let state = row.map(|row| row.state.bytes()).transpose()?.map(|state| pack(&state));
            if line.step == 0 {
                start = Some(Mark { label: line.label, state_hash: line.state_hash, head: line.hash, state });
                continue;
            }
            let order_sets: Vec<ArchivedOrderSet> =
                serde_json::from_slice(&line.order_sets.bytes()?).map_err(Fault::broken)?;
            steps.push(ArchivedStep {
                number: u32::try_from(line.step).map_err(Fault::broken)?,
                label: line.label,
                resolved_at: Some(moment(line.resolved_at)),
                restores: line.restores.map(u32::try_from).transpose().map_err(Fault::broken)?,
                order_sets,
                dice: line.dice_digest,
                state_hash: line.state_hash,
                head: line.hash,
                state,
                entries: entries.remove(&line.step).unwrap_or_default(),
            });
        }
    }
    let holders: Vec<String> = tx.seats.iter().filter_map(|seat| seat.account_id.clone()).collect();
    let names: BTreeMap<String, String> = accounts::names_of(conn, &holders)?.into_iter().collect();
    let archived = archived_holders::holders_of(conn, std::slice::from_ref(&game.id))?;
    let seats = tx.seats.iter().map(|seat| {
        let before = archived.iter().find(|held| held.seat_idx == seat.idx).map(|held| held.holder.clone());
        let person = seat.account_id.as_ref().and_then(|id| names.get(id)).cloned();
        let computer = seat.ai_level.as_ref().map(|level| format!("computer ({level})"));
        // Of a game that was over when it was imported, nobody here has played anything.
        let idle = before.is_some() && seat.ai_level.as_deref() == Some(AiLevel::Caretaker.key());
        let computer = computer.filter(|_| !idle);
        ArchivedSeat { key: seat.key.clone(), holder: person.or(computer).or(before) }
    });
    let told: Option<Value> = game.outcome.as_deref().map(serde_json::from_str).transpose().map_err(Fault::broken)?;
    let agreed = told.as_ref().is_some_and(|told| told["agreed"] == true);
    let outcome: Option<Outcome> = told.map(serde_json::from_value).transpose().map_err(Fault::broken)?;
    Ok(Archive {
        format: FORMAT.into(),
        version: VERSION,
        name: game.name.clone(),
        ruleset: game.ruleset.clone(),
        ruleset_version: game.ruleset_version.clone(),
        scenario: game.scenario.clone(),
        options: serde_json::from_str(&game.options).map_err(Fault::broken)?,
        seats: seats.collect(),
        commitment: game.commitment.clone(),
        seed: Some(game.dice_seed.clone()),
        start: start.ok_or_else(|| Fault::broken("the ledger lacks its first line"))?,
        steps,
        outcome: outcome.as_ref().filter(|_| !agreed).cloned(),
        agreed: outcome.filter(|_| agreed),
    })
}

/// The rules' events by step, in order.
fn entries_by_step(conn: &mut AnyConn, game: &str) -> Result<BTreeMap<i32, Vec<Addressed<EventRecord>>>, Fault> {
    let mut by_step: BTreeMap<i32, Vec<Addressed<EventRecord>>> = BTreeMap::new();
    let mut after = 0;
    loop {
        let rows = events::list_entries(conn, game, after, PORTION)?;
        let Some(last) = rows.last() else { return Ok(by_step) };
        after = last.seq;
        for row in rows {
            let event = serde_json::from_str(&row.body).map_err(Fault::broken)?;
            by_step
                .entry(row.step)
                .or_default()
                .push(Addressed { audience: events::audience_of(&row.audience), event });
        }
    }
}

fn game_row(archive: &Archive, play: &Play, owner: &str, now: i64) -> Result<GameRow, Fault> {
    let campaign = play.campaign();
    // Nothing that came in was over later than it came in, whatever it says.
    let past = |at: DateTime<Utc>| at.timestamp_millis().min(now);
    let moments = || archive.steps.iter().filter_map(|step| step.resolved_at.map(past));
    let end = archive.outcome.as_ref().or(archive.agreed.as_ref());
    let over = end.is_some();
    let status = if over { GameStatus::Finished } else { GameStatus::Paused };
    let reason = end.map_or("imported", |outcome| outcome.reason.as_str());
    let mut outcome = end.map(serde_json::to_value).transpose().map_err(Fault::broken)?;
    if let (Some(outcome), Some(_)) = (&mut outcome, &archive.agreed) {
        outcome["agreed"] = true.into();
    }
    Ok(GameRow {
        id: new_id(),
        row_version: 1,
        name: name_of(archive, play),
        ruleset: archive.ruleset.clone(),
        ruleset_version: archive.ruleset_version.clone(),
        scenario: archive.scenario.clone(),
        options: archive.options.to_string(),
        visibility: Visibility::Private,
        status,
        status_reason: Some(reason.to_owned()),
        creator_id: owner.to_owned(),
        dice_seed: play.seed().reveal(),
        ai_seed: random_hex(),
        commitment: archive.commitment.clone(),
        clock: serde_json::to_string(&Timing::default()).map_err(Fault::broken)?,
        absence: serde_json::to_string(&Absence::default()).map_err(Fault::broken)?,
        step: i32::try_from(play.step()).map_err(Fault::broken)?,
        step_label: campaign.label(),
        step_began_at: Some(now),
        deadline_at: None,
        reminded: 0,
        extensions: 0,
        seconds_left: None,
        wake_at: None,
        outcome: outcome.map(|outcome| outcome.to_string()),
        last_seq: 0,
        created_at: now,
        started_at: Some(moments().next().unwrap_or(now)),
        ended_at: over.then(|| moments().next_back().unwrap_or(now)),
        turn_began: i32::try_from(play.step()).map_err(Fault::broken)?,
        forced_step: None,
        organiser_id: owner.to_owned(),
    })
}

/// The game's name as the archive has it, or its scenario's where it is no name.
fn name_of(archive: &Archive, play: &Play) -> String {
    let shown: String = names::one_line(&archive.name).chars().take(LONGEST_NAME).collect();
    names::name("/name", "A game's name", LONGEST_NAME, &shown).unwrap_or_else(|_| play.summary().title.clone())
}

/// The lines of the ledger, with their states packed as they are given.
fn ledger_rows(archive: &Archive, states: &[PackedBytes], game: &GameRow) -> Vec<LedgerRow> {
    let mut states = states.iter().cloned();
    let mut rows = vec![LedgerRow {
        game_id: game.id.clone(),
        step: 0,
        label: archive.start.label.clone(),
        cause: StepCause::Start,
        order_sets: PackedBytes::of(b"[]"),
        dice_digest: String::new(),
        state_hash: archive.start.state_hash.clone(),
        prev_hash: String::new(),
        hash: archive.start.head.clone(),
        state: states.next().unwrap_or_else(|| PackedBytes::of(&[])),
        resolved_at: game.started_at.unwrap_or(game.created_at),
        restores: None,
    }];
    let mut previous = &archive.start.head;
    for (number, (step, state)) in (1..).zip(archive.steps.iter().zip(states)) {
        let order_sets = crate::ledger::order_sets_json(
            step.order_sets.iter().map(|order_set| (order_set.seat.0, &order_set.orders)),
        );
        rows.push(LedgerRow {
            game_id: game.id.clone(),
            step: number,
            label: step.label.clone(),
            cause: cause_of(step),
            order_sets: PackedBytes::of(crate::ledger::canonical_json(&order_sets).as_bytes()),
            dice_digest: step.dice.clone(),
            state_hash: step.state_hash.clone(),
            prev_hash: previous.clone(),
            hash: step.head.clone(),
            state,
            resolved_at: step.resolved_at.map_or(game.created_at, |at| at.timestamp_millis()),
            restores: step.restores.and_then(|to| i32::try_from(to).ok()),
        });
        previous = &step.head;
    }
    rows
}

fn cause_of(step: &ArchivedStep) -> StepCause {
    if step.restores.is_some() { StepCause::Undone } else { StepCause::Imported }
}

/// The rules' events of all steps, numbered; the game learns the last number.
fn event_rows(archive: &Archive, game: &mut GameRow) -> Result<Vec<EventRow>, Fault> {
    let mut rows = Vec::new();
    let mut tell = |step: i32, audience: &Audience, event: GameEvent, at: i64| {
        game.last_seq += 1;
        rows.push(EventRow {
            game_id: game.id.clone(),
            seq: game.last_seq,
            step,
            kind: event.kind(),
            audience: events::audience_text(audience),
            body: event.data().map_err(Fault::broken)?.to_string(),
            at,
            people: String::new(),
        });
        Ok::<_, Fault>(())
    };
    for (number, step) in (1..).zip(&archive.steps) {
        let at = step.resolved_at.map_or(game.created_at, |at| at.timestamp_millis());
        for entry in &step.entries {
            tell(number, &entry.audience, GameEvent::Entry(entry.event.clone()), at)?;
        }
        let (label, cause) = (step.label.clone(), cause_of(step));
        tell(number, &Audience::Everyone, GameEvent::StepResolved { step: number, label, now: None, cause }, at)?;
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use catalog::Catalog;
    use kernel::{Dice, GameSeed, OrderSet, Room, SeatId, StepMode};
    use serde_json::json;
    use testkit::toys::{Duel, Sealed};

    use super::*;
    use crate::config::Settings;
    use crate::context::clocks::Clocks;

    /// A app over a database of its own, removed at the end.
    struct TestServer {
        app: AppContext,
        folder: std::path::PathBuf,
    }

    impl TestServer {
        fn new() -> Self {
            let folder = std::env::temp_dir().join(format!("cursus-archives-{}", new_id()));
            let settings = Settings {
                data_dir: Some(folder.clone()),
                password_memory_kib: Some(64),
                password_passes: Some(1),
                ..Settings::default()
            };
            let app = AppContext::open(settings.fill(), catalog(), Clocks::real()).unwrap();
            app.register("owner", "correct horse battery").unwrap();
            Self { app, folder }
        }
    }

    impl Drop for TestServer {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }

    fn catalog() -> Catalog {
        Catalog::default()
            .with(Arc::new(Room::new(Sealed::default()).with_planner()))
            .with(Arc::new(Room::new(Duel::default()).with_planner()))
    }

    fn played(ruleset: &str, scenario: &str, most: usize) -> Archive {
        let seed = GameSeed::from_number(9);
        let mut play = Play::start(&catalog(), ruleset, scenario, &json!({}), seed).unwrap();
        while play.campaign().outcome().is_none() && play.archive().steps.len() < most {
            let campaign = play.campaign();
            let mut seats: Vec<SeatId> = campaign.awaiting().iter().map(|wait| wait.seat).collect();
            if campaign.mode() == StepMode::Immediate {
                seats.truncate(1);
            }
            let mut dice = Dice::keyed(play.seed(), &format!("test {}", campaign.step()));
            let sets: Vec<OrderSet> = seats
                .into_iter()
                .map(|seat| OrderSet { seat, orders: campaign.random_orders(seat, &mut dice) })
                .collect();
            play.advance(&sets);
        }
        play.archive().clone()
    }

    /// What an archive says apart from when, and who sat where.
    fn essence(mut archive: Archive) -> Archive {
        archive.start.state = None;
        archive.seats.iter_mut().for_each(|seat| seat.holder = None);
        for step in &mut archive.steps {
            (step.resolved_at, step.state) = (None, None);
        }
        archive
    }

    #[test]
    fn a_game_put_in_from_an_archive_comes_out_the_same() {
        let office = TestServer::new();
        for (ruleset, scenario, most) in
            [("toy-sealed", "four-houses", 99), ("toy-duel", "field", 99), ("toy-sealed", "two-houses", 2)]
        {
            let archive = played(ruleset, scenario, most);
            let id = office.app.import_game("Owner", &archive).unwrap();
            let back = office.app.export_game(&id).unwrap();
            assert_eq!(essence(back.clone()), essence(archive.clone()));
            assert!(archive::verify(&back, &catalog()).agrees);
            assert!(back.steps.last().unwrap().state.is_some());
            let game = office.app.store.read(|conn| GameTransaction::look(conn, &office.app.heads, &id, 0)).unwrap();
            let (status, kind) = if archive.outcome.is_some() {
                (GameStatus::Finished, SeatKind::Computer)
            } else {
                (GameStatus::Paused, SeatKind::Open)
            };
            assert_eq!(game.game.status, status);
            assert!(game.seats.iter().all(|seat| seat.kind == kind));
            assert_eq!(game.game.step as usize, archive.steps.len());
        }
    }

    #[test]
    fn an_archive_that_lies_is_not_put_in() {
        let office = TestServer::new();
        let mut archive = played("toy-sealed", "two-houses", 99);
        archive.steps[1].order_sets[0].orders = json!([]);
        let fault = office.app.import_game("owner", &archive).unwrap_err();
        assert_eq!(fault.code(), "invalid");
        assert!(fault.to_string().contains("Step 2"), "{fault}");
        let fault = office.app.import_game("nobody", &played("toy-sealed", "two-houses", 1)).unwrap_err();
        assert!(fault.to_string().contains("nobody"), "{fault}");
        let count = office.app.store.read(|conn| games::count_by_status(conn, GameStatus::Paused)).unwrap();
        assert_eq!(count, 0);
    }
}
