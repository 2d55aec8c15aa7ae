//! What a seat may order now: the next field of a partly filled order, from what the seat knows.

use kernel::bounds::of_orders;
use kernel::{FieldOptions, FieldValues, KindNow, NotOffered, OptionValue, PhaseInfo, QuickAnswer, Value, Verdict};
use serde_json::json;

use crate::context::AppContext;
use crate::context::caller::{Caller, Scope};
use crate::context::fault::{Fault, Flaw, Why};
use crate::service::submit_orders::{describe, number};
use crate::store::orders;

/// So many places may be asked about at once.
const MOST_PLACES: usize = 20;
/// As many possible values are named in a hint.
const MOST_NAMED: usize = 12;

/// How far an order is filled.
#[derive(Debug, Clone)]
pub struct NextField {
    pub seat: String,
    pub step: i32,
    /// What is asked next; nothing when the order is complete, or when nothing can be ordered at all.
    pub next: Option<FieldOptions>,
    /// The order, once it is complete: without what stands for “nothing” and “no more”.
    pub order: Option<Value>,
    pub shorthand: Option<String>,
    pub verdict: Option<Verdict>,
}

/// The kinds of order of a seat's step, as they stand now.
#[derive(Debug, Clone)]
pub struct KindsNow {
    pub seat: String,
    pub step: i32,
    /// How many orders are handed in, behind which the kinds are looked at.
    pub written: usize,
    pub phases: Vec<PhaseInfo>,
    pub kinds: Vec<KindNow>,
    /// Whole answers to the decision that is asked, with their shorthand.
    pub answers: Vec<(QuickAnswer<Value>, String)>,
}

impl AppContext {
    /// What may be ordered behind the orders that the seat has handed in for this step, kind by kind.
    pub fn order_kinds(&self, caller: &Caller, game: &str, key: &str) -> Result<KindsNow, Fault> {
        caller.need(Scope::GameRead)?;
        let _place = self.judging.enter(&caller.account_id)?;
        let (head, seat, written, campaign) = self.look(Some(caller), game, |conn, tx| {
            let (seat, campaign) = self.seat_to_order(conn, tx, caller, key, None)?;
            let row = orders::find_orders(conn, game, tx.game.step, tx.seats[seat].idx)?;
            let written = describe(tx, seat, row.as_ref())?.orders;
            Ok(((tx.seats[seat].key.clone(), tx.game.step), number(seat)?, written, campaign))
        })?;
        let written = campaign.read_orders(&written);
        let phases = self.ruleset(campaign.ruleset_id())?.about().phases.clone();
        let kinds = campaign.kinds_now(seat, &written);
        let line = |answer: QuickAnswer<Value>| {
            let shorthand = campaign.print(seat, &campaign.read_orders(&json!(answer.orders)));
            (answer, shorthand)
        };
        let answers = campaign.quick_answers(seat).into_iter().map(line).collect();
        Ok(KindsNow { seat: head.0, step: head.1, written: written.len(), phases, kinds, answers })
    }

    /// The next field of `partial`, which would stand behind the orders in `written`. Where `partial` is empty and `places`
    /// are named, only the kinds are offered that can begin at one of them.
    pub fn order_options(
        &self, caller: &Caller, game: &str, key: &str, written: Vec<Value>, partial: &Value, places: &[String],
    ) -> Result<NextField, Fault> {
        caller.need(Scope::GameRead)?;
        let _place = self.judging.enter(&caller.account_id)?;
        let (key, seat, step, campaign) = self.look(Some(caller), game, |conn, tx| {
            let (seat, campaign) = self.seat_to_order(conn, tx, caller, key, None)?;
            Ok((tx.seats[seat].key.clone(), number(seat)?, tx.game.step, campaign))
        })?;
        let beyond = |at: &str, value: &Value| {
            of_orders(value).map_err(|excess| {
                let pointer = format!("{at}{}", excess.pointer.trim_start_matches("/orders"));
                Fault::invalid(vec![Flaw::at(pointer, &excess.code.replace('_', "-"), excess.detail)])
            })
        };
        let written = Value::Array(written);
        beyond("/orders", &written)?;
        beyond("/order", &json!([partial]))?;
        if places.len() > MOST_PLACES {
            let detail = format!("At most {MOST_PLACES} places are looked at, and these are {}.", places.len());
            return Err(Fault::invalid(vec![Flaw::at("/at", "too-many", detail)]));
        }
        let written = campaign.read_orders(&written);
        let filled = campaign.options(seat, &written, partial).map_err(|wrong| not_offered(&wrong))?;
        let mut answer = NextField { seat: key, step, next: filled.next, order: None, shorthand: None, verdict: None };
        if !places.is_empty() && *partial == json!({}) {
            let kinds = campaign.kinds_at(seat, &written, places);
            answer.next = answer.next.and_then(|question| only_kinds(question, &kinds));
        }
        if answer.next.is_none() && filled.order != json!({}) {
            let order = kernel::options::finished(&filled.order);
            let mut all = written.to_json();
            if let Some(all) = all.as_array_mut() {
                all.push(order.clone());
            }
            answer.verdict = campaign.check(seat, &campaign.read_orders(&all)).pop();
            answer.shorthand = Some(campaign.print(seat, &campaign.read_orders(&json!([order]))));
            answer.order = Some(order);
        }
        Ok(answer)
    }
}

/// The question about the type of an order with these kinds alone; none when nothing is left to choose.
fn only_kinds(mut question: FieldOptions, kinds: &[String]) -> Option<FieldOptions> {
    let FieldValues::OneOf { values } = &mut question.values else { return None };
    values.retain(|one| one.value.as_str().is_some_and(|kind| kinds.iter().any(|known| known == kind)));
    (!values.is_empty()).then_some(question)
}

fn not_offered(wrong: &NotOffered) -> Fault {
    let mut flaw = Flaw::at(format!("/order{}", wrong.pointer), "not-offered", wrong.reason.clone());
    if let Some(question) = &wrong.question {
        flaw = flaw.hint(format!("{} {}", question.prompt, possible(&question.values)));
    }
    Fault::of(Why::Invalid, "not-offered", "This order cannot be filled in like that now.").with_flaws(vec![flaw])
}

/// The possible values, in words; the first of many.
fn possible(values: &FieldValues) -> String {
    match values {
        FieldValues::OneOf { values } => format!("Possible: {}.", named(values)),
        FieldValues::Several { values, least, most } => {
            format!("From {least} to {most} of: {}.", named(values))
        }
        FieldValues::Amount { least, most, .. } => format!("From {least} to {most}."),
        FieldValues::Amounts { least, most, .. } => format!("From {least} to {most} in all, by key."),
        FieldValues::Path { from, least, most, .. } => {
            format!("A way of {least} to {most} links that begins at {from}.")
        }
        FieldValues::Text { most, .. } => format!("A text of at most {most} letters."),
    }
}

fn named(values: &[OptionValue]) -> String {
    let mut words: Vec<String> = values.iter().take(MOST_NAMED).map(|one| one.value.to_string()).collect();
    if values.len() > MOST_NAMED {
        words.push(format!("{} more", values.len() - MOST_NAMED));
    }
    words.join(", ")
}
