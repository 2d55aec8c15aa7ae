//! Rows of invitations.

use diesel::prelude::*;
use serde::{Deserialize, Serialize};

use super::schema::invitations;
use super::{AnyConn, StoreError};
use crate::model::InvitationRole;

#[derive(Debug, Clone, Queryable, Insertable, Serialize, Deserialize)]
#[diesel(table_name = invitations)]
pub struct InvitationRow {
    pub id: String,
    pub game_id: String,
    pub code: String,
    pub seat_idx: Option<i32>,
    pub created_at: i64,
    pub expires_at: i64,
    pub used_at: Option<i64>,
    pub used_by: Option<String>,
    pub revoked_at: Option<i64>,
    /// For whom; none: for whoever has the code.
    pub account_id: Option<String>,
    /// Who made it; none: made with the game.
    pub invited_by: Option<String>,
    pub role: InvitationRole,
    /// Whether the person declined it; then it is revoked, too.
    pub declined: bool,
}

impl InvitationRow {
    /// Whether it can be accepted.
    pub fn is_open(&self, now: i64) -> bool {
        self.used_at.is_none() && self.revoked_at.is_none() && self.expires_at > now
    }
}

pub fn insert_invitation(conn: &mut AnyConn, row: &InvitationRow) -> Result<(), StoreError> {
    diesel::insert_into(invitations::table).values(row.clone()).execute(conn)?;
    Ok(())
}

pub fn find_invitation_by_code(conn: &mut AnyConn, code: &str) -> Result<Option<InvitationRow>, StoreError> {
    Ok(invitations::table.filter(invitations::code.eq(code)).first(conn).optional()?)
}

pub fn list_invitations(conn: &mut AnyConn, game: &str) -> Result<Vec<InvitationRow>, StoreError> {
    Ok(invitations::table.filter(invitations::game_id.eq(game)).order(invitations::id.asc()).limit(200).load(conn)?)
}

/// Marks an invitation used; false when it was used or revoked before.
pub fn use_invitation(conn: &mut AnyConn, id: &str, by: &str, now: i64) -> Result<bool, StoreError> {
    Ok(diesel::update(
        invitations::table
            .filter(invitations::id.eq(id))
            .filter(invitations::used_at.is_null())
            .filter(invitations::revoked_at.is_null()),
    )
    .set((invitations::used_at.eq(Some(now)), invitations::used_by.eq(Some(by))))
    .execute(conn)?
        == 1)
}

pub fn revoke_invitation(conn: &mut AnyConn, game: &str, id: &str, now: i64) -> Result<bool, StoreError> {
    Ok(diesel::update(
        invitations::table
            .filter(invitations::game_id.eq(game))
            .filter(invitations::id.eq(id))
            .filter(invitations::used_at.is_null())
            .filter(invitations::revoked_at.is_null()),
    )
    .set(invitations::revoked_at.eq(Some(now)))
    .execute(conn)?
        == 1)
}

/// The seats that somebody is invited to and has not taken yet: nobody else may claim them.
pub fn reserved_seats(conn: &mut AnyConn, game: &str, now: i64) -> Result<Vec<i32>, StoreError> {
    let seats: Vec<Option<i32>> = invitations::table
        .filter(invitations::game_id.eq(game))
        .filter(invitations::used_at.is_null())
        .filter(invitations::revoked_at.is_null())
        .filter(invitations::expires_at.gt(now))
        .select(invitations::seat_idx)
        .load(conn)?;
    Ok(seats.into_iter().flatten().collect())
}

/// The open invitations that name an account, the newest first.
pub fn open_invitations_for(conn: &mut AnyConn, account: &str, now: i64) -> Result<Vec<InvitationRow>, StoreError> {
    Ok(invitations::table
        .filter(invitations::account_id.eq(account))
        .filter(invitations::used_at.is_null())
        .filter(invitations::revoked_at.is_null())
        .filter(invitations::expires_at.gt(now))
        .order(invitations::id.desc())
        .limit(200)
        .load(conn)?)
}

/// Declines an open invitation that names an account; false when there is none of this id.
pub fn decline_invitation(conn: &mut AnyConn, account: &str, id: &str, now: i64) -> Result<bool, StoreError> {
    let open = invitations::table
        .filter(invitations::id.eq(id))
        .filter(invitations::account_id.eq(account))
        .filter(invitations::used_at.is_null())
        .filter(invitations::revoked_at.is_null());
    let set = (invitations::revoked_at.eq(Some(now)), invitations::declined.eq(true));
    Ok(diesel::update(open).set(set).execute(conn)? == 1)
}

/// Revokes the open invitations that name an account: to one game, or to all.
pub fn revoke_invitations_for(
    conn: &mut AnyConn, account: &str, game: Option<&str>, now: i64,
) -> Result<(), StoreError> {
    let open = || {
        invitations::table
            .filter(invitations::account_id.eq(account))
            .filter(invitations::used_at.is_null())
            .filter(invitations::revoked_at.is_null())
    };
    let set = invitations::revoked_at.eq(Some(now));
    match game {
        Some(game) => diesel::update(open().filter(invitations::game_id.eq(game))).set(set).execute(conn)?,
        None => diesel::update(open()).set(set).execute(conn)?,
    };
    Ok(())
}
