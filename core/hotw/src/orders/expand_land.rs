//! `expand_land`: a force moves into a Land: walkover, automatic victory or assault (HW-7, HW-23).

use super::prelude::*;
use crate::model::ids::Waters;
use crate::rules::assault::Fought;
use crate::rules::event::How;
use crate::rules::ways::Explorer;

/// Moves a force into a Land: walkover, automatic victory or assault (HW-7).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwExpandLand")]
pub struct ExpandLandOrder {
    /// The Land.
    #[schema(example = "zagros")]
    pub to: String,
    /// The Land or water it is entered from; the easiest way when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// `wo`, the number of a stack, or `allies`.
    #[schema(example = "wo")]
    pub stack: String,
}

/// [`ExpandLandOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpandLand {
    /// The Land.
    pub to: LandId,
    /// Where it is entered from.
    pub via: Option<Space>,
    /// Where the force comes from.
    pub from: Source,
}

/// How the Land is entered.
pub(crate) enum LandEntry {
    /// Without a fight.
    Walk(How),
    /// By a stack against so many defenders.
    Assault {
        /// The stack.
        stack: u8,
        /// The defenders.
        defenders: u8,
    },
}

impl OrderKind for ExpandLand {
    type Wire = ExpandLandOrder;
    type Permission = LandEntry;
    const RULE: &'static str = "HW-7.1";

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Moves a force into a Land next to the empire or across a water with an own fleet: wo into an empty Land or one \
             held by an earlier empire of one's own, else a stack that was bought for at least its defence value",
            "expansion",
            &["HW-7", "HW-23.1", "HW-24.6", "HW-R9", "HW-R26"],
            json!({ "type": "expand_land", "to": "zagros", "via": "persian_plateau", "stack": "1" }),
            "Zagros #1 from Persian Plateau",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        Ok(Self {
            to: names.land("to", &order.to)?,
            via: names.maybe_space("via", order.via.as_ref())?,
            from: source("stack", &order.stack)?,
        })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        ExpandLandOrder { to: ids.land(self.to), via: self.via.map(|via| ids.space(via)), stack: self.from.name() }
    }

    fn in_time(st: &State) -> bool {
        expanding(st)
    }

    /// HW-7.1 to HW-7.3, HW-23.4, HW-23.9.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<LandEntry, Refusal> {
        let Self { to, via, from } = *self;
        let entry = engine.entry(to, via)?;
        let name = &engine.board.land(to).name;
        if from == Source::Allies {
            next_to_empire(engine, to, via)?;
        }
        if from == Source::Allies && entry.how != How::Walkover {
            let detail = format!("Allies enter vacant Lands only, and {name} is held");
            return Err(Refusal::new("not_vacant", "HW-30", detail).at("stack").hint("use wo or a combat stack there"));
        }
        if entry.how != How::Assault {
            engine.may_walk(from, false)?;
            return Ok(LandEntry::Walk(entry.how));
        }
        if engine.dice_mode() {
            let detail = format!("{name} is held by {} armies: attack it with dice", entry.defenders);
            return Err(Refusal::new("defended", "HW-25.1", detail).at("to").hint("use attack_dice"));
        }
        let stack = engine.may_assault(from, entry.defence, entry.defenders, false)?;
        Ok(LandEntry::Assault { stack, defenders: entry.defenders })
    }

    fn carry_out(&self, entry: LandEntry, engine: &mut Engine, _: SeatId) {
        let Self { to, from, .. } = *self;
        let (player, empire) = (engine.player(), engine.empire());
        match entry {
            LandEntry::Walk(how) => {
                engine.take_force(from, true);
                // HW-23.9, HW-R19: who stands there is removed without a fight.
                let cleared = Fought { won: true, removed: engine.st.land(to).armies(), lost: 0 };
                engine.settle(to, player, empire, how, cleared);
            }
            LandEntry::Assault { stack, defenders } => {
                let fought = engine.assault(stack, defenders);
                if fought.won {
                    engine.take_force(from, true);
                    engine.settle(to, player, empire, How::Assault, fought);
                } else {
                    engine.thin_out(to, fought.removed);
                    let left = engine.st.land(to).armies();
                    engine.assault_failed(Space::Land(to), fought, left);
                }
            }
        }
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let possible = |to: LandId, via: Option<Space>| {
            let all = asked.all_sources();
            all.filter(move |from| asked.allows(&Self { to, via, from: *from })).collect::<Vec<Source>>()
        };
        let Some(to) = partial.text("to") else {
            let reach = asked.reach().filter_map(|reach| match reach.space {
                Space::Land(land) => Some(land),
                Space::Water(_) => None,
            });
            // A Land that may be entered by another way than the easiest alone has sources by that way.
            let open = reach.filter(|land| {
                !possible(*land, None).is_empty()
                    || asked.ways_into(*land).iter().any(|via| !possible(*land, Some(*via)).is_empty())
            });
            return Some(FieldOptions::one_of("/to", "Which Land is entered?", asked.lands(open)));
        };
        let to = asked.land(to)?;
        if !partial.has("via") {
            let ways = asked.ways_into(to).into_iter().filter(|via| !possible(to, Some(*via)).is_empty());
            let question = FieldOptions::one_of("/via", "From where?", asked.spaces(ways));
            return Some(if possible(to, None).is_empty() { question } else { question.or_nothing() });
        }
        if partial.has("stack") {
            return None;
        }
        let via = match partial.text("via") {
            Some(via) => Some(asked.space(via)?),
            None => None,
        };
        Some(FieldOptions::one_of("/stack", "Which force goes?", asked.sources(possible(to, via))))
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        entry(sc, &order.to, &order.stack, order.via.as_deref())
    }
}

/// HW-30: Allies come by land, from a Land of the empire.
fn next_to_empire(engine: &Engine, to: LandId, via: Option<Space>) -> Result<(), Refusal> {
    let explorer = Explorer::new(engine.board, engine.st, engine.player(), engine.empire());
    let ways = explorer.into_land(to, Waters::NONE);
    if !ways.is_empty() && via.is_none_or(|via| matches!(via, Space::Land(_))) {
        return Ok(());
    }
    let name = &engine.board.land(to).name;
    let detail = format!("Allies enter Lands next to the empire, and {name} would be a landing");
    let part = if via.is_some() { "via" } else { "to" };
    let hint = "name a vacant Land that borders one of this empire's, or use another force for the landing";
    Err(Refusal::new("not_adjacent", "HW-30", detail).at(part).hint(hint))
}
