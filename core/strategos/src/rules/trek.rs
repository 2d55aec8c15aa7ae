//! What the march of a week has done so far (ST-R8, ST-R25, ST-R53).

use std::collections::{BTreeMap, BTreeSet};

use super::battlefield::{BattleReport, Captured};
use super::embarkation::{Boarded, Boarding};
use super::march::{Season, land_allowance};
use super::raids::Raids;
use super::trade::TradeWeek;
use crate::model::command::CommandKind;
use crate::model::ids::{CommandId, HexId, Power, SiteId};
use crate::model::measures::MovePoints;
use crate::model::scenario::Scenario;
use crate::model::state::{Site, State};

/// What the march of a week has done so far; it lasts for both movement phases.
#[derive(Clone, Debug)]
pub struct Trek {
    /// Weather and rain.
    pub season: Season,
    /// Impulses over.
    pub impulse: u8,
    /// Credit of marching forces, by their highest command (ST-R8).
    pub(super) credit: BTreeMap<CommandId, u16>,
    /// Credit that commands have spent.
    pub(super) spent: BTreeMap<CommandId, u16>,
    /// The allowance of those that could move.
    pub(super) allowance: BTreeMap<CommandId, MovePoints>,
    /// The impulse up to which a command rests after a battle.
    pub(super) rests: BTreeMap<CommandId, u8>,
    /// The impulse in which a command entered its hex; absent: it was there when the week began.
    pub(super) entered: BTreeMap<CommandId, u8>,
    /// Commands that left a hex.
    pub moved: BTreeSet<CommandId>,
    /// Fleets that were in an all-sea hex.
    pub at_sea: BTreeSet<CommandId>,
    /// Commands that were away from friendly cities for an impulse.
    away: BTreeSet<CommandId>,
    /// Sites without a garrison whose hex an enemy entered (ST-16.4 d).
    pub intruded: BTreeSet<SiteId>,
    /// Battles of this phase, so that two sides meet once in a hex (ST-R13).
    pub(super) met: BTreeSet<(HexId, Power, Power)>,
    /// Battles of the week.
    pub battles: Vec<BattleReport>,
    /// Commands that were captured (ST-R19).
    pub captured: Vec<Captured>,
    /// Scouts that were caught (ST-10.19).
    pub caught: Vec<CommandId>,
    /// Raids of the week (ST-6.8).
    pub raids: Raids,
    /// What goes aboard and ashore (ST-R62).
    pub boardings: Vec<Boarded>,
    /// Trade units (ST-R58).
    pub trade: TradeWeek,
    /// Impulses of a phase (ST-R8).
    pub(super) impulses_per_phase: u8,
}

impl Trek {
    /// At the beginning of a week.
    pub fn new(sc: &Scenario, season: Season) -> Self {
        Self {
            season,
            impulse: 0,
            credit: BTreeMap::new(),
            spent: BTreeMap::new(),
            allowance: BTreeMap::new(),
            rests: BTreeMap::new(),
            entered: BTreeMap::new(),
            moved: BTreeSet::new(),
            at_sea: BTreeSet::new(),
            away: BTreeSet::new(),
            intruded: BTreeSet::new(),
            met: BTreeSet::new(),
            battles: Vec::new(),
            captured: Vec::new(),
            caught: Vec::new(),
            raids: Raids::default(),
            boardings: Vec::new(),
            trade: TradeWeek::default(),
            impulses_per_phase: sc.rulings.march.impulses_per_phase as u8,
        }
    }

    /// The same, with what is ordered to go aboard and ashore.
    #[must_use]
    pub fn boarding(mut self, orders: &[Boarding]) -> Self {
        self.boardings = orders.iter().map(|order| Boarded { order: order.clone(), end: None }).collect();
        self
    }

    /// ST-R25: the movement points that a command did not spend, whole ones.
    pub fn unspent(&self, sc: &Scenario, st: &State) -> BTreeMap<CommandId, u8> {
        let land = st.commands.iter().filter(|(_, it)| it.kind == CommandKind::Division);
        land.map(|(id, it)| {
            let all = self.allowance.get(id).copied();
            let all = all.or_else(|| land_allowance(sc, &[it.kind], &it.units, &self.season, it.forced));
            let per_point = sc.rulings.march.credit_per_point as u16;
            let spent = self.spent.get(id).copied().unwrap_or_default().div_ceil(per_point);
            (*id, all.map_or(0, |all| all.0).saturating_sub(spent.min(255) as u8))
        })
        .collect()
    }

    /// ST-R53: the commands that were at a friendly city for all impulses.
    pub fn at_city(&self, st: &State) -> BTreeSet<CommandId> {
        st.commands.keys().copied().filter(|id| !self.away.contains(id)).collect()
    }

    /// Who is at sea, and who is away from friendly cities, in an impulse (ST-R53).
    pub(super) fn note_places(&mut self, sc: &Scenario, st: &State) {
        let cities: BTreeMap<HexId, &Site> =
            st.sites.values().filter(|site| site.size > 0).map(|site| (site.hex, site)).collect();
        for (id, command) in &st.commands {
            if sc.board.is_sea(command.hex) {
                self.at_sea.insert(*id);
            }
            let sheltered = cities.get(&command.hex).is_some_and(|site| st.admits(site, command.power));
            if !sheltered {
                self.away.insert(*id);
            }
        }
    }
}
