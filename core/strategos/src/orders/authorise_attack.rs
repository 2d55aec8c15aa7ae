//! `authorise_attack`: a command may attack a treaty partner this week (ST-22.2, ST-22.3).

use super::prelude::*;

/// A command may attack a treaty partner this week (ST-22.2, ST-22.3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosAuthoriseAttack, title = "StrategosAuthoriseAttack")]
pub struct AuthoriseAttack {
    /// Which command.
    #[schema(example = "Division 1")]
    pub command: String,
    /// Whom.
    #[schema(example = "CAS")]
    pub against: String,
}

impl OrderKind for AuthoriseAttack {
    const STEP: Step = Step::Posture;
    const VERBS: &'static [Verb] = &[Verb {
        word: "authorise",
        example: r#"authorise "Division 1" against CAS"#,
        read: |line| {
            let command = line.name(NameKind::Command)?;
            line.expect("against")?;
            Ok(Self { command, against: line.name(NameKind::Country)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Lets a command attack a treaty partner this week", &["ST-22.2", "ST-22.3"], json!({ "type": "authorise_attack", "command": "Division 1", "against": "CAS" }), r#"authorise "Division 1" against CAS"#)
    }

    /// ST-22.2: without a treaty there is nothing to authorise.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let (command, against) = (ctx.field(&self.command, "command")?, ctx.other(&self.against, "against")?);
        if !ctx.st.standing(ctx.country, against).is_treaty() {
            return Err(Refusal::new("no_treaty", "ST-22.2", "there is no treaty with that country")
                .hint("set the battle order instead")
                .at("against"));
        }
        ctx.obeys(command, "command")?;
        let authorised = &mut ctx.st.command_mut(command).authorised;
        if !authorised.contains(&against) {
            authorised.push(against);
        }
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        order
            .ask("command", || Field::one("Which command?", ask.field_commands()))
            .or_else(|| order.ask("against", || Field::one("Whom may it attack?", ask.others())))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("authorise {} against {}", quoted(&self.command), power(&self.against))
    }
}
