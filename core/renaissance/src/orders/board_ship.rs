//! `board_ship`: he goes aboard another's ships (RN-36.1 to RN-36.3).

use super::prelude::*;
use crate::rules::movement::passengers::board;

/// He goes aboard the ships of somebody who let him last month.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceBoardShip, title = "RenaissanceBoardShip")]
pub struct BoardShip {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Whose ships.
    pub owner: String,
}

impl OrderKind for BoardShip {
    const CLASS: Class = Class::Movement;
    const SUMMARY: &str = "Goes aboard another's ships";
    const RULES: &[&str] = &["RN-36.1", "RN-36.2", "RN-36.3", "RN-R69"];
    const FIELDS: &[Field] = &[
        Field::new("owner", "Whose ships?", Ask::One(Source::Present)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "owner": "Rodrigo Borgia"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let owner = ctx.other(&self.owner, "owner")?;
        board(ctx.st, ctx.month, ctx.actor, owner).map_err(refused)
    }
}
