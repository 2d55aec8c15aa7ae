//! What holds for every rule system of the catalog.

mod hostile;
mod hostile_orders;
