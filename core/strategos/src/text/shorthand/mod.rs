//! Orders as lines that people type: a line per order, or several on a line with `;` between.
//!
//! ```text
//! march "Army I" 2405 2406 forced          # hexes in their order; halt in their place stops it
//! battle "Division 1" attack               # attack, probe, defend, withdraw, garrison
//! interact "Division 1" 4                  # 1 to 6 (ST-R11)
//! task "Division 1" siege                  # blockade, siege, raid, loot, pillage, devastate, demolish, none
//! abandon "Division 1"                     # gives up looting or pillage
//! assault "Kardia" by "Division 1" first storm   # first, second, both; storm, probe
//! authorise "Division 1" against CAS       # to attack a treaty partner
//! city "Kardia" hold                       # or yield
//! build "Kardia" 2 HO                      # types by two letters or key: 2 hoplite
//! disband "Division 1" 2 LV, 1 ST
//! transfer "Division 1" to "Kardia" 2 HO   # to a command or city
//! send "Kardia" to "Ainos" 2 HO            # off the map
//! prisoners "Division 1" to "Kardia"
//! raise division "Division 2" in "Kardia"  # task_force, army, armada, division, fleet, special, scouting
//! assign "Division 1" to "Army I"          # or to none
//! special "Army I"                         # the Special command helps it; or none
//! disperse "Division 1", "Division 2" to "Kardia"
//! appoint "Prepelaos" to "Division 2"; dismiss "Prepelaos"; excess "Prepelaos", "Adaios"
//! enlarge "Kardia"; fortify "Kardia"; found 2405 "Neapolis"; fort 2405 5; road "Division 1"
//! base "Elis" by "Division 1"              # a Command Base
//! pay CAS 50
//! treaty offer CAS alliance 10, LYS pays 50, CAS cedes "Philippoi"
//! treaty accept 3; treaty reject 3; treaty break CAS; enemy CAS
//! spy "Pella"; assassin CAS "Army I" at 1017 200
//! bribe CAS "Philippoi" 400 for surrender_city by "Army I"
//! dispatch "Lysimachos to all whom it concerns: …"
//! ```
//!
//! Countries are named by their key or their ruler, everything else by name; commands also by number, `#12`. Quotes may be left
//! out where the name is known, and names be shortened as long as they fit one only. Everything after `#` is a remark, unless a
//! digit follows.

mod parse;
#[cfg(test)]
mod tests;

pub use parse::parse;

use crate::knowledge::Knowledge;
use crate::model::scenario::Scenario;
use crate::orders::Order;

/// Writes an order as a line that reads back as the same order.
pub fn print(sc: &Scenario, _: &Knowledge, order: &Order) -> String {
    order.print(sc)
}
