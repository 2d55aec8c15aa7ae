//! `keep_empire`: the Empire card just drawn is kept (HW-21.4).

use super::prelude::*;
use crate::rules::may_keep;

/// Keeps the Empire card just drawn (HW-21.4).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwKeepEmpire")]
pub struct KeepEmpireOrder {}

/// [`KeepEmpireOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeepEmpire;

impl OrderKind for KeepEmpire {
    type Wire = KeepEmpireOrder;
    type Permission = ();
    const RULE: &'static str = "HW-21.4";
    const VERBS: &'static [Verb] = &[("keep", "keep")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Keeps the Empire card just drawn; not possible for a player who was passed one",
            "draft",
            &["HW-21.4", "HW-21.5"],
            json!({ "type": "keep_empire" }),
            "keep",
        )
    }

    fn look_up(_: &Self::Wire, _: &Names) -> Result<Self, Refusal> {
        Ok(Self)
    }

    fn wire(&self, _: &Ids) -> Self::Wire {
        KeepEmpireOrder {}
    }

    fn in_time(st: &State) -> bool {
        matches!(st.stage, Stage::Draft(_))
    }

    fn offered(_: &Board, st: &State) -> bool {
        matches!(&st.stage, Stage::Draft(draft) if may_keep(st, draft))
    }

    /// HW-21.4, HW-21.5.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<(), Refusal> {
        if !may_keep(engine.st, engine.draft()) {
            let detail = "you have a card already, which was passed to you: this one must be passed on";
            return Err(Refusal::new("has_a_card", "HW-21.5", detail).hint("pass it to a player without a card"));
        }
        Ok(())
    }

    fn carry_out(&self, (): (), engine: &mut Engine, _: SeatId) {
        let drawer = engine.draft().drawer();
        engine.give_card(drawer, None);
    }

    fn options(_: &Asked, _: &Partial) -> Option<FieldOptions> {
        None
    }

    fn print(_: &Self::Wire, _: &Scenario) -> String {
        "keep".to_owned()
    }

    fn parse(_: &str, _: &mut Line, _: &mut OrderReader) -> Read<Order> {
        Ok(KeepEmpireOrder {}.into())
    }
}
