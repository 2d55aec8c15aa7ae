//! The events of a month in the order in which they happened, with who learns of each (section 6).
//!
//! | file | what |
//! |---|---|
//! | `household.rs` | upkeep, trade, moves, what is made and raised |
//! | `peace.rs` | persons, offices, the church, elections |
//! | `war.rs` | conflicts and battles |

mod household;
mod peace;
mod war;

use std::collections::BTreeSet;

use kernel::{Addressed, Audience, Refusal, RuleRef, SeatId};

use super::event::{CauseOfDeath, Event, FamilyPrestige, Numbers, What};
use crate::model::ids::{FamilyId, LocationId, Name, PersonaId, TitleId};
use crate::model::location::TowerOwner;
use crate::model::persona::{Office, Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::deed::{Cause as Death, Deed, Things};
use crate::rules::prestige;

/// An order that was not carried out.
#[derive(Clone, PartialEq, Debug)]
pub struct Failed {
    /// Whose.
    pub family: FamilyId,
    /// The order, as shorthand.
    pub order: String,
    /// Why not.
    pub refusal: Refusal,
}

/// The events of a month after which the state is as it is now: the families in the order in which they acted, with the
/// actions that they spent, the orders that
/// failed, and what happened.
pub fn of_month(
    sc: &Scenario, st: &State, acted: &[(FamilyId, u32)], failed: &[Failed], deeds: &[&Deed],
) -> Vec<Addressed<Event>> {
    let mut scribe = Scribe { sc, st, told: Vec::new() };
    scribe.processing(acted, failed);
    deeds.iter().for_each(|deed| scribe.deed(deed));
    scribe.standings();
    scribe.told
}

/// Who writes the events down.
struct Scribe<'a> {
    sc: &'a Scenario,
    st: &'a State,
    told: Vec<Addressed<Event>>,
}

impl Scribe<'_> {
    fn all(&mut self, rule: &'static str, what: What) {
        self.told.push(Addressed { audience: Audience::Everyone, event: Event { rule: RuleRef::new(rule), what } });
    }

    /// To these families; to nobody if there are none.
    fn families(&mut self, families: impl IntoIterator<Item = FamilyId>, rule: &'static str, what: What) {
        let seats: BTreeSet<SeatId> = families.into_iter().map(|family| SeatId(family.0)).collect();
        if !seats.is_empty() {
            let audience = Audience::Seats(seats.into_iter().collect());
            self.told.push(Addressed { audience, event: Event { rule: RuleRef::new(rule), what } });
        }
    }

    /// To the families of these personae.
    fn to(&mut self, personae: impl IntoIterator<Item = PersonaId>, rule: &'static str, what: What) {
        let families: Vec<FamilyId> = personae.into_iter().map(|id| self.st.persona(id).family).collect();
        self.families(families, rule, what);
    }

    fn name(&self, id: PersonaId) -> Name {
        self.st.name_of(self.sc, id).into()
    }

    fn names(&self, ids: &[PersonaId]) -> Vec<Name> {
        ids.iter().map(|id| self.name(*id)).collect()
    }

    fn family(&self, family: FamilyId) -> Name {
        self.sc.family(family).key.clone()
    }

    fn location(&self, location: LocationId) -> Name {
        self.sc.board.location(location).name.clone()
    }

    fn title(&self, title: TitleId) -> Name {
        self.st.title_record(self.sc, title).name.clone()
    }

    fn office(&self, office: Office) -> String {
        match office {
            Office::Title(title) => self.title(title).to_string(),
            Office::Cardinal => "cardinal".into(),
            Office::Magistrate(location) => format!("magistrate of {}", self.location(location)),
        }
    }

    fn place(&self, place: Place) -> String {
        match place {
            Place::At(location, Side::Inside) => format!("inside {}", self.location(location)),
            Place::At(location, Side::Outside) => format!("outside {}", self.location(location)),
            Place::Water(point) => format!("at sea, {point}"),
            Place::With(owner) => format!("aboard the ships of {}", self.name(owner)),
        }
    }

    fn tower(&self, owner: TowerOwner) -> String {
        match owner {
            TowerOwner::Family(family) => self.family(family).to_string(),
            TowerOwner::Office(office) => format!("the {office}"),
        }
    }

    fn numbers(things: &Things) -> Numbers {
        things.iter().map(|(asset, count)| (asset.key().to_owned(), *count)).collect()
    }

    /// The order in which families acted, to each its own place, and the orders that failed.
    fn processing(&mut self, acted: &[(FamilyId, u32)], failed: &[Failed]) {
        for (position, (family, actions)) in acted.iter().enumerate() {
            let position = u16::try_from(position + 1).unwrap_or(u16::MAX);
            let what = What::ActedAs { family: self.family(*family), position, actions: *actions };
            self.families([*family], "RN-2.2", what);
        }
        for Failed { family, order, refusal } in failed {
            let what = What::OrderFailed { order: order.clone(), reason: refusal.detail.clone() };
            let event = Event { rule: refusal.rule.clone(), what };
            self.told.push(Addressed { audience: Audience::only(SeatId(family.0)), event });
        }
    }

    fn deed(&mut self, deed: &Deed) {
        match deed {
            Deed::Peace(deed) => self.peace(deed),
            Deed::Government(deed) => self.government(deed),
            Deed::Church(deed) => self.church(deed),
            Deed::Election(deed) => self.election(deed),
            Deed::Conflict(deed) => self.conflict(deed),
            Deed::Succeeded { dead, heir } => {
                let family = self.family(self.st.persona(*heir).family);
                self.all("RN-10.4", What::Succeeded { dead: self.name(*dead), heir: self.name(*heir), family });
            }
            Deed::Died { persona, cause } => {
                let cause = match cause {
                    Death::Marching => CauseOfDeath::Marching,
                    Death::Drowning => CauseOfDeath::Drowning,
                    Death::Aboard => CauseOfDeath::Aboard,
                    Death::Battle => CauseOfDeath::Battle,
                    Death::Murder => CauseOfDeath::Murder,
                };
                self.all("RN-R18", What::Died { persona: self.name(*persona), cause });
            }
            deed => self.household(deed),
        }
    }

    fn prestige(&self, family: FamilyId) -> FamilyPrestige {
        let (sc, st) = (self.sc, self.st);
        FamilyPrestige {
            family: self.family(family),
            points: prestige::of_family(sc, st, family),
            gain: prestige::gain(sc, st, family),
        }
    }

    /// The table of prestige, each January and at the end.
    fn standings(&mut self) {
        let table = |families: &[FamilyId]| families.iter().map(|family| self.prestige(*family)).collect::<Vec<_>>();
        if let Some(ranking) = &self.st.ended {
            let families = table(ranking);
            let winner = self.family(ranking[0]);
            self.all("RN-R133", What::CampaignEnded { winner, families });
        } else if prestige::is_published(self.sc, self.st) {
            let families = table(&prestige::ranking(self.sc, self.st));
            self.all("RN-R133", What::PrestigePublished { families });
        }
    }
}
