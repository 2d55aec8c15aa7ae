//! An empire's turn from its card to its score (HW-22), and the retreat from a start Land (HW-23.10).

use super::{Engine, empire_key, key, land_name, owner_key};
use crate::model::ids::{CardId, EmpireId, LandId, Lands, MOST_ARMIES, Owner, PlayerId, Town, Works};
use crate::model::scenario::{BorderKind, Scenario};
use crate::model::state::{Career, Garrison, Granted, Modifiers, Phase, Pool, Stage, State, Turn};
use crate::rules::event::{EventKind, How};

impl Career {
    /// An empire before its forces arrive.
    pub fn new(empire: EmpireId) -> Self {
        Self {
            empire,
            pool: Pool::default(),
            lookups: 0,
            cards: Modifiers::default(),
            open_lands: Lands::NONE,
            surprised: Lands::NONE,
            free_forts: 0,
            armies_only: 0,
            stacks_made: 0,
        }
    }

    /// The other empire of a double card, before its forces arrive. Cards that last for the turn go on: what changes
    /// fights, opened Lands, free forts (HW-R20, reading HW-22.6/b). Forces and lookups are each empire's own.
    fn successor(&self, empire: EmpireId) -> Self {
        Self {
            cards: self.cards,
            open_lands: self.open_lands,
            surprised: self.surprised,
            free_forts: self.free_forts,
            ..Self::new(empire)
        }
    }
}

impl Turn {
    /// The turn of a card, before its events.
    pub fn new(sc: &Scenario, st: &State, player: PlayerId, card: CardId) -> Self {
        Self {
            player,
            card,
            phase: Phase::BeforeTurn,
            events: 0,
            career: Career::new(sc.board.card(card).empires[0]),
            done: 0,
            granted: Granted::default(),
            used: Lands::NONE,
            due: 0,
            fees: 0,
            vp_before: st.player(player).vp,
            fights: 0,
        }
    }
}

