//! Step 0: the season (ER-2.2 to ER-2.4, ER-R2).

use crate::model::ids::HexId;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;

/// Determines the season of the month.
pub fn determine(eng: &mut Engine<'_>) {
    let month = eng.st.month.of_year();
    eng.st.winter = match month {
        5..=10 => false,
        4 | 11 => eng.d6("season", HexId(0), "ER-2.4") <= eng.sc.constants.season_winter_max_roll,
        _ => true,
    };
    let what = EventKind::MonthBegan { date: eng.st.month.to_string(), winter: eng.st.winter };
    eng.tell("ER-2.2", what);
}
