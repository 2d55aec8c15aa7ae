//! Removing defenders with a stack (HW-3.7, HW-4.7 to HW-4.10), and what the conqueror finds (HW-26).

use kernel::Refusal;

use super::{Engine, empire_key, key, land_name, owner_key};
use crate::model::ids::Source;
use crate::model::ids::{Defence, EmpireId, LandId, Owner, PlayerId, Works};
use crate::model::state::{Garrison, Method};
use crate::model::tables::Tables;
use crate::rules::event::{EventKind, How};
use crate::rules::turn::conquered;

/// How an assault ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fought {
    /// Whether all defenders are gone and a force is there to take the space.
    pub won: bool,
    /// Defenders removed.
    pub removed: u8,
    /// Attackers lost.
    pub lost: u8,
}

/// A Compliant stack at work: forces left and its index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Index {
    /// Forces left.
    pub forces: u8,
    /// Column now.
    pub column: i16,
    /// Row, fixed.
    pub row: i8,
}

impl Index {
    /// HW-4.7 to HW-4.9: removes `defenders` one by one; the last force does not take the Land here.
    pub fn fight(&mut self, tables: &Tables, defenders: u8, mut shifted: impl FnMut(Index, u8, u8)) -> Fought {
        let mut fought = Fought { won: false, removed: 0, lost: 0 };
        let value = |index: &Index| tables.compliant(i32::from(index.column), i32::from(index.row));
        for _ in 1..defenders {
            let before = value(self);
            self.column += 1;
            let now = value(self);
            let lost = u8::from(now > before);
            self.forces -= lost;
            fought.lost += lost;
            shifted(*self, now, lost);
            if self.forces == 0 {
                return fought;
            }
            fought.removed += 1;
        }
        fought.won = self.forces > 0;
        fought.removed += u8::from(fought.won && defenders > 0);
        fought
    }
}

