//! Step 6: assassins, then bribes, as they are carried out (ST-16.6, ST-21.5 to ST-21.9, ST-R43, ST-R51).

use kernel::{Dice, RuleRef};

use super::capture::{Fall, Fallen, fall};
use super::covert::{self, Assassination, BribePurpose};
use super::{money, plunder};
use crate::model::command::{BattleOrder, CommandKind, Disorder};
use crate::model::ids::{CommandId, CountryId, HexId, LeaderId, Power};
use crate::model::measures::Talents;
use crate::model::scenario::Scenario;
use crate::model::state::State;

const R43: RuleRef = RuleRef::new("ST-R43");
const R51: RuleRef = RuleRef::new("ST-R51");

/// Why no assassin is hired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoAssassin {
    /// This quarter's is hired already (ST-21.5).
    NoneLeft,
    /// Nobody takes so little (ST-21.6).
    TooCheap,
    /// Not so much money.
    TooDear,
}

/// What an assassin reports, and what his victim learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// Who hired him.
    pub country: CountryId,
    /// The command he was sent to.
    pub target: CommandId,
    /// The leader that he met; `None`: the command or its leader was not there (ST-21.8).
    pub met: Option<LeaderId>,
    /// What came of it.
    pub outcome: Assassination,
    /// Whether the victim learns who sent him; of an attempt that failed he learns nothing (section 6).
    pub traced: bool,
}

/// ST-21.5 to ST-21.9: an assassin is hired and goes to a command in a hex. He is paid whether he succeeds or not.
pub fn assassinate(
    sc: &Scenario, st: &mut State, country: CountryId, (target, hex): (CommandId, HexId), price: Talents,
    dice: &mut Dice,
) -> Result<Attempt, NoAssassin> {
    if st.country(country).assassins_left == 0 {
        return Err(NoAssassin::NoneLeft);
    }
    if price.0 < sc.rulings.covert.assassin_least as u32 {
        return Err(NoAssassin::TooCheap);
    }
    if !money::pay(st, country, price) {
        return Err(NoAssassin::TooDear);
    }
    st.country_mut(country).assassins_left -= 1;
    let mut attempt = Attempt { country, target, met: None, outcome: Assassination::Failure, traced: false };
    let Some(leader) = st.commands.get(&target).filter(|it| it.hex == hex).and_then(|it| it.leader) else {
        return Ok(attempt);
    };
    let him = &st.leaders[&leader];
    if him.travel > 0 {
        return Ok(attempt);
    }
    attempt.met = Some(leader);
    let sa = if him.wounded > 0 { sc.rulings.leaders.intrinsic.sa } else { him.ratings.sa };
    let in_city = st.command(target).inside.is_some();
    let chance = covert::kill_chance(&sc.rulings.covert, price, sa, in_city).expect("the price is enough");
    let mut stream = dice.stream("covert", target.0, u16::from(country.0) * 4);
    attempt.outcome = covert::assassination(&sc.rulings.covert, chance, stream.d100(R51));
    if attempt.outcome == Assassination::Failure {
        return Ok(attempt);
    }
    attempt.traced = stream.range(1, 10, R51) >= sc.rulings.covert.traced_from;
    let command = st.command_mut(target);
    command.disorder.push(Disorder::CommanderDown);
    if attempt.outcome == Assassination::Kill {
        command.leader = None;
        st.leaders.remove(&leader);
    } else {
        let weeks = stream.range(1, sc.rulings.leaders.wound_weeks, RuleRef::new("ST-R22"));
        st.leaders.get_mut(&leader).expect("he lives").wounded = weeks as u8;
    }
    Ok(attempt)
}

/// Why no bribe is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoBribe {
    /// Only a command of a country offers one.
    NoSender,
    /// There is no such command in the sender's hex or next to it.
    NotNear,
    /// Nobody is bribed to do that: it is one's own command, or it cannot (ST-R43).
    CannotDo,
    /// Less than the least sum (ST-16.8).
    TooLittle,
    /// Not so much money.
    TooDear,
}

/// What came of a bribe, and what the other side learns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BribeAttempt {
    /// The command that offered it.
    pub from: CommandId,
    /// The command that was offered it.
    pub target: CommandId,
    /// What for.
    pub purpose: BribePurpose,
    /// Whether it was taken.
    pub taken: bool,
    /// What it cost.
    pub paid: Talents,
    /// Whether the ruler learns that a bribe was refused: a loyal leader tells him (section 6).
    pub told: bool,
    /// Whether he learns from whom it came.
    pub traced: bool,
    /// The city that surrendered.
    pub fallen: Option<Fallen>,
}

