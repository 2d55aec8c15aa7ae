//! Renaissance (RN): families of the world of 1493, month by month.

pub mod knowledge;
pub mod model;
pub mod orders;
pub mod rules;
pub mod telling;
pub mod text;
