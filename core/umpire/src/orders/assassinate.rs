//! An attempt on the life of a general (UM-11.2).

use kernel::{FieldOptions, OptionValue, Refusal};
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder, amount, one_of};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission, prospects};
use super::lookup::{find_general, find_general_name, fold};
use crate::model::ids::{GeneralId, NameId, Rp};
use crate::model::state::General;
use crate::rules::options::intrigue;

/// P3: pays for the death of a general, one's own or another's (UM-11.2).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireAssassinate")]
pub struct Assassinate {
    /// Whom.
    #[schema(example = "Francesco Sforza")]
    pub general: String,
    /// The price, 5 at the least.
    pub amount: Rp,
}

/// The order in ids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Assassination {
    /// Whom: a name, for who bears it is found out in play.
    pub general: NameId,
    /// The price.
    pub amount: Rp,
}

impl OrderKind for Assassinate {
    type Command = Assassination;

    const PHASE: OrderPhase = OrderPhase::Options;
    const RULES: &'static [&'static str] = &["UM-11.2", "UM-R28"];
    const SUMMARY: &'static str = "Pays at least 5 RP for the death of a general, anybody's; more money, better chance";
    const VERB: Option<&'static str> = Some("assassinate");
    const USAGE: &'static str = "write: assassinate Francesco Sforza 10";

    fn example() -> Self {
        Self { general: "Francesco Sforza".into(), amount: Rp::whole(10) }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        let own = find_general(context.sc, context.st, context.nation, &self.general).map(|id| context.st.general(id).name);
        let name = own.or_else(|_| find_general_name(context.sc, &self.general)).map_err(|refusal| refusal.at("general"))?;
        Ok(Assassination { general: name, amount: self.amount })
    }

    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal> {
        let &Assassination { general, amount } = command;
        context.at_least(amount, context.sc.economy.assassin_min, "an assassin", "UM-11.2")?;
        if intrigue::bearer(context.st, general).is_none() {
            let detail = format!("nobody knows of a living general {}", context.sc.names[general.index()]);
            return Err(Refusal::new("no_such_general", "UM-11.2", detail).at("general").uncertain());
        }
        context.credit(amount, "UM-11.2")?;
        Ok(Permission::whole())
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(command)?;
        foreseen.tell("UM-R28", |it| prospects::of_assassin(it.sc, &it.st, it.nation, command.general, command.amount));
        foreseen.spend(command.amount);
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        let &Assassination { general, amount } = order.what;
        intrigue::assassinate(turn.turn, &mut turn.earlier, order.nation, general, amount);
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        let (sc, st, least) = (ask.sc(), &ask.foreseen.st, ask.sc().economy.assassin_min);
        if !order.answered("/general") {
            let known = st.living().filter(|(_, known)| {
                ask.permits::<Self>(&Assassination { general: known.name, amount: least })
            });
            let value = |&(id, known): &(GeneralId, &General)| OptionValue {
                label: format!("{} of {}", st.captain(sc, id), sc.party(known.nation)),
                ..ask.captain(id)
            };
            // One's own, of whom one is rid by other means, come last.
            let (own, foreign): (Vec<_>, Vec<_>) = known.partition(|(_, known)| known.nation == ask.foreseen.nation);
            let values = foreign.iter().chain(&own).map(value).collect();
            return one_of("/general", "Whom?", values);
        }
        if order.answered("/amount") {
            return None;
        }
        let least = least.in_tenths().div_euclid(10) + i64::from(least.in_tenths() % 10 > 0);
        amount("/amount", "For how much?", least, ask.money(), Some(Rp::whole(1)))
    }

    fn print(&self) -> String {
        format!("assassinate {} {}", self.general, self.amount)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        let (from, to) = (line.at, line.tokens.len() - 1);
        if to <= from {
            return line.misread("too_short", "a name and a sum are missing", Self::USAGE);
        }
        let phrase = line.phrase(from, to);
        let own = line.names.own_general(&fold(&phrase)).map(Ok);
        let known = own.unwrap_or_else(|| find_general_name(line.names.sc, &phrase).map(|id| line.names.text(id)));
        let general = match known {
            Ok(name) => name,
            Err(refusal) => return line.wrong(from, to, refusal),
        };
        line.at = to;
        Ok(Self { general, amount: line.money()? }.into())
    }
}
