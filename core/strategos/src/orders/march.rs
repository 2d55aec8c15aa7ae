//! `march`: a command and those that go with it take a way, hex by hex (ST-9.7, ST-R7, ST-R8, ST-R63). It stands till it is walked or changed.

use kernel::options::Link;

use super::prelude::*;
use crate::model::ids::HexId;
use crate::model::measures::Credit;
use crate::model::rulings::Weather;
use crate::rules::march::{Ground, Season, is_heavy};
use crate::rules::marching_force::march_of;
use crate::rules::paths::{Passage, Terms, passages};
use crate::rules::trek::Trek;

/// A command and those that go with it take a way, hex by hex (ST-9.7, ST-R7, ST-R8, ST-R63). It stands till it is walked or changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosMarch, title = "StrategosMarch")]
pub struct March {
    /// Which command.
    #[schema(example = "Division 1")]
    pub command: String,
    /// The hexes to enter, in their order; none to halt.
    #[schema(value_type = Vec<String>, example = json!(["2405", "2406"]))]
    pub path: Vec<HexId>,
    /// Whether it is a forced march, for the whole week (ST-R63).
    #[serde(default)]
    pub forced: bool,
}

impl OrderKind for March {
    const STEP: Step = Step::Posture;
    const VERBS: &'static [Verb] = &[Verb {
        word: "march",
        example: r#"march "Army I" 2405 2406 forced"#,
        read: |line| {
            let command = line.name(NameKind::Command)?;
            line.take("to");
            let mut path = Vec::new();
            let halt = line.take("halt");
            while !halt && (path.is_empty() || line.has_hex()) {
                path.push(line.hex()?);
                line.take(",");
            }
            Ok(Self { command, path, forced: line.take("forced") }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Sends a command and those that go with it along a way", &["ST-9.7", "ST-10.3", "ST-11.1", "ST-20.2", "ST-R7", "ST-R8", "ST-R63"], json!({ "type": "march", "command": "Army I", "path": ["2405", "2406"], "forced": false }), r#"march "Army I" 2405 2406"#)
    }

    /// ST-R8: each hex touches the one before, and something passes between them. A march is cut where it can go no further.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let command = ctx.field(&self.command, "command")?;
        ctx.obeys(command, "command")?;
        let it = ctx.st.command(command);
        if it.inside.is_some() {
            return Err(Refusal::new("inside", "ST-11.4", "the command is within walls, under garrison orders")
                .hint("assign it to no city first")
                .at("command"));
        }
        if it.carried_by.is_some() {
            return Err(Refusal::new("aboard", "ST-10.15", "the command is aboard a fleet, and goes with it").at("command"));
        }
        if self.forced && (it.kind.is_naval() || ctx.sc.board.is_sea(it.hex)) {
            return Err(Refusal::new("not_on_land", "ST-R63", "only land forces march by force").at("forced"));
        }
        let mut here = it.hex;
        for (at, next) in self.path.iter().enumerate() {
            let side = ctx.sc.board.side(here, *next).filter(|_| ctx.sc.board.in_frame(*next));
            if !side.is_some_and(|side| side.land || side.ships()) {
                let detail = format!("nothing passes from {here} to {next}");
                return Err(Refusal::new("no_way", "ST-R5", detail)
                    .hint("each hex touches the one before")
                    .at(format!("path/{at}")));
            }
            here = *next;
        }
        let it = ctx.st.command_mut(command);
        it.path.clone_from(&self.path);
        it.forced = self.forced && !self.path.is_empty();
        Ok(())
    }

    fn prospects(&self, ctx: &mut OrderContext<'_>) -> Option<Prospects> {
        let command = ctx.field(&self.command, "command").ok()?;
        prospects::of_march(ctx, command)
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let by_force = || Field::one("By forced march?", vec![OptionValue::new(false, "No"), OptionValue::new(true, "Yes")]);
        order
            .ask("command", || Field::one("Which command?", ask.field_commands()))
            .or_else(|| order.ask("forced", by_force))
            .or_else(|| order.ask("path", || way(ask, order)))
    }

    fn print(&self, _: &Scenario) -> String {
        let hexes: String = self.path.iter().map(|hex| format!(" {hex}")).collect();
        let way = if self.path.is_empty() { " halt" } else { &hexes };
        format!("march {}{way}{}", quoted(&self.command), if self.forced { " forced" } else { "" })
    }
}

/// Ways are offered as far as so many fine weeks take the command.
const WEEKS: u16 = 3;
/// Ways are offered over so many places.
const MOST_PLACES: usize = 250;
/// The longest way that is offered.
const LONGEST: u32 = 60;

/// The ways that a command may be sent: over the hexes that are nearest to it, in time.
fn way(ask: &OptionContext<'_>, order: &PartialOrder) -> Field {
    let prompt = "Along which hexes? None: it halts";
    let Some(top) = ask.command(order, "command") else {
        return Field::way(prompt, String::new(), Vec::new(), 0, 0);
    };
    let hex = ask.st.command(top).hex;
    let season = Season { weather: Weather::Fine, foot: 0, horse: 0 };
    let forced = order.at("/forced").is_some_and(|forced| forced == true);
    let would = |ctx: &mut OrderContext<'_>| {
        let it = ctx.st.command_mut(top);
        it.forced = forced;
        it.path.clear();
        march_of(ctx.sc, ctx.st, &Trek::new(ctx.sc, season), top)
    };
    let force = ask.try_out(would, |_| true);
    let heavy = force.members.iter().any(|id| is_heavy(&ask.st.command(*id).units));
    let week = force.allowance.map_or(0, |points| points.0);
    let limit = u16::from(week) * ask.sc.rulings.march.impulses as u16 * WEEKS;
    let ground = Ground::new(ask.sc, ask.st);
    let terms = Terms { naval: force.naval, heavy, ..Terms::default() };
    let ways = passages(&ground, hex, Credit(limit), MOST_PLACES, &terms);
    // Ships in a coastal hex with several waters stay on theirs.
    let name = |(hex, water): (HexId, u8)| if water == 0 { hex.to_string() } else { format!("{hex} {water}") };
    let link = |way: &Passage| Link {
        from: name(way.from),
        to: name(way.to),
        value: json!(way.to.0),
        label: ask.hex_value(way.to.0).label,
        cost: way.cost.0.into(),
    };
    let links: Vec<Link> = ways.iter().map(link).collect();
    let most = if links.is_empty() { 0 } else { LONGEST };
    Field::way(prompt, hex.to_string(), links, most, limit.into())
}
