//! The chain of questions, and the order set it ends in.

use kernel::question::{Choice, Topic};

use super::chain::Chain;
use super::decision::DecisionContext;
use super::forces::{Pay, PlannedForces};
use super::gains::{Gains, Preference};
use super::lookups::{self, consider};
use super::notes::March;
use super::position::Position;
use super::posture::Posture;
use super::steps::{Action, ExpansionStep, StepSearch};
use super::{cards, draft, targets};
use crate::model::ids::{AreaId, PlayerId, Source, Space};
use crate::model::state::{CombatMode, Phase, Stage};
use crate::orders::{
    AttackDice, BeginTurn, BuildFort, ChooseSurvivors, Command, Deallocate, EndExpansion, ExpandLand, ExpandWater,
    PlaceMonument, PlaceSumeria, Reinforce, StopBarbarians,
};
use crate::rules;

impl Chain<'_, '_> {
    /// Walks the chain to its end, or to the first question that is left open.
    pub fn walk(mut self) -> Self {
        let Some(me) = self.st.active().filter(|me| u16::from(self.sc.colour(*me).seat) == self.seat.0) else {
            return self;
        };
        match self.st.stage.clone() {
            Stage::Sumeria { .. } => self.sumeria(),
            Stage::Draft(draft) => {
                if let Some(command) = draft::decide(self.sc, &self.st, &draft, &mut self.reader) {
                    self.give(command);
                }
            }
            Stage::Turn(turn) => self.turn(me, turn.card),
            Stage::Over => {}
        }
        self
    }

    fn sumeria(&mut self) {
        let start = self.sc.board.empire(self.sc.board.sumeria).start;
        let usual = self.sc.board.sumeria_default.to_vec();
        let mut options = vec![(usual.clone(), "three armies in Lower Tigris, one in the Zagros".to_owned())];
        for border in &self.sc.board.land(start).borders {
            if !self.sc.board.land(border.to).barren && !usual.contains(&border.to) && options.len() < 4 {
                let lands = vec![start, start, border.to];
                options.push((lands, format!("an army in {}", self.sc.board.land(border.to).name)));
            }
        }
        let choices = || options.iter().map(|(_, words)| Choice::new(words, 250).quiet()).collect();
        let at = self.reader.ask(Topic::about("sumeria", ""), choices);
        self.give(Command::PlaceSumeria(PlaceSumeria { lands: options.swap_remove(at).0 }));
    }

    fn turn(&mut self, me: PlayerId, card: crate::model::ids::CardId) {
        let choices = || Posture::ALL.iter().map(|posture| posture_choice(*posture)).collect();
        let at = self.reader.ask(Topic::about("posture", &self.sc.board.card(card).name), choices);
        self.posture = Posture::ALL[at];
        let epoch = self.st.epoch;
        while !self.ended && !self.reader.stopped() {
            let Some(turn) = self.st.turn().filter(|turn| turn.player == me && turn.card == card) else { break };
            if self.st.epoch != epoch {
                break;
            }
            let phase = turn.phase.clone();
            let before = self.commands.len();
            match phase {
                Phase::BeforeTurn => self.before_turn(me),
                Phase::Survivors(survivors) => self.survivors(me, &survivors),
                Phase::Barbarians { from, tried } => self.barbarians(me, from, tried),
                Phase::Expansion => self.expansion(me),
                Phase::Monuments => self.monument(me),
            }
            if self.commands.len() == before {
                break;
            }
        }
    }

    fn before_turn(&mut self, me: PlayerId) {
        if !self.play_cards(me) && !self.ended && !self.reader.stopped() {
            self.give(Command::BeginTurn(BeginTurn));
        }
    }

    /// Asks about event cards; whether any was played.
    fn play_cards(&mut self, me: PlayerId) -> bool {
        let before = self.commands.len();
        cards::play(self, me);
        self.commands.len() > before
    }

    fn expansion(&mut self, me: PlayerId) {
        if self.play_cards(me) || self.reader.stopped() {
            return;
        }
        let focus = targets::seek(self, me);
        if self.reader.stopped() {
            return;
        }
        if self.st.options.combat == CombatMode::Tables && self.look_up(me, focus) {
            return;
        }
        if !self.reader.stopped() {
            self.march(me, focus);
        }
    }

    /// Makes a lookup when one is wanted; whether it did, or stopped at the question.
    fn look_up(&mut self, me: PlayerId, focus: Option<AreaId>) -> bool {
        let Some(turn) = self.st.turn() else { return false };
        let career = turn.career.clone();
        let considered = self.notes.lookups.once(self.moment(focus), || {
            let context = self.context(me).seeking(focus);
            let position = Position::new(&context, &self.st, career.empire);
            consider(&context, &position, &career)
        });
        let found = &considered.lookups;
        if found.is_empty() {
            return false;
        }
        let choices = || {
            let mut choices: Vec<Choice> = found.iter().map(|lookup| Choice::new(&lookup.words, 300)).collect();
            if !considered.idle {
                choices.push(Choice::new("no lookup: use the forces as they are", 50).quiet());
            }
            choices
        };
        let at = self.reader.ask(Topic::about("lookup", &self.sc.board.empire(career.empire).name), choices);
        let Some(lookup) = found.get(at).filter(|_| !self.reader.stopped()) else { return self.reader.stopped() };
        if let Some(command) = lookups::unset(&career) {
            self.give(command);
        }
        self.give(lookup.command.clone())
    }

