//! `set_ingress`: which families may come inside (RN-25.4).

use super::prelude::*;
use crate::rules::offices::deed::FamilyList;
use crate::rules::offices::lists::{ListChange, change};

/// Who is in control of a location says which families may come inside.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceSetIngress, title = "RenaissanceSetIngress")]
pub struct SetIngress {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
    /// Keys of families that are put on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add: Vec<String>,
    /// Keys of families that are taken off it first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remove: Vec<String>,
}

impl OrderKind for SetIngress {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Says which families may come inside";
    const RULES: &[&str] = &["RN-25.4", "RN-25.9"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::Control))),
        Field::maybe("add", "Who may come in from now on?", Ask::Several(Source::Families, 0)),
        Field::maybe("remove", "Who may not any more?", Ask::Several(Source::Families, 0)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "location": "Rome", "add": ["orsini"]})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        let (add, remove) = (ctx.families(&self.add, "add")?, ctx.families(&self.remove, "remove")?);
        let wish = ListChange { location, list: FamilyList::Ingress, add, remove };
        change(ctx.sc, ctx.st, ctx.month, ctx.actor, &wish).map_err(refused)
    }
}
