//! `create_negative_art`: a work of art against somebody (RN-14.4).

use super::prelude::*;
use crate::rules::peace::work::Work;
use crate::rules::persons::works::create_against;

/// A work of art that makes somebody less popular.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceCreateNegativeArt, title = "RenaissanceCreateNegativeArt")]
pub struct CreateNegativeArt {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Against whom.
    pub victim: String,
}

impl OrderKind for CreateNegativeArt {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Creates a work of art against somebody";
    const RULES: &[&str] = &["RN-14.4", "RN-14.5", "RN-R29"];
    const FIELDS: &[Field] = &[
        Field::new("victim", "Against whom?", Ask::One(Source::Others)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "victim": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let victim = ctx.other(&self.victim, "victim")?;
        create_against(ctx.sc, ctx.st, ctx.month, ctx.actor, Work::Art, victim).map_err(refused)
    }
}
