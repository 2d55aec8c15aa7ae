//! Orders as players type them: a line per order, or several on a line with `;` between.
//!
//! ```text
//! OCT-A3 > Brundisium                      # the cheapest way; > 2825 > Roma goes by 2825
//! OCT-A3 : 2824 2825 2826                  # this path, hex by hex; OCT-F1 : … for a fleet
//! OCT-A3 > Artaxata invade
//! recruit OCT Roma legion_1 2              build OCT Brundisium 2
//! send OCT 20 to GAL                       ally OCT with ANT; alliance ANT with OCT yes; break OCT with ANT
//! embark OCT-F1 from OCT-A2: 2 legion_1, Agrippa ashore 1 new archers
//! unload OCT-F1: 2 legion_1                # into the port; without a list: everybody
//! land OCT-F1 invade: 2 legion_1           # on the coast
//! anchor OCT-F1                            split OCT-F1 2; split OCT-A3: 2 legion_1, Taurus
//! join armies OCT Roma                     join fleets OCT Brundisium
//! exchange OCT-A1 OCT-A2 give 2 legion_1 take Agrippa
//! siege OCT-A3; siege OCT-F1; lift OCT-A3  enter OCT-A3; leave OCT-A3; overrun OCT-A3
//! attack OCT-A1 OCT-A2 on ANT              assault Corinthus with OCT-A1
//! plunder OCT Macedonia                    distance land summer Roma > Brundisium
//! setup ARM Artaxata: 2 heavy_cav, Artaxias / 6221: 1 archers
//! intercept OCT-A1; intercept none         respond ANT: ANT-A2 stand, ANT-A3 city, ANT-A4 to 3829
//! retreat ANT to Corinthus                 season OCT: 2 legion_1, GAL 1 archers
//! policy OCT for OCT-A3 intercept 150% attacked retreat city 200% hex 300% beaten nearest
//! option intelligence on                   resign yes
//! end
//! ```
//!
//! The power is that of the force, unless ` as ANT` says another. Names may be shortened as long as they fit one only:
//! `brun` is Brundisium. Everything after `#` is a remark.

mod parse;
mod print;
#[cfg(test)]
mod tests;

pub use parse::parse;
pub use print::print;
