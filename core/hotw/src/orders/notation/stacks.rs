//! Which stack a level means while an order set is being read: those that the seat knows, and those that the order set's own lookups will
//! make.

use crate::knowledge::Knowledge;
use crate::model::ids::Defence;
use crate::model::scenario::Scenario;

/// A stack as far as it can be known before the order set is carried out.
#[derive(Clone, Debug)]
struct Known {
    id: u8,
    defence: Defence,
    /// `None` for a stack that a lookup of this order set will make.
    forces: Option<u8>,
    naval: bool,
}

/// The stacks of the empire under way.
#[derive(Clone, Debug, Default)]
pub struct Stacks {
    list: Vec<Known>,
    made: u8,
}

impl Stacks {
    pub fn new(sc: &Scenario, knowledge: &Knowledge) -> Self {
        let Some(turn) = knowledge.state.turn().filter(|_| knowledge.acting(sc).is_some()) else {
            return Self::default();
        };
        let list = turn.career.pool.stacks.iter().map(|stack| Known {
            id: stack.id,
            defence: stack.defence,
            forces: Some(stack.forces),
            naval: stack.naval,
        });
        Self { list: list.collect(), made: turn.career.stacks_made }
    }

    /// The next empire begins: it numbers its stacks anew.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// A lookup makes the next stack.
    pub fn lookup(&mut self, defence: Defence, naval: bool) {
        self.made = self.made.saturating_add(1);
        self.list.push(Known { id: self.made, defence, forces: None, naval });
    }

    /// The first stack of a level with forces left; against fleets, that of Naval Supremacy before others (HW-R18).
    pub fn of_level(&self, defence: Defence, at_sea: bool) -> Option<u8> {
        let fits = |stack: &&Known| stack.defence == defence && stack.forces != Some(0) && (at_sea || !stack.naval);
        let fitting = self.list.iter().filter(fits);
        fitting.min_by_key(|stack| (!stack.naval, stack.id)).map(|stack| stack.id)
    }

    /// The weakest stack that serves against a level (HW-R9).
    pub fn serving(&self, defence: Defence, at_sea: bool) -> Option<u8> {
        let levels = Defence::ALL.into_iter().filter(|level| level.rank() >= defence.rank());
        levels.map(|level| self.of_level(level, at_sea)).find(Option::is_some).flatten()
    }

    /// A force of a stack goes out.
    pub fn spend(&mut self, id: &str) {
        let stack = self.list.iter_mut().find(|stack| stack.id.to_string() == id);
        if let Some(forces) = stack.and_then(|stack| stack.forces.as_mut()) {
            *forces = forces.saturating_sub(1);
        }
    }

    /// All of them, in words.
    pub fn in_words(&self) -> String {
        let words = |stack: &Known| match stack.forces {
            Some(forces) => format!("#{} ({}, {forces} left)", stack.id, stack.defence),
            None => format!("#{} ({})", stack.id, stack.defence),
        };
        let all: Vec<String> = self.list.iter().filter(|stack| stack.forces != Some(0)).map(words).collect();
        if all.is_empty() { "there is no stack yet; make one by rigid or compliant".to_owned() } else { all.join(", ") }
    }
}
