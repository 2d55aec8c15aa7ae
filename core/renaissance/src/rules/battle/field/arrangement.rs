//! How a side is arranged before a field battle (RN-64.1 to RN-64.4).

use kernel::exact::apportion;
use serde::{Deserialize, Serialize};

use super::division::Division;
use crate::rules::battle::men::{Arm, Men};
use crate::rules::battle::numbers;

/// Who stands where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arrangement {
    /// The men of each division, in the order of [`Division::ALL`].
    pub divisions: [Men; 6],
    /// Where the persona stands.
    pub persona: Division,
}

impl Arrangement {
    /// Each arm divided equally among its legal divisions (RN-64.4, RN-R103).
    pub fn by_default(men: Men, persona: Division) -> Self {
        let mut divisions = [Men::NONE; 6];
        for (arm, count) in men.iter() {
            let order: &[Division] =
                if arm.is_mounted() { &Division::CAVALRY_SHARES } else { &Division::INFANTRY_SHARES };
            for (division, share) in order.iter().zip(apportion(count, &vec![1; order.len()])) {
                divisions[*division as usize][arm] += share;
            }
        }
        Self { divisions, persona }
    }

    /// What is wished, if it is legal; the default if it is not, or if nothing is wished (RN-64.4).
    ///
    /// Men for whom no division is named stand in the Reserves. A persona assigned to an empty division is put with the
    /// largest (RN-R107).
    pub fn of(men: Men, wish: Option<&Self>) -> Self {
        let wished = wish.and_then(|wish| wish.with_the_rest(men)).filter(Self::is_legal);
        let persona = wish.map_or(Division::Reserves, |wish| wish.persona);
        let mut arrangement = wished.unwrap_or_else(|| Self::by_default(men, persona));
        arrangement.persona = arrangement.stand();
        arrangement
    }

    /// With those whom it does not name in the Reserves; nothing if it names men who are not there.
    fn with_the_rest(&self, men: Men) -> Option<Self> {
        let named = self.men();
        let possible = Arm::ALL.iter().all(|arm| named[*arm] <= men[*arm]);
        let mut whole = *self;
        whole.divisions[Division::Reserves as usize] += men - named;
        possible.then_some(whole)
    }

    /// Whether it keeps to RN-64.2 and RN-64.3. Guns do not count, and are always in the Reserves.
    pub fn is_legal(&self) -> bool {
        let all = self.men();
        let enough = |part: u32, whole: u32, percent: u64| u64::from(part) * 100 >= u64::from(whole) * percent;
        let on_foot = Division::FOOT.iter().all(|division| {
            let here = &self.divisions[*division as usize];
            enough(here.infantry(), all.infantry(), numbers::LEAST_INFANTRY_PERCENT)
                && enough(here.all(), all.all(), numbers::LEAST_MEN_PERCENT)
        });
        on_foot && Division::ALL.iter().all(|it| !it.is_wing() || self.divisions[*it as usize].infantry() == 0)
    }

    /// Everybody.
    pub fn men(&self) -> Men {
        self.divisions.iter().copied().sum()
    }

    /// Where the persona stands, who must be with men if there are any.
    fn stand(&self) -> Division {
        let size = |division: Division| self.divisions[division as usize].all();
        if size(self.persona) > 0 {
            return self.persona;
        }
        let order = Division::GAPS.into_iter().chain([Division::Reserves]);
        order.fold(self.persona, |best, division| if size(division) > size(best) { division } else { best })
    }
}
