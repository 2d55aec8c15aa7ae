//! What a family may order (section 5): a file per kind of order.
//!
//! Personae are named as they are called (`Cesare Borgia`; one's own also `Cesare`) or by number (`#12`), locations by name,
//! goods and men by key (`salt_fish`, `pikemen`). Orders are sealed; those of a month are carried out family by family, in the
//! order in which they were received ([`carry_out`]).
//!
//! A kind's file has its fields, its rules, an example, what it does or why the rules forbid it ([`OrderKind::carry_out`]), and
//! how it is written. One line below registers it.
//!
//! | file | what |
//! |---|---|
//! | `kind.rs` | what a kind of order is, and the classes of orders |
//! | `context.rs` | what an order names, and the refusals that many kinds share |
//! | `carry_out.rs` | order sets judged, and carried out with their month |
//! | `items.rs` | lists of things in orders |

pub mod carry_out;
mod context;
mod items;
mod kind;
mod market;
mod prelude;

use kernel::{OrderInfo, Refusal};
use serde::{Deserialize, Serialize};

pub use context::OrderContext;
pub use items::Items;
pub use kind::{Class, OrderKind};

/// Makes the enum of all orders and hands every question about an order to its kind.
macro_rules! order_kinds {
    ($($module:ident: $Kind:ident,)*) => {
        $(
            mod $module;
            pub use $module::$Kind;

            impl From<$Kind> for Order {
                fn from(order: $Kind) -> Self {
                    Self::$Kind(order)
                }
            }
        )*

        /// An order of a family.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(tag = "type", rename_all = "snake_case")]
        #[allow(missing_docs, reason = "each kind has its own")]
        pub enum Order {
            $($Kind($Kind),)*
        }

        /// The values of the `type` field.
        pub const KINDS: &[&str] = &[$(stringify!($module)),*];

        /// Every kind of order.
        pub fn infos() -> Vec<OrderInfo> {
            vec![$($Kind::info()),*]
        }

        impl Order {
            /// The value of the `type` field.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$Kind(_) => stringify!($module),)*
                }
            }

            /// When it is carried out.
            pub fn class(&self) -> Class {
                match self {
                    $(Self::$Kind(_) => $Kind::CLASS,)*
                }
            }

            /// Whether a persona who has begun a battle may still do it this turn (RN-62.11).
            pub fn is_allowed_after_battle(&self) -> bool {
                match self {
                    $(Self::$Kind(_) => $Kind::AFTER_BATTLE,)*
                }
            }

            /// The persona who acts, as the order names him.
            pub fn persona(&self) -> Option<&str> {
                match self {
                    $(Self::$Kind(order) => order.persona(),)*
                }
            }

            /// The order as a line.
            pub fn print(&self) -> String {
                match self {
                    $(Self::$Kind(order) => order.print(),)*
                }
            }

            /// Carries it out, or says why the rules forbid it; then nothing has changed.
            pub fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
                match self {
                    $(Self::$Kind(order) => order.carry_out(ctx),)*
                }
            }
        }

        kernel::order_schema! { Order as "RenaissanceOrder", "An order of a family."; $($module: $Kind,)* }
    };
}

order_kinds! {
    postpone_until: PostponeUntil,
    set_sequence: SetSequence,
    transfer_assets: TransferAssets,
    transfer_to_locals: TransferToLocals,
    sell_goods: SellGoods,
    buy_goods: BuyGoods,
}
