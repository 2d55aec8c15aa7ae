//! `rigid_lookup`: 3d6 for a known number of defenders (HW-3). The tables are read in `rules/planning.rs`.

use super::prelude::*;
use crate::model::ids::Defence;
use crate::model::state::{Method, Stack};
use crate::rules::planning::Purchase;
use crate::rules::{MOST_DEFENDERS, space_name};

/// A Rigid lookup: 3d6 for a known number of defenders (HW-3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwRigidLookup")]
pub struct RigidLookupOrder {
    /// The defence value of all Lands meant: 0, -2, -3, -5 or -6.
    pub defence: Defence,
    /// How many Lands, 1 to 10: as many forces are set aside.
    #[schema(example = 2)]
    pub lands: u8,
    /// How many defenders they have together, at least one and at most three a Land, 10 in all.
    #[schema(example = 4)]
    pub defenders: u8,
    /// Lands meant, for the others to read; not binding (HW-R4).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
    /// The most forces to risk; all unallocated ones when left out (HW-R5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_forces: Option<u8>,
    /// The extra lookup of Naval Supremacy, against fleets only (HW-R18).
    #[serde(default, skip_serializing_if = "is_false")]
    pub naval: bool,
}

/// [`RigidLookupOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RigidLookup {
    /// The defence value.
    pub defence: Defence,
    /// How many Lands.
    pub lands: u8,
    /// How many defenders.
    pub defenders: u8,
    /// Spaces meant.
    pub targets: Vec<Space>,
    /// The most forces to risk.
    pub max_forces: Option<u8>,
    /// Whether it is the lookup of Naval Supremacy.
    pub naval: bool,
}

