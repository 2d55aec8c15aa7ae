//! Works of architecture, art and letters (RN-14.1 to RN-14.7).

use crate::model::calendar::Month::{self as Calendar, August, May, November};
use crate::model::ids::PersonaId;
use crate::model::location::Location;
use crate::model::measures::{Rating, round_half_up};
use crate::model::money::Money;
use crate::model::rulings::{Persons, Reputation};
use crate::model::scenario::Scenario;
use crate::model::skills::Skill;
use crate::model::state::State;
use crate::rules::month::Month;
use crate::rules::peace::deed::Peace;
use crate::rules::peace::memory::Once;
use crate::rules::peace::work::Work;
use crate::rules::peace::{shared_start, stays_at};
use crate::rules::refusal::{Refused, must};

impl Work {
    /// The skill that makes it.
    pub const fn skill(self) -> Skill {
        match self {
            Self::Architecture => Skill::Architecture,
            Self::Art => Skill::Art,
            Self::Letters => Skill::Letters,
        }
    }
    /// The rule that has its terms.
    const fn rule(self) -> &'static str {
        match self {
            Self::Architecture => "RN-14.1",
            Self::Art => "RN-14.3",
            Self::Letters => "RN-14.6",
        }
    }
    /// Whether it is made in a month.
    const fn is_made_in(self, month: Calendar) -> bool {
        match self {
            Self::Architecture => matches!(month, August),
            Self::Art => matches!(month, May | August | November),
            Self::Letters => true,
        }
    }
    /// What it costs, in honour of somebody or against him (RN-R29).
    fn cost(self, figures: &Persons, against: bool) -> Money {
        Money::ducats(match (self, against) {
            (Self::Architecture, _) => figures.architecture_cost,
            (Self::Art, false) => figures.art_cost,
            (Self::Art, true) => figures.negative_art_cost,
            (Self::Letters, false) => figures.letters_cost,
            (Self::Letters, true) => figures.negative_letters_cost,
        })
    }
}

/// Makes a work in honour of a sponsor (RN-14.1 to RN-14.3, RN-14.6).
pub fn create(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, work: Work, sponsor: PersonaId,
) -> Result<(), Refused> {
    let himself = by == sponsor && !sc.rulings.persons.self_sponsorship;
    must(!himself, "RN-R29", "nobody sponsors his own work")?;
    must(st.persona(sponsor).alive, "RN-R29", "the sponsor is dead")?;
    let site = stays_at(st, month, by).filter(|_| work == Work::Architecture);
    must(site.is_some() || work != Work::Architecture, "RN-14.1", "he does not spend the whole month at a location")?;
    let rating = begin(sc, st, month, by, work, false)?;
    let settled = site.map(|site| {
        month.acts_mut(by).bound = Some("RN-14.1");
        let here = st.location_mut(site);
        let before = here.population;
        settle(here, rating, &sc.rulings.reputation);
        (site, here.population - before)
    });
    let popularity = change_popularity(st, sponsor, praise(work, rating, &sc.rulings.reputation));
    month.tell(Peace::Worked { author: by, work, sponsor, popularity, settled });
    Ok(())
}

/// Makes a work of art or letters against somebody (RN-14.4, RN-14.5, RN-14.7).
pub fn create_against(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, work: Work, victim: PersonaId,
) -> Result<(), Refused> {
    must(work != Work::Architecture, "RN-14.4", "nobody builds against somebody")?;
    must(st.persona(victim).alive, "RN-14.4", "the victim is dead")?;
    let rating = begin(sc, st, month, by, work, true)?;
    let same_religion = st.religion_of(by) == st.religion_of(victim);
    let same_place = shared_start(month, by, victim).is_some();
    let points = satire(work, rating, same_religion, same_place, &sc.rulings.reputation);
    let popularity = -change_popularity(st, victim, -points);
    month.tell(Peace::Satirized { author: by, work, victim, popularity });
    Ok(())
}

/// Pays for a work, if it is the month for it and the first of its kind (RN-R29): the author's rating.
fn begin(
    sc: &Scenario, st: &mut State, month: &mut Month, by: PersonaId, work: Work, against: bool,
) -> Result<Rating, Refused> {
    must(work.is_made_in(sc.month(st.turn)), work.rule(), "it is not the month for it")?;
    must(!month.peace.is_done(Once::Work(by, work)), "RN-R29", "he has made such a work this month")?;
    let left = st.persona(by).assets.money.less(work.cost(&sc.rulings.persons, against));
    let left = left.ok_or(Refused { rule: work.rule(), reason: "he has not so many ducats" })?;
    st.persona_mut(by).assets.money = left;
    month.peace.note(Once::Work(by, work));
    Ok(st.persona(by).skills.of(work.skill()))
}

/// Changes the popularity of somebody; by how much in fact.
fn change_popularity(st: &mut State, id: PersonaId, points: i64) -> i64 {
    let persona = st.persona_mut(id);
    let before = persona.popularity.points();
    persona.popularity = persona.popularity.changed(points);
    persona.popularity.points() - before
}

/// What a sponsor gains in popularity by a work of this rating.
pub fn praise(work: Work, rating: Rating, figures: &Reputation) -> i64 {
    let per_cent = match work {
        Work::Architecture => figures.architecture_per_cent,
        Work::Art => figures.art_per_cent,
        Work::Letters => figures.letters_per_cent,
    };
    round_half_up(rating.points() * per_cent, 100)
}

/// What the victim of a work against him loses: more if he has the author's religion, and if both started at one location
/// (RN-14.4, RN-14.5, RN-14.7). Nobody builds against somebody.
pub fn satire(work: Work, rating: Rating, same_religion: bool, same_place: bool, figures: &Reputation) -> i64 {
    let share = match work {
        Work::Architecture => 0,
        Work::Art => figures.negative_art,
        Work::Letters => figures.negative_letters,
    };
    let religion = if same_religion { figures.same_religion_factor } else { 1 };
    let place = if same_place { figures.same_place_factor } else { 1 };
    round_half_up(rating.points() * share * religion * place, 10_000)
}

/// People whom a work of architecture brings to the location where it stands (RN-14.2, RN-R29).
pub fn settle(here: &mut Location, rating: Rating, figures: &Reputation) {
    let more = round_half_up(rating.points() * here.loyalty.points(), figures.building_people);
    here.population = here.population.saturating_add(more as u32);
}
