//! `special_transfer`: who goes into a city right after it is stormed (ST-16.2, ST-16.3, ST-R46).

use super::prelude::*;
use crate::model::ids::CommandId;
use crate::model::units::Units;
use crate::rules::occupation::MoveIn;

/// Who goes into a city right after it is stormed (ST-16.2, ST-16.3, ST-R46). Without it all that fit go in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosSpecialTransfer, title = "StrategosSpecialTransfer")]
pub struct SpecialTransfer {
    /// A command that storms it this week.
    #[schema(example = "Division 1")]
    pub command: String,
    /// Which city or fort.
    #[schema(example = "Kardia")]
    pub city: String,
    /// Commands that go in, in this order, as long as there is room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<String>,
    /// Units of the command, or aboard it, that join the command of the city.
    #[serde(default, skip_serializing_if = "Units::is_empty")]
    #[schema(value_type = std::collections::BTreeMap<String, u16>)]
    pub units: Units,
}

impl OrderKind for SpecialTransfer {
    const STEP: Step = Step::Posture;
    const VERBS: &'static [Verb] = &[Verb {
        word: "occupy",
        example: r#"occupy "Kardia" by "Division 1" admitting "Division 2" with 2 HO"#,
        read: |line| {
            let city = line.name(NameKind::Site)?;
            line.expect("by")?;
            let command = line.name(NameKind::Command)?;
            let commands = if line.take("admitting") { line.names(NameKind::Command)? } else { Vec::new() };
            let units = if line.take("with") { line.units()? } else { Units::NONE };
            Ok(Self { command, city, commands, units }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Says who goes into a city right after it is stormed", &["ST-16.2", "ST-16.3", "ST-11.2", "ST-R46"], json!({ "type": "special_transfer", "command": "Division 1", "city": "Kardia", "units": { "hoplite": 2 } }), r#"occupy "Kardia" by "Division 1" with 2 HO"#)
    }

    /// ST-R46: it belongs to an assault of the command that is ordered before it.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let (command, site) = (ctx.field(&self.command, "command")?, ctx.site(&self.city, "city")?);
        // A command that did not hear of the assault does not hear of this either.
        ctx.obeys(command, "command")?;
        let week = &ctx.pending.week;
        if !week.assaults.iter().flatten().any(|order| order.command == command && order.site == site) {
            return Err(Refusal::new("no_assault", "ST-16.2", "the command has no order to storm it")
                .hint("order the assault first")
                .at("city"));
        }
        if week.transfers.iter().any(|order| order.command == command && order.site == site) {
            return Err(Refusal::new("twice", "ST-16.2", "the command has such an order").at("command"));
        }
        if self.commands.is_empty() && self.units.is_empty() {
            return Err(Refusal::new("no_units", "ST-16.2", "the order names neither commands nor units").at("units"));
        }
        let named = self.commands.iter().enumerate().map(|(at, name)| ctx.field(name, &format!("commands/{at}")));
        let commands = named.collect::<Result<Vec<CommandId>, Refusal>>()?;
        let it = ctx.st.command(command);
        let mut all = it.units;
        all.join(&it.aboard);
        if !all.holds(&self.units) {
            return Err(Refusal::new("too_few", "ST-16.2", "the command has not so many of them").at("units"));
        }
        ctx.pending.week.transfers.push(MoveIn { command, site, commands, units: self.units });
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let storming = ask.storming();
        let stormers = || ask.commands_of(storming.iter().map(|(command, _)| *command));
        let command = ask.command(order, "command");
        let cities = || ask.sites_of(storming.iter().filter(|(by, _)| Some(*by) == command).map(|(_, site)| *site));
        let units = || {
            let mut all = ask.units_of(order, "command");
            command.into_iter().for_each(|id| all.join(&ask.st.command(id).aboard));
            all
        };
        let named = order.list("/commands");
        let left = || ask.field_commands().into_iter().filter(|it| !named.contains(&it.value)).collect();
        order
            .ask("command", || Field::one("Which command storms it?", stormers()))
            .or_else(|| order.ask("city", || Field::one("Which city or fort?", cities())))
            .or_else(|| order.ask_at("/commands/-".into(), || Field::one("Which command goes in?", left()).or_nothing()))
            .or_else(|| order.ask("units", || Field::units("Which of its units join the garrison?", units()).or_nothing()))
    }

    fn print(&self, sc: &Scenario) -> String {
        let mut line = format!("occupy {} by {}", quoted(&self.city), quoted(&self.command));
        if !self.commands.is_empty() {
            line = format!("{line} admitting {}", listed(&self.commands));
        }
        if !self.units.is_empty() {
            line = format!("{line} with {}", units(sc, &self.units));
        }
        line
    }
}
