//! Looking up what an order names, and the refusals that many orders share.

use kernel::{Dice, Refusal};

use crate::model::ids::{FamilyId, LocationId, PersonaId};
use crate::model::persona::{Persona, Place};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::month::Month;

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

    /// Takes the one order of movement or conflict that a persona has in a turn (RN-31.3, RN-R12); refused if it is gone, or if
    /// what he did keeps him where he is.
    pub fn uses_his_move(&mut self) -> Result<(), Refusal> {
        let acts = self.month.acts_mut(self.actor);
        if let Some(rule) = acts.bound {
            return Err(Refusal::new("bound", rule, "what he did this turn keeps him where he is"));
        }
        if acts.moved {
            return Err(Refusal::new("moved", "RN-31.3", "he has one order of movement or conflict in a turn"));
        }
        acts.moved = true;
        Ok(())
    }
}
