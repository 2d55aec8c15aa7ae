//! Military orders: free recruits (RN-22.4), and a new one (RN-22.7).

use super::deed::{Church, Plan};
use crate::model::affairs::Foundation;
use crate::model::calendar::Month as Calendar;
use crate::model::ids::{Holder, LocationId, PersonaId, TitleId};
use crate::model::money::Money;
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::model::titles::TitleKind;
use crate::rules::month::Month;
use crate::rules::offices::deed::Position;
use crate::rules::offices::deed::Transfer;
use crate::rules::offices::nobility::create;
use crate::rules::offices::transfer::{install, needed};
use crate::rules::peace::memory::Once;
use crate::rules::raising::hire::claim_recruits;
use crate::rules::refusal::{Refused, must};
use crate::rules::titles::holds;

/// What the title of a grandmaster begins with.
pub const GRANDMASTER: &str = "Grandmaster of ";

/// The seat and the free recruits of an order, by the title of its grandmaster.
fn order_of(sc: &Scenario, st: &State, title: TitleId) -> Option<(LocationId, u32)> {
    let old = sc.brotherhoods.iter().find(|it| it.title == title).map(|it| (it.seat, it.recruits));
    let young =
        || st.foundations.iter().find(|it| it.title == title).map(|it| (it.seat, sc.rulings.church.order_recruits));
    old.or_else(young)
}

/// A grandmaster who started at the seat of his order takes its free recruits, once a turn (RN-22.4, RN-R51).
pub fn claim(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId) -> Result<(), Refused> {
    let order = st.titles_of(by).find_map(|title| order_of(sc, st, title));
    let (seat, recruits) = order.ok_or(Refused { rule: "RN-22.4", reason: "he is no grandmaster" })?;
    let there = month.started_at(by, seat) && st.persona(by).place.location() == Some(seat);
    must(there, "RN-22.4", "he did not start the month at the seat of his order")?;
    let raised = &mut month.acts_mut(by).raised;
    let claimed = claim_recruits(st.persona_mut(by), raised, recruits);
    let men = claimed.map_err(|_| Refused { rule: "RN-R51", reason: "he has claimed them this month" })?;
    month.tell(Church::Claimed { persona: by, men });
    Ok(())
}

/// In June the Pope founds an order, instead of filling an archbishopric. It stands once all whose order the tenancy of its
/// seat needs have given it the tenancy; only then he pays (RN-22.7, RN-R51).
pub fn found(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, plan: Plan) -> Result<(), Refused> {
    must(sc.pope.is_some_and(|pope| holds(st, by, pope)), "RN-22.7", "he is not the Pope")?;
    must_be_possible(sc, st, month, &plan)?;
    must(!month.peace.is_done(Once::Investiture(by)), "RN-22.7", "he has filled a position this month")?;
    let price = Money::ducats(sc.rulings.church.order_cost);
    must(st.persona(by).assets.money >= price, "RN-22.7", "he cannot pay it")?;
    month.peace.note(Once::Investiture(by));
    month.peace.founders.insert(plan.clone(), by);
    complete(sc, st, month, plan);
    Ok(())
}

/// Somebody whose order it needs gives the tenancy of the seat to an order that is founded this month.
pub fn consent(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, plan: Plan) -> Result<(), Refused> {
    let needed = needed(sc, st, plan.seat, Position::Tenancy);
    must(needed.contains(&Holder::Persona(by)), "RN-15.4", "his order does not count for it")?;
    must(!needed.contains(&Holder::NonPlayer), "RN-R35", "somebody whom nobody plays would have to consent")?;
    must_be_possible(sc, st, month, &plan)?;
    month.peace.founding_consents.entry(plan.clone()).or_default().insert(by);
    complete(sc, st, month, plan);
    Ok(())
}

fn must_be_possible(sc: &Scenario, st: &State, month: &Month, plan: &Plan) -> Result<(), Refused> {
    must(sc.month(st.turn) == Calendar::June, "RN-22.7", "orders are founded in June")?;
    let large = st.location(plan.seat).population >= sc.rulings.church.order_people;
    must(large, "RN-22.7", "the seat is too small")?;
    let taken = (0..st.titles.len()).any(|at| st.title_record(sc, TitleId::at(at)).name == plan.title);
    must(!taken, "RN-R43", "there is a title of that name")?;
    let clear = [Position::Sovereignty, Position::Feudatory, Position::Tenancy]
        .into_iter()
        .all(|it| !month.peace.transferred.contains(&(plan.seat, it)));
    must(clear, "RN-15.4", "another position there has been transferred this month")
}

/// Founds the order once everything is there: the Pope's order, his money, and the tenancy.
fn complete(sc: &Scenario, st: &mut State, month: &mut Month, plan: Plan) {
    let Some(by) = month.peace.founders.get(&plan).copied() else { return };
    let given = month.peace.founding_consents.get(&plan).cloned().unwrap_or_default();
    let consents = |holder: Holder| match holder {
        Holder::Vacant => true,
        Holder::NonPlayer => false,
        Holder::Persona(id) => given.contains(&id),
    };
    if !needed(sc, st, plan.seat, Position::Tenancy).into_iter().all(consents) {
        return;
    }
    let money = st.persona(by).assets.money.less(Money::ducats(sc.rulings.church.order_cost));
    let Some(money) = money else { return };
    st.persona_mut(by).assets.money = money;
    let Plan { seat, title } = plan;
    let title = create(st, title, TitleKind::Order, 0, false, Holder::Vacant);
    st.title_mut(title).vacant_since = Some(st.turn);
    st.foundations.push(Foundation { title, seat });
    month.tell(Church::Founded { by, title, seat });
    install(sc, st, month, Transfer { location: seat, position: Position::Tenancy, title });
}
