//! `reinforce`: more armies in a Land of the empire (HW-7.5, HW-23.5).

use super::prelude::*;
use crate::model::ids::MOST_ARMIES;

/// Puts more armies into a Land of the empire, 3 at most (HW-7.5).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwReinforce")]
pub struct ReinforceOrder {
    /// The Land.
    pub land: String,
    /// How many, 1 or 2.
    pub armies: u8,
}

/// [`ReinforceOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reinforce {
    /// The Land.
    pub land: LandId,
    /// How many.
    pub armies: u8,
}

impl OrderKind for Reinforce {
    type Wire = ReinforceOrder;
    type Permission = ();
    const RULE: &'static str = "HW-7.5";
    const VERBS: &'static [Verb] = &[("reinforce", "reinforce Pyrenees 2, or: +2 Pyrenees")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Puts walkover forces into a Land that the empire took this turn, up to three armies",
            "expansion",
            &["HW-7.5", "HW-23.5"],
            json!({ "type": "reinforce", "land": "pyrenees", "armies": 2 }),
            "+2 Pyrenees",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        Ok(Self { land: names.land("land", &order.land)?, armies: order.armies })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        ReinforceOrder { land: ids.land(self.land), armies: self.armies }
    }

    fn in_time(st: &State) -> bool {
        expanding(st)
    }

    /// HW-7.5, HW-23.5.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<(), Refusal> {
        let Self { land, armies } = *self;
        engine.own_land(land)?;
        let there = engine.st.land(land).armies();
        let room = MOST_ARMIES.saturating_sub(there);
        if armies == 0 {
            let refusal = Refusal::new("bad_count", "HW-7.5", "no army is to be added").at("armies");
            return Err(refusal.hint(format!("1 to {room}")));
        }
        if armies > room {
            let detail = format!("{there} armies are there, and {armies} more would be over {MOST_ARMIES} in a Land");
            let refusal = Refusal::new("land_full", "HW-23.5", detail).at("armies");
            return Err(refusal.hint(format!("there is room for {room} more")));
        }
        let left = engine.forces_in(Source::Walkover)?;
        if left < armies {
            let detail = format!("{armies} forces are needed, {left} are there");
            let refusal = Refusal::new("too_few_forces", "HW-7.5", detail).at("armies");
            return Err(refusal.hint("armies come from the walkover stack; set more forces aside"));
        }
        Ok(())
    }

    fn carry_out(&self, (): (), engine: &mut Engine, _: SeatId) {
        let Self { land, armies } = *self;
        for _ in 0..armies {
            engine.take_force(Source::Walkover, true);
        }
        if let Some(army) = &mut engine.st.land_mut(land).army {
            army.armies += armies;
        }
        let (player, pool) = (engine.player(), engine.array());
        engine.say("HW-7.5", |board, sc| EventKind::Reinforced {
            player: key(sc, player),
            land: land_name(board, land),
            armies,
            pool,
        });
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let Some(land) = partial.text("land") else {
            let open = asked.base().iter().filter(|land| asked.allows(&Self { land: *land, armies: 1 }));
            return Some(FieldOptions::one_of("/land", "Which Land is reinforced?", asked.lands(open)));
        };
        if partial.has("armies") {
            return None;
        }
        let land = asked.land(land)?;
        let most = (1..=MOST_ARMIES).rev().find(|armies| asked.allows(&Self { land, armies: *armies })).unwrap_or(0);
        Some(FieldOptions::amount("/armies", "How many armies are added?", 1, i64::from(most)))
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        format!("+{} {}", order.armies, name(sc, Kind::Land, &order.land))
    }

    fn parse(_: &str, line: &mut Line, _: &mut OrderReader) -> Read<Order> {
        let land = line.land()?;
        Ok(ReinforceOrder { land, armies: line.number("the number of armies")? }.into())
    }
}

/// `+2 Pyrenees`.
pub(super) fn parse_plus(line: &mut Line) -> Read<Order> {
    const EXAMPLE: &str = "write: +2 Pyrenees";
    let text = line.tokens[0].text;
    let armies = match number(&text[1..]) {
        Some(Ok(armies)) => armies,
        _ => {
            let detail = format!("{} is no number of further armies", shown(text));
            return Err(line.wrong(0, "not_a_number", detail).hint(EXAMPLE));
        }
    };
    line.at = 1;
    let land = line.land()?;
    line.end().map_err(|wrong| wrong.hint(EXAMPLE))?;
    Ok(ReinforceOrder { land, armies }.into())
}
