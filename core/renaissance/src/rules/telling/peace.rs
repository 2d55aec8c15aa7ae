//! Persons, offices, the church, elections: what is done in public everybody learns, votes nobody (section 6).

use super::Scribe;
use crate::model::ids::{FamilyId, LocationId};
use crate::model::persona::Office;
use crate::rules::church::deed::Church;
use crate::rules::church::posts::seat_of;
use crate::rules::conflict::control::controller;
use crate::rules::elections::deed::Poll;
use crate::rules::elections::suffrage;
use crate::rules::event::{PiousAct, What};
use crate::rules::offices::deed::{FamilyList, Government, Position};
use crate::rules::peace::deed::{Devotion as Act, Peace};
use crate::rules::peace::work::Work;

fn word_of(work: Work) -> String {
    match work {
        Work::Architecture => "architecture",
        Work::Art => "art",
        Work::Letters => "letters",
    }
    .into()
}

impl Scribe<'_> {
    pub(super) fn peace(&mut self, deed: &Peace) {
        match deed {
            Peace::Charity { persona, ducats, popularity } => {
                let what =
                    What::GaveToCharity { persona: self.name(*persona), ducats: *ducats, popularity: *popularity };
                self.to([*persona], "RN-11.6", what);
            }
            Peace::Devotion { persona, act, piety, popularity } => {
                let (act, rule, others) = match act {
                    Act::Pilgrimage(location) => {
                        (PiousAct::Pilgrimage { location: self.location(*location) }, "RN-12.8", None)
                    }
                    Act::Indulgence(prelate) => {
                        (PiousAct::Indulgence { prelate: self.name(*prelate) }, "RN-12.4", Some(*prelate))
                    }
                    Act::Veneration(good, count) => {
                        (PiousAct::Veneration { good: good.key().into(), count: *count }, "RN-12.5", None)
                    }
                    Act::Alms => (PiousAct::Alms, "RN-12.7", None),
                };
                let what = What::Devoted { persona: self.name(*persona), act, piety: *piety, popularity: *popularity };
                self.to([*persona].into_iter().chain(others), rule, what);
            }
            Peace::Trained { trainer, trainee, skill, rating } => {
                let what = What::Trained {
                    trainer: self.name(*trainer),
                    trainee: self.name(*trainee),
                    skill: skill.key().into(),
                    rating: rating.get(),
                };
                self.to([*trainer, *trainee], "RN-13.3", what);
            }
            Peace::Supported { master, candidate, rank: _, promoted } => {
                let what = What::Supported {
                    master: self.name(*master),
                    candidate: self.name(*candidate),
                    promoted: *promoted,
                };
                self.to([*master, *candidate], "RN-13.8", what);
            }
            Peace::Worked { author, work, sponsor, popularity, settled } => {
                let what = What::WorkCreated {
                    author: self.name(*author),
                    work: word_of(*work),
                    sponsor: self.name(*sponsor),
                    popularity: *popularity,
                    settlers: settled.map_or(0, |(_, people)| people),
                };
                self.to([*author, *sponsor], "RN-14.1", what);
            }
            Peace::Satirized { author, work, victim, popularity } => {
                self.all("RN-14.4", What::SatireHeard { work: word_of(*work) });
                let what = What::Satirized {
                    author: self.name(*author),
                    work: word_of(*work),
                    victim: self.name(*victim),
                    popularity: *popularity,
                };
                self.to([*author, *victim], "RN-14.4", what);
            }
            Peace::Preached { preacher, location, leader, points } => {
                let what = What::Preached {
                    preacher: self.name(*preacher),
                    location: self.location(*location),
                    leader: leader.map(|leader| self.name(leader)),
                    points: *points,
                };
                self.to([*preacher].into_iter().chain(*leader), "RN-14.8", what);
            }
            Peace::Attempted { assassin, victim, killed } => {
                let what =
                    What::MurderTried { assassin: self.name(*assassin), victim: self.name(*victim), killed: *killed };
                self.to([*assassin], "RN-14.11", what);
                if !killed {
                    self.to([*victim], "RN-14.13", What::AttemptSurvived { victim: self.name(*victim) });
                }
            }
            Peace::Challenged { challenger, challenged, lost } => {
                let what = What::Challenged {
                    challenger: self.name(*challenger),
                    challenged: self.name(*challenged),
                    popularity: *lost,
                };
                self.all("RN-14.18", what);
            }
            Peace::Dueled { first, second, winner } => {
                let winner = winner.map(|winner| self.name(winner));
                self.all("RN-14.20", What::Dueled { first: self.name(*first), second: self.name(*second), winner });
            }
            Peace::Converted { family, religion } => {
                self.all("RN-24.1", What::Converted { family: self.family(*family), religion: religion.key().into() });
            }
        }
    }

    pub(super) fn government(&mut self, deed: &Government) {
        match deed {
            Government::Transferred { location, position, title } => {
                let word = match position {
                    Position::Sovereignty => "sovereignty",
                    Position::Feudatory => "feudatory",
                    Position::Tenancy => "tenancy",
                };
                let what = What::PositionTransferred {
                    location: self.location(*location),
                    position: word.into(),
                    title: self.title(*title),
                };
                self.all(position.rule(), what);
            }
            Government::Controls { location, persona } => {
                let persona = persona.map(|id| self.name(id));
                self.all("RN-16.7", What::ControlChanged { location: self.location(*location), persona });
            }
            Government::HeldCourt { persona, location, loyalty } => {
                let what = What::CourtHeld {
                    persona: self.name(*persona),
                    location: self.location(*location),
                    loyalty: *loyalty,
                };
                self.to([*persona], "RN-18.3", what);
            }
            Government::Tariffs { persona, location, now: (import, export) } => {
                let (name, location) = (self.name(*persona), self.location(*location));
                self.to(
                    [*persona],
                    "RN-17.1",
                    What::TariffsSet { persona: name, location, import: *import, export: *export },
                );
            }
            Government::Magistrate { location, holder } => {
                let persona = holder.persona().map(|id| self.name(id));
                self.all("RN-17.6", What::MagistrateChanged { location: self.location(*location), persona });
            }
            Government::System { location, selection } => {
                let what =
                    What::SelectionChanged { location: self.location(*location), selection: selection.key().into() };
                self.all("RN-17.9", what);
            }
            Government::Resigned { persona, office } => {
                self.all("RN-17.4", What::Resigned { persona: self.name(*persona), office: self.office(*office) });
            }
            Government::Listed { location, list, added, removed } => self.listed(*location, *list, added, removed),
            Government::Market { location, open } => {
                let by = controller(self.sc, self.st, *location);
                self.to(by, "RN-25.8", What::MarketSet { location: self.location(*location), open: *open });
            }
            Government::Tower { location, from, to } => {
                let families = [*from, *to].into_iter().filter_map(|owner| self.family_of(*location, owner));
                let families: Vec<_> = families.collect();
                let what = What::TowerChanged {
                    location: self.location(*location),
                    from: self.tower(*from),
                    to: self.tower(*to),
                };
                self.families(families, "RN-69.3", what);
            }
            Government::Elevated { by, persona, title } => {
                let what =
                    What::Elevated { by: self.name(*by), persona: self.name(*persona), title: self.title(*title) };
                self.all("RN-19.3", what);
            }
            Government::Strife { title, locations } => {
                let locations = locations.iter().map(|location| self.location(*location)).collect();
                self.all("RN-20.6", What::StrifeBrokeOut { title: self.title(*title), locations });
            }
        }
    }

    fn listed(&mut self, location: LocationId, list: FamilyList, added: &[FamilyId], removed: &[FamilyId]) {
        let (word, rule) = match list {
            FamilyList::Ingress => ("ingress", "RN-25.4"),
            FamilyList::EgressDenied => ("egress_denied", "RN-25.6"),
            FamilyList::MarketRights => ("market_rights", "RN-25.8"),
        };
        let by = controller(self.sc, self.st, location);
        // Each family that it is about learns so much.
        for (families, is_added) in [(added, true), (removed, false)] {
            for family in families {
                let (one, none) = (vec![self.family(*family)], Vec::new());
                let (added, removed) = if is_added { (one, none) } else { (none, one) };
                let what = What::ListChanged { location: self.location(location), list: word.into(), added, removed };
                self.families([*family], rule, what);
            }
        }
        let keys = |families: &[FamilyId]| families.iter().map(|it| self.family(*it)).collect::<Vec<_>>();
        let (added, removed) = (keys(added), keys(removed));
        let what = What::ListChanged { location: self.location(location), list: word.into(), added, removed };
        self.to(by, rule, what);
    }

    pub(super) fn church(&mut self, deed: &Church) {
        match *deed {
            Church::Offered { by, persona, office, cost: _ } => {
                let what = What::OfficeOffered {
                    by: by.map(|by| self.name(by)),
                    persona: self.name(persona),
                    office: self.office(office),
                };
                self.all("RN-R48", what);
            }
            Church::Accepted { persona, office } => {
                self.all("RN-R48", What::OfficeAccepted { persona: self.name(persona), office: self.office(office) });
            }
            Church::Lapsed { persona, office } => {
                self.all("RN-R48", What::OfferLapsed { persona: self.name(persona), office: self.office(office) });
            }
            Church::Excommunicated { persona, popularity } => {
                self.all("RN-21.11", What::Excommunicated { persona: self.name(persona), popularity });
            }
            Church::ClericDied { title } => self.all("RN-R46", What::PrelateDied { title: self.title(title) }),
            Church::Placed { title } => self.all("RN-R46", What::PrelatePlaced { title: self.title(title) }),
            Church::Founded { by, title, seat } => {
                let what =
                    What::OrderFounded { by: self.name(by), title: self.title(title), seat: self.location(seat) };
                self.all("RN-22.7", what);
            }
            Church::Claimed { persona, men } => {
                self.to([persona], "RN-22.4", What::RecruitsClaimed { persona: self.name(persona), men });
            }
        }
    }

    pub(super) fn election(&mut self, deed: &Poll) {
        let rule = |office| suffrage::electorate(self.sc, self.st, office).map_or("RN-17.10", |it| it.rule());
        match *deed {
            Poll::Announced { office, turn } => {
                let seat = match office {
                    Office::Title(title) => seat_of(self.sc, self.st, title).map(|seat| self.location(seat)),
                    Office::Cardinal | Office::Magistrate(_) => None,
                };
                let date = self.sc.date(turn).to_string();
                self.all(rule(office), What::ElectionAnnounced { office: self.office(office), seat, date });
            }
            Poll::Voted { voter, office, candidate } => {
                let what = What::Voted {
                    voter: self.name(voter),
                    office: self.office(office),
                    candidate: self.name(candidate),
                };
                self.to([voter], rule(office), what);
            }
            Poll::Elected { office, holder, votes } => {
                let persona = holder.persona().map(|id| self.name(id));
                self.all(rule(office), What::Elected { office: self.office(office), persona, votes });
            }
        }
    }
}
