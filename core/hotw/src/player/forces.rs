//! The forces of an empire, and what they can pay for.

use super::decision::MILLE;
use super::odds::Odds;
use crate::model::ids::Defence;
use crate::model::ids::Source;
use crate::model::scenario::Board;
use crate::model::state::{Career, CombatMode, Method, Stack};
use crate::model::tables::Tables;

/// What an entry meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// Armies or fleets to be removed.
    pub defenders: u8,
    /// Level of defence, by rank.
    pub rank: usize,
    /// A water.
    pub water: bool,
    /// Nobody there at all, and next to the empire by land: Allies may enter.
    pub vacant: bool,
}

/// How something is paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pay {
    /// From a stack, or as a walkover.
    Now(Source),
    /// By a lookup still to be made at this level, or by dice.
    Fight(usize),
}

/// A price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Price {
    /// Forces, in thousandths.
    pub cost: i32,
    /// Out of which pocket.
    pub pay: Pay,
}

/// Forces and how they may be used.
#[derive(Clone, Debug)]
pub struct PlannedForces {
    /// Forces without a task or set aside, in thousandths: expected losses are fractions.
    pub free: i32,
    /// Armies of Allies.
    pub allies: u8,
    /// Fleets of Ship Building.
    pub ships: u8,
    /// Forts of Engineering.
    pub forts: u8,
    /// Combat stacks.
    pub stacks: Vec<Stack>,
    /// Levels at which a lookup is planned.
    pub opened: [bool; 5],
    /// Levels that may yet be added.
    pub openings: u8,
    /// Dice mode: fights are paid out of the free forces without lookups.
    pub dice: bool,
    /// Average losses.
    pub odds: Odds,
}

/// Price of a force that costs nothing, so that it is spent first.
const GRATIS: i32 = 100;

impl PlannedForces {
    /// What an empire under way has; `openings` lookups may be made.
    pub fn new(board: &Board, career: &Career, combat: CombatMode, openings: u8) -> Self {
        let pool = &career.pool;
        Self {
            free: i32::from(pool.unallocated + pool.walkover) * MILLE,
            allies: pool.allies,
            ships: pool.ships,
            forts: career.free_forts,
            stacks: pool.stacks.clone(),
            opened: [false; 5],
            openings,
            dice: combat == CombatMode::Dice && openings > 0,
            odds: Odds::new(board, combat, &career.cards),
        }
    }

    /// What an empire with so many forces would have.
    pub fn with(board: &Board, combat: CombatMode, forces: u8, cards: &crate::model::state::Modifiers) -> Self {
        Self {
            free: i32::from(forces) * MILLE,
            allies: 0,
            ships: 0,
            forts: 0,
            stacks: Vec::new(),
            opened: [false; 5],
            openings: board.constants.free_lookups,
            dice: combat == CombatMode::Dice,
            odds: Odds::new(board, combat, cards),
        }
    }

    /// All forces left, in thousandths.
    pub fn total(&self) -> i32 {
        self.free + self.stacks.iter().map(|stack| i32::from(stack.forces) * MILLE).sum::<i32>()
    }

    /// What a task costs; nothing when it cannot be paid.
    pub fn price(&self, tables: &Tables, task: Task) -> Option<Price> {
        if task.defenders == 0 { self.walk(task) } else { self.fight(tables, task) }
    }

    fn walk(&self, task: Task) -> Option<Price> {
        let now = |cost, from| Some(Price { cost, pay: Pay::Now(from) });
        if task.water && self.ships > 0 {
            return now(GRATIS, Source::Ships);
        }
        if !task.water && task.vacant && self.allies > 0 {
            return now(GRATIS, Source::Allies);
        }
        if self.free >= MILLE {
            return now(MILLE, Source::Walkover);
        }
        let left = self.stacks.iter().filter(|stack| stack.forces > 0 && (task.water || !stack.naval));
        left.min_by_key(|stack| stack.defence.rank()).and_then(|stack| now(MILLE, Source::Stack(stack.id)))
    }

    fn fight(&self, tables: &Tables, task: Task) -> Option<Price> {
        let able = self.stacks.iter().filter(|stack| stack.defence.rank() >= task.rank && (task.water || !stack.naval));
        let priced = able.filter_map(|stack| Some((self.assault(tables, stack, task.defenders)?, stack)));
        if let Some((cost, stack)) = priced.min_by_key(|(cost, stack)| (*cost, stack.defence.rank())) {
            return Some(Price { cost, pay: Pay::Now(Source::Stack(stack.id)) });
        }
        let defenders = i32::from(task.defenders);
        let level = if self.dice || self.opened[task.rank] || self.openings > 0 {
            task.rank
        } else {
            (task.rank..5).find(|rank| self.opened[*rank])?
        };
        let cost = MILLE + defenders * self.odds.loss[level];
        let enough = if self.dice { self.free >= MILLE } else { self.free >= cost };
        enough.then_some(Price { cost, pay: Pay::Fight(level) })
    }

    /// Forces that a stack spends on a space with so many defenders, in thousandths (HW-3.7, HW-4.8).
    fn assault(&self, tables: &Tables, stack: &Stack, defenders: u8) -> Option<i32> {
        match stack.method {
            Method::Rigid { credit } => (stack.forces > 0 && credit >= defenders).then_some(MILLE),
            Method::Compliant { column, row } => {
                let value = |column: i16| tables.compliant(i32::from(column), i32::from(row));
                let lost = value(column + i16::from(defenders) - 1).saturating_sub(value(column));
                (stack.forces > lost).then_some(MILLE * (1 + i32::from(lost)))
            }
        }
    }

    /// Pays.
    pub fn spend(&mut self, price: Price, defenders: u8) {
        match price.pay {
            Pay::Now(Source::Ships) => self.ships -= 1,
            Pay::Now(Source::Allies) => self.allies -= 1,
            Pay::Now(Source::Walkover) => self.free -= price.cost,
            Pay::Now(Source::Stack(id)) => {
                let forces = (price.cost / MILLE) as u8;
                for stack in self.stacks.iter_mut().filter(|stack| stack.id == id) {
                    stack.forces = stack.forces.saturating_sub(forces);
                    stack.method = match stack.method {
                        Method::Rigid { credit } => Method::Rigid { credit: credit.saturating_sub(defenders) },
                        Method::Compliant { column, row } => {
                            Method::Compliant { column: column + i16::from(defenders.saturating_sub(1)), row }
                        }
                    };
                }
            }
            Pay::Fight(rank) => {
                self.free -= price.cost;
                if !self.opened[rank] && !self.dice {
                    self.opened[rank] = true;
                    self.openings = self.openings.saturating_sub(1);
                }
            }
        }
    }
}

/// The level of a way into a Land.
pub fn rank(difficult: bool, works: crate::model::ids::Works) -> usize {
    Defence::of(difficult, works).rank()
}
