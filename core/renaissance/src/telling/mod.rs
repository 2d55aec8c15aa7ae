//! The events of a month in the order in which they happened, with who learns of each (section 6).
//!
//! | file | what |
//! |---|---|
//! | `event.rs` | the events as data |
//! | `household.rs` | upkeep, trade, moves, what is made and raised |
//! | `peace.rs` | persons, offices, the church, elections |
//! | `war.rs` | conflicts and battles |

pub mod event;
mod household;
mod peace;
mod war;

use std::collections::BTreeSet;

use kernel::{Addressed, Audience, RuleRef, SeatId};

use crate::model::ids::{FamilyId, LocationId, Name, PersonaId, TitleId};
use crate::model::location::TowerOwner;
use crate::model::persona::{Office, Place, Side};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::orders::Order;
use crate::orders::carry_out::{FamilyOrders, PlayedMonth};
use crate::rules::deed::{Cause as Death, Deed, Things};
use crate::rules::prestige;
use event::{Cause, Event, FamilyPrestige, Numbers, What};

/// The events of a month after which the state is as it is now.
pub fn of_month(sc: &Scenario, st: &State, sets: &[FamilyOrders<'_>], played: &PlayedMonth) -> Vec<Addressed<Event>> {
    let mut scribe = Scribe { sc, st, told: Vec::new() };
    scribe.processing(sets, played);
    played.deeds.iter().for_each(|deed| scribe.deed(deed));
    played.opening.iter().for_each(|deed| scribe.deed(deed));
    scribe.standings();
    scribe.told
}

/// What the beginning of the first month brought.
pub fn of_start(sc: &Scenario, st: &State, deeds: &[Deed]) -> Vec<Addressed<Event>> {
    let mut scribe = Scribe { sc, st, told: Vec::new() };
    deeds.iter().for_each(|deed| scribe.deed(deed));
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
    fn processing(&mut self, sets: &[FamilyOrders<'_>], played: &PlayedMonth) {
        for (position, at) in played.queue.iter().enumerate() {
            let family = sets[*at].family;
            let position = u16::try_from(position + 1).unwrap_or(u16::MAX);
            self.families([family], "RN-2.2", What::ActedAs { family: self.family(family), position });
        }
        for (set, index, refusal) in &played.refused {
            let order: &Order = &sets[*set].orders[*index];
            let what = What::OrderFailed { order: order.print(), reason: refusal.detail.clone() };
            let event = Event { rule: refusal.rule.clone(), what };
            self.told.push(Addressed { audience: Audience::only(SeatId(sets[*set].family.0)), event });
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
                    Death::Marching => Cause::Marching,
                    Death::Drowning => Cause::Drowning,
                    Death::Aboard => Cause::Aboard,
                    Death::Battle => Cause::Battle,
                    Death::Murder => Cause::Murder,
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
