//! The life of one game: a transaction that owns lock, events and save, and what goes on in it. It decides when a step is
//! complete, resolves it exactly once, gives computer players their work, and answers for absent players. It knows no rule,
//! no use case and no HTTP.
//!
//! | question | file |
//! |---|---|
//! | how is a game changed? | `transaction.rs` |
//! | who is awaited? | `awaiting.rs` |
//! | may this game go on? | `settle.rs` |
//! | what happens when it does? | `resolve.rs` |
//! | who has not come? | `absence.rs` |
//! | who asks for too much? | `measure.rs` |
//! | and if no computer player thinks? | `default_orders.rs` |
//! | who is told of it elsewhere? | `notifications.rs` |
//! | which letters may be written, and when do they arrive? | `press.rs` |
//! | who may sit where? | `seating.rs` |
//! | what do these orders say? | `read_orders.rs`, `order_sets.rs` |

pub mod absence;
pub mod awaiting;
mod default_orders;
mod measure;
pub mod notifications;
pub mod order_sets;
pub mod press;
pub mod read_orders;
mod resolve;
pub mod seating;
mod settle;
pub mod step_work;
mod take_back;
pub mod transaction;
