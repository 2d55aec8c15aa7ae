//! What families kept, lost and did over a campaign.

use renaissance::model::asset::Asset;
use renaissance::model::calendar::Month;
use renaissance::model::goods::Good;
use renaissance::model::ships::Ship;
use renaissance::rules::conflict::deed::Conflict;
use renaissance::rules::deed::Deed;

use super::campaign::PlayedTurn;

/// What families kept, lost and did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Months of all families.
    pub family_months: u32,
    /// Months in which a family that has somebody gave no order.
    pub silent: u32,
    /// Ducats of pay.
    pub paid: u64,
    /// Men lost unpaid.
    pub unpaid: u32,
    /// Men lost for want of food.
    pub starved: u32,
    /// Horses eaten, or lost for want of grain.
    pub horses: u32,
    /// Ships lost for want of materials.
    pub ships: u32,
    /// Battles fought.
    pub battles: u32,
    /// Sieges laid.
    pub sieges: u32,
    /// Towns that came under somebody's control.
    pub taken: u32,
    /// Towns looted.
    pub looted: u32,
    /// Men at the start of the last month.
    pub men: u32,
}

impl Tally {
    /// Counts a month.
    pub fn count(&mut self, turn: &PlayedTurn<'_>) {
        self.men = turn.before.living().map(|(_, it)| it.assets.troops.men()).sum();
        for (family, set) in turn.sc.family_ids().zip(turn.sets) {
            let lives = turn.before.family(family).personae.iter().any(|id| turn.before.persona(*id).alive);
            self.family_months += u32::from(lives);
            self.silent += u32::from(lives && set.is_empty());
        }
        let is_pay = is_pay(turn.sc.month(turn.after.turn));
        for deed in turn.played.opening.iter().chain(&turn.played.deeds) {
            match deed {
                Deed::Maintained { paid, used, lost, .. } => {
                    self.paid += paid.whole();
                    self.lose(is_pay, used, lost);
                }
                Deed::Conflict(Conflict::Fought(_)) => self.battles += 1,
                Deed::Conflict(Conflict::Controls { persona: Some(_), .. }) => self.taken += 1,
                Deed::Conflict(Conflict::SiegeBegun { .. }) => self.sieges += 1,
                Deed::Conflict(Conflict::Looted { .. }) => self.looted += 1,
                _ => {}
            }
        }
    }

    fn lose(&mut self, is_pay: bool, used: &[(Asset, u32)], lost: &[(Asset, u32)]) {
        let is_horses = |it: &&(Asset, u32)| it.0 == Asset::Good(Good::Horses);
        self.horses += used.iter().chain(lost).filter(is_horses).map(|it| it.1).sum::<u32>();
        for (asset, count) in lost {
            match asset {
                Asset::Men(_) if is_pay => self.unpaid += count,
                Asset::Men(_) => self.starved += count,
                Asset::Good(good) if Ship::of_good(*good).is_some() => self.ships += count,
                _ => {}
            }
        }
    }
}

/// Whether troops are paid in a month (RN-50.6).
pub fn is_pay(month: Month) -> bool {
    matches!(month, Month::May | Month::June | Month::July | Month::August | Month::September)
}
