//! Orders as players type them: a line per order, or several on a line with `;` between.
//!
//! ```text
//! keep                                     pass Apollo
//! sumeria Lower Tigris, Lower Tigris, Zagros
//! event Flood: Nile Delta                  event Pirates: Black Sea with 0
//! survivors Nubia, Libya                   begin
//! wo 5                                     # set aside for walkovers
//! free wo 2                                free #1 2
//! rigid 0 2/4 Zagros, Middle Tigris        # 2 Lands with 4 defenders, plain
//! rigid -2 3 max 8                         # 3 Lands with one defender each, risking 8 forces at most
//! compliant -2 8                           compliant 0 4 naval
//! Zagros 0                                 # a force of the first stack of that level
//! Zagros #2 from Persian Plateau           Black Sea wo
//! Zagros                                   # of the stack that fits
//! attack Atlantic Ocean against Hera 0     dice Zagros from Persian Plateau
//! +2 Pyrenees                              fort Crete; fortress Crete; fort Morea free
//! stop                                     monument Nile Delta
//! end
//! trade accept Apollo, Hera                retreat Zagros, Levant
//! ```
//!
//! Names may be shortened as long as they fit one only: `mid tig` is Middle Tigris. `#` before a number names a stack;
//! otherwise everything after `#` is a remark.

pub(crate) mod line;
pub(crate) mod names;
pub(crate) mod parse;
pub(crate) mod print;
pub(crate) mod reader;
pub(crate) mod stacks;
#[cfg(test)]
mod tests;

pub use parse::parse;
