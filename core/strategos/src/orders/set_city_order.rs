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
    const VERBS: &'static [Verb] = &[Verb {
        word: "city",
        example: r#"city "Kardia" hold"#,
        read: |line| {
            let city = line.name(NameKind::Site)?;
            let hold = line.take("hold");
            if !hold {
                line.expect("yield").map_err(|wrong| wrong.hint("write hold or yield"))?;
            }
            Ok(Self { city, hold }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Says whether a city or fort holds out", &["ST-11.4", "ST-R44"], json!({ "type": "set_city_order", "city": "Kardia", "hold": false }), r#"city "Kardia" yield"#)
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

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let holds = || Field::yes_or_no("Does it hold out?", "Holds out", "Yields when morale fails");
        order
            .ask("city", || Field::one("Which city or fort?", ask.own_sites()))
            .or_else(|| order.ask("hold", holds))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("city {} {}", quoted(&self.city), if self.hold { "hold" } else { "yield" })
    }
}
