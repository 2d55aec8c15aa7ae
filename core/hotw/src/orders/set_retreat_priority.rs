//! `set_retreat_priority`: a standing order: Lands to retreat to (HW-23.10, HW-R31).

use kernel::Audience;

use super::prelude::*;

/// A standing order: Lands to retreat to, best first (HW-23.10, HW-R31).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwSetRetreatPriority")]
pub struct SetRetreatPriorityOrder {
    /// Lands.
    pub lands: Vec<String>,
    /// The colour it is for; may be left out by a seat with one colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
}

/// [`SetRetreatPriorityOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetRetreatPriority {
    /// The Lands, best first.
    pub lands: Vec<LandId>,
    /// The colour it is for.
    pub colour: Option<PlayerId>,
}

impl OrderKind for SetRetreatPriority {
    type Wire = SetRetreatPriorityOrder;
    /// The colour it is for.
    type Permission = PlayerId;
    const RULE: &'static str = "HW-R31";
    const STANDING: bool = true;
    const VERBS: &'static [Verb] = &[("retreat", "retreat Zagros, Levant")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Says to which Lands armies retreat from a start Land that another empire claims, best first; to the Land with \
             fewest armies unless it is said",
            "standing",
            &["HW-23.10", "HW-R31"],
            json!({ "type": "set_retreat_priority", "lands": ["zagros", "levant"] }),
            "retreat Zagros, Levant",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        let lands = names.lands("lands", &order.lands)?;
        Ok(Self { lands, colour: names.maybe_player("colour", order.colour.as_ref())? })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        SetRetreatPriorityOrder {
            lands: ids.lands(&self.lands),
            colour: self.colour.map(|colour| ids.player(colour)),
        }
    }

    fn in_time(_: &State) -> bool {
        true
    }

    fn offered(_: &Board, _: &State) -> bool {
        false
    }

    /// HW-R31.
    fn judge(&self, engine: &Engine, seat: SeatId) -> Result<PlayerId, Refusal> {
        let player = engine.own_colour(seat, self.colour)?;
        for (index, land) in self.lands.iter().enumerate() {
            let info = engine.board.land(*land);
            if info.barren || self.lands[..index].contains(land) {
                let detail = format!("{} is Barren or stands in the list twice", info.name);
                let refusal = Refusal::new("bad_land", "HW-R31", detail).at(format!("lands/{index}"));
                return Err(refusal.hint("list usable Lands, each once, the best first"));
            }
        }
        Ok(player)
    }

    fn carry_out(&self, player: PlayerId, engine: &mut Engine, seat: SeatId) {
        let lands = &self.lands;
        engine.st.player_mut(player).retreats = lands.clone();
        engine.tell(Audience::only(seat), "HW-R31", |board, sc| {
            let names: Vec<&str> = lands.iter().map(|land| board.land(*land).name.as_str()).collect();
            let policy = format!("armies retreat first to {}", names.join(", "));
            EventKind::PolicySet { player: key(sc, player), policy }
        });
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        if !partial.has("lands") {
            let values = asked.lands(asked.board().usable.iter());
            let most = values.len() as u32;
            let values = FieldValues::Several { values, least: 0, most };
            return Some(FieldOptions::new("/lands", "To which Lands do armies retreat, best first?", values));
        }
        asked.colour(partial)
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        let colour = after(sc, "for", Kind::Player, order.colour.as_deref());
        format!("retreat {}{colour}", names(sc, Kind::Land, &order.lands))
    }

    fn parse(_: &str, line: &mut Line, _: &mut OrderReader) -> Read<Order> {
        let lands = line.list(Kind::Land)?;
        Ok(SetRetreatPriorityOrder { lands, colour: line.colour()? }.into())
    }
}