impl OrderKind for RigidLookup {
    type Wire = RigidLookupOrder;
    /// Forces risked.
    type Permission = u8;
    const RULE: &'static str = "HW-3.1";
    const VERBS: &'static [Verb] = &[("rigid", "rigid 0 2/4 Zagros, Middle Tigris: 2 Lands with 4 defenders")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Consults the Rigid Table: which losses it costs to remove a known number of defenders from a number of Lands of \
             one defence value. One force a Land is set aside in a stack. Two lookups are free, each further one costs 1 VP",
            "expansion",
            &["HW-3", "HW-5.2", "HW-5.3", "HW-R4", "HW-R5"],
            json!({ "type": "rigid_lookup", "defence": 0, "lands": 2, "defenders": 4, "targets": ["zagros", "middle_tigris"] }),
            "rigid 0 2/4 Zagros, Middle Tigris",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        Ok(Self {
            defence: order.defence,
            lands: order.lands,
            defenders: order.defenders,
            targets: names.each("targets", &order.targets, |at, name| names.space(at, name))?,
            max_forces: order.max_forces,
            naval: order.naval,
        })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        RigidLookupOrder {
            defence: self.defence,
            lands: self.lands,
            defenders: self.defenders,
            targets: self.targets.iter().map(|space| ids.space(*space)).collect(),
            max_forces: self.max_forces,
            naval: self.naval,
        }
    }

    fn in_time(st: &State) -> bool {
        expanding(st)
    }

    fn offered(_: &Board, st: &State) -> bool {
        expanding(st) && st.options.combat == CombatMode::Tables
    }

    /// HW-3, HW-R4, HW-R5.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<u8, Refusal> {
        engine.tables_only("a lookup")?;
        let Self { lands, defenders, .. } = *self;
        let pool = engine.career().pool.unallocated;
        let hint = format!("up to {MOST_DEFENDERS} defenders, 1 to 3 a Land, and a force unallocated for each Land");
        let bad = |code, rule, part: &str, detail: String| Err(Refusal::new(code, rule, detail).at(part).hint(&hint));
        if lands == 0 || lands > defenders {
            let detail = format!("{defenders} defenders cannot stand in {lands} Lands: each has at least one");
            return bad("bad_count", "HW-R4", "lands", detail);
        }
        if defenders > MOST_DEFENDERS {
            let detail = format!("the table has columns to {MOST_DEFENDERS}, not {defenders}");
            let refusal = Refusal::new("no_such_column", "HW-2.3", detail).at("defenders");
            return Err(refusal.hint("make two lookups, or a Compliant one"));
        }
        if u32::from(defenders) > 3 * u32::from(lands) {
            let detail = format!("{lands} Lands hold at most {} defenders, not {defenders}", 3 * u32::from(lands));
            return bad("bad_count", "HW-R4", "defenders", detail);
        }
        if pool < lands {
            let detail = format!("{lands} forces are to be set aside, {pool} are unallocated");
            return bad("too_few_forces", "HW-3.6", "lands", detail);
        }
        let risked = self.max_forces.unwrap_or(pool);
        if risked < lands || risked > pool {
            let detail = format!("{risked} forces are to be risked; that must be {lands} to {pool}");
            return bad("bad_count", "HW-R5", "max_forces", detail);
        }
        engine.check_naval(self.defence, self.naval)?;
        Ok(risked)
    }

    fn prospects(&self, risked: &u8, engine: &Engine) -> Option<String> {
        let lookup = engine.lookup_prospects(self.defence, self.naval, Some(self.defenders), *risked);
        Some(lookup.in_words(Some(self.lands)))
    }

    fn carry_out(&self, risked: u8, engine: &mut Engine, _: SeatId) {
        let Self { defence, lands, defenders, naval, .. } = *self;
        let reading = engine.read_table(defence, naval, Some(defenders), None);
        let lost = reading.cell.map_or(risked, |cell| cell.min(risked));
        let aside = lands.min(risked - lost);
        let stack = Stack { id: 0, defence, forces: aside, method: Method::Rigid { credit: defenders }, naval };
        let targets = self.targets.iter().map(|space| space_name(engine.board, *space)).collect();
        engine.buy(stack, &reading, Purchase { lands, size: defenders, risked, lost, targets });
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let pool = asked.career()?.pool.unallocated;
        if !partial.has("defence") {
            let values = if pool > 0 { asked.defences() } else { Vec::new() };
            return Some(FieldOptions::one_of("/defence", "At which defence value?", values));
        }
        let Some(lands) = partial.number("lands") else {
            let most = pool.min(MOST_DEFENDERS);
            return Some(FieldOptions::amount("/lands", "How many Lands are meant?", 1, i64::from(most)));
        };
        if !partial.has("defenders") {
            let most = lands.saturating_mul(3).min(MOST_DEFENDERS);
            let (least, most) = (i64::from(lands), i64::from(most));
            return Some(FieldOptions::amount("/defenders", "How many defenders do they have together?", least, most));
        }
        if !partial.has("targets") {
            let values = asked.lands(asked.board().usable.iter());
            let values = FieldValues::Several { values, least: 1, most: u32::from(lands) };
            return Some(FieldOptions::new("/targets", "Which Lands are meant? It binds nobody", values).or_nothing());
        }
        if !partial.has("max_forces") {
            let (least, most) = (i64::from(lands), i64::from(pool));
            let question = FieldOptions::amount("/max_forces", "How many forces are risked at most?", least, most);
            return Some(question.or_nothing());
        }
        asked.naval(partial)
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        let RigidLookupOrder { defence, lands, defenders, targets, max_forces, naval } = order;
        let max = max_forces.map(|forces| format!(" max {forces}")).unwrap_or_default();
        let targets = if targets.is_empty() { String::new() } else { format!(" {}", names(sc, Kind::Space, targets)) };
        format!("rigid {defence} {lands}/{defenders}{}{max}{targets}", flag(*naval, "naval"))
    }

    fn parse(_: &str, line: &mut Line, reader: &mut OrderReader) -> Read<Order> {
        let defence = line.defence()?;
        let (lands, defenders) = line.lands_and_defenders()?;
        let (mut max_forces, mut naval) = (None, false);
        loop {
            if line.take("naval") {
                naval = true;
            } else if line.take("max") {
                max_forces = Some(line.number("the most forces to risk")?);
            } else {
                break;
            }
        }
        line.take(":");
        let targets = if line.peek().is_some() { line.list(Kind::Space)? } else { Vec::new() };
        reader.stacks.lookup(defence, naval);
        Ok(RigidLookupOrder { defence, lands, defenders, targets, max_forces, naval }.into())
    }
}
