//! HTTP, storage and the clock. Knows rule systems through the kernel's interface and the catalog only; holds no rule.

pub mod archive;
pub mod cli;
pub mod clock;
pub mod ledger;
