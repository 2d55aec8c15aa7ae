//! P3: options, each player's list in his own order (UM-4.7, UM-R5).
//!
//! What an option does to the state is a function of its own, apart from the telling of it, so that an order set can be
//! judged with the same effects foreseen ([`foresee`]).

pub mod economy;
pub mod generals;
pub mod intrigue;
#[cfg(test)]
mod tests;

use kernel::Refusal;

use crate::model::ids::{Factions, GeneralId, NationId, ProvinceId, Rp};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::commands::{Cmd, Command};
use crate::orders::judge;
use crate::rules::event::{Event, EventKind, EventScope};
use crate::rules::turn::Turn;

/// What earlier options of the turn mean for later ones.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// Army units that a nation disbanded in a province (UM-8.4).
    disbanded: Vec<(NationId, ProvinceId, u32)>,
    /// Bribes offered (UM-R31).
    bribes: Vec<(NationId, ProvinceId)>,
    /// Generals whose lives were attempted, once for each attempt.
    attempts: Vec<GeneralId>,
    /// Changes of seniority so far.
    promotions: u16,
}

impl Ledger {
    /// One bribe per nation, city and turn (section 5, `offer_bribe`).
    pub fn first_bribe(&self, sc: &Scenario, st: &State, nation: NationId, place: ProvinceId) -> Result<(), Refusal> {
        if !self.bribes.contains(&(nation, place)) {
            return Ok(());
        }
        let detail = format!("a bribe was already offered in {} this turn", st.place(sc, place));
        Err(Refusal::new("second_bribe", "UM-11.6", detail).hint("offer one larger sum"))
    }
}

/// Whether an order is one of P3.
pub fn is_option(cmd: &Cmd) -> bool {
    match cmd {
        Cmd::SetEnemies { .. }
        | Cmd::SetTaxRate { .. }
        | Cmd::MoveForce(_)
        | Cmd::SetCombatOrders { .. }
        | Cmd::RecruitUnits { .. }
        | Cmd::RecruitSpyNetwork { .. }
        | Cmd::WinterDestination { .. }
        | Cmd::SetReplacementProvince { .. } => false,
        Cmd::DisbandUnits { .. }
        | Cmd::DisbandNetwork { .. }
        | Cmd::FoundCity { .. }
        | Cmd::ImproveCity { .. }
        | Cmd::RebuildCity { .. }
        | Cmd::SackCity { .. }
        | Cmd::TransferFunds { .. }
        | Cmd::Assassinate { .. }
        | Cmd::OfferBribe { .. }
        | Cmd::MoveCapital { .. }
        | Cmd::CedeProvince { .. }
        | Cmd::ConvertTroops { .. }
        | Cmd::AppointGeneral { .. }
        | Cmd::ReassignGeneral { .. }
        | Cmd::SetSeniority { .. } => true,
    }
}

/// P3: in rounds, each nation's first option, then each second, and so on; who comes first rotates by turn (UM-R5).
pub fn carry_out(turn: &mut Turn) {
    for province in &mut turn.st.provinces {
        province.pending += province.bought;
        province.bought = Rp::ZERO;
    }
    let commands = std::mem::take(&mut turn.commands);
    for (nation, sheet) in commands.iter().enumerate() {
        choose_replacement_province(turn, NationId::at(nation), sheet);
    }
    let nations = turn.sc.nations.len();
    let first = (turn.st.turn as usize).saturating_sub(1);
    let mut lists: Vec<(NationId, std::slice::Iter<Command>)> = (0..nations)
        .map(|next| (first + next) % nations)
        .filter_map(|nation| Some((NationId::at(nation), commands.get(nation)?.iter())))
        .collect();
    let mut ledger = Ledger::default();
    while !lists.is_empty() {
        lists.retain_mut(|(nation, list)| {
            let Some(command) = list.find(|command| is_option(&command.what)) else { return false };
            if let Err(refusal) = execute(turn, &mut ledger, *nation, command) {
                turn.fail(*nation, command.index, refusal);
            }
            true
        });
    }
    turn.commands = commands;
}

/// UM-13.13: where new generals appear while the capital is lost; stands until changed.
fn choose_replacement_province(turn: &mut Turn, nation: NationId, sheet: &[Command]) {
    for command in sheet {
        let Cmd::SetReplacementProvince { province } = command.what else { continue };
        match judge::judge(turn.sc, turn.st, nation, &command.what) {
            Ok(()) => turn.st.nation_mut(nation).replacement = Some(province),
            Err(refusal) => turn.fail(nation, command.index, refusal),
        }
    }
}

