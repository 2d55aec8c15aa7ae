//! `appoint_leader`: gives a leader a command; he travels to it (ST-7.5, ST-7.6, ST-8).

use super::prelude::*;
use crate::rules::appointment::{self, NoPost};

/// Gives a leader a command; he travels to it (ST-7.5, ST-7.6, ST-8).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosAppointLeader, title = "StrategosAppointLeader")]
pub struct AppointLeader {
    /// Who.
    #[schema(example = "Prepelaos")]
    pub leader: String,
    /// Which command.
    #[schema(example = "Division 2")]
    pub command: String,
}

impl OrderKind for AppointLeader {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "appoint",
        example: r#"appoint "Prepelaos" to "Division 2""#,
        read: |line| {
            let leader = line.name(NameKind::Leader)?;
            line.expect("to")?;
            Ok(Self { leader, command: line.name(NameKind::Command)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Gives a leader a command", &["ST-7.2", "ST-7.5", "ST-7.6", "ST-8.2", "ST-8.3", "ST-8.5", "ST-8.9"], json!({ "type": "appoint_leader", "leader": "Prepelaos", "command": "Division 2" }), r#"appoint "Prepelaos" to "Division 2""#)
    }

    /// ST-7.6, ST-8.2 to ST-8.9. Who is on the way with a strategic move arrives first.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let (leader, command) = (ctx.leader(&self.leader, "leader")?, ctx.command(&self.command, "command")?);
        if ctx.st.journeys.iter().any(|journey| journey.leaders.contains(&leader)) {
            let detail = format!("{} is on the way to a city", ctx.st.leaders[&leader].name);
            return Err(Refusal::new("on_the_way", "ST-R48", detail).hint("wait till he is there").at("leader"));
        }
        appointment::appoint(ctx.sc, ctx.st, leader, command).map_err(|why| match why {
            NoPost::Foreign => Refusal::new("not_yours", "ST-7.2", "the leader and the command are of two countries"),
            NoPost::Taken => Refusal::new("taken", "ST-8.9", "another leader has the command")
                .hint("give him another post first")
                .at("command"),
            NoPost::Demotion => {
                Refusal::new("demotion", "ST-8.3", "it would be a demotion, and he has not failed").at("command")
            }
            NoPost::OutOfCommunication => {
                Refusal::new("out_of_communication", "ST-7.6", "the command is out of communication").at("command")
            }
            NoPost::Blockaded => Refusal::new("blockaded", "ST-7.6", "the command is blockaded").at("command"),
            NoPost::AtSea => Refusal::new("at_sea", "ST-7.6", "the command is at sea, not in a port").at("command"),
            NoPost::NotNow => Refusal::new("not_now", "ST-8.10", "leaders are replaced at the end of a quarter"),
        })
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        order
            .ask("leader", || Field::one("Who?", ask.leaders()))
            .or_else(|| order.ask("command", || Field::one("Which command?", ask.commands())))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("appoint {} to {}", quoted(&self.leader), quoted(&self.command))
    }
}
