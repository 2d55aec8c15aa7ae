//! Rows of work for the AI: leased by whichever server is free, found again after a crash.
//!
//! The line is fair by account and by game. A job gets its place when it is queued, as in self-clocked fair queueing: the
//! place of the job that comes next, or of its game's last one if that is further back, and from there as far as the work
//! is great, times the number of games that its account (who created the game) has in the line. So an account with a
//! thousand games waits for itself, and who comes new with one stands in front. Lowest place first; an index keeps the
//! order, so taking the next job costs the same however many wait. Nothing else has to be stored or reset: what is
//! dropped was never paid for.

use diesel::prelude::*;

use super::schema::{games, jobs};
use super::{AnyConn, StoreError};
use crate::model::{GameStatus, JobStatus};

/// How much greater the work of a level that imagines futures is than that of one that does not.
pub const COST_OF_SEARCH: i64 = 50;
/// How long a server may think about a decision before another takes it over, in milliseconds.
pub const LEASE_MS: i64 = 60_000;
/// How long work rests at the most after it failed, in milliseconds.
pub const LONGEST_REST_MS: i64 = 600_000;
/// How far two readings of the database's clock may differ, in milliseconds.
const SLACK_MS: i64 = 10_000;

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = jobs)]
pub struct JobRow {
    pub id: String,
    pub game_id: String,
    pub step: i32,
    pub seat_idx: i32,
    pub level: String,
    pub status: JobStatus,
    /// How often it was begun.
    pub attempts: i32,
    pub lease_to: i64,
    pub error: Option<String>,
    pub created_at: i64,
    /// Whose work it is: the game's creator.
    pub account_id: String,
    /// Whether the level imagines futures.
    pub searches: bool,
    /// In the line: lower comes first.
    pub place: i64,
    /// Not to be begun before this time, in milliseconds since 1970.
    pub not_before: i64,
    /// The server that took it last.
    pub leased_by: Option<String>,
}

/// Which jobs a thread takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// Whatever comes next.
    All,
    /// Only those of levels that do not search, so that they never wait for a search to end.
    Quick,
}

impl Line {
    /// The parts of the line, each in order by itself.
    fn parts(self) -> &'static [bool] {
        match self {
            Line::All => &[false, true],
            Line::Quick => &[false],
        }
    }
}

/// The work of a step, in order of seats.
pub fn jobs_of_step(conn: &mut AnyConn, game: &str, step: i32) -> Result<Vec<JobRow>, StoreError> {
    Ok(jobs::table.filter(jobs::game_id.eq(game)).filter(jobs::step.eq(step)).order(jobs::seat_idx.asc()).load(conn)?)
}

/// Queues work of one step of a game, but what is queued already, and gives it its places in the line; whether there was any. The
/// game row must be locked.
pub fn enqueue(conn: &mut AnyConn, mut rows: Vec<JobRow>, now: i64) -> Result<bool, StoreError> {
    let Some(first) = rows.first() else { return Ok(false) };
    let (game, account) = (first.game_id.clone(), first.account_id.clone());
    let queued = jobs_of_step(conn, &game, first.step)?;
    rows.retain(|row| queued.iter().all(|one| one.seat_idx != row.seat_idx));
    if rows.is_empty() {
        return Ok(false);
    }
    let next = next_free(conn, Line::All, now, 1)?.first().map_or(0, |job| job.place);
    let of_game = jobs::table.filter(jobs::game_id.eq(&game)).filter(jobs::status.eq(JobStatus::Queued));
    let last: Option<i64> = of_game.select(diesel::dsl::max(jobs::place)).first(conn)?;
    let others: i64 = jobs::table
        .filter(jobs::account_id.eq(&account))
        .filter(jobs::status.eq(JobStatus::Queued))
        .filter(jobs::game_id.ne(&game))
        .select(diesel::dsl::count(jobs::game_id).aggregate_distinct())
        .first(conn)?;
    let mut place = last.unwrap_or(0).max(next);
    for row in &mut rows {
        let cost = if row.searches { COST_OF_SEARCH } else { 1 };
        place = place.saturating_add(cost.saturating_mul(others.saturating_add(1)));
        row.place = place;
    }
    on!(conn, c => diesel::insert_into(jobs::table).values(rows).execute(c))?;
    Ok(true)
}

