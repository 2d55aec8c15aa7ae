//! Planning: stacks and lookups (HW-2 to HW-5, HW-9).

use kernel::Refusal;

use super::{Done, Engine, empire_key, key, space_name};
use crate::model::ids::Source;
use crate::model::ids::{Defence, Space};
use crate::model::state::{Method, Stack};
use crate::model::tables;
use crate::rules::event::EventKind;

/// The most defenders of a Rigid lookup (HW-2.3).
pub const MOST_DEFENDERS: u8 = 10;
/// The most forces of a Compliant lookup (HW-R6).
pub const MOST_FORCES: u8 = 20;

/// What a Rigid lookup is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rigid {
    /// Lands meant.
    pub lands: u8,
    /// Their defenders together.
    pub defenders: u8,
    /// The most forces to risk.
    pub max_forces: Option<u8>,
}

/// A lookup as it was read.
struct Read {
    dice: [u8; 3],
    row: i32,
    column: i32,
    cell: Option<u8>,
    fee: i32,
    event_rows: i8,
}

/// What a lookup bought, beside its stack.
struct Purchase {
    lands: u8,
    size: u8,
    risked: u8,
    lost: u8,
    targets: Vec<String>,
}

impl Engine<'_> {
    fn tables_only(&self, what: &str) -> Done {
        if self.dice_mode() {
            let detail = format!("{what} belongs to the tables; this game is fought with dice");
            return Err(Refusal::new("dice_mode", "HW-1.6", detail).hint("use expand_land and attack_dice"));
        }
        Ok(())
    }

    /// HW-5.4.
    pub(crate) fn allocate_walkover(&mut self, forces: u8) -> Done {
        self.tables_only("setting forces aside")?;
        let left = self.career().pool.unallocated;
        if forces == 0 || forces > left {
            let detail = format!("{forces} forces are to be set aside, {left} are unallocated");
            return Err(Refusal::new("too_few_forces", "HW-5.4", detail).at("forces").hint(format!("1 to {left}")));
        }
        let pool = &mut self.career_mut().pool;
        pool.unallocated -= forces;
        pool.walkover += forces;
        let (player, pool) = (self.player(), self.array());
        self.say("HW-5.4", |_, sc| EventKind::ForcesAllocated {
            player: key(sc, player),
            stack: "wo".into(),
            forces,
            pool,
        });
        Ok(())
    }

    /// HW-5.8, HW-R10.
    pub(crate) fn deallocate(&mut self, from: Source, forces: u8) -> Done {
        self.tables_only("returning forces")?;
        let there = self.forces_in(from)?;
        if matches!(from, Source::Allies | Source::Ships) {
            let detail = "armies of Allies and fleets of Ship Building cannot be given another task";
            let refusal = Refusal::new("restricted", "HW-30", detail).at("stack");
            return Err(refusal.hint("forces of wo and of combat stacks can be returned"));
        }
        let stock = if from == Source::Walkover { self.career().pool.walkover } else { there };
        if forces == 0 || forces > stock {
            let detail = format!("{forces} forces are to be returned, there are {stock}");
            let hint = if stock == 0 { "there is nothing to return".to_owned() } else { format!("1 to {stock}") };
            return Err(Refusal::new("too_few_forces", "HW-R10", detail).at("forces").hint(hint));
        }
        let pool = &mut self.career_mut().pool;
        match from {
            Source::Stack(id) => {
                pool.stacks.iter_mut().filter(|stack| stack.id == id).for_each(|stack| stack.forces -= forces);
            }
            _ => pool.walkover -= forces,
        }
        pool.unallocated += forces;
        let (player, pool) = (self.player(), self.array());
        let stack = from.name();
        self.say("HW-R10", |_, sc| EventKind::ForcesReturned { player: key(sc, player), stack, forces, pool });
        Ok(())
    }

    /// Forces that can be taken from there now: those of `wo`, or else the unallocated ones (HW-R11).
    pub(crate) fn forces_in(&self, from: Source) -> Result<u8, Refusal> {
        let pool = &self.career().pool;
        match from {
            Source::Walkover => Ok(if pool.walkover > 0 { pool.walkover } else { pool.unallocated }),
            Source::Allies => Ok(pool.allies),
            Source::Ships => Ok(pool.ships),
            Source::Stack(id) => self.stack(id).map(|stack| stack.forces),
        }
    }

    pub(crate) fn stack(&self, id: u8) -> Result<Stack, Refusal> {
        let stacks = &self.career().pool.stacks;
        stacks.iter().copied().find(|stack| stack.id == id).ok_or_else(|| {
            let known: Vec<String> = stacks.iter().map(|stack| format!("{} ({})", stack.id, stack.defence)).collect();
            let hint = if known.is_empty() {
                "a lookup makes a stack".into()
            } else {
                format!("stacks: {}", known.join(", "))
            };
            Refusal::new("unknown_stack", "HW-5.5", format!("there is no stack {id}")).at("stack").hint(hint)
        })
    }

    /// HW-3, HW-R4, HW-R5.
    pub(crate) fn rigid_lookup(&mut self, defence: Defence, plan: Rigid, targets: &[Space], naval: bool) -> Done {
        self.tables_only("a lookup")?;
        let Rigid { lands, defenders, max_forces } = plan;
        let pool = self.career().pool.unallocated;
        let hint = format!("up to {MOST_DEFENDERS} defenders, 1 to 3 a Land, and a force unallocated for each Land");
        let bad = |code, rule, detail: String| Err(Refusal::new(code, rule, detail).hint(&hint));
        if lands == 0 || lands > defenders {
            let detail = format!("{defenders} defenders cannot stand in {lands} Lands: each has at least one");
            return bad("bad_count", "HW-R4", detail).map_err(|refusal| refusal.at("lands"));
        }
        if defenders > MOST_DEFENDERS {
            let detail = format!("the table has columns to {MOST_DEFENDERS}, not {defenders}");
            let refusal = Refusal::new("no_such_column", "HW-2.3", detail).at("defenders");
            return Err(refusal.hint("make two lookups, or a Compliant one"));
        }
        if u32::from(defenders) > 3 * u32::from(lands) {
            let detail = format!("{lands} Lands hold at most {} defenders, not {defenders}", 3 * u32::from(lands));
            return bad("bad_count", "HW-R4", detail).map_err(|refusal| refusal.at("defenders"));
        }
        if pool < lands {
            let detail = format!("{lands} forces are to be set aside, {pool} are unallocated");
            return bad("too_few_forces", "HW-3.6", detail).map_err(|refusal| refusal.at("lands"));
        }
        let risked = max_forces.unwrap_or(pool);
        if risked < lands || risked > pool {
            let detail = format!("{risked} forces are to be risked; that must be {lands} to {pool}");
            return bad("bad_count", "HW-R5", detail).map_err(|refusal| refusal.at("max_forces"));
        }
        self.check_naval(defence, naval)?;
        let read = self.read_table(defence, naval, Some(defenders), None);
        let lost = read.cell.map_or(risked, |cell| cell.min(risked));
        let aside = lands.min(risked - lost);
        let stack = Stack { id: 0, defence, forces: aside, method: Method::Rigid { credit: defenders }, naval };
        let targets = targets.iter().map(|space| space_name(self.board, *space)).collect();
        self.buy(stack, &read, Purchase { lands, size: defenders, risked, lost, targets });
        Ok(())
    }

    /// HW-4, HW-R6.
    pub(crate) fn compliant_lookup(&mut self, defence: Defence, forces: u8, naval: bool) -> Done {
        self.tables_only("a lookup")?;
        let pool = self.career().pool.unallocated;
        if forces == 0 || forces > MOST_FORCES {
            let detail = format!("a Compliant lookup is for 1 to {MOST_FORCES} forces, not {forces}");
            let refusal = Refusal::new("no_such_column", "HW-R6", detail).at("forces");
            return Err(refusal.hint("larger plans need two lookups"));
        }
        if forces > pool {
            let detail = format!("{forces} forces are to be risked, {pool} are unallocated");
            return Err(Refusal::new("too_few_forces", "HW-R6", detail).at("forces").hint(format!("1 to {pool}")));
        }
        self.check_naval(defence, naval)?;
        let read = self.read_table(defence, naval, None, Some(forces));
        let lost = read.cell.unwrap_or(0).min(forces);
        let method = Method::Compliant { column: read.column as i16, row: tables::clamp(read.row) as i8 };
        let stack = Stack { id: 0, defence, forces: forces - lost, method, naval };
        self.buy(stack, &read, Purchase { lands: 0, size: forces, risked: forces, lost, targets: Vec::new() });
        Ok(())
    }

    /// HW-8.5, HW-R18.
    fn check_naval(&self, defence: Defence, naval: bool) -> Done {
        if naval && !self.career().cards.naval_lookup {
            let detail = "the extra lookup for naval battles needs Naval Supremacy, and there is one of it";
            let refusal = Refusal::new("no_naval_supremacy", "HW-R18", detail).at("naval");
            return Err(refusal.hint("an ordinary lookup at defence 0 serves against fleets too"));
        }
        if naval && defence != Defence::PLAIN {
            let detail = format!("naval battles are fought at defence 0, not {defence}");
            return Err(Refusal::new("bad_defence", "HW-6.8", detail).at("defence").hint("defence 0"));
        }
        Ok(())
    }

    /// Rolls and reads; the fee is booked (HW-5.3, HW-R12).
    fn read_table(&mut self, defence: Defence, naval: bool, defenders: Option<u8>, forces: Option<u8>) -> Read {
        let player = self.player();
        let cards = self.career().cards;
        let dice = self.roll_3d6("lookup", u16::from(player.0), "HW-2.1");
        let roll: i32 = dice.iter().map(|die| i32::from(*die)).sum();
        let event_rows = cards.rows + if naval { cards.naval_rows } else { 0 };
        let row = tables::row(roll, defence, i32::from(event_rows));
        let (column, cell) = match (defenders, forces) {
            (Some(defenders), _) => {
                let column = i32::from(defenders) + i32::from(cards.rigid_shift);
                (column, self.board.tables.rigid(column, row))
            }
            (None, forces) => {
                let column = i32::from(forces.unwrap_or(0)) + i32::from(cards.compliant_shift);
                (column, Some(self.board.tables.compliant(column, row)))
            }
        };
        let mut fee = 0;
        if naval {
            self.career_mut().cards.naval_lookup = false;
        } else {
            self.career_mut().lookups += 1;
            if self.career().lookups > self.board.constants.free_lookups {
                fee = self.board.constants.lookup_fee;
                self.st.player_mut(player).vp -= fee;
                self.turn_mut().fees += fee;
            }
        }
        Read { dice, row, column, cell, fee, event_rows }
    }

    /// The losses go, what is left forms the stack (HW-3.5, HW-3.6, HW-4.4).
    fn buy(&mut self, mut stack: Stack, read: &Read, purchase: Purchase) {
        let (player, empire) = (self.player(), self.empire());
        let Purchase { lands, size, risked, lost, targets } = purchase;
        let career = self.career_mut();
        career.pool.unallocated -= lost + stack.forces;
        career.stacks_made += 1;
        stack.id = career.stacks_made;
        if stack.forces > 0 {
            career.pool.stacks.push(stack);
        }
        self.suffer(lost);
        let pool = self.array();
        let (table, rule) = match stack.method {
            Method::Rigid { .. } => ("rigid", "HW-3.4"),
            Method::Compliant { .. } => ("compliant", "HW-4.4"),
        };
        let (dice, row) = (read.dice, tables::clamp(read.row) as i8);
        let (column, cell, fee, event_rows) = (read.column as i16, read.cell, read.fee, read.event_rows);
        self.say(rule, |board, sc| EventKind::LookupMade {
            player: key(sc, player),
            empire: empire_key(board, empire),
            table: table.into(),
            lands,
            size,
            defence: stack.defence,
            dice,
            roll: dice.iter().sum(),
            event_rows,
            row,
            column,
            cell,
            risked,
            lost,
            stack: stack.id,
            set_aside: stack.forces,
            naval: stack.naval,
            fee,
            targets,
            pool,
        });
    }
}
