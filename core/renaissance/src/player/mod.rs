//! How a family is played, from what it knows.
//!
//! | file | what |
//! |---|---|
//! | `random.rs` | legal orders at random |

mod random;

pub use random::random;