/// The jobs in one part of the line that nobody works on, in order. A lease or a rest that lasts longer than they do was
/// written when the clock was ahead, and holds nobody's work.
macro_rules! free {
    ($searches:expr, $now:expr, $most:expr) => {
        jobs::table
            .filter(jobs::status.eq(JobStatus::Queued))
            .filter(jobs::searches.eq($searches))
            .filter(jobs::lease_to.le($now).or(jobs::lease_to.gt($now + LEASE_MS + SLACK_MS)))
            .filter(jobs::not_before.le($now).or(jobs::not_before.gt($now + LONGEST_REST_MS + SLACK_MS)))
            .order((jobs::place.asc(), jobs::created_at.asc(), jobs::id.asc()))
            .limit($most)
    };
}

/// The next jobs that nobody works on, in order.
fn next_free(conn: &mut AnyConn, line: Line, now: i64, most: i64) -> Result<Vec<JobRow>, StoreError> {
    let mut found: Vec<JobRow> = Vec::new();
    for searches in line.parts() {
        found.append(&mut free!(*searches, now, most).load(conn)?);
    }
    found.sort_by(|a, b| (a.place, a.created_at, &a.id).cmp(&(b.place, b.created_at, &b.id)));
    found.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    Ok(found)
}

/// Whether there is a job nobody works on.
pub fn any_free(conn: &mut AnyConn, line: Line, now: i64) -> Result<bool, StoreError> {
    Ok(!next_free(conn, line, now, 1)?.is_empty())
}

/// Takes the next free jobs and leases them to `server` until `lease_to`: a search alone, else up to `most` of what comes
/// before the next search, shared with `workers - 1` others. Servers that ask at once get different ones.
pub fn claim(
    conn: &mut AnyConn, line: Line, now: i64, lease_to: i64, server: &str, most: usize, workers: usize,
) -> Result<Vec<JobRow>, StoreError> {
    let seen = next_free(conn, line, now, i64::try_from(most * workers.max(1)).unwrap_or(i64::MAX))?;
    let Some(first) = seen.first() else { return Ok(Vec::new()) };
    let share = seen.len().div_ceil(workers.max(1)).min(most);
    let quick = seen.iter().take(share).take_while(|job| !job.searches).count();
    let (searches, many) = (first.searches, i64::try_from(quick.max(1)).unwrap_or(1));
    let mut found: Vec<JobRow> = match conn {
        AnyConn::Postgres(c) => free!(searches, now, many).for_update().skip_locked().load(c)?,
        AnyConn::Sqlite(c) => free!(searches, now, many).load(c)?,
    };
    for job in &mut found {
        job.attempts += 1;
        job.lease_to = lease_to;
        job.leased_by = Some(server.to_owned());
    }
    let ids = found.iter().map(|job| job.id.as_str());
    diesel::update(jobs::table.filter(jobs::id.eq_any(ids)))
        .set((jobs::attempts.eq(jobs::attempts + 1), jobs::lease_to.eq(lease_to), jobs::leased_by.eq(Some(server))))
        .execute(conn)?;
    Ok(found)
}

/// Leases jobs that are not done yet for longer: whoever thinks about many has not got to these.
pub fn renew(conn: &mut AnyConn, ids: &[String], lease_to: i64) -> Result<(), StoreError> {
    diesel::update(jobs::table.filter(jobs::id.eq_any(ids)).filter(jobs::status.eq(JobStatus::Queued)))
        .set(jobs::lease_to.eq(lease_to))
        .execute(conn)?;
    Ok(())
}

/// Ends the leases of a server that does not live any more, or of all; how many. A beginning that was broken off so does
/// count as one: what brings its server down is not begun for ever.
pub fn end_leases(conn: &mut AnyConn, server: Option<&str>) -> Result<usize, StoreError> {
    let free = (jobs::lease_to.eq(0), jobs::leased_by.eq(None::<String>));
    let leased = jobs::table.filter(jobs::status.eq(JobStatus::Queued)).filter(jobs::lease_to.gt(0));
    Ok(match server {
        Some(server) => diesel::update(leased.filter(jobs::leased_by.eq(server))).set(free).execute(conn)?,
        None => diesel::update(leased).set(free).execute(conn)?,
    })
}

/// Notes that jobs are done.
pub fn finish(conn: &mut AnyConn, ids: &[&str]) -> Result<(), StoreError> {
    diesel::update(jobs::table.filter(jobs::id.eq_any(ids)))
        .set((jobs::status.eq(JobStatus::Done), jobs::error.eq(None::<String>)))
        .execute(conn)?;
    Ok(())
}

