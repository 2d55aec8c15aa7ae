//! `place_sumeria`: the three further armies of Sumeria (HW-21.2).

use super::prelude::*;
use crate::model::ids::MOST_ARMIES;

/// Places the three further armies of Sumeria (HW-21.2).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwPlaceSumeria")]
pub struct PlaceSumeriaOrder {
    /// Three Lands, each the Land of an army so far or next to one; a Land may come twice.
    #[schema(example = json!(["lower_tigris", "lower_tigris", "zagros"]))]
    pub lands: Vec<String>,
}

/// [`PlaceSumeriaOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaceSumeria {
    /// The Lands.
    pub lands: Vec<LandId>,
}

impl OrderKind for PlaceSumeria {
    type Wire = PlaceSumeriaOrder;
    /// Armies by Land, the first one with them.
    type Permission = Vec<(LandId, u8)>;
    const RULE: &'static str = "HW-21.2";
    const VERBS: &'static [Verb] = &[("sumeria", "sumeria Lower Tigris, Lower Tigris, Zagros")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Places the three further armies of Sumeria, each in the Land of an army so far or next to one; whoever rolled \
             lowest, once",
            "setup",
            &["HW-21.2", "HW-R24"],
            json!({ "type": "place_sumeria", "lands": ["lower_tigris", "lower_tigris", "zagros"] }),
            "sumeria Lower Tigris, Lower Tigris, Zagros",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        Ok(Self { lands: names.lands("lands", &order.lands)? })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        PlaceSumeriaOrder { lands: ids.lands(&self.lands) }
    }

    fn in_time(st: &State) -> bool {
        matches!(st.stage, Stage::Sumeria { .. })
    }

    /// HW-21.2, HW-R24.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<Self::Permission, Refusal> {
        let board = engine.board;
        let sumeria = board.empire(board.sumeria);
        let more = usize::from(sumeria.strength) - 1;
        let hint = "each army stands where one of Sumeria stands already, or next to it";
        let bad = |code, detail: String| Err(Refusal::new(code, "HW-21.2", detail).at("lands").hint(hint));
        if self.lands.len() != more {
            return bad("wrong_count", format!("{more} Lands are to be named, not {}", self.lands.len()));
        }
        let mut armies = vec![(sumeria.start, 1)];
        for land in &self.lands {
            let info = board.land(*land);
            if info.barren {
                let refusal = Refusal::new("barren_land", "HW-23.3", format!("{} is Barren", info.name)).at("lands");
                return Err(refusal.hint(hint));
            }
            let next = |(held, _): &(LandId, u8)| held == land || board.border(*held, *land).is_some();
            if !armies.iter().any(next) {
                let detail = format!("{} is not next to an army of Sumeria placed before", info.name);
                return bad("not_adjacent", detail);
            }
            match armies.iter_mut().find(|(held, _)| held == land) {
                Some((_, count)) if *count == MOST_ARMIES => {
                    let refusal = Refusal::new("land_full", "HW-23.5", format!("{} holds three armies", info.name));
                    return Err(refusal.at("lands").hint("put one of them next to it"));
                }
                Some((_, count)) => *count += 1,
                None => armies.push((*land, 1)),
            }
        }
        Ok(armies)
    }

    fn carry_out(&self, armies: Self::Permission, engine: &mut Engine, _: SeatId) {
        engine.sumeria_stands(&armies, &self.lands);
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let board = asked.board();
        let sumeria = board.empire(board.sumeria);
        let placed: Vec<LandId> = partial.list("lands").map(|name| asked.land(name)).collect::<Option<_>>()?;
        if placed.len() + 1 >= usize::from(sumeria.strength) {
            return None;
        }
        let held: Vec<LandId> = [sumeria.start].into_iter().chain(placed).collect();
        let near = held.iter().flat_map(|land| board.land(*land).borders.iter().map(|border| border.to));
        let near: Lands = near.chain(held.iter().copied()).collect();
        let full = |land: &LandId| held.iter().filter(|other| *other == land).count() >= usize::from(MOST_ARMIES);
        let open = near.and(board.usable).iter().filter(|land| !full(land));
        Some(FieldOptions::one_of("/lands/-", "Where does an army of Sumeria stand?", asked.lands(open)))
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        format!("sumeria {}", names(sc, Kind::Land, &order.lands))
    }

    fn parse(_: &str, line: &mut Line, _: &mut OrderReader) -> Read<Order> {
        Ok(PlaceSumeriaOrder { lands: line.list(Kind::Land)? }.into())
    }
}
