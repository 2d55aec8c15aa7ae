//! `disperse`: land commands disperse, and what is left of them goes to a city (ST-18).

use super::prelude::*;
use crate::model::ids::SiteId;
use crate::rules::dispersal::{self, NoDispersal};

/// Land commands disperse, and what is left of them goes to a city (ST-18).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosDisperse, title = "StrategosDisperse")]
pub struct Disperse {
    /// Which commands.
    pub commands: Vec<String>,
    /// To which city.
    #[schema(example = "Kardia")]
    pub city: String,
}

impl OrderKind for Disperse {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "disperse",
        example: r#"disperse "Division 1", "Division 2" to "Kardia""#,
        read: |line| {
            let commands = line.names(NameKind::Command)?;
            line.expect("to")?;
            Ok(Self { commands, city: line.name(NameKind::Site)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Land commands vanish; their units go to a city", &["ST-18.1", "ST-18.2", "ST-18.3", "ST-18.4", "ST-18.5", "ST-20.5", "ST-R48"], json!({ "type": "disperse", "commands": ["Division 1"], "city": "Kardia" }), r#"disperse "Division 1" to "Kardia""#)
    }

    /// ST-18.1, ST-18.5: all of them or none; nobody gets out of a blockaded city (ST-15.9).
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let city = ctx.site(&self.city, "city")?;
        if self.commands.is_empty() {
            return Err(Refusal::new("no_command", "ST-18.5", "the order names no command").at("commands"));
        }
        let (before, dispersed) = (ctx.st.clone(), ctx.pending.deeds.dispersed.len());
        for (at, name) in self.commands.iter().enumerate() {
            if let Err(refusal) = one(ctx, name, city, &format!("commands/{at}")) {
                *ctx.st = before;
                ctx.pending.deeds.dispersed.truncate(dispersed);
                return Err(refusal);
            }
        }
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let named = order.list("/commands");
        let left = || ask.field_commands().into_iter().filter(|it| !named.contains(&it.value)).collect();
        let which = || Field::one("Which command?", left());
        order
            .ask_at("/commands/-".into(), || if named.is_empty() { which() } else { which().or_nothing() })
            .or_else(|| order.ask("city", || Field::one("To which city?", ask.own_cities())))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("disperse {} to {}", listed(&self.commands), quoted(&self.city))
    }
}

fn one(ctx: &mut OrderContext<'_>, name: &str, city: SiteId, part: &str) -> Result<(), Refusal> {
    let command = ctx.field(name, part)?;
    let inside = ctx.st.command(command).inside.map(|site| ctx.st.site(site));
    if inside.is_some_and(|site| site.blockade.is_some()) {
        return Err(Refusal::new("blockaded", "ST-15.9", "nobody gets out of a blockaded city").at(part));
    }
    let name = ctx.st.command(command).name.clone();
    let lost = dispersal::disperse(ctx.sc, ctx.st, command, city, ctx.dice).map_err(|why| match why {
        NoDispersal::Kind => Refusal::new("not_on_land", "ST-18.1", "only land commands disperse, and on land").at(part),
        NoDispersal::City => Refusal::new("not_yours", "ST-18.2", "they go to a city of yours").at("city"),
    })?;
    ctx.pending.deeds.dispersed.push((ctx.country, command, name, lost));
    Ok(())
}
