//! Who may trade at a location (RN-40.7, RN-25.7).

use crate::model::ids::FamilyId;
use crate::model::location::Location;
use crate::model::persona::Side;

/// Whether somebody of a family may trade who is on this side of the walls.
pub fn may_trade(here: &Location, family: FamilyId, side: Side) -> bool {
    let has = |list: &[FamilyId]| list.binary_search(&family).is_ok();
    side == Side::Inside || here.market_open || has(&here.ingress) || has(&here.market_rights)
}
