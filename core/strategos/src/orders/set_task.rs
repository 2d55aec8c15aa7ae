//! `set_task`: what a command works at in the hex of a city or fort (ST-R9).

use super::prelude::*;
use crate::model::command::{Task, TaskKind};

/// What a command works at in the hex of a city or fort (ST-R9).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosSetTask, title = "StrategosSetTask")]
pub struct SetTask {
    /// Which command.
    #[schema(example = "Division 1")]
    pub command: String,
    /// At what; left out: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskKind>,
}

/// The tasks.
const TASKS: [Word; 7] = [
    ("blockade", "Keeps everybody in"),
    ("siege", "Wears the walls down"),
    ("raid", "Takes what can be carried"),
    ("loot", "Plunders its own city"),
    ("pillage", "Plunders a city that it occupies"),
    ("devastate", "Destroys the city"),
    ("demolish", "Pulls down the walls"),
];

impl OrderKind for SetTask {
    const STEP: Step = Step::Posture;
    const VERBS: &'static [Verb] = &[Verb {
        word: "task",
        example: r#"task "Division 1" siege"#,
        read: |line| {
            let command = line.name(NameKind::Command)?;
            let task = if line.take("none") { None } else { Some(line.word("a task, or none", &TASKS)?) };
            Ok(Self { command, task }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Says what a command works at in the hex of a city or fort", &["ST-2.7", "ST-2.10", "ST-5.9", "ST-6.1", "ST-15.5", "ST-15.10", "ST-R9"], json!({ "type": "set_task", "command": "Division 1", "task": "siege" }), r#"task "Division 1" siege"#)
    }

    /// ST-R9, ST-5.9: looting and pillage that have begun are abandoned, not changed.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let command = ctx.field(&self.command, "command")?;
        ctx.obeys(command, "command")?;
        let it = ctx.st.command(command);
        let same = it.task.is_some_and(|task| Some(task.kind) == self.task);
        if same {
            return Ok(()); // The weeks that it has worked count on.
        }
        let spoils = |kind| matches!(kind, TaskKind::Loot | TaskKind::Pillage);
        if it.task.is_some_and(|task| spoils(task.kind) && task.weeks > 0) {
            return Err(Refusal::new("begun", "ST-5.9", "looting and pillage cannot be called off once begun")
                .hint("abandon_task gives them up")
                .at("task"));
        }
        if let Some(work) = self.task {
            let Some(site) = ctx.st.site_at(it.hex) else {
                return Err(Refusal::new("no_city", "ST-R9", "the command is in the hex of no city or fort").at("command"));
            };
            if it.routed {
                return Err(Refusal::new("routed", "ST-R9", "the command is routed").hint("wait till it rallies").at("command"));
            }
            let own = ctx.st.site(site).power == it.power;
            if own != work.needs_control() {
                let words = if own { "it is yours" } else { "it is not under your control" };
                return Err(Refusal::new("control", "ST-R9", format!("{}: {words}", ctx.st.site(site).name)).at("task"));
            }
        }
        let since = ctx.st.turn;
        ctx.st.command_mut(command).task = self.task.map(|kind| Task { kind, since, weeks: 0, done: false });
        Ok(())
    }

    fn prospects(&self, ctx: &mut OrderContext<'_>) -> Option<Prospects> {
        let command = ctx.field(&self.command, "command").ok()?;
        prospects::of_task(ctx, command, self.task?)
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let what = || Field::one("What does it work at? Nothing: at nothing", words(&TASKS)).or_nothing();
        order.ask("command", || Field::one("Which command?", ask.field_commands())).or_else(|| order.ask("task", what))
    }

    fn print(&self, _: &Scenario) -> String {
        let task = self.task.map_or_else(|| "none".to_owned(), |task| key_of(&task));
        format!("task {} {task}", quoted(&self.command))
    }
}
