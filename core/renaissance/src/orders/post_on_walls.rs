//! `post_on_walls`: where his men stand on walls (RN-68.2 to RN-68.4).

use std::collections::BTreeMap;

use super::prelude::*;
use crate::rules::battle::men::{Arm, Men};
use crate::rules::conflict::memory::WallOrder;

/// Where his men stand in an assault of this month, whether they attack walls or defend them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RenaissancePostOnWalls, title = "RenaissancePostOnWalls")]
pub struct PostOnWalls {
    /// Who acts.
    #[schema(example = "Cesare Borgia")]
    pub persona: String,
    /// The men of the walls from north over east and south to west; of the only one of a tower.
    #[schema(value_type = Vec<std::collections::BTreeMap<String, u32>>)]
    pub walls: Vec<BTreeMap<Arm, u32>>,
    /// At which of them he is himself, from 1.
    #[schema(minimum = 1, maximum = 4)]
    pub stand: usize,
}

impl OrderKind for PostOnWalls {
    const CLASS: Class = Class::General;
    const SUMMARY: &str = "Posts his men on walls";
    const RULES: &[&str] = &["RN-68.2", "RN-68.3", "RN-68.4", "RN-R118"];
    const FIELDS: &[Field] = &[
        Field::new("walls", "Which men on this wall?", Ask::Walls),
        Field::new("stand", "On which wall does he stand himself?", Ask::One(Source::WallNumbers)),
    ];

    fn example() -> Value {
        json!({"persona": "Cesare Borgia", "walls": [{"pikemen": 20}, {}, {"archers": 30}, {}], "stand": 1})
    }

    fn persona(&self) -> Option<&str> {
        Some(&self.persona)
    }

    fn carry_out(&self, ctx: &mut OrderContext<'_>) -> Result<(), Refusal> {
        if !matches!(self.walls.len(), 1 | 4) {
            return Err(Refusal::new("walls", "RN-68.2", "there are four walls, or one of a tower").at("walls"));
        }
        if !(1..=self.walls.len()).contains(&self.stand) {
            return Err(Refusal::new("walls", "RN-68.2", "walls are counted from 1").at("stand"));
        }
        let posts = self.walls.iter().map(|men| Men::of(men.iter().map(|(arm, count)| (*arm, *count)))).collect();
        ctx.warfare().walls = Some(WallOrder { posts, wall: self.stand - 1 });
        Ok(())
    }
}
