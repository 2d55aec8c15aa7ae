//! Carries an order out, whole or not at all.

use kernel::{Refusal, SeatId};

use crate::model::state::{Phase, Stage};
use crate::orders::Command;
use crate::rules::{Done, Engine, may, planning};

impl Engine<'_> {
    /// Carries out an order of a seat, whole or not at all.
    pub fn carry_out(&mut self, seat: SeatId, command: &Command) -> Done {
        match command {
            Command::SetTradePolicy { accept, colour } => return self.set_trade_policy(seat, *accept, *colour),
            Command::SetRetreatPriority { lands, colour } => return self.set_retreat_priority(seat, lands, *colour),
            _ => {}
        }
        let Some(active) = self.st.active() else {
            return Err(Refusal::new("game_over", "HW-28.8", "the game is over").hint("no more orders are taken"));
        };
        if u16::from(self.sc.colour(active).seat) != seat.0 {
            let name = &self.sc.colour(active).name;
            let detail = format!("it is the turn of {name}");
            let hint = "only standing orders (trade policy, retreat priority) can be given at any time";
            return Err(Refusal::new("not_your_turn", "HW-22.1", detail).hint(hint));
        }
        match (&self.st.stage, command) {
            (Stage::Sumeria { .. }, Command::PlaceSumeria { lands }) => self.place_sumeria(lands),
            (Stage::Draft(_), Command::KeepEmpire) => self.keep_empire(),
            (Stage::Draft(_), Command::PassEmpire { to }) => self.pass_empire(*to),
            (Stage::Turn(turn), command) => {
                let phase = turn.phase.clone();
                self.in_turn(&phase, command)
            }
            _ => Err(self.wrong_phase(command)),
        }
    }

    fn in_turn(&mut self, phase: &Phase, command: &Command) -> Done {
        match (phase, command) {
            (Phase::BeforeTurn | Phase::Expansion, Command::PlayEvent { card, targets, stack }) => {
                self.play_event(*card, targets, *stack)
            }
            (Phase::BeforeTurn, Command::BeginTurn) => self.begin_turn(),
            (Phase::Survivors(survivors), Command::ChooseSurvivors { lands }) => {
                let survivors = survivors.clone();
                self.choose_survivors(&survivors, lands)
            }
            (Phase::Barbarians { from, tried }, Command::AttackDice { to, .. }) => {
                self.barbarians_attack(*from, *tried, *to)
            }
            (Phase::Barbarians { from, .. }, Command::StopBarbarians) => {
                self.barbarians_leave(*from);
                Ok(())
            }
            (Phase::Expansion, command) => self.expand(command),
            (Phase::Monuments, Command::PlaceMonument { land }) => self.place_monument(*land),
            _ => Err(self.wrong_phase(command)),
        }
    }

    fn expand(&mut self, command: &Command) -> Done {
        match command {
            Command::AllocateWalkover { forces } => self.allocate_walkover(*forces),
            Command::Deallocate { from, forces } => self.deallocate(*from, *forces),
            Command::RigidLookup { defence, lands, defenders, targets, max_forces, naval } => {
                let plan = planning::Rigid { lands: *lands, defenders: *defenders, max_forces: *max_forces };
                self.rigid_lookup(*defence, plan, targets, *naval)
            }
            Command::CompliantLookup { defence, forces, naval } => self.compliant_lookup(*defence, *forces, *naval),
            Command::ExpandLand { to, via, from } => self.expand_land(*to, *via, *from),
            Command::ExpandWater { to, via, from } => self.expand_water(*to, *via, *from),
            Command::AttackOptional { ocean, player, from } => self.attack_optional(*ocean, *player, *from),
            Command::Reinforce { land, armies } => self.reinforce(*land, *armies),
            Command::BuildFort { land, free } => self.build_fort(*land, *free),
            Command::BuildFortress { land, free } => self.build_fortress(*land, *free),
            Command::AttackDice { to, via } => self.attack_dice(*to, *via),
            Command::EndExpansion => {
                self.end_expansion();
                Ok(())
            }
            _ => Err(self.wrong_phase(command)),
        }
    }

    fn wrong_phase(&self, command: &Command) -> Refusal {
        let may = may(self.board, self.st).join(", ");
        let (name, rule) = kind_of(command);
        let detail = format!("{name} is not possible now");
        Refusal::new("wrong_phase", rule, detail).hint(format!("possible now: {may}"))
    }
}

/// The type of an order, and the rule that says when it may be given.
fn kind_of(command: &Command) -> (&'static str, &'static str) {
    match command {
        Command::PlaceSumeria { .. } => ("place_sumeria", "HW-21.2"),
        Command::KeepEmpire => ("keep_empire", "HW-21.4"),
        Command::PassEmpire { .. } => ("pass_empire", "HW-21.4"),
        Command::PlayEvent { .. } => ("play_event", "HW-29.2"),
        Command::ChooseSurvivors { .. } => ("choose_survivors", "HW-R21"),
        Command::BeginTurn => ("begin_turn", "HW-22.5"),
        Command::AllocateWalkover { .. } => ("allocate_walkover", "HW-5.4"),
        Command::Deallocate { .. } => ("deallocate", "HW-R10"),
        Command::RigidLookup { .. } => ("rigid_lookup", "HW-3.1"),
        Command::CompliantLookup { .. } => ("compliant_lookup", "HW-4.1"),
        Command::ExpandLand { .. } => ("expand_land", "HW-7.1"),
        Command::ExpandWater { .. } => ("expand_water", "HW-7.4"),
        Command::AttackOptional { .. } => ("attack_optional", "HW-R35"),
        Command::Reinforce { .. } => ("reinforce", "HW-7.5"),
        Command::BuildFort { .. } => ("build_fort", "HW-7.6"),
        Command::BuildFortress { .. } => ("build_fortress", "HW-31.3"),
        Command::AttackDice { .. } => ("attack_dice", "HW-25.1"),
        Command::StopBarbarians => ("stop_barbarians", "HW-R46"),
        Command::PlaceMonument { .. } => ("place_monument", "HW-27.2"),
        Command::EndExpansion => ("end_expansion", "HW-22.2"),
        Command::SetTradePolicy { .. } => ("set_trade_policy", "HW-R39"),
        Command::SetRetreatPriority { .. } => ("set_retreat_priority", "HW-R31"),
    }
}
