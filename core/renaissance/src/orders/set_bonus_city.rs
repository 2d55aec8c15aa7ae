//! `set_bonus_city`: the city that inspires the troops of a Moslem sovereign (RN-61.7).

use super::prelude::*;
use super::standing::name_bonus_city;

/// The city that inspires the troops of a Sunni or Shia sovereign.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceSetBonusCity, title = "RenaissanceSetBonusCity")]
pub struct SetBonusCity {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
}

impl OrderKind for SetBonusCity {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Names a Moslem sovereign's bonus city";
    const RULES: &[&str] = &["RN-61.7", "RN-R96"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Which city?", Ask::One(Source::SeatsAs(Holding::Sovereign))),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "location": "Rome"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        name_bonus_city(ctx, location)
    }
}
