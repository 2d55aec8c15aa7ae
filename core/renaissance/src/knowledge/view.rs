//! What the wire shows of a family's knowledge.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::ids::Name;

/// A campaign as one family sees it at the beginning of a month.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceView)]
pub struct View {
    /// Key of the family whose view it is, such as `MEDICI`.
    pub family: Name,
    /// The month that orders are awaited for, from 1.
    pub turn: u16,
    /// The same as a date, such as `March 1493`.
    pub date: String,
    /// Actions that it may spend in a month: an order takes one, a conflict 25 more (RN-R15). Null where there is no limit.
    #[schema(required)]
    pub action_budget: Option<u32>,
    /// Its religion.
    pub religion: String,
    /// The location of which its personae are citizens.
    pub citizen_of: Name,
    /// Its personae, in the order of their sheets, in which they act.
    pub personae: Vec<PersonaView>,
    /// All locations: what is public, and a report of those where it has a persona.
    pub locations: Vec<LocationView>,
    /// The living personae of all other families.
    pub others: Vec<OtherView>,
    /// The families.
    pub families: Vec<FamilyView>,
    /// Titles and offices that belong to titles.
    pub titles: Vec<TitleView>,
    /// Elections in which votes are cast this month or in one that is announced; those of magistrates in October follow from
    /// `selection`.
    pub elections: Vec<ElectionView>,
    /// Positions of the church that wait to be accepted.
    pub offers: Vec<OfferView>,
    /// Sieges that are in effect, and one's own that begin next month.
    pub sieges: Vec<SiegeView>,
    /// Interceptions of its personae that hold this month.
    pub interceptions: Vec<InterceptionView>,
    /// Guns of its personae that fire at ships this month.
    pub bombardments: Vec<InterceptionView>,
    /// Who may collect taxes and tithes this month.
    pub collectors: Vec<CollectorView>,
    /// Who may board whose ships this month, as far as it has a part in it.
    pub permissions: Vec<PermissionView>,
    /// Roads that have been built.
    pub roads: Vec<RoadView>,
    /// Depths of ports that it has asked for, in feet.
    pub soundings: BTreeMap<String, u8>,
    /// How the campaign ended: the families from the best to the last.
    #[schema(required)]
    pub ended: Option<Vec<Name>>,
}

/// Where somebody is.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissancePlace)]
pub struct PlaceView {
    /// In words.
    pub words: String,
    /// The location; nothing at sea.
    #[schema(required)]
    pub location: Option<Name>,
    /// Inside its walls.
    pub inside: bool,
    /// The owner of the tower that he is in: a family's key, or an office.
    #[schema(required)]
    pub tower: Option<String>,
    /// Whose ships he is aboard of as a passenger.
    #[schema(required)]
    pub aboard: Option<Name>,
    /// Degrees north in hundredths.
    pub lat: i16,
    /// Degrees east in hundredths.
    pub lon: i16,
}

/// A persona of the family.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissancePersona)]
pub struct PersonaView {
    /// His number: `#12` in orders.
    pub id: u16,
    /// His name, as orders name him.
    pub name: Name,
    /// `male` or `female`.
    pub sex: String,
    /// Where he is.
    pub place: PlaceView,
    /// 0 to 999 (RN-11).
    pub popularity: u16,
    /// 0 to 999 (RN-12).
    pub piety: u16,
    /// Morale of his men, 0 to 999; 0 without any.
    pub morale: u16,
    /// Skills, 1 to 999 (RN-13).
    pub skills: BTreeMap<String, u16>,
    /// The value of his highest title, 0 to 200 (RN-19.2).
    pub rank: u16,
    /// His titles.
    pub titles: Vec<Name>,
    /// Other offices: `cardinal`, `magistrate of` a location.
    pub offices: Vec<String>,
    /// Money in hundredths of a ducat.
    pub money: u64,
    /// Men and goods by key.
    pub things: BTreeMap<String, u32>,
    /// Cargo units of all that he carries (RN-30).
    pub load: u64,
    /// Cargo units that he can carry on the march.
    pub land_capacity: u64,
    /// Cargo units that his ships carry; 0 without ships.
    pub ship_capacity: u64,
    /// Miles that his ships go this month without loss; 0 without ships (RN-35).
    pub range: u32,
    /// Families that he is allied with (RN-63.1).
    pub allies: Vec<Name>,
    /// The city that doubles the morale of a Moslem sovereign (RN-61.7).
    #[schema(required)]
    pub bonus_city: Option<Name>,
    /// He stays outside of towers (RN-69.6).
    pub stays_outside_towers: bool,
    /// Piety gained by alms this year (RN-12.7).
    pub alms: u16,
    /// Raised in rank this year (RN-19.4).
    pub raised: bool,
}

