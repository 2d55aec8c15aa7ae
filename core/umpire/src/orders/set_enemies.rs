//! Whom a nation calls its enemies (UM-5).

use kernel::{FieldOptions, FieldValues, Refusal};
use kernel::shorthand::{Read, Words};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{OptionContext, PartialOrder};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use crate::model::ids::NationId;
use crate::rules::diplomacy;

/// P1: the whole list of enemies, replacing the old one (UM-5).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireSetEnemies")]
pub struct SetEnemies {
    /// Nations treated as enemies from now on; an empty list makes peace with everybody who agrees.
    #[schema(max_items = 32, example = json!(["MIL", "NAP"]))]
    pub nations: Vec<String>,
}

impl OrderKind for SetEnemies {
    type Command = Vec<NationId>;

    const PHASE: OrderPhase = OrderPhase::Diplomacy;
    const RULES: &'static [&'static str] = &["UM-5.1", "UM-5.3", "UM-R9"];
    const SUMMARY: &'static str = "Names all the nations that count as enemies from now on (in words, nobody: enemies none); enmity holds when either \
             side names the other";
    const VERB: Option<&'static str> = Some("enemies");
    const USAGE: &'static str = "write: enemies MIL NAP, or: enemies none";

    fn example() -> Self {
        Self { nations: vec!["MIL".into(), "NAP".into()] }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        self.nations.iter().enumerate().map(|(at, word)| context.find_nation(word, &format!("nations/{at}"))).collect()
    }

    fn judge(_: &Self::Command, _: &OrderContext<'_>) -> Result<Permission, Refusal> {
        Ok(Permission::whole())
    }

    fn foresee(nations: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.permit::<Self>(nations)?;
        let idle = |other: &&NationId| **other == foreseen.nation || foreseen.st.nation(**other).eliminated;
        if let Some(other) = nations.iter().find(idle) {
            let detail = format!("{} cannot be an enemy and is left out", foreseen.sc.nation(*other).name);
            foreseen.warn(Refusal::new("no_enemy", "UM-5.1", detail).at("nations"));
        }
        let enemies = nations.iter().copied().filter(|other| *other != foreseen.nation).collect();
        foreseen.st.nation_mut(foreseen.nation).declared = enemies;
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.permit::<Self>(order)?;
        diplomacy::name_enemies(turn.turn, order.nation, order.what);
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        true
    }

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        let values = ask.nations(|_| true);
        if order.answered("/nations") || values.is_empty() {
            return None;
        }
        let most = values.len() as u32;
        let values = FieldValues::Several { values, least: 0, most };
        Some(FieldOptions::new("/nations", "Who are your enemies?", values))
    }

    fn print(&self) -> String {
        if self.nations.is_empty() { "enemies none".to_owned() } else { format!("enemies {}", self.nations.join(" ")) }
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        let mut nations = Vec::new();
        if line.take("none") || line.take("-") {
            return Ok(Self { nations }.into());
        }
        loop {
            nations.push(line.nation()?);
            while line.take(",") || line.take("and") {}
            if line.peek().is_none() {
                return Ok(Self { nations }.into());
            }
        }
    }
}
