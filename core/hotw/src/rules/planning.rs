//! Planning: stacks and lookups (HW-2 to HW-5, HW-9).

use kernel::Refusal;

use super::{Done, Engine, empire_key, key};
use crate::model::ids::{Defence, Source};
use crate::model::state::{Method, Stack};
use crate::model::tables;
use crate::rules::event::EventKind;

/// The most defenders of a Rigid lookup (HW-2.3).
pub const MOST_DEFENDERS: u8 = 10;
/// The most forces of a Compliant lookup (HW-R6).
pub const MOST_FORCES: u8 = 20;

/// A lookup as it was read.
pub(crate) struct Reading {
    dice: [u8; 3],
    /// The row, before it is clamped.
    pub row: i32,
    /// The column.
    pub column: i32,
    /// What stands there.
    pub cell: Option<u8>,
    fee: i32,
    event_rows: i8,
}

/// What a lookup bought, beside its stack.
pub(crate) struct Purchase {
    /// Lands meant by a Rigid lookup.
    pub lands: u8,
    /// Its defenders, or the forces of a Compliant one.
    pub size: u8,
    /// Forces risked.
    pub risked: u8,
    /// Forces lost.
    pub lost: u8,
    /// Spaces meant.
    pub targets: Vec<String>,
}

impl Engine<'_> {
    /// Refuses what belongs to the tables in a game that is fought with dice (HW-1.6).
    pub(crate) fn tables_only(&self, what: &str) -> Done {
        if self.dice_mode() {
            let detail = format!("{what} belongs to the tables; this game is fought with dice");
            return Err(Refusal::new("dice_mode", "HW-1.6", detail).hint("use expand_land and attack_dice"));
        }
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

    /// HW-8.5, HW-R18.
    pub(crate) fn check_naval(&self, defence: Defence, naval: bool) -> Done {
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
    pub(crate) fn read_table(
        &mut self, defence: Defence, naval: bool, defenders: Option<u8>, forces: Option<u8>,
    ) -> Reading {
        let player = self.player();
        let cards = self.career().cards;
        let dice = self.roll_3d6("lookup", u16::from(player.0), "HW-2.1");
        let roll: i32 = dice.iter().map(|die| i32::from(*die)).sum();
        let event_rows = cards.rows + if naval { cards.naval_rows } else { 0 };
        let (row, column, cell) = self.cell(roll, defence, naval, defenders, forces);
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
        Reading { dice, row, column, cell, fee, event_rows }
    }

    /// What stands in the tables for a roll: row, column and number (HW-2.2, HW-9).
    pub(crate) fn cell(
        &self, roll: i32, defence: Defence, naval: bool, defenders: Option<u8>, forces: Option<u8>,
    ) -> (i32, i32, Option<u8>) {
        let cards = self.career().cards;
        let event_rows = cards.rows + if naval { cards.naval_rows } else { 0 };
        let row = tables::row(roll, defence, i32::from(event_rows));
        match (defenders, forces) {
            (Some(defenders), _) => {
                let column = i32::from(defenders) + i32::from(cards.rigid_shift);
                (row, column, self.board.tables.rigid(column, row))
            }
            (None, forces) => {
                let column = i32::from(forces.unwrap_or(0)) + i32::from(cards.compliant_shift);
                (row, column, Some(self.board.tables.compliant(column, row)))
            }
        }
    }

    /// The losses go, what is left forms the stack (HW-3.5, HW-3.6, HW-4.4).
    pub(crate) fn buy(&mut self, mut stack: Stack, read: &Reading, purchase: Purchase) {
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
