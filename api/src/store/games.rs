//! Rows of campaigns.

use diesel::dsl::{exists, not};
use diesel::prelude::*;

use super::schema::{accounts, co_organisers, events, exclusions, games, invitations, seat_readers, seats};
use super::{AnyConn, StoreError, jobs};
use crate::model::{GameStatus, PauseReason, SeatKind, Visibility};

/// Status of games that may still go on.
const NOT_OVER: [GameStatus; 3] = [GameStatus::Lobby, GameStatus::Running, GameStatus::Paused];

#[derive(Debug, Clone, Queryable, Insertable, AsChangeset, PartialEq)]
#[diesel(table_name = games, treat_none_as_null = true)]
pub struct GameRow {
    pub id: String,
    pub row_version: i64,
    pub name: String,
    pub ruleset: String,
    pub ruleset_version: String,
    pub scenario: String,
    pub options: String,
    pub visibility: Visibility,
    pub status: GameStatus,
    /// Why it is paused (a [`PauseReason`]), or over: in the words of its rules.
    pub status_reason: Option<String>,
    pub creator_id: String,
    pub dice_seed: String,
    pub ai_seed: String,
    pub commitment: String,
    pub clock: String,
    pub absence: String,
    pub step: i32,
    pub step_label: String,
    pub step_began_at: Option<i64>,
    pub deadline_at: Option<i64>,
    pub reminded: i32,
    pub extensions: i32,
    pub seconds_left: Option<i64>,
    pub wake_at: Option<i64>,
    pub outcome: Option<String>,
    pub last_seq: i64,
    pub created_at: i64,
    pub started_at: Option<i64>,
    pub ended_at: Option<i64>,
    /// The step at which the present turn began: a turn of an immediate step may be many steps of one seat.
    pub turn_began: i32,
    /// The step that whoever runs the game wants resolved without waiting; until it is.
    pub forced_step: Option<i32>,
    /// Who runs the game: its creator, until that account is closed.
    pub organiser_id: String,
}

