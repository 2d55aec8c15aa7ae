//! Movement: what is carried, how far one goes without loss, and what the way costs (RN-30 to RN-32).

pub mod attrition;
pub mod load;
