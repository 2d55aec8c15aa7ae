//! `garrison_sortie`: the tenant comes out with the garrison (RN-60.4).

use super::prelude::*;
use crate::rules::conflict::field::{FieldAttack, attack};

/// The tenant comes out of the walls with the garrison, against somebody outside.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceGarrisonSortie, title = "RenaissanceGarrisonSortie")]
pub struct GarrisonSortie {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Whom.
    pub victim: String,
    /// The victim is not to be killed (RN-62.7).
    #[serde(default)]
    pub spare: bool,
}

impl OrderKind for GarrisonSortie {
    const CLASS: Class = Class::Movement;
    const AFTER_BATTLE: bool = true;
    const SUMMARY: &str = "Comes out of the walls with the garrison";
    const RULES: &[&str] = &["RN-60.4", "RN-62.3"];
    const FIELDS: &[Field] = &[
        Field::new("victim", "Whom?", Ask::One(Source::Strangers)),
        Field::maybe("spare", "Is he to be spared?", Ask::Flag),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "victim": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let victim = ctx.other(&self.victim, "victim")?;
        attack(ctx.sc, ctx.st, ctx.month, FieldAttack { by: ctx.actor, victim, spare: self.spare, sortie: true }).map_err(refused)
    }
}
