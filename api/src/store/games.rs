//! Rows of campaigns.

use diesel::prelude::*;

use super::schema::{games, seats};
use super::{AnyConn, StoreError};

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
    pub visibility: String,
    pub status: String,
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

/// The row versions of some games.
pub fn row_versions(conn: &mut AnyConn, ids: &[String]) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(games::table.filter(games::id.eq_any(ids)).select((games::id, games::row_version)).load(conn)?)
}

/// Games the scheduler has to look at.
pub fn games_to_wake(conn: &mut AnyConn, now: i64, limit: i64) -> Result<Vec<String>, StoreError> {
    Ok(games::table
        .filter(games::status.eq("running"))
        .filter(games::wake_at.le(now))
        .order(games::wake_at.asc())
        .limit(limit)
        .select(games::id)
        .load(conn)?)
}

pub fn count_by_status(conn: &mut AnyConn, status: &str) -> Result<i64, StoreError> {
    Ok(games::table.filter(games::status.eq(status)).count().get_result(conn)?)
}

/// How many games an account created that are not over.
pub fn count_open_of(conn: &mut AnyConn, account: &str) -> Result<i64, StoreError> {
    let open = games::status.eq_any(["lobby", "running", "paused"]);
    Ok(games::table.filter(games::creator_id.eq(account)).filter(open).count().get_result(conn)?)
}

/// What a list of games may ask for.
#[derive(Debug, Default, Clone)]
pub struct GameFilter {
    pub status: Option<String>,
    pub ruleset: Option<String>,
    pub scenario: Option<String>,
    /// Games where this account holds a seat or that it created.
    pub mine: Option<String>,
    /// Whose private games may be shown; an administrator sees all.
    pub reader: Option<String>,
    pub sees_all: bool,
    pub open_seats: bool,
    /// Only games older than this (created_at, id).
    pub after: Option<(i64, String)>,
    pub limit: i64,
}

pub fn list_games(conn: &mut AnyConn, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError> {
    let mut query = games::table.into_boxed();
    if let Some(status) = &filter.status {
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
        query = query.filter(games::creator_id.eq(account).or(games::id.eq_any(held)));
    }
    if filter.open_seats {
        let open = seats::table.filter(seats::kind.eq("open")).select(seats::game_id);
        query = query.filter(games::id.eq_any(open));
    }
    if !filter.sees_all {
        let reader = filter.reader.clone().unwrap_or_default();
        let held = seats::table.filter(seats::account_id.eq(reader.clone())).select(seats::game_id);
        query =
            query.filter(games::visibility.eq("public").or(games::creator_id.eq(reader)).or(games::id.eq_any(held)));
    }
    if let Some((at, id)) = &filter.after {
        query = query.filter(games::created_at.lt(*at).or(games::created_at.eq(*at).and(games::id.lt(id))));
    }
    Ok(query.order((games::created_at.desc(), games::id.desc())).limit(filter.limit).load(conn)?)
}
