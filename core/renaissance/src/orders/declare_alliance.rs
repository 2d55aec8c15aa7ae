//! `declare_alliance`: he will fight beside a family (RN-63).

use super::prelude::*;
use super::standing::ally;

/// He is allied with the members of a family from now on; it counts where it is mutual.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceDeclareAlliance, title = "RenaissanceDeclareAlliance")]
pub struct DeclareAlliance {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// The key of the family.
    #[schema(example = "orsini")]
    pub family: String,
}

impl OrderKind for DeclareAlliance {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Declares alliance with a family";
    const RULES: &[&str] = &["RN-63.1", "RN-63.4"];
    const FIELDS: &[Field] = &[
        Field::new("family", "With which family?", Ask::One(Source::Families)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "family": "orsini"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let family = ctx.family_named(&self.family, "family")?;
        ally(ctx, family, true)
    }
}
