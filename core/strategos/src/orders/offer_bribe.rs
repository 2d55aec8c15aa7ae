//! `offer_bribe`: offers a bribe to the commander of a command that is near (ST-7.10, ST-16.6, ST-16.8, ST-R43).

use super::prelude::*;
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

impl OrderKind for OfferBribe {
    const STEP: Step = Step::Bribes;

    fn info() -> OrderInfo {
        described(Self::STEP, "Offers a bribe to the commander of a command that is near", &["ST-7.10", "ST-16.6", "ST-16.8", "ST-R43"], json!({ "type": "offer_bribe", "of": "CAS", "target": "Philippoi", "purpose": "surrender_city", "tlts": 400, "via": "Army I" }))
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
}
