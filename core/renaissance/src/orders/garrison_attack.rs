//! `garrison_attack`: the garrison attacks somebody inside (RN-15.2).

use super::prelude::*;
use crate::rules::conflict::urban;

/// The tenant has the garrison of a location attack somebody inside the walls.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceGarrisonAttack, title = "RenaissanceGarrisonAttack")]
pub struct GarrisonAttack {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
    /// Whom.
    pub victim: String,
    /// The victim is not to be killed (RN-62.7).
    #[serde(default)]
    pub spare: bool,
}

impl OrderKind for GarrisonAttack {
    const CLASS: Class = Class::Movement;
    const AFTER_BATTLE: bool = true;
    const SUMMARY: &str = "Has a garrison attack inside the walls";
    const RULES: &[&str] = &["RN-15.2", "RN-62.3"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::Tenant))),
        Field::new("victim", "Whom?", Ask::One(Source::Unwelcome)),
        Field::maybe("spare", "Is he to be spared?", Ask::Flag),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "location": "Rome", "victim": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        let victim = ctx.other(&self.victim, "victim")?;
        let order = urban::AttackByGarrison { by: ctx.actor, location, victim, spare: self.spare };
        urban::attack_with_garrison(ctx.sc, ctx.st, ctx.month, order).map_err(refused)
    }
}
