//! `set_trade_policy`: a standing order: whose Trade Bonus offers to accept (HW-R39).

use kernel::Audience;

use super::prelude::*;
use crate::model::ids::Players;

/// A standing order: whose Trade Bonus offers to accept (HW-R39).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwSetTradePolicy")]
pub struct SetTradePolicyOrder {
    /// Keys or names of players.
    pub accept: Vec<String>,
    /// The colour it is for; may be left out by a seat with one colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
}

/// [`SetTradePolicyOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetTradePolicy {
    /// Whose offers are accepted.
    pub accept: Players,
    /// The colour it is for.
    pub colour: Option<PlayerId>,
}

impl OrderKind for SetTradePolicy {
    type Wire = SetTradePolicyOrder;
    /// The colour it is for.
    type Permission = PlayerId;
    const RULE: &'static str = "HW-R39";
    const STANDING: bool = true;
    const VERBS: &'static [Verb] = &[("trade", "trade accept Apollo, Hera, or: trade accept none")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Says whose offers of a Trade Bonus are accepted from now on; nobody's unless it is said",
            "standing",
            &["HW-R39"],
            json!({ "type": "set_trade_policy", "accept": ["apollo", "hera"] }),
            "trade accept Apollo, Hera",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        let accept = names.each("accept", &order.accept, |at, name| names.player(at, name))?;
        let colour = names.maybe_player("colour", order.colour.as_ref())?;
        Ok(Self { accept: accept.into_iter().collect(), colour })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        SetTradePolicyOrder {
            accept: self.accept.iter().map(|player| ids.player(player)).collect(),
            colour: self.colour.map(|colour| ids.player(colour)),
        }
    }

    fn in_time(_: &State) -> bool {
        true
    }

    fn offered(_: &Board, _: &State) -> bool {
        false
    }

    fn judge(&self, engine: &Engine, seat: SeatId) -> Result<PlayerId, Refusal> {
        engine.own_colour(seat, self.colour)
    }

    /// HW-R39.
    fn carry_out(&self, player: PlayerId, engine: &mut Engine, seat: SeatId) {
        let accept = self.accept;
        engine.st.player_mut(player).trade = accept;
        let policy = |sc: &Scenario| {
            let names: Vec<&str> = accept.iter().map(|player| sc.colour(player).name.as_str()).collect();
            if names.is_empty() {
                "no Trade Bonus is accepted".into()
            } else {
                format!("accepts the Trade Bonus of {}", names.join(", "))
            }
        };
        engine.tell(Audience::only(seat), "HW-R39", |_, sc| EventKind::PolicySet {
            player: key(sc, player),
            policy: policy(sc),
        });
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        if !partial.has("accept") {
            let values = asked.players(asked.st().player_ids());
            let most = values.len() as u32;
            let values = FieldValues::Several { values, least: 0, most };
            return Some(FieldOptions::new("/accept", "Whose Trade Bonus is accepted?", values));
        }
        asked.colour(partial)
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        let colour = after(sc, "for", Kind::Player, order.colour.as_deref());
        format!("trade accept {}{colour}", names(sc, Kind::Player, &order.accept))
    }

    fn parse(_: &str, line: &mut Line, _: &mut OrderReader) -> Read<Order> {
        line.expect("accept")?;
        let accept = line.list(Kind::Player)?;
        Ok(SetTradePolicyOrder { accept, colour: line.colour()? }.into())
    }
}
