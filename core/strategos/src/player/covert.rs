//! Spies in the cities that are to be taken, and dispatches that are paid for.

use super::aims::{Aim, Plan};
use super::draft::Draft;
use super::treasury::Budget;
use crate::model::ids::{Power, SiteId};
use crate::orders::{PlaceSpy, SubmitDispatch};

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