/// Gives jobs back: to the end of the line, and not to be begun before `not_before`.
pub fn give_back(conn: &mut AnyConn, ids: &[String], error: &str, not_before: i64) -> Result<(), StoreError> {
    let last = last_place(conn)?;
    diesel::update(jobs::table.filter(jobs::id.eq_any(ids)).filter(jobs::status.eq(JobStatus::Queued)))
        .set((
            jobs::lease_to.eq(0),
            jobs::leased_by.eq(None::<String>),
            jobs::not_before.eq(not_before),
            jobs::place.eq(last),
            jobs::error.eq(Some(error)),
        ))
        .execute(conn)?;
    Ok(())
}

/// The end of the line.
fn last_place(conn: &mut AnyConn) -> Result<i64, StoreError> {
    let mut last = 0;
    for searches in Line::All.parts() {
        let part = jobs::table.filter(jobs::status.eq(JobStatus::Queued)).filter(jobs::searches.eq(*searches));
        let place: Option<i64> = part.order(jobs::place.desc()).select(jobs::place).first(conn).optional()?;
        last = last.max(place.unwrap_or(0));
    }
    Ok(last)
}

/// Drops work nobody needs any more: jobs of steps already resolved.
pub fn drop_before(conn: &mut AnyConn, game: &str, step: i32) -> Result<(), StoreError> {
    diesel::delete(jobs::table.filter(jobs::game_id.eq(game)).filter(jobs::step.lt(step))).execute(conn)?;
    Ok(())
}

/// Drops all work of a game: it is over, or cannot go on.
pub fn drop_for_game(conn: &mut AnyConn, game: &str) -> Result<(), StoreError> {
    diesel::delete(jobs::table.filter(jobs::game_id.eq(game))).execute(conn)?;
    Ok(())
}

pub fn drop_for_seat(conn: &mut AnyConn, game: &str, step: i32, seat: i32) -> Result<(), StoreError> {
    diesel::delete(
        jobs::table.filter(jobs::game_id.eq(game)).filter(jobs::step.eq(step)).filter(jobs::seat_idx.eq(seat)),
    )
    .execute(conn)?;
    Ok(())
}

/// The games for which somebody thinks at this moment.
#[diesel::dsl::auto_type(no_type_alias)]
pub fn thought_about(now: i64) -> _ {
    let longest: i64 = now + LEASE_MS + SLACK_MS;
    let queued: JobStatus = JobStatus::Queued;
    jobs::table
        .filter(jobs::status.eq(queued))
        .filter(jobs::lease_to.gt(now))
        .filter(jobs::lease_to.le(longest))
        .select(jobs::game_id)
}

/// How many jobs of running games nobody works on, and since when nobody has taken one: the oldest of them was there, and
/// no lease begun or renewed.
pub fn idle(conn: &mut AnyConn, now: i64) -> Result<Option<(i64, i64)>, StoreError> {
    use diesel::dsl::{count_star, max, min};
    let running = games::table.filter(games::status.eq(GameStatus::Running)).select(games::id);
    let waiting = jobs::table
        .filter(jobs::status.eq(JobStatus::Queued))
        .filter(jobs::lease_to.le(now).or(jobs::lease_to.gt(now + LEASE_MS + SLACK_MS)))
        .filter(jobs::not_before.le(now).or(jobs::not_before.gt(now + LONGEST_REST_MS + SLACK_MS)))
        .filter(jobs::game_id.eq_any(running));
    let (waiting, oldest): (i64, Option<i64>) = waiting.select((count_star(), min(jobs::created_at))).first(conn)?;
    let Some(oldest) = oldest else { return Ok(None) };
    let leases = jobs::table.filter(jobs::lease_to.le(now + LEASE_MS + SLACK_MS)).select(max(jobs::lease_to));
    let last: Option<i64> = leases.first(conn)?;
    Ok(Some((waiting, oldest.max(last.map_or(0, |lease| lease - LEASE_MS)))))
}

/// Whether somebody thinks about a job at this moment.
pub fn is_leased(job: &JobRow, now: i64) -> bool {
    job.lease_to > now && job.lease_to <= now + LEASE_MS + SLACK_MS
}

pub fn count_queued(conn: &mut AnyConn) -> Result<i64, StoreError> {
    Ok(jobs::table.filter(jobs::status.eq(JobStatus::Queued)).count().get_result(conn)?)
}

