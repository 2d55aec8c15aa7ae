//! `set_sequence`: in which order the personae of a family act (RN-2.2, RN-R12).

use super::context::own_persona;
use super::prelude::*;

/// The personae who are named act first, in this order; the others follow as on their sheets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceSetSequence, title = "RenaissanceSetSequence")]
pub struct SetSequence {
    /// Personae of the family.
    #[schema(example = json!(["Cesare Borgia", "Rodrigo Borgia"]))]
    pub personae: Vec<String>,
}

impl OrderKind for SetSequence {
    const CLASS: Class = Class::Family;
    const SUMMARY: &str = "Says in which order personae act";
    const RULES: &[&str] = &["RN-2.2", "RN-R12"];
    const FIELDS: &[Field] = &[
        Field::new("personae", "In which order do they act?", Ask::Several(Source::PresentOrSelf, 1)),
    ];

    fn example() -> Value {
        json!({ "personae": ["Cesare Borgia", "Rodrigo Borgia"] })
    }

    fn persona(&self) -> Option<&str> {
        None
    }

    /// The queue asks for the order ([`carry_out`](super::carry_out)); nothing else is to be done.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        for (at, name) in self.personae.iter().enumerate() {
            own_persona(ctx.sc, ctx.st, ctx.family, name).map_err(|refusal| refusal.at(format!("personae/{at}")))?;
        }
        Ok(())
    }
}
