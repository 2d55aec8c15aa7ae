//! `transfer_tower`: a tower is given away (RN-69.3).

use super::prelude::*;
use crate::rules::offices::towers::transfer;

/// A tower is given to a family, or to an office of the location.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceTransferTower, title = "RenaissanceTransferTower")]
pub struct TransferTower {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
    /// Whose tower: the key of a family, or an office of the location: `sovereign`, `feudatory`, `tenant`, `magistrate`, `bishop`, `archbishop`.
    pub tower: String,
    /// To whom, named in the same way.
    pub to: String,
}

impl OrderKind for TransferTower {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Gives a tower away";
    const RULES: &[&str] = &["RN-69.3", "RN-69.8", "RN-25.5"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::Tower))),
        Field::new("tower", "Whose tower?", Ask::One(Source::TowersThere)),
        Field::new("to", "To whom?", Ask::One(Source::TowerOwners)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "location": "Rome", "tower": "borgia", "to": "orsini"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        let (from, to) = (ctx.tower(&self.tower, "tower")?, ctx.tower(&self.to, "to")?);
        transfer(ctx.sc, ctx.st, ctx.month, ctx.actor, location, from, to).map_err(refused)
    }
}
