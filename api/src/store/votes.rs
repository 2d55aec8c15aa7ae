//! Rows of votes, of ballots, and of how many have to agree.

use diesel::prelude::*;

use super::schema::{ballots, vote_rules, votes};
use super::{AnyConn, StoreError};
use crate::model::{VoteKind, VoteState};

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable, AsChangeset)]
#[diesel(table_name = votes, treat_none_as_null = true)]
pub struct VoteRow {
    pub id: String,
    pub game_id: String,
    pub kind: VoteKind,
    pub seat_idx: Option<i32>,
    /// Who held that seat when the vote was called.
    pub holder_id: Option<String>,
    pub called_by: String,
    pub step: i32,
    pub called_at: i64,
    pub closes_at: i64,
    pub state: VoteState,
    pub closed_at: Option<i64>,
    /// How many agreed, counted when it was closed; so the next two.
    pub yes: i32,
    pub no: i32,
    pub needed: i32,
    /// The step after which the game stood as it shall again, in a vote about that.
    pub restores: Option<i32>,
}

impl VoteRow {
    /// Whether ballots are taken.
    pub fn is_open(&self, now: i64) -> bool {
        self.state == VoteState::Open && self.closes_at > now
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = ballots)]
pub struct BallotRow {
    pub vote_id: String,
    pub account_id: String,
    pub is_yes: bool,
    pub cast_at: i64,
}

pub fn insert_vote(conn: &mut AnyConn, row: &VoteRow) -> Result<(), StoreError> {
    diesel::insert_into(votes::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn save_vote(conn: &mut AnyConn, row: &VoteRow) -> Result<(), StoreError> {
    diesel::update(votes::table.filter(votes::id.eq(&row.id))).set(row.clone()).execute(conn)?;
    Ok(())
}

pub fn find_vote(conn: &mut AnyConn, game: &str, id: &str) -> Result<Option<VoteRow>, StoreError> {
    Ok(votes::table.filter(votes::game_id.eq(game)).filter(votes::id.eq(id)).first(conn).optional()?)
}

/// The votes of a game that take ballots.
pub fn open_votes(conn: &mut AnyConn, game: &str, now: i64) -> Result<Vec<VoteRow>, StoreError> {
    Ok(votes::table
        .filter(votes::game_id.eq(game))
        .filter(votes::state.eq(VoteState::Open))
        .filter(votes::closes_at.gt(now))
        .order((votes::called_at.asc(), votes::id.asc()))
        .load(conn)?)
}

/// The votes of a game, newest first, before a moment and id.
pub fn votes_of(
    conn: &mut AnyConn, game: &str, before: Option<(i64, String)>, limit: i64,
) -> Result<Vec<VoteRow>, StoreError> {
    let (at, id) = before.unwrap_or((i64::MAX, String::new()));
    Ok(votes::table
        .filter(votes::game_id.eq(game))
        .filter(votes::called_at.lt(at).or(votes::called_at.eq(at).and(votes::id.lt(id))))
        .order((votes::called_at.desc(), votes::id.desc()))
        .limit(limit)
        .load(conn)?)
}

/// When an account called votes in a game, since a moment.
pub fn called_since(conn: &mut AnyConn, game: &str, account: &str, since: i64) -> Result<Vec<i64>, StoreError> {
    Ok(votes::table
        .filter(votes::game_id.eq(game))
        .filter(votes::called_by.eq(account))
        .filter(votes::called_at.gt(since))
        .order(votes::called_at.asc())
        .select(votes::called_at)
        .load(conn)?)
}

/// What somebody says to a vote, in place of what they said before.
pub fn put_ballot(conn: &mut AnyConn, row: &BallotRow) -> Result<(), StoreError> {
    let old = ballots::table.filter(ballots::vote_id.eq(&row.vote_id)).filter(ballots::account_id.eq(&row.account_id));
    diesel::delete(old).execute(conn)?;
    diesel::insert_into(ballots::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn ballots_of(conn: &mut AnyConn, votes: &[String]) -> Result<Vec<BallotRow>, StoreError> {
    Ok(ballots::table.filter(ballots::vote_id.eq_any(votes)).order(ballots::account_id.asc()).load(conn)?)
}

/// How many have to agree in a game, as JSON; none where it is as usual.
pub fn find_vote_rules(conn: &mut AnyConn, game: &str) -> Result<Option<String>, StoreError> {
    Ok(vote_rules::table.filter(vote_rules::game_id.eq(game)).select(vote_rules::rules).first(conn).optional()?)
}

pub fn put_vote_rules(conn: &mut AnyConn, game: &str, rules: &str) -> Result<(), StoreError> {
    diesel::delete(vote_rules::table.filter(vote_rules::game_id.eq(game))).execute(conn)?;
    let row = (vote_rules::game_id.eq(game), vote_rules::rules.eq(rules));
    diesel::insert_into(vote_rules::table).values(row).execute(conn)?;
    Ok(())
}
