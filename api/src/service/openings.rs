//! Scenarios as they begin, for those who choose one.

use std::sync::Arc;

use kernel::{GameSeed, MapOptions, SeatId};
use serde_json::json;

use crate::context::AppContext;
use crate::context::fault::Fault;

/// Dice that are known to all: what is drawn by lot in a scenario is drawn otherwise in every game.
const SHOWN: u64 = 0;

impl AppContext {
    /// The map of a scenario as a seat sees it before the first step.
    pub fn opening_map(&self, ruleset: &str, scenario: &str, seat: &str) -> Result<Arc<str>, Fault> {
        let rules = self.ruleset(ruleset)?;
        let summary = rules.scenarios().into_iter().find(|known| known.id == scenario);
        let summary = summary.ok_or_else(|| Fault::not_found(format_args!("scenario “{scenario}”")))?;
        let at = summary.seats.iter().position(|known| known.key == seat);
        let at = at.ok_or_else(|| Fault::not_found(format_args!("seat “{seat}” in {}", summary.title)))?;
        let at = u16::try_from(at).map_err(Fault::broken)?;
        self.openings.get_or_draw((ruleset.to_owned(), scenario.to_owned(), at), || {
            let campaign = rules.start(scenario, &json!({}), &GameSeed::from_number(SHOWN)).map_err(Fault::broken)?;
            Ok(campaign.map_svg(SeatId(at), &MapOptions::default()))
        })
    }
}
