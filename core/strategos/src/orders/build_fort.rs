//! `build_fort`: builds a fort (ST-14.5, ST-14.6). It is called after its hex.

use super::prelude::*;
use super::refusals::no_building;
use crate::model::ids::{HexId, Name};
use crate::rules::communication::Lines;
use crate::rules::march::Ground;
use crate::rules::{founding, zones};

/// Builds a fort (ST-14.5, ST-14.6). It is called after its hex.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosBuildFort, title = "StrategosBuildFort")]
pub struct BuildFort {
    /// Where.
    #[schema(value_type = String, example = "2405")]
    pub hex: HexId,
    /// Its defence value.
    #[schema(minimum = 1, maximum = 15, example = 5)]
    pub strength: u8,
}

/// Forts are offered so many hexes from one's own cities and commands at most.
const FARTHEST: u32 = 4;

impl OrderKind for BuildFort {
    const STEP: Step = Step::Administration;
    const VERBS: &'static [Verb] = &[Verb {
        word: "fort",
        example: "fort 2405 5",
        read: |line| {
            let hex = line.hex()?;
            Ok(Self { hex, strength: line.small("its defence value")? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Builds a fort", &["ST-14.1", "ST-14.5", "ST-14.6"], json!({ "type": "build_fort", "hex": "2405", "strength": 5 }), "fort 2405 5")
    }

    /// ST-14.6: within range of a line of communication, and in no zone of an enemy or a neutral.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let ground = Ground::new(ctx.sc, ctx.st);
        may_stand(ctx, &Lines::new(&ground, ctx.st, ctx.power()), self.hex)?;
        let price = founding::fort_cost(&ctx.sc.rulings, self.strength).unwrap_or_default();
        let name = Name::from(format!("Fort {}", self.hex));
        let built = founding::build_fort(ctx.sc, ctx.st, ctx.country, self.hex, name, self.strength);
        built.map(drop).map_err(|why| no_building(ctx, why, "ST-14.5", price))
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let strengths = || {
            let rulings = &ask.sc.rulings;
            let priced = (1..=u8::MAX).map_while(|strength| Some((strength, founding::fort_cost(rulings, strength)?)));
            let value = |(strength, cost): (u8, Talents)| {
                OptionValue::new(strength, strength.to_string()).costing(cost.0.into(), "talents")
            };
            Field::one("How strong?", priced.map(value).collect())
        };
        order
            .ask("hex", || Field::sifted("Where?", grounds(ask)))
            .or_else(|| order.ask("strength", strengths))
    }

    fn print(&self, _: &Scenario) -> String {
        format!("fort {} {}", self.hex, self.strength)
    }
}

/// ST-14.6: whether zones and lines of communication allow a fort in a hex.
fn may_stand(ctx: &OrderContext<'_>, lines: &Lines<'_>, hex: HexId) -> Result<(), Refusal> {
    if zones::is_watched(ctx.sc, ctx.st, ctx.power(), hex) {
        return Err(Refusal::new("watched", "ST-14.6", "the hex is in the zone of an enemy or a neutral").at("hex"));
    }
    if !lines.in_range(hex) {
        let limit = ctx.sc.rulings.communication.line;
        let detail = format!("no base of yours is within {limit} hexes along a line of communication");
        return Err(Refusal::new("no_line", "ST-14.6", detail).at("hex"));
    }
    Ok(())
}

/// Where a fort may be built, near what one has.
fn grounds(ask: &OptionContext<'_>) -> Vec<OptionValue> {
    let power = ask.power();
    let own: Vec<HexId> = ask.st.commands.values().filter(|it| it.power == power).map(|it| it.hex).collect();
    let near = |hex: &HexId| own.iter().any(|mine| mine.distance(*hex) <= FARTHEST);
    let free = |hex: &HexId| founding::may_fort_stand(ask.sc, ask.st, *hex).is_ok();
    let ground = Ground::new(ask.sc, ask.st);
    let lines = Lines::new(&ground, ask.st, power);
    let allowed = ask.sifted(ask.sc.board.all().filter(near).filter(free), |ctx, hex| may_stand(ctx, &lines, *hex));
    allowed.into_iter().map(|hex| ask.hex_value(hex)).collect()
}
