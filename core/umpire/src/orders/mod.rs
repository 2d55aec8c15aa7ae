//! What a player may ask (docs/rules/umpire.md, section 5): a file for each kind of order, and a line for it here.
//!
//! Places and generals are named as the reports name them, unit types and nations by their ids. A place may also be
//! given by its three-letter code, a general by any part of his name that fits him alone.
//!
//! | file | what |
//! |---|---|
//! | `kind.rs` | what every kind says of itself |
//! | `lookup.rs` | names in orders |
//! | `context.rs` | who orders in which position; what the rules ask of several kinds |
//! | `check.rs` | an order set when it is handed in |
//! | `prospects.rs` | what may come of an order |
//! | `carry_out.rs` | the orders of a phase in their turn |
//! | `sequence.rs` | the sequence of play |
//! | `options.rs` | what may be ordered now, field by field |
//! | `notation/` | orders as lines |

pub mod carry_out;
pub mod check;
pub mod context;
mod kind;
pub mod lookup;
pub mod notation;
pub mod options;
mod phase;
mod prospects;
pub mod sequence;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use kernel::shorthand::Read;
use kernel::{FieldOptions, OrderInfo, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::OneOfBuilder;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

pub use context::{OrderContext, Permission};
pub use kind::OrderKind;
pub use phase::OrderPhase;

use carry_out::CarryOut;
use check::Foreseen;
use notation::Line;
use options::{OptionContext, PartialOrder};

/// Numbers of units by type. A schema of its own: client generators stumble over maps inside the members of a union.
#[derive(ToSchema)]
#[schema(as = UmpireUnitNumbers, example = json!({"FOO": 4, "MAA": 6}))]
pub struct UnitNumbers(#[expect(dead_code, reason = "names a schema")] BTreeMap<String, u16>);

/// An order with its place in the order set.
#[derive(Clone, PartialEq, Debug)]
pub struct Numbered<T> {
    /// Whose order.
    pub nation: crate::model::ids::NationId,
    /// Index in the order set.
    pub index: usize,
    /// What is to be done.
    pub what: T,
}

macro_rules! order_kinds {
    ($($file:ident :: $kind:ident),* $(,)?) => {
        $(pub mod $file;)*
        $(pub use $file::$kind;)*

        /// An order. The lists of options, moves and recruits keep the order in which they stand on the order set (UM-34.4).
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(tag = "type", rename_all = "snake_case")]
        #[expect(missing_docs, reason = "each kind has a file of its own")]
        pub enum Order {
            $($kind($kind),)*
        }

        $(impl From<$kind> for Order {
            fn from(order: $kind) -> Self {
                Self::$kind(order)
            }
        })*

        /// An order after its names have been looked up.
        #[derive(Clone, PartialEq, Debug)]
        #[expect(missing_docs, reason = "each kind has a file of its own")]
        pub enum Command {
            $($kind(<$kind as OrderKind>::Command),)*
        }

        impl Order {
            /// When it is carried out.
            pub const fn phase(&self) -> OrderPhase {
                match self {
                    $(Self::$kind(_) => $kind::PHASE,)*
                }
            }

            /// Looks up its names.
            pub fn resolve(&self, context: &OrderContext<'_>) -> Result<Command, Refusal> {
                match self {
                    $(Self::$kind(order) => order.resolve(context).map(Command::$kind),)*
                }
            }

            /// The line that reads back as the same order.
            pub fn print(&self) -> String {
                let line = match self {
                    $(Self::$kind(order) => order.print(),)*
                };
                // A name made up by a client must not become a line of its own.
                line.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
            }
        }

        impl Command {
            /// When it is carried out.
            pub const fn phase(&self) -> OrderPhase {
                match self {
                    $(Self::$kind(_) => $kind::PHASE,)*
                }
            }

            fn foresee(&self, foreseen: &mut Foreseen<'_>) -> Result<(), Refusal> {
                match self {
                    $(Self::$kind(command) => $kind::foresee(command, foreseen),)*
                }
            }

            fn replaced_by(&self, later: &Self) -> bool {
                match self {
                    $(Self::$kind(command) => {
                        matches!(later, Self::$kind(later) if $kind::replaced_by(command, later))
                    })*
                }
            }
        }

        impl Numbered<Command> {
            fn carry_out(&self, turn: &mut CarryOut<'_, '_>) -> Result<(), Refusal> {
                match &self.what {
                    $(Command::$kind(what) => {
                        $kind::carry_out(&Numbered { nation: self.nation, index: self.index, what }, turn)
                    })*
                }
            }
        }

        /// Every kind of order with an example.
        pub fn infos() -> Vec<OrderInfo> {
            vec![$(kind::info::<$kind>(),)*]
        }

        /// When orders of a kind are carried out; nothing for what is no kind of order.
        fn phase_of(kind: &str) -> Option<OrderPhase> {
            $(if kind == stringify!($file) {
                return Some($kind::PHASE);
            })*
            None
        }

        /// The next field of an order of a kind.
        fn options_of(kind: &str, ask: &OptionContext<'_>, order: &PartialOrder<'_>) -> Option<FieldOptions> {
            $(if kind == stringify!($file) {
                return $kind::options(ask, order);
            })*
            None
        }

        /// The words that a line other than a movement begins with.
        pub(crate) fn verbs<'a>() -> impl Iterator<Item = &'a str> {
            [$($kind::VERB,)*].into_iter().flatten()
        }

        /// Reads a line: an order behind its verb, or a line that begins with a general.
        pub fn parse(line: &mut Line<'_, '_>) -> Read<Order> {
            let verb = line.tokens[0].text.to_lowercase();
            $(if $kind::VERB == Some(verb.as_str()) {
                line.at = 1;
                let order = $kind::parse(line)?;
                line.end($kind::USAGE)?;
                return Ok(order);
            })*
            line.movement()
        }

        impl PartialSchema for Order {
            fn schema() -> RefOr<Schema> {
                let union = OneOfBuilder::new()
                    $(.item(kind::member::<$kind>(stringify!($file))))*
                    .description(Some(concat!(
                        "An order. The lists of options, moves and recruits keep the order in which they stand on ",
                        "the order set (UM-34.4).",
                    )));
                Schema::OneOf(union.build()).into()
            }
        }

        impl ToSchema for Order {
            fn name() -> std::borrow::Cow<'static, str> {
                "UmpireOrder".into()
            }

            fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                $(<$kind as ToSchema>::schemas(schemas);)*
            }
        }
    };
}

// In the sequence of play.
order_kinds! {
    set_enemies::SetEnemies,
    set_tax_rate::SetTaxRate,
    disband_units::DisbandUnits,
    found_city::FoundCity,
    improve_city::ImproveCity,
    rebuild_city::RebuildCity,
    sack_city::SackCity,
    transfer_funds::TransferFunds,
    assassinate::Assassinate,
    offer_bribe::OfferBribe,
    move_capital::MoveCapital,
    cede_province::CedeProvince,
    convert_troops::ConvertTroops,
    appoint_general::AppointGeneral,
    reassign_general::ReassignGeneral,
    set_seniority::SetSeniority,
    move_force::MoveForce,
    set_combat_orders::SetCombatOrders,
    recruit_units::RecruitUnits,
    recruit_spy_network::RecruitSpyNetwork,
    winter_destination::WinterDestination,
    set_replacement_province::SetReplacementProvince,
}
