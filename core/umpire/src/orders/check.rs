//! A whole order set when it is handed in.

use kernel::{Refusal, Verdict};

use super::judge::{conversion, improvement, judge, recruits};
use crate::model::ids::{NationId, ProvinceId, TypeId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::Order;
use crate::orders::commands::{Cmd, Command, resolve};
use crate::rules::options::Ledger;
use crate::rules::{movement, options, recruitment};

/// Judges an order set when it is handed in, on the state that its seat believes in: one verdict per order, in their order.
///
/// The orders are judged in the sequence of play, each after the expected effects of those before it, so that money
/// spent twice, a city rebuilt and then improved, or units disbanded and then moved are seen for what they are.
pub fn check_orders(sc: &Scenario, st: &State, nation: NationId, orders: &[Order]) -> Vec<Verdict> {
    let mut check = Check { sc, nation, foreseen: st.clone(), found: vec![None; orders.len()] };
    let mut commands = Vec::with_capacity(orders.len());
    for (index, order) in orders.iter().enumerate() {
        match resolve(sc, st, nation, order) {
            Ok(what) => commands.push(Command { index, what }),
            Err(refusal) => check.note(index, refusal),
        }
    }
    check.replaced(&commands);
    check.policies(&commands);
    check.options(&commands);
    check.moves(&commands);
    check.recruits(&commands);
    let verdict = |(index, found): (usize, &Option<Refusal>)| match found {
        Some(refusal) => refusal.verdict(index),
        None => Verdict::accepted(index),
    };
    check.found.iter().enumerate().map(verdict).collect()
}

struct Check<'a> {
    sc: &'a Scenario,
    nation: NationId,
    /// The believed state after the orders judged so far.
    foreseen: State,
    /// The worst that was found of each order, the first of its kind.
    found: Vec<Option<Refusal>>,
}

impl Check<'_> {
    fn note(&mut self, index: usize, refusal: Refusal) {
        let Some(slot) = self.found.get_mut(index) else { return };
        let worse = slot.as_ref().is_none_or(|old| old.uncertain && !refusal.uncertain);
        if worse {
            *slot = Some(refusal);
        }
    }

    /// Notes what speaks against an order; true if it may be carried out as far as can be foreseen.
    fn passes(&mut self, command: &Command) -> bool {
        match judge(self.sc, &self.foreseen, self.nation, &command.what) {
            Ok(()) => true,
            Err(refusal) => {
                self.note(command.index, refusal);
                false
            }
        }
    }

    /// Of several orders of which the last stands, the others are superfluous.
    fn replaced(&mut self, commands: &[Command]) {
        for (at, command) in commands.iter().enumerate() {
            let same = |later: &&Command| match (&command.what, &later.what) {
                (Cmd::SetEnemies { .. }, Cmd::SetEnemies { .. })
                | (Cmd::SetTaxRate { .. }, Cmd::SetTaxRate { .. })
                | (Cmd::SetReplacementProvince { .. }, Cmd::SetReplacementProvince { .. }) => true,
                (Cmd::SetSeniority { general: one, .. }, Cmd::SetSeniority { general: other, .. })
                | (Cmd::WinterDestination { general: one, .. }, Cmd::WinterDestination { general: other, .. }) => {
                    one == other
                }
                _ => false,
            };
            if let Some(later) = commands[at + 1..].iter().find(same) {
                let detail = format!("order {} of this sheet says otherwise, and the last one stands", later.index + 1);
                self.note(command.index, Refusal::new("replaced", "UM-4.6", detail).uncertain());
            }
        }
    }

    /// P1, P2, preferences and winter quarters.
    fn policies(&mut self, commands: &[Command]) {
        for command in commands {
            match &command.what {
                Cmd::SetEnemies { nations } => {
                    self.passes(command);
                    let idle = |other: &&NationId| **other == self.nation || self.foreseen.nation(**other).eliminated;
                    if let Some(other) = nations.iter().find(idle) {
                        let detail = format!("{} cannot be an enemy and is left out", self.sc.nation(*other).name);
                        self.note(command.index, Refusal::new("no_enemy", "UM-5.1", detail).at("nations").uncertain());
                    }
                    let enemies = nations.iter().copied().filter(|other| *other != self.nation).collect();
                    self.foreseen.nation_mut(self.nation).declared = enemies;
                }
                Cmd::SetTaxRate { .. } | Cmd::SetReplacementProvince { .. } | Cmd::WinterDestination { .. } => {
                    self.passes(command);
                }
                _ => {}
            }
        }
    }

    /// P3, with a running treasury.
    fn options(&mut self, commands: &[Command]) {
        let mut ledger = Ledger::default();
        for command in commands.iter().filter(|command| options::is_option(&command.what)) {
            let cut = match command.what {
                Cmd::ImproveCity { province, points } => {
                    improvement(self.sc, &self.foreseen, self.nation, province, points).map(|(_, cut)| cut)
                }
                Cmd::ConvertTroops { province, from, to, count, barter } => {
                    let pair = [from, to];
                    conversion(self.sc, &self.foreseen, self.nation, province, pair, count, barter).map(|(_, cut)| cut)
                }
                _ => Ok(None),
            };
            if let Ok(Some(cut)) = cut {
                self.note(command.index, cut.uncertain());
            }
            if let Cmd::OfferBribe { province, .. } = command.what
                && let Err(refusal) = ledger.first_bribe(self.sc, &self.foreseen, self.nation, province)
            {
                self.note(command.index, refusal);
                continue;
            }
            if self.passes(command) {
                options::foresee(self.sc, &mut self.foreseen, &mut ledger, self.nation, &command.what);
            }
        }
    }

    /// P5, as the troops stand after the options.
    fn moves(&mut self, commands: &[Command]) {
        for (index, refusal) in movement::check(self.sc, &self.foreseen, self.nation, commands) {
            self.note(index, refusal);
        }
    }

    /// P6, with what is left in the treasury.
    fn recruits(&mut self, commands: &[Command]) {
        let cost = self.sc.economy.unit_cost;
        let mut raised: Vec<(ProvinceId, TypeId, u16)> = Vec::new();
        for command in commands {
            match command.what {
                Cmd::RecruitUnits { province, kind, count } => {
                    let before = recruitment::raised_before(&raised, province, kind);
                    match recruits(self.sc, &self.foreseen, self.nation, province, kind, count, before) {
                        Err(refusal) => self.note(command.index, refusal),
                        Ok((part, cut)) => {
                            raised.push((province, kind, part));
                            self.foreseen.nation_mut(self.nation).treasury -= cost.times(i64::from(part), 1);
                            if let Some(cut) = cut {
                                self.note(command.index, cut.uncertain());
                            }
                        }
                    }
                }
                Cmd::RecruitSpyNetwork { province } if self.passes(command) => {
                    self.foreseen.nation_mut(self.nation).treasury -= cost;
                    self.foreseen.province_mut(province).spies.add(self.nation);
                }
                _ => {}
            }
        }
    }
}
