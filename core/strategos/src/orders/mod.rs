//! What a player may order (section 5): a file per kind of order.
//!
//! Countries are named by their key (`LYS`), cities and forts by name or hex, one's own commands and leaders by name; commands
//! also by number (`#12`), as a deserter may bring a name that is there already. Orders are sealed; those of a week are carried out together ([`carry_out`]).
//!
//! A kind's file has its fields, its rules, an example, what it does or why the rules forbid it
//! ([`OrderKind::carry_out`]), what its fields may be ([`OrderKind::next`]), how it is written and read. One line below
//! registers it.
//!
//! | file | what |
//! |---|---|
//! | `kind.rs` | what a kind of order is, and the steps of a week |
//! | `context.rs`, `refusals.rs` | what an order names; why the rules forbid it |
//! | `carry_out.rs` | order sets judged, and carried out with their week |
//! | `options.rs`, `offers.rs` | what may be ordered now |
//! | `notation/` | what the lines of orders are made of |
//! | `prospects.rs` | what may come of an order |
//! | `parts.rs`, `assignment.rs`, `boarding.rs` | what several kinds share |

mod assignment;
mod boarding;
pub mod carry_out;
mod context;
mod kind;
pub mod notation;
mod offers;
pub mod options;
mod parts;
mod prelude;
pub mod prospects;
mod refusals;
mod step;

use kernel::{Dice, OrderInfo, Refusal};
use options::{Field, OptionContext, PartialOrder};
use prospects::Prospects;
use serde::{Deserialize, Serialize};

pub use context::{OrderContext, Pending};
pub use kind::{OrderKind, Verb};
pub use parts::{Answer, AssaultPhases, Treaty, TreatyCondition};
pub use step::Step;

use crate::model::scenario::Scenario;

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

        /// An order of a country.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(tag = "type", rename_all = "snake_case")]
        #[allow(missing_docs)]
        pub enum Order {
            $($Kind($Kind),)*
        }

        /// The values of the `type` field.
        pub const KINDS: &[&str] = &[$(stringify!($module)),*];

        /// Every kind of order, in the order of the sequence of play.
        pub fn infos() -> Vec<OrderInfo> {
            vec![$($Kind::info()),*]
        }

        /// The words that orders begin with as lines.
        pub fn verbs() -> impl Iterator<Item = &'static Verb> {
            [$($Kind::VERBS),*].into_iter().flatten()
        }

        /// The step of the week of a kind of order.
        fn step_of(kind: &str) -> Option<Step> {
            match kind {
                $(stringify!($module) => Some($Kind::STEP),)*
                _ => None,
            }
        }

        /// The next open field of an order of a kind.
        fn next_of(kind: &str, ask: &OptionContext<'_>, order: &PartialOrder) -> Option<Field> {
            match kind {
                $(stringify!($module) => $Kind::next(ask, order),)*
                _ => None,
            }
        }

        impl Order {
            /// The value of the `type` field.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$Kind(_) => stringify!($module),)*
                }
            }

            /// The step of the week in which it is carried out.
            pub fn step(&self) -> Step {
                match self {
                    $(Self::$Kind(_) => $Kind::STEP,)*
                }
            }

            /// The order as a line that reads back as the same order.
            pub fn print(&self, sc: &Scenario) -> String {
                match self {
                    $(Self::$Kind(order) => order.print(sc),)*
                }
            }

            /// Carries it out, or says why the rules forbid it; then nothing has changed.
            pub fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
                match self {
                    $(Self::$Kind(order) => order.carry_out(ctx),)*
                }
            }
        }

        impl Order {
            /// What may come of it, once all orders of its set stand.
            fn prospects(&self, ctx: &mut OrderContext<'_>) -> Option<Prospects> {
                match self {
                    $(Self::$Kind(order) => order.prospects(ctx),)*
                }
            }
        }

        kernel::order_schema! { Order as "StrategosOrder", "An order of a country."; $($module: $Kind,)* }
    };
}

order_kinds! {
    answer_treaty: AnswerTreaty,
    offer_treaty: OfferTreaty,
    break_treaty: BreakTreaty,
    declare_enemy: DeclareEnemy,
    transfer_money: TransferMoney,
    found_city: FoundCity,
    send_trade: SendTrade,
    upgrade_size: UpgradeSize,
    upgrade_defence: UpgradeDefence,
    build_fort: BuildFort,
    build_road: BuildRoad,
    raise_command: RaiseCommand,
    establish_command_base: EstablishCommandBase,
    build_units: BuildUnits,
    disband_units: DisbandUnits,
    disperse: Disperse,
    transfer_units: TransferUnits,
    transfer_prisoners: TransferPrisoners,
    assign_command: AssignCommand,
    allocate_special: AllocateSpecial,
    appoint_leader: AppointLeader,
    place_spy: PlaceSpy,
    strategic_move: StrategicMove,
    hire_assassin: HireAssassin,
    offer_bribe: OfferBribe,
    submit_dispatch: SubmitDispatch,
    authorise_attack: AuthoriseAttack,
    march: March,
    embark: Embark,
    disembark: Disembark,
    set_battle_order: SetBattleOrder,
    set_interaction: SetInteraction,
    set_task: SetTask,
    abandon_task: AbandonTask,
    set_city_order: SetCityOrder,
    assault: Assault,
    special_transfer: SpecialTransfer,
    dismiss_leader: DismissLeader,
    choose_excess: ChooseExcess,
}

impl Order {
    /// Whether the rules allow it in a position in which the week has begun; the position stays as it is.
    pub fn judge(&self, ctx: &OrderContext<'_>) -> Result<(), Refusal> {
        let (mut st, mut pending) = (ctx.st.clone(), ctx.pending.clone());
        let mut dice = Dice::middling().quiet();
        let (sc, country) = (ctx.sc, ctx.country);
        self.carry_out(&mut OrderContext { sc, st: &mut st, country, dice: &mut dice, pending: &mut pending })
    }
}
