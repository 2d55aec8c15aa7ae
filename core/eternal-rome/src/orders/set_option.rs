//! `set_option`: a wish for an option; it changes when all seats agree (ER-7.3, ER-11.15, ER-R54).

use super::prelude::*;

/// Any time: a wish for an option; it changes when all seats agree (ER-R54).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeSetOption, title = "EternalRomeSetOption")]
pub struct SetOption {
    /// Which.
    pub option: OptionName,
    /// On or off.
    pub value: bool,
}

impl OrderKind for SetOption {
    const VERBS: &'static [Verb] = &[Verb {
        word: "option",
        example: "option intelligence on",
        read: |line| {
            let words = [
                ("intelligence", OptionName::Intelligence),
                ("amphibious_invasion", OptionName::AmphibiousInvasion),
            ];
            Ok(Self { option: line.choice("option", &words)?, value: line.on_off()? }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Says what the seat wishes of an option; it changes when all seats wish the same",
            ANY_TIME,
            &["ER-7.3", "ER-11.15", "ER-R54"],
            json!({ "type": "set_option", "option": "intelligence", "value": true }),
            "option intelligence on",
        )
    }

    fn power(&self) -> Option<&str> {
        None
    }

    /// ER-R54.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { option, value } = self;
        let (option, value) = (*option, *value);
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

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        if ask.st.ending.is_some() {
            return NextField::Break(None);
        }
        let names = vec![
            OptionValue::new("intelligence", "everything is known to everybody"),
            OptionValue::new("amphibious_invasion", "naval quality 1 is enough to land on unfriendly coasts"),
        ];
        ask.field(order, "/option", "Which option?", names, |_| true)?;
        let values = vec![OptionValue::new(true, "on"), OptionValue::new(false, "off")];
        ask.field(order, "/value", "On or off?", values, |order| ask.allows(order))
    }

    fn print(&self, _: &Scenario) -> String {
        let option = match self.option {
            OptionName::Intelligence => "intelligence",
            OptionName::AmphibiousInvasion => "amphibious_invasion",
        };
        format!("option {option} {}", if self.value { "on" } else { "off" })
    }
}
