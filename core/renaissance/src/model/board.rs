//! The map: locations, sea routes, ferries. Nothing of it changes in a campaign.

use super::goods::{Good, GoodClass};
use super::ids::{LandId, LocationId, Name, ProvinceId, SeaId, SeeId, WaterId};
use super::location::Location;
use super::measures::{BaseQuantity, Point};
use super::troops::Troop;

/// The map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// By location.
    pub locations: Vec<LocationRecord>,
    /// Names of the land masses.
    pub lands: Vec<Name>,
    /// Names of the bodies of water.
    pub waters: Vec<Name>,
    /// By sea node.
    pub nodes: Vec<SeaNode>,
    /// Ferries, ascending by their ends (RN-33).
    pub ferries: Vec<Ferry>,
    /// By see.
    pub sees: Vec<See>,
    /// By archbishopric.
    pub provinces: Vec<Province>,
}

impl Board {
    /// A location.
    pub fn location(&self, id: LocationId) -> &LocationRecord {
        &self.locations[id.index()]
    }
    /// A sea node.
    pub fn node(&self, id: SeaId) -> &SeaNode {
        &self.nodes[id.index()]
    }
    /// The locations in order.
    pub fn location_ids(&self) -> impl Iterator<Item = LocationId> + use<> {
        (0..self.locations.len()).map(LocationId::at)
    }
    /// A sea node by its name; capitals do not matter.
    pub fn node_named(&self, name: &str) -> Option<SeaId> {
        let name = name.trim();
        self.nodes.iter().position(|it| it.name.as_str().eq_ignore_ascii_case(name)).map(SeaId::at)
    }
    /// A location by its name; capitals do not matter.
    pub fn location_named(&self, name: &str) -> Option<LocationId> {
        let name = name.trim();
        self.locations.iter().position(|it| it.name.as_str().eq_ignore_ascii_case(name)).map(LocationId::at)
    }
}

/// What does not change of a location, and how it stands at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocationRecord {
    /// Its name, of which there is one only.
    pub name: Name,
    /// Where it is.
    pub point: Point,
    /// Its land mass.
    pub land: LandId,
    /// The body of water beside it (RN-35.12); its port, if it has one, opens on it.
    pub water: Option<WaterId>,
    /// The nodes that its port is linked to, ascending (RN-R56).
    pub nodes: Vec<SeaId>,
    /// The see that it belongs to.
    pub see: Option<SeeId>,
    /// Open to colonization (RN-48.1).
    pub colonizable: bool,
    /// Once under the Emperor of China (RN-61.10).
    pub china: bool,
    /// What it supplies.
    pub supply: Vec<SupplyRecord>,
    /// What it demands.
    pub demand: Vec<DemandRecord>,
    /// How it stands at the start.
    pub start: Location,
}

/// What a market supplies: goods, or men of a type, mercenaries (RN-60.18).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ware {
    /// A good.
    Good(Good),
    /// Mercenaries, armed but not mounted.
    Mercenaries(Troop),
}

/// Something that a location supplies. How much there is and its price are in [`Location::supply`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SupplyRecord {
    /// What.
    pub ware: Ware,
    /// Units per head.
    pub base: BaseQuantity,
}

/// A class that a location demands. How much it still wants and its price are in [`Location::demand`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DemandRecord {
    /// What.
    pub class: GoodClass,
    /// Units per head.
    pub base: BaseQuantity,
}

/// A node of the sea routes (RN-R56).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeaNode {
    /// Name.
    pub name: Name,
    /// Where it is.
    pub point: Point,
    /// Its body of water.
    pub water: WaterId,
    /// Depth in feet.
    pub depth: u16,
    /// Guns on the shore reach ships that pass it (RN-R132).
    pub narrow: bool,
    /// The nodes that it is linked to, ascending; every link is listed at both ends.
    pub links: Vec<SeaId>,
}

/// A ferry between two locations across water (RN-33).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ferry {
    /// The end with the lower id.
    pub a: LocationId,
    /// The other end.
    pub b: LocationId,
    /// Its midpoint, where a fleet may stop it (RN-33.6).
    pub midpoint: Point,
}

/// The district of a bishop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct See {
    /// Name.
    pub name: Name,
    /// Where the bishop sits.
    pub seat: Option<LocationId>,
    /// The archbishopric that it belongs to; its own, for that of an archbishop.
    pub province: Option<ProvinceId>,
    /// The bishop's title.
    pub title: super::ids::TitleId,
}

/// The sees under an archbishop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Province {
    /// Name.
    pub name: Name,
    /// The archbishop's title.
    pub title: super::ids::TitleId,
}
