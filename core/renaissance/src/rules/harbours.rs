//! Deepening a harbour (RN-49).

use crate::model::goods::Good;
use crate::model::measures::Rating;
use crate::model::money::Money;
use crate::model::persona::Persona;
use crate::model::rulings::Harbours;
use crate::model::skills::Skill;
use crate::model::troops::Troop;

/// Why a harbour is not deepened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoHarbour {
    /// It is not deep enough to begin with (RN-49.1).
    TooShallow,
    /// The engineer is not good enough for this depth (RN-49.4).
    Unskilled,
    /// There are not enough slaves and auxiliaries (RN-49.5).
    TooFewMen,
    /// There are not enough ducats (RN-49.6).
    TooDear,
}

/// What it costs to deepen a harbour of so many feet (RN-49.6).
pub fn cost(depth: u8, engineering: Rating, figures: &Harbours) -> Money {
    let full = u64::from(depth) * figures.ducats_a_foot + figures.ducats;
    Money::ducats(full.saturating_sub(u64::from(engineering.get()) * figures.ducats_less))
}

/// Takes ducats and men, slaves first, and teaches the engineer (RN-49.3 to RN-49.6). `depth` is that of the start of the turn,
/// however many deepen the harbour in it (RN-49.2, RN-R83); the harbour is 1 foot deeper afterwards.
pub fn deepen(depth: u8, engineer: &mut Persona, figures: &Harbours) -> Result<(), NoHarbour> {
    let engineering = engineer.skills.of(Skill::Engineering);
    if depth < figures.depth_least {
        return Err(NoHarbour::TooShallow);
    }
    if u32::from(engineering.get()) < figures.engineering_a_foot * u32::from(depth) {
        return Err(NoHarbour::Unskilled);
    }
    let (slaves, men) = (engineer.assets.goods.of(Good::Slaves), engineer.assets.troops[Troop::Auxiliaries]);
    if u64::from(slaves) + u64::from(men) < u64::from(figures.men) {
        return Err(NoHarbour::TooFewMen);
    }
    let price = cost(depth, engineering, figures);
    engineer.assets.money = engineer.assets.money.less(price).ok_or(NoHarbour::TooDear)?;
    let taken = engineer.assets.goods.take(Good::Slaves, figures.men);
    engineer.assets.troops[Troop::Auxiliaries] -= figures.men - taken;
    engineer.skills.set(Skill::Engineering, engineering.changed(1), usize::MAX);
    Ok(())
}
