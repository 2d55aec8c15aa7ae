//! What a player may ask (docs/rules/umpire.md, section 5).
//!
//! Places and generals are named as the reports name them, unit types and nations by their ids. A place may also be
//! given by its three-letter code, a general by any part of his name that fits him alone.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub mod check;
pub mod commands;
pub mod judge;

use crate::model::combat_orders::{Arm, CombatOrders};
use crate::model::ids::Rp;

/// Numbers of units by type. A schema of its own: client generators stumble over maps inside the members of a union.
#[derive(ToSchema)]
#[schema(as = UmpireUnitNumbers, example = json!({"FOO": 4, "MAA": 6}))]
pub struct Units(#[expect(dead_code, reason = "names a schema")] BTreeMap<String, u16>);

/// An order. The lists of options, moves and recruits keep the order in which they stand in the order set (UM-34.4).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = UmpireOrder)]
pub enum Order {
    /// P1: the whole list of enemies, replacing the old one (UM-5).
    #[schema(title = "UmpireSetEnemies")]
    SetEnemies {
        /// Nations treated as enemies from now on; an empty list makes peace with everybody who agrees.
        #[schema(max_items = 32, example = json!(["MIL", "NAP"]))]
        nations: Vec<String>,
    },
    /// P2: the tax rate of the whole nation (UM-6.3). Civilised nations, taxation turns.
    #[schema(title = "UmpireSetTaxRate")]
    SetTaxRate {
        /// Per cent of normal revenue.
        #[schema(minimum = 0, maximum = 150, example = 100)]
        percent: u16,
    },
    /// P3: disbands units, or a spy network (UM-8). Demobilisation turns.
    #[schema(title = "UmpireDisbandUnits")]
    DisbandUnits {
        /// Where.
        #[schema(example = "Padua")]
        province: String,
        /// Type of unit.
        #[schema(example = "FOO")]
        unit_type: String,
        /// How many.
        #[schema(minimum = 1, example = 2)]
        count: u16,
    },
    /// P3: founds a city where there is none (UM-9.7). Civilised nations, investment turns.
    #[schema(title = "UmpireFoundCity")]
    FoundCity {
        /// Where.
        #[schema(example = "Altdorf")]
        province: String,
        /// Name of the city, from the nation's pool.
        #[schema(example = "Conegliano")]
        name: String,
        /// Basic revenue of the city, 2, 3 or 4.
        #[schema(minimum = 2, maximum = 4, example = 2)]
        size: u8,
    },
    /// P3: improves a province's future revenue (UM-9.2). Investment turns.
    #[schema(title = "UmpireImproveCity")]
    ImproveCity {
        /// Where.
        #[schema(example = "Padua")]
        province: String,
        /// Revenue points added.
        #[schema(minimum = 1, example = 1)]
        points: u16,
    },
    /// P3: rebuilds a destroyed city (UM-9.6). Investment turns.
    #[schema(title = "UmpireRebuildCity")]
    RebuildCity {
        /// Where.
        #[schema(example = "Padua")]
        province: String,
    },
    /// P3: destroys a city one controls, for its tax value (UM-10.6).
    #[schema(title = "UmpireSackCity")]
    SackCity {
        /// Where.
        #[schema(example = "Lodi")]
        province: String,
    },
    /// P3: sends money to another nation (UM-11.1).
    #[schema(title = "UmpireTransferFunds")]
    TransferFunds {
        /// Who receives it.
        #[schema(example = "FLO")]
        recipient: String,
        /// How much.
        amount: Rp,
    },
    /// P3: pays for the death of a general, one's own or another's (UM-11.2).
    #[schema(title = "UmpireAssassinate")]
    Assassinate {
        /// Whom.
        #[schema(example = "Francesco Sforza")]
        general: String,
        /// The price, 5 at the least.
        amount: Rp,
    },
    /// P3: offers money to an officer of an enemy garrison (UM-11.6). Needs an own spy network there.
    #[schema(title = "UmpireOfferBribe")]
    OfferBribe {
        /// Where.
        #[schema(example = "Brescia")]
        province: String,
        /// How much.
        amount: Rp,
    },
    /// P3: moves the capital (UM-12.1). Investment turns.
    #[schema(title = "UmpireMoveCapital")]
    MoveCapital {
        /// Where to.
        #[schema(example = "Padua")]
        province: String,
    },
    /// P3: gives a province to another nation (UM-12.3).
    #[schema(title = "UmpireCedeProvince")]
    CedeProvince {
        /// Which.
        #[schema(example = "Ravenna")]
        province: String,
        /// To whom.
        #[schema(example = "PAP")]
        recipient: String,
    },
    /// P3: turns units of one type into another (UM-12.4). Investment turns.
    #[schema(title = "UmpireConvertTroops")]
    ConvertTroops {
        /// Where.
        #[schema(example = "Ivrea")]
        province: String,
        /// From this type.
        #[schema(example = "LEV")]
        from_type: String,
        /// To this type.
        #[schema(example = "FOO")]
        to_type: String,
        /// How many new units.
        #[schema(minimum = 1, example = 2)]
        count: u16,
        /// Tribal nations without money: two units for one, free (UM-12.5).
        #[serde(default)]
        barter: bool,
    },
    /// P3: hires a general (UM-13.14).
    #[schema(title = "UmpireAppointGeneral")]
    AppointGeneral {
        /// Where he appears when the capital is lost (UM-13.13).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(example = "Padua")]
        province: Option<String>,
        /// Land or sea.
        #[serde(default = "land", skip_serializing_if = "is_land")]
        arm: Arm,
    },
    /// P3: changes a general's arm (UM-13.15).
    #[schema(title = "UmpireReassignGeneral")]
    ReassignGeneral {
        /// Whom.
        #[schema(example = "Bartolomeo Colleoni")]
        general: String,
        /// To land or sea.
        arm: Arm,
    },
    /// P3: promotes or demotes a general (UM-13.16).
    #[schema(title = "UmpireSetSeniority")]
    SetSeniority {
        /// Whom.
        #[schema(example = "Bartolomeo Colleoni")]
        general: String,
        /// New seniority.
        #[schema(minimum = 0, maximum = 15, example = 10)]
        level: u8,
    },
    /// P5: generals lead a force along routes (UM-15, UM-16). By sea if squadrons are listed, else by land.
    #[schema(title = "UmpireMoveForce")]
    MoveForce {
        /// Who leads; the most senior commands.
        #[schema(min_items = 1, example = json!(["Carne", "Bari"]))]
        generals: Vec<String>,
        /// The whole force that moves, by type; empty for generals alone.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        #[schema(value_type = Units)]
        units: BTreeMap<String, u16>,
        /// Provinces on the way, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schema(example = json!(["Venice"]))]
        via: Vec<String>,
        /// Where to.
        #[schema(example = "Chioggia")]
        destination: String,
        /// Combat orders of the squadrons that move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fleet_orders: Option<CombatOrders>,
        /// Combat orders of the army units that move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        army_orders: Option<CombatOrders>,
    },
    /// P5: standing orders of the nation's troops where a general is (UM-15.9, UM-18).
    #[schema(title = "UmpireSetCombatOrders")]
    SetCombatOrders {
        /// Who gives them.
        #[schema(example = "Sforza")]
        general: String,
        /// For the fleet there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fleet: Option<CombatOrders>,
        /// For the army there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        army: Option<CombatOrders>,
    },
    /// P6: raises units (UM-23).
    #[schema(title = "UmpireRecruitUnits")]
    RecruitUnits {
        /// Where.
        #[schema(example = "Padua")]
        province: String,
        /// Type of unit.
        #[schema(example = "FOO")]
        unit_type: String,
        /// How many.
        #[schema(minimum = 1, example = 2)]
        count: u16,
    },
    /// P6: raises a spy network in any city (UM-23.7).
    #[schema(title = "UmpireRecruitSpyNetwork")]
    RecruitSpyNetwork {
        /// Where.
        #[schema(example = "Brescia")]
        province: String,
    },
    /// P18: sends a general to winter quarters (UM-31.7). Last campaigning turn.
    #[schema(title = "UmpireWinterDestination")]
    WinterDestination {
        /// Whom.
        #[schema(example = "Bartolomeo Colleoni")]
        general: String,
        /// Where to.
        #[schema(example = "Padua")]
        province: String,
    },
    /// Where new generals appear while the capital is lost (UM-13.13). Stands until changed.
    #[schema(title = "UmpireSetReplacementProvince")]
    SetReplacementProvince {
        /// Which.
        #[schema(example = "Padua")]
        province: String,
    },
}

fn land() -> Arm {
    Arm::Land
}

fn is_land(arm: &Arm) -> bool {
    *arm == Arm::Land
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_fields_are_refused() {
        let order = r#"{"type":"rebuild_city","province":"Padua","speed":3}"#;
        assert!(serde_json::from_str::<Order>(order).is_err());
    }
}
