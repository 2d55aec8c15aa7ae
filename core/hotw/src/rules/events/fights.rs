//! Cards whose armies fight by themselves: Rebellion, Civil War, Crusade, Jewish Revolt (HW-8.9 to HW-8.15, HW-R21).

use kernel::Refusal;

use super::super::{Done, Engine, key};
use crate::model::ids::{Defence, EmpireId, LandId, Owner, Space, Works};
use crate::model::state::{Phase, Survivors};
use crate::model::tables;
use crate::rules::assault::{Fought, Index};
use crate::rules::dice::{Attack, Stand};
use crate::rules::event::EventKind;

impl Engine<'_> {
    pub(crate) fn revolt_in_palestine(&self) -> Done {
        let palestine = self.board.palestine;
        self.enemy_land(palestine, 0).map_err(|refusal| refusal.at("card"))
    }

    pub(crate) fn one_enemy_empire(&self, lands: &[LandId]) -> Done {
        let mut of: Option<(Owner, EmpireId)> = None;
        for (index, land) in lands.iter().enumerate() {
            self.enemy_land(*land, index)?;
            let here = self.st.land(*land).army.map(|army| (army.owner, army.empire));
            if lands[..index].contains(land) || of.is_some_and(|of| Some(of) != here) {
                let detail = "the three Lands are different ones of one enemy empire";
                let refusal = Refusal::new("wrong_targets", "HW-30", detail).at(format!("targets/{index}"));
                return Err(refusal.hint("name three Lands with armies of the same empire of another player"));
            }
            of = here;
        }
        Ok(())
    }

    /// HW-R21: the first Land lies on the Eastern Mediterranean, each further one too or next to one before.
    pub(crate) fn crusade_route(&self, lands: &[LandId]) -> Done {
        let shore = self.board.water(self.board.crusade_sea).coasts;
        for (index, land) in lands.iter().enumerate() {
            self.usable(*land, index)?;
            let next = lands[..index].iter().any(|before| self.board.border(*before, *land).is_some());
            let own = self.st.land(*land).held_by(self.player());
            if lands[..index].contains(land) || own || !(shore.has(*land) || next) {
                let detail = format!(
                    "{} cannot be reached by the Crusade, or is your own, or is named twice",
                    self.board.land(*land).name
                );
                let refusal = Refusal::new("not_adjacent", "HW-R21", detail).at(format!("targets/{index}"));
                return Err(refusal.hint("start on the Eastern Mediterranean and go on into neighbours"));
            }
        }
        Ok(())
    }

    /// One lookup for an event's armies: column, row and how many are left (HW-R21).
    fn event_lookup(&mut self, card: crate::model::ids::EventId, column: u8, rows: i8, defence: Defence) -> Index {
        let player = self.player();
        self.turn_mut().fights += 1;
        let dice = self.roll_3d6("event lookup", u16::from(player.0), "HW-R21");
        let roll: i32 = dice.iter().map(|die| i32::from(*die)).sum();
        let row = tables::clamp(tables::row(roll, defence, i32::from(rows)));
        let cell = self.board.tables.compliant(i32::from(column), row).min(column);
        let survivors = column - cell;
        self.say("HW-R21", |board, sc| EventKind::EventFought {
            player: key(sc, player),
            card: board.event(card).id.clone(),
            dice,
            roll: roll as u8,
            defence,
            row: row as i8,
            column: i16::from(column),
            cell,
            forces: column,
            survivors,
        });
        Index { forces: survivors, column: i16::from(column), row: row as i8 }
    }

    /// Survivors of an event's lookup enter a Land; false when they fell there (HW-4.8).
    fn enter(&mut self, land: LandId, index: &mut Index) -> bool {
        let defenders = self.st.land(land).armies();
        let fought = if defenders == 0 {
            Fought { won: index.forces > 0, removed: 0, lost: 0 }
        } else {
            let mut shifts = Vec::new();
            let fought =
                index.fight(&self.board.tables, defenders, |index, cell, lost| shifts.push((index, cell, lost)));
            self.tell_shifts(None, &shifts);
            fought
        };
        if fought.won {
            index.forces -= 1;
            self.seize(land, fought);
        } else {
            self.thin_out(land, fought.removed);
            let left = self.st.land(land).armies();
            self.assault_failed(Space::Land(land), fought, left);
        }
        fought.won
    }

    /// A Rebellion or the Jewish Revolt: one army in one Land.
    pub(crate) fn rising(
        &mut self, card: crate::model::ids::EventId, column: u8, rows: i8, land: LandId, founds: bool,
    ) {
        let works = self.st.land(land).works;
        let won = if self.dice_mode() {
            let third = rows > 0;
            let attack = Attack { dice: if third { 3 } else { 2 }, bonus: 0, wins_ties: false, mortal: false };
            self.event_dice(land, attack, Stand::of(false, works))
        } else {
            let mut index = self.event_lookup(card, column, rows, Defence::of(false, works));
            index.forces > 0 && self.enter(land, &mut index)
        };
        if won && founds {
            self.city_and_fort(land);
        }
    }

    /// An event's army fights with dice until it falls or the Land is empty.
    fn event_dice(&mut self, land: LandId, attack: Attack, stand: Stand) -> bool {
        let attacker = key(self.sc, self.player());
        let Some(army) = self.st.land(land).army else {
            self.seize(land, Fought { won: true, removed: 0, lost: 0 });
            return true;
        };
        for removed in 0..army.armies {
            let (won, _) = self.battle(Space::Land(land), army.owner, &attacker, attack, stand);
            if !won {
                self.thin_out(land, removed);
                self.assault_failed(Space::Land(land), Fought { won, removed, lost: 1 }, army.armies - removed);
                return false;
            }
        }
        self.seize(land, Fought { won: true, removed: army.armies, lost: 0 });
        true
    }

    /// One army in each of three Lands of an enemy empire; the worst defence of the three counts (HW-R21).
    pub(crate) fn civil_war(&mut self, card: crate::model::ids::EventId, column: u8, lands: &[LandId]) {
        if self.dice_mode() {
            for land in lands {
                let stand = Stand::of(false, self.st.land(*land).works);
                self.event_dice(*land, Attack { dice: 2, bonus: 0, wins_ties: false, mortal: false }, stand);
            }
            return;
        }
        let works = lands.iter().map(|land| self.st.land(*land).works).max().unwrap_or(Works::None);
        let index = self.event_lookup(card, column, 0, Defence::of(false, works));
        if index.forces > 0 {
            let (column, row) = (index.column as u8, index.row);
            self.turn_mut().phase =
                Phase::Survivors(Survivors { lands: lands.to_vec(), forces: index.forces, column, row });
        }
    }

    /// HW-8.15, HW-R21: the survivors win the Lands that the active player names, in order.
    pub(crate) fn survivors_win(&mut self, survivors: &Survivors, lands: &[LandId]) {
        self.turn_mut().phase = Phase::BeforeTurn;
        let mut index = Index { forces: survivors.forces, column: i16::from(survivors.column), row: survivors.row };
        for land in lands {
            if index.forces == 0 {
                break;
            }
            self.enter(*land, &mut index);
        }
    }

    /// Armies land from the Eastern Mediterranean; Palestine gets a City and a fort (HW-30, HW-R21).
    pub(crate) fn crusade(&mut self, card: crate::model::ids::EventId, column: u8, rows: i8, lands: &[LandId]) {
        let palestine = self.board.palestine;
        if self.dice_mode() {
            for land in lands {
                let (bonus, works) = (1, self.st.land(*land).works);
                let attack = Attack { dice: 2, bonus, wins_ties: false, mortal: false };
                if self.event_dice(*land, attack, Stand::of(true, works)) && *land == palestine {
                    self.city_and_fort(palestine);
                }
            }
            return;
        }
        let works = lands.iter().map(|land| self.st.land(*land).works).max().unwrap_or(Works::None);
        let mut index = self.event_lookup(card, column, rows, Defence::of(true, works));
        for land in lands {
            if index.forces == 0 {
                break;
            }
            if self.enter(*land, &mut index) && *land == palestine {
                self.city_and_fort(palestine);
            }
        }
    }
}
