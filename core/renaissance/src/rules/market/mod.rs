//! Markets: quotas and prices, tariffs, buying and selling (RN-40 to RN-44).

pub mod access;
pub mod guild;
pub mod quotas;
pub mod tariffs;
pub mod trade;
