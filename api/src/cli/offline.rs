//! The computer player behind `cursus resolve`.

use ai::Progress;
use kernel::{Campaign, GameSeed, Orders, SeatId};

use super::resolve::ComputerPlayer;
use crate::computer::decide;

/// The computer player behind `cursus resolve`.
pub struct Offline;

impl ComputerPlayer for Offline {
    fn orders(&self, level: &str, campaign: &dyn Campaign, seat: SeatId, seed: &GameSeed) -> Result<Orders, String> {
        // Played offline, the file holds one seed; hashed with a name of its own it gives the computer's.
        let decision = decide(campaign, seat, level, &seed.0, "offline", &Progress::default())?;
        Ok(campaign.read_orders(&decision.orders))
    }
}
