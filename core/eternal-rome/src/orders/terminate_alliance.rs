//! `terminate_alliance`: ends an alliance (ER-10.5).

use super::prelude::*;
use super::propose_alliance::two_majors;
use crate::rules::diplomacy;

/// Taxation: ends an alliance (ER-10.5).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeTerminateAlliance, title = "EternalRomeTerminateAlliance")]
pub struct TerminateAlliance {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// With whom.
    #[schema(example = "ANT")]
    pub with: String,
}

impl OrderKind for TerminateAlliance {
    const PHASES: &'static [Phase] = &[Phase::Taxation];
    const VERBS: &'static [Verb] = &[Verb {
        word: "break",
        example: "break OCT with ANT",
        read: |line| {
            let power = line.power()?;
            line.expect("with")?;
            Ok(Self { power, with: line.name(NameKind::Power)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Ends an alliance; forces in the former ally's cities and ports leave them",
            "taxation",
            &["ER-10.5", "ER-R53"],
            json!({ "type": "terminate_alliance", "power": "OCT", "with": "PAR" }),
            "break OCT with PAR",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// Either may end it alone (ER-10.5).
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, with } = self;
    let (from, with) = two_majors(ctx, power, with)?;
    if !relations::allied(ctx.st, from, with) {
        let detail = format!("{} and {} are not allied", ctx.sc.power(from).name, ctx.sc.power(with).name);
        return Err(Refusal::new("not_allied", "ER-10.5", detail).at("with"));
    }
    Ok(Box::new(move |eng| {
        eng.st.alliances.retain(|&pair| pair != (from.min(with), from.max(with)));
        let what = EventKind::AllianceEnded { by: eng.sc.power_name(from), with: eng.sc.power_name(with) };
        eng.tell("ER-10.5", what);
        diplomacy::part_company(eng);
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        ask.power(order, |order| {
            ask.other_powers(order).into_iter().any(|with| ask.allows(&order.with("/with", with.value)))
        })?;
        ask.field(order, "/with", "With whom?", ask.other_powers(order), |order| ask.allows(order))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("break {} with {}", self.power, self.with)
    }
}
