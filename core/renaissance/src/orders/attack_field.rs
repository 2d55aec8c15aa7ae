//! `attack_field`: a battle in the field (RN-64).

use super::prelude::*;
use crate::rules::conflict::field::{FieldAttack, attack};

/// He attacks somebody who is outside the walls, as he is himself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceAttackField, title = "RenaissanceAttackField")]
pub struct AttackField {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Whom.
    pub victim: String,
    /// The victim is not to be killed (RN-62.7).
    #[serde(default)]
    pub spare: bool,
}

impl OrderKind for AttackField {
    const CLASS: Class = Class::Movement;
    const AFTER_BATTLE: bool = true;
    const SUMMARY: &str = "Attacks outside the walls";
    const RULES: &[&str] = &["RN-62.3", "RN-62.7", "RN-62.10", "RN-62.11", "RN-64.1"];
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
        attack(ctx.sc, ctx.st, ctx.month, FieldAttack { by: ctx.actor, victim, spare: self.spare, sortie: false }).map_err(refused)
    }
}
