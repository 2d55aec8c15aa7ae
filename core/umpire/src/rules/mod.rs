//! What the phases do (UM-4.1), a file per phase or per group of rules. Their sequence is in `orders/sequence.rs`, which
//! brings the orders of each phase to it.

pub mod captives;
pub mod conflict;
pub mod counterintelligence;
pub mod deserters;
pub mod diplomacy;
pub mod disloyalty;
pub mod epidemics;
pub mod event;
pub mod informants;
pub mod intelligence;
pub mod morale;
pub mod movement;
pub mod muster;
pub mod options;
pub mod ownership;
pub mod recruitment;
pub mod revolts;
pub mod score;
pub mod setup;
pub mod taxes;
pub mod turn;
pub mod winter;
