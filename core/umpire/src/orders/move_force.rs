//! Generals lead a force along routes (UM-15, UM-16).

use std::collections::BTreeMap;

use kernel::{FieldOptions, OptionValue, Refusal};
use kernel::shorthand::Read;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::notation::Line;
use super::options::{self, OptionContext, PartialOrder, amount, one_of};
use super::{Numbered, Order, OrderContext, OrderKind, OrderPhase, Permission};
use super::UnitNumbers;
use super::notation::combat_orders;
use crate::model::combat_orders::{CombatOrders, DefaultAction};
use crate::model::ids::{GeneralId, ProvinceId, TypeId};
use crate::model::scenario::Scenario;
use crate::model::state::State;
use crate::rules::movement::{ForceMovement, Movement, Positions, exits};

/// No force goes further in a turn.
const MOST_STAGES: usize = 12;

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
             will fight by. Lists the whole force that moves; lines are carried out in the order of the order set";
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

    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
        let (sc, st) = (ask.sc(), &ask.foreseen.st);
        let positions = Positions::after(sc, st, ask.foreseen.nation, &ask.foreseen.movements);
        let own = |id| positions.general(id).0;
        // Who goes: the first has somewhere to go, the others stand where he does.
        let ways = |from: ProvinceId| !exits(sc, st, from, &[]).is_empty() || sails(&positions, sc, st, from);
        let named: Option<Vec<GeneralId>> =
            order.list("generals").into_iter().map(|word| ask.context().find_general(word, "generals").ok()).collect();
        let named = named?;
        let Some(from) = named.first().map(|&first| own(first)) else {
            return ask.generals("/generals/-", "Who leads?", |id| ways(own(id)));
        };
        if !order.answered("/generals/-") {
            let more = ask.generals("/generals/-", "Who else?", |id| own(id) == from && !named.contains(&id));
            if let Some(question) = more {
                return Some(question.or_nothing());
            }
        }
        // What goes: squadrons first, for they decide how, and how many find room.
        let must = |units: &[(TypeId, u16)]| exits(sc, st, from, units).is_empty();
        let optional = |question: FieldOptions, must: bool| if must { question } else { question.or_nothing() };
        let of_arm = |fleet: bool| sc.type_ids().filter(move |&kind| sc.unit(kind).is_fleet() == fleet);
        let kinds: Vec<TypeId> = of_arm(true).chain(of_arm(false)).collect();
        let mut units: Vec<(TypeId, u16)> = Vec::new();
        if !order.answered("/units") && kinds.iter().any(|&kind| positions.may_take(from, &[], kind).is_some()) {
            let some = OptionValue::new(Value::Object(Map::new()), "some of those here");
            let question = FieldOptions::one_of("/units", "Which troops go along?", vec![some]);
            return Some(optional(question, must(&[])));
        }
        let troops = order.answered("/units") && !order.left_out("/units");
        for kind in kinds.into_iter().filter(|_| troops) {
            let pointer = format!("/units/{}", sc.unit(kind).id);
            if order.answered(&pointer) {
                units.extend(Some((kind, order.number(&pointer))).filter(|(_, count)| *count > 0));
                continue;
            }
            let Some((least, most)) = positions.may_take(from, &units, kind) else { continue };
            let prompt = format!("How many {}?", sc.unit(kind).plural);
            let question = amount(&pointer, &prompt, i64::from(least), i64::from(most), None)?;
            return Some(optional(question, must(&units)));
        }
        let path: Option<Vec<ProvinceId>> =
            order.list("via").into_iter().map(|word| ask.context().find_province(word, "via").ok()).collect();
        let path = path?;
        let here = path.last().copied().unwrap_or(from);
        let next = exits(sc, st, here, &units);
        let values = || next.iter().map(|&(to, points)| ask.place(to).costing(points, "movement points")).collect();
        if !order.answered("/via/-") && path.len() < MOST_STAGES {
            return one_of("/via/-", "By way of?", values()).map(FieldOptions::or_nothing);
        }
        if !order.answered("/destination") {
            return one_of("/destination", "Where to?", values());
        }
        for (fleet, pointer, prompt) in
            [(true, "/fleet_orders", "How does the fleet fight?"), (false, "/army_orders", "How does the army fight?")]
        {
            if !order.answered(pointer) {
                let moves = units.iter().any(|&(kind, _)| sc.unit(kind).is_fleet() == fleet);
                let question = options::combat_orders(pointer, prompt);
                return Some(if moves { question } else { question.or_nothing() });
            }
        }
        None
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

/// Whether squadrons are in a province that can leave it.
fn sails(positions: &Positions<'_>, sc: &Scenario, st: &State, from: ProvinceId) -> bool {
    let fleets = sc.type_ids().filter(|&kind| sc.unit(kind).is_fleet() && positions.available(from, kind) > 0);
    fleets.into_iter().any(|kind| !exits(sc, st, from, &[(kind, 1)]).is_empty())
}