/// ST-16.6, ST-R43: a command offers a bribe to the commander of another in its hex or next to it.
pub fn offer_bribe(
    sc: &Scenario, st: &mut State, (from, target): (CommandId, CommandId), purpose: BribePurpose, sum: Talents,
    dice: &mut Dice,
) -> Result<BribeAttempt, NoBribe> {
    let sender = st.commands.get(&from).ok_or(NoBribe::NoSender)?;
    let country = sender.power.country().ok_or(NoBribe::NoSender)?;
    let near = st.commands.get(&target).filter(|it| it.hex.distance(sender.hex) <= 1).ok_or(NoBribe::NotNear)?;
    let can = match purpose {
        BribePurpose::SurrenderCity => near.kind.is_site(),
        BribePurpose::StandAside => !near.kind.is_site(),
        BribePurpose::Defect => {
            let free = near.inside.is_none() && near.carried_by.is_none();
            free && !near.kind.is_site() && !matches!(near.kind, CommandKind::TaskForce | CommandKind::Special)
        }
    };
    if near.power == sender.power || !can {
        return Err(NoBribe::CannotDo);
    }
    if sum.0 < sc.rulings.covert.bribe_least as u32 {
        return Err(NoBribe::TooLittle);
    }
    if st.country(country).treasury < sum {
        return Err(NoBribe::TooDear);
    }
    let loyalty = super::leaders::ratings(sc, st, target).loy;
    let mut stream = dice.stream("covert", target.0, u16::from(country.0) * 4 + 1);
    let (taken, paid) = covert::bribe(&sc.rulings.covert, purpose, loyalty, sum, stream.range(1, 10, R43));
    let told = !taken && i32::from(loyalty) >= sc.rulings.covert.told_loyalty;
    let traced = told && stream.range(1, 10, R43) >= sc.rulings.covert.traced_from;
    assert!(money::pay(st, country, paid), "it is no more than the sum");
    let mut attempt = BribeAttempt { from, target, purpose, taken, paid, told, traced, fallen: None };
    if taken {
        learn(sc, st, from, dice);
        match purpose {
            BribePurpose::SurrenderCity => attempt.fallen = surrender(sc, st, target, Power::Country(country), dice),
            BribePurpose::StandAside => st.command_mut(target).stands_aside = true,
            BribePurpose::Defect => defect(sc, st, target, country),
        }
    }
    Ok(attempt)
}

/// ST-R22: a leader whose bribe was taken may grow in SA, once a quarter.
fn learn(sc: &Scenario, st: &mut State, from: CommandId, dice: &mut Dice) {
    let Some(leader) = st.command(from).leader.filter(|leader| st.leaders[leader].travel == 0) else { return };
    let face = dice.stream("leader", leader.0, 1000).range(1, 10, RuleRef::new("ST-R22"));
    let him = st.leaders.get_mut(&leader).expect("he leads it");
    if !him.grew_sa && face > i32::from(him.ratings.sa) {
        him.ratings.sa = (him.ratings.sa + 1).min(sc.rulings.leaders.best as u8);
        him.grew_sa = true;
    }
}

/// ST-R43, ST-R44: the city surrenders, and its leader leaves the game.
fn surrender(sc: &Scenario, st: &mut State, target: CommandId, to: Power, dice: &mut Dice) -> Option<Fallen> {
    let site = st.command(target).inside?;
    if let Some(leader) = st.command_mut(target).leader.take() {
        st.leaders.remove(&leader);
    }
    Some(fall(sc, st, site, to, Fall::Surrender, dice))
}

/// ST-R43: a command changes sides with its leader, its units and what it carries. Units of types that its new country may not
/// raise disband (reading ST-R43/a); the commands under it stay what they are.
fn defect(sc: &Scenario, st: &mut State, target: CommandId, country: CountryId) {
    plunder::abandon(st, target);
    let power = Power::Country(country);
    let under: Vec<CommandId> = st.children(target).map(|(id, _)| id).collect();
    under.into_iter().for_each(|id| st.command_mut(id).parent = None);
    let cargo: Vec<CommandId> =
        st.commands.iter().filter(|(_, it)| it.carried_by == Some(target)).map(|(id, _)| *id).collect();
    let allowed = &sc.country(country).allowed;
    for id in std::iter::once(target).chain(cargo) {
        let command = st.command_mut(id);
        let home = |kind| allowed.contains(&kind) || sc.units.of(kind).common || sc.units.of(kind).local;
        // Ships that carry somebody stay, or what they carry would drown.
        if command.kind == CommandKind::Division {
            command.units = command.units.only(home);
        }
        (command.power, command.parent, command.task) = (power, None, None);
        (command.battle_order, command.forced) = (BattleOrder::Defend, false);
        command.path.clear();
        command.authorised.clear();
        super::loads::drop_train_points(command);
        if let Some(leader) = command.leader {
            st.leaders.get_mut(&leader).expect("he leads it").power = power;
        }
    }
}
