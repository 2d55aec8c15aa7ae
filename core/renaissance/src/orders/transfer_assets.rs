//! `transfer_assets`: things are given to another persona (RN-45).

use super::prelude::*;
use crate::rules::transfers::{NoTransfer, give};

/// Things are given to another persona at the same location.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceTransferAssets, title = "RenaissanceTransferAssets")]
pub struct TransferAssets {
    /// Who gives.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// To whom.
    #[schema(example = "Rodrigo Borgia")]
    pub to: String,
    /// What, and how much; less of what he has not so much of.
    #[schema(value_type = std::collections::BTreeMap<String, u32>)]
    pub items: Items,
}

/// Why nothing is given, in words.
pub(super) fn no_transfer(why: NoTransfer) -> Refusal {
    match why {
        NoTransfer::Apart => Refusal::new("apart", "RN-45.1", "they are not at one location").at("to").uncertain(),
        NoTransfer::Passenger => {
            Refusal::new("passenger", "RN-36.4", "passengers of ships neither give nor receive").uncertain()
        }
        NoTransfer::Religion => Refusal::new("religion", "RN-45.2", "troops do not change their religion").at("items"),
        NoTransfer::NoIngress => {
            let detail = "who is inside receives troops from outside only with ingress";
            Refusal::new("no_ingress", "RN-45.4", detail).at("items").uncertain()
        }
        NoTransfer::Besieged => {
            let detail = "neither troops nor food come into a besieged location";
            Refusal::new("besieged", "RN-45.5", detail).at("items").uncertain()
        }
        NoTransfer::LastShip => {
            Refusal::new("last_ship", "RN-45.7", "at sea nobody gives away his last ship").at("items")
        }
        NoTransfer::Nothing => Refusal::new("nothing", "RN-45.1", "he has nothing of it").at("items").uncertain(),
    }
}

impl OrderKind for TransferAssets {
    const CLASS: Class = Class::Transfer;
    const SUMMARY: &str = "Gives assets to another persona";
    const RULES: &[&str] = &["RN-36.4", "RN-45.1", "RN-45.2", "RN-45.4", "RN-45.5", "RN-45.6", "RN-45.7", "RN-61.8", "RN-R84"];
    const FIELDS: &[Field] = &[
        Field::new("to", "To whom?", Ask::One(Source::Present)),
        Field::new("items", "What?", Ask::Things(false)),
    ];

    fn example() -> Value {
        let items = json!({ "ducats": 1000, "pikemen": 20 });
        json!({ "persona": "Cesare Borgia", "to": "Rodrigo Borgia", "items": items })
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let to = ctx.other(&self.to, "to")?;
        give(ctx.st, ctx.month, ctx.actor, to, &self.items.list()).map_err(no_transfer)
    }
}
