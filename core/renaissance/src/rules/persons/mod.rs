//! What personae do with their reputation and their skills (RN-11 to RN-14, RN-24). Whether it is the month and the place for it
//! is asked before.

pub mod duels;
pub mod murder;
pub mod piety;
pub mod sermons;
pub mod training;
pub mod works;
