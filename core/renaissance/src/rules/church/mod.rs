//! The church and the military orders (RN-21, RN-22).
//!
//! | file | what |
//! |---|---|
//! | `posts.rs` | who holds what, and who gives up what |

pub mod posts;
