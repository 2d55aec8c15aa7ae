//! Who orders, what he takes the state to be, and the questions that the rules ask of orders of several kinds.
//!
//! The same questions are put twice: to the state that a seat knows when its orders are handed in, and to the
//! true state when they are carried out. What hangs on facts that may differ by then is
//! [uncertain](Refusal::uncertain): a warning at first, a failure in the end.

use kernel::Refusal;

use super::lookup;
use crate::model::ids::{GeneralId, NationId, ProvinceId, Rp, TypeId};
use crate::model::scenario::{Scenario, TurnType};
use crate::model::state::State;
use crate::rules::options::EarlierOrders;

/// The permission to carry an order out, which only a judge gives.
#[derive(Debug)]
pub struct Permission {
    part: u16,
    cut: Option<Refusal>,
}

impl Permission {
    /// For an order that is carried out as a whole or not at all.
    pub(super) const fn whole() -> Self {
        Self { part: 1, cut: None }
    }

    /// How much of what was asked may be carried out.
    pub fn part(&self) -> u16 {
        self.part
    }

    /// Why not all of it, if it is a part only.
    pub fn cut(self) -> Option<Refusal> {
        self.cut
    }
}

/// Who orders, and in which position.
pub struct OrderContext<'a> {
    /// Static data.
    pub sc: &'a Scenario,
    /// The true state, or the one that the nation knows.
    pub st: &'a State,
    /// Whose orders.
    pub nation: NationId,
    /// What earlier orders of the turn mean for this one.
    pub earlier: &'a EarlierOrders,
}

impl<'a> OrderContext<'a> {
    /// A nation before its first order.
    pub fn new(sc: &'a Scenario, st: &'a State, nation: NationId) -> Self {
        static NONE: EarlierOrders = EarlierOrders::none();
        Self { sc, st, nation, earlier: &NONE }
    }

    /// A province that a part of the order names.
    pub(super) fn find_province(&self, word: &str, part: &str) -> Result<ProvinceId, Refusal> {
        lookup::find_province(self.sc, self.st, word).map_err(|refusal| refusal.at(part))
    }

    /// A nation that a part of the order names.
    pub(super) fn find_nation(&self, word: &str, part: &str) -> Result<NationId, Refusal> {
        lookup::find_nation(self.sc, word).map_err(|refusal| refusal.at(part))
    }

    /// A type of unit that a part of the order names.
    pub(super) fn find_type(&self, word: &str, part: &str) -> Result<TypeId, Refusal> {
        lookup::find_type(self.sc, word).map_err(|refusal| refusal.at(part))
    }

    /// A general of the nation that a part of the order names.
    pub(super) fn find_general(&self, word: &str, part: &str) -> Result<GeneralId, Refusal> {
        lookup::find_general(self.sc, self.st, self.nation, word).map_err(|refusal| refusal.at(part))
    }

    pub(super) fn name(&self, place: ProvinceId) -> crate::model::ids::Place {
        self.st.place(self.sc, place)
    }

    pub(super) fn own(&self, place: ProvinceId, rule: &'static str) -> Result<(), Refusal> {
        if self.st.province(place).owner == self.nation {
            return Ok(());
        }
        let refusal = Refusal::new("not_owner", rule, format!("{} is not your province", self.name(place)));
        Err(refusal.at("province").hint("name a province that you own"))
    }

    pub(super) fn own_general(&self, id: GeneralId) -> Result<(), Refusal> {
        let general = self.st.general(id);
        if general.alive && general.nation == self.nation {
            return Ok(());
        }
        let detail = format!("{} is not in your service any more", self.st.captain(self.sc, id));
        Err(Refusal::new("general_gone", "UM-13.1", detail).at("general"))
    }

    pub(super) fn other_nation(&self, other: NationId, rule: &'static str) -> Result<(), Refusal> {
        if other == self.nation {
            return Err(Refusal::new("own_nation", rule, "the recipient is your own nation").at("recipient"));
        }
        if self.st.nation(other).eliminated {
            let detail = format!("{} is out of the game", self.sc.nation(other).name);
            return Err(Refusal::new("nation_eliminated", rule, detail).at("recipient"));
        }
        Ok(())
    }

