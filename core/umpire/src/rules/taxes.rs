//! Tax rates (P2), taxes and pay (P14), recovery and decline (P15): UM-6, UM-7, UM-10.3, UM-26.

use kernel::RuleRef;

use crate::model::combat_orders::Arm;
use crate::model::constants::Constants;
use crate::model::ids::{GeneralId, NationId, ProvinceId, Rp};
use crate::model::scenario::{CityStatus, Economy, Scenario};
use crate::model::state::{Province, State};
use crate::rules::event::{EventKind, EventScope};
use crate::rules::turn::Turn;

/// UM-6.7, UM-6.8, UM-R17: what can be taxed of a province: each hostile army unit takes a point of its value, save in
/// the capital, down to nothing.
pub fn taxable(constants: &Constants, revenue: Rp, hostile_units: u32, capital: bool) -> Rp {
    let lost = constants.R17.lost_per_hostile_unit_tenths * i64::from(hostile_units);
    if capital { revenue } else { (revenue - Rp::tenths(lost)).max(Rp::ZERO) }
}

/// UM-6.3: what a taxable value is expected to bring at a rate, per cent.
pub fn expected(taxable: Rp, rate: u16) -> Rp {
    taxable.times(i64::from(rate), 100)
}

/// UM-6.6, UM-R16: what it does bring, with the variation of the year, per cent.
pub fn collected(taxable: Rp, rate: u16, variation: i64) -> Rp {
    taxable.times(i64::from(rate) * variation, 100 * 100)
}

/// UM-7.2, UM-R18: the small share of its taxable revenue that a tribal nation receives as money.
pub fn tribal_income(taxable: Rp, share_pct: i64) -> Rp {
    taxable.times(share_pct, 100)
}

/// UM-6.11: the pay of units, fleet or army, and of spy networks for one taxation turn.
pub fn pay(economy: &Economy, units: u32, networks: u32) -> Rp {
    economy.unit_upkeep.times(i64::from(units), 1) + economy.spy_upkeep.times(i64::from(networks), 1)
}

/// UM-10.3, UM-R11, UM-R13: a devastated province a taxation turn later: better by a point, but by itself never above
/// what it had before the damage; while its city lies in ruins never above half of that.
pub fn recovered(constants: &Constants, current: Rp, ceiling: Rp, destroyed: bool) -> Rp {
    let reach = if destroyed { ceiling.times(constants.R13.recovery_ceiling_pct, 100) } else { ceiling };
    current.max((current + Rp::tenths(constants.R11.recovery_tenths)).min(reach))
}

/// UM-26.1, UM-R90: the chance, per cent, that overtaxing shrinks a city.
pub fn decline_chance(rate: u16) -> i64 {
    (i64::from(rate) - 100).clamp(0, 100)
}

/// UM-R90: ceiling and revenue of a city after its decline; neither falls below half the basic revenue by it.
pub fn declined(constants: &Constants, original: Rp, ceiling: Rp, current: Rp) -> (Rp, Rp) {
    let of = &constants.R90;
    let (floor, loss) = (original.times(of.floor_pct, 100), Rp::tenths(of.loss_tenths));
    (ceiling.min((ceiling - loss).max(floor)), current.min((current - loss).max(floor)))
}

/// UM-9.2, UM-R22: revenue once paid improvements have joined it, within the ceiling of UM-9.3.
fn with_improvements(sc: &Scenario, province: &Province) -> Rp {
    let most = super::options::economy::improvement_ceiling(&sc.economy, province.rev_original);
    province.rev_current.max((province.rev_current + province.pending).min(most))
}

/// What can be taxed of a province now, whoever owns it.
pub fn taxable_value(sc: &Scenario, st: &State, place: ProvinceId) -> Rp {
    let owner = st.province(place).owner;
    let capital = owner != sc.ind() && st.nation(owner).capital == place;
    let hostile = if capital { 0 } else { st.hostile_units(sc, place, owner, Arm::Land) };
    taxable(&sc.constants, st.normal_revenue(sc, place), hostile, capital)
}

/// UM-6.10, UM-R17: whether nothing at all comes from a province, so that its revenue is printed in brackets.
pub fn bracketed(sc: &Scenario, st: &State, place: ProvinceId) -> bool {
    taxable_value(sc, st, place) == Rp::ZERO
}