    /// Expands with the forces at hand until nothing gains any more or dice are needed, then ends the expansion.
    fn march(&mut self, me: PlayerId, focus: Option<AreaId>) {
        let moment = self.moment(focus);
        if let Some(march) = self.notes.marches.find(&moment) {
            for command in &march.commands {
                self.give(command.clone());
            }
            self.banned.clone_from(&march.banned);
            return;
        }
        let context = self.context(me).seeking(focus);
        self.advance(&context);
        let commands = self.commands[moment.commands.len()..].to_vec();
        self.notes.marches.add(moment, March { commands, banned: self.banned.clone() });
    }

    /// The same step by step, with nothing noted yet.
    fn advance(&mut self, context: &DecisionContext) {
        let dice = self.st.options.combat == CombatMode::Dice;
        while !self.ended {
            let Some(turn) = self.st.turn().filter(|turn| turn.phase == Phase::Expansion) else { return };
            let career = turn.career.clone();
            let position = Position::new(context, &self.st, career.empire);
            let openings = u8::from(dice && context.bias.fights);
            let planned = PlannedForces::new(context.board, &career, self.st.options.combat, openings);
            let banned = std::mem::take(&mut self.banned);
            let mut gains = Gains::new(context, Preference::NONE);
            let step = StepSearch::new(context, &position, &planned, &banned, &mut gains).best(&position);
            self.banned = banned;
            let Some(step) = step else { break };
            if !self.take_step(&step, &career) {
                match step.action {
                    Action::Enter(space) if !self.banned.contains(&space) => self.banned.push(space),
                    _ => break,
                }
            }
        }
        if !self.ended {
            self.give(Command::EndExpansion(EndExpansion));
        }
    }

    fn take_step(&mut self, step: &ExpansionStep, career: &crate::model::state::Career) -> bool {
        let from = match step.price.pay {
            Pay::Now(from) => from,
            Pay::Fight(_) => {
                let Action::Enter(to) = step.action else { return false };
                return self.give(Command::AttackDice(AttackDice { to, via: step.via }));
            }
        };
        match step.action {
            Action::Enter(Space::Land(to)) => self.give(Command::ExpandLand(ExpandLand { to, via: step.via, from })),
            Action::Enter(Space::Water(to)) => self.give(Command::ExpandWater(ExpandWater { to, via: step.via, from })),
            Action::Fort(land) => {
                let free = career.free_forts > 0;
                (free || self.hand_back(from)) && self.give(Command::BuildFort(BuildFort { land, free }))
            }
            Action::Stack(land) => self.hand_back(from) && self.give(Command::Reinforce(Reinforce { land, armies: 1 })),
        }
    }

    /// A force of a stack that is to become a fort or a further army goes back to those without a task.
    fn hand_back(&mut self, from: Source) -> bool {
        match from {
            Source::Stack(_) => self.give(Command::Deallocate(Deallocate { from, forces: 1 })),
            _ => true,
        }
    }

    fn monument(&mut self, me: PlayerId) {
        let Some(turn) = self.st.turn() else { return };
        let context = self.context(me);
        let mut sites = rules::sites(&self.sc.board, &self.st, me, &turn.builders(&self.sc.board));
        sites.sort_by_key(|land| (-context.holds(*land, i32::from(self.st.land(*land).armies()), 1), *land));
        sites.truncate(6);
        let names = || {
            let name = |land: &crate::model::ids::LandId| format!("in {}", self.sc.board.land(*land).name);
            sites.iter().map(|land| Choice::new(name(land), 200).quiet()).collect()
        };
        let at = self.reader.ask(Topic::about("monument", ""), names);
        if let Some(land) = sites.get(at).filter(|_| !self.reader.stopped()) {
            self.give(Command::PlaceMonument(PlaceMonument { land: *land }));
        }
    }

    fn survivors(&mut self, me: PlayerId, survivors: &crate::model::state::Survivors) {
        let context = self.context(me);
        let position = Position::new(&context, &self.st, crate::model::ids::EmpireId::REMNANTS);
        let mut lands = survivors.lands.clone();
        lands.sort_by_cached_key(|land| (-position.land_gain(&context, *land), *land));
        lands.truncate(usize::from(survivors.forces));
        self.give(Command::ChooseSurvivors(ChooseSurvivors { lands }));
    }

    fn barbarians(&mut self, me: PlayerId, from: crate::model::ids::LandId, tried: crate::model::ids::Lands) {
        let context = self.context(me);
        let order = cards::quarry(&context, &self.st, from, tried);
        let choices = || {
            let mut choices: Vec<Choice> = order
                .iter()
                .take(5)
                .map(|(land, _)| Choice::new(format!("on to {}", self.sc.board.land(*land).name), 300))
                .collect();
            choices.push(Choice::new("send them home", 50).quiet());
            choices
        };
        let at = self.reader.ask(Topic::about("barbarians", &self.sc.board.land(from).name), choices);
        if self.reader.stopped() {
            return;
        }
        match order.get(at).filter(|_| at < 5) {
            Some((land, _)) => self.give(Command::AttackDice(AttackDice { to: Space::Land(*land), via: None })),
            None => self.give(Command::StopBarbarians(StopBarbarians)),
        };
    }
}

fn posture_choice(posture: Posture) -> Choice {
    let prior = if posture == Posture::Balanced { 600 } else { 70 };
    let choice = Choice::new(posture.words(), prior).keyed(posture.key());
    if posture == Posture::Turtle { choice.quiet() } else { choice }
}
