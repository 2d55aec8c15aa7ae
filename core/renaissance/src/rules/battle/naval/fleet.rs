//! A fleet while it fights, and whom its divisions attack (RN-71.4, RN-71.15, RN-71.16).

use kernel::exact::apportion;
use serde::{Deserialize, Serialize};

use super::squadron::{FleetDivision, Squadron};
use crate::rules::battle::exact::Exact;
use crate::rules::battle::men::Arm;
use crate::rules::battle::morale::{self, Leader};
use crate::rules::battle::ships::{Ships, effective_navigation};
use FleetDivision::{Center, Left, Reserve, Right};

/// What a side brings to a naval battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FleetSide {
    /// Who leads it.
    pub leader: Leader,
    /// His navigation, 0 to 999.
    pub navigation: u16,
    /// His ships in their divisions, in the order of [`FleetDivision::ALL`].
    pub squadrons: [Squadron; 4],
    /// Where he is: in the Reserve unless he orders otherwise (RN-71.1).
    pub owner: FleetDivision,
}

/// A division and whom it attacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Attack {
    pub from: FleetDivision,
    /// With the part of its kills that each gets.
    pub targets: Vec<(FleetDivision, Exact)>,
    /// 2 for those who flank, or 1.
    pub factor: u32,
}

/// A fleet while it fights.
#[derive(Clone, Debug)]
pub(super) struct Fleet {
    pub leader: Leader,
    pub morale: u16,
    pub navigation: Exact,
    pub squadrons: [Squadron; 4],
    pub owner: Option<FleetDivision>,
    pub prizes: Squadron,
    pub fired: bool,
    /// Whom each division of the line flanks in this stage.
    pub flanks: [Option<FleetDivision>; 3],
}

impl Fleet {
    pub fn new(side: &FleetSide) -> Self {
        let all = whole(&side.squadrons);
        let (crew, slaves) = (all.men[Arm::Crew], all.men[Arm::Slaves]);
        let largest =
            FleetDivision::SHARES.into_iter().rev().max_by_key(|it| side.squadrons[*it as usize].ships.count());
        let has_ships = side.squadrons[side.owner as usize].ships.count() > 0;
        Self {
            leader: side.leader,
            morale: side.leader.morale,
            navigation: effective_navigation(side.navigation, &all.ships, crew, slaves),
            squadrons: side.squadrons.clone(),
            owner: if has_ships { Some(side.owner) } else { largest },
            prizes: Squadron::default(),
            fired: false,
            flanks: [None; 3],
        }
    }
    pub fn at(&self, division: FleetDivision) -> &Squadron {
        &self.squadrons[division as usize]
    }
    pub fn at_mut(&mut self, division: FleetDivision) -> &mut Squadron {
        &mut self.squadrons[division as usize]
    }
    pub fn has_ships(&self, division: FleetDivision) -> bool {
        self.at(division).ships.count() > 0
    }
    pub fn whole(&self) -> Squadron {
        whole(&self.squadrons)
    }
    pub fn is_beaten(&self) -> bool {
        let whole = self.whole();
        whole.ships.count() == 0 || whole.men.is_beaten()
    }
    pub fn score_in_tenths(&self) -> u32 {
        morale::score_in_tenths(self.morale, &self.leader, self.owner.is_some())
    }
    /// Morale with the factors of a division (RN-R96).
    pub fn morale_of(&self, division: FleetDivision) -> u32 {
        let factors = &self.leader.factors;
        u32::from(self.morale)
            * match self.owner {
                None => 1,
                Some(his) if his == division => factors.own_division,
                Some(_) => factors.force,
            }
    }

    /// The Reserve takes the place of divisions of the line without ships; of several in equal parts (RN-71.15).
    pub fn bring_up_reserve(&mut self) -> Vec<FleetDivision> {
        let order = FleetDivision::SHARES.into_iter().filter(|it| *it != Reserve);
        let gaps: Vec<FleetDivision> = order.filter(|it| !self.has_ships(*it)).collect();
        if gaps.is_empty() || !self.has_ships(Reserve) {
            return Vec::new();
        }
        let reserve = std::mem::take(self.at_mut(Reserve));
        let mut parts = vec![Ships::NONE; gaps.len()];
        for (ship, count) in reserve.ships.iter() {
            for (part, share) in parts.iter_mut().zip(apportion(count, &vec![1; gaps.len()])) {
                part[ship] = share;
            }
        }
        for (gap, squadron) in gaps.iter().zip(reserve.split(&parts)) {
            self.squadrons[*gap as usize] = squadron;
        }
        if self.owner == Some(Reserve) {
            let most = gaps.iter().rev().max_by_key(|gap| self.at(**gap).men.fighters());
            self.owner = most.copied();
        }
        gaps
    }

    /// Whom each division flanks that has cleared its opponent, when the enemy has no Reserve (RN-71.16, RN-R130).
    pub fn look_for_flanks(&mut self, enemy: &Self) {
        self.flanks = FleetDivision::LINE.map(|from| {
            let cleared = from.opposite();
            if !self.has_ships(from) || enemy.has_ships(cleared) || enemy.has_ships(Reserve) {
                return None;
            }
            let adjacent: &[FleetDivision] = if cleared == Center { &[Left, Right] } else { &[Center] };
            enemy.strongest(adjacent).or_else(|| enemy.strongest(&[Left, Right]))
        });
    }

    fn strongest(&self, among: &[FleetDivision]) -> Option<FleetDivision> {
        let there = among.iter().rev().copied().filter(|it| self.has_ships(*it));
        there.max_by_key(|it| self.at(*it).men.fighters())
    }

    /// Whom each division of the line attacks now. One that is flanked spreads its kills over all who attack it, in
    /// proportion to their men (RN-R130).
    pub fn attacks(&self, enemy: &Self, flank_factor: u32) -> Vec<Attack> {
        let line = FleetDivision::LINE.into_iter().filter(|from| self.has_ships(*from));
        line.filter_map(|from| self.attack(from, enemy, flank_factor)).collect()
    }

    fn attack(&self, from: FleetDivision, enemy: &Self, flank_factor: u32) -> Option<Attack> {
        let opposite = Some(from.opposite()).filter(|it| enemy.has_ships(*it));
        let flankers = FleetDivision::LINE
            .into_iter()
            .filter(|it| Some(*it) != opposite && enemy.has_ships(*it) && enemy.flanks[*it as usize] == Some(from));
        let attackers: Vec<FleetDivision> = opposite.into_iter().chain(flankers).collect();
        if attackers.is_empty() {
            let target = self.flanks[from as usize].filter(|it| enemy.has_ships(*it))?;
            return Some(Attack { from, targets: vec![(target, Exact::whole(1))], factor: flank_factor });
        }
        let men = |it: &FleetDivision| u64::from(enemy.at(*it).men.all());
        let all: u64 = attackers.iter().map(men).sum();
        let targets = attackers.iter().map(|it| (*it, if all == 0 { Exact::ZERO } else { Exact::new(men(it), all) }));
        Some(Attack { from, targets: targets.collect(), factor: 1 })
    }
}

fn whole(squadrons: &[Squadron; 4]) -> Squadron {
    let mut all = Squadron::default();
    for squadron in squadrons {
        all.join(squadron.clone());
    }
    all
}
