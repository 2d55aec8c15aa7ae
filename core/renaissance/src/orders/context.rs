//! Looking up what an order names, and the refusals that many orders share.

use kernel::{Dice, Refusal};

use crate::model::affairs::Whom;
use crate::model::ids::{FamilyId, LocationId, PersonaId, TitleId};
use crate::model::location::{LocalOffice, Location, TowerOwner};
use crate::model::persona::{Office, Persona, Place};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::conflict::memory::Warfare;
use crate::rules::month::{Acts, Month, Site};

/// Where an order is carried out.
#[derive(Debug)]
pub struct OrderContext<'a> {
    /// The scenario.
    pub sc: &'a Scenario,
    /// The position, in the middle of the month.
    pub st: &'a mut State,
    /// What the month remembers.
    pub month: &'a mut Month,
    /// Whose order it is.
    pub family: FamilyId,
    /// Who acts; of an order of the family, its first persona.
    pub actor: PersonaId,
    /// The dice.
    pub dice: &'a mut Dice,
}

/// A persona by his number, `#12`.
fn numbered(st: &State, text: &str) -> Option<PersonaId> {
    let id = PersonaId(text.trim().strip_prefix('#')?.parse().ok()?);
    (id.index() < st.personae.len()).then_some(id)
}

/// What is left of a text after a beginning; capitals do not matter.
fn after<'a>(text: &'a str, beginning: &str) -> Option<&'a str> {
    let head = text.get(..beginning.len())?;
    head.eq_ignore_ascii_case(beginning).then(|| &text[beginning.len()..])
}

/// Whether a persona is called so: `Cesare Borgia`, or `Cesare Borgia (2)` for a second one.
fn is_called(sc: &Scenario, st: &State, id: PersonaId, text: &str) -> bool {
    let persona = st.persona(id);
    let rest = after(text, sc.names[usize::from(persona.name)].as_str())
        .and_then(|rest| after(rest, " "))
        .and_then(|rest| after(rest, sc.family(persona.family).name.as_str()));
    match (rest, persona.ordinal) {
        (Some(""), 0 | 1) => true,
        (Some(rest), ordinal @ 2..) => rest == format!(" ({ordinal})"),
        _ => false,
    }
}

/// One's own persona: by number, by name, or by his first name alone.
pub(super) fn own_persona(sc: &Scenario, st: &State, family: FamilyId, text: &str) -> Result<PersonaId, Refusal> {
    let text = text.trim();
    let own = &st.family(family).personae;
    let by_number = numbered(st, text).filter(|id| own.contains(id));
    let called = || own.iter().copied().find(|id| is_called(sc, st, *id, text));
    let mut first =
        own.iter().filter(|id| sc.names[usize::from(st.persona(**id).name)].as_str().eq_ignore_ascii_case(text));
    let alone = || first.next().copied().filter(|_| first.next().is_none());
    by_number.or_else(called).or_else(alone).ok_or_else(|| {
        let names: Vec<String> = own.iter().map(|id| st.name_of(sc, *id)).collect();
        let detail = format!("your family has no “{text}”");
        Refusal::new("unknown_persona", "RN-10.8", detail).hint(format!("yours are {}", names.join(", "))).at("persona")
    })
}

