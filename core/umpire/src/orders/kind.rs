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
use super::{Numbered, Order};

/// When in the sequence of play an order is carried out (UM-4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderPhase {
    /// P1, by nation.
    Diplomacy,
    /// P2, by nation.
    TaxRates,
    /// At the beginning of P3, by nation.
    Replacements,
    /// P3, in rounds of one order each (UM-R5).
    Options,
    /// P5, all forces against one clock (UM-R45).
    Movement,
    /// P6, by nation.
    Recruitment,
    /// P18, by nation.
    WinterQuarters,
}

impl OrderPhase {
    /// Id of the phase of the sequence of play.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Diplomacy => "P1",
            Self::TaxRates => "P2",
            Self::Replacements | Self::Options => "P3",
            Self::Movement => "P5",
            Self::Recruitment => "P6",
            Self::WinterQuarters => "P18",
        }
    }
}

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
