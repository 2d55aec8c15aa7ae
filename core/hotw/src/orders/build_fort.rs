//! `build_fort`: a fort in a Land of the empire (HW-7.6).

use super::prelude::*;
use crate::model::ids::Works;

/// Builds a fort (HW-7.6).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwBuildFort")]
pub struct BuildFortOrder {
    /// The Land.
    pub land: String,
    /// One of Engineering's free forts.
    #[serde(default, skip_serializing_if = "is_false")]
    pub free: bool,
}

/// [`BuildFortOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildFort {
    /// The Land.
    pub land: LandId,
    /// Whether it is one of Engineering's.
    pub free: bool,
}

impl OrderKind for BuildFort {
    type Wire = BuildFortOrder;
    /// Forces or free forts that it takes.
    type Permission = u8;
    const RULE: &'static str = "HW-7.6";
    const VERBS: &'static [Verb] = &[("fort", "fort Crete, or: fort Crete free")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Builds a fort in a Land of the empire for a walkover force, or for nothing with Engineering",
            "expansion",
            &["HW-7.6", "HW-R43", "HW-R53"],
            json!({ "type": "build_fort", "land": "crete" }),
            "fort Crete",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        Ok(Self { land: names.land("land", &order.land)?, free: order.free })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        BuildFortOrder { land: ids.land(self.land), free: self.free }
    }

    fn in_time(st: &State) -> bool {
        expanding(st)
    }

    /// HW-7.6, HW-22.2, HW-R43.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<u8, Refusal> {
        engine.own_land(self.land)?;
        if engine.st.land(self.land).works != Works::None {
            let detail = format!("{} has a fort already", engine.board.land(self.land).name);
            return Err(Refusal::new("fort_there", "HW-7.6", detail).at("land").hint("one fort a Land is the most"));
        }
        engine.may_pay_for_works(1, self.free)?;
        Ok(1)
    }

    fn carry_out(&self, forces: u8, engine: &mut Engine, _: SeatId) {
        engine.pay_for_works(forces, self.free);
        engine.raise(self.land, Works::Fort, self.free);
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let allows = |land: LandId, free: bool| asked.allows(&Self { land, free });
        let Some(land) = partial.text("land") else {
            let open = asked.base().iter().filter(|land| allows(*land, false) || allows(*land, true));
            return Some(FieldOptions::one_of("/land", "Where is a fort built?", asked.lands(open)));
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
        format!("fort {}{}", name(sc, Kind::Land, &order.land), flag(order.free, "free"))
    }

    fn parse(_: &str, line: &mut Line, _: &mut OrderReader) -> Read<Order> {
        let land = line.land()?;
        Ok(BuildFortOrder { land, free: line.take("free") }.into())
    }
}
