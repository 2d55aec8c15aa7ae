//! Why there is war: relations, activations and victory (ER-R31, ER-5.14, ER-20).

use super::super::raw::{ActivationsFile, ConditionFile, GoalFile, TargetFile, VictoryFile};
use super::super::{Activation, Condition, Goal, Victory, VictoryGoal, WarTarget, Whose};
use super::{Checked, Names, wrong};
use crate::model::calendar::Month;
use crate::model::ids::{CityId, LeaderId, PowerId, ProvinceId};

const MAIN: &str = "scenario.toml";
const WAKING: &str = "activation.toml";

pub fn friendly(raw: &[(String, String)], names: &Names) -> Checked<Vec<(PowerId, PowerId)>> {
    let find = |name: &str| names.power.find(MAIN, "friendly", name).map(PowerId::at);
    raw.iter().map(|(a, b)| Ok((find(a)?, find(b)?))).collect()
}

pub fn activations(file: &ActivationsFile, names: &Names) -> Checked<Vec<Activation>> {
    let mut list = Vec::new();
    for raw in &file.activation {
        let place = raw.powers.join(", ");
        let place = place.as_str();
        let mut months = [false; 12];
        for &month in &raw.months {
            let entry = months.get_mut(usize::from(month).wrapping_sub(1));
            *entry.ok_or_else(|| wrong(WAKING, place, format!("months: {month} is no month; write 1 to 12")))? = true;
        }
        if raw.die_min.is_some_and(|face| !(1..=6).contains(&face)) {
            return Err(wrong(WAKING, place, "die_min is a face of a die, 1 to 6; leave it out for no roll (ER-5.14)"));
        }
        let from = Month::of(raw.from.year, raw.from.month)
            .ok_or_else(|| wrong(WAKING, place, "from: write year (there is no year 0) and month 1 to 12"))?;
        let war_targets = raw.war_targets.iter().map(|each| target(each, place, names)).collect::<Checked<Vec<_>>>()?;
        let controller = match &raw.controller {
            Some(name) => Some(PowerId::at(names.power.find(WAKING, place, name)?)),
            None => None,
        };
        for name in &raw.powers {
            list.push(Activation {
                power: PowerId::at(names.power.find(WAKING, place, name)?),
                months,
                from,
                condition: raw.condition.as_ref().map(|each| condition(each, place, names)).transpose()?,
                die_min: raw.die_min,
                war_targets: war_targets.clone(),
                controller,
                background: raw.background.clone(),
            });
        }
    }
    Ok(list)
}

fn target(raw: &TargetFile, place: &str, names: &Names) -> Checked<WarTarget> {
    Ok(match raw {
        TargetFile::Power(name) => WarTarget::Power(PowerId::at(names.power.find(WAKING, place, name)?)),
        TargetFile::Holder(holder) => {
            let province = names.province.find(WAKING, place, &holder.controller_of)?;
            WarTarget::ControllerOf(ProvinceId::at(province))
        }
    })
}

fn condition(raw: &ConditionFile, place: &str, names: &Names) -> Checked<Condition> {
    let power = |name: &str| names.power.find(WAKING, place, name).map(PowerId::at);
    Ok(match raw {
        ConditionFile::StrengthBelow { of, provinces, below } => Condition::StrengthBelow {
            of: if of == "roman" { Whose::Roman } else { Whose::Power(power(of)?) },
            provinces: names.province.find_all(WAKING, place, provinces, ProvinceId::at)?,
            below: *below,
        },
        ConditionFile::ControlsCapital { power: who, province } => Condition::ControlsCapital {
            power: power(who)?,
            province: ProvinceId::at(names.province.find(WAKING, place, province)?),
        },
        ConditionFile::MoraleBelow { power: who, than } => {
            Condition::MoraleBelow { power: power(who)?, than: power(than)? }
        }
        ConditionFile::Any(list) => {
            Condition::Any(list.iter().map(|each| condition(each, place, names)).collect::<Checked<_>>()?)
        }
    })
}

pub fn victories(raw: &[VictoryFile], names: &Names) -> Checked<Vec<Victory>> {
    raw.iter().map(|victory| one_victory(victory, names)).collect()
}

fn one_victory(raw: &VictoryFile, names: &Names) -> Checked<Victory> {
    let place = format!("victory of {}", raw.power);
    let power = PowerId::at(names.power.find(MAIN, &place, &raw.power)?);
    if raw.needed == 0 || usize::from(raw.needed) > raw.goal.len() {
        return Err(wrong(MAIN, place, "needed must be 1 to the number of goals (ER-20.1)"));
    }
    let mut goals: Vec<VictoryGoal> = Vec::new();
    for each in &raw.goal {
        if goals.iter().any(|known| known.id == each.id) {
            return Err(wrong(MAIN, place, format!("there are two goals {}", each.id)));
        }
        let goal = goal(&each.goal, &format!("goal {}", each.id), names)?;
        goals.push(VictoryGoal { id: each.id.clone(), text: each.text.clone(), goal });
    }
    Ok(Victory { power, needed: raw.needed, goals })
}

fn goal(raw: &GoalFile, place: &str, names: &Names) -> Checked<Goal> {
    let provinces = |list: &[String]| names.province.find_all(MAIN, place, list, ProvinceId::at);
    let goals = |list: &[GoalFile]| list.iter().map(|each| goal(each, place, names)).collect::<Checked<Vec<_>>>();
    Ok(match raw {
        GoalFile::ControlAll(list) => Goal::ControlAll(provinces(list)?),
        GoalFile::ControlCount { provinces: list, least } => {
            if usize::from(*least) > list.len() || *least == 0 {
                return Err(wrong(MAIN, place, "least must be 1 to the number of provinces"));
            }
            Goal::ControlCount(provinces(list)?, *least)
        }
        GoalFile::ControlCity { city, by_friend } => {
            Goal::ControlCity { city: CityId::at(names.city.find(MAIN, place, city)?), by_friend: *by_friend }
        }
        GoalFile::PowerDissolved(who) => Goal::PowerDissolved(PowerId::at(names.power.find(MAIN, place, who)?)),
        GoalFile::LeaderCaptured(who) => Goal::LeaderCaptured(LeaderId::at(names.leader.find(MAIN, place, who)?)),
        GoalFile::MoraleAtLeast(least) => Goal::MoraleAtLeast(*least),
        GoalFile::TreasuryAtLeast(least) => Goal::TreasuryAtLeast(*least),
        GoalFile::Any(list) => Goal::Any(goals(list)?),
        GoalFile::All(list) => Goal::All(goals(list)?),
    })
}
