//! A campaign in words and pictures.
//!
//! | file | what |
//! |---|---|
//! | `events.rs` | events in words |
//! | `words.rs` | numbers of things and money in sentences |

pub mod events;
pub mod words;
