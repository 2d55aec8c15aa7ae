//! `end_alliance`: he will fight beside a family no more (RN-63.1).

use super::prelude::*;
use super::standing::ally;

/// He is not allied with a family any longer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceEndAlliance, title = "RenaissanceEndAlliance")]
pub struct EndAlliance {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// The key of the family.
    #[schema(example = "orsini")]
    pub family: String,
}

impl OrderKind for EndAlliance {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Ends an alliance";
    const RULES: &[&str] = &["RN-63.1", "RN-63.4"];
    const FIELDS: &[Field] = &[
        Field::new("family", "With which family?", Ask::One(Source::Allies)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "family": "orsini"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let family = ctx.family_named(&self.family, "family")?;
        ally(ctx, family, false)
    }
}
