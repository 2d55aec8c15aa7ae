//! Generals lead a force along routes (UM-15, UM-16).

use std::collections::BTreeMap;

use kernel::Refusal;
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use super::UnitNumbers;
use super::notation::combat_orders;
use crate::model::combat_orders::{CombatOrders, DefaultAction};
use crate::model::ids::ProvinceId;
use crate::rules::movement::{ForceMovement, Movement};

/// P5: generals lead a force along routes (UM-15, UM-16). By sea if squadrons are listed, else by land.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "UmpireMoveForce")]
pub struct MoveForce {
    /// Who leads; the most senior commands.
    #[schema(min_items = 1, example = json!(["Carne", "Bari"]))]
    pub generals: Vec<String>,
    /// The whole force that moves, by type; empty for generals alone.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = UnitNumbers)]
    pub units: BTreeMap<String, u16>,
    /// Provinces on the way, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!(["Venice"]))]
    pub via: Vec<String>,
    /// Where to.
    #[schema(example = "Chioggia")]
    pub destination: String,
    /// Combat orders of the squadrons that move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fleet_orders: Option<CombatOrders>,
    /// Combat orders of the army units that move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army_orders: Option<CombatOrders>,
}

impl OrderKind for MoveForce {
    type Command = ForceMovement;

    const PHASE: OrderPhase = OrderPhase::Movement;
    const RULES: &'static [&'static str] = &["UM-15.1", "UM-15.6", "UM-15.9", "UM-16.1"];
    const SUMMARY: &'static str = "Moves a force under its generals, by sea if squadrons are listed and else by land, and gives the orders it \
             will fight by. Lists the whole force that moves; lines are carried out in the order of the sheet";
    const VERB: Option<&'static str> = None;
    const USAGE: &'static str = "write: generals, troops, to the destination, via the provinces between, fleet 1D, army 1D";

    fn example() -> Self {
        Self {
            generals: vec!["Bartolomeo Colleoni".into()],
            units: [("FOO".into(), 4), ("GAL".into(), 4)].into(),
            via: vec!["Venice".into()],
            destination: "Chioggia".into(),
            fleet_orders: Some(CombatOrders::new(1, DefaultAction::Retreat)),
            army_orders: Some(CombatOrders::new(3, DefaultAction::Manoeuvre)),
        }
    }

    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal> {
        let general = |(at, word): (usize, &String)| context.find_general(word, &format!("generals/{at}"));
        let stop = |(at, word): (usize, &String)| context.find_province(word, &format!("via/{at}"));
        let unit = |(word, count): (&String, &u16)| Ok((context.find_type(word, &format!("units/{word}"))?, *count));
        let mut path: Vec<ProvinceId> = self.via.iter().enumerate().map(stop).collect::<Result<_, _>>()?;
        path.push(context.find_province(&self.destination, "destination")?);
        Ok(ForceMovement {
            generals: self.generals.iter().enumerate().map(general).collect::<Result<_, _>>()?,
            units: self.units.iter().map(unit).collect::<Result<_, _>>()?,
            path,
            fleet_orders: self.fleet_orders,
            army_orders: self.army_orders,
        })
    }

    fn judge(_: &Self::Command, _: &OrderContext<'_>) -> Result<Permission, Refusal> {
        // Movement is judged as a whole: what comes before it on the list decides where the force stands (UM-15.5).
        Ok(Permission::whole())
    }

    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
        foreseen.movements.push((foreseen.index, Movement::Force(command.clone())));
        Ok(())
    }

    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
        turn.movements[order.nation.index()].push((order.index, Movement::Force(order.what.clone())));
        Ok(())
    }

    fn replaced_by(_: &Self::Command, _: &Self::Command) -> bool {
        false
    }

    fn print(&self) -> String {
        let mut line = self.generals.join(", ");
        for (kind, count) in &self.units {
            line += &format!(" {count} {kind}");
        }
        line += &format!(" to {}", self.destination);
        if !self.via.is_empty() {
            line += &format!(" via {}", self.via.join(", "));
        }
        line + &combat_orders(self.fleet_orders, self.army_orders)
    }

    fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
        line.movement()
    }
}
