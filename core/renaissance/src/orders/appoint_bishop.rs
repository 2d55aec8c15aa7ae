//! `appoint_bishop`: an archbishop fills a see (RN-21.7).

use super::prelude::*;
use crate::rules::church::appointments::appoint_bishop;

/// An archbishop offers a vacant see of his archbishopric to a man of his religion, one a month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceAppointBishop, title = "RenaissanceAppointBishop")]
pub struct AppointBishop {
    /// Who acts.
    #[schema(example = "Rodrigo Borgia")]
    pub persona: String,
    /// Whom.
    #[schema(example = "Cesare Borgia")]
    pub beneficiary: String,
    /// The name of the title.
    #[schema(example = "Bishop of Rimini")]
    pub office: String,
}

impl OrderKind for AppointBishop {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Offers a vacant see to a man of the religion";
    const RULES: &[&str] = &["RN-21.7", "RN-21.8", "RN-R46", "RN-R48"];
    const FIELDS: &[Field] = &[
        Field::new("office", "Which see?", Ask::One(Source::VacantSees)),
        Field::new("beneficiary", "Whom?", Ask::One(Source::Anybody)),
    ];

    fn example() -> Value {
        json!({"persona": "Rodrigo Borgia", "beneficiary": "Cesare Borgia", "office": "Bishop of Rimini"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let beneficiary = ctx.persona(&self.beneficiary, "beneficiary")?;
        let title = ctx.title(&self.office, "office")?;
        appoint_bishop(ctx.sc, ctx.st, ctx.month, ctx.actor, beneficiary, title).map_err(refused)
    }
}
