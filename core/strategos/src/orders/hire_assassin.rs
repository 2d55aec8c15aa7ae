//! `hire_assassin`: sends an assassin to the leader of a command (ST-21.5 to ST-21.9, ST-R51).

use super::prelude::*;
use super::offers::{Seen, once};
use crate::model::ids::{CommandId, HexId};
use crate::rules::covert_acts::{self, NoAssassin};

/// Sends an assassin to the leader of a command (ST-21.5 to ST-21.9, ST-R51).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosHireAssassin, title = "StrategosHireAssassin")]
pub struct HireAssassin {
    /// Whose command: a country, or a free city by its name.
    #[schema(example = "CAS")]
    pub of: String,
    /// Which command of theirs.
    #[schema(example = "Division 1")]
    pub target: String,
    /// In which hex.
    #[schema(value_type = String, example = "1017")]
    pub hex: HexId,
    /// How many talents.
    #[schema(minimum = 100, example = 200)]
    pub tlts: u32,
}

impl OrderKind for HireAssassin {
    const STEP: Step = Step::Assassins;
    const VERBS: &'static [Verb] = &[Verb {
        word: "assassin",
        example: r#"assassin CAS "Army I" at 1017 200"#,
        read: |line| {
            let of = line.name(NameKind::Power)?;
            let target = line.name(NameKind::Theirs)?;
            line.expect("at")?;
            let hex = line.hex()?;
            Ok(Self { of, target, hex, tlts: line.number("the number of talents", u32::MAX)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Sends an assassin to the leader of a command", &["ST-21.5", "ST-21.6", "ST-21.7", "ST-21.8", "ST-21.9", "ST-R51"], json!({ "type": "hire_assassin", "of": "CAS", "target": "Army I", "hex": "1017", "tlts": 200 }), r#"assassin CAS "Army I" at 1017 200"#)
    }

    /// ST-21.8, ST-R66: who looks in vain is paid and gone, so that nothing is learnt from a refusal.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let of = ctx.foreign(&self.of, "of")?;
        let nobody = CommandId(ctx.st.next.command);
        let target = ctx.theirs(of, &self.target, self.hex).unwrap_or(nobody);
        let price = Talents(self.tlts);
        let least = ctx.sc.rulings.covert.assassin_least;
        let attempt = covert_acts::assassinate(ctx.sc, ctx.st, ctx.country, (target, self.hex), price, ctx.dice);
        let attempt = attempt.map_err(|why| match why {
            NoAssassin::NoneLeft => Refusal::new("none_left", "ST-21.5", "you have hired an assassin this quarter")
                .hint("wait for the next quarter"),
            NoAssassin::TooCheap => {
                Refusal::new("too_little", "ST-21.6", format!("nobody does it for less than {least} talents")).at("tlts")
            }
            NoAssassin::TooDear => ctx.too_dear("ST-21.6", price).at("tlts"),
        })?;
        ctx.pending.assassins.push(attempt);
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let seen = || ask.seen(order.text("of"));
        let targets = || once(seen().into_iter().map(|seen| seen.value));
        let named = |seen: &Seen| seen.value.value == order.text("target");
        let hexes = || once(seen().iter().filter(|seen| named(seen)).map(|seen| ask.hex_value(seen.hex)));
        let least = ask.sc.rulings.covert.assassin_least as u32;
        order
            .ask("of", || Field::one("Whose command?", ask.powers()))
            .or_else(|| order.ask("target", || Field::one("Which command?", targets())))
            .or_else(|| order.ask("hex", || Field::one("In which hex?", hexes())))
            .or_else(|| order.ask("tlts", || Field::amount("How many talents?", least, ask.treasury())))
    }

    fn print(&self, _: &Scenario) -> String {
        let Self { of, target, hex, tlts } = self;
        format!("assassin {} {} at {hex} {tlts}", power(of), quoted(target))
    }
}
