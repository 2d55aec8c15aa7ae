//! What a player may ask (docs/rules/eternal-rome.md, section 5): a file per kind of order.
//!
//! Armies and fleets are named as the views name them (`OCT-A3`, `OCT-F1`), powers by code or name, places by hex
//! (`2824`) or by the name of their city, leaders by any part of their name that fits one alone.
//!
//! A kind's file has its fields, its rules, an example, whether the rules allow it ([`OrderKind::judge`]) and what it does,
//! what its fields may be ([`OrderKind::options`]), how it is written and read. One line below registers it.
//!
//! | file | what |
//! |---|---|
//! | `kind.rs` | what a kind of order is |
//! | `judge.rs`, `context.rs`, `carry_out.rs`, `hints.rs` | orders judged on what their seat knows, and carried out |
//! | `options.rs` | what may be ordered now |
//! | `notation/` | what the lines of orders are made of |
//! | `parts.rs` | what orders are made of |
//! | `armies.rs`, `fleets.rs`, `loading.rs`, `attacks.rs`, `stance.rs`, `mobilization.rs`, `answers.rs` | what several kinds share |

pub mod answers;
mod armies;
mod attacks;
pub mod carry_out;
mod context;
mod fleets;
mod hints;
pub mod judge;
mod kind;
mod loading;
mod mobilization;
pub mod notation;
pub mod options;
mod parts;
mod prelude;
mod stance;
#[cfg(test)]
mod tests;

use kernel::{OrderInfo, Refusal};
use serde::{Deserialize, Serialize};

pub use context::OrderContext;
pub(crate) use follow_track::read_movement;
pub use kind::{OrderKind, Verb};
use options::{NextField, OptionContext, PartialOrder};
pub use parts::{ArmyResponse, NotAgain, PlaceUnits, Reaction, Season, SeasonedUnits, Transfer};

use crate::model::scenario::Scenario;
use crate::rules::engine::Permission;

/// Orders that belong to no phase: answers to questions, standing answers, wishes, queries.
pub const ANY_TIME: &str = "any_time";

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

        /// An order. `power` is the power that acts; the seat must control it.
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

        /// An order of a kind with these fields; `None` where they are not its fields.
        fn of_kind(kind: &str, fields: serde_json::Value) -> Option<Order> {
            match kind {
                $(stringify!($module) => serde_json::from_value::<$Kind>(fields).ok().map(Order::$Kind),)*
                _ => None,
            }
        }

        /// What the next field of an order of a kind may be.
        fn options_of(kind: &str, ask: &OptionContext<'_>, order: &PartialOrder) -> NextField {
            match kind {
                $(stringify!($module) if ask.is_time_for($Kind::PHASES) => $Kind::options(ask, order),)*
                // A kind whose phase it is not, and what is no kind of order, cannot be completed.
                _ => NextField::Break(None),
            }
        }

        /// The phases in which orders of a kind may be given; none for those that belong to no phase.
        fn phases_of(kind: &str) -> &'static [crate::model::state::Phase] {
            match kind {
                $(stringify!($module) => $Kind::PHASES,)*
                _ => &[],
            }
        }

        impl Order {
            /// The value of the `type` field.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$Kind(_) => stringify!($module),)*
                }
            }

            /// The power that acts, as it stands in the order.
            pub fn power(&self) -> Option<&str> {
                match self {
                    $(Self::$Kind(order) => order.power(),)*
                }
            }

            /// How many ways over the map have to be searched for (ER-21.1, ER-21.2).
            pub fn ways(&self) -> usize {
                match self {
                    $(Self::$Kind(order) => order.ways(),)*
                }
            }

            /// Finds the order legal by what its seat knows and gives the permission to carry it out, or says why not.
            pub fn judge(&self, ctx: &OrderContext<'_>) -> Result<Permission, Refusal> {
                match self {
                    $(Self::$Kind(order) => order.judge(ctx),)*
                }
            }

            /// What may come of it as far as its seat can know, in a sentence.
            pub fn prospects(&self, ctx: &OrderContext<'_>) -> Option<String> {
                match self {
                    $(Self::$Kind(order) => order.prospects(ctx),)*
                }
            }

            /// The order as a line that reads back as the same order.
            pub fn print(&self, sc: &Scenario) -> String {
                match self {
                    $(Self::$Kind(order) => order.print(sc),)*
                }
            }
        }

        kernel::order_schema! { Order as "EternalRomeOrder", "An order. `power` is the power that acts; the seat must control it."; $($module: $Kind,)* }
    };
}

order_kinds! {
    recruit_units: RecruitUnits,
    build_fleet: BuildFleet,
    transfer_talents: TransferTalents,
    propose_alliance: ProposeAlliance,
    terminate_alliance: TerminateAlliance,
    move_fleet: MoveFleet,
    follow_track: FollowTrack,
    anchor_fleet: AnchorFleet,
    embark_units: EmbarkUnits,
    disembark_to_port: DisembarkToPort,
    disembark_units: DisembarkUnits,
    split_fleet: SplitFleet,
    exchange_fleets: ExchangeFleets,
    concentrate_fleets: ConcentrateFleets,
    lay_siege_port: LaySiegePort,
    lift_siege: LiftSiege,
    attack_fleet: AttackFleet,
    move_army: MoveArmy,
    overrun: Overrun,
    enter_city: EnterCity,
    leave_city: LeaveCity,
    lay_siege: LaySiege,
    split_army: SplitArmy,
    exchange_armies: ExchangeArmies,
    concentrate_armies: ConcentrateArmies,
    attack_army: AttackArmy,
    assault_city: AssaultCity,
    plunder_province: PlunderProvince,
    end_phase: EndPhase,
    set_up_units: SetUpUnits,
    respond_alliance: RespondAlliance,
    intercept_fleet: InterceptFleet,
    intercept_army: InterceptArmy,
    respond_attack: RespondAttack,
    choose_retreat: ChooseRetreat,
    season_units: SeasonUnits,
    set_policy: SetPolicy,
    set_option: SetOption,
    query_distance: QueryDistance,
    resign: Resign,
}
