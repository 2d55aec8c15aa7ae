//! P3: options, each player's list in his own order (UM-4.7, UM-R5).
//!
//! What an option does to the state is a function of its own, apart from the telling of it, so that an order set can be
//! judged with the same effects foreseen.

pub mod economy;
pub mod generals;
pub mod intrigue;

use kernel::Refusal;

use crate::model::ids::{Factions, GeneralId, NationId, ProvinceId, Rp, TypeId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::turn::Turn;

/// What earlier orders of the turn mean for later ones.
#[derive(Clone, Debug)]
pub struct EarlierOrders {
    /// Army units that a nation disbanded in a province (UM-8.4).
    pub(crate) disbanded: Vec<(NationId, ProvinceId, u32)>,
    /// Bribes offered (UM-R31).
    pub(crate) bribes: Vec<(NationId, ProvinceId)>,
    /// Generals whose lives were attempted, once for each attempt.
    attempts: Vec<GeneralId>,
    /// Changes of seniority so far.
    promotions: u16,
    /// Units raised (UM-23.5).
    pub(crate) raised: Vec<(NationId, ProvinceId, TypeId, u16)>,
}

impl EarlierOrders {
    /// Before the first order.
    pub const fn none() -> Self {
        Self { disbanded: Vec::new(), bribes: Vec::new(), attempts: Vec::new(), promotions: 0, raised: Vec::new() }
    }

    /// Units of a type that a nation raised in a province by earlier orders.
    pub fn raised_before(&self, nation: NationId, place: ProvinceId, kind: TypeId) -> u16 {
        let same =
            |raised: &&(NationId, ProvinceId, TypeId, u16)| (raised.0, raised.1, raised.2) == (nation, place, kind);
        self.raised.iter().filter(same).map(|(.., count)| count).sum()
    }

    /// One bribe per nation, city and turn (section 5, `offer_bribe`).
    pub fn first_bribe(&self, sc: &Scenario, st: &State, nation: NationId, place: ProvinceId) -> Result<(), Refusal> {
        if !self.bribes.contains(&(nation, place)) {
            return Ok(());
        }
        let detail = format!("a bribe was already offered in {} this turn", st.place(sc, place));
        Err(Refusal::new("second_bribe", "UM-11.6", detail).hint("offer one larger sum"))
    }
}

/// P3 begins: improvements paid for in earlier turns are on their way (UM-R22).
pub fn begin(turn: &mut Turn) {
    for province in &mut turn.st.provinces {
        province.pending += province.bought;
        province.bought = Rp::ZERO;
    }
}

/// Pays from the treasury; the judge has seen that it is there (UM-R8).
fn spend(st: &mut State, nation: NationId, amount: Rp) {
    st.nation_mut(nation).treasury -= amount;
}

/// The nations among some factions: the Independents read no reports.
pub fn readers<const N: usize>(sc: &Scenario, factions: [NationId; N]) -> Factions {
    factions.into_iter().filter(|faction| *faction != sc.ind()).collect()
}
