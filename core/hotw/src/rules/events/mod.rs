//! Event cards (HW-29, HW-30): when they may be played, and what they are aimed at. What they do stands in the files
//! beside this one.

mod barbarians;
mod disasters;
mod fights;
mod forces;
mod remnants;
mod timing;

use kernel::Refusal;

use super::{Done, Engine, key, land_name, water_name};
use crate::model::ids::Source;
use crate::model::ids::{AreaId, EventId, LandId, Owner, WaterId};
use crate::model::scenario::Target;
use crate::model::scenario::{DisasterLand, Effect, TargetKind, Timing};
use crate::model::state::{CombatMode, Phase};
use crate::rules::event::EventKind;

pub use timing::playable;

/// What a card must be aimed at, in words for players; empty when nothing.
pub fn needs(effect: Effect) -> &'static str {
    match effect {
        Effect::CivilWar { .. } => "three Lands of one enemy empire",
        Effect::Crusade { .. } => {
            "one to three Lands in order: the first on the Eastern Mediterranean, each further one there or next to one before"
        }
        Effect::Rebellion { .. } => "a Land held by another player or by neutrals",
        Effect::Migrants { .. } => "two vacant Lands of the Area; one may be named twice",
        Effect::Disaster { where_: DisasterLand::Coastal } => "a Land on a Sea or an Ocean",
        Effect::Disaster { where_: DisasterLand::Mountain } => "a Land with a mountain border",
        Effect::Disaster { where_: DisasterLand::Any } => "any Land",
        Effect::StormAtSea => "a Sea",
        Effect::Treachery | Effect::SurpriseAttack => "a Land held by another player or by neutrals",
        Effect::Fortify { .. } => "Lands of past empires, one for each fort",
        Effect::Revive { .. } => "Lands of past empires, one for each army; a Land may be named twice",
        Effect::Barbarians => "a Barren Land",
        Effect::Plague { .. } | Effect::Pestilence { .. } => "a Land",
        Effect::BlackDeath { .. } => "two adjacent Areas",
        Effect::Famine => "an Area",
        Effect::Pirates => "a Sea, and the stack that fights for it when it is held",
        _ => "",
    }
}

