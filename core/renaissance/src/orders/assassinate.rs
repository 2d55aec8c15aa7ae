//! `assassinate`: a murder is attempted (RN-14.11 to RN-14.15).

use super::prelude::*;
use crate::rules::persons::murder::attempt;

/// Somebody tries to murder a persona who is with him the whole month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceAssassinate, title = "RenaissanceAssassinate")]
pub struct Assassinate {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Whom.
    pub victim: String,
}

impl OrderKind for Assassinate {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Tries to murder a persona";
    const RULES: &[&str] = &["RN-14.11", "RN-14.12", "RN-14.13", "RN-14.14", "RN-14.15", "RN-R31"];
    const FIELDS: &[Field] = &[
        Field::new("victim", "Whom?", Ask::One(Source::Strangers)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "victim": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let victim = ctx.other(&self.victim, "victim")?;
        attempt(ctx.sc, ctx.st, ctx.month, ctx.actor, victim).map_err(refused)
    }
}