/// A persona of another family.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceOther)]
pub struct OtherView {
    /// His number: `#12` in orders.
    pub id: u16,
    /// His name.
    pub name: Name,
    /// Key of his family.
    pub family: Name,
    /// `male` or `female`.
    pub sex: String,
    /// 0 to 999.
    pub popularity: u16,
    /// The value of his highest title, 0 to 200.
    pub rank: u16,
    /// His titles.
    pub titles: Vec<Name>,
    /// He is a cardinal.
    pub cardinal: bool,
    /// Piety of clergy.
    #[schema(required)]
    pub piety: Option<u16>,
    /// Rating as preachers of clergy.
    #[schema(required)]
    pub sermonizing: Option<u16>,
    /// Where he is, if the family has a persona there.
    #[schema(required)]
    pub place: Option<PlaceView>,
    /// About how many men he has with him, if he is seen.
    #[schema(required)]
    pub strength: Option<BandView>,
    /// His ships by type, if he is seen.
    pub ships: BTreeMap<String, u32>,
}

/// A band of strength: troops and crew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceBand)]
pub struct BandView {
    /// The fewest that it may be.
    pub least: u32,
    /// The most; nothing in the highest band.
    #[schema(required)]
    pub most: Option<u32>,
}

/// A family.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceFamily)]
pub struct FamilyView {
    /// Its key.
    pub family: Name,
    /// Its name.
    pub name: Name,
    /// Its religion.
    pub religion: String,
}

/// A location.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceLocation)]
pub struct LocationView {
    /// Its name.
    pub location: Name,
    /// Inhabitants, as published each January.
    pub published: u32,
    /// The sovereign's title.
    #[schema(required)]
    pub sovereign: Option<Name>,
    /// The feudatory's title.
    #[schema(required)]
    pub feudatory: Option<Name>,
    /// The tenant's title.
    #[schema(required)]
    pub tenant: Option<Name>,
    /// The bishop's title.
    #[schema(required)]
    pub bishop: Option<Name>,
    /// Who is in de facto control, if a persona is (RN-16).
    #[schema(required)]
    pub control: Option<Name>,
    /// The magistrate, if a persona is.
    #[schema(required)]
    pub magistrate: Option<Name>,
    /// How the magistrate is chosen (RN-17.5).
    pub selection: String,
    /// It has a port.
    pub port: bool,
    /// Its walls are besieged.
    pub besieged: bool,
    /// The family may come in (RN-25.1).
    pub ingress: bool,
    /// The family may not go out (RN-25.6).
    pub egress_denied: bool,
    /// What is seen of it where the family has a persona.
    #[schema(required)]
    pub report: Option<Box<ReportView>>,
}

