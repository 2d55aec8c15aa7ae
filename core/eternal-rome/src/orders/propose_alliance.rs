//! `propose_alliance`: offers an alliance to another major (ER-10.2).

use super::prelude::*;

/// Taxation: offers an alliance to another major (ER-10.2).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeProposeAlliance, title = "EternalRomeProposeAlliance")]
pub struct ProposeAlliance {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// To whom.
    #[schema(example = "ANT")]
    pub with: String,
}

impl OrderKind for ProposeAlliance {
    const PHASES: &'static [Phase] = &[Phase::Taxation];
    const VERBS: &'static [Verb] = &[Verb {
        word: "ally",
        example: "ally OCT with ANT",
        read: |line| {
            let power = line.power()?;
            line.expect("with")?;
            Ok(Self { power, with: line.name(NameKind::Power)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Offers another major an alliance, where the scenario allows alliances; its player is asked at once",
            "taxation",
            &["ER-10.2", "ER-R53"],
            json!({ "type": "propose_alliance", "power": "OCT", "with": "PAR" }),
            "ally OCT with PAR",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// The offer suspends the phase until it is answered (ER-10.2, ER-R53).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, with } = self;
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

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.power(order, |order| {
            ask.other_powers(order).into_iter().any(|with| ask.allows(&order.with("/with", with.value)))
        })?;
        ask.field(order, "/with", "With whom?", ask.other_powers(order), |order| ask.allows(order))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("ally {} with {}", self.power, self.with)
    }
}

/// Two different majors in play; the second as named.
pub(super) fn two_majors(ctx: &OrderContext<'_>, power: &str, with: &str) -> Result<(PowerId, PowerId), Refusal> {
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