pub fn insert_game(conn: &mut AnyConn, row: &GameRow) -> Result<(), StoreError> {
    diesel::insert_into(games::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn find_game(conn: &mut AnyConn, id: &str) -> Result<Option<GameRow>, StoreError> {
    Ok(games::table.filter(games::id.eq(id)).first(conn).optional()?)
}

/// Reads a game and keeps everybody else from changing it until the transaction ends.
pub fn lock_game(conn: &mut AnyConn, id: &str) -> Result<Option<GameRow>, StoreError> {
    Ok(match conn {
        AnyConn::Postgres(c) => games::table.filter(games::id.eq(id)).for_update().first(c).optional()?,
        // BEGIN IMMEDIATE holds the whole file already.
        AnyConn::Sqlite(c) => games::table.filter(games::id.eq(id)).first(c).optional()?,
    })
}

/// Writes a game back, if it is still as it was read: same row version, same step as `read_at_step`.
/// False when somebody else was first; then nothing was written.
pub fn save_game(conn: &mut AnyConn, row: &mut GameRow, read_at_step: i32) -> Result<bool, StoreError> {
    let was = row.row_version;
    row.row_version += 1;
    let saved = diesel::update(
        games::table
            .filter(games::id.eq(&row.id))
            .filter(games::row_version.eq(was))
            .filter(games::step.eq(read_at_step)),
    )
    .set(row.clone())
    .execute(conn)?;
    Ok(saved == 1)
}

/// The row version of a game.
pub fn row_version(conn: &mut AnyConn, id: &str) -> Result<Option<i64>, StoreError> {
    Ok(games::table.find(id).select(games::row_version).get_result(conn).optional()?)
}

/// The row versions of some games.
pub fn row_versions(conn: &mut AnyConn, ids: &[String]) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(games::table.filter(games::id.eq_any(ids)).select((games::id, games::row_version)).load(conn)?)
}

/// Games the scheduler has to look at, with the moment since when: the longest due first, after a place in that order.
pub fn games_to_wake(
    conn: &mut AnyConn, now: i64, after: Option<&(i64, String)>, limit: i64,
) -> Result<Vec<(i64, String)>, StoreError> {
    let mut due = games::table
        .filter(games::status.eq(GameStatus::Running))
        .filter(games::wake_at.le(now))
        .order((games::wake_at.asc(), games::id.asc()))
        .limit(limit)
        .select((games::wake_at.assume_not_null(), games::id))
        .into_boxed();
    if let Some((at, id)) = after {
        let at = *at;
        due = due.filter(games::wake_at.gt(at).or(games::wake_at.eq(at).and(games::id.gt(id))));
    }
    Ok(due.load(conn)?)
}

/// When the next running game has to be looked at.
pub fn next_to_wake(conn: &mut AnyConn) -> Result<Option<i64>, StoreError> {
    let running = games::table.filter(games::status.eq(GameStatus::Running));
    Ok(running.select(diesel::dsl::min(games::wake_at)).first(conn)?)
}

/// These games.
pub fn games_of(conn: &mut AnyConn, ids: &[String]) -> Result<Vec<GameRow>, StoreError> {
    Ok(games::table.filter(games::id.eq_any(ids)).load(conn)?)
}

/// Lets a running game wait until `until`, whatever else is the matter with it.
pub fn put_off(conn: &mut AnyConn, id: &str, until: i64) -> Result<(), StoreError> {
    diesel::update(games::table.filter(games::id.eq(id)).filter(games::status.eq(GameStatus::Running)))
        .set(games::wake_at.eq(Some(until)))
        .execute(conn)?;
    Ok(())
}

/// Pauses a running game whose row or events cannot be written in the usual way.
pub fn stop(conn: &mut AnyConn, id: &str, reason: PauseReason) -> Result<(), StoreError> {
    diesel::update(games::table.filter(games::id.eq(id)).filter(games::status.eq(GameStatus::Running)))
        .set((
            games::status.eq(GameStatus::Paused),
            games::status_reason.eq(Some(reason.name())),
            games::wake_at.eq(None::<i64>),
            games::row_version.eq(games::row_version + 1),
        ))
        .execute(conn)?;
    Ok(())
}

/// Running games that nobody looks after though their time came before `before`: each with that moment. Those for whose
/// computer players somebody thinks are looked after.
pub fn overdue(conn: &mut AnyConn, before: i64, now: i64) -> Result<Vec<(String, i64)>, StoreError> {
    let unseen: Vec<(String, i64)> = games::table
        .filter(games::status.eq(GameStatus::Running))
        .filter(games::wake_at.le(before))
        .select((games::id, games::wake_at.assume_not_null()))
        .limit(MOST_OVERDUE)
        .load(conn)?;
    let late: Vec<(String, i64)> = games::table
        .filter(games::status.eq(GameStatus::Running))
        .filter(games::deadline_at.le(before))
        .filter(games::id.ne_all(jobs::thought_about(now)))
        .select((games::id, games::deadline_at.assume_not_null()))
        .limit(MOST_OVERDUE)
        .load(conn)?;
    let mut all = std::collections::BTreeMap::new();
    for (id, at) in unseen.into_iter().chain(late) {
        let earliest = all.entry(id).or_insert(at);
        *earliest = at.min(*earliest);
    }
    Ok(all.into_iter().collect())
}

/// More overdue games than these are not counted.
const MOST_OVERDUE: i64 = 10_000;

/// The latest moment at which a game was created or a turn began, as the clock showed it then.
pub fn latest_moment(conn: &mut AnyConn) -> Result<Option<i64>, StoreError> {
    use diesel::dsl::max;
    let (created, began): (Option<i64>, Option<i64>) =
        games::table.select((max(games::created_at), max(games::step_began_at))).first(conn)?;
    Ok(created.max(began))
}

/// How many games are paused for one of these reasons.
pub fn count_paused_for(conn: &mut AnyConn, reasons: &[PauseReason]) -> Result<i64, StoreError> {
    let reasons: Vec<&str> = reasons.iter().map(|reason| reason.name()).collect();
    Ok(games::table
        .filter(games::status.eq(GameStatus::Paused))
        .filter(games::status_reason.eq_any(reasons))
        .count()
        .get_result(conn)?)
}

/// A game in which somebody holds a seat, as far as it tells how urgent it is.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct PlayedGame {
    pub id: String,
    pub status: GameStatus,
    pub deadline_at: Option<i64>,
    pub created_at: i64,
}

/// The games that are not over in which an account holds a seat; once for each of its seats, in order of their ids.
pub fn games_played_by(conn: &mut AnyConn, account: &str) -> Result<Vec<PlayedGame>, StoreError> {
    Ok(seats::table
        .inner_join(games::table.on(games::id.eq(seats::game_id)))
        .filter(seats::account_id.eq(account))
        .filter(games::status.eq_any(NOT_OVER))
        .select((games::id, games::status, games::deadline_at, games::created_at))
        .order(games::id.asc())
        .load(conn)?)
}

