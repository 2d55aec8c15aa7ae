//! `expand_water`: a fleet is placed, fighting for an occupied Sea (HW-7.4, HW-24).

use super::prelude::*;
use crate::model::ids::Defence;

/// Places a fleet, fighting for an occupied Sea (HW-7.4, HW-24).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwExpandWater")]
pub struct ExpandWaterOrder {
    /// The Sea or Ocean.
    #[schema(example = "black_sea")]
    pub to: String,
    /// The Land or water it sails from; any that will do when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// `wo`, the number of a stack, or `ships`.
    #[schema(example = "wo")]
    pub stack: String,
}

/// [`ExpandWaterOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpandWater {
    /// The water.
    pub to: WaterId,
    /// Where the fleet sails from.
    pub via: Option<Space>,
    /// Where the force comes from.
    pub from: Source,
}

/// How the water is entered: without a fight, or by a stack.
pub(crate) enum WaterEntry {
    /// Nobody fights for it.
    Moor,
    /// The stack of this number fights for it.
    Battle(u8),
}

impl OrderKind for ExpandWater {
    type Wire = ExpandWaterOrder;
    type Permission = WaterEntry;
    const RULE: &'static str = "HW-7.4";

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Puts a fleet into a Sea or an Ocean of the empire's navigation; an enemy's Sea must be fought for",
            "expansion",
            &["HW-7.4", "HW-24.2", "HW-24.4", "HW-R33"],
            json!({ "type": "expand_water", "to": "black_sea", "stack": "wo" }),
            "Black Sea wo",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        Ok(Self {
            to: names.water("to", &order.to)?,
            via: names.maybe_space("via", order.via.as_ref())?,
            from: source("stack", &order.stack)?,
        })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        ExpandWaterOrder { to: ids.water(self.to), via: self.via.map(|via| ids.space(via)), stack: self.from.name() }
    }

    fn in_time(st: &State) -> bool {
        expanding(st)
    }

    /// HW-7.4, HW-24, HW-R33.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<WaterEntry, Refusal> {
        let Self { to, via, from } = *self;
        engine.may_sail(to, via)?;
        engine.has_room(to)?;
        engine.may_spare(from)?;
        let info = engine.board.water(to);
        let enemies = if info.sea { engine.st.enemy_fleets(engine.player(), to) } else { 0 };
        if enemies == 0 {
            engine.may_walk(from, true)?;
            return Ok(WaterEntry::Moor);
        }
        if engine.dice_mode() {
            let detail = format!("{enemies} fleets hold {}: attack them with dice", info.name);
            return Err(Refusal::new("defended", "HW-25.1", detail).at("to").hint("use attack_dice"));
        }
        engine.may_assault(from, Defence::PLAIN, enemies, true).map(WaterEntry::Battle)
    }

    fn carry_out(&self, entry: WaterEntry, engine: &mut Engine, _: SeatId) {
        match entry {
            WaterEntry::Moor => {
                engine.take_force(self.from, false);
                engine.moor(self.to, 0);
            }
            WaterEntry::Battle(stack) => {
                let foes = engine.others();
                engine.sea_battle(self.to, &foes, stack);
            }
        }
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let possible = |to: WaterId, via: Option<Space>| {
            let all = asked.all_sources();
            all.filter(move |from| asked.allows(&Self { to, via, from: *from })).collect::<Vec<Source>>()
        };
        let Some(to) = partial.text("to") else {
            let open = asked.board().water_ids().filter(|water| !possible(*water, None).is_empty());
            return Some(FieldOptions::one_of("/to", "Which Sea or Ocean is entered?", asked.waters(open)));
        };
        let to = asked.water(to)?;
        if !partial.has("via") {
            let ways = asked.ways_into_water(to);
            return Some(FieldOptions::one_of("/via", "From where?", asked.spaces(ways)).or_nothing());
        }
        (!partial.has("stack"))
            .then(|| FieldOptions::one_of("/stack", "Which force goes?", asked.sources(possible(to, None))))
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        entry(sc, &order.to, &order.stack, order.via.as_deref())
    }
}
