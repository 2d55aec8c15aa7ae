//! What a planner keeps between the questions about one view. Every question draws the chain up again from its beginning,
//! and most of it comes out as it did before.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::question::Choice;

use super::lookups::Considered;
use super::posture::Posture;
use crate::model::ids::{AreaId, EventId, Space};
use crate::model::scenario::Target;
use crate::orders::Command;

/// How far a chain has come: with the view, all that decides how it goes on until the next question. The state follows
/// from the view and the orders given.
#[derive(Clone, PartialEq)]
pub struct Moment {
    /// What the turn is about.
    pub posture: Posture,
    /// An Area sought above all.
    pub focus: Option<AreaId>,
    /// Orders given so far.
    pub commands: Vec<Command>,
    /// Spaces that turned out to be closed.
    pub banned: Vec<Space>,
}

/// The orders of an expansion, and the spaces found closed by then.
pub struct March {
    /// Orders that were carried out.
    pub commands: Vec<Command>,
    /// See [`Moment::banned`].
    pub banned: Vec<Space>,
}

/// An event card that could be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// The card.
    pub card: EventId,
    /// What it is aimed at.
    pub targets: Vec<Target>,
    /// What it gains on average, in thousandths of a VP.
    pub gain: i32,
}

/// A set of targets to choose.
pub struct Plan {
    /// An Area sought above all.
    pub area: Option<AreaId>,
    /// How it is offered.
    pub choice: Choice,
}

/// The notes of one view.
#[derive(Default)]
pub struct Notes {
    /// Event cards worth playing.
    pub plays: Kept<Vec<Play>>,
    /// Sets of targets.
    pub targets: Kept<Vec<Plan>>,
    /// Lookups worth making.
    pub lookups: Kept<Considered>,
    /// Expansions without further lookups.
    pub marches: Kept<March>,
}

/// Results of one kind by the moment they belong to.
pub struct Kept<T>(Mutex<Vec<(Moment, Arc<T>)>>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Kept<T> {
    fn held(&self) -> MutexGuard<'_, Vec<(Moment, Arc<T>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was kept of a moment.
    pub fn find(&self, moment: &Moment) -> Option<Arc<T>> {
        self.held().iter().find(|(kept, _)| kept == moment).map(|(_, result)| result.clone())
    }

    /// Keeps a result.
    pub fn add(&self, moment: Moment, result: T) -> Arc<T> {
        let result = Arc::new(result);
        self.held().push((moment, result.clone()));
        result
    }

    /// The result of a moment, worked out the first time.
    pub fn once(&self, moment: Moment, work: impl FnOnce() -> T) -> Arc<T> {
        self.find(&moment).unwrap_or_else(|| self.add(moment, work()))
    }
}
