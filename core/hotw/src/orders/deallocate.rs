//! `deallocate`: forces return to the unallocated ones (HW-5.8, HW-R10).

use super::build_fort::BuildFortOrder;
use super::build_fortress::BuildFortressOrder;
use super::prelude::*;

/// Returns forces to the unallocated ones (HW-5.8, HW-R10).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwDeallocate")]
pub struct DeallocateOrder {
    /// `wo`, or the number of a stack.
    #[schema(example = "wo")]
    pub stack: String,
    /// How many, 1 or more.
    pub forces: u8,
}

/// [`DeallocateOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deallocate {
    /// Where they are.
    pub from: Source,
    /// How many.
    pub forces: u8,
}

impl OrderKind for Deallocate {
    type Wire = DeallocateOrder;
    type Permission = ();
    const RULE: &'static str = "HW-R10";
    const VERBS: &'static [Verb] = &[("free", "free wo 2, or: free #1 2")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Returns walkover forces or forces of a stack to the unallocated ones, for another task or lookup",
            "expansion",
            &["HW-5.8", "HW-5.12", "HW-R10"],
            json!({ "type": "deallocate", "stack": "wo", "forces": 2 }),
            "free wo 2",
        )
    }

    fn look_up(order: &Self::Wire, _: &Names) -> Result<Self, Refusal> {
        Ok(Self { from: source("stack", &order.stack)?, forces: order.forces })
    }

    fn wire(&self, _: &Ids) -> Self::Wire {
        DeallocateOrder { stack: self.from.name(), forces: self.forces }
    }

    fn in_time(st: &State) -> bool {
        expanding(st)
    }

    fn offered(_: &Board, st: &State) -> bool {
        expanding(st) && st.options.combat == CombatMode::Tables
    }

    /// HW-5.8, HW-R10.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<(), Refusal> {
        engine.tables_only("returning forces")?;
        let (from, forces) = (self.from, self.forces);
        let there = engine.forces_in(from)?;
        if matches!(from, Source::Allies | Source::Ships) {
            let detail = "armies of Allies and fleets of Ship Building cannot be given another task";
            let refusal = Refusal::new("restricted", "HW-30", detail).at("stack");
            return Err(refusal.hint("forces of wo and of combat stacks can be returned"));
        }
        let stock = if from == Source::Walkover { engine.career().pool.walkover } else { there };
        if forces == 0 || forces > stock {
            let detail = format!("{forces} forces are to be returned, there are {stock}");
            let hint = if stock == 0 { "there is nothing to return".to_owned() } else { format!("1 to {stock}") };
            return Err(Refusal::new("too_few_forces", "HW-R10", detail).at("forces").hint(hint));
        }
        Ok(())
    }

    fn carry_out(&self, (): (), engine: &mut Engine, _: SeatId) {
        let (from, forces) = (self.from, self.forces);
        let pool = &mut engine.career_mut().pool;
        match from {
            Source::Stack(id) => {
                pool.stacks.iter_mut().filter(|stack| stack.id == id).for_each(|stack| stack.forces -= forces);
            }
            _ => pool.walkover -= forces,
        }
        pool.unallocated += forces;
        let (player, pool) = (engine.player(), engine.array());
        let stack = from.name();
        engine.say("HW-R10", |_, sc| EventKind::ForcesReturned { player: key(sc, player), stack, forces, pool });
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let pool = &asked.career()?.pool;
        let Some(stack) = partial.text("stack") else {
            let all = [Source::Walkover].into_iter().chain(asked.stacks());
            let open = all.filter(|from| asked.allows(&Self { from: *from, forces: 1 }));
            return Some(FieldOptions::one_of("/stack", "Where do the forces come from?", asked.sources(open)));
        };
        if partial.has("forces") {
            return None;
        }
        let stock = match source("stack", stack).ok()? {
            Source::Stack(id) => pool.stacks.iter().find(|stack| stack.id == id)?.forces,
            _ => pool.walkover,
        };
        Some(FieldOptions::amount("/forces", "How many forces return?", 1, i64::from(stock)))
    }

    fn print(order: &Self::Wire, _: &Scenario) -> String {
        format!("free {} {}", stack_number(&order.stack), order.forces)
    }

    /// `free wo 2`, `free #1 2`, `free fort Crete`.
    fn parse(_: &str, line: &mut Line, reader: &mut OrderReader) -> Read<Order> {
        if line.take("fort") {
            return Ok(BuildFortOrder { land: line.land()?, free: true }.into());
        }
        if line.take("fortress") {
            return Ok(BuildFortressOrder { land: line.land()?, free: true }.into());
        }
        let stack = reader.stack(line, true)?;
        Ok(DeallocateOrder { stack, forces: line.number("the number of forces")? }.into())
    }
}
