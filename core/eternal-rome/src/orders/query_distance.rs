//! `query_distance`: the cheapest way along a list of places (ER-21.1).

use super::prelude::*;
use crate::model::costs::{Route, Terms};
use crate::model::routes;
use crate::orders::parts::Season;
use crate::rules::event::Leg;

/// Any time: the cheapest way along a list of places (ER-21.1).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeQueryDistance, title = "EternalRomeQueryDistance")]
pub struct QueryDistance {
    /// Two or more places.
    #[schema(min_items = 2, example = json!(["Roma", "Brundisium"]))]
    pub hexes: Vec<String>,
    /// By land or by sea.
    pub mode: Mode,
    /// Summer or winter costs.
    pub season: Season,
}

impl OrderKind for QueryDistance {
    const VERBS: &'static [Verb] = &[Verb {
        word: "distance",
        example: "distance land summer Roma > Brundisium",
        read: |line| {
            let mode = line.choice("kind of way", &[("land", Mode::Land), ("sea", Mode::Sea)])?;
            let seasons = [("summer", Season::Summer), ("winter", Season::Winter)];
            let season = line.choice("season", &seasons)?;
            let mut hexes = line.places()?;
            while line.take(">") {
                hexes.append(&mut line.places()?);
            }
            Ok(Self { hexes, mode, season }.into())
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Asks for the cost of the cheapest way by land or sea over two or more places",
            ANY_TIME,
            &["ER-21.1"],
            json!({ "type": "query_distance", "hexes": ["Roma", "Brundisium"], "mode": "land", "season": "summer" }),
            "distance land summer Roma > Brundisium",
        )
    }

    fn power(&self) -> Option<&str> {
        None
    }

    fn ways(&self) -> usize {
        self.hexes.len().saturating_sub(1)
    }

    /// What a way costs, in either season. Anybody may ask at any time.
    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let Self { hexes, mode, season } = self;
        let (mode, season) = (*mode, *season);
    let points: Vec<HexId> = hexes.iter().map(|text| ctx.hex(text, "hexes")).collect::<Result<_, _>>()?;
    if points.len() < 2 {
        return Err(Refusal::new("no_path", "ER-21.1", "name two or more places").at("hexes"));
    }
    let sc = ctx.sc;
    let barred = |hex: HexId| costs::closed(sc, hex);
    let terms = Terms { mode, winter: season == Season::Winter, barred: &barred, no_straits: false };
    let legs: Vec<Option<Route>> = routes::track(sc, &points, &terms);
    let seat = ctx.seat;
    Ok(Box::new(move |eng| {
        let total = legs.iter().try_fold(0u16, |sum, leg| Some(sum + leg.as_ref()?.cost));
        let legs = points.windows(2).zip(legs).map(|(ends, route)| Leg {
            from: ends[0],
            to: ends[1],
            cost: route.as_ref().map(|route| route.cost),
            path: route.map(|route| route.hexes).unwrap_or_default(),
        });
        let what = EventKind::DistanceFound { legs: legs.collect(), total };
        eng.emit(Audience::only(seat), "ER-21.1", what);
    }))
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        if ask.st.ending.is_some() || ask.ways == 0 {
            return NextField::Break(None);
        }
        let named = order.list("/hexes").len();
        if !order.answered("/hexes/-") && named <= ask.ways {
            let cities = ask.sc.city_ids().map(|id| OptionValue::place(ask.sc.city(id).name.to_string())).collect();
            let asked = FieldOptions::one_of("/hexes/-", "Which place?", cities);
            return NextField::Break(Some(if named < 2 { asked } else { asked.or_nothing() }));
        }
        let modes = vec![OptionValue::new("land", "by land"), OptionValue::new("sea", "by sea")];
        ask.field(order, "/mode", "By land or by sea?", modes, |_| true)?;
        let seasons = vec![OptionValue::new("summer", "in summer"), OptionValue::new("winter", "in winter")];
        ask.field(order, "/season", "In which season?", seasons, |order| ask.allows(order))
    }

    fn print(&self, _: &Scenario) -> String {
        let mode = if self.mode == Mode::Land { "land" } else { "sea" };
        let season = if self.season == Season::Winter { "winter" } else { "summer" };
        listed(format!("distance {mode} {season}"), &self.hexes, " > ")
    }
}
