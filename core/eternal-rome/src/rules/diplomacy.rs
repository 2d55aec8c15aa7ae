//! Money and alliances (ER-10, ER-R52, ER-R53).

use kernel::Refusal;

use crate::model::frames::{Frame, Offer, Question, Reply};
use crate::model::ids::{PowerId, Powers};
use crate::model::state::Phase;
use crate::orders::OrderContext;
use crate::rules::engine::{Engine, Permission};
use crate::rules::event::EventKind;
use crate::rules::relations;
use crate::rules::{naval, siege};

/// `transfer_talents` (ER-10.1, ER-R52): among allies with their clients, and between patron and client.
pub fn transfer(ctx: &OrderContext<'_>, power: &str, to: &str, amount: u32) -> Result<Permission, Refusal> {
    let (sc, st) = (ctx.sc, ctx.st);
    let from = ctx.acting(power, &[Phase::Taxation])?;
    let to = ctx.any_power(to, "to")?;
    let neutral = relations::is_neutral(st, from) || relations::is_neutral(st, to);
    if from == to || neutral || !relations::friendly(sc, st, from, to) {
        let detail =
            format!("{} and {} are neither allies nor patron and client", sc.power(from).name, sc.power(to).name);
        return Err(Refusal::new("not_allied", "ER-R52", detail).at("to"));
    }
    let treasury = st.power(from).treasury;
    if amount == 0 || amount > treasury {
        let detail = format!("{} has {treasury} talents, not {amount}", sc.power(from).name);
        let refusal = Refusal::new("no_talents", "ER-10.1", detail).at("amount");
        return Err(if treasury > 0 { refusal.hint(format!("1 to {treasury}")) } else { refusal });
    }
    Ok(Box::new(move |eng| {
        let sent = amount.min(eng.st.power(from).treasury);
        eng.st.power_mut(from).treasury -= sent;
        eng.st.power_mut(to).treasury += sent;
        let what = EventKind::TalentsSent { from: eng.sc.power_name(from), to: eng.sc.power_name(to), talents: sent };
        eng.emit(eng.seats_of(Powers::one(from).and(Powers::one(to))), "ER-10.1", what);
    }))
}

/// Two different majors in play; the second as named.
fn two_majors(ctx: &OrderContext<'_>, power: &str, with: &str) -> Result<(PowerId, PowerId), Refusal> {
    let from = ctx.acting(power, &[Phase::Taxation])?;
    let with = ctx.any_power(with, "with")?;
    for (one, part) in [(from, "power"), (with, "with")] {
        if !ctx.st.power(one).kind.is_major() {
            let detail = format!("{} is no major power: alliances are made by majors", ctx.sc.power(one).name);
            return Err(Refusal::new("not_a_major", "ER-10.2", detail).at(part));
        }
    }
    if from == with {
        return Err(Refusal::new("self", "ER-10.2", "a power does not ally with itself").at("with"));
    }
    Ok((from, with))
}

/// `propose_alliance`: the offer suspends the phase until it is answered (ER-10.2, ER-R53).
pub fn propose(ctx: &OrderContext<'_>, power: &str, with: &str) -> Result<Permission, Refusal> {
    let (from, to) = two_majors(ctx, power, with)?;
    if !ctx.st.options.alliances_allowed {
        let detail = "this scenario knows no alliances of majors";
        return Err(Refusal::new("no_alliances", "ER-R53", detail));
    }
    if relations::allied(ctx.st, from, to) {
        let detail = format!("{} and {} are allied already", ctx.sc.power(from).name, ctx.sc.power(to).name);
        return Err(Refusal::new("already_allied", "ER-10.2", detail).at("with"));
    }
    Ok(Box::new(move |eng| eng.push(Frame::Offer(Offer { from, to, asked: false }))))
}

/// `terminate_alliance`: either may end it alone (ER-10.5).
pub fn terminate(ctx: &OrderContext<'_>, power: &str, with: &str) -> Result<Permission, Refusal> {
    let (from, with) = two_majors(ctx, power, with)?;
    if !relations::allied(ctx.st, from, with) {
        let detail = format!("{} and {} are not allied", ctx.sc.power(from).name, ctx.sc.power(with).name);
        return Err(Refusal::new("not_allied", "ER-10.5", detail).at("with"));
    }
    Ok(Box::new(move |eng| {
        eng.st.alliances.retain(|&pair| pair != (from.min(with), from.max(with)));
        let what = EventKind::AllianceEnded { by: eng.sc.power_name(from), with: eng.sc.power_name(with) };
        eng.tell("ER-10.5", what);
        part_company(eng);
    }))
}

/// Goes on with an offer: asks, then concludes or lets it lapse.
pub fn go_on(eng: &mut Engine<'_>, mut offer: Offer) {
    let (from, to) = (offer.from, offer.to);
    let parties = Powers::one(from).and(Powers::one(to));
    if !offer.asked {
        offer.asked = true;
        let what = EventKind::AllianceOffered { from: eng.sc.power_name(from), to: eng.sc.power_name(to) };
        eng.emit(eng.seats_of(parties), "ER-R53", what);
        return eng.ask_powers(Frame::Offer(offer), Powers::one(to), Question::Alliance { from, to });
    }
    let accepted = matches!(eng.reply.take(), Some(Reply::Alliance(true)));
    let majors = [from, to].iter().all(|&power| eng.st.power(power).kind.is_major());
    if accepted && majors && !relations::allied(eng.st, from, to) {
        eng.st.alliances.push((from.min(to), from.max(to)));
        eng.st.alliances.sort();
        let what = EventKind::AllianceBegan { powers: eng.parties(parties) };
        eng.tell("ER-10.2", what);
        part_company(eng);
    } else {
        let what = EventKind::AllianceDeclined { from: eng.sc.power_name(from), to: eng.sc.power_name(to) };
        eng.emit(eng.seats_of(parties), "ER-R53", what);
    }
}

/// After friends have parted: mixed fleets separate, fleets put to sea from ports that are friendly no longer, garrisons
/// stand in the field before such cities (ER-10.5, ER-R62). And when others have become friends, nobody besieges them any
/// more.
pub fn part_company(eng: &mut Engine<'_>) {
    naval::fleets::separate(eng);
    siege::stance::reconsider(eng);
}