impl Engine<'_> {
    /// The lowest card not yet played (HW-22.1); when there is none the epoch is over.
    pub(crate) fn next_turn(&mut self) {
        let open =
            |player: &PlayerId| self.st.player(*player).card.filter(|held| !held.played).and_then(|held| held.card);
        let next = self.st.player_ids().filter_map(|player| Some((open(&player)?, player))).min();
        let Some((card, player)) = next else {
            self.end_epoch();
            return;
        };
        let turn = Turn::new(self.sc, self.st, player, card);
        self.st.stage = Stage::Turn(Box::new(turn));
    }

    fn end_epoch(&mut self) {
        for player in self.st.player_ids() {
            let number =
                self.st.player(player).card.and_then(|held| held.card).map(|card| self.board.card(card).number);
            self.st.player_mut(player).last_number = number.unwrap_or(0);
        }
        let epoch = self.st.epoch;
        if epoch < self.sc.last_epoch {
            self.begin_epoch(crate::model::ids::Epoch(epoch.0 + 1), None);
            return;
        }
        self.st.stage = Stage::Over;
        let ranking = super::score::ranking(self.sc, self.st);
        if let Some(best) = ranking.first() {
            let (seat, vp) = (best.seat, best.vp);
            self.say("HW-28.8", |_, sc| EventKind::GameEnded { winner: sc.seats[seat].key.clone(), vp });
        }
    }

    /// HW-22.2 to HW-22.5: the forces arrive, the first takes the start Land.
    pub(crate) fn begin_turn(&mut self) {
        let player = self.player();
        let card = self.turn().card;
        let printed = self.board.card(card).strength;
        self.st.player_mut(player).strength += u16::from(printed);
        let granted = std::mem::take(&mut self.turn_mut().granted);
        self.start_empire(granted);
    }

    /// An empire of the card appears.
    pub(crate) fn start_empire(&mut self, granted: Granted) {
        let (player, empire) = (self.player(), self.empire());
        let strength = self.board.empire(empire).strength;
        let forces = strength + granted.units + granted.armies;
        let epoch = self.st.epoch;
        self.say("HW-22.2", |board, sc| EventKind::TurnBegan {
            player: key(sc, player),
            empire: empire_key(board, empire),
            epoch,
            strength,
            forces,
        });
        let career = self.career_mut();
        career.pool.unallocated = forces;
        career.armies_only = granted.armies;
        self.turn_mut().phase = Phase::Expansion;
        self.appear();
    }

    /// HW-22.5: the first force stands in the start Land; armies there retreat; the Capital rises (HW-R41).
    pub(crate) fn appear(&mut self) {
        let (player, empire) = (self.player(), self.empire());
        let start = self.board.empire(empire).start;
        self.retreat_from(start);
        let career = self.career_mut();
        career.pool.unallocated -= 1;
        career.armies_only = career.armies_only.saturating_sub(1);
        let before = *self.st.land(start);
        let town = conquered(before.town);
        let army = Garrison { owner: Owner::Player(player), empire, armies: 1 };
        let land = self.st.land_mut(start);
        (land.army, land.works, land.town) = (Some(army), Works::None, town);
        if !self.st.careers.contains(&(empire, player)) {
            self.st.careers.push((empire, player));
        }
        let pool = self.array();
        self.say("HW-5.1", |board, sc| EventKind::LandTaken {
            player: key(sc, player),
            empire: empire_key(board, empire),
            land: land_name(board, start),
            how: How::Start,
            from: None,
            removed: 0,
            lost: 0,
            works_lost: before.works,
            town_before: before.town,
            town,
            pool,
        });
        if let Some(name) = &self.board.empire(empire).capital {
            self.st.land_mut(start).town = Town::Capital;
            self.say("HW-22.5", |board, sc| EventKind::CapitalPlaced {
                player: key(sc, player),
                empire: empire_key(board, empire),
                land: land_name(board, start),
                name: name.clone(),
            });
        }
    }

    /// HW-23.10: each army goes to an adjacent Land of the same empire and colour with room, else it is eliminated.
    pub(crate) fn retreat_from(&mut self, from: LandId) {
        let Some(army) = self.st.land_mut(from).army.take() else { return };
        let mut left = army.armies;
        while left > 0 {
            let Some(to) = self.refuge(from, army) else { break };
            if let Some(there) = &mut self.st.land_mut(to).army {
                there.armies += 1;
            }
            left -= 1;
            self.say("HW-23.10", |board, sc| EventKind::ArmiesRetreated {
                owner: owner_key(sc, army.owner),
                armies: 1,
                from: land_name(board, from),
                to: land_name(board, to),
            });
        }
        if left > 0 {
            self.say("HW-23.10", |board, sc| EventKind::ArmiesEliminated {
                owner: owner_key(sc, army.owner),
                armies: left,
                land: land_name(board, from),
            });
        }
    }

    /// Where the next army goes: the owner's priority, else fewest armies, then Land id (HW-R31).
    fn refuge(&self, from: LandId, army: Garrison) -> Option<LandId> {
        let priority = |land: LandId| match army.owner {
            Owner::Player(player) => {
                let list = &self.st.player(player).retreats;
                list.iter().position(|wanted| *wanted == land).unwrap_or(list.len())
            }
            Owner::Neutral => 0,
        };
        let borders = self.board.land(from).borders.iter().filter(|border| border.kind != BorderKind::BarbarianOnly);
        let fits = borders.filter_map(|border| {
            let there = self.st.land(border.to).army?;
            let same = there.owner == army.owner && there.empire == army.empire;
            let rank = (priority(border.to), there.armies, &self.board.land(border.to).id);
            (same && there.armies < MOST_ARMIES).then_some((rank, border.to))
        });
        fits.min().map(|(_, land)| land)
    }

    /// A minor empire, or one of the card's, has placed its Monuments: on with the turn, or with the next player's.
    pub(crate) fn end_career(&mut self) {
        let empire = self.empire();
        let card = self.turn().card;
        let empires = &self.board.card(card).empires;
        if !empires.contains(&empire) {
            // A minor empire: the main one is still to come.
            let first = empires[0];
            let turn = self.turn_mut();
            turn.career = Career::new(first);
            turn.phase = Phase::BeforeTurn;
            return;
        }
        self.score_turn();
        let player = self.player();
        if let Some(held) = &mut self.st.player_mut(player).card {
            held.played = true;
        }
        self.next_turn();
    }

    /// The expansion of one empire of the card is over: the next one's begins, if it has one (HW-22.6).
    pub(crate) fn next_empire_of_card(&mut self) -> bool {
        let turn = self.turn_mut();
        turn.done += 1;
        let (card, done) = (turn.card, usize::from(turn.done));
        let Some(next) = self.board.card(card).empires.get(done).copied() else { return false };
        let turn = self.turn_mut();
        turn.career = turn.career.successor(next);
        self.start_empire(Granted::default());
        true
    }
}

/// HW-26.1: a City is destroyed, a Capital becomes a City.
pub(crate) fn conquered(town: Town) -> Town {
    match town {
        Town::None | Town::City => Town::None,
        Town::Capital => Town::City,
    }
}
