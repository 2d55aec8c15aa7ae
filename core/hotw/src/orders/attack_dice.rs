//! `attack_dice`: an attack with dice, in dice mode and always for Barbarians (HW-25).

use super::prelude::*;
use crate::rules::event::How;

/// Attacks with dice: in dice mode, and always for Barbarians (HW-25).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwAttackDice")]
pub struct AttackDiceOrder {
    /// The Land or Sea.
    pub to: String,
    /// The Land or water it is entered from; the easiest way when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
}

/// [`AttackDiceOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttackDice {
    /// The space.
    pub to: Space,
    /// Where it is entered from.
    pub via: Option<Space>,
}

/// Who attacks what.
pub(crate) enum DiceAttack {
    /// Barbarians out of a Barren Land, which have tried some Lands already.
    Barbarians(LandId),
    /// A force of the empire against a Land, over Difficult Terrain or not.
    Land(LandId, bool),
    /// A force of the empire against the fleets in a Sea.
    Sea(WaterId),
}

impl OrderKind for AttackDice {
    type Wire = AttackDiceOrder;
    type Permission = DiceAttack;
    const RULE: &'static str = "HW-25.1";
    const VERBS: &'static [Verb] = &[("dice", "dice Zagros from Persian Plateau")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Attacks with dice, a battle at a time: in dice mode, and always with Barbarians",
            "expansion",
            &["HW-25", "HW-R46", "HW-R50"],
            json!({ "type": "attack_dice", "to": "zagros", "via": "persian_plateau" }),
            "dice Zagros from Persian Plateau",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        Ok(Self { to: names.space("to", &order.to)?, via: names.maybe_space("via", order.via.as_ref())? })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        AttackDiceOrder { to: ids.space(self.to), via: self.via.map(|via| ids.space(via)) }
    }

    fn in_time(st: &State) -> bool {
        barbarians(st) || expanding(st)
    }

    fn offered(_: &Board, st: &State) -> bool {
        barbarians(st) || expanding(st) && st.options.combat == CombatMode::Dice
    }

    /// HW-25: dice in dice mode; one force fights until it falls or the space is won (HW-R50).
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<DiceAttack, Refusal> {
        if barbarians(engine.st) {
            return engine.barbarians_reach(self.to).map(DiceAttack::Barbarians);
        }
        if !engine.dice_mode() {
            let detail = "in this game the tables decide; dice are for Barbarians";
            return Err(Refusal::new("table_mode", "HW-1.6", detail).hint("make a lookup, then use expand_land"));
        }
        let empty = |name: &str, hint: &str| {
            Refusal::new("undefended", "HW-23.4", format!("nobody defends {name}")).at("to").hint(hint)
        };
        match self.to {
            Space::Land(land) => {
                let entry = engine.entry(land, self.via)?;
                if entry.how != How::Assault {
                    return Err(empty(&engine.board.land(land).name, "use expand_land"));
                }
                engine.may_walk(Source::Walkover, false)?;
                Ok(DiceAttack::Land(land, entry.difficult))
            }
            Space::Water(water) => {
                engine.may_sail(water, self.via)?;
                engine.has_room(water)?;
                engine.may_spare(Source::Walkover)?;
                let info = engine.board.water(water);
                if !info.sea || engine.st.enemy_fleets(engine.player(), water) == 0 {
                    return Err(empty(&info.name, "use expand_water or attack_optional"));
                }
                engine.may_walk(Source::Walkover, true)?;
                Ok(DiceAttack::Sea(water))
            }
        }
    }

    fn carry_out(&self, attack: DiceAttack, engine: &mut Engine, _: SeatId) {
        match attack {
            DiceAttack::Barbarians(land) => engine.barbarians_attack(land),
            DiceAttack::Land(land, difficult) => engine.dice_on_land(land, difficult),
            DiceAttack::Sea(water) => {
                let foes = engine.others();
                engine.dice_at_sea(water, &foes);
            }
        }
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let allows = |to: Space, via: Option<Space>| asked.allows(&Self { to, via });
        let Some(to) = partial.text("to") else {
            let lands = asked.board().land_ids().map(Space::Land);
            let all = lands.chain(asked.board().water_ids().map(Space::Water));
            let open = all.filter(|to| allows(*to, None));
            return Some(FieldOptions::one_of("/to", "Which Land or Sea is attacked?", asked.spaces(open)));
        };
        if partial.has("via") || barbarians(asked.st()) {
            return None;
        }
        let to = asked.space(to)?;
        let ways = match to {
            Space::Land(land) => asked.ways_into(land),
            Space::Water(water) => asked.ways_into_water(water),
        };
        let open = ways.into_iter().filter(|via| allows(to, Some(*via)));
        Some(FieldOptions::one_of("/via", "From where?", asked.spaces(open)).or_nothing())
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        let via = after(sc, "from", Kind::Space, order.via.as_deref());
        format!("dice {}{via}", name(sc, Kind::Space, &order.to))
    }

    fn parse(_: &str, line: &mut Line, _: &mut OrderReader) -> Read<Order> {
        let to = line.name(Kind::Space)?;
        Ok(AttackDiceOrder { to, via: line.via()? }.into())
    }
}

/// Whether Barbarians are on the march.
fn barbarians(st: &State) -> bool {
    st.turn().is_some_and(|turn| matches!(turn.phase, Phase::Barbarians { .. }))
}
