//! `pass_empire`: the Empire card just drawn goes to a player who has none (HW-21.4).

use super::prelude::*;
use crate::rules::recipients;

/// Hands the card just drawn to a player who has none, face down (HW-21.4).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwPassEmpire")]
pub struct PassEmpireOrder {
    /// Key or name of the player.
    #[schema(example = "apollo")]
    pub to: String,
}

/// [`PassEmpireOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassEmpire {
    /// Who gets it.
    pub to: PlayerId,
}

impl OrderKind for PassEmpire {
    type Wire = PassEmpireOrder;
    type Permission = ();
    const RULE: &'static str = "HW-21.4";
    const VERBS: &'static [Verb] = &[("pass", "pass Apollo")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Hands the Empire card just drawn, face down, to a player who has none",
            "draft",
            &["HW-21.4", "HW-21.6"],
            json!({ "type": "pass_empire", "to": "apollo" }),
            "pass Apollo",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        Ok(Self { to: names.player("to", &order.to)? })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        PassEmpireOrder { to: ids.player(self.to) }
    }

    fn in_time(st: &State) -> bool {
        matches!(st.stage, Stage::Draft(_))
    }

    fn offered(_: &Board, st: &State) -> bool {
        matches!(&st.stage, Stage::Draft(draft) if !recipients(st, draft).is_empty())
    }

    /// HW-21.4, HW-21.5.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<(), Refusal> {
        let open = recipients(engine.st, engine.draft());
        if !open.contains(&self.to) {
            let names: Vec<&str> = open.iter().map(|player| engine.sc.colour(*player).name.as_str()).collect();
            let detail = if self.to == engine.draft().drawer() {
                "a card is not passed to oneself".to_owned()
            } else {
                format!("{} has a card already", engine.sc.colour(self.to).name)
            };
            let hint =
                if names.is_empty() { "keep it".to_owned() } else { format!("without a card: {}", names.join(", ")) };
            return Err(Refusal::new("bad_recipient", "HW-21.4", detail).at("to").hint(hint));
        }
        Ok(())
    }

    fn carry_out(&self, (): (), engine: &mut Engine, _: SeatId) {
        let drawer = engine.draft().drawer();
        engine.give_card(self.to, Some(drawer));
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        if partial.has("to") {
            return None;
        }
        let Stage::Draft(draft) = &asked.st().stage else { return None };
        let players = recipients(asked.st(), draft);
        Some(FieldOptions::one_of("/to", "To whom does the card go?", asked.players(players)))
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        format!("pass {}", name(sc, Kind::Player, &order.to))
    }

    fn parse(_: &str, line: &mut Line, _: &mut OrderReader) -> Read<Order> {
        line.take("to");
        Ok(PassEmpireOrder { to: line.player()? }.into())
    }
}