/// What a collection now would bring a nation before variation: tax at its rate, or a tribal nation's share.
pub fn expected_tax(sc: &Scenario, st: &State, nation: NationId) -> Rp {
    let values = st.owned_by(nation).map(|place| taxable_value(sc, st, place));
    if sc.is_tribal(nation) {
        tribal_income(values.sum(), sc.tribal_revenue_pct)
    } else {
        values.map(|value| expected(value, st.nation(nation).tax_rate)).sum()
    }
}

/// The pay of a taxation turn; tribal nations pay nobody (UM-7.1, UM-R18).
pub fn upkeep(sc: &Scenario, st: &State, nation: NationId) -> Rp {
    if !sc.is_civilised(nation) {
        return Rp::ZERO;
    }
    let networks = st.provinces.iter().filter(|province| province.spies.has(nation)).count();
    pay(&sc.economy, st.strength(sc, nation), networks as u32)
}

/// P2: one rate for the whole nation (UM-6.3).
pub fn set_rate(turn: &mut Turn, nation: NationId, percent: u16) {
    if turn.st.nation(nation).tax_rate != percent {
        turn.st.nation_mut(nation).tax_rate = percent;
        turn.tell(EventScope::only(nation), "UM-6.3", |sc, _| EventKind::TaxRateSet {
            nation: sc.party(nation),
            percent,
        });
    }
}

/// P14: all nations collect, then all pay (UM-R20); troops in arrears make their generals sullen (UM-R41), and
/// overtaxed cities shrink where they cannot revolt (UM-26).
pub fn collect_and_pay(turn: &mut Turn) {
    let sc = turn.sc;
    for place in sc.province_ids() {
        let improved = with_improvements(sc, turn.st.province(place));
        let province = turn.st.province_mut(place);
        province.rev_current = improved;
        province.pending = Rp::ZERO;
    }
    let income = collect(turn);
    for nation in sc.nation_ids() {
        if turn.st.nation(nation).eliminated {
            continue;
        }
        let amount = income[nation.index()];
        turn.st.nation_mut(nation).treasury += amount;
        let rule = if sc.is_tribal(nation) { "UM-7.2" } else { "UM-6.1" };
        turn.tell(EventScope::only(nation), rule, |sc, _| EventKind::TaxesCollected {
            nation: sc.party(nation),
            amount,
        });
    }
    for nation in sc.nation_ids() {
        if turn.st.nation(nation).eliminated || !sc.is_civilised(nation) {
            continue;
        }
        let amount = upkeep(sc, turn.st, nation);
        turn.st.nation_mut(nation).treasury -= amount;
        let treasury = turn.st.nation(nation).treasury;
        let scope = EventScope::only(nation);
        turn.tell(scope, "UM-6.11", |sc, _| EventKind::TroopsPaid { nation: sc.party(nation), amount, treasury });
        if treasury < Rp::ZERO {
            resent_arrears(turn, nation);
        }
    }
    if !sc.local_revolts {
        decline(turn);
    }
}

/// What each nation collects; the sums vary by province (UM-R16), a tribal share does not (UM-R18).
fn collect(turn: &mut Turn) -> Vec<Rp> {
    const R16: RuleRef = RuleRef::new("UM-R16");
    let (sc, of) = (turn.sc, &turn.sc.constants.R16);
    let mut income = vec![Rp::ZERO; sc.nations.len()];
    let mut shared = vec![Rp::ZERO; sc.nations.len()];
    for place in sc.province_ids() {
        let owner = turn.st.province(place).owner;
        if owner == sc.ind() {
            continue;
        }
        let value = taxable_value(sc, turn.st, place);
        if sc.is_tribal(owner) {
            shared[owner.index()] += value;
            continue;
        }
        let rate = turn.st.nation(owner).tax_rate;
        if value == Rp::ZERO || rate == 0 {
            continue;
        }
        let mut stream = turn.dice.stream("tax_variation", place.0, 0);
        let variation: i32 = (0..of.rolls).map(|_| stream.range(-of.spread, of.spread, R16)).sum();
        income[owner.index()] += collected(value, rate, 100 + i64::from(variation));
    }
    for (income, shared) in income.iter_mut().zip(shared) {
        *income += tribal_income(shared, sc.tribal_revenue_pct);
    }
    income
}

