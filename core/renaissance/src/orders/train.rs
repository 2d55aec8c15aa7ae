//! `train`: a persona teaches another (RN-13.3 to RN-13.6).

use super::prelude::*;
use crate::model::skills::Skill;
use crate::rules::persons::training::train;

/// Somebody who is better at a skill teaches it to another, who becomes better.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceTrain, title = "RenaissanceTrain")]
pub struct Train {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Whom.
    pub trainee: String,
    /// Which skill.
    #[schema(value_type = String, example = "engineering")]
    pub skill: Skill,
}

impl OrderKind for Train {
    const CLASS: Class = Class::Training;
    const SUMMARY: &str = "Teaches another persona a skill";
    const RULES: &[&str] = &["RN-13.3", "RN-13.4", "RN-13.5", "RN-13.6", "RN-36.4"];
    const FIELDS: &[Field] = &[
        Field::new("trainee", "Whom?", Ask::One(Source::Present)),
        Field::new("skill", "In what?", Ask::One(Source::Skills)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "trainee": "Rodrigo Borgia", "skill": "engineering"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let trainee = ctx.other(&self.trainee, "trainee")?;
        train(ctx.sc, ctx.st, ctx.month, ctx.actor, trainee, self.skill).map_err(refused)
    }
}
