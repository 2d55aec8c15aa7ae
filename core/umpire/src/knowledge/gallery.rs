//! What everybody knows, whether he plays or not: the map as it was at the start, ranks, enmities, who is out of the game.
//!
//! Who holds what since the start is told to those whose informants are near (UM-33.1); others hear that something happened, and
//! not to whose gain (UM-R100).

use crate::knowledge::render;
use crate::knowledge::view::{NationView, ProvinceView};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::score;

/// What is public of a campaign.
#[derive(Clone, PartialEq, Debug)]
pub struct Public {
    /// The turn that orders are awaited for; the last one when the campaign is over.
    pub turn: u32,
    /// Whether the campaign is over.
    pub over: bool,
    /// All nations.
    pub nations: Vec<NationView>,
    /// All provinces, in the scenario's order.
    pub provinces: Vec<ProvinceView>,
}

impl Public {
    /// What is public of a state.
    pub fn of(sc: &Scenario, st: &State) -> Self {
        let ranks = score::published_ranks(sc, st);
        let provinces = sc.province_ids().map(|place| {
            let info = sc.province(place);
            ProvinceView {
                province: st.place(sc, place),
                owner: sc.party(info.owner),
                cty: info.cty,
                as_of: 0,
                own_spies: false,
                own: None,
                siege: None,
            }
        });
        Self {
            turn: st.turn.min(sc.end_turn),
            over: st.is_over(sc),
            nations: sc.nation_ids().map(|id| render::nation(sc, st, id, ranks[id.index()])).collect(),
            provinces: provinces.collect(),
        }
    }
}
