//! Taxes, and what money is for (UM-6, UM-9, UM-23).

use super::assess::Survey;
use crate::model::ids::Rp;
use crate::orders::{Order, SetTaxRate};

/// What money is for this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spending {
    /// Improvements first, then recruits with what is left.
    Invest,
    /// Recruits first.
    Recruit,
    /// Only what the safety of the provinces asks for.
    Save,
}

/// The highest tax rate against arrears, per cent.
const HIGHEST: i64 = 120;
/// Money kept in hand.
pub const RESERVE: Rp = Rp::whole(1);

/// The tax rate of this turn's collection, when there is one and it should change (UM-6.3): 100 %, less where much was
/// captured and the treasury allows it, more only against arrears.
pub fn tax_rate(survey: &Survey) -> Option<Order> {
    if !survey.carries.taxation || !survey.civilised {
        return None;
    }
    let revenue: i64 = survey.own.iter().map(|&place| survey.revenue(place)).sum();
    let captured: i64 = survey
        .own
        .iter()
        .filter(|&&place| survey.st.province(place).loyalty == 1)
        .map(|&place| survey.revenue(place))
        .sum();
    let have = survey.treasury().in_tenths();
    let upkeep = survey.upkeep.in_tenths();
    let taxable = if survey.tax_rate() > 0 {
        survey.expected_tax.in_tenths() * 100 / i64::from(survey.tax_rate())
    } else {
        revenue
    };
    // A collection comes out up to a tenth short (UM-R16).
    let wanted = upkeep - have + RESERVE.in_tenths();
    let needed = if taxable > 0 { (wanted * 100 * 100 / 95 + taxable - 1) / taxable } else { 0 };
    let easy = if captured * 3 > revenue { 90 } else { 100 };
    let rate = needed.clamp(easy, HIGHEST).max(easy) as u16;
    (rate != survey.tax_rate()).then_some(Order::SetTaxRate(SetTaxRate { percent: rate }))
}

/// What may be spent before the next collection and still leave the pay of the army safe.
pub fn disposable(survey: &Survey) -> Rp {
    let have = survey.treasury() - RESERVE;
    if !survey.civilised || survey.taxes_left == 0 {
        return survey.treasury().max(Rp::ZERO);
    }
    // The next pay comes out of the next collection; a shortfall must be kept in hand.
    let income = survey.expected_tax.times(92, 100);
    let shortfall = (survey.upkeep - income).max(Rp::ZERO);
    (have - shortfall).max(Rp::ZERO)
}

/// How many more units the revenue carries.
pub fn room_for_units(survey: &Survey) -> i64 {
    if !survey.civilised {
        return i64::MAX / 20;
    }
    let full: i64 = survey.own.iter().map(|&place| survey.revenue(place)).sum();
    let per_unit = survey.sc.economy.unit_upkeep.in_tenths().max(1);
    (full * 95 / 100 - survey.upkeep.in_tenths()) / per_unit
}
