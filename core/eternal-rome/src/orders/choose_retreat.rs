//! `choose_retreat`: where to after a lost combat (ER-12.7, ER-R17).

use super::answers::{answering, combat_of, other_combat, other_question};
use super::prelude::*;

/// Decision: where to after a lost combat (ER-12.7, ER-R17).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeChooseRetreat, title = "EternalRomeChooseRetreat")]
pub struct ChooseRetreat {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Number of the combat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = 4)]
    pub combat: Option<u16>,
    /// A city or hex among those offered.
    #[schema(example = "Corcyra")]
    pub to: String,
}

impl OrderKind for ChooseRetreat {
    const VERBS: &'static [Verb] = &[Verb {
        word: "retreat",
        example: "retreat ANT to Corinthus",
        read: |line| {
            let power = line.power()?;
            let combat = line.combat()?;
            line.expect("to")?;
            Ok(Self { power, combat, to: line.name(NameKind::Place)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Decision: where to after a lost battle",
            ANY_TIME,
            &["ER-12.7", "ER-R17", "ER-R20"],
            json!({ "type": "choose_retreat", "power": "ANT", "to": "Corinthus" }),
            "retreat ANT to Corinthus",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    /// ER-12.7, ER-R17.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { power, combat: number, to } = self;
        let number = *number;
    let ask = ctx.asked(power)?;
    let Question::ChooseRetreat { combat, options, .. } = &ask.question else {
        return Err(other_question(&ask.question));
    };
    other_combat(*combat, number)?;
    let city = names::find_city(ctx.sc, to).map(Refuge::City);
    let hex = names::find_hex(ctx.sc, to).map(Refuge::Hex);
    let offered = |refuge: &Refuge| options.contains(refuge);
    let refuge = city.filter(offered).or(hex.filter(offered)).ok_or_else(|| {
        let able: Vec<String> = options.iter().map(|&refuge| decisions::refuge_words(ctx.sc, refuge)).collect();
        Refusal::new("not_offered", "ER-12.7", format!("{to} is not among the places offered"))
            .hint(format!("offered are {}", able.join(", ")))
            .at("to")
    })?;
    answering(Reply::Retreat(refuge))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        let Some(Question::ChooseRetreat { combat, options, .. }) = ask.question() else {
            return NextField::Break(None);
        };
        combat_of(ask, order, *combat)?;
        let place = |&refuge: &Refuge| match refuge {
            Refuge::City(city) => OptionValue::place(ask.sc.city(city).name.to_string()),
            Refuge::Hex(hex) => ask.hex_value(hex),
        };
        ask.field(order, "/to", "Where to?", options.iter().map(place).collect(), |order| ask.allows(order))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("retreat {}{} to {}", self.power, number(self.combat), self.to)
    }
}
