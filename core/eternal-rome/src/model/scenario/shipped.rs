//! The scenarios that Cursus ships.

use std::sync::{Arc, OnceLock};

use super::built_in::files;
use super::{Scenario, load};

/// All of them, read once.
pub fn shipped() -> &'static [Arc<Scenario>] {
    static SCENARIOS: OnceLock<Vec<Arc<Scenario>>> = OnceLock::new();
    SCENARIOS.get_or_init(|| {
        let all = ["octavius-antonius", "bellum-siculum"];
        all.into_iter().filter_map(files).map(|files| Arc::new(load(&files).expect("it ships complete"))).collect()
    })
}

/// One of them by id.
pub fn find(id: &str) -> Option<Arc<Scenario>> {
    shipped().iter().find(|scenario| scenario.id == id).cloned()
}