fn execute(turn: &mut Turn, ledger: &mut Ledger, nation: NationId, command: &Command) -> Result<(), Refusal> {
    judge::judge(turn.sc, turn.st, nation, &command.what)?;
    match command.what {
        Cmd::DisbandUnits { province, kind, count } => economy::disband(turn, ledger, nation, province, kind, count),
        Cmd::DisbandNetwork { province, .. } => economy::disband_network(turn, nation, province),
        Cmd::FoundCity { province, name, size } => economy::found(turn, nation, province, name, size),
        Cmd::ImproveCity { province, points } => {
            let (part, cut) = judge::improvement(turn.sc, turn.st, nation, province, points)?;
            economy::improve(turn, nation, province, part);
            if let Some(cut) = cut {
                let what = format!("{points} points for {}", turn.st.place(turn.sc, province));
                reduced(turn, "P3", nation, command.index, what, cut);
            }
        }
        Cmd::RebuildCity { province } => economy::rebuild(turn, nation, province),
        Cmd::SackCity { province } => economy::sack(turn, nation, province),
        Cmd::TransferFunds { recipient, amount } => intrigue::transfer(turn, nation, recipient, amount),
        Cmd::Assassinate { general, amount } => intrigue::assassinate(turn, ledger, nation, general, amount),
        Cmd::OfferBribe { province, amount } => {
            ledger.first_bribe(turn.sc, turn.st, nation, province)?;
            intrigue::bribe(turn, ledger, nation, province, amount);
        }
        Cmd::MoveCapital { province } => economy::move_capital(turn, nation, province),
        Cmd::CedeProvince { province, recipient } => economy::cede(turn, nation, province, recipient),
        Cmd::ConvertTroops { province, from, to, count, barter } => {
            let pair = [from, to];
            let (part, cut) = judge::conversion(turn.sc, turn.st, nation, province, pair, count, barter)?;
            economy::convert(turn, nation, province, pair, part, barter);
            if let Some(cut) = cut {
                let (kind, at) = (turn.sc.troop(to), turn.st.place(turn.sc, province));
                reduced(turn, "P3", nation, command.index, format!("{count} {kind} in {at}"), cut);
            }
        }
        Cmd::AppointGeneral { province, arm } => generals::appoint(turn, nation, province, arm)?,
        Cmd::ReassignGeneral { general, arm } => generals::reassign(turn, nation, general, arm),
        Cmd::SetSeniority { general, level } => generals::set_seniority(turn, ledger, nation, general, level),
        _ => {}
    }
    Ok(())
}

/// The effects of an own option that can be foreseen, on a believed state: those of chance are left out, and what may
/// be paid counts as paid.
pub fn foresee(sc: &Scenario, st: &mut State, ledger: &mut Ledger, nation: NationId, cmd: &Cmd) {
    match *cmd {
        Cmd::DisbandUnits { province, kind, count } => {
            economy::effect_of_disbanding(sc, st, ledger, nation, province, kind, count);
        }
        Cmd::DisbandNetwork { province, .. } => st.province_mut(province).spies.remove(nation),
        Cmd::FoundCity { province, name, size } => economy::effect_of_founding(sc, st, nation, province, name, size),
        Cmd::ImproveCity { province, points } => {
            if let Ok((part, _)) = judge::improvement(sc, st, nation, province, points) {
                economy::effect_of_improving(sc, st, nation, province, part);
            }
        }
        Cmd::RebuildCity { province } => economy::effect_of_rebuilding(sc, st, nation, province),
        Cmd::SackCity { province } => drop(economy::effect_of_sacking(sc, st, nation, province)),
        Cmd::TransferFunds { amount, .. } | Cmd::Assassinate { amount, .. } => spend(st, nation, amount),
        Cmd::OfferBribe { province, amount } => {
            ledger.bribes.push((nation, province));
            spend(st, nation, amount);
        }
        Cmd::MoveCapital { province } => economy::effect_of_moving_capital(sc, st, nation, province),
        Cmd::CedeProvince { province, recipient } => super::ownership::hand_over(sc, st, province, recipient),
        Cmd::ConvertTroops { province, from, to, count, barter } => {
            let pair = [from, to];
            if let Ok((part, _)) = judge::conversion(sc, st, nation, province, pair, count, barter) {
                economy::effect_of_converting(sc, st, nation, province, pair, part, barter);
            }
        }
        Cmd::AppointGeneral { .. } => spend(st, nation, sc.economy.general_cost),
        Cmd::ReassignGeneral { general, arm } => {
            spend(st, nation, sc.economy.reassign_cost);
            st.general_mut(general).arm = arm;
        }
        Cmd::SetSeniority { general, level } => st.general_mut(general).seniority = level,
        _ => {}
    }
}

/// Pays from the treasury; the judge has seen that it is there (UM-R8).
fn spend(st: &mut State, nation: NationId, amount: Rp) {
    st.nation_mut(nation).treasury -= amount;
}

/// An order was carried out for its largest legal part; its player learns why not for all of it.
pub fn reduced(turn: &mut Turn, phase: &'static str, nation: NationId, index: usize, what: String, cut: Refusal) {
    if turn.quiet {
        return;
    }
    let (party, order) = (turn.sc.party(nation), index as u16);
    let reason = match cut.hint {
        Some(hint) => format!("{}: {hint}", cut.detail),
        None => cut.detail,
    };
    let what = EventKind::OrderReduced { nation: party, order, what, reason };
    turn.events.push((EventScope::only(nation), Event { rule: cut.rule, phase: Some(phase), what }));
}

/// The nations among some factions: the Independents read no reports.
pub fn readers<const N: usize>(sc: &Scenario, factions: [NationId; N]) -> Factions {
    factions.into_iter().filter(|faction| *faction != sc.ind()).collect()
}