impl Engine<'_> {
    /// The number of the stack, if it may be used against this defence at all (HW-7.2, HW-R9, HW-R18).
    pub(crate) fn may_assault(
        &self, from: Source, defence: Defence, defenders: u8, at_sea: bool,
    ) -> Result<u8, Refusal> {
        let Source::Stack(id) = from else {
            let detail = format!("{defenders} defenders hold it: {} is for spaces without a fight", from.name());
            let refusal = Refusal::new("defended", "HW-7.1", detail).at("stack");
            return Err(refusal.hint(format!("take a force of a stack made for {defence} or higher")));
        };
        let stack = self.stack(id)?;
        if stack.forces == 0 {
            let refusal = Refusal::new("no_force", "HW-4.10", format!("stack {id} is empty")).at("stack");
            return Err(refusal.hint("use another stack, or make a further lookup"));
        }
        if stack.naval && !at_sea {
            let detail = format!("stack {id} comes of Naval Supremacy and fights fleets only");
            return Err(Refusal::new("naval_stack", "HW-R18", detail).at("stack").hint("use another stack on land"));
        }
        if stack.defence.rank() < defence.rank() {
            let detail = format!("stack {id} was made for {}, the defence is {defence}", stack.defence);
            let refusal = Refusal::new("stack_too_weak", "HW-R9", detail).at("stack");
            return Err(refusal.hint("use a stack made for this level or a higher one, or an easier way in"));
        }
        if let Method::Rigid { credit } = stack.method
            && credit < defenders
        {
            let detail = format!("stack {id} was bought against {credit} more defenders, here are {defenders}");
            let hint = "use a stack with more credit or a Compliant one, or make a further lookup";
            return Err(Refusal::new("credit_too_small", "HW-R4", detail).at("stack").hint(hint));
        }
        Ok(id)
    }

    /// A force of the stack fights for a space: the force that takes it is not yet taken out of the stack.
    pub(crate) fn assault(&mut self, stack: u8, defenders: u8) -> Fought {
        let at = self.career().pool.stacks.iter().position(|one| one.id == stack).expect("the stack was looked at");
        let mut found = self.career().pool.stacks[at];
        match found.method {
            Method::Rigid { credit } => {
                found.method = Method::Rigid { credit: credit - defenders };
                self.career_mut().pool.stacks[at] = found;
                Fought { won: true, removed: defenders, lost: 0 }
            }
            Method::Compliant { column, row } => {
                let mut index = Index { forces: found.forces, column, row };
                let mut told = Vec::new();
                let fought =
                    index.fight(&self.board.tables, defenders, |index, cell, lost| told.push((index, cell, lost)));
                found.forces = index.forces;
                found.method = Method::Compliant { column: index.column, row };
                self.career_mut().pool.stacks[at] = found;
                self.suffer(fought.lost);
                self.tell_shifts(Some(stack), &told);
                fought
            }
        }
    }

    /// Tells how further defenders moved an index: of a stack, or of an event card's forces.
    pub(crate) fn tell_shifts(&mut self, stack: Option<u8>, shifts: &[(Index, u8, u8)]) {
        let player = self.player();
        for (index, cell, lost) in shifts.iter().copied() {
            let (column, row) = (index.column, index.row);
            self.say("HW-4.8", |_, sc| EventKind::IndexShifted {
                player: key(sc, player),
                stack: stack.map(|id| id.to_string()),
                column,
                row,
                cell,
                lost,
            });
        }
    }

    /// Takes a force out of where it is; it is placed as an army (`army`) or as a fleet or fort.
    pub(crate) fn take_force(&mut self, from: Source, army: bool) {
        let career = self.career_mut();
        let pool = &mut career.pool;
        match from {
            Source::Walkover if pool.walkover > 0 => pool.walkover -= 1,
            Source::Walkover => pool.unallocated -= 1,
            Source::Allies => pool.allies -= 1,
            Source::Ships => pool.ships -= 1,
            Source::Stack(id) => {
                pool.stacks.iter_mut().filter(|stack| stack.id == id).for_each(|stack| stack.forces -= 1);
            }
        }
        if army && !matches!(from, Source::Allies | Source::Ships) {
            career.armies_only = career.armies_only.saturating_sub(1);
        }
    }

    /// Defenders fell without the Land falling.
    pub(crate) fn thin_out(&mut self, land: LandId, removed: u8) {
        if let Some(army) = &mut self.st.land_mut(land).army {
            army.armies -= removed;
        }
    }

    /// An army of the player takes a Land (HW-26.1 unless it was empty).
    pub(crate) fn settle(&mut self, land: LandId, player: PlayerId, empire: EmpireId, how: How, fought: Fought) {
        let before = *self.st.land(land);
        // HW-26.3: a Land that disease emptied keeps what stands in it.
        let emptied = matches!(how, How::Walkover) || (how == How::Event && before.army.is_none());
        let (works, town) = if emptied { (before.works, before.town) } else { (Works::None, conquered(before.town)) };
        let state = self.st.land_mut(land);
        state.army = Some(Garrison { owner: Owner::Player(player), empire, armies: 1 });
        (state.works, state.town) = (works, town);
        let pool = self.array();
        let rule = match how {
            How::Walkover => "HW-7.3",
            How::AutomaticVictory => "HW-23.9",
            How::Treachery | How::SurpriseAttack => "HW-R19",
            How::Assault | How::Start => "HW-7.1",
            How::Event => "HW-30",
        };
        self.say(rule, |board, sc| EventKind::LandTaken {
            player: key(sc, player),
            empire: empire_key(board, empire),
            land: land_name(board, land),
            how,
            from: before.army.map(|army| owner_key(sc, army.owner)),
            removed: fought.removed,
            lost: fought.lost,
            works_lost: if emptied { Works::None } else { before.works },
            town_before: before.town,
            town,
            pool,
        });
    }
}
