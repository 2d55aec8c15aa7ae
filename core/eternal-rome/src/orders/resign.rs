//! `resign`: the seat is given up (ER-1.5, ER-R60).

use super::prelude::*;

/// Any time: the seat is given up (ER-1.5, ER-R60).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeResign, title = "EternalRomeResign")]
pub struct Resign {
    /// Must be true.
    pub confirm: bool,
}

impl OrderKind for Resign {
    const VERBS: &'static [Verb] = &[Verb {
        word: "resign",
        example: "resign yes",
        read: |line| Ok(Self { confirm: line.on_off()? }.into()),
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Gives the seat up for good; its phases are ended for it",
            ANY_TIME,
            &["ER-R60"],
            json!({ "type": "resign", "confirm": true }),
            "resign yes",
        )
    }

    fn power(&self) -> Option<&str> {
        None
    }

    /// ER-1.5, ER-R60.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let confirm = self.confirm;
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

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let yes = vec![OptionValue::new(true, "yes, for good")];
        ask.field(order, "/confirm", "Is the seat given up?", yes, |order| ask.allows(order))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("resign {}", if self.confirm { "yes" } else { "no" })
    }
}
