//! `deepen_harbor`: a harbour is deepened (RN-49).

use super::prelude::*;
use super::crafts::deepen;

/// The harbour where he is is deepened by 1 foot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceDeepenHarbor, title = "RenaissanceDeepenHarbor")]
pub struct DeepenHarbor {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
}

impl OrderKind for DeepenHarbor {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Deepens a harbour by 1 foot";
    const RULES: &[&str] = &["RN-49.1", "RN-49.2", "RN-49.3", "RN-49.4", "RN-49.5", "RN-49.6", "RN-R70", "RN-R83"];
    const FIELDS: &[Field] = &[];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        deepen(ctx)
    }
}