    pub(super) fn civilised(&self, what: &str, rule: &'static str) -> Result<(), Refusal> {
        if self.sc.is_civilised(self.nation) {
            return Ok(());
        }
        Err(Refusal::new("not_civilised", rule, format!("{what} is for civilised nations; yours is tribal")))
    }

    /// UM-4.8: whether the calendar carries an activity this turn; if not, when it will.
    pub(super) fn season(
        &self, carries: impl Fn(&TurnType) -> bool, what: &str, rule: &'static str,
    ) -> Result<(), Refusal> {
        let (sc, now) = (self.sc, self.st.turn);
        if carries(sc.turn_type(now)) {
            return Ok(());
        }
        let refusal = Refusal::new("wrong_turn", rule, format!("{} has no {what}", sc.calendar.label(now)));
        let next = (now + 1..=now + sc.turns.len() as u32).find(|&turn| carries(sc.turn_type(turn)));
        Err(match next {
            Some(turn) => refusal.hint(format!("the next turn with {what} is {}", sc.calendar.label(turn))),
            None => refusal,
        })
    }

    pub(super) fn some(&self, count: u16, part: &str, rule: &'static str) -> Result<(), Refusal> {
        if count > 0 {
            return Ok(());
        }
        Err(Refusal::new("nothing_asked", rule, "the order asks for nothing").hint("ask for 1 or more").at(part))
    }

    pub(super) fn at_least(&self, amount: Rp, least: Rp, what: &str, rule: &'static str) -> Result<(), Refusal> {
        if amount >= least {
            return Ok(());
        }
        let detail = format!("{what} for {amount} RP is not to be had");
        Err(Refusal::new("too_little", rule, detail).hint(format!("offer {least} RP or more")).at("amount"))
    }

    pub(super) fn unthreatened(&self, place: ProvinceId, what: &str, rule: &'static str) -> Result<(), Refusal> {
        if !self.st.threatened(self.sc, place, self.nation) {
            return Ok(());
        }
        let detail = format!("hostile forces are in {}: {what}", self.name(place));
        Err(Refusal::new("hostile_forces", rule, detail).at("province").hint("drive them out first").uncertain())
    }

    pub(super) fn too_few(&self, place: ProvinceId, kind: TypeId, here: u16, rule: &'static str) -> Refusal {
        let detail = format!("{} {} of yours are in {}", here, self.sc.troop(kind), self.name(place));
        Refusal::new("too_few_units", rule, detail).at("count")
    }

    /// UM-R8: nothing is bought on credit.
    pub(super) fn credit(&self, price: Rp, rule: &'static str) -> Result<(), Refusal> {
        if self.st.nation(self.nation).treasury >= price { Ok(()) } else { Err(self.no_credit(price, rule)) }
    }

    pub(super) fn no_credit(&self, price: Rp, rule: &'static str) -> Refusal {
        let left = self.st.nation(self.nation).treasury;
        let detail = format!("it costs {price} RP, and {left} RP are left in the treasury");
        Refusal::new("no_credit", rule, detail).hint("nothing is sold on credit").uncertain()
    }

    pub(super) fn affordable(&self, price: Rp) -> i64 {
        self.st.nation(self.nation).treasury.max(Rp::ZERO).in_tenths() / price.in_tenths().max(1)
    }
}

/// The most that all limits allow of what was asked; refused with the reason of the tightest when that is nothing.
pub(super) fn largest<const N: usize>(
    asked: u16, limits: [(i64, &dyn Fn() -> Refusal); N],
) -> Result<Permission, Refusal> {
    let tightest = limits.into_iter().min_by_key(|(most, _)| *most);
    match tightest {
        Some((most, why)) if most <= 0 => Err(why()),
        Some((most, why)) if most < i64::from(asked) => Ok(Permission { part: most as u16, cut: Some(why()) }),
        _ => Ok(Permission { part: asked, cut: None }),
    }
}
