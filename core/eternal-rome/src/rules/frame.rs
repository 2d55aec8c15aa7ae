//! Orders about the game itself: the end of a phase, options, leaving (section 3, ER-1.5, ER-R54, ER-R60).

use kernel::{Audience, Refusal};

use crate::model::state::Phase;
use crate::model::units::OptionName;
use crate::orders::OrderContext;
use crate::rules::engine::Permission;
use crate::rules::event::EventKind;

const ALL: [Phase; 5] = [Phase::Taxation, Phase::Naval, Phase::LandMovement, Phase::LandCombat, Phase::Siege];

/// `end_phase`: the seat's phase is over; in a joint turn the others of the turn may still act (ER-R53).
pub fn end_phase(ctx: &OrderContext<'_>, power: &str, phase: Option<Phase>) -> Result<Permission, Refusal> {
    ctx.acting(power, &ALL)?;
    let now = ctx.st.stage.played();
    if let (Some(meant), Some(now)) = (phase, now)
        && meant != now
    {
        let detail = format!("the {} is not under way, it is the {}", meant.title(), now.title());
        return Err(Refusal::new("other_phase", "ER-1.7", detail).at("phase"));
    }
    let seat = ctx.seat;
    Ok(Box::new(move |eng| {
        eng.st.ended.add(seat);
        if let Some(phase) = eng.st.stage.played() {
            let what = EventKind::PhaseEnded { name: phase.title().to_owned(), seat: eng.seat_key(seat) };
            eng.tell("ER-1.7", what);
        }
    }))
}

/// `set_option`: the option changes when all seats wish it (ER-7.3, ER-11.15, ER-R54).
pub fn set_option(ctx: &OrderContext<'_>, option: OptionName, value: bool) -> Result<Permission, Refusal> {
    let seat = ctx.seat;
    Ok(Box::new(move |eng| {
        let wishes = &mut eng.st.wishes[seat.index()];
        match option {
            OptionName::Intelligence => wishes.intelligence = Some(value),
            OptionName::AmphibiousInvasion => wishes.amphibious_invasion = Some(value),
        }
        let resigned = eng.st.resigned;
        let wishes = eng.st.wishes.iter().enumerate();
        let agreed = wishes
            .filter(|(at, _)| !resigned.has(kernel::SeatId(*at as u16)))
            .all(|(_, wishes)| option.wished(wishes) == Some(value));
        let current = match option {
            OptionName::Intelligence => &mut eng.st.options.intelligence,
            OptionName::AmphibiousInvasion => &mut eng.st.options.amphibious_invasion,
        };
        let changed = agreed && *current != value;
        if changed {
            *current = value;
        }
        let what = EventKind::OptionWished { seat: eng.seat_key(seat), option, value, changed };
        eng.tell("ER-R54", what);
    }))
}

/// `resign`: the seat is given up (ER-1.5, ER-R60).
pub fn resign(ctx: &OrderContext<'_>, confirm: bool) -> Result<Permission, Refusal> {
    if !confirm {
        let refusal = Refusal::new("not_confirmed", "ER-1.5", "leaving has to be confirmed");
        return Err(refusal.hint("set confirm to true").at("confirm"));
    }
    if ctx.st.resigned.has(ctx.seat) {
        return Err(Refusal::new("already_resigned", "ER-R60", "this seat has already been given up"));
    }
    let seat = ctx.seat;
    Ok(Box::new(move |eng| {
        eng.st.resigned.add(seat);
        let what = EventKind::SeatResigned { seat: eng.seat_key(seat) };
        eng.emit(Audience::Everyone, "ER-R60", what);
    }))
}