/// Seats that are looked for.
pub enum SeatsOf<'a> {
    /// All seats of these games.
    Games(&'a [String]),
    /// All seats of these accounts.
    Accounts(&'a [String]),
}

/// Who holds seats in games that are not over: account, game, the game's row version; once for each seat.
pub fn holders(conn: &mut AnyConn, of: SeatsOf<'_>) -> Result<Vec<(String, String, i64)>, StoreError> {
    let held = seats::table
        .inner_join(games::table.on(games::id.eq(seats::game_id)))
        .filter(games::status.eq_any(NOT_OVER))
        .filter(seats::account_id.is_not_null())
        .select((seats::account_id.assume_not_null(), games::id, games::row_version))
        .into_boxed();
    let held = match of {
        SeatsOf::Games(ids) => held.filter(games::id.eq_any(ids)),
        SeatsOf::Accounts(ids) => held.filter(seats::account_id.eq_any(ids)),
    };
    Ok(held.load(conn)?)
}

/// The games an account runs that are not over.
pub fn games_run_by(conn: &mut AnyConn, account: &str) -> Result<Vec<String>, StoreError> {
    Ok(games::table
        .filter(games::organiser_id.eq(account))
        .filter(games::status.eq_any(NOT_OVER))
        .select(games::id)
        .load(conn)?)
}

/// The games that are not over and whose organiser's account is closed.
pub fn games_run_by_closed(conn: &mut AnyConn) -> Result<Vec<String>, StoreError> {
    Ok(games::table
        .inner_join(accounts::table.on(accounts::id.eq(games::organiser_id)))
        .filter(accounts::closed_at.is_not_null())
        .filter(games::status.eq_any(NOT_OVER))
        .select(games::id)
        .load(conn)?)
}

/// The games that are not over and that an account helps to run.
pub fn games_co_organised_by(conn: &mut AnyConn, account: &str) -> Result<Vec<String>, StoreError> {
    Ok(co_organisers::table
        .inner_join(games::table.on(games::id.eq(co_organisers::game_id)))
        .filter(co_organisers::account_id.eq(account))
        .filter(games::status.eq_any(NOT_OVER))
        .select(games::id)
        .load(conn)?)
}

/// The games that are not over and that a closed account still helps to run.
pub fn games_co_organised_by_closed(conn: &mut AnyConn) -> Result<Vec<String>, StoreError> {
    Ok(co_organisers::table
        .inner_join(games::table.on(games::id.eq(co_organisers::game_id)))
        .inner_join(accounts::table.on(accounts::id.eq(co_organisers::account_id)))
        .filter(accounts::closed_at.is_not_null())
        .filter(games::status.eq_any(NOT_OVER))
        .select(games::id)
        .load(conn)?)
}

/// Lobbies in which nothing has happened since a moment; a hundred at most.
pub fn dead_lobbies(conn: &mut AnyConn, since: i64) -> Result<Vec<String>, StoreError> {
    let lately = events::table.filter(events::game_id.eq(games::id)).filter(events::at.ge(since));
    Ok(games::table
        .filter(games::status.eq(GameStatus::Lobby))
        .filter(games::created_at.lt(since))
        .filter(not(exists(lately)))
        .select(games::id)
        .limit(100)
        .load(conn)?)
}

/// How many games there are.
pub fn count(conn: &mut AnyConn) -> Result<i64, StoreError> {
    Ok(games::table.count().get_result(conn)?)
}

pub fn count_by_status(conn: &mut AnyConn, status: GameStatus) -> Result<i64, StoreError> {
    Ok(games::table.filter(games::status.eq(status)).count().get_result(conn)?)
}

/// How many games are not over.
pub fn count_open(conn: &mut AnyConn) -> Result<i64, StoreError> {
    Ok(games::table.filter(games::status.eq_any(NOT_OVER)).count().get_result(conn)?)
}

/// How many games an account created that are not over.
pub fn count_open_of(conn: &mut AnyConn, account: &str) -> Result<i64, StoreError> {
    let open = games::status.eq_any(NOT_OVER);
    Ok(games::table.filter(games::creator_id.eq(account)).filter(open).count().get_result(conn)?)
}

/// How many games that were over already an account put in since.
pub fn count_put_in(conn: &mut AnyConn, account: &str, since: i64) -> Result<i64, StoreError> {
    let put_in = games::table
        .filter(games::creator_id.eq(account))
        .filter(games::created_at.gt(since))
        .filter(games::ended_at.le(games::created_at.nullable()));
    Ok(put_in.count().get_result(conn)?)
}

/// What a list of games may ask for.
#[derive(Debug, Default, Clone)]
pub struct GameFilter {
    pub status: Option<GameStatus>,
    pub ruleset: Option<String>,
    pub scenario: Option<String>,
    /// Games where this account holds a seat or that it runs.
    pub mine: Option<String>,
    /// Whose private games may be shown; an administrator sees all.
    pub reader: Option<String>,
    pub sees_all: bool,
    /// Only games with a seat that the reader could claim at this time, in milliseconds since 1970.
    pub claimable_at: Option<i64>,
    /// Only games older than this (created_at, id).
    pub after: Option<(i64, String)>,
    pub limit: i64,
}

pub fn list_games(conn: &mut AnyConn, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError> {
    let mut query = games::table.into_boxed();
    if let Some(status) = filter.status {
        query = query.filter(games::status.eq(status));
    }
    if let Some(ruleset) = &filter.ruleset {
        query = query.filter(games::ruleset.eq(ruleset));
    }
    if let Some(scenario) = &filter.scenario {
        query = query.filter(games::scenario.eq(scenario));
    }
    if let Some(account) = &filter.mine {
        let held = seats::table.filter(seats::account_id.eq(account)).select(seats::game_id);
        let helped = co_organisers::table.filter(co_organisers::account_id.eq(account)).select(co_organisers::game_id);
        query = query.filter(games::organiser_id.eq(account).or(games::id.eq_any(held)).or(games::id.eq_any(helped)));
    }
    if let Some(now) = filter.claimable_at {
        let reader = filter.reader.clone().unwrap_or_default();
        let reserved = invitations::table
            .filter(invitations::game_id.eq(seats::game_id))
            .filter(invitations::seat_idx.eq(seats::idx.nullable()))
            .filter(invitations::used_at.is_null())
            .filter(invitations::revoked_at.is_null())
            .filter(invitations::expires_at.gt(now));
        let excluded = exclusions::table.filter(exclusions::account_id.eq(reader.clone())).select(exclusions::game_id);
        let seated = seat_readers::table
            .filter(seat_readers::account_id.eq(reader.clone()))
            .filter(seat_readers::as_holder.eq(true))
            .filter(seat_readers::until_at.is_null())
            .select(seat_readers::game_id);
        let seen =
            seat_readers::table.filter(seat_readers::account_id.eq(reader.clone())).select(seat_readers::game_id);
        let was_theirs = seat_readers::table
            .filter(seat_readers::account_id.eq(reader))
            .filter(seat_readers::game_id.eq(seats::game_id))
            .filter(seat_readers::seat_idx.eq(seats::idx))
            .filter(seat_readers::as_holder.eq(true));
        let claimable = seats::table
            .filter(seats::kind.eq(SeatKind::Open))
            .filter(seats::is_out.eq(false))
            .filter(not(exists(reserved)))
            .filter(seats::game_id.ne_all(excluded))
            .filter(seats::game_id.ne_all(seated))
            .filter(seats::game_id.ne_all(seen).or(exists(was_theirs)))
            .select(seats::game_id);
        query = query.filter(games::status.eq_any(NOT_OVER)).filter(games::id.eq_any(claimable));
    }
    if !filter.sees_all {
        let reader = filter.reader.clone().unwrap_or_default();
        let held = seats::table.filter(seats::account_id.eq(reader.clone())).select(seats::game_id);
        let helped =
            co_organisers::table.filter(co_organisers::account_id.eq(reader.clone())).select(co_organisers::game_id);
        query = query.filter(
            games::visibility
                .eq(Visibility::Public)
                .or(games::organiser_id.eq(reader))
                .or(games::id.eq_any(held))
                .or(games::id.eq_any(helped)),
        );
    }
    if let Some((at, id)) = &filter.after {
        query = query.filter(games::created_at.lt(*at).or(games::created_at.eq(*at).and(games::id.lt(id))));
    }
    Ok(query.order((games::created_at.desc(), games::id.desc())).limit(filter.limit).load(conn)?)
}
