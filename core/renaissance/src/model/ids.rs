//! Ids: places in lists of the scenario or the state, of types that cannot be swapped by accident.

use serde::{Deserialize, Serialize};

kernel::index! {
    /// A family, by its place in the scenario's list: the same number as its seat.
    FamilyId(u16)
}
kernel::index! {
    /// A persona. Those of the scenario come first, in its order; replacements follow (RN-10.4). Dead personae keep theirs.
    PersonaId(u16)
}
kernel::index! {
    /// A location: a town or place.
    LocationId(u16)
}
kernel::index! {
    /// A title or office with a holder. Those of the scenario come first; elevations make others (RN-19.3).
    TitleId(u16)
}
kernel::index! {
    /// A see: the district of a bishop.
    SeeId(u16)
}
kernel::index! {
    /// An archbishopric: several sees.
    ProvinceId(u16)
}
kernel::index! {
    /// A node of the sea routes (RN-R56).
    SeaId(u16)
}
kernel::index! {
    /// A land mass: locations of the same one are joined by land (RN-R55).
    LandId(u16)
}
kernel::index! {
    /// A body of water, rivers included.
    WaterId(u16)
}
kernel::index! {
    /// A military order of the church (RN-22).
    BrotherhoodId(u8)
}
kernel::index! {
    /// An elective state (RN-23).
    RepublicId(u8)
}

kernel::names!("RenaissanceName", "A name as the scenario or a player gave it.");

/// Who holds a title or an office. Saved as one number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "u16", from = "u16")]
pub enum Holder {
    /// Nobody: it is vacant.
    #[default]
    Vacant,
    /// Somebody whom no family plays; he never consents to anything (RN-R35).
    NonPlayer,
    /// A persona.
    Persona(PersonaId),
}

impl Holder {
    /// The persona, if it is one.
    pub fn persona(self) -> Option<PersonaId> {
        match self {
            Self::Persona(persona) => Some(persona),
            Self::Vacant | Self::NonPlayer => None,
        }
    }
}

impl From<Holder> for u16 {
    fn from(holder: Holder) -> Self {
        match holder {
            Holder::Vacant => Self::MAX,
            Holder::NonPlayer => Self::MAX - 1,
            Holder::Persona(persona) => persona.0,
        }
    }
}

impl From<u16> for Holder {
    fn from(number: u16) -> Self {
        match number {
            u16::MAX => Self::Vacant,
            number if number == u16::MAX - 1 => Self::NonPlayer,
            number => Self::Persona(PersonaId(number)),
        }
    }
}
