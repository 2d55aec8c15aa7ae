//! Ids, names and money: types that cannot be swapped by accident.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

kernel::index! {
    /// A province, by its place in the scenario's list.
    ProvinceId(u16)
}
kernel::index! {
    /// A faction: a nation by its place in the scenario's list, or the Independents, who come after the last.
    NationId(u8)
}
kernel::index! {
    /// A type of unit, by its place in the scenario's list.
    TypeId(u8)
}
kernel::index! {
    /// A general, by his place in the state's list: the scenario's first, then those who came later.
    GeneralId(u16)
}
kernel::index! {
    /// A name that a general or a city may bear, by its place in the scenario's list.
    NameId(u16)
}

/// A set of factions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Factions(pub u32);

impl Factions {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// One faction.
    pub fn one(nation: NationId) -> Self {
        Self(1 << nation.0)
    }
    /// Whether `nation` is among them.
    pub fn has(self, nation: NationId) -> bool {
        self.0 >> nation.0 & 1 == 1
    }
    /// Puts `nation` among them.
    pub fn add(&mut self, nation: NationId) {
        self.0 |= 1 << nation.0;
    }
    /// Takes `nation` out.
    pub fn remove(&mut self, nation: NationId) {
        self.0 &= !(1 << nation.0);
    }
    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// Those in both.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    /// Whether there is nobody.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// In ascending order.
    pub fn iter(self) -> impl Iterator<Item = NationId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let first = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (first < 32).then_some(NationId(first as u8))
        })
    }
}

impl FromIterator<NationId> for Factions {
    fn from_iter<I: IntoIterator<Item = NationId>>(nations: I) -> Self {
        let mut set = Self::NONE;
        nations.into_iter().for_each(|nation| set.add(nation));
        set
    }
}

/// Revenue points, in tenths (UM-R1). Written as a decimal number in JSON, as a whole number of tenths in snapshots.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Rp(i64);

impl Rp {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// Tenths of a revenue point.
    pub const fn tenths(tenths: i64) -> Self {
        Self(tenths)
    }
    /// Whole revenue points.
    pub const fn whole(points: i64) -> Self {
        Self(points * 10)
    }
    /// In tenths.
    pub const fn in_tenths(self) -> i64 {
        self.0
    }
    /// `self x numerator / denominator`, rounded half up to a tenth (UM-R1).
    #[must_use]
    pub const fn times(self, numerator: i64, denominator: i64) -> Self {
        Self(kernel::exact::round_half_up(self.0 * numerator, denominator))
    }
    /// To the nearest whole number of points, halves up.
    pub const fn rounded(self) -> i64 {
        kernel::exact::round_half_up(self.0, 10)
    }
}

impl std::ops::Add for Rp {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}
impl std::ops::Sub for Rp {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}
impl std::ops::Neg for Rp {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
impl std::ops::AddAssign for Rp {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}
impl std::ops::SubAssign for Rp {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}
impl std::iter::Sum for Rp {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, |sum, next| sum + next)
    }
}

impl fmt::Display for Rp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, tenth) = (self.0.abs() / 10, self.0.abs() % 10);
        if tenth == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{tenth}") }
    }
}

impl fmt::Debug for Rp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} RP")
    }
}

impl Serialize for Rp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            serializer.serialize_i64(self.0)
        } else if self.0 % 10 == 0 {
            serializer.serialize_i64(self.0 / 10)
        } else {
            serializer.serialize_f64(self.0 as f64 / 10.0)
        }
    }
}

impl<'de> Deserialize<'de> for Rp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return i64::deserialize(deserializer).map(Self);
        }
        let points = f64::deserialize(deserializer)?;
        let tenths = (points * 10.0).round();
        if (tenths - points * 10.0).abs() > 1e-6 || tenths.abs() > 1e9 {
            let wanted = &"revenue points with at most one decimal, such as 7 or 2.5";
            return Err(de::Error::invalid_value(de::Unexpected::Float(points), wanted));
        }
        Ok(Self(tenths as i64))
    }
}

impl PartialSchema for Rp {
    fn schema() -> RefOr<Schema> {
        let points = ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::Number))
            .description(Some("Revenue points, with at most one decimal."))
            .examples([serde_json::json!(12.5)]);
        points.build().into()
    }
}
impl ToSchema for Rp {
    fn name() -> std::borrow::Cow<'static, str> {
        "UmpireRevenuePoints".into()
    }
}

kernel::names!(
    "UmpireName",
    "A name as the scenario has it: a province, a general, or the id of a faction or of a type of unit."
);

/// A place by name.
pub type Place = Named<ProvinceId>;
/// A faction by its id in the scenario, such as `VEN`.
pub type Party = Named<NationId>;
/// A general by name.
pub type Captain = Named<GeneralId>;
/// A type of unit by its id in the scenario, such as `FOO`.
pub type Troop = Named<TypeId>;

/// Units by type, in the scenario's order: in JSON a map such as `{"MAA": 4, "FOO": 6}`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Units(pub Vec<(Troop, u16)>);

impl Units {
    /// Units of all types together.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|(_, count)| u32::from(*count)).sum()
    }
    /// Units of one type.
    pub fn count(&self, kind: TypeId) -> u16 {
        self.0.iter().find(|(troop, _)| troop.id == kind).map_or(0, |(_, count)| *count)
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nothing");
        }
        let words: Vec<String> = self.0.iter().map(|(troop, count)| format!("{count} {troop}")).collect();
        f.write_str(&words.join(" "))
    }
}

impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(troop, count)| (&troop.name, count)))
    }
}
impl PartialSchema for Units {
    fn schema() -> RefOr<Schema> {
        let units = ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::Object))
            .additional_properties(Some(u16::schema()))
            .description(Some("Numbers of units by type."))
            .examples([serde_json::json!({ "FOO": 4, "MAA": 6 })]);
        units.build().into()
    }
}
impl ToSchema for Units {
    fn name() -> std::borrow::Cow<'static, str> {
        "UmpireUnits".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_exact_in_tenths() {
        let pay: Rp = serde_json::from_str("18.5").unwrap();
        assert_eq!(pay.in_tenths(), 185);
        assert_eq!(serde_json::to_string(&pay).unwrap(), "18.5");
        assert_eq!(serde_json::to_string(&Rp::whole(4)).unwrap(), "4");
        assert_eq!((Rp::whole(4) + Rp::whole(10) - pay).to_string(), "-4.5");
        assert!(serde_json::from_str::<Rp>("0.25").is_err());
    }

    #[test]
    fn a_set_of_factions_lists_its_members_in_order() {
        let mut set: Factions = [NationId(3), NationId(1)].into_iter().collect();
        set.remove(NationId(3));
        set.add(NationId(2));
        assert_eq!(set.iter().collect::<Vec<_>>(), [NationId(1), NationId(2)]);
        assert!(set.has(NationId(1)) && !set.has(NationId(3)));
    }
}
