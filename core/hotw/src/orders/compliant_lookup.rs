//! `compliant_lookup`: 3d6 for a known number of forces (HW-4). The tables are read in `rules/planning.rs`.

use super::prelude::*;
use crate::model::ids::Defence;
use crate::model::state::{Method, Stack};
use crate::model::tables;
use crate::rules::MOST_FORCES;
use crate::rules::planning::Purchase;

/// A Compliant lookup: 3d6 for a known number of forces (HW-4).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwCompliantLookup")]
pub struct CompliantLookupOrder {
    /// The defence value: 0, -2, -3, -5 or -6.
    pub defence: Defence,
    /// How many forces, 1 to 20.
    #[schema(example = 8)]
    pub forces: u8,
    /// The extra lookup of Naval Supremacy, against fleets only (HW-R18).
    #[serde(default, skip_serializing_if = "is_false")]
    pub naval: bool,
}

/// [`CompliantLookupOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompliantLookup {
    /// The defence value.
    pub defence: Defence,
    /// How many forces.
    pub forces: u8,
    /// Whether it is the lookup of Naval Supremacy.
    pub naval: bool,
}

impl OrderKind for CompliantLookup {
    type Wire = CompliantLookupOrder;
    type Permission = ();
    const RULE: &'static str = "HW-4.1";
    const VERBS: &'static [Verb] = &[("compliant", "compliant -2 8, or: compliant 0 4 naval")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Consults the Compliant Table: how many of a number of forces are lost and how many go into a stack for Lands of \
             one defence value; each defender in a Land beyond its first may cost one more",
            "expansion",
            &["HW-4", "HW-5.2", "HW-5.3", "HW-R6"],
            json!({ "type": "compliant_lookup", "defence": -2, "forces": 8 }),
            "compliant -2 8",
        )
    }

    fn look_up(order: &Self::Wire, _: &Names) -> Result<Self, Refusal> {
        Ok(Self { defence: order.defence, forces: order.forces, naval: order.naval })
    }

    fn wire(&self, _: &Ids) -> Self::Wire {
        CompliantLookupOrder { defence: self.defence, forces: self.forces, naval: self.naval }
    }

    fn in_time(st: &State) -> bool {
        expanding(st)
    }

    fn offered(_: &Board, st: &State) -> bool {
        expanding(st) && st.options.combat == CombatMode::Tables
    }

    /// HW-4, HW-R6.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<(), Refusal> {
        engine.tables_only("a lookup")?;
        let (forces, pool) = (self.forces, engine.career().pool.unallocated);
        if forces == 0 || forces > MOST_FORCES {
            let detail = format!("a Compliant lookup is for 1 to {MOST_FORCES} forces, not {forces}");
            let refusal = Refusal::new("no_such_column", "HW-R6", detail).at("forces");
            return Err(refusal.hint("larger plans need two lookups"));
        }
        if forces > pool {
            let detail = format!("{forces} forces are to be risked, {pool} are unallocated");
            return Err(Refusal::new("too_few_forces", "HW-R6", detail).at("forces").hint(format!("1 to {pool}")));
        }
        engine.check_naval(self.defence, self.naval)
    }

    fn prospects(&self, (): &(), engine: &Engine) -> Option<String> {
        Some(engine.lookup_prospects(self.defence, self.naval, None, self.forces).in_words(None))
    }

    fn carry_out(&self, (): (), engine: &mut Engine, _: SeatId) {
        let Self { defence, forces, naval } = *self;
        let reading = engine.read_table(defence, naval, None, Some(forces));
        let lost = reading.cell.unwrap_or(0).min(forces);
        let method = Method::Compliant { column: reading.column as i16, row: tables::clamp(reading.row) as i8 };
        let stack = Stack { id: 0, defence, forces: forces - lost, method, naval };
        engine.buy(stack, &reading, Purchase { lands: 0, size: forces, risked: forces, lost, targets: Vec::new() });
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let pool = asked.career()?.pool.unallocated;
        if !partial.has("defence") {
            let values = if pool > 0 { asked.defences() } else { Vec::new() };
            return Some(FieldOptions::one_of("/defence", "At which defence value?", values));
        }
        if !partial.has("forces") {
            let most = i64::from(pool.min(MOST_FORCES));
            return Some(FieldOptions::amount("/forces", "How many forces are risked?", 1, most));
        }
        asked.naval(partial)
    }

    fn print(order: &Self::Wire, _: &Scenario) -> String {
        format!("compliant {} {}{}", order.defence, order.forces, flag(order.naval, "naval"))
    }

    fn parse(_: &str, line: &mut Line, reader: &mut OrderReader) -> Read<Order> {
        let defence = line.defence()?;
        let forces = line.number("the number of forces")?;
        let naval = line.take("naval");
        reader.stacks.lookup(defence, naval);
        Ok(CompliantLookupOrder { defence, forces, naval }.into())
    }
}
