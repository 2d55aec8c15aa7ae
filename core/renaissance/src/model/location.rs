//! Locations as they stand. What does not change is in the board's [`LocationRecord`](super::board::LocationRecord).

use serde::{Deserialize, Serialize};

use super::calendar::Turn;
use super::codes::{coded, packed};
use super::ids::{FamilyId, Holder, PersonaId, TitleId};
use super::measures::Rating;

coded! {
    /// How a magistrate is chosen (RN-17.5).
    Selection {
        /// (e) By the citizens, in October.
        Election = "election",
        /// (s) By the sovereign.
        Sovereign = "sovereign",
        /// (f) By the feudatory.
        Feudatory = "feudatory",
        /// (t) By the tenant.
        Tenant = "tenant",
        /// (b) By the bishop.
        Bishop = "bishop",
        /// (a) By the archbishop.
        Archbishop = "archbishop",
    }
}

impl Selection {
    /// The system of a letter, as data and reports have it.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.iter().copied().find(|system| system.key().starts_with(letter))
    }
}

coded! {
    /// The offices of a location that may own a tower there (RN-69.3).
    LocalOffice {
        /// The sovereign's.
        Sovereign = "sovereign",
        /// The feudatory's.
        Feudatory = "feudatory",
        /// The tenant's.
        Tenant = "tenant",
        /// The magistrate's.
        Magistrate = "magistrate",
        /// The bishop's.
        Bishop = "bishop",
        /// The archbishop's.
        Archbishop = "archbishop",
    }
}

/// Who owns a tower (RN-69.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TowerOwner {
    /// A family.
    Family(FamilyId),
    /// Whoever holds an office of the location.
    Office(LocalOffice),
}

/// A fortification inside a location (RN-69).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tower {
    /// Whose it is.
    pub owner: TowerOwner,
    /// Fortification against assault; also its capacity in men (RN-69.5).
    pub fas: Rating,
    /// Its garrison, renewed every turn (RN-69.2).
    pub garrison: u16,
}

/// What a market has of a good, or still wants of a class (RN-40).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quota {
    /// Units available or demanded.
    pub quantity: u32,
    /// Whole ducats for one, at least 1.
    pub price: u32,
}
packed!(Quota { quantity, price });

/// A persona who controls a location in the tenant's place (RN-16).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Controller {
    /// Who.
    pub persona: PersonaId,
    /// Since when (RN-70.1).
    pub since: Turn,
}

/// A location as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// Inhabitants.
    pub population: u32,
    /// Inhabitants as published last January (section 6).
    pub published: u32,
    /// Wealth (RN-47).
    pub wealth: Rating,
    /// Loyalty (RN-18).
    pub loyalty: Rating,
    /// Fortification against artillery.
    pub far: Rating,
    /// Fortification against assault, at least 1.
    pub fas: Rating,
    /// Depth of the port in feet; 0 without one.
    pub depth: u8,
    /// Title of the sovereign.
    pub sovereign: Option<TitleId>,
    /// Title of the feudatory.
    pub feudatory: Option<TitleId>,
    /// Title of the tenant.
    pub tenant: Option<TitleId>,
    /// The de facto controller when he is not the tenant (RN-16.1).
    pub controller: Option<Controller>,
    /// The magistrate.
    pub magistrate: Holder,
    /// How the magistrate is chosen.
    pub selection: Selection,
    /// Garrison troops (RN-60.1).
    pub garrison: u32,
    /// Import tariff in per cent, 0 to 99.
    pub import_tariff: u8,
    /// Export tariff in per cent, 0 to 99.
    pub export_tariff: u8,
    /// Whether everybody may trade outside the walls (RN-25.7).
    pub market_open: bool,
    /// Families that may come in, ascending, at most 20 (RN-25.4).
    pub ingress: Vec<FamilyId>,
    /// Families that may not go out, ascending, at most 5 (RN-25.6).
    pub egress_denied: Vec<FamilyId>,
    /// Families that may trade at the closed market, ascending, at most 5 (RN-25.8).
    pub market_rights: Vec<FamilyId>,
    /// Families that wait for ingress, with the turn in which they were put on the list (RN-25.5).
    pub waiting: Vec<(FamilyId, Turn)>,
    /// Recruits who may be hired this turn (RN-60.13).
    pub recruits: u32,
    /// Towers, those of families first, each in the order of their owners.
    pub towers: Vec<Tower>,
    /// What is supplied, in the order of the board's list.
    pub supply: Vec<Quota>,
    /// What is demanded, in the order of the board's list.
    pub demand: Vec<Quota>,
    /// How many of the months June, July, August it was besieged with success this year (RN-42.7).
    pub blocked_months: u8,
    /// Grain destroyed this August (RN-70.7).
    pub burnt_grain: u32,
}
packed!(Location {
    population,
    published,
    wealth,
    loyalty,
    far,
    fas,
    depth,
    sovereign,
    feudatory,
    tenant,
    controller,
    magistrate,
    selection,
    garrison,
    import_tariff,
    export_tariff,
    market_open,
    ingress,
    egress_denied,
    market_rights,
    waiting,
    recruits,
    towers,
    supply,
    demand,
    blocked_months,
    burnt_grain,
});

impl Default for Location {
    fn default() -> Self {
        Self {
            population: 0,
            published: 0,
            wealth: Rating::default(),
            loyalty: Rating::default(),
            far: Rating::default(),
            fas: Rating::new(1),
            depth: 0,
            sovereign: None,
            feudatory: None,
            tenant: None,
            controller: None,
            magistrate: Holder::Vacant,
            selection: Selection::Sovereign,
            garrison: 0,
            import_tariff: 0,
            export_tariff: 0,
            market_open: true,
            ingress: Vec::new(),
            egress_denied: Vec::new(),
            market_rights: Vec::new(),
            waiting: Vec::new(),
            recruits: 0,
            towers: Vec::new(),
            supply: Vec::new(),
            demand: Vec::new(),
            blocked_months: 0,
            burnt_grain: 0,
        }
    }
}
