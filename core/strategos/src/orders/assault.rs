//! `assault`: a command storms a city or fort (ST-15.11 to ST-15.14).

use super::prelude::*;
use super::parts::AssaultPhases;
use crate::rules::assault::AssaultForm;
use crate::rules::storm::AssaultOrder;

/// A command storms a city or fort (ST-15.11 to ST-15.14).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosAssault, title = "StrategosAssault")]
pub struct Assault {
    /// Which command.
    #[schema(example = "Division 1")]
    pub command: String,
    /// Which city or fort.
    #[schema(example = "Kardia")]
    pub city: String,
    /// In which assault phases of the week.
    pub phase: AssaultPhases,
    /// In which form.
    pub form: AssaultForm,
}

impl OrderKind for Assault {
    const STEP: Step = Step::Posture;

    fn info() -> OrderInfo {
        described(Self::STEP, "Storms a city or fort in one or both assault phases", &["ST-15.11", "ST-15.12", "ST-15.13", "ST-15.14", "ST-R40"], json!({ "type": "assault", "command": "Division 1", "city": "Kardia", "phase": "first", "form": "storm" }))
    }

    /// ST-15.11: where the command stands is seen when the phase comes; one command storms once in a phase.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let (command, site) = (ctx.field(&self.command, "command")?, ctx.site(&self.city, "city")?);
        if ctx.st.site(site).power == ctx.power() {
            return Err(Refusal::new("own_city", "ST-15.11", "it is yours").at("city"));
        }
        let places = self.phase.places();
        let given = |at: &usize| ctx.pending.week.assaults[*at].iter().any(|order| order.command == command);
        if places.iter().any(given) {
            return Err(Refusal::new("twice", "ST-15.11", "the command has an assault in that phase").at("phase"));
        }
        for at in places {
            ctx.pending.week.assaults[*at].push(AssaultOrder { command, site, form: self.form });
        }
        Ok(())
    }
}
