//! `transfer_talents`: sends talents to an ally, patron or client (ER-10.1, ER-R52).

use super::prelude::*;

/// Taxation: sends talents to an ally, patron or client (ER-10.1, ER-R52).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeTransferTalents, title = "EternalRomeTransferTalents")]
pub struct TransferTalents {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Who receives them.
    #[schema(example = "GAL")]
    pub to: String,
    /// How many.
    #[schema(minimum = 1, example = 20)]
    pub amount: u32,
}

impl OrderKind for TransferTalents {
    const PHASES: &'static [Phase] = &[Phase::Taxation];
    const VERBS: &'static [Verb] = &[
        Verb { word: "pay", example: "pay OCT 20 to GAL", read },
        Verb { word: "send", example: "send OCT 20 to GAL", read },
    ];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Sends talents to an ally, a patron or a client",
            "taxation",
            &["ER-10.1", "ER-R52"],
            json!({ "type": "transfer_talents", "power": "ANT", "to": "AEG", "amount": 20 }),
            "send ANT 20 to AEG",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// ER-10.1, ER-R52: among allies with their clients, and between patron and client.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, to, amount } = self;
        let amount = *amount;
    let (sc, st) = (ctx.sc, ctx.st);
    let from = ctx.acting(power, Self::PHASES)?;
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

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let one = |order: &PartialOrder| ask.allows(&order.with("/amount", 1));
        let some = |order: &PartialOrder| {
            ask.other_powers(order).into_iter().any(|to| one(&order.with("/to", to.value)))
        };
        ask.power(order, some)?;
        ask.field(order, "/to", "To whom?", ask.other_powers(order), one)?;
        if order.answered("/amount") {
            return COMPLETE;
        }
        let power = names::find_power(ask.sc, order.text("power"));
        let treasury = power.map_or(0, |power| ask.st.power(power).treasury);
        NextField::Break(Some(FieldOptions::amount("/amount", "How many talents?", 1, i64::from(treasury))))
    }

    fn print(&self, _: &Scenario) -> String {
        let Self { power, to, amount } = self;
        format!("send {power} {amount} to {to}")
    }
}

fn read(line: &mut OrderReader<'_, '_, '_, '_>) -> Read<Order> {
    let power = line.power()?;
    let amount = line.number("the number of talents", u32::MAX)?;
    line.expect("to")?;
    Ok(TransferTalents { power, to: line.name(NameKind::Power)?, amount }.into())
}
