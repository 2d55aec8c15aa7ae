//! `begin_turn`: the forces of the empire arrive (HW-22.5).

use super::prelude::*;

/// Ends the events before the turn: the forces arrive and the first takes the start Land (HW-22.5).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwBeginTurn")]
pub struct BeginTurnOrder {}

/// [`BeginTurnOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeginTurn;

impl OrderKind for BeginTurn {
    type Wire = BeginTurnOrder;
    type Permission = ();
    const RULE: &'static str = "HW-22.5";
    const VERBS: &'static [Verb] = &[("begin", "begin")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Ends the events before the turn: the forces arrive, and the first takes the start Land, with the Capital if \
             the empire has one",
            "events",
            &["HW-22.5", "HW-29.2"],
            json!({ "type": "begin_turn" }),
            "begin",
        )
    }

    fn look_up(_: &Self::Wire, _: &Names) -> Result<Self, Refusal> {
        Ok(Self)
    }

    fn wire(&self, _: &Ids) -> Self::Wire {
        BeginTurnOrder {}
    }

    fn in_time(st: &State) -> bool {
        st.turn().is_some_and(|turn| turn.phase == Phase::BeforeTurn)
    }

    fn judge(&self, _: &Engine, _: SeatId) -> Result<(), Refusal> {
        Ok(())
    }

    fn carry_out(&self, (): (), engine: &mut Engine, _: SeatId) {
        engine.begin_turn();
    }

    fn options(_: &Asked, _: &Partial) -> Option<FieldOptions> {
        None
    }

    fn print(_: &Self::Wire, _: &Scenario) -> String {
        "begin".to_owned()
    }

    fn parse(_: &str, _: &mut Line, reader: &mut OrderReader) -> Read<Order> {
        reader.stacks.clear();
        Ok(BeginTurnOrder {}.into())
    }
}
