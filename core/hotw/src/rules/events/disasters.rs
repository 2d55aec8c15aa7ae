//! Flood, volcano, fire and storm; plague, pestilence, Black Death and famine (HW-30, HW-26.3).

use kernel::Refusal;

use super::super::{Done, Engine, land_name, owner_key};
use crate::model::ids::{AreaId, LandId, PlayerId, Town, WaterId, Works};
use crate::model::scenario::DisasterLand;
use crate::rules::event::EventKind;

impl Engine<'_> {
    /// Whether a disaster may strike there.
    pub(crate) fn may_strike(&self, land: LandId, kind: DisasterLand) -> Done {
        self.usable(land, 0)?;
        let info = self.board.land(land);
        let (fits, wanted) = match kind {
            DisasterLand::Coastal => (!info.coasts.is_empty(), "a Land on a Sea or an Ocean"),
            DisasterLand::Mountain => (info.mountain, "a Land with a mountain border"),
            DisasterLand::Any => (true, "a Land"),
        };
        if !fits {
            let detail = format!("{} is not {wanted}", info.name);
            return Err(Refusal::new("wrong_land", "HW-30", detail).at("targets/0").hint(format!("name {wanted}")));
        }
        Ok(())
    }

    /// Monument, City and works destroyed, a Capital becomes a City.
    pub(crate) fn disaster(&mut self, land: LandId) {
        let before = *self.st.land(land);
        let state = self.st.land_mut(land);
        (state.monument, state.works) = (None, Works::None);
        state.town = if before.town == Town::Capital { Town::City } else { Town::None };
        let town = state.town;
        self.say("HW-30", |board, _| EventKind::DisasterStruck {
            land: land_name(board, land),
            monument: before.monument.is_some(),
            works: before.works,
            town_before: before.town,
            town,
        });
    }

    /// All fleets in a Sea destroyed, the player's own too.
    pub(crate) fn storm(&mut self, sea: WaterId) {
        let all: Vec<PlayerId> = self.st.player_ids().collect();
        let fleets = all.iter().map(|player| self.st.fleets_of(*player, sea)).sum();
        self.sink(sea, &all, fleets, "storm");
    }

    /// Dice for each army of these Lands: any 1 kills it.
    pub(crate) fn disease(&mut self, lands: &[(LandId, u8)]) {
        let mut spared = Vec::new();
        for (land, dice) in lands {
            let Some(army) = self.st.land(*land).army else { continue };
            let rolls: Vec<Vec<u8>> = (0..army.armies)
                .map(|_| self.roll("disease", u16::from(land.0), usize::from(*dice), "HW-30"))
                .collect();
            let died = rolls.iter().filter(|dice| dice.contains(&1)).count() as u8;
            if died == 0 {
                spared.push(*land);
            } else {
                self.bury(*land, died, rolls);
            }
        }
        if !spared.is_empty() {
            self.say("HW-26.3", |board, _| EventKind::ArmiesSpared {
                lands: spared.iter().map(|land| land_name(board, *land)).collect(),
            });
        }
    }

    /// The target, and with fewer dice every Land next to it.
    pub(crate) fn pestilence(&mut self, land: LandId, dice: u8, around: u8) {
        let mut struck = vec![(land, dice)];
        let borders = self.board.land(land).borders.iter();
        let next = borders.filter(|border| !self.board.land(border.to).barren);
        struck.extend(next.map(|border| (border.to, around)));
        self.disease(&struck);
    }

    /// Whether two different Areas touch.
    pub(crate) fn adjacent_areas(&self, areas: &[AreaId]) -> Done {
        if areas[0] == areas[1] || !self.board.area(areas[0]).neighbours.contains(&areas[1]) {
            let (one, two) = (&self.board.area(areas[0]).name, &self.board.area(areas[1]).name);
            let detail = format!("{one} and {two} are not two adjacent Areas");
            let next = self.board.area(areas[0]).neighbours.iter();
            let names: Vec<&str> = next.map(|area| self.board.area(*area).name.as_str()).collect();
            let refusal = Refusal::new("not_adjacent", "HW-30", detail).at("targets");
            return Err(refusal.hint(format!("next to {one}: {}", names.join(", "))));
        }
        Ok(())
    }

    pub(crate) fn black_death(&mut self, areas: &[AreaId], dice: u8) {
        let lands: Vec<(LandId, u8)> =
            areas.iter().flat_map(|area| self.board.area(*area).lands.iter()).map(|land| (land, dice)).collect();
        self.disease(&lands);
    }

    /// Every Land of an Area is reduced to one army.
    pub(crate) fn famine(&mut self, area: AreaId) {
        for land in self.board.area(area).lands.iter() {
            let starved = self.st.land(land).armies().saturating_sub(1);
            if starved > 0 {
                self.bury(land, starved, Vec::new());
            }
        }
    }

    fn bury(&mut self, land: LandId, died: u8, dice: Vec<Vec<u8>>) {
        let state = self.st.land_mut(land);
        let Some(army) = &mut state.army else { return };
        army.armies -= died;
        let (owner, left) = (army.owner, army.armies);
        if left == 0 {
            state.army = None;
        }
        self.say("HW-26.3", |board, sc| EventKind::ArmiesDied {
            land: land_name(board, land),
            owner: owner_key(sc, owner),
            dice,
            armies: died,
            left,
        });
    }
}
