//! Quick sheets for imagined futures: the first answers as a rule, now and then another posture, nothing by stealth.
//!
//! A habit models how a rival, or the seat itself, goes on. It looks at the imagined world itself: within a world that
//! is made up, nothing is hidden that would be worth the time of hiding it.

use kernel::dice::Stream;
use kernel::{Dice, RuleRef};

use super::assess::Survey;
use super::posture::{Bought, Posture, listing_us, write};
use super::treasury::Spending;
use super::{World, diplomacy, draft, economy, targets};
use crate::ids::{Factions, NationId};
use crate::orders::Order;
use crate::scenario::Scenario;

const RULE: RuleRef = RuleRef::new("habit");
/// How often a nation does something else than usual, per cent.
const MOODS: i32 = 20;
/// How often a nation thinks about whom to fight, per cent: wars are begun and ended every few turns.
const COUNCILS: i32 = 35;

/// A quick sheet for a nation in an imagined world.
pub fn habit(sc: &Scenario, world: &World, me: NationId, dice: &mut Dice) -> Vec<Order> {
    let st = &world.st;
    if st.is_over(sc) || st.nation(me).eliminated {
        return Vec::new();
    }
    let mut luck = dice.stream("habit", u16::from(me.0), st.turn as u16);
    let survey = Survey::of_world(sc, st, world.field(sc), me);
    let posture = posture(&survey, &mut luck);
    let spending = spending(&survey, &mut luck);
    let enemies = enemies(&survey, posture, &mut luck);
    let targets = targets::list(&survey, enemies.and(listing_us(&survey)), posture.bias());
    let draft = draft::draft(&survey, &targets, &[]);
    let budget = economy::spend(&survey, spending, &draft, &targets);
    let bought = Bought { options: budget.options, recruits: budget.recruits };
    write(&survey, enemies, &draft, &targets, bought)
}

fn posture(survey: &Survey, luck: &mut Stream) -> Posture {
    if luck.d100(RULE) <= MOODS {
        return [Posture::Hold, Posture::Expand, Posture::Relieve, Posture::Raid][luck.pick(4, RULE)];
    }
    let home_first = survey.carries.last_campaign && survey.carries.taxation;
    if home_first { Posture::Winter } else { Posture::Campaign }
}

fn spending(survey: &Survey, luck: &mut Stream) -> Spending {
    if !(survey.carries.investment || survey.carries.land_recruit) {
        return Spending::Save;
    }
    let usual = if survey.carries.investment && survey.civilised { Spending::Invest } else { Spending::Recruit };
    if luck.d100(RULE) > MOODS {
        return usual;
    }
    if usual == Spending::Invest { Spending::Recruit } else { Spending::Save }
}

/// The present wars as a rule, and now and then what the council advises.
fn enemies(survey: &Survey, posture: Posture, luck: &mut Stream) -> Factions {
    match posture {
        Posture::Hold | Posture::Winter | Posture::Expand => Factions::NONE,
        _ if luck.d100(RULE) <= COUNCILS => diplomacy::enemies(survey, &diplomacy::rivals(survey)),
        _ => {
            let declared = survey.st.nation(survey.me).declared;
            declared.iter().filter(|&nation| !survey.st.nation(nation).eliminated).collect()
        }
    }
}
