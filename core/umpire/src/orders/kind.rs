//! What every kind of order says of itself.

use std::fmt::Debug;

use kernel::shorthand::Read;
use kernel::{FieldOptions, OrderInfo, Refusal};
use serde_json::Value;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::carry_out::CarryOut;
use super::check::Foreseen;
use super::context::{OrderContext, Permission};
use super::notation::Line;
use super::options::{OptionContext, PartialOrder};
use super::phase::OrderPhase;
use super::{Numbered, Order};

/// A kind of order: its fields, and what becomes of it from the shorthand to the turn.
pub trait OrderKind: Sized + Into<Order> + ToSchema {
    /// The same with all names looked up.
    type Command: Clone + PartialEq + Debug;

    /// When it is carried out.
    const PHASE: OrderPhase;
    /// The rules behind it.
    const RULES: &'static [&'static str];
    /// What it does, in a sentence for players.
    const SUMMARY: &'static str;
    /// The word that its line begins with; nothing where a line begins with a general.
    const VERB: Option<&'static str>;
    /// What to write, for whoever wrote too much.
    const USAGE: &'static str;

    /// An example: Venetian, in *Italia 1450*.
    fn example() -> Self;

    /// Looks up its names.
    fn resolve(&self, context: &OrderContext<'_>) -> Result<Self::Command, Refusal>;

    /// Whether the rules allow it, at least in part.
    fn judge(command: &Self::Command, context: &OrderContext<'_>) -> Result<Permission, Refusal>;

    /// Judges it on what the nation knows, and foresees what it will do: effects of chance are left out, and what may be
    /// paid counts as paid.
    fn foresee(command: &Self::Command, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal>;

    /// Judges it on the true state and carries it out.
    fn carry_out(order: &Numbered<&Self::Command>, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal>;

    /// Whether a later order of the kind takes its place (UM-4.6).
    fn replaced_by(command: &Self::Command, later: &Self::Command) -> bool;

    /// The next field of a partly filled order and what it may be; nothing when it is complete, or when nothing of the
    /// kind is possible now.
    fn options(ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions>;

    /// The line that reads back as the same order.
    fn print(&self) -> String;

    /// Reads the line behind the verb.
    fn parse(line: &mut Line<'_, '_>) -> Read<Order>;
}

impl OrderContext<'_> {
    /// Whether an order may be carried out, at least in part.
    pub fn permit<K: OrderKind>(&self, command: &K::Command) -> Result<Permission, Refusal> {
        if self.st.nation(self.nation).eliminated {
            return Err(Refusal::new("nation_eliminated", "UM-R6", "your nation is out of the game"));
        }
        K::judge(command, self)
    }
}

impl CarryOut<'_, '_> {
    /// Whether an order may be carried out now, at least in part.
    pub(super) fn permit<K: OrderKind>(&self, order: &Numbered<&K::Command>) -> Result<Permission, Refusal> {
        let (sc, st) = (self.turn.sc, &*self.turn.st);
        OrderContext { sc, st, nation: order.nation, earlier: &self.earlier }.permit::<K>(order.what)
    }
}

impl Foreseen<'_> {
    /// Whether an order may be carried out as far as can be foreseen, and how much of it. That it is only a part is
    /// noted.
    pub(super) fn permit<K: OrderKind>(&mut self, command: &K::Command) -> Result<u16, Refusal> {
        let permission = self.context().permit::<K>(command)?;
        let part = permission.part();
        permission.cut().into_iter().for_each(|refusal| self.warn(refusal));
        Ok(part)
    }
}

impl OptionContext<'_> {
    /// Whether the rules allow an order, as far as can be foreseen.
    pub fn permits<K: OrderKind>(&self, command: &K::Command) -> bool {
        self.met.note(self.context().permit::<K>(command), |_| true).is_ok()
    }

    /// How much of an order the rules allow; 0 for nothing.
    pub fn part<K: OrderKind>(&self, command: &K::Command) -> u16 {
        self.met.note(self.context().permit::<K>(command), |_| true).map_or(0, |permission| permission.part())
    }
}

/// What `GET /v1/rulesets` tells of a kind.
pub(super) fn info<K: OrderKind>() -> OrderInfo {
    let example: Order = K::example().into();
    let json: Value = serde_json::to_value(&example).expect("orders are plain data");
    OrderInfo::new(K::SUMMARY, K::PHASE.id(), K::RULES, json, &example.print())
}

/// The schema of a kind as a member of the union of all orders: its fields and its `type`.
pub(super) fn member<K: PartialSchema>(tag: &str) -> RefOr<Schema> {
    let RefOr::T(Schema::Object(mut object)) = K::schema() else {
        panic!("the schema of an order is an object");
    };
    let kind = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).enum_values(Some([tag]));
    object.properties.insert("type".to_owned(), kind.build().into());
    object.required.push("type".to_owned());
    // The members of the union never said it, and clients are generated from them.
    object.additional_properties = None;
    object.into()
}