impl Engine<'_> {
    /// What is wrong with the targets, or what the card is aimed at (HW-30): after this the effect cannot fail.
    pub(crate) fn aim(&self, card: EventId, targets: &[Target], stack: Option<Source>) -> Result<Aimed, Refusal> {
        let effect = self.board.event(card).effect;
        self.count_targets(effect, targets, stack)?;
        self.prepare(effect, targets, stack)
    }

    /// HW-29: a card of the hand is played. It is out of the game, whatever comes of it (HW-29.5).
    pub(crate) fn play(&mut self, card: EventId, targets: &[Target], aimed: &Aimed, stack: Option<Source>) {
        let player = self.player();
        let hand = &mut self.st.player_mut(player).hand;
        if let Some(at) = hand.iter().position(|held| *held == card) {
            hand.remove(at);
        }
        self.turn_mut().events += 1;
        self.say("HW-29.1", |board, sc| EventKind::EventPlayed {
            player: key(sc, player),
            card: board.event(card).id.clone(),
            targets: targets
                .iter()
                .map(|target| match target {
                    Target::Land(land) => land_name(board, *land),
                    Target::Water(water) => water_name(board, *water),
                    Target::Area(area) => board.area(*area).id.clone(),
                })
                .collect(),
        });
        self.take_effect(card, self.board.event(card).effect, aimed, stack);
    }

    /// HW-29.1 to HW-29.3.
    pub(crate) fn may_play(&self, card: EventId) -> Done {
        let info = self.board.event(card);
        let turn = self.turn();
        let no = |code, rule, detail: String, hint: &str| Err(Refusal::new(code, rule, detail).at("card").hint(hint));
        if !self.st.player(turn.player).hand.contains(&card) {
            return no(
                "not_in_hand",
                "HW-20.4",
                format!("{} is not in your hand", info.name),
                "play a card of your hand",
            );
        }
        if turn.events >= self.board.constants.events_a_turn {
            let detail = "two event cards have been played in this turn".into();
            return no("two_events_played", "HW-29.1", detail, "keep it for a later turn");
        }
        let (first, last) = info.epochs;
        if self.st.epoch < first || self.st.epoch > last {
            let detail = format!("{} is for Epochs {} to {}", info.name, first.roman(), last.roman());
            let early = self.st.epoch < first;
            let hint = if early { "keep it for a later epoch" } else { "its time is over" };
            return no("wrong_epoch", "HW-29.3", detail, hint);
        }
        let fits = match info.timing {
            Timing::BeforeTurn => turn.phase == Phase::BeforeTurn,
            Timing::DuringTurn => {
                turn.phase == Phase::Expansion && self.board.card(turn.card).empires.contains(&turn.career.empire)
            }
        };
        if !fits {
            let when = match info.timing {
                Timing::BeforeTurn => "before the turn begins",
                Timing::DuringTurn => "during the expansion of the main empire, after begin_turn",
            };
            let early = info.timing == Timing::DuringTurn;
            let hint = if early { "begin the turn of the main empire first" } else { "keep it for a later turn" };
            return no("wrong_timing", "HW-29.2", format!("{} is played {when}", info.name), hint);
        }
        Ok(())
    }

    /// How many targets, and of which kind.
    fn count_targets(&self, effect: Effect, targets: &[Target], stack: Option<Source>) -> Done {
        let aim = effect.aim();
        let (least, most) = aim.map_or((0, 0), |aim| (usize::from(aim.least), usize::from(aim.most)));
        if !(least..=most).contains(&targets.len()) {
            let wanted = needs(effect);
            let detail = format!("{} targets are named", targets.len());
            let hint = if wanted.is_empty() { "this card needs none".into() } else { format!("name {wanted}") };
            return Err(Refusal::new("wrong_targets", "HW-30", detail).at("targets").hint(hint));
        }
        if stack.is_some() && effect != Effect::Pirates {
            let refusal = Refusal::new("no_stack_needed", "HW-30", "this card fights with no stack").at("stack");
            return Err(refusal.hint("leave the stack out"));
        }
        for (index, target) in targets.iter().enumerate() {
            let fits = match aim.map(|aim| aim.kind) {
                Some(TargetKind::Sea) => matches!(target, Target::Water(_)),
                Some(TargetKind::Area) => matches!(target, Target::Area(_)),
                Some(TargetKind::Land) | None => matches!(target, Target::Land(_)),
            };
            if !fits {
                let refusal = Refusal::new("wrong_targets", "HW-30", "this is not what the card is aimed at");
                return Err(refusal.at(format!("targets/{index}")).hint(format!("name {}", needs(effect))));
            }
        }
        Ok(())
    }

    /// What is wrong with the targets, or nothing: after this the effect cannot fail.
    fn prepare(&self, effect: Effect, targets: &[Target], stack: Option<Source>) -> Result<Aimed, Refusal> {
        let aim = Aimed::of(targets);
        match effect {
            Effect::Rebellion { .. } | Effect::Treachery | Effect::SurpriseAttack => {
                self.enemy_land(aim.lands[0], 0)?
            }
            Effect::JewishRevolt { .. } => self.revolt_in_palestine()?,
            Effect::CivilWar { .. } => self.one_enemy_empire(&aim.lands)?,
            Effect::Crusade { .. } => self.crusade_route(&aim.lands)?,
            Effect::Migrants { area, .. } => self.vacant_lands(area, &aim.lands)?,
            Effect::Disaster { where_ } => self.may_strike(aim.lands[0], where_)?,
            Effect::StormAtSea => self.is_a_sea(aim.waters[0])?,
            Effect::Fortify { empires, .. } => self.fortify_where(&aim.lands, empires)?,
            Effect::Revive { empires, .. } => self.revive_where(&aim.lands, empires)?,
            Effect::Barbarians => self.barbarian_home(aim.lands[0])?,
            Effect::Plague { .. } | Effect::Pestilence { .. } => self.usable(aim.lands[0], 0)?,
            Effect::BlackDeath { .. } => self.adjacent_areas(&aim.areas)?,
            Effect::Pirates => self.pirates_where(aim.waters[0], stack)?,
            Effect::ShipBuilding { .. } => self.has_navigation()?,
            Effect::CivilService { .. } | Effect::Engineering { .. } => self.has_capital()?,
            Effect::MinorEmpire => self.minor_is_new()?,
            _ => {}
        }
        Ok(aim)
    }

    fn take_effect(&mut self, card: EventId, effect: Effect, aim: &Aimed, stack: Option<Source>) {
        match effect {
            Effect::MinorEmpire => self.minor_empire(),
            Effect::Leader { .. }
            | Effect::Weaponry { .. }
            | Effect::Fanaticism { .. }
            | Effect::EliteTroops { .. }
            | Effect::Jihad { .. }
            | Effect::NavalSupremacy { .. }
            | Effect::Siegecraft => self.modify(effect),
            Effect::CivilWar { column } => self.civil_war(card, column, &aim.lands),
            Effect::Crusade { column, rows } => self.crusade(card, column, rows, &aim.lands),
            Effect::JewishRevolt { column, rows } => self.rising(card, column, rows, self.board.palestine, true),
            Effect::Rebellion { column } => self.rising(card, column, 0, aim.lands[0], false),
            Effect::Migrants { .. } => self.add_armies(&aim.lands, "HW-30"),
            Effect::Kingdom { land } => self.kingdom(land),
            Effect::Disaster { .. } => self.disaster(aim.lands[0]),
            Effect::StormAtSea => self.storm(aim.waters[0]),
            Effect::Treachery => self.career_mut().open_lands.add(aim.lands[0]),
            Effect::SurpriseAttack => {
                let opens = !self.dice_mode();
                let career = self.career_mut();
                career.surprised.add(aim.lands[0]);
                if opens {
                    career.open_lands.add(aim.lands[0]);
                }
            }
            Effect::Fortify { .. } => self.fortify(&aim.lands),
            Effect::Revive { .. } => self.add_armies(&aim.lands, "HW-30"),
            Effect::Barbarians => self.barbarians_come(aim.lands[0]),
            Effect::Plague { dice } => self.disease(&[(aim.lands[0], dice)]),
            Effect::Pestilence { dice, around } => self.pestilence(aim.lands[0], dice, around),
            Effect::BlackDeath { dice } => self.black_death(&aim.areas, dice),
            Effect::Famine => self.famine(aim.areas[0]),
            Effect::Allies { armies } => self.allies(armies),
            Effect::PopulationExplosion { units } => self.grant(units, true),
            Effect::CivilService { units } => self.grant(units, false),
            Effect::TradeBonus => self.trade(),
            Effect::ShipBuilding { fleets } => self.ships(fleets),
            Effect::Engineering { forts } => self.free_forts(forts),
            Effect::Pirates => self.pirates(aim.waters[0], stack),
        }
    }

    // --- what several cards ask for ---

    fn usable(&self, land: LandId, index: usize) -> Done {
        let info = self.board.land(land);
        if info.barren {
            let refusal = Refusal::new("barren_land", "HW-23.3", format!("{} is Barren", info.name));
            return Err(refusal.at(format!("targets/{index}")).hint("name a usable Land"));
        }
        Ok(())
    }

    pub(crate) fn enemy_land(&self, land: LandId, index: usize) -> Done {
        self.usable(land, index)?;
        let player = self.player();
        if self.st.land(land).army.is_none_or(|army| army.owner == Owner::Player(player)) {
            let detail = format!("{} is not held by anybody else", self.board.land(land).name);
            let refusal = Refusal::new("not_an_enemy", "HW-30", detail).at(format!("targets/{index}"));
            return Err(refusal.hint("name a Land with armies of another player"));
        }
        Ok(())
    }

    fn is_a_sea(&self, water: WaterId) -> Done {
        let info = self.board.water(water);
        if !info.sea {
            let refusal = Refusal::new("not_a_sea", "HW-30", format!("{} is an Ocean", info.name)).at("targets/0");
            return Err(refusal.hint("name a Sea"));
        }
        Ok(())
    }

    fn minor_is_new(&self) -> Done {
        let minor = self.board.minors[self.st.epoch.index()];
        if self.st.careers.iter().any(|(empire, _)| *empire == minor) {
            let name = &self.board.empire(minor).name;
            let detail = format!("{name}, the minor empire of this epoch, has appeared already");
            let refusal = Refusal::new("minor_empire_gone", "HW-30", detail).at("card");
            return Err(refusal.hint("it appears once a game"));
        }
        Ok(())
    }

    /// HW-30.1: the epoch's minor empire takes its turn before the main one.
    fn minor_empire(&mut self) {
        let minor = self.board.minors[self.st.epoch.index()];
        let player = self.player();
        let strength = self.board.empire(minor).strength;
        let turn = self.turn_mut();
        turn.career = crate::model::state::Career::new(minor);
        turn.career.pool.unallocated = strength;
        turn.phase = Phase::Expansion;
        self.say("HW-30.1", |board, sc| EventKind::MinorEmpireBegan {
            player: key(sc, player),
            empire: super::empire_key(board, minor),
            strength,
        });
        self.appear();
    }

    /// Cards that change the empire's fights (HW-8, HW-9, HW-25.6).
    fn modify(&mut self, effect: Effect) {
        let tables = self.st.options.combat == CombatMode::Tables;
        let cards = &mut self.career_mut().cards;
        match effect {
            Effect::Leader { rows } => {
                cards.rows += rows;
                cards.leader = !tables;
            }
            Effect::Weaponry { rows } => {
                cards.rows += rows;
                cards.weaponry = true;
            }
            Effect::Fanaticism { rows } => {
                cards.rows += rows;
                cards.fanaticism = true;
            }
            Effect::EliteTroops { rigid, compliant } => {
                (cards.rigid_shift, cards.compliant_shift) = (rigid, compliant);
                cards.elite = true;
            }
            Effect::Jihad { rigid, compliant } => {
                (cards.rigid_shift, cards.compliant_shift) = (rigid, compliant);
                cards.jihad = 2;
            }
            Effect::NavalSupremacy { rows } => {
                cards.naval_rows = rows;
                cards.naval_lookup = tables;
            }
            Effect::Siegecraft => cards.siegecraft = true,
            _ => {}
        }
    }
}

/// Targets by kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Aimed {
    lands: Vec<LandId>,
    waters: Vec<WaterId>,
    areas: Vec<AreaId>,
}

impl Aimed {
    fn of(targets: &[Target]) -> Self {
        let mut aim = Self::default();
        for target in targets {
            match target {
                Target::Land(land) => aim.lands.push(*land),
                Target::Water(water) => aim.waters.push(*water),
                Target::Area(area) => aim.areas.push(*area),
            }
        }
        aim
    }
}
