//! `attack_urban`: a battle inside the walls (RN-65).

use super::prelude::*;
use crate::rules::conflict::urban::{UrbanAttack, UrbanTarget, attack};

/// He attacks somebody inside the walls, or the garrison, as he is inside himself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceAttackUrban, title = "RenaissanceAttackUrban")]
pub struct AttackUrban {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Whom; the garrison when it is left out, and the tenant where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub victim: Option<String>,
    /// The victim is not to be killed (RN-62.7).
    #[serde(default)]
    pub spare: bool,
    /// He fights on although he is at home and has a tower (RN-65.7).
    #[serde(default)]
    pub fight_on: bool,
}

impl OrderKind for AttackUrban {
    const CLASS: Class = Class::Movement;
    const AFTER_BATTLE: bool = true;
    const SUMMARY: &str = "Attacks inside the walls";
    const RULES: &[&str] = &["RN-16.2", "RN-16.3", "RN-16.5", "RN-62.3", "RN-62.7", "RN-65.1"];
    const FIELDS: &[Field] = &[
        Field::maybe("victim", "Whom; or the garrison?", Ask::One(Source::Strangers)),
        Field::maybe("spare", "Is he to be spared?", Ask::Flag),
        Field::maybe("fight_on", "Does he fight on, although he is at home?", Ask::Flag),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "victim": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let victim = self.victim.as_deref().map(|victim| ctx.other(victim, "victim")).transpose()?;
        let target = victim.map_or(UrbanTarget::Garrison, UrbanTarget::Persona);
        let order = UrbanAttack { by: ctx.actor, target, spare: self.spare, fight_on: self.fight_on };
        attack(ctx.sc, ctx.st, ctx.month, order).map_err(refused)
    }
}
