//! Traitors and assassins (UM-11), for money that nothing else wants.

use kernel::question::Choice;

use super::assess::Survey;
use super::draft::Draft;
use super::economy::EconomyPlan;
use super::sieges::{GREAT_PRIZE, sieges};
use crate::model::ids::{ProvinceId, Rp};
use crate::orders::offer_bribe::Bribe;
use crate::orders::{Assassinate, OfferBribe, Order, OrderContext};

/// The least and most that is offered to an officer: the chance grows ever more slowly (UM-R31).
const BRIBE: [i64; 2] = [5, 20];
/// The least and most that is paid for a death (UM-R28).
const ASSASSIN: [i64; 2] = [12, 20];
/// Army units that make a foreign army worth a murder.
const GREAT_ARMY: u32 = 6;

/// What might be done by stealth: the likeliest to pay first, and nothing last but one's own quiet.
pub fn plots(survey: &Survey, draft: &Draft, budget: &EconomyPlan) -> Vec<(Choice, Option<Order>)> {
    let mut list = Vec::new();
    if let Some((place, amount)) = traitor(survey, draft, budget) {
        let name = survey.st.place(survey.sc, place);
        let order = Order::OfferBribe(OfferBribe { province: name.to_string(), amount });
        list.push((Choice::new(format!("bribe an officer in {name}"), 500).keyed("bribe"), Some(order)));
    }
    if let Some((general, amount)) = victim(survey, budget) {
        let order = Order::Assassinate(Assassinate { general: general.clone(), amount });
        list.push((Choice::new(format!("have {general} killed"), 300).keyed("assassin"), Some(order)));
    }
    if !list.is_empty() {
        list.push((Choice::new("no intrigue", 200).quiet().keyed("none"), None));
    }
    list
}

fn price(money: Rp, [least, most]: [i64; 2]) -> Option<Rp> {
    let whole = (money.in_tenths() / 10).min(most);
    (whole >= least).then(|| Rp::whole(whole))
}

/// A city under our siege whose garrison an own network can reach (UM-11.6): the one worth most.
fn traitor(survey: &Survey, draft: &Draft, budget: &EconomyPlan) -> Option<(ProvinceId, Rp)> {
    let mut besieged: Vec<ProvinceId> = sieges(survey, draft).collect();
    besieged.sort_by_key(|&place| (std::cmp::Reverse(survey.worth(place)), place));
    besieged.into_iter().find_map(|place| {
        let prize = survey.worth(place) >= GREAT_PRIZE;
        let amount = price(if prize { budget.left() } else { budget.idle() }, BRIBE)?;
        let context = OrderContext::new(survey.sc, survey.st, survey.me);
        context.permit::<OfferBribe>(&Bribe { province: place, amount }).ok().map(|_| (place, amount))
    })
}

/// The leader of the greatest hostile army that is near enough to matter.
fn victim(survey: &Survey, budget: &EconomyPlan) -> Option<(String, Rp)> {
    let (sc, st, me) = (survey.sc, survey.st, survey.me);
    let capital = st.nation(me).capital;
    let peril = st.province(capital).owner == me && survey.danger(capital) > survey.own_at(capital).field;
    let amount = price(if peril { budget.left() } else { budget.idle() }, ASSASSIN)?;
    let near =
        |place: ProvinceId| survey.near(place).iter().any(|(at, cost)| *cost <= 10 && st.province(*at).owner == me);
    let armies = survey.foreign.iter().filter(|force| {
        force.fresh && force.faction != sc.ind() && survey.at_war(force.faction) && force.strength.armies >= GREAT_ARMY
    });
    let mut armies: Vec<_> = armies.filter(|force| near(force.place)).collect();
    armies.sort_by_key(|force| (std::cmp::Reverse(force.strength.field), force.place));
    let leader =
        |force: &&super::forces::Foreign| st.senior(st.generals_at(force.place, force.faction).map(|(id, _)| id));
    let general = armies.iter().copied().find_map(|force| leader(&force))?;
    Some((st.captain(sc, general).to_string(), amount))
}
