//! Money and alliances (ER-10, ER-R52, ER-R53).

use kernel::Refusal;

use crate::engine::{Deed, Engine};
use crate::event::What;
use crate::frames::{Frame, Offer, Question, Reply};
use crate::ids::{PowerId, Powers};
use crate::legal::Desk;
use crate::phases::{naval, siege};
use crate::relations;
use crate::state::Phase;

/// `transfer_talents` (ER-10.1, ER-R52): among allies with their clients, and between patron and client.
pub fn transfer(desk: &Desk<'_>, power: &str, to: &str, amount: u32) -> Result<Deed, Refusal> {
    let (sc, st) = (desk.sc, desk.st);
    let from = desk.acting(power, &[Phase::Taxation])?;
    let to = desk.any_power(to, "to")?;
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
        let what = What::TalentsSent { from: eng.sc.party(from), to: eng.sc.party(to), talents: sent };
        eng.emit(eng.seats_of(Powers::one(from).and(Powers::one(to))), "ER-10.1", what);
    }))
}

/// Two different majors in play; the second as named.
fn two_majors(desk: &Desk<'_>, power: &str, with: &str) -> Result<(PowerId, PowerId), Refusal> {
    let from = desk.acting(power, &[Phase::Taxation])?;
    let with = desk.any_power(with, "with")?;
    for (one, part) in [(from, "power"), (with, "with")] {
        if !desk.st.power(one).kind.is_major() {
            let detail = format!("{} is no major power: alliances are made by majors", desk.sc.power(one).name);
            return Err(Refusal::new("not_a_major", "ER-10.2", detail).at(part));
        }
    }
    if from == with {
        return Err(Refusal::new("self", "ER-10.2", "a power does not ally with itself").at("with"));
    }
    Ok((from, with))
}

/// `propose_alliance`: the offer suspends the phase until it is answered (ER-10.2, ER-R53).
pub fn propose(desk: &Desk<'_>, power: &str, with: &str) -> Result<Deed, Refusal> {
    let (from, to) = two_majors(desk, power, with)?;
    if !desk.st.options.alliances_allowed {
        let detail = "this scenario knows no alliances of majors";
        return Err(Refusal::new("no_alliances", "ER-R53", detail));
    }
    if relations::allied(desk.st, from, to) {
        let detail = format!("{} and {} are allied already", desk.sc.power(from).name, desk.sc.power(to).name);
        return Err(Refusal::new("already_allied", "ER-10.2", detail).at("with"));
    }
    Ok(Box::new(move |eng| eng.push(Frame::Offer(Offer { from, to, asked: false }))))
}

/// `terminate_alliance`: either may end it alone (ER-10.5).
pub fn terminate(desk: &Desk<'_>, power: &str, with: &str) -> Result<Deed, Refusal> {
    let (from, with) = two_majors(desk, power, with)?;
    if !relations::allied(desk.st, from, with) {
        let detail = format!("{} and {} are not allied", desk.sc.power(from).name, desk.sc.power(with).name);
        return Err(Refusal::new("not_allied", "ER-10.5", detail).at("with"));
    }
    Ok(Box::new(move |eng| {
        eng.st.alliances.retain(|&pair| pair != (from.min(with), from.max(with)));
        let what = What::AllianceEnded { by: eng.sc.party(from), with: eng.sc.party(with) };
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
        let what = What::AllianceOffered { from: eng.sc.party(from), to: eng.sc.party(to) };
        eng.emit(eng.seats_of(parties), "ER-R53", what);
        return eng.ask_powers(Frame::Offer(offer), Powers::one(to), Question::Alliance { from, to });
    }
    let accepted = matches!(eng.reply.take(), Some(Reply::Alliance(true)));
    let majors = [from, to].iter().all(|&power| eng.st.power(power).kind.is_major());
    if accepted && majors && !relations::allied(eng.st, from, to) {
        eng.st.alliances.push((from.min(to), from.max(to)));
        eng.st.alliances.sort();
        let what = What::AllianceBegan { powers: eng.parties(parties) };
        eng.tell("ER-10.2", what);
        part_company(eng);
    } else {
        let what = What::AllianceDeclined { from: eng.sc.party(from), to: eng.sc.party(to) };
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
