//! The audit log of a game: what those did who run it.

use crate::context::AppContext;
use crate::context::caller::Caller;
use crate::context::fault::Fault;
use crate::model::Deed;
use crate::store::audit::{self, AuditRow};

/// Something that somebody did who runs a game.
#[derive(Debug, Clone)]
pub struct AuditEntry {
    pub id: String,
    pub at: i64,
    /// Name of the account, as it was then.
    pub by: String,
    pub as_admin: bool,
    pub deed: Deed,
    pub about: String,
}

impl From<AuditRow> for AuditEntry {
    fn from(row: AuditRow) -> Self {
        let AuditRow { id, at, by_name, as_admin, deed, about, .. } = row;
        AuditEntry { id, at, by: by_name, as_admin, deed, about }
    }
}

impl AppContext {
    /// What was done in a game by those who run it, newest first; for them.
    pub fn list_audit(
        &self, caller: &Caller, game: &str, before: Option<(i64, String)>, limit: i64,
    ) -> Result<Vec<AuditEntry>, Fault> {
        self.look(Some(caller), game, |conn, tx| {
            tx.must_run(caller)?;
            let rows = audit::deeds_of_game(conn, game, before, limit)?;
            Ok(rows.into_iter().map(AuditEntry::from).collect())
        })
    }
}