/// What is seen of a location where one has a persona.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceReport)]
pub struct ReportView {
    /// Somebody of the family is inside the walls: only then lists and the garrison are known exactly.
    pub inside: bool,
    /// Inhabitants.
    pub population: u32,
    /// 0 to 999 (RN-47).
    pub wealth: u16,
    /// 0 to 999 (RN-18).
    pub loyalty: u16,
    /// Fortification against artillery.
    pub far: u16,
    /// Fortification against assault.
    pub fas: u16,
    /// The garrison; from outside the band.
    pub garrison: BandView,
    /// Per cent on what is sold to the locals.
    pub import_tariff: u8,
    /// Per cent on what is bought from them.
    pub export_tariff: u8,
    /// Whether everybody may trade outside the walls.
    pub market_open: bool,
    /// What is supplied: `units` are left, at `price` ducats.
    pub supply: Vec<WareView>,
    /// Classes of goods that are demanded: `units` are still wanted, at `price` ducats.
    pub demand: Vec<WareView>,
    /// Families that may come in.
    pub ingress: Vec<Name>,
    /// Families that may not go out.
    pub egress_denied: Vec<Name>,
    /// Families that may trade at the closed market.
    pub market_rights: Vec<Name>,
    /// Families that wait for ingress.
    pub waiting: Vec<Name>,
    /// Recruits who may be hired this month (RN-60.13).
    pub recruits: u32,
    /// Its towers.
    pub towers: Vec<TowerView>,
}

/// A quota of a market.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceWare)]
pub struct WareView {
    /// The key of the good or of men; of what is demanded that of the class.
    pub ware: String,
    /// Units that are left, or still wanted.
    pub units: u32,
    /// Ducats for one.
    pub price: u32,
}

/// A tower.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceTower)]
pub struct TowerView {
    /// Its owner: a family's key, or an office of the location.
    pub owner: String,
    /// Fortification against assault, and its capacity in men (RN-69.5).
    pub fas: u16,
    /// Its garrison.
    pub garrison: u16,
}

/// A title or an office that belongs to one.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceTitle)]
pub struct TitleView {
    /// Its name, as orders name it.
    pub title: Name,
    /// `feudal`, `sovereign`, `church`, `order`, `elective`, `islamic` or `office`.
    pub kind: String,
    /// The value of its rank, 0 to 200.
    pub rank: u16,
    /// The persona who holds it, or the name of somebody whom nobody plays; nothing when it is vacant.
    #[schema(required)]
    pub holder: Option<Name>,
    /// Key of the holder's family, if it is played.
    #[schema(required)]
    pub family: Option<Name>,
}

/// An election.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceElection)]
pub struct ElectionView {
    /// The office, as orders name it.
    pub office: String,
    /// Where votes are cast.
    #[schema(required)]
    pub seat: Option<Name>,
    /// The month in which they are cast.
    pub turn: u16,
    /// Personae of the family who have a vote, if it is this month.
    pub voters: Vec<Name>,
}

/// A position that waits to be accepted.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceOffer)]
pub struct OfferView {
    /// The office, as orders name it.
    pub office: String,
    /// Who may accept.
    pub persona: Name,
    /// The last month in which he may.
    pub until: u16,
}

/// A siege.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceSiege)]
pub struct SiegeView {
    /// Who besieges.
    pub besieger: Name,
    /// Where.
    pub location: Name,
    /// The owner of the tower, if it is not the walls.
    #[schema(required)]
    pub tower: Option<String>,
    /// The first month in which it holds.
    pub from: u16,
}

/// An interception, or guns laid on ships.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceInterception)]
pub struct InterceptionView {
    /// Who.
    pub persona: Name,
    /// The families that it is for; nothing when it is for all.
    #[schema(required)]
    pub families: Option<Vec<Name>>,
}

/// A collector of taxes or tithes.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceCollector)]
pub struct CollectorView {
    /// `taxes` or `tithes`.
    pub due: String,
    /// Where.
    pub location: Name,
    /// Who.
    pub persona: Name,
    /// The month in which he may.
    pub turn: u16,
}

/// Leave to board ships.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissancePermission)]
pub struct PermissionView {
    /// Whose ships.
    pub owner: Name,
    /// Who may board.
    pub guest: Name,
    /// The month in which he may.
    pub turn: u16,
}

/// A road.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = RenaissanceRoad)]
pub struct RoadView {
    /// One end.
    pub from: Name,
    /// The other.
    pub to: Name,
    /// Its effective length, in words.
    pub length: String,
}
