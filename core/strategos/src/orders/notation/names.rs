//! Names that an order may hold, as its seat knows them.

use crate::knowledge::Knowledge;
use crate::model::ids::{HexId, Power};
use crate::model::scenario::Scenario;

/// What a name may name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameKind {
    /// One of one's own commands, by name, number or, for that of a city or fort, hex.
    Command,
    /// A city or fort, by name or hex.
    Site,
    /// A leader of one's own.
    Leader,
    /// A country by its key.
    Country,
    /// A country by its key, or a free city by its name.
    Power,
    /// A command of somebody else: what is not known is taken as it stands.
    Theirs,
    /// What comes into being: taken as it stands.
    New,
}

impl NameKind {
    /// As a diagnostic calls it.
    pub fn what(self) -> &'static str {
        match self {
            Self::Command => "a command of yours",
            Self::Site => "a city or fort",
            Self::Leader => "a leader of yours",
            Self::Country => "a country",
            Self::Power => "a country or free city",
            Self::Theirs => "a command of theirs",
            Self::New => "a new name",
        }
    }

    /// Code of the diagnostic when nothing of the kind has the name.
    pub fn unknown(self) -> &'static str {
        match self {
            Self::Command | Self::Theirs | Self::New => "unknown_command",
            Self::Site => "unknown_city",
            Self::Leader => "unknown_leader",
            Self::Country | Self::Power => "unknown_country",
        }
    }

    /// Whether a name that nobody knows may stand here.
    pub fn may_be_new(self) -> bool {
        matches!(self, Self::Theirs | Self::New)
    }

    /// All names of the kind that the seat knows.
    pub fn names<'k>(self, sc: &'k Scenario, known: &'k Knowledge) -> Vec<&'k str> {
        let (st, own) = (&known.state, Power::Country(known.country));
        let countries = || sc.countries.iter().map(|country| country.key.as_str());
        match self {
            Self::Command => {
                let all = || st.commands.values().filter(|it| it.power == own);
                let (field, walls) = (all().filter(|it| !it.kind.is_site()), all().filter(|it| it.kind.is_site()));
                field.chain(walls).map(|it| it.name.as_str()).collect()
            }
            Self::Site => st.sites.values().map(|site| site.name.as_str()).collect(),
            Self::Leader => st.leaders.values().filter(|him| him.power == own).map(|him| him.name.as_str()).collect(),
            Self::Country => countries().collect(),
            Self::Power => {
                let free = st.sites.iter().filter(|(id, site)| site.power == Power::FreeCity(**id));
                countries().chain(free.map(|(_, site)| site.name.as_str())).collect()
            }
            Self::Theirs => st.sites.values().filter(|site| site.power != own).map(|site| site.name.as_str()).collect(),
            Self::New => Vec::new(),
        }
    }

    /// What a phrase names: the proper name, or a number or hex as it stands.
    pub fn exact(self, sc: &Scenario, known: &Knowledge, phrase: &str) -> Option<String> {
        let number = phrase.strip_prefix('#').is_some_and(|number| number.parse::<u16>().is_ok());
        let by_number = matches!(self, Self::Command | Self::Theirs) && number;
        let by_hex = matches!(self, Self::Command | Self::Site) && phrase.parse::<HexId>().is_ok();
        if by_number || by_hex {
            return Some(phrase.to_owned());
        }
        let named = self.names(sc, known).into_iter().find(|name| name.to_lowercase() == phrase.to_lowercase());
        let ruler = || {
            let called = |name: &str| name.to_lowercase() == phrase.to_lowercase();
            let rules = matches!(self, Self::Country | Self::Power);
            let found = sc.countries.iter().find(|country| rules && called(country.name.as_str()))?;
            Some(found.key.as_str())
        };
        named.or_else(ruler).map(str::to_owned)
    }

    /// The one name that begins with a phrase.
    pub fn shortened(self, sc: &Scenario, known: &Knowledge, phrase: &str) -> Option<String> {
        const LEAST: usize = 3;
        let begins = |name: &&str| name.to_lowercase().starts_with(&phrase.to_lowercase());
        let mut fitting: Vec<&str> = self.names(sc, known).into_iter().filter(begins).collect();
        fitting.dedup();
        match fitting[..] {
            [one] if phrase.chars().count() >= LEAST => Some(one.to_owned()),
            _ => None,
        }
    }
}
