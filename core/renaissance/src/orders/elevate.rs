//! `elevate`: somebody is raised in rank (RN-19.3 to RN-19.5).

use super::prelude::*;
use crate::rules::offices::nobility::elevate;

/// A king or an emperor raises somebody by one rank, in February, with a new title.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceElevate, title = "RenaissanceElevate")]
pub struct Elevate {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Whom.
    pub beneficiary: String,
    /// What the new title is called, at most 80 letters.
    #[schema(max_length = 80)]
    pub title_name: String,
}

impl OrderKind for Elevate {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Raises somebody by one rank, in February";
    const RULES: &[&str] = &["RN-19.3", "RN-19.4", "RN-19.5", "RN-R43"];
    const FIELDS: &[Field] = &[
        Field::new("beneficiary", "Whom?", Ask::One(Source::Others)),
        Field::new("title_name", "What is the new title called?", Ask::Text("Count of the New Town", 80)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "beneficiary": "Rodrigo Borgia", "title_name": "Duke of Gandia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let beneficiary = ctx.other(&self.beneficiary, "beneficiary")?;
        let name = self.title_name.trim();
        if name.is_empty() || name.chars().count() > LONGEST || name.chars().any(char::is_control) {
            return Err(Refusal::new("bad_name", "RN-19.3", "a title has a name of 1 to 80 letters").at("title_name"));
        }
        elevate(ctx.sc, ctx.st, ctx.month, ctx.actor, beneficiary, name.into()).map_err(refused)
    }
}

/// Letters of a title.
const LONGEST: usize = 80;
