//! A side while it fights.

use kernel::exact::apportion;
use serde::{Deserialize, Serialize};

use super::arrangement::Arrangement;
use super::division::Division;
use super::guns::Guns;
use super::record::Advance;
use crate::model::rulings::War;
use crate::rules::battle::men::{Men, Target};
use crate::rules::battle::morale::{self, Leader};

/// What a side brings to a field battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldSide {
    /// Who leads it.
    pub leader: Leader,
    /// Who stands where.
    pub arrangement: Arrangement,
    /// Its guns, in the Reserves.
    pub guns: Guns,
}

/// A side while it fights.
#[derive(Clone, Debug)]
pub(super) struct Host {
    pub leader: Leader,
    pub morale: u16,
    pub divisions: [Men; 6],
    pub guns: Guns,
    /// Where the persona stands; nowhere once he has fallen.
    pub persona: Option<Division>,
}

impl Host {
    pub fn new(side: &FieldSide) -> Self {
        Self {
            leader: side.leader,
            morale: side.leader.morale,
            divisions: side.arrangement.divisions,
            guns: side.guns,
            persona: Some(side.arrangement.persona),
        }
    }
    pub fn men(&self) -> Men {
        self.divisions.iter().copied().sum()
    }
    pub fn at(&self, division: Division) -> &Men {
        &self.divisions[division as usize]
    }
    pub fn has_men(&self, division: Division) -> bool {
        self.at(division).all() > 0
    }
    pub fn lose(&mut self, division: Division, target: Target, count: u32, war: &War) -> u32 {
        self.divisions[division as usize].lose(target, count, war).all()
    }
    pub fn is_alive(&self) -> bool {
        self.persona.is_some()
    }
    /// The morale with which a division inflicts casualties, but for flanking (RN-61.14, RN-R96).
    pub fn morale_of(&self, division: Division) -> u32 {
        let factors = &self.leader.factors;
        u32::from(self.morale)
            * match self.persona {
                None => 1,
                Some(his) if his == division => factors.own_division,
                Some(_) => factors.force,
            }
    }
    /// The morale with which the whole force inflicts casualties in a pursuit (RN-R109).
    pub fn morale_of_all(&self) -> u32 {
        u32::from(self.morale) * if self.is_alive() { self.leader.factors.force } else { 1 }
    }
    pub fn score_in_tenths(&self) -> u32 {
        morale::score_in_tenths(self.morale, &self.leader, self.is_alive())
    }
    /// The persona falls with the last man of his division (RN-64.27). Whether he fell now.
    pub fn bury(&mut self) -> bool {
        let falls = self.persona.is_some_and(|division| !self.has_men(division));
        if falls {
            self.persona = None;
        }
        falls
    }

    /// Reserves go forward into divisions without men (RN-64.20 to RN-64.22, RN-R107). Guns stay.
    pub fn fill_gaps(&mut self) -> Vec<Advance> {
        let gaps = Division::GAPS.into_iter().filter(|division| !self.has_men(*division)).collect::<Vec<_>>();
        let mut sent = [0; 5];
        for (arm, count) in self.at(Division::Reserves).iter().collect::<Vec<_>>() {
            let legal: Vec<_> = gaps.iter().filter(|gap| arm.is_mounted() || !gap.is_wing()).collect();
            if legal.is_empty() {
                continue;
            }
            self.divisions[Division::Reserves as usize][arm] = 0;
            for (gap, share) in legal.iter().zip(apportion(count, &vec![1; legal.len()])) {
                self.divisions[**gap as usize][arm] += share;
                sent[**gap as usize] += share;
            }
        }
        let advances = gaps.iter().map(|gap| Advance { to: *gap, men: sent[*gap as usize] });
        let advances: Vec<_> = advances.filter(|advance| advance.men > 0).collect();
        if self.persona == Some(Division::Reserves) {
            let most = advances.iter().map(|advance| advance.men).max();
            let led = advances.iter().find(|advance| Some(advance.men) == most);
            self.persona = led.map_or(self.persona, |advance| Some(advance.to));
        }
        advances
    }
}