/// UM-R41: the true loyalty of generals of a nation in arrears drifts downwards, save the commander-in-chief's.
fn resent_arrears(turn: &mut Turn, nation: NationId) {
    let of = &turn.sc.constants.R41;
    let chief = turn.st.commander_in_chief(nation);
    for index in 0..turn.st.generals.len() {
        let (id, general) = (GeneralId::at(index), &turn.st.generals[index]);
        if !general.alive || general.nation != nation || chief == Some(id) {
            continue;
        }
        let mut stream = turn.dice.stream("arrears_loyalty", id.0, 0);
        if stream.chance(of.arrears_chance as i32, RuleRef::new("UM-R41")) {
            let loyalty = &mut turn.st.general_mut(id).loyalty_true;
            *loyalty = loyalty.saturating_sub(of.arrears_loss);
        }
    }
}

/// UM-26, UM-R90: overtaxed cities shrink.
fn decline(turn: &mut Turn) {
    let sc = turn.sc;
    for place in sc.province_ids() {
        let province = turn.st.province(place);
        let owner = province.owner;
        if province.cty != CityStatus::Standing || !sc.is_civilised(owner) {
            continue;
        }
        let chance = decline_chance(turn.st.nation(owner).tax_rate);
        if chance == 0 || !turn.dice.stream("decline", place.0, 0).chance(chance as i32, RuleRef::new("UM-R90")) {
            continue;
        }
        let province = turn.st.province_mut(place);
        let before = province.rev_current;
        let (original, ceiling) = (province.rev_original, province.rev_ceiling);
        (province.rev_ceiling, province.rev_current) = declined(&sc.constants, original, ceiling, before);
        let points = before - province.rev_current;
        if points > Rp::ZERO {
            turn.tell(EventScope::only(owner), "UM-26.1", |sc, st| EventKind::RevenueDeclined {
                nation: sc.party(owner),
                place: st.place(sc, place),
                points,
            });
        }
    }
}

/// P15: devastated provinces regain a point (UM-10.3).
pub fn recover(turn: &mut Turn) {
    let constants = &turn.sc.constants;
    for province in &mut turn.st.provinces {
        let destroyed = province.cty == CityStatus::Destroyed;
        province.rev_current = recovered(constants, province.rev_current, province.rev_ceiling, destroyed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_units_lower_what_can_be_taxed_save_in_the_capital() {
        let constants = Constants::standard();
        let tax = |revenue, hostile, capital, rate| {
            expected(taxable(&constants, Rp::whole(revenue), hostile, capital), rate).to_string()
        };
        assert_eq!(tax(6, 2, false, 100), "4");
        assert_eq!(tax(8, 2, false, 125), "7.5");
        assert_eq!(tax(6, 7, false, 100), "0");
        assert_eq!(tax(14, 9, true, 100), "14");
        assert_eq!(tax(40, 0, false, 150), "60");
    }

    #[test]
    fn provinces_recover_to_their_basic_value_and_no_further() {
        let constants = Constants::standard();
        let after =
            |current, ceiling, destroyed| recovered(&constants, Rp::tenths(current), Rp::tenths(ceiling), destroyed);
        assert_eq!(after(45, 60, false), Rp::tenths(55));
        assert_eq!(after(55, 60, false), Rp::tenths(60));
        assert_eq!(after(70, 60, false), Rp::tenths(70));
        assert_eq!(after(25, 60, true), Rp::tenths(30));
    }

    #[test]
    fn overtaxed_cities_shrink_by_a_point_down_to_half() {
        let constants = Constants::standard();
        assert_eq!(decline_chance(130), 30);
        assert_eq!(decline_chance(90), 0);
        let shrunk = declined(&constants, Rp::whole(6), Rp::whole(6), Rp::whole(8));
        assert_eq!(shrunk, (Rp::whole(5), Rp::whole(7)));
        assert_eq!(declined(&constants, Rp::whole(6), Rp::whole(3), Rp::tenths(15)), (Rp::whole(3), Rp::tenths(15)));
    }
}
