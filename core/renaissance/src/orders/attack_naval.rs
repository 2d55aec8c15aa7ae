//! `attack_naval`: a battle at sea (RN-71).

use super::prelude::*;
use crate::rules::conflict::naval::{NavalAttack, attack};

/// He attacks somebody whose ships lie where his do, in open water.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceAttackNaval, title = "RenaissanceAttackNaval")]
pub struct AttackNaval {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Whom.
    pub victim: String,
    /// The victim is not to be killed (RN-62.7).
    #[serde(default)]
    pub spare: bool,
}

impl OrderKind for AttackNaval {
    const CLASS: Class = Class::Movement;
    const AFTER_BATTLE: bool = true;
    const SUMMARY: &str = "Attacks at sea";
    const RULES: &[&str] = &["RN-62.3", "RN-62.7", "RN-71.1"];
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
        attack(ctx.sc, ctx.st, ctx.month, NavalAttack { by: ctx.actor, victim, spare: self.spare }).map_err(refused)
    }
}