/// How many jobs of an account's games are not done.
pub fn count_of_account(conn: &mut AnyConn, account: &str) -> Result<i64, StoreError> {
    let open = jobs::table.filter(jobs::account_id.eq(account)).filter(jobs::status.eq(JobStatus::Queued));
    Ok(open.count().get_result(conn)?)
}

#[cfg(test)]
mod tests {
    use diesel::sqlite::Sqlite;
    use diesel::{debug_query, sql_query};

    use super::*;
    use crate::store::database_in_memory;

    const NOW: i64 = 1_000_000_000;

    /// Queues a decision for each of `seats` seats of a game.
    fn queue(conn: &mut AnyConn, account: &str, game: &str, seats: i32, searches: bool) {
        for seat_idx in 0..seats {
            let row = JobRow {
                id: format!("{game}-{seat_idx}"),
                game_id: game.into(),
                step: 0,
                seat_idx,
                level: if searches { "master" } else { "novice" }.into(),
                status: JobStatus::Queued,
                attempts: 0,
                lease_to: 0,
                error: None,
                created_at: NOW,
                account_id: account.into(),
                searches,
                place: 0,
                not_before: 0,
                leased_by: None,
            };
            assert!(enqueue(conn, vec![row], NOW).expect("queued"));
        }
    }

    /// The games whose work is taken, one entry a decision, each done before the next is taken by the only worker.
    fn order_of_work(conn: &mut AnyConn, line: Line, most: usize) -> Vec<String> {
        let mut order = Vec::new();
        while order.len() < most {
            let taken = claim(conn, line, NOW, NOW + 60_000, "here", 8, 1).expect("claimed");
            if taken.is_empty() {
                break;
            }
            for job in taken {
                finish(conn, &[&job.id]).expect("done");
                order.push(job.game_id);
            }
        }
        order
    }

    fn flood(conn: &mut AnyConn, games: usize) {
        for game in 0..games {
            queue(conn, "flooder", &format!("flood {game:03}"), 10, true);
        }
    }

    #[test]
    fn who_comes_after_a_thousand_jobs_of_one_account_is_served_next() {
        let mut conn = database_in_memory();
        flood(&mut conn, 100);
        queue(&mut conn, "late", "nine novices", 9, false);
        let order = order_of_work(&mut conn, Line::All, 10);
        assert_eq!(order[0], "flood 000");
        assert!(order[1..10].iter().all(|game| game == "nine novices"), "{order:?}");
    }

    /// A thousand decisions were queued at once before it: the late account still has one turn in six, not one in a thousand.
    #[test]
    fn equal_work_of_two_accounts_takes_turns_though_one_has_a_hundred_games() {
        let mut conn = database_in_memory();
        flood(&mut conn, 100);
        queue(&mut conn, "late", "nine masters", 9, true);
        let order = order_of_work(&mut conn, Line::All, 1_009);
        assert_eq!(order.len(), 1_009);
        let done = order.iter().rposition(|game| game == "nine masters").expect("taken");
        assert!(done < 9 * 6, "{:?}", &order[..60]);
    }

    /// Games under way, a step at a time: an account with ten of them is at most twice as well off as one with one, not ten
    /// times.
    #[test]
    fn accounts_at_play_share_alike_and_so_do_games_within_one() {
        let mut conn = database_in_memory();
        let game_of = |n: usize| format!("ada {n}");
        for n in 0..10 {
            queue(&mut conn, "ada", &game_of(n), 1, true);
        }
        queue(&mut conn, "ben", "ben", 1, true);
        let mut taken: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
        for _ in 0..400 {
            let job = claim(&mut conn, Line::All, NOW, NOW + 60_000, "here", 8, 1).expect("claimed").remove(0);
            *taken.entry(job.game_id.clone()).or_default() += 1;
            drop_for_game(&mut conn, &job.game_id).expect("its step is over");
            queue(&mut conn, &job.account_id, &job.game_id, 1, true);
        }
        let of_ada: Vec<usize> = (0..10).map(|n| taken[&game_of(n)]).collect();
        assert!((133..=200).contains(&taken["ben"]), "{taken:?}");
        let (least, most) = (of_ada.iter().min().expect("ten"), of_ada.iter().max().expect("ten"));
        assert!(most - least <= 1, "{taken:?}");
    }

    #[test]
    fn a_small_game_is_not_behind_a_great_one_of_the_same_account() {
        let mut conn = database_in_memory();
        queue(&mut conn, "ada", "great", 20, true);
        queue(&mut conn, "ada", "small", 2, false);
        let order = order_of_work(&mut conn, Line::All, 22);
        assert_eq!(order.iter().rposition(|game| game == "small"), Some(2), "{order:?}");
    }

