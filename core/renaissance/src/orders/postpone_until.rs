//! `postpone_until`: a family's orders are carried out on a later day (RN-2.5, RN-R10).

use super::prelude::*;

/// All orders of the family are carried out on a day of the month, after those of families with an earlier day.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissancePostponeUntil, title = "RenaissancePostponeUntil")]
pub struct PostponeUntil {
    /// The day, 1 to 30.
    #[schema(minimum = 1, maximum = 30)]
    pub day: u8,
}

/// The last day.
const LAST: u8 = 30;

impl OrderKind for PostponeUntil {
    const CLASS: Class = Class::Family;
    const SUMMARY: &str = "Orders wait for a day of the month";
    const RULES: &[&str] = &["RN-2.5", "RN-R10"];
    const FIELDS: &[Field] = &[
        Field::new("day", "On which day of the month?", Ask::Count(Bound::Most(30))),
    ];

    fn example() -> Value {
        json!({ "day": 20 })
    }

    fn persona(&self) -> Option<&str> {
        None
    }

    /// The queue of families asks for the day ([`carry_out`](super::carry_out)); nothing else is to be done.
    fn carry_out(&self, _: &mut OrderContext<'_>) -> Result<(), Refusal> {
        if (1..=LAST).contains(&self.day) {
            return Ok(());
        }
        Err(Refusal::new("no_such_day", "RN-2.5", "days are 1 to 30").at("day"))
    }
}
