//! `end_expansion`: the expansion is over (HW-22.2, HW-R52).

use super::prelude::*;

/// Ends the expansion; forces left over are lost (HW-R52).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwEndExpansion")]
pub struct EndExpansionOrder {}

/// [`EndExpansionOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndExpansion;

impl OrderKind for EndExpansion {
    type Wire = EndExpansionOrder;
    type Permission = ();
    const RULE: &'static str = "HW-22.2";
    const VERBS: &'static [Verb] = &[("end", "end")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Ends the expansion; forces left over are lost, Monuments fall due, and the turn is scored",
            "expansion",
            &["HW-24.7", "HW-R52"],
            json!({ "type": "end_expansion" }),
            "end",
        )
    }

    fn look_up(_: &Self::Wire, _: &Names) -> Result<Self, Refusal> {
        Ok(Self)
    }

    fn wire(&self, _: &Ids) -> Self::Wire {
        EndExpansionOrder {}
    }

    fn in_time(st: &State) -> bool {
        expanding(st)
    }

    fn judge(&self, _: &Engine, _: SeatId) -> Result<(), Refusal> {
        Ok(())
    }

    fn carry_out(&self, (): (), engine: &mut Engine, _: SeatId) {
        engine.end_expansion();
    }

    fn options(_: &Asked, _: &Partial) -> Option<FieldOptions> {
        None
    }

    fn print(_: &Self::Wire, _: &Scenario) -> String {
        "end".to_owned()
    }

    fn parse(_: &str, _: &mut Line, reader: &mut OrderReader) -> Read<Order> {
        reader.stacks.clear();
        Ok(EndExpansionOrder {}.into())
    }
}
