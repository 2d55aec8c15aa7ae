//! Renaissance (RN): families of the world of 1493, month by month.

pub mod model;
pub mod orders;
pub mod rules;
