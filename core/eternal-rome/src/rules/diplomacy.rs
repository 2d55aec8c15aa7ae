//! Money and alliances (ER-10, ER-R52, ER-R53).

use crate::model::frames::{Frame, Offer, Question, Reply};
use crate::model::ids::Powers;
use crate::rules::engine::Engine;
use crate::rules::event::EventKind;
use crate::rules::relations;
use crate::rules::{naval, siege};

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
