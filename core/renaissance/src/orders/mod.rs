//! What a family may order (section 5): a file per kind of order.
//!
//! Personae are named as they are called (`Cesare Borgia`; one's own also `Cesare`) or by number (`#12`), locations by name,
//! goods and men by key (`salt_fish`, `pikemen`). Orders are sealed; those of a month are carried out family by family, in the
//! order in which they were received ([`carry_out`]).
//!
//! A kind's file has its fields, its rules, an example, and what it does or why the rules forbid it ([`OrderKind::carry_out`]).
//! One line below registers it. All are written in the same way ([`notation`]).
//!
//! | file | what |
//! |---|---|
//! | `kind.rs` | what a kind of order is, and the classes of orders |
//! | `context.rs` | what an order names, and the refusals that many kinds share |
//! | `field.rs`, `options.rs` | of what sort fields are, and what they may be now |
//! | `carry_out.rs` | order sets judged, and carried out with their month |
//! | `items.rs` | lists of things in orders |
//! | `notation.rs` | orders as lines |
//! | `reasons.rs` | what the rules say against an order, in words |
//! | `market.rs`, `revenue.rs`, `troops.rs`, `crafts.rs`, `standing.rs`, `travel.rs` | what several kinds share |

mod attempt;
pub mod carry_out;
mod context;
mod crafts;
mod field;
mod items;
mod kind;
mod market;
pub mod notation;
pub mod options;
mod prelude;
pub mod prospects;
mod reasons;
mod revenue;
mod standing;
mod travel;
mod troops;

use kernel::{OrderInfo, Refusal};
use serde::{Deserialize, Serialize};

pub(crate) use attempt::attempt;
pub use attempt::is_battle;
pub use context::OrderContext;
use field::Field;
pub use items::Items;
pub use kind::{Class, OrderKind};
pub use move_to::MoveMode;
pub use sell_goods::Sale;

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
            vec![$(kind::info::<$Kind>(stringify!($module))),*]
        }

        /// When orders of a kind are carried out.
        pub fn class_of(kind: &str) -> Option<Class> {
            match kind {
                $(stringify!($module) => Some($Kind::CLASS),)*
                _ => None,
            }
        }

        /// The fields of a kind beside the persona who acts.
        pub(crate) fn fields_of(kind: &str) -> &'static [Field] {
            match kind {
                $(stringify!($module) => $Kind::FIELDS,)*
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
                let fields = match self {
                    $(Self::$Kind(order) => serde_json::to_value(order),)*
                };
                notation::write(self.kind(), &fields.unwrap_or_default())
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

/// Whether a persona gives an order of a kind; others are those of the family.
pub fn has_persona(kind: &str) -> bool {
    class_of(kind) != Some(Class::Family)
}

order_kinds! {
    postpone_until: PostponeUntil,
    set_sequence: SetSequence,
    transfer_assets: TransferAssets,
    transfer_to_locals: TransferToLocals,
    sell_goods: SellGoods,
    buy_goods: BuyGoods,
    train: Train,
    accept_apprentice: AcceptApprentice,
    approve_journeyman: ApproveJourneyman,
    approve_master: ApproveMaster,
    give_charity: GiveCharity,
    give_alms: GiveAlms,
    complete_pilgrimage: CompletePilgrimage,
    grant_indulgence: GrantIndulgence,
    venerate: Venerate,
    create_architecture: CreateArchitecture,
    create_art: CreateArt,
    create_letters: CreateLetters,
    create_negative_art: CreateNegativeArt,
    create_negative_letters: CreateNegativeLetters,
    preach_to_troops: PreachToTroops,
    preach_to_populace: PreachToPopulace,
    assassinate: Assassinate,
    challenge_duel: ChallengeDuel,
    appoint_tax_collector: AppointTaxCollector,
    collect_taxes: CollectTaxes,
    appoint_tithe_collector: AppointTitheCollector,
    collect_tithes: CollectTithes,
    hold_court: HoldCourt,
    set_tariffs: SetTariffs,
    appoint_magistrate: AppointMagistrate,
    change_magistrate_system: ChangeMagistrateSystem,
    resign_office: ResignOffice,
    transfer_sovereignty: TransferSovereignty,
    transfer_feudatory: TransferFeudatory,
    transfer_tenancy: TransferTenancy,
    transfer_de_facto_control: TransferDeFactoControl,
    set_ingress: SetIngress,
    set_egress_denial: SetEgressDenial,
    set_market_rights: SetMarketRights,
    set_external_market: SetExternalMarket,
    transfer_tower: TransferTower,
    elevate: Elevate,
    declare_emir: DeclareEmir,
    convert_religion: ConvertReligion,
    invest_archbishop: InvestArchbishop,
    create_cardinal: CreateCardinal,
    appoint_bishop: AppointBishop,
    excommunicate: Excommunicate,
    create_military_order: CreateMilitaryOrder,
    claim_order_recruits: ClaimOrderRecruits,
    cast_vote: CastVote,
    accept_office: AcceptOffice,
    recruit_garrison: RecruitGarrison,
    raise_feudal_levy: RaiseFeudalLevy,
    recruit_professionals: RecruitProfessionals,
    recruit_crew: RecruitCrew,
    pay_bonus: PayBonus,
    issue_alcohol: IssueAlcohol,
    make_goods: MakeGoods,
    build_ships: BuildShips,
    improve_fortification: ImproveFortification,
    improve_tower: ImproveTower,
    build_road: BuildRoad,
    lengthen_road: LengthenRoad,
    deepen_harbor: DeepenHarbor,
    plant_colonists: PlantColonists,
    declare_alliance: DeclareAlliance,
    end_alliance: EndAlliance,
    stay_outside_towers: StayOutsideTowers,
    set_bonus_city: SetBonusCity,
    grant_boarding: GrantBoarding,
    arrange_field: ArrangeField,
    arrange_fleet: ArrangeFleet,
    post_on_walls: PostOnWalls,
    set_wall_defense: SetWallDefense,
    set_garrison_support: SetGarrisonSupport,
    abandon_excess_cargo: AbandonExcessCargo,
    lift_siege: LiftSiege,
    move_to: MoveTo,
    move_inside: MoveInside,
    move_outside: MoveOutside,
    board_ship: BoardShip,
    disembark: Disembark,
    intercept: Intercept,
    besiege: Besiege,
    siege_bombard: SiegeBombard,
    order_naval_bombardment: OrderNavalBombardment,
    attack_field: AttackField,
    garrison_sortie: GarrisonSortie,
    attack_urban: AttackUrban,
    garrison_attack: GarrisonAttack,
    attack_naval: AttackNaval,
    assault_walls: AssaultWalls,
    assault_tower: AssaultTower,
    loot_location: LootLocation,
    destroy_crops: DestroyCrops,
    raze_fortification: RazeFortification,
    request_port_depth: RequestPortDepth,
}
