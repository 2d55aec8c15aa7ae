//! `set_city_order`: whether a city or fort holds out, until it is changed (ST-R44).

use super::prelude::*;

/// Whether a city or fort holds out, until it is changed (ST-R44).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosSetCityOrder, title = "StrategosSetCityOrder")]
pub struct SetCityOrder {
    /// Which city or fort.
    #[schema(example = "Kardia")]
    pub city: String,
    /// Whether it holds out when the country's morale fails.
    pub hold: bool,
}

impl OrderKind for SetCityOrder {
    const STEP: Step = Step::Posture;

    fn info() -> OrderInfo {
        described(Self::STEP, "Says whether a city or fort holds out", &["ST-11.4", "ST-R44"], json!({ "type": "set_city_order", "city": "Kardia", "hold": false }))
    }

    /// ST-11.4: one's own.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let site = ctx.site(&self.city, "city")?;
        if ctx.st.site(site).power != ctx.power() {
            return Err(Refusal::new("not_yours", "ST-11.4", "it is not yours").at("city"));
        }
        ctx.st.site_mut(site).orders.hold = self.hold;
        Ok(())
    }
}
