//! What the fields of an order may be: each kind's file says of what sort its fields are, and [`options`](super::options) fills
//! them from what the family knows.

/// A field of a kind of order, beside the persona who acts.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What is asked, in words.
    pub prompt: &'static str,
    /// Of what sort it is.
    pub ask: Ask,
    /// Whether it may be left out.
    pub optional: bool,
}

impl Field {
    /// A field that has to be there.
    pub const fn new(name: &'static str, prompt: &'static str, ask: Ask) -> Self {
        Self { name, prompt, ask, optional: false }
    }

    /// A field that may be left out.
    pub const fn maybe(name: &'static str, prompt: &'static str, ask: Ask) -> Self {
        Self { name, prompt, ask, optional: true }
    }
}

/// Of what sort a field is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ask {
    /// One of these.
    One(Source),
    /// Several of these, so many at least.
    Several(Source, u32),
    /// A number from 1 up to a bound.
    Count(Bound),
    /// A number between two, 0 among them.
    Between(i64, i64),
    /// Yes or no.
    Flag,
    /// A text; with an example, and the most letters.
    Text(&'static str, u32),
    /// Things that the persona has: all, or only people who may settle.
    Things(bool),
    /// What is sold, as which class: a list of tables.
    Sales,
    /// Men by division of an army.
    Army,
    /// Ships by division of a fleet.
    Fleet,
    /// Men by wall, from north over east and south to west.
    Walls,
    /// Places on the way: locations by land, nodes by water.
    Via,
}

/// What may be named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Others who are where the persona is.
    Present,
    /// The same and he himself.
    PresentOrSelf,
    /// Those of other families who are where he is.
    Strangers,
    /// Those of other families who are where the garrison of the tenant is: anywhere that he holds.
    Unwelcome,
    /// All who are alive but himself.
    Others,
    /// All who are alive.
    Anybody,
    /// Others of the family.
    Kin,
    /// Locations where he holds an office.
    SeatsAs(Holding),
    /// All locations, those near him first.
    Anywhere,
    /// All locations with a port.
    Ports,
    /// All titles.
    Titles,
    /// Archbishoprics that are vacant.
    VacantProvinces,
    /// Sees under him that are vacant.
    VacantSees,
    /// Offices that he holds.
    OfficesHeld,
    /// Offices for which votes are cast this month.
    OfficesToday,
    /// Offices that are offered to him.
    OfficesOffered,
    /// All families but his own.
    Families,
    /// Families that he is allied with.
    Allies,
    /// Owners of towers where he is.
    TowersHere,
    /// Owners of towers at the location that the order names.
    TowersThere,
    /// Who may have a tower: all families, and the offices of a location.
    TowerOwners,
    /// Skills that he has.
    Skills,
    /// What the market supplies where he is.
    Wares,
    /// Alcohol that he has.
    Alcohol,
    /// What personae make.
    Products,
    /// Types of ships.
    Ships,
    /// Types of men who are hired.
    Troops,
    /// Systems of selection.
    Selections,
    /// Religions.
    Religions,
    /// One of these words.
    Words(&'static [&'static str]),
    /// Numbers from 1 to 4, of walls.
    WallNumbers,
}

/// Why a location is his.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holding {
    /// He is sovereign.
    Sovereign,
    /// He is bishop.
    Bishop,
    /// He is magistrate.
    Magistrate,
    /// He is in control.
    Control,
    /// He is tenant.
    Tenant,
    /// He is sovereign, feudatory or in control.
    AnyPosition,
    /// He appoints the magistrate.
    Appointment,
    /// He may collect there this month.
    Collection,
    /// He has a tower there.
    Tower,
}

/// How large a number may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// As many ducats as he has.
    Ducats,
    /// As much as is left of the ware that the order names.
    Supply,
    /// As much as he has of the good that the order names.
    Owned,
    /// As many people as may be hired where he is.
    People,
    /// As many cannons as he has.
    Cannons,
    /// As many soldiers as he has.
    Soldiers,
    /// At most so many.
    Most(u32),
}
