//! `intercept_fleet`: which fleets try to intercept a fleet that moves (ER-15.2 to ER-15.6). Its line begins with the
//! word of [`InterceptArmy`](super::InterceptArmy).

use super::answers;
use super::prelude::*;

/// Decision: these fleets try to intercept; nobody does when the list is empty (ER-15.2 to ER-15.6).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EternalRomeInterceptFleet, title = "EternalRomeInterceptFleet")]
pub struct InterceptFleet {
    /// Who acts.
    #[schema(example = "OCT")]
    pub power: String,
    /// Which.
    #[schema(example = json!(["ANT-F1"]))]
    pub interceptors: Vec<String>,
    /// What need not be asked again; every hex is when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_again: Option<NotAgain>,
}

impl OrderKind for InterceptFleet {
    fn info() -> OrderInfo {
        OrderInfo::new(
            "Decision: which fleets try to intercept a fleet that moves; none declines",
            ANY_TIME,
            &["ER-15.2", "ER-15.4", "ER-R43"],
            json!({ "type": "intercept_fleet", "power": "ANT", "interceptors": [] }),
            "intercept fleet none as ANT",
        )
    }

    fn power(&self) -> Option<&str> {
        Some(&self.power)
    }

    fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
        answers::intercept(ctx, &self.power, &self.interceptors, Arm::Fleet, self.not_again)
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
        answers::interceptors(ask, order, Arm::Fleet)
    }

    fn print(&self, sc: &Scenario) -> String {
        let Self { power, interceptors, not_again } = self;
        let force = interceptors.first().map_or("", String::as_str);
        let not_again = answers::not_again(*not_again);
        format!("intercept {}{not_again}", Arm::Fleet.all(interceptors)) + &acting_as(sc, power, force)
    }
}
