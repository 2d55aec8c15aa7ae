//! `create_military_order`: the Pope founds a military order (RN-22.7).

use super::prelude::*;
use crate::rules::church::brotherhoods::{GRANDMASTER, found};
use crate::rules::church::deed::Plan;

/// The Pope founds a military order, in June. It stands once all whose order a transfer of the tenancy needs have given the tenancy of its seat to `Grandmaster of` the order, in the same month; only then it is paid.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceCreateMilitaryOrder, title = "RenaissanceCreateMilitaryOrder")]
pub struct CreateMilitaryOrder {
    /// Who acts.
    #[schema(example = "Rodrigo Borgia")]
    pub persona: String,
    /// What the order is called, at most 60 letters.
    #[schema(max_length = 60, example = "the Holy Cross")]
    pub name: String,
    /// Its seat, of at least 10,000 inhabitants.
    #[schema(example = "Rome")]
    pub location: String,
}

impl OrderKind for CreateMilitaryOrder {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Founds a military order, in June";
    const RULES: &[&str] = &["RN-22.7", "RN-R51"];
    const FIELDS: &[Field] = &[
        Field::new("name", "What is it called?", Ask::Text("the Holy Cross", 60)),
        Field::new("location", "Where is its seat?", Ask::One(Source::Anywhere)),
    ];

    fn example() -> Value {
        json!({"persona": "Rodrigo Borgia", "name": "the Holy Cross", "location": "Rome"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let seat = ctx.location(&self.location, "location")?;
        let name = self.name.trim();
        if name.is_empty() || name.chars().count() > LONGEST || name.chars().any(char::is_control) {
            return Err(Refusal::new("bad_name", "RN-22.7", "an order has a name of 1 to 60 letters").at("name"));
        }
        let title = format!("{GRANDMASTER}{name}").as_str().into();
        found(ctx.sc, ctx.st, ctx.month, ctx.actor, Plan { seat, title }).map_err(refused)
    }
}

/// Letters of the name of an order.
const LONGEST: usize = 60;
