//! What `embark` and `disembark` share (ST-10.12 to ST-10.16, ST-R62).

use super::prelude::*;
use crate::model::ids::{CommandId, HexId};
use crate::model::units::Units;
use crate::rules::embarkation::{Boarding, NoBoarding, check, is_landing};

/// What goes aboard or ashore, as players name it.
pub struct NamedTroops<'a> {
    /// The fleet.
    pub fleet: &'a str,
    /// Where.
    pub hex: HexId,
    /// Land commands.
    pub commands: &'a [String],
    /// Single units.
    pub units: &'a Units,
    /// The command that gives or takes them, and the field that names it.
    pub other: (Option<&'a String>, &'static str),
}

/// What stands on a line behind the verb: `"Fleet 1" at 2405 "Division 1", "Division 2" with 3 HO from "Kardia"`.
pub type Written = (String, HexId, Vec<String>, Units, Option<String>);

/// Reads a line; `word` stands before the command that gives or takes units.
pub fn read(line: &mut super::notation::OrderLine<'_, '_>, word: &str) -> kernel::shorthand::Read<Written> {
    let fleet = line.name(NameKind::Command)?;
    line.expect("at")?;
    let hex = line.hex()?;
    let mut with = line.take("with");
    let commands = if with { Vec::new() } else { line.names(NameKind::Command)? };
    with = with || line.take("with");
    if !with {
        return Ok((fleet, hex, commands, Units::NONE, None));
    }
    let units = line.units()?;
    line.expect(word)?;
    Ok((fleet, hex, commands, units, Some(line.name(NameKind::Command)?)))
}

impl NamedTroops<'_> {
    /// Puts it down for the march, or says why the rules forbid it.
    pub fn order(&self, ctx: &mut OrderContext<'_>, ashore: bool) -> Result<(), Refusal> {
        let fleet = ctx.field(self.fleet, "fleet")?;
        let named = self.commands.iter().enumerate().map(|(at, name)| ctx.field(name, &format!("commands/{at}")));
        let mut commands = named.collect::<Result<Vec<CommandId>, Refusal>>()?;
        commands.sort_unstable();
        commands.dedup();
        for id in &commands {
            ctx.obeys(*id, "commands")?;
        }
        let (other, part) = self.other;
        let other = other.map(|name| ctx.command(name, part)).transpose()?;
        let order = Boarding { fleet, hex: self.hex, ashore, commands, units: *self.units, other };
        check(ctx.sc, ctx.st, &ctx.pending.week.boardings, &order).map_err(|why| refusal(why, part))?;
        ctx.pending.week.boardings.push(order);
        Ok(())
    }

    /// As a line without its verb.
    pub fn print(&self, sc: &Scenario, word: &str) -> String {
        let mut line = format!("{} at {}", quoted(self.fleet), self.hex);
        if !self.commands.is_empty() {
            line = format!("{line} {}", listed(self.commands));
        }
        match self.other.0 {
            Some(other) => format!("{line} with {} {word} {}", units(sc, self.units), quoted(other)),
            None => line,
        }
    }
}

/// Why nothing goes aboard or ashore; `part` names the command that gives or takes units.
fn refusal(why: NoBoarding, part: &'static str) -> Refusal {
    match why {
        NoBoarding::Fleet => {
            Refusal::new("no_fleet", "ST-10.15", "only a fleet outside walls carries troops").at("fleet")
        }
        NoBoarding::Ground => {
            Refusal::new("no_landing", "ST-R62", "ships and troops meet in a port or a coastal hex").at("hex")
        }
        NoBoarding::Troops => {
            Refusal::new("no_troops", "ST-10.12", "fleets carry land units, and land commands outside walls")
                .hint("assign what is within walls to no city first")
                .at("commands")
        }
        NoBoarding::Carried => {
            Refusal::new("carried", "ST-10.15", "it is aboard already, or not aboard this fleet").at("commands")
        }
        NoBoarding::TooFew => {
            Refusal::new("too_few", "ST-10.12", "there are not so many units, or none is named").at("units")
        }
        NoBoarding::NoRoom => Refusal::new("no_room", "ST-R62", "the ships have not so much room")
            .hint("a squadron carries 1 to 4: foot takes 1, horse and trains 2, elephants 4")
            .at("fleet"),
        NoBoarding::Limit => Refusal::new("limit", "ST-10.12", "a division or a city ashore gives and takes units")
            .hint("a division holds 30 regiments, walls 3 for each point")
            .at(part),
        NoBoarding::Blockaded => {
            Refusal::new("blockaded", "ST-15.9", "nothing passes the walls of a blockaded city").at(part)
        }
        NoBoarding::NotThere => {
            Refusal::new("apart", "ST-R62", "the fleet and the troops are not in one hex").at("hex")
        }
    }
}

/// The next open field; `troops` are the values for the commands, `part` names the command that gives or takes units.
pub fn next(
    ask: &OptionContext<'_>, order: &PartialOrder, troops: impl FnOnce(CommandId) -> Vec<OptionValue>,
    part: &'static str,
) -> Option<Field> {
    let ashore = part == "to";
    let fleets = || ask.commands_with(|it| it.kind == crate::model::command::CommandKind::Fleet);
    let fleet = ask.command(order, "fleet");
    let named = order.list("/commands");
    let left = || -> Vec<OptionValue> {
        fleet.map(troops).unwrap_or_default().into_iter().filter(|it| !named.contains(&it.value)).collect()
    };
    let holders =
        || ask.commands_with(|it| it.carried_by.is_none() && !it.kind.is_naval() && (ashore || it.units.regts() > 0));
    let other = if ashore { "Which command takes single units?" } else { "Which command gives single units?" };
    let units = || {
        let aboard = fleet.map_or(Units::NONE, |id| ask.st.command(id).aboard);
        if ashore { aboard } else { ask.units_of(order, part) }
    };
    order
        .ask("fleet", || Field::one("Which fleet?", fleets()))
        .or_else(|| order.ask_at("/commands/-".into(), || Field::one("Which land command?", left()).or_nothing()))
        .or_else(|| order.ask(part, || Field::one(other, holders()).or_nothing()))
        .or_else(|| {
            let gives = order.at(&format!("/{part}")).is_some_and(serde_json::Value::is_string);
            gives.then(|| order.ask("units", || Field::units("Which units?", units()))).flatten()
        })
        .or_else(|| order.ask("hex", || Field::one("Where?", fleet.map_or_else(Vec::new, |id| landings(ask, id)))))
}

/// Where the fleet is, and where its path leads.
fn landings(ask: &OptionContext<'_>, fleet: CommandId) -> Vec<OptionValue> {
    let it = ask.st.command(fleet);
    let leads = it.parent.map(|top| ask.st.command(top)).filter(|top| top.hex == it.hex);
    let mut hexes: Vec<HexId> = [it.hex].into_iter().chain(it.path.iter().copied()).collect();
    hexes.extend(leads.iter().flat_map(|top| &top.path));
    hexes.sort_unstable();
    hexes.dedup();
    hexes.retain(|hex| is_landing(ask.sc, ask.st, *hex));
    hexes.into_iter().map(|hex| ask.hex_value(hex)).collect()
}
