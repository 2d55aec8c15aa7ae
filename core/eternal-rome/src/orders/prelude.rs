//! What the files of the order kinds need.

pub use kernel::map::Mode;
pub use kernel::shorthand::{Read, Words};
pub use kernel::{Audience, FieldOptions, FieldValues, OptionValue, OrderInfo, Refusal};
pub use serde::{Deserialize, Serialize};
pub use serde_json::json;
pub use utoipa::ToSchema;

pub use super::context::OrderContext;
pub use super::kind::{OrderKind, Verb};
pub use super::notation::NameKind;
pub use super::notation::contents::contents;
pub use super::notation::reader::{Arm, OrderReader};
pub use super::notation::writing::{acting_as, flag, listed, number, passengers, preceded, some_or_none, transfer};
pub use super::options::{COMPLETE, NextField, OptionContext, OptionList, PartialOrder};
pub use super::parts::{ArmyResponse, NotAgain, PlaceUnits, Reaction, SeasonedUnits, Transfer};
pub use super::{ANY_TIME, Order};
pub use crate::model::frames::{
    Frame, LandCombat, March, Offer, Placement, Question, Refuge, Reply, Response, Voyage, WayStage,
};
pub use crate::model::ids::{CityId, HexId, KINDS, LeaderId, PowerId, Powers, ProvinceId, UnitKind};
pub use crate::model::scenario::Scenario;
pub use crate::model::state::{
    Army, ArmyId, ArmyStatus, AttackedPolicy, Fleet, FleetId, FleetStatus, ForceId, InterceptPolicy, LeaderPlace,
    Phase, Policy, RetreatPolicy, State, total,
};
pub use crate::model::units::{OptionName, Units};
pub use crate::model::{costs, names};
pub use crate::rules::decisions;
pub use crate::rules::engine::Permission;
pub use crate::rules::event::EventKind;
pub use crate::rules::{relations, strength};

pub fn is_false(flag: &bool) -> bool {
    !*flag
}
