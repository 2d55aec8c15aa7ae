//! `set_market_rights`: which families may trade at the market outside although it is closed (RN-25.8).

use super::prelude::*;
use crate::rules::offices::deed::FamilyList;
use crate::rules::offices::lists::{ListChange, change};

/// Who is in control of a location says which families may trade at the market outside although it is closed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceSetMarketRights, title = "RenaissanceSetMarketRights")]
pub struct SetMarketRights {
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

impl OrderKind for SetMarketRights {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Says which families may trade at the market outside although it is closed";
    const RULES: &[&str] = &["RN-25.8", "RN-25.9"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::Control))),
        Field::maybe("add", "Who may trade there from now on?", Ask::Several(Source::Families, 0)),
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
        let wish = ListChange { location, list: FamilyList::MarketRights, add, remove };
        change(ctx.sc, ctx.st, ctx.month, ctx.actor, &wish).map_err(refused)
    }
}
