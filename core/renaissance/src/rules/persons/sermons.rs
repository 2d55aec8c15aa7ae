//! Sermons to troops and to the people (RN-14.8, RN-14.9).

use crate::model::family::Religion;
use crate::model::ids::{LocationId, PersonaId};
use crate::model::measures::{Rating, round_half_up};
use crate::model::rulings::Reputation;
use crate::model::scenario::Scenario;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::rules::collectors::religion_of_holder;
use crate::rules::month::Month;
use crate::rules::peace::deed::Peace;
use crate::rules::peace::memory::Once;
use crate::rules::refusal::{Refused, must};

/// What a sermon adds to morale or loyalty, if preacher and hearers have one religion.
pub fn effect(sermonizing: Rating, figures: &Reputation) -> i64 {
    round_half_up(sermonizing.points() * figures.sermon_per_cent, 100)
}

/// Whether a sermon moves the troops of somebody: of the preacher's religion, and neither Sunni nor Shia (RN-14.8, RN-61.6).
pub fn moves_troops(preacher: Religion, leader: Religion) -> bool {
    preacher == leader && !leader.is_moslem()
}

/// Preaches to the troops of a persona, who may be himself (RN-14.8).
pub fn preach_to_troops(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, leader: PersonaId,
) -> Result<(), Refused> {
    let location = month.together(st, by, leader).filter(|_| st.persona(leader).alive);
    let location = location.ok_or(Refused {
        rule: "RN-14.8",
        reason: "they have not been at one location since the start of the month",
    })?;
    let (faith, theirs) = (st.religion_of(by), st.religion_of(leader));
    must(faith == theirs, "RN-14.8", "the troops are of another religion")?;
    must(moves_troops(faith, theirs), "RN-61.6", "sermons do not move Sunni and Shia troops")?;
    must(st.persona(leader).assets.troops.men() > 0, "RN-10.10", "he has no men")?;
    let points = begin(sc, st, month, by)?;
    let leader_now = st.persona_mut(leader);
    let before = leader_now.morale.points();
    leader_now.morale = leader_now.morale.changed(points);
    let points = leader_now.morale.points() - before;
    month.tell(Peace::Preached { preacher: by, location, leader: Some(leader), points });
    Ok(())
}

/// Preaches to the people of the location where he started and is, if its sovereign has his religion (RN-14.9, RN-R30).
pub fn preach_to_people(sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId) -> Result<(), Refused> {
    let location = month.together(st, by, by);
    let location: LocationId =
        location.ok_or(Refused { rule: "RN-14.9", reason: "he is not where he started the month" })?;
    let creed = st.location(location).sovereign.and_then(|title| religion_of_holder(sc, st, title));
    must(creed == Some(st.religion_of(by)), "RN-14.9", "the sovereign is of another religion")?;
    let points = begin(sc, st, month, by)?;
    let here = st.location_mut(location);
    let before = here.loyalty.points();
    here.loyalty = here.loyalty.changed(points);
    let points = here.loyalty.points() - before;
    month.tell(Peace::Preached { preacher: by, location, leader: None, points });
    Ok(())
}

/// The one sermon of the month (RN-14.10): its points.
fn begin(sc: &Scenario, st: &State, month: &mut Month, by: PersonaId) -> Result<i64, Refused> {
    must(!month.peace.is_done(Once::Sermon(by)), "RN-14.10", "he has preached this month")?;
    month.peace.note(Once::Sermon(by));
    Ok(effect(st.persona(by).skills.of(Skill::Sermonizing), &sc.rulings.reputation))
}