    #[test]
    fn the_quick_line_never_takes_a_search_and_a_search_is_taken_alone() {
        let mut conn = database_in_memory();
        queue(&mut conn, "ada", "great", 3, true);
        queue(&mut conn, "ben", "small", 3, false);
        let quick = claim(&mut conn, Line::Quick, NOW, NOW + 1, "here", 8, 1).expect("claimed");
        assert_eq!(quick.iter().map(|job| job.game_id.as_str()).collect::<Vec<_>>(), ["small"; 3]);
        assert!(!any_free(&mut conn, Line::Quick, NOW).expect("looked"));
        assert_eq!(claim(&mut conn, Line::All, NOW, NOW + 1, "here", 8, 1).expect("claimed").len(), 1);
    }

    #[test]
    fn what_failed_goes_to_the_end_and_rests() {
        let mut conn = database_in_memory();
        queue(&mut conn, "ada", "sick", 1, false);
        queue(&mut conn, "ben", "sound", 3, false);
        let sick = claim(&mut conn, Line::All, NOW, NOW + 60_000, "here", 1, 1).expect("claimed").remove(0);
        assert_eq!((sick.game_id.as_str(), sick.attempts), ("sick", 1));
        give_back(&mut conn, &[sick.id], "it broke", NOW + 5_000).expect("given back");
        assert_eq!(order_of_work(&mut conn, Line::All, 9), ["sound"; 3], "it rests");
        queue(&mut conn, "ben", "sound too", 1, false);
        let later = claim(&mut conn, Line::All, NOW + 5_000, NOW + 60_000, "here", 8, 1).expect("claimed");
        let later: Vec<_> = later.iter().map(|job| (job.game_id.as_str(), job.attempts)).collect();
        assert_eq!(later, [("sound too", 1), ("sick", 2)], "it is tried again, after the others");
    }

    #[test]
    fn leases_end_with_their_server_and_none_lasts_for_days() {
        let mut conn = database_in_memory();
        queue(&mut conn, "ada", "one", 1, true);
        queue(&mut conn, "ada", "two", 1, true);
        let take = |conn: &mut AnyConn, server: &str, now: i64| {
            claim(conn, Line::All, now, now + 60_000, server, 1, 1).expect("claimed").len()
        };
        assert_eq!((take(&mut conn, "here", NOW), take(&mut conn, "there", NOW)), (1, 1));
        assert_eq!(take(&mut conn, "here", NOW), 0);
        assert_eq!(end_leases(&mut conn, Some("here")).expect("ended"), 1);
        assert_eq!(take(&mut conn, "here", NOW), 1, "its own again");
        assert_eq!(end_leases(&mut conn, None).expect("ended"), 2);
        // The clock is ten days ahead while both are taken, and then put right.
        let ahead = NOW + 10 * 86_400_000;
        assert_eq!((take(&mut conn, "here", ahead), take(&mut conn, "here", ahead)), (1, 1));
        assert_eq!(take(&mut conn, "here", NOW), 1);
    }

    /// With 100,000 rows in the line the next one is found as with one: in an index, in order, without sorting.
    #[test]
    fn the_next_job_is_found_in_an_index() {
        #[derive(diesel::QueryableByName)]
        struct Plan {
            #[diesel(sql_type = diesel::sql_types::Text)]
            detail: String,
        }
        let AnyConn::Sqlite(mut conn) = database_in_memory() else { panic!("it is SQLite") };
        let mut plan = |sql: String| -> String {
            let sql = sql.split(" -- binds").next().unwrap_or_default().to_owned();
            let rows: Vec<Plan> = sql_query(format!("EXPLAIN QUERY PLAN {sql}")).load(&mut conn).expect("explained");
            rows.into_iter().map(|row| row.detail).collect::<Vec<_>>().join("; ")
        };
        let next = plan(debug_query::<Sqlite, _>(&free!(true, NOW, 8)).to_string());
        assert_eq!(next, "SEARCH jobs USING INDEX jobs_in_line (status=? AND searches=?)");
        let of_account = jobs::table.filter(jobs::account_id.eq("ada")).filter(jobs::status.eq(JobStatus::Queued));
        let counted = plan(debug_query::<Sqlite, _>(&of_account.count()).to_string());
        assert!(counted.contains("jobs_by_account (account_id=? AND status=?)"), "{counted}");
    }
}
