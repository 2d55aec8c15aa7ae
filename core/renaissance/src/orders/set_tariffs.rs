//! `set_tariffs`: the magistrate changes tariffs (RN-17.1, RN-17.2).

use super::prelude::*;
use crate::rules::offices::magistrates::set_tariffs;

/// The magistrate raises or lowers the tariffs of a location.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceSetTariffs, title = "RenaissanceSetTariffs")]
pub struct SetTariffs {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// Where.
    #[schema(example = "Rome")]
    pub location: String,
    /// Points by which the import tariff rises; below 0 it falls.
    #[serde(default)]
    #[schema(minimum = -5, maximum = 5)]
    pub import_change: i8,
    /// The same of the export tariff.
    #[serde(default)]
    #[schema(minimum = -5, maximum = 5)]
    pub export_change: i8,
}

impl OrderKind for SetTariffs {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Raises or lowers tariffs";
    const RULES: &[&str] = &["RN-17.1", "RN-17.2", "RN-41.5", "RN-R41"];
    const FIELDS: &[Field] = &[
        Field::new("location", "Where?", Ask::One(Source::SeatsAs(Holding::Magistrate))),
        Field::maybe("import_change", "By how many points does the tariff on imports change?", Ask::Between(-5, 5)),
        Field::maybe("export_change", "By how many points does the tariff on exports change?", Ask::Between(-5, 5)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "location": "Rome", "import_change": 2, "export_change": -1})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let location = ctx.location(&self.location, "location")?;
        let changes = (self.import_change.into(), self.export_change.into());
        set_tariffs(ctx.sc, ctx.st, ctx.month, ctx.actor, location, changes).map_err(refused)
    }
}
