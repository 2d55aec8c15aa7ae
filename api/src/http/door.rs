//! Which address answers what: counters may have one of their own.

use std::net::SocketAddr;

use actix_web::dev::AppConfig;

/// The address that the counters are kept to, if they are.
#[derive(Debug, Clone, Copy, Default)]
pub struct MetricsDoor(pub Option<SocketAddr>);

impl MetricsDoor {
    /// Whether a path is to be had at the address that a request came in by. There may be no other door: then all is.
    pub fn lets_in(self, came_by: &AppConfig, path: &str) -> bool {
        let Some(own) = self.0 else { return true };
        if came_by.local_addr() == own { matches!(path, "/metrics" | "/health" | "/ready") } else { path != "/metrics" }
    }
}
