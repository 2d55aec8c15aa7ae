//! Whole answers to what is asked of a seat now.

use serde::Serialize;
use utoipa::ToSchema;

/// For how long an answer holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerScope {
    /// For this question.
    Once,
    /// For this question and the like of it about the same force, until its move is over.
    Move,
    /// For this question and the like of it until the phase is over.
    Phase,
    /// Until it is changed: a standing answer (policy) is set as well.
    Always,
}

/// An order set that answers what is asked now.
#[derive(Clone, PartialEq, Debug)]
pub struct QuickAnswer<O> {
    /// What it does, in the imperative: *Let them pass*.
    pub title: String,
    /// For how long.
    pub scope: AnswerScope,
    /// The orders, in order; at least one.
    pub orders: Vec<O>,
}
