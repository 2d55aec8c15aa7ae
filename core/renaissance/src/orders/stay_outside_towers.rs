//! `stay_outside_towers`: he does not go into towers (RN-69.6).

use super::prelude::*;

/// From now on he stays out of his family's towers, or goes into them again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceStayOutsideTowers, title = "RenaissanceStayOutsideTowers")]
pub struct StayOutsideTowers {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// He stays out of them.
    pub on: bool,
}

impl OrderKind for StayOutsideTowers {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Says whether he stays out of towers";
    const RULES: &[&str] = &["RN-69.6"];
    const FIELDS: &[Field] = &[
        Field::new("on", "Does he stay outside of towers?", Ask::Flag),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "on": true})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let me = ctx.actor;
        ctx.st.persona_mut(me).stay_outside_towers = self.on;
        Ok(())
    }
}
