//! `build_fortress`: a Fortress, or a fort doubled (HW-31.3, optional rule).

use super::prelude::*;
use crate::model::ids::Works;

/// Builds a Fortress, or turns a fort of this turn into one (HW-31.3, optional rule).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwBuildFortress")]
pub struct BuildFortressOrder {
    /// The Land.
    pub land: String,
    /// Engineering's two free forts, as one Fortress.
    #[serde(default, skip_serializing_if = "is_false")]
    pub free: bool,
}

/// [`BuildFortressOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildFortress {
    /// The Land.
    pub land: LandId,
    /// Whether it is one of Engineering's.
    pub free: bool,
}

impl OrderKind for BuildFortress {
    type Wire = BuildFortressOrder;
    /// Forces or free forts that it takes.
    type Permission = u8;
    const RULE: &'static str = "HW-31.3";
    const VERBS: &'static [Verb] = &[("fortress", "fortress Crete, or: fortress Crete free")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Builds a Fortress for two walkover forces, or for one where the empire built a fort this turn; optional rule",
            "expansion",
            &["HW-31.3"],
            json!({ "type": "build_fortress", "land": "crete" }),
            "fortress Crete",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        Ok(Self { land: names.land("land", &order.land)?, free: order.free })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        BuildFortressOrder { land: ids.land(self.land), free: self.free }
    }

    fn in_time(st: &State) -> bool {
        expanding(st)
    }

    fn offered(_: &Board, st: &State) -> bool {
        expanding(st) && st.options.fortress
    }

    /// HW-31.3.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<u8, Refusal> {
        if !engine.st.options.fortress {
            let detail = "Fortresses are an optional rule, and this game goes without";
            return Err(Refusal::new("rule_off", "HW-31.3", detail).hint("build a fort"));
        }
        engine.own_land(self.land)?;
        let forces = match engine.st.land(self.land).works {
            Works::None => 2,
            Works::Fort => 1,
            Works::Fortress => {
                let detail = format!("{} has a Fortress already", engine.board.land(self.land).name);
                let refusal = Refusal::new("fort_there", "HW-31.3", detail).at("land");
                return Err(refusal.hint("one Fortress a Land is the most"));
            }
        };
        engine.may_pay_for_works(forces, self.free)?;
        Ok(forces)
    }

    fn carry_out(&self, forces: u8, engine: &mut Engine, _: SeatId) {
        engine.pay_for_works(forces, self.free);
        engine.raise(self.land, Works::Fortress, self.free);
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let allows = |land: LandId, free: bool| asked.allows(&Self { land, free });
        let Some(land) = partial.text("land") else {
            let open = asked.base().iter().filter(|land| allows(*land, false) || allows(*land, true));
            return Some(FieldOptions::one_of("/land", "Where is a Fortress built?", asked.lands(open)));
        };
        let land = asked.land(land)?;
        if partial.has("free") || !allows(land, true) {
            return None;
        }
        let values = vec![OptionValue::new(true, "for nothing, by Engineering")];
        let question = FieldOptions::one_of("/free", "For nothing?", values);
        Some(if allows(land, false) { question.or_nothing() } else { question })
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        format!("fortress {}{}", name(sc, Kind::Land, &order.land), flag(order.free, "free"))
    }

    fn parse(_: &str, line: &mut Line, _: &mut OrderReader) -> Read<Order> {
        let land = line.land()?;
        Ok(BuildFortressOrder { land, free: line.take("free") }.into())
    }
}
