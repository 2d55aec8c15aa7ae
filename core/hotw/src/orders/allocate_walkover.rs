//! `allocate_walkover`: forces are set aside for entries without a fight (HW-5.4).

use super::prelude::*;

/// Sets unallocated forces aside for entries without a fight, forts and stacking (HW-5.4).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwAllocateWalkover")]
pub struct AllocateWalkoverOrder {
    /// How many, 1 or more.
    #[schema(example = 5)]
    pub forces: u8,
}

/// [`AllocateWalkoverOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllocateWalkover {
    /// How many.
    pub forces: u8,
}

impl OrderKind for AllocateWalkover {
    type Wire = AllocateWalkoverOrder;
    type Permission = ();
    const RULE: &'static str = "HW-5.4";
    const VERBS: &'static [Verb] = &[("wo", "wo 5")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Sets unallocated forces aside for entries without a fight, forts and further armies",
            "expansion",
            &["HW-5.4", "HW-R11"],
            json!({ "type": "allocate_walkover", "forces": 5 }),
            "wo 5",
        )
    }

    fn look_up(order: &Self::Wire, _: &Names) -> Result<Self, Refusal> {
        Ok(Self { forces: order.forces })
    }

    fn wire(&self, _: &Ids) -> Self::Wire {
        AllocateWalkoverOrder { forces: self.forces }
    }

    fn in_time(st: &State) -> bool {
        expanding(st)
    }

    fn offered(_: &Board, st: &State) -> bool {
        expanding(st) && st.options.combat == CombatMode::Tables
    }

    /// HW-5.4.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<(), Refusal> {
        engine.tables_only("setting forces aside")?;
        let (forces, left) = (self.forces, engine.career().pool.unallocated);
        if forces == 0 || forces > left {
            let detail = format!("{forces} forces are to be set aside, {left} are unallocated");
            return Err(Refusal::new("too_few_forces", "HW-5.4", detail).at("forces").hint(format!("1 to {left}")));
        }
        Ok(())
    }

    fn carry_out(&self, (): (), engine: &mut Engine, _: SeatId) {
        let forces = self.forces;
        let pool = &mut engine.career_mut().pool;
        pool.unallocated -= forces;
        pool.walkover += forces;
        let (player, pool) = (engine.player(), engine.array());
        engine.say("HW-5.4", |_, sc| EventKind::ForcesAllocated {
            player: key(sc, player),
            stack: "wo".into(),
            forces,
            pool,
        });
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let left = i64::from(asked.career()?.pool.unallocated);
        (!partial.has("forces")).then(|| FieldOptions::amount("/forces", "How many forces are set aside?", 1, left))
    }

    fn print(order: &Self::Wire, _: &Scenario) -> String {
        format!("wo {}", order.forces)
    }

    fn parse(_: &str, line: &mut Line, _: &mut OrderReader) -> Read<Order> {
        Ok(AllocateWalkoverOrder { forces: line.number("the number of forces")? }.into())
    }
}
