//! What the server says of itself.

use super::Desk;
use super::fault::Fault;
use crate::store::{games, jobs};

impl Desk {
    pub fn check_store(&self) -> Result<(), Fault> {
        self.store.read(|conn| games::count_by_status(conn, "running").map(|_| ()).map_err(Fault::from))
    }

    pub fn count_work(&self) -> Result<(), Fault> {
        let (running, queued) = self
            .store
            .read(|conn| Ok::<_, Fault>((games::count_by_status(conn, "running")?, jobs::count_queued(conn)?)))?;
        self.metrics.running.set(running);
        self.metrics.queued.set(queued);
        Ok(())
    }
}
