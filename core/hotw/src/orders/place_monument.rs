//! `place_monument`: a Monument that is due (HW-27).

use super::prelude::*;
use crate::rules::sites;

/// Places a Monument that is due (HW-27).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwPlaceMonument")]
pub struct PlaceMonumentOrder {
    /// A site of the best kind there is.
    pub land: String,
}

/// [`PlaceMonumentOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaceMonument {
    /// The site.
    pub land: LandId,
}

impl OrderKind for PlaceMonument {
    type Wire = PlaceMonumentOrder;
    type Permission = ();
    const RULE: &'static str = "HW-27.2";
    const VERBS: &'static [Verb] = &[("monument", "monument Nile Delta")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Places a Monument that is due: in the Capital, else in a City, else in a resource Land",
            "monuments",
            &["HW-27.1", "HW-27.2", "HW-27.3"],
            json!({ "type": "place_monument", "land": "nile_delta" }),
            "monument Nile Delta",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        Ok(Self { land: names.land("land", &order.land)? })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        PlaceMonumentOrder { land: ids.land(self.land) }
    }

    fn in_time(st: &State) -> bool {
        st.turn().is_some_and(|turn| turn.phase == Phase::Monuments)
    }

    /// HW-27.2, HW-27.3.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<(), Refusal> {
        let turn = engine.turn();
        let open = sites(engine.board, engine.st, turn.player, &turn.builders(engine.board));
        if !open.contains(&self.land) {
            let names: Vec<&str> = open.iter().map(|site| engine.board.land(*site).name.as_str()).collect();
            let detail = format!("{} is not a site for this Monument", engine.board.land(self.land).name);
            return Err(Refusal::new("bad_site", "HW-27.2", detail)
                .at("land")
                .hint(format!("sites: {}", names.join(", "))));
        }
        Ok(())
    }

    fn carry_out(&self, (): (), engine: &mut Engine, _: SeatId) {
        engine.build_monument(self.land);
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        if partial.has("land") {
            return None;
        }
        let turn = asked.st().turn()?;
        let open = sites(asked.board(), asked.st(), turn.player, &turn.builders(asked.board()));
        Some(FieldOptions::one_of("/land", "Where does the Monument stand?", asked.lands(open)))
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        format!("monument {}", name(sc, Kind::Land, &order.land))
    }

    fn parse(_: &str, line: &mut Line, _: &mut OrderReader) -> Read<Order> {
        Ok(PlaceMonumentOrder { land: line.land()? }.into())
    }
}
