//! HTTP, storage and the clock. Knows rule systems through the kernel's interface and the catalog only; holds no rule.

pub mod archive;
pub mod cli;
pub mod clock;
pub mod computer;
pub mod config;
pub mod context;
pub mod game;
pub mod http;
pub mod ledger;
pub mod model;
pub mod openapi;
pub mod problem;
pub mod reference;
pub mod routes;
pub mod server;
pub mod service;
pub mod store;
#[cfg(test)]
mod tidy;
pub mod web;
pub mod workers;
