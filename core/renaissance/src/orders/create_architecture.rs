//! `create_architecture`: a work of architecture (RN-14.1).

use super::prelude::*;
use crate::rules::peace::work::Work;
use crate::rules::persons::works::create;

/// A work of architecture in praise of a sponsor, in August.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceCreateArchitecture, title = "RenaissanceCreateArchitecture")]
pub struct CreateArchitecture {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Who is praised; he himself may be.
    pub sponsor: String,
}

impl OrderKind for CreateArchitecture {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Creates a work of architecture in praise of a sponsor";
    const RULES: &[&str] = &["RN-14.1", "RN-R29", "RN-14.2"];
    const FIELDS: &[Field] = &[
        Field::new("sponsor", "In whose honour?", Ask::One(Source::PresentOrSelf)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "sponsor": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let sponsor = ctx.persona(&self.sponsor, "sponsor")?;
        create(ctx.sc, ctx.st, ctx.month, ctx.actor, Work::Architecture, sponsor).map_err(refused)
    }
}
