//! `choose_survivors`: where the survivors of a Civil War won (HW-R21).

use super::prelude::*;

/// After a Civil War's roll: the Lands that the survivors win, in order (HW-R21).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwChooseSurvivors")]
pub struct ChooseSurvivorsOrder {
    /// As many Lands as there are survivors, of those attacked.
    pub lands: Vec<String>,
}

/// [`ChooseSurvivorsOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChooseSurvivors {
    /// The Lands, in order.
    pub lands: Vec<LandId>,
}

impl OrderKind for ChooseSurvivors {
    type Wire = ChooseSurvivorsOrder;
    type Permission = Survivors;
    const RULE: &'static str = "HW-R21";
    const VERBS: &'static [Verb] = &[("survivors", "survivors Nubia, Libya")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "After the roll of a Civil War: which of the Lands attacked the survivors win",
            "events",
            &["HW-8.15", "HW-R21"],
            json!({ "type": "choose_survivors", "lands": ["nubia", "libya"] }),
            "survivors Nubia, Libya",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        Ok(Self { lands: names.lands("lands", &order.lands)? })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        ChooseSurvivorsOrder { lands: ids.lands(&self.lands) }
    }

    fn in_time(st: &State) -> bool {
        survivors(st).is_some()
    }

    /// HW-8.15, HW-R21.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<Survivors, Refusal> {
        let survivors = survivors(engine.st).expect("this order is taken in that phase alone");
        let lands = &self.lands;
        let known = |land: &LandId| survivors.lands.contains(land);
        let twice = lands.iter().enumerate().any(|(index, land)| lands[..index].contains(land));
        if lands.len() != usize::from(survivors.forces) || twice || !lands.iter().all(known) {
            let names: Vec<&str> = survivors.lands.iter().map(|land| engine.board.land(*land).name.as_str()).collect();
            let detail = format!("{} of the Lands attacked are to be named, each once", survivors.forces);
            let refusal = Refusal::new("wrong_count", "HW-R21", detail).at("lands");
            return Err(refusal.hint(format!("attacked: {}", names.join(", "))));
        }
        Ok(survivors.clone())
    }

    fn carry_out(&self, survivors: Survivors, engine: &mut Engine, _: SeatId) {
        engine.survivors_win(&survivors, &self.lands);
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let survivors = survivors(asked.st())?;
        let named: Vec<LandId> = partial.list("lands").map(|name| asked.land(name)).collect::<Option<_>>()?;
        if named.len() >= usize::from(survivors.forces) {
            return None;
        }
        let open = survivors.lands.iter().copied().filter(|land| !named.contains(land));
        Some(FieldOptions::one_of("/lands/-", "Which Land do the survivors win?", asked.lands(open)))
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        format!("survivors {}", names(sc, Kind::Land, &order.lands))
    }

    fn parse(_: &str, line: &mut Line, _: &mut OrderReader) -> Read<Order> {
        Ok(ChooseSurvivorsOrder { lands: line.list(Kind::Land)? }.into())
    }
}

fn survivors(st: &State) -> Option<&Survivors> {
    match &st.turn()?.phase {
        Phase::Survivors(survivors) => Some(survivors),
        _ => None,
    }
}
