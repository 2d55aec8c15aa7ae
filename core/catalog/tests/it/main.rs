//! What holds for every rule system of the catalog.

mod golden;
mod hostile;
mod hostile_orders;
