//! What a seat knows (ER-7): typed, as the rules' own functions take it, and as the view for the wire.

pub mod known;
#[cfg(feature = "testing")]
#[cfg(feature = "testing")]
pub mod shuffle;
pub mod view;
pub mod visibility;
