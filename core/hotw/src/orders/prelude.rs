//! What every order kind's file needs.

pub(super) use kernel::shorthand::{Read, Words, shown};
pub(super) use kernel::{FieldOptions, FieldValues, OptionValue, OrderInfo, Refusal, SeatId};
pub(super) use serde::{Deserialize, Serialize};
pub(super) use serde_json::json;
pub(super) use utoipa::ToSchema;

pub(super) use super::Order;
pub(super) use super::kind::{Asked, OrderKind, Partial, Verb, expanding, is_false};
pub(super) use super::names::{Ids, Names, source};
pub(super) use super::notation::line::{Line, number};
pub(super) use super::notation::names::{Kind, name};
pub(super) use super::notation::print::{after, entry, flag, names, stack_number};
pub(super) use super::notation::reader::OrderReader;
pub(super) use crate::model::ids::{LandId, Lands, PlayerId, Source, Space, WaterId};
pub(super) use crate::model::scenario::{Board, Scenario};
pub(super) use crate::model::state::{CombatMode, Phase, Stage, State, Survivors};
pub(super) use crate::rules::event::EventKind;
pub(super) use crate::rules::{Engine, key, land_name};
