//! What the world remembers. Plain data.

use serde::{Deserialize, Serialize};

use super::affairs::{Bombardment, Collector, Election, Foundation, Interception, Offer, Permission, Road, Siege};
use super::calendar::Turn;
use super::family::Family;
use super::ids::{FamilyId, Holder, LocationId, PersonaId, TitleId};
use super::location::Location;
use super::persona::Persona;
use super::scenario::Scenario;
use super::titles::{Title, TitleRecord};

/// The state of a campaign when orders are asked for: the turn has begun (section 3.1, steps 1 to 8).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The turn that is played next.
    pub turn: Turn,
    /// By family.
    pub families: Vec<Family>,
    /// By persona, the dead included.
    pub personae: Vec<Persona>,
    /// By location.
    pub locations: Vec<Location>,
    /// By title.
    pub titles: Vec<Title>,
    /// What the titles are that the scenario does not have: elevations and emirs (RN-19.3, RN-20.2).
    pub new_titles: Vec<TitleRecord>,
    /// Cardinals whom nobody plays (RN-R47).
    pub npc_cardinals: u16,
    /// Roads that have been built, ascending by their ends.
    pub roads: Vec<Road>,
    /// Sieges, those that take effect next turn included, in the order in which they were ordered.
    pub sieges: Vec<Siege>,
    /// Interceptions.
    pub interceptions: Vec<Interception>,
    /// Naval bombardments.
    pub bombardments: Vec<Bombardment>,
    /// Collectors of taxes and tithes.
    pub collectors: Vec<Collector>,
    /// Leave to board ships.
    pub permissions: Vec<Permission>,
    /// Offices that wait to be accepted.
    pub offers: Vec<Offer>,
    /// Elections that have been announced.
    pub elections: Vec<Election>,
    /// Military orders that have been founded.
    pub foundations: Vec<Foundation>,
    /// Actions that a family may spend in a month; 0 for as many as it likes (RN-R15).
    #[serde(default)]
    pub action_budget: u32,
    /// How the campaign ended, once it has: the families from the best to the last (RN-R133).
    pub ended: Option<Vec<FamilyId>>,
}

impl State {
    /// A family.
    pub fn family(&self, id: FamilyId) -> &Family {
        &self.families[id.index()]
    }
    /// A family, to change.
    pub fn family_mut(&mut self, id: FamilyId) -> &mut Family {
        &mut self.families[id.index()]
    }
    /// A persona.
    pub fn persona(&self, id: PersonaId) -> &Persona {
        &self.personae[id.index()]
    }
    /// A persona, to change.
    pub fn persona_mut(&mut self, id: PersonaId) -> &mut Persona {
        &mut self.personae[id.index()]
    }
    /// A location.
    pub fn location(&self, id: LocationId) -> &Location {
        &self.locations[id.index()]
    }
    /// A location, to change.
    pub fn location_mut(&mut self, id: LocationId) -> &mut Location {
        &mut self.locations[id.index()]
    }
    /// A title.
    pub fn title(&self, id: TitleId) -> &Title {
        &self.titles[id.index()]
    }
    /// A title, to change.
    pub fn title_mut(&mut self, id: TitleId) -> &mut Title {
        &mut self.titles[id.index()]
    }
    /// What a title is.
    pub fn title_record<'a>(&'a self, sc: &'a Scenario, id: TitleId) -> &'a TitleRecord {
        sc.titles.get(id.index()).map_or_else(|| &self.new_titles[id.index() - sc.titles.len()], |it| &it.record)
    }
    /// The titles that a persona holds, ascending.
    pub fn titles_of(&self, persona: PersonaId) -> impl Iterator<Item = TitleId> + '_ {
        let held = Holder::Persona(persona);
        self.titles.iter().enumerate().filter(move |(_, title)| title.holder == held).map(|(at, _)| TitleId::at(at))
    }
    /// The personae who are alive, ascending.
    pub fn living(&self) -> impl Iterator<Item = (PersonaId, &Persona)> + '_ {
        self.personae.iter().enumerate().filter(|(_, it)| it.alive).map(|(at, it)| (PersonaId::at(at), it))
    }
    /// The religion of a persona: that of his family.
    pub fn religion_of(&self, persona: PersonaId) -> super::family::Religion {
        self.family(self.persona(persona).family).religion
    }
    /// The name of a persona with that of his family, such as `Cesare Borgia`.
    pub fn name_of(&self, sc: &Scenario, id: PersonaId) -> String {
        let persona = self.persona(id);
        let (name, family) = (&sc.names[usize::from(persona.name)], &sc.family(persona.family).name);
        match persona.ordinal {
            0 | 1 => format!("{name} {family}"),
            ordinal => format!("{name} {family} ({ordinal})"),
        }
    }
}
