//! `arrange_fleet`: how his ships stand in battle (RN-71.1).

use std::collections::BTreeMap;

use super::prelude::*;
use crate::model::ships::Ship;
use crate::rules::battle::naval::FleetDivision;
use crate::rules::battle::ships::Ships;
use crate::rules::conflict::memory::FleetOrder;

/// How his ships stand in the naval battles of this month. What is against the rules when a battle begins gives way to the usual arrangement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissanceArrangeFleet, title = "RenaissanceArrangeFleet")]
pub struct ArrangeFleet {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// The ships of each division: `left`, `center`, `right`, `reserve`.
    #[schema(value_type = std::collections::BTreeMap<String, std::collections::BTreeMap<String, u32>>)]
    pub divisions: BTreeMap<FleetDivision, BTreeMap<Ship, u32>>,
    /// Where he is himself.
    #[schema(value_type = String, example = "reserve")]
    pub stand: FleetDivision,
}

impl OrderKind for ArrangeFleet {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Arranges his ships for battle";
    const RULES: &[&str] = &["RN-71.1", "RN-R127"];
    const FIELDS: &[Field] = &[
        Field::new("divisions", "Which ships in this division?", Ask::Fleet),
        Field::new("stand", "Where is he himself?", Ask::One(Source::Words(&["reserve", "left", "center", "right"]))),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "divisions": {"left": {"galley": 1}, "center": {"galley": 2}, "right": {"galley": 1}}, "stand": "center"})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        let mut ships = [Ships::NONE; 4];
        for (division, some) in &self.divisions {
            ships[*division as usize] = Ships::of(some.iter().map(|(ship, count)| (*ship, *count)));
        }
        ctx.warfare().fleet = Some(FleetOrder { ships, owner: self.stand });
        Ok(())
    }
}
