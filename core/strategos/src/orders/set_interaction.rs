//! `set_interaction`: what a command does when it sees somebody, until it is changed (ST-R11).

use super::prelude::*;

/// What a command does when it sees somebody, until it is changed (ST-R11).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosSetInteraction, title = "StrategosSetInteraction")]
pub struct SetInteraction {
    /// Which command.
    #[schema(example = "Division 1")]
    pub command: String,
    /// 1: advance on the greatest enemy; 2: on the smallest; 3: join a friend; 4: follow an enemy; 5: follow a friend; 6: away
    /// from all enemies.
    #[schema(minimum = 1, maximum = 6, example = 4)]
    pub interaction: u8,
}

/// The interaction orders 1 to 6.
const INTERACTIONS: [&str; 6] = [
    "advance on the greatest enemy",
    "advance on the smallest enemy",
    "join a friend",
    "follow an enemy",
    "follow a friend",
    "away from all enemies",
];

impl OrderKind for SetInteraction {
    const STEP: Step = Step::Posture;
    const VERBS: &'static [Verb] = &[Verb {
        word: "interact",
        example: r#"interact "Division 1" 4"#,
        read: |line| {
            let command = line.name(NameKind::Command)?;
            Ok(Self { command, interaction: line.small("the interaction order")? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(
            Self::STEP,
            "Says what a command does when it sees somebody",
            &["ST-R11"],
            json!({ "type": "set_interaction", "command": "Division 1", "interaction": 4 }), r#"interact "Division 1" 4"#)
    }

    /// ST-R11: commands in the field only; the routed have 6.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let command = ctx.field(&self.command, "command")?;
        ctx.obeys(command, "command")?;
        if !(1..=6).contains(&self.interaction) {
            return Err(Refusal::new("interaction", "ST-R11", "an interaction order is 1 to 6").at("interaction"));
        }
        if ctx.st.command(command).routed {
            let refusal = Refusal::new("routed", "ST-R11", "the command is routed");
            return Err(refusal.hint("wait till it rallies").at("command"));
        }
        ctx.st.command_mut(command).interaction = self.interaction;
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let what = || {
            let numbered = (1u8..).zip(INTERACTIONS);
            let values = numbered.map(|(number, words)| OptionValue::new(number, format!("{number}: {words}")));
            Field::one("What does it do when it sees somebody?", values.collect())
        };
        order.ask("command", || Field::one("Which command?", ask.field_commands())).or_else(|| order.ask("interaction", what))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("interact {} {}", quoted(&self.command), self.interaction)
    }
}
