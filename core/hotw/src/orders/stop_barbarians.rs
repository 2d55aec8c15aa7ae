//! `stop_barbarians`: the Barbarians go home (HW-R46).

use super::prelude::*;

/// Sends the Barbarians home (HW-R46).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwStopBarbarians")]
pub struct StopBarbariansOrder {}

/// [`StopBarbariansOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StopBarbarians;

impl OrderKind for StopBarbarians {
    type Wire = StopBarbariansOrder;
    type Permission = ();
    const RULE: &'static str = "HW-R46";
    const VERBS: &'static [Verb] = &[("stop", "stop")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Sends the Barbarians home before they are beaten",
            "events",
            &["HW-25.5", "HW-R46"],
            json!({ "type": "stop_barbarians" }),
            "stop",
        )
    }

    fn look_up(_: &Self::Wire, _: &Names) -> Result<Self, Refusal> {
        Ok(Self)
    }

    fn wire(&self, _: &Ids) -> Self::Wire {
        StopBarbariansOrder {}
    }

    fn in_time(st: &State) -> bool {
        st.turn().is_some_and(|turn| matches!(turn.phase, Phase::Barbarians { .. }))
    }

    fn judge(&self, _: &Engine, _: SeatId) -> Result<(), Refusal> {
        Ok(())
    }

    fn carry_out(&self, (): (), engine: &mut Engine, _: SeatId) {
        if let Phase::Barbarians { from, .. } = engine.turn().phase {
            engine.barbarians_leave(from);
        }
    }

    fn options(_: &Asked, _: &Partial) -> Option<FieldOptions> {
        None
    }

    fn print(_: &Self::Wire, _: &Scenario) -> String {
        "stop".to_owned()
    }

    fn parse(_: &str, _: &mut Line, _: &mut OrderReader) -> Read<Order> {
        Ok(StopBarbariansOrder {}.into())
    }
}
