//! `attack_optional`: a player's fleets in an Ocean are attacked (HW-24.1, HW-R35).

use super::prelude::*;
use crate::model::ids::Defence;

/// Attacks a player's fleets in an Ocean (HW-24.1, HW-R35).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(title = "HotwAttackOptional")]
pub struct AttackOptionalOrder {
    /// The Ocean.
    #[schema(example = "atlantic_ocean")]
    pub ocean: String,
    /// Whose fleets; may be left out when only one other player has any there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The number of a stack; in dice mode `wo`.
    #[schema(example = "1")]
    pub stack: String,
}

/// [`AttackOptionalOrder`], looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttackOptional {
    /// The Ocean.
    pub ocean: WaterId,
    /// Whose fleets.
    pub player: Option<PlayerId>,
    /// Where the force comes from.
    pub from: Source,
}

/// Whose fleets are attacked, and by which stack; by dice when none is named.
pub(crate) struct FleetAttack {
    foe: PlayerId,
    stack: Option<u8>,
}

impl OrderKind for AttackOptional {
    type Wire = AttackOptionalOrder;
    type Permission = FleetAttack;
    const RULE: &'static str = "HW-R35";
    const VERBS: &'static [Verb] = &[("attack", "attack Atlantic Ocean against Hera 0")];

    fn info() -> OrderInfo {
        OrderInfo::new(
            "Attacks a player's fleets in an Ocean, where nobody has to fight",
            "expansion",
            &["HW-24.1", "HW-R35"],
            json!({ "type": "attack_optional", "ocean": "atlantic_ocean", "player": "hera", "stack": "1" }),
            "attack Atlantic Ocean against Hera #1",
        )
    }

    fn look_up(order: &Self::Wire, names: &Names) -> Result<Self, Refusal> {
        Ok(Self {
            ocean: names.water("ocean", &order.ocean)?,
            player: names.maybe_player("player", order.player.as_ref())?,
            from: source("stack", &order.stack)?,
        })
    }

    fn wire(&self, ids: &Ids) -> Self::Wire {
        AttackOptionalOrder {
            ocean: ids.water(self.ocean),
            player: self.player.map(|player| ids.player(player)),
            stack: self.from.name(),
        }
    }

    fn in_time(st: &State) -> bool {
        expanding(st)
    }

    /// HW-24.1, HW-R35.
    fn judge(&self, engine: &Engine, _: SeatId) -> Result<FleetAttack, Refusal> {
        let Self { ocean, player, from } = *self;
        let info = engine.board.water(ocean);
        if info.sea {
            let detail = format!("{} is a Sea: entering it is fighting for it", info.name);
            return Err(Refusal::new("not_an_ocean", "HW-24.1", detail).at("ocean").hint("use expand_water"));
        }
        engine.may_sail(ocean, None).map_err(|refusal| Refusal { part: "ocean".into(), ..refusal })?;
        let foes = enemies(engine, ocean);
        let foe = match (player, foes.as_slice()) {
            (_, []) => {
                let detail = format!("no other player has a fleet in {}", info.name);
                let refusal = Refusal::new("no_enemy_fleet", "HW-R35", detail).at("ocean");
                return Err(refusal.hint("place a fleet there with expand_water"));
            }
            (Some(foe), _) if foes.contains(&foe) => foe,
            (None, [only]) => *only,
            _ => {
                let names: Vec<&str> = foes.iter().map(|foe| engine.sc.colour(*foe).name.as_str()).collect();
                let detail = "say whose fleets are attacked";
                let refusal = Refusal::new("which_player", "HW-R35", detail).at("player");
                return Err(refusal.hint(format!("fleets there: {}", names.join(", "))));
            }
        };
        engine.may_spare(from)?;
        if engine.dice_mode() {
            engine.may_walk(Source::Walkover, true)?;
            return Ok(FleetAttack { foe, stack: None });
        }
        let stack = engine.may_assault(from, Defence::PLAIN, engine.st.fleets_of(foe, ocean), true)?;
        Ok(FleetAttack { foe, stack: Some(stack) })
    }

    fn carry_out(&self, attack: FleetAttack, engine: &mut Engine, _: SeatId) {
        match attack.stack {
            Some(stack) => engine.sea_battle(self.ocean, &[attack.foe], stack),
            None => engine.dice_at_sea(self.ocean, &[attack.foe]),
        }
    }

    fn options(asked: &Asked, partial: &Partial) -> Option<FieldOptions> {
        let possible = |ocean: WaterId, player: Option<PlayerId>| {
            let all: Vec<Source> = match asked.st().options.combat {
                CombatMode::Tables => asked.stacks().collect(),
                CombatMode::Dice => vec![Source::Walkover],
            };
            all.into_iter().filter(|from| asked.allows(&Self { ocean, player, from: *from })).collect::<Vec<_>>()
        };
        let foes = |ocean: WaterId| {
            let all = enemies(asked.engine, ocean).into_iter();
            all.filter(|foe| !possible(ocean, Some(*foe)).is_empty()).collect::<Vec<_>>()
        };
        let Some(ocean) = partial.text("ocean") else {
            let open = asked.board().water_ids().filter(|ocean| !foes(*ocean).is_empty());
            return Some(FieldOptions::one_of("/ocean", "In which Ocean?", asked.waters(open)));
        };
        let ocean = asked.water(ocean)?;
        if !partial.has("player") {
            let question = FieldOptions::one_of("/player", "Whose fleets are attacked?", asked.players(foes(ocean)));
            let only = enemies(asked.engine, ocean).len() == 1;
            return Some(if only { question.or_nothing() } else { question });
        }
        if partial.has("stack") {
            return None;
        }
        let player = match partial.text("player") {
            Some(player) => Some(asked.engine.sc.find_player(player).ok()?),
            None => None,
        };
        Some(FieldOptions::one_of("/stack", "Which force attacks?", asked.sources(possible(ocean, player))))
    }

    fn print(order: &Self::Wire, sc: &Scenario) -> String {
        let player = after(sc, "against", Kind::Player, order.player.as_deref());
        format!("attack {}{player} {}", name(sc, Kind::Water, &order.ocean), stack_number(&order.stack))
    }

    fn parse(_: &str, line: &mut Line, reader: &mut OrderReader) -> Read<Order> {
        let ocean = line.name(Kind::Water)?;
        let player = if line.take("against") { Some(line.player()?) } else { None };
        let stack = match line.peek() {
            None if reader.dice_mode() => "wo".to_owned(),
            _ => reader.stack(line, true)?,
        };
        reader.stacks.spend(&stack);
        Ok(AttackOptionalOrder { ocean, player, stack }.into())
    }
}

/// The other players with fleets in a water.
fn enemies(engine: &Engine, water: WaterId) -> Vec<PlayerId> {
    engine.others().into_iter().filter(|foe| engine.st.fleets_of(*foe, water) > 0).collect()
}
