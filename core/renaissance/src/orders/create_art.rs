//! `create_art`: a work of art (RN-14.3).

use super::prelude::*;
use crate::rules::peace::work::Work;
use crate::rules::persons::works::create;

/// A work of art in praise of a sponsor, in May, August or November.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceCreateArt, title = "RenaissanceCreateArt")]
pub struct CreateArt {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Who is praised; he himself may be.
    pub sponsor: String,
}

impl OrderKind for CreateArt {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Creates a work of art in praise of a sponsor";
    const RULES: &[&str] = &["RN-14.3", "RN-R29"];
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
        create(ctx.sc, ctx.st, ctx.month, ctx.actor, Work::Art, sponsor).map_err(refused)
    }
}
