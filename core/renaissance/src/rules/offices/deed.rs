//! What happened to positions and offices, as data.

use crate::model::ids::{FamilyId, Holder, LocationId, PersonaId, TitleId};
use crate::model::location::{Selection, TowerOwner};
use crate::model::persona::Office;

/// A position at a location that belongs to a title (RN-15.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Position {
    /// The sovereign's (RN-15.8).
    Sovereignty,
    /// The feudatory's (RN-15.6).
    Feudatory,
    /// The tenant's (RN-15.4).
    Tenancy,
}

/// A list of a location that names families (RN-25).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FamilyList {
    /// Who may come in.
    Ingress,
    /// Who may not go out.
    EgressDenied,
    /// Who may trade at the closed market.
    MarketRights,
}

/// Something that happened to positions and offices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Government {
    /// A position was transferred (RN-15).
    Transferred {
        /// Where.
        location: LocationId,
        /// What.
        position: Position,
        /// To which title.
        title: TitleId,
    },
    /// Somebody else is in control (RN-16.7).
    Controls {
        /// Where.
        location: LocationId,
        /// Who; `None` when control is with the tenancy again (RN-R38).
        persona: Option<PersonaId>,
    },
    /// A sovereign held court (RN-18.3).
    HeldCourt {
        /// Who.
        persona: PersonaId,
        /// Where.
        location: LocationId,
        /// Loyalty gained.
        loyalty: i64,
    },
    /// Tariffs were changed (RN-17.1).
    Tariffs {
        /// By whom.
        persona: PersonaId,
        /// Where.
        location: LocationId,
        /// The import and the export tariff now, in per cent.
        now: (u8, u8),
    },
    /// A magistrate was appointed, or his term began (RN-17.6, RN-17.12).
    Magistrate {
        /// Where.
        location: LocationId,
        /// Who.
        holder: Holder,
    },
    /// Magistrates are chosen in another way (RN-17.9).
    System {
        /// Where.
        location: LocationId,
        /// How.
        selection: Selection,
    },
    /// Somebody gave up an office.
    Resigned {
        /// Who.
        persona: PersonaId,
        /// Which.
        office: Office,
    },
    /// A list was changed (RN-25).
    Listed {
        /// Where.
        location: LocationId,
        /// Which.
        list: FamilyList,
        /// Who was put on it.
        added: Vec<FamilyId>,
        /// Who was taken off it.
        removed: Vec<FamilyId>,
    },
    /// The market outside the walls was opened or closed (RN-25.8).
    Market {
        /// Where.
        location: LocationId,
        /// It is open.
        open: bool,
    },
    /// A tower changed hands (RN-69.3, RN-69.7).
    Tower {
        /// Where.
        location: LocationId,
        /// Whose it was.
        from: TowerOwner,
        /// Whose it is.
        to: TowerOwner,
    },
    /// Somebody was raised in rank (RN-19.3), or declared himself emir (RN-20.2): he has a new title.
    Elevated {
        /// By whom.
        by: PersonaId,
        /// Who.
        persona: PersonaId,
        /// His new title.
        title: TitleId,
    },
    /// Strife after a sultan's death: the people of these cities are loyal to nobody (RN-20.6).
    Strife {
        /// The sultan's title.
        title: TitleId,
        /// Where.
        locations: Vec<LocationId>,
    },
}

/// An order to transfer a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Transfer {
    /// Where.
    pub location: LocationId,
    /// What.
    pub position: Position,
    /// To which title.
    pub title: TitleId,
}