impl OrderContext<'_> {
    /// Who acts.
    pub fn me(&self) -> &Persona {
        self.st.persona(self.actor)
    }

    /// Any persona who is alive, by name or number.
    pub fn persona(&self, text: &str, part: &str) -> Result<PersonaId, Refusal> {
        let text = text.trim();
        let named = || self.st.living().find(|(id, _)| is_called(self.sc, self.st, *id, text)).map(|(id, _)| id);
        let found = numbered(self.st, text).filter(|id| self.st.persona(*id).alive).or_else(named);
        let own = || own_persona(self.sc, self.st, self.family, text).ok().filter(|id| self.st.persona(*id).alive);
        found
            .or_else(own)
            .ok_or_else(|| Refusal::new("unknown_persona", "RN-10.8", format!("there is no “{text}” now")).at(part))
    }

    /// Another persona than who acts.
    pub fn other(&self, text: &str, part: &str) -> Result<PersonaId, Refusal> {
        let id = self.persona(text, part)?;
        if id == self.actor {
            return Err(Refusal::new("oneself", "RN-10.8", "that is he himself").at(part));
        }
        Ok(id)
    }

    /// A location by its name.
    pub fn location(&self, text: &str, part: &str) -> Result<LocationId, Refusal> {
        self.sc.board.location_named(text).ok_or_else(|| {
            Refusal::new("unknown_location", "RN-31.1", format!("there is no location “{text}”")).at(part)
        })
    }

    /// A family by its key.
    pub fn family_named(&self, text: &str, part: &str) -> Result<FamilyId, Refusal> {
        let found = self.sc.family_ids().find(|id| self.sc.family(*id).key.as_str().eq_ignore_ascii_case(text.trim()));
        found.ok_or_else(|| Refusal::new("unknown_family", "RN-10.8", format!("there is no family “{text}”")).at(part))
    }

    /// The location where the actor is, inside or outside.
    pub fn here(&self, rule: &'static str) -> Result<LocationId, Refusal> {
        self.me().place.location().ok_or_else(|| {
            let aboard = matches!(self.me().place, Place::With(_));
            let where_he_is = if aboard { "he is aboard another's ships" } else { "he is at sea" };
            Refusal::new("not_at_a_location", rule, where_he_is)
        })
    }

    /// The location where the actor started and still is (RN-R13).
    pub fn where_he_started(&self, rule: &'static str) -> Result<LocationId, Refusal> {
        let here = self.here(rule)?;
        if self.month.started_at(self.actor, here) {
            return Ok(here);
        }
        let detail = format!("he did not start the turn at {}", self.sc.board.location(here).name);
        Err(Refusal::new("started_elsewhere", rule, detail))
    }

    /// The location inside which the actor started and still is (RN-R13).
    pub fn inside_where_he_started(&self, rule: &'static str) -> Result<LocationId, Refusal> {
        let here = self.where_he_started(rule)?;
        if self.me().place.is_inside() && self.month.started_inside(self.actor, here) {
            return Ok(here);
        }
        let detail =
            format!("he has not been inside the walls of {} since the month began", self.sc.board.location(here).name);
        Err(Refusal::new("not_inside", rule, detail))
    }

    /// Families by their keys.
    pub fn families(&self, keys: &[String], part: &str) -> Result<Vec<FamilyId>, Refusal> {
        keys.iter().enumerate().map(|(at, key)| self.family_named(key, &format!("{part}/{at}"))).collect()
    }

    /// Everybody, or the families with these keys.
    pub fn whom(&self, keys: Option<&[String]>, part: &str) -> Result<Whom, Refusal> {
        keys.map_or(Ok(Whom::All), |keys| self.families(keys, part).map(Whom::Families))
    }

    /// A title by its name.
    pub fn title(&self, text: &str, part: &str) -> Result<TitleId, Refusal> {
        let mut all = (0..self.st.titles.len()).map(TitleId::at);
        let named = |id: &TitleId| self.st.title_record(self.sc, *id).name.as_str().eq_ignore_ascii_case(text.trim());
        all.find(named)
            .ok_or_else(|| Refusal::new("unknown_title", "RN-R34", format!("there is no title “{text}”")).at(part))
    }

    /// An office: a title by its name, `cardinal`, or `magistrate of` a location.
    pub fn office(&self, text: &str, part: &str) -> Result<Office, Refusal> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("cardinal") {
            return Ok(Office::Cardinal);
        }
        match after(text, "magistrate of ") {
            Some(location) => self.location(location, part).map(Office::Magistrate),
            None => self.title(text, part).map(Office::Title),
        }
    }

    /// Whose tower: the key of a family, or an office of the location.
    pub fn tower(&self, text: &str, part: &str) -> Result<TowerOwner, Refusal> {
        match LocalOffice::of_key(text) {
            Some(office) => Ok(TowerOwner::Office(office)),
            None => self.family_named(text, part).map(TowerOwner::Family),
        }
    }

    /// The same, if one is named.
    pub fn maybe_tower(&self, text: Option<&str>, part: &str) -> Result<Option<TowerOwner>, Refusal> {
        text.map(|text| self.tower(text, part)).transpose()
    }

    /// What the actor has ordered and done in the conflicts of the month, to change.
    pub fn warfare(&mut self) -> &mut Warfare {
        self.month.conflicts.of_mut(self.actor)
    }

    /// A location and the actor, what he has done and what has been done there, all to change.
    pub fn me_at(&mut self, location: LocationId) -> (&mut Location, &mut Persona, &mut Acts, &mut Site) {
        let (acts, site) = self.month.acts_and_site(self.actor, location);
        (&mut self.st.locations[location.index()], &mut self.st.personae[self.actor.index()], acts, site)
    }
}
