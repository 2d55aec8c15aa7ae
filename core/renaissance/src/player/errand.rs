//! What a persona may be about at the end of his month.

use super::trade::Venture;
use crate::model::ids::LocationId;
use crate::orders::Order;

/// What a persona is about.
pub enum Errand {
    /// He stays, inside the walls where he may.
    Stay,
    /// He carries goods to another market.
    Trade(Venture),
    /// He goes home.
    Home(LocationId),
    /// He goes and sees what another market sells and wants.
    Visit(LocationId),
    /// He fetches food, or lives where there is some.
    Provisions(LocationId),
    /// He leads his army before the walls of a town.
    March(LocationId),
    /// An order of war where he is.
    War(Order),
}
