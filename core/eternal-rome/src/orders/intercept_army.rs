//! `intercept_army`: which armies try to intercept an army that moves (ER-15.7 to ER-15.11).

use super::answers;
use super::prelude::*;
use super::InterceptFleet;

/// Decision: these armies try to intercept; nobody does when the list is empty (ER-15.7 to ER-15.11).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeInterceptArmy, title = "EternalRomeInterceptArmy")]
pub struct InterceptArmy {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = json!(["ANT-A2"]))]
    pub interceptors: Vec<String>,
    /// What need not be asked again; every hex is when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_again: Option<NotAgain>,
}

impl OrderKind for InterceptArmy {
    const VERBS: &'static [Verb] = &[Verb {
        word: "intercept",
        example: "intercept OCT-A1, or: intercept none; with march or phase after it you are not asked again",
        read: |line| {
            let fallback = if line.asked() == Some("intercept_fleet") { Arm::Fleet } else { Arm::Army };
            let (arm, interceptors) = line.forces_of_an_arm(fallback)?;
            let not_again = match (line.take("march"), line.take("phase")) {
                (true, _) => Some(NotAgain::March),
                (_, true) => Some(NotAgain::Phase),
                _ => None,
            };
            let power = line.of_any(&interceptors)?;
            Ok(match arm {
                Arm::Army => Self { power, interceptors, not_again }.into(),
                Arm::Fleet => InterceptFleet { power, interceptors, not_again }.into(),
            })
        },
    }];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Decision: which armies try to intercept an army that moves; none declines",
            ANY_TIME,
            &["ER-15.7", "ER-15.9", "ER-R43"],
            json!({ "type": "intercept_army", "power": "ANT", "interceptors": ["ANT-A1", "ANT-A2"] }),
            "intercept ANT-A1 ANT-A2",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        answers::intercept(ctx, &self.power, &self.interceptors, Arm::Army, self.not_again)
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        answers::interceptors(ask, order, Arm::Army)
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, interceptors, not_again } = self;
        let force = interceptors.first().map_or("", String::as_str);
        let not_again = answers::not_again(*not_again);
        format!("intercept {}{not_again}", Arm::Army.all(interceptors)) + &acting_as(sc, power, force)
    }
}
