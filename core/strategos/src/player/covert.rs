//! Spies in the cities that are to be taken, bribes for those who command them, and dispatches that are paid for.

use super::aims::{Aim, Plan};
use super::draft::Draft;
use super::forces::Force;
use super::treasury::Budget;
use crate::model::ids::{Power, SiteId};
use crate::orders::{OfferBribe, Order, PlaceSpy, SubmitDispatch};
use crate::rules::covert::BribePurpose;

/// Spies that one week may cost, in talents over what is needed.
const OVER: i64 = 300;

/// Places spies in the foreign countries' cities that forces go for.
pub fn spy(draft: &mut Draft<'_>, plans: &[Plan]) {
    let sites: Vec<SiteId> = plans
        .iter()
        .filter_map(|plan| match plan.aim {
            Aim::Take(site) => Some(site),
            Aim::Guard(_) | Aim::Meet(_) => None,
        })
        .filter(|site| matches!(draft.st.site(*site).power, Power::Country(_)))
        .collect();
    for site in sites {
        let placed = draft.st.spies.iter().any(|spy| spy.country == draft.country && spy.site == site);
        if placed || draft.st.country(draft.country).spies_left == 0 || Budget::of(draft).spare(draft) < OVER {
            continue;
        }
        let city = draft.place(site);
        draft.give(PlaceSpy { city });
    }
}

/// Talents of a bribe: little money buys most gates for what it costs, as half of it comes back (ST-R43).
const BRIBE: u32 = 100;

/// ST-16.8, ST-R43: whoever commands a city that is besieged, or to be, is offered money by those who stand before it; not in
/// a week in which they storm it or begin their work, as they could do neither in a city of their own.
pub fn bribe(draft: &mut Draft<'_>, forces: &[Force], plans: &[Plan]) {
    let cities = plans.iter().filter_map(|plan| if let Aim::Take(site) = plan.aim { Some((site, plan)) } else { None });
    for (site, plan) in cities.collect::<Vec<_>>() {
        let city = draft.st.site(site);
        let (hex, size, power) = (city.hex, u16::from(city.size), city.power);
        let before: Vec<_> = plan.who.iter().map(|at| &forces[*at]).filter(|force| force.hex == hex).collect();
        let men: u16 = before.iter().map(|force| force.regts()).sum();
        let Some(via) = before.first().map(|force| draft.name(force.id)) else { continue };
        let name = draft.place(site);
        let busy = draft.orders.iter().any(|order| match order {
            Order::Assault(storm) => storm.city == name,
            Order::SetTask(task) => before.iter().any(|force| task.command == draft.name(force.id)),
            _ => false,
        });
        // Its new garrison comes out of those men in the week after (ST-23.2).
        if busy || men < 2 * size || Budget::of(draft).spare(draft) < i64::from(BRIBE) {
            continue;
        }
        let of = match power {
            Power::Country(country) => draft.sc.country(country).key.to_string(),
            Power::FreeCity(_) => name.clone(),
        };
        draft.give(OfferBribe { of, target: name, purpose: BribePurpose::SurrenderCity, tlts: BRIBE, via });
    }
}

/// ST-3.10: a dispatch, whenever one is paid.
pub fn dispatch(draft: &mut Draft<'_>) {
    let due = draft.st.country(draft.country).dispatch;
    if due.is_some_and(|last| draft.st.turn.since(last) < draft.sc.rulings.cities.dispatch_weeks as u16) {
        return;
    }
    let text = letter(draft);
    draft.give(SubmitDispatch { text });
}

/// What a ruler writes about his country.
fn letter(draft: &Draft<'_>) -> String {
    let (sc, st, power) = (draft.sc, &draft.st, draft.power());
    let record = sc.country(draft.country);
    let own: Vec<&crate::model::state::Site> =
        st.sites.values().filter(|site| site.power == power && site.size > 0).collect();
    let (cities, people): (usize, u32) = (own.len(), own.iter().map(|site| u32::from(site.size)).sum());
    let greatest = own.iter().max_by_key(|site| site.size).map_or("no city", |site| site.name.as_str());
    let regts: u16 = st.commands.values().filter(|it| it.power == power).map(|it| it.units.regts()).sum();
    let budget = Budget::of(draft);
    format!(
        "From {ruler}, in {date}, to all whom it concerns. Our country counts {cities} cities, of which {greatest} is the \
         greatest, and their size together comes to {people}. Under arms we have {regts} regiments, who are paid {pay} talents \
         a week, while the cities pay {tax} in taxes when it is not winter. Our merchants go where the roads are safe, and \
         whoever comes in peace will find the gates of our cities open to him.",
        ruler = record.name,
        date = sc.date(st.turn),
        pay = budget.upkeep,
        tax = budget.tax,
    )
}
