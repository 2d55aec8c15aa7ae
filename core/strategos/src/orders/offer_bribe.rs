//! `offer_bribe`: offers a bribe to the commander of a command that is near (ST-7.10, ST-16.6, ST-16.8, ST-R43).

use super::prelude::*;
use super::offers::{Seen, once};
use crate::rules::covert::BribePurpose;
use crate::rules::covert_acts::{self, NoBribe};

/// Offers a bribe to the commander of a command that is near (ST-7.10, ST-16.6, ST-16.8, ST-R43).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StrategosOfferBribe, title = "StrategosOfferBribe")]
pub struct OfferBribe {
    /// Whose command: a country, or a free city by its name.
    #[schema(example = "CAS")]
    pub of: String,
    /// Which command of theirs.
    #[schema(example = "Division 1")]
    pub target: String,
    /// For what.
    pub purpose: BribePurpose,
    /// How many talents.
    #[schema(minimum = 100, example = 200)]
    pub tlts: u32,
    /// The command of one's own that offers it, in the same hex or next to it.
    #[schema(example = "Army I")]
    pub via: String,
}

/// What a commander may be bribed to do; cities surrender.
const PURPOSES: [Word; 3] = [
    ("surrender_city", "To surrender the city"),
    ("stand_aside", "To stand aside for a week"),
    ("defect", "To change sides with the command"),
];

impl OrderKind for OfferBribe {
    const STEP: Step = Step::Bribes;
    const VERBS: &'static [Verb] = &[Verb {
        word: "bribe",
        example: r#"bribe CAS "Philippoi" 400 for surrender_city by "Army I""#,
        read: |line| {
            let of = line.name(NameKind::Power)?;
            let target = line.name(NameKind::Theirs)?;
            let tlts = line.number("the number of talents", u32::MAX)?;
            line.expect("for")?;
            let purpose = line.word("a purpose", &PURPOSES)?;
            line.expect("by")?;
            Ok(Self { of, target, purpose, tlts, via: line.name(NameKind::Command)? }.into())
        },
    }];

    fn info() -> OrderInfo {
        described(Self::STEP, "Offers a bribe to the commander of a command that is near", &["ST-7.10", "ST-16.6", "ST-16.8", "ST-R43"], json!({ "type": "offer_bribe", "of": "CAS", "target": "Philippoi", "purpose": "surrender_city", "tlts": 400, "via": "Army I" }), r#"bribe CAS "Philippoi" 400 for surrender_city by "Army I""#)
    }

    /// ST-R43: all of it is paid if it is taken, half if not.
    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let via = ctx.command(&self.via, "via")?;
        let of = ctx.foreign(&self.of, "of")?;
        let not_near = || {
            let detail = "there is no such command in the hex of the one that offers, nor next to it";
            Refusal::new("not_near", "ST-R43", detail).at("target").uncertain()
        };
        let target = ctx.theirs(of, &self.target, ctx.st.command(via).hex).ok_or_else(not_near)?;
        let sum = Talents(self.tlts);
        let least = ctx.sc.rulings.covert.bribe_least;
        let attempt = covert_acts::offer_bribe(ctx.sc, ctx.st, (via, target), self.purpose, sum, ctx.dice);
        let attempt = attempt.map_err(|why| match why {
            NoBribe::NoSender => Refusal::new("no_sender", "ST-R43", "only a command of a country offers bribes").at("via"),
            NoBribe::NotNear => not_near(),
            NoBribe::CannotDo => Refusal::new("cannot_do", "ST-R43", "nobody can be bribed to do that")
                .hint("cities surrender, commands in the field stand aside, all but the highest of them defect")
                .at("purpose"),
            NoBribe::TooLittle => {
                Refusal::new("too_little", "ST-16.8", format!("a bribe is {least} talents or more")).at("tlts")
            }
            NoBribe::TooDear => ctx.too_dear("ST-R43", sum).at("tlts"),
        })?;
        ctx.pending.bribes.push(attempt);
        Ok(())
    }

    fn next(ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
        let hex = || ask.command(order, "via").map(|id| ask.st.command(id).hex);
        let near = |seen: &Seen| hex().is_some_and(|hex| hex.distance(seen.hex) <= 1);
        let powers = || {
            let has_near = |power: &OptionValue| ask.seen(power.value.as_str().unwrap_or_default()).iter().any(near);
            ask.powers().into_iter().filter(has_near).collect()
        };
        let targets = || once(ask.seen(order.text("of")).into_iter().filter(near).map(|seen| seen.value));
        let walls = |seen: &Seen| seen.walls && seen.value.value == order.text("target");
        let purposes = || {
            let of_city = ask.seen(order.text("of")).iter().any(walls);
            words(&PURPOSES).into_iter().filter(|one| (one.value == PURPOSES[0].0) == of_city).collect()
        };
        let least = ask.sc.rulings.covert.bribe_least as u32;
        order
            .ask("via", || Field::one("Which command of yours offers it?", ask.commands()))
            .or_else(|| order.ask("of", || Field::one("Whose command?", powers())))
            .or_else(|| order.ask("target", || Field::one("Which command?", targets())))
            .or_else(|| order.ask("purpose", || Field::one("For what?", purposes())))
            .or_else(|| order.ask("tlts", || Field::amount("How many talents?", least, ask.treasury())))
    }

    fn print(&self, _: &Scenario) -> String {
        let Self { of, target, purpose, tlts, via } = self;
        let (of, target) = (power(of), quoted(target));
        format!("bribe {of} {target} {tlts} for {} by {}", key_of(purpose), quoted(via))
    }
}
