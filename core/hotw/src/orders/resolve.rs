//! From orders to commands and back: names to ids, ids to names.

use kernel::Refusal;

use crate::model::ids::Source;
use crate::model::ids::{EventId, LandId, PlayerId, Space, WaterId};
use crate::model::scenario::Target;
use crate::model::scenario::{Effect, NameError, Scenario, TargetKind};
use crate::orders::Command;
use crate::orders::Order;

impl Order {
    /// The same with every name looked up. Whether it may be carried out is another question.
    pub fn resolve(&self, sc: &Scenario) -> Result<Command, Refusal> {
        let names = Names { sc };
        Ok(match self {
            Self::PlaceSumeria { lands } => Command::PlaceSumeria { lands: names.lands("lands", lands)? },
            Self::KeepEmpire {} => Command::KeepEmpire,
            Self::PassEmpire { to } => Command::PassEmpire { to: names.player("to", to)? },
            Self::PlayEvent { card, targets, stack } => {
                let card = names.card("card", card)?;
                let effect = sc.board.event(card).effect;
                let stack = stack.as_ref().map(|stack| source("stack", stack)).transpose()?;
                Command::PlayEvent { card, targets: names.targets("targets", effect, targets)?, stack }
            }
            Self::ChooseSurvivors { lands } => Command::ChooseSurvivors { lands: names.lands("lands", lands)? },
            Self::BeginTurn {} => Command::BeginTurn,
            Self::AllocateWalkover { forces } => Command::AllocateWalkover { forces: *forces },
            Self::Deallocate { stack, forces } => {
                Command::Deallocate { from: source("stack", stack)?, forces: *forces }
            }
            Self::RigidLookup { defence, lands, defenders, targets, max_forces, naval } => Command::RigidLookup {
                defence: *defence,
                lands: *lands,
                defenders: *defenders,
                targets: names.each("targets", targets, |at, name| names.space(at, name))?,
                max_forces: *max_forces,
                naval: *naval,
            },
            Self::CompliantLookup { defence, forces, naval } => {
                Command::CompliantLookup { defence: *defence, forces: *forces, naval: *naval }
            }
            Self::ExpandLand { to, via, stack } => Command::ExpandLand {
                to: names.land("to", to)?,
                via: names.maybe_space("via", via.as_ref())?,
                from: source("stack", stack)?,
            },
            Self::ExpandWater { to, via, stack } => Command::ExpandWater {
                to: names.water("to", to)?,
                via: names.maybe_space("via", via.as_ref())?,
                from: source("stack", stack)?,
            },
            Self::AttackOptional { ocean, player, stack } => Command::AttackOptional {
                ocean: names.water("ocean", ocean)?,
                player: names.maybe_player("player", player.as_ref())?,
                from: source("stack", stack)?,
            },
            Self::Reinforce { land, armies } => Command::Reinforce { land: names.land("land", land)?, armies: *armies },
            Self::BuildFort { land, free } => Command::BuildFort { land: names.land("land", land)?, free: *free },
            Self::BuildFortress { land, free } => {
                Command::BuildFortress { land: names.land("land", land)?, free: *free }
            }
            Self::AttackDice { to, via } => {
                Command::AttackDice { to: names.space("to", to)?, via: names.maybe_space("via", via.as_ref())? }
            }
            Self::StopBarbarians {} => Command::StopBarbarians,
            Self::PlaceMonument { land } => Command::PlaceMonument { land: names.land("land", land)? },
            Self::EndExpansion {} => Command::EndExpansion,
            Self::SetTradePolicy { accept, colour } => Command::SetTradePolicy {
                accept: names.each("accept", accept, |at, name| names.player(at, name))?.into_iter().collect(),
                colour: names.maybe_player("colour", colour.as_ref())?,
            },
            Self::SetRetreatPriority { lands, colour } => Command::SetRetreatPriority {
                lands: names.lands("lands", lands)?,
                colour: names.maybe_player("colour", colour.as_ref())?,
            },
        })
    }
}

impl Command {
    /// The same with ids for people to read: of Lands and waters, cards, colours.
    pub fn order(&self, sc: &Scenario) -> Order {
        let board = &sc.board;
        let land = |id: LandId| board.land(id).id.clone();
        let lands = |ids: &[LandId]| ids.iter().copied().map(land).collect();
        let water = |id: WaterId| board.water(id).id.clone();
        let player = |id: PlayerId| sc.colour(id).key.clone();
        let space = |id: Space| match id {
            Space::Land(id) => land(id),
            Space::Water(id) => water(id),
        };
        let target = |target: &Target| match *target {
            Target::Land(id) => land(id),
            Target::Water(id) => water(id),
            Target::Area(id) => board.area(id).id.clone(),
        };
        match self {
            Self::PlaceSumeria { lands: ids } => Order::PlaceSumeria { lands: lands(ids) },
            Self::KeepEmpire => Order::KeepEmpire {},
            Self::PassEmpire { to } => Order::PassEmpire { to: player(*to) },
            Self::PlayEvent { card, targets, stack } => Order::PlayEvent {
                card: board.event(*card).id.clone(),
                targets: targets.iter().map(target).collect(),
                stack: stack.map(Source::name),
            },
            Self::ChooseSurvivors { lands: ids } => Order::ChooseSurvivors { lands: lands(ids) },
            Self::BeginTurn => Order::BeginTurn {},
            Self::AllocateWalkover { forces } => Order::AllocateWalkover { forces: *forces },
            Self::Deallocate { from, forces } => Order::Deallocate { stack: from.name(), forces: *forces },
            Self::RigidLookup { defence, lands, defenders, targets, max_forces, naval } => Order::RigidLookup {
                defence: *defence,
                lands: *lands,
                defenders: *defenders,
                targets: targets.iter().copied().map(space).collect(),
                max_forces: *max_forces,
                naval: *naval,
            },
            Self::CompliantLookup { defence, forces, naval } => {
                Order::CompliantLookup { defence: *defence, forces: *forces, naval: *naval }
            }
            Self::ExpandLand { to, via, from } => {
                Order::ExpandLand { to: land(*to), via: via.map(space), stack: from.name() }
            }
            Self::ExpandWater { to, via, from } => {
                Order::ExpandWater { to: water(*to), via: via.map(space), stack: from.name() }
            }
            Self::AttackOptional { ocean, player: foe, from } => {
                Order::AttackOptional { ocean: water(*ocean), player: foe.map(player), stack: from.name() }
            }
            Self::Reinforce { land: at, armies } => Order::Reinforce { land: land(*at), armies: *armies },
            Self::BuildFort { land: at, free } => Order::BuildFort { land: land(*at), free: *free },
            Self::BuildFortress { land: at, free } => Order::BuildFortress { land: land(*at), free: *free },
            Self::AttackDice { to, via } => Order::AttackDice { to: space(*to), via: via.map(space) },
            Self::StopBarbarians => Order::StopBarbarians {},
            Self::PlaceMonument { land: at } => Order::PlaceMonument { land: land(*at) },
            Self::EndExpansion => Order::EndExpansion {},
            Self::SetTradePolicy { accept, colour } => {
                Order::SetTradePolicy { accept: accept.iter().map(player).collect(), colour: colour.map(player) }
            }
            Self::SetRetreatPriority { lands: ids, colour } => {
                Order::SetRetreatPriority { lands: lands(ids), colour: colour.map(player) }
            }
        }
    }
}

/// The stack that a word means.
fn source(part: &str, written: &str) -> Result<Source, Refusal> {
    let word = written.trim().to_ascii_lowercase();
    match word.as_str() {
        "wo" | "walkover" | "walkovers" => return Ok(Source::Walkover),
        "allies" => return Ok(Source::Allies),
        "ships" => return Ok(Source::Ships),
        _ => {}
    }
    let digits = word.strip_prefix('#').unwrap_or(&word);
    match digits.parse() {
        Ok(number) if number > 0 && digits.bytes().all(|b| b.is_ascii_digit()) => Ok(Source::Stack(number)),
        _ => {
            let shown: String = written.chars().take(60).collect();
            let refusal = Refusal::new("unknown_stack", "HW-5.5", format!("there is no stack “{shown}”"));
            Err(refusal.at(part).hint("a stack is wo, the number of a lookup's stack such as 1, allies or ships"))
        }
    }
}

/// Looks names up and says where in the order one is wrong.
struct Names<'a> {
    sc: &'a Scenario,
}

impl Names<'_> {
    fn land(&self, part: &str, name: &str) -> Result<LandId, Refusal> {
        self.sc.board.find_land(name).map_err(|error| unknown("unknown_land", "HW-23.1", part, &error))
    }

    fn lands(&self, part: &str, names: &[String]) -> Result<Vec<LandId>, Refusal> {
        self.each(part, names, |at, name| self.land(at, name))
    }

    fn water(&self, part: &str, name: &str) -> Result<WaterId, Refusal> {
        self.sc.board.find_water(name).map_err(|error| unknown("unknown_water", "HW-24.1", part, &error))
    }

    fn space(&self, part: &str, name: &str) -> Result<Space, Refusal> {
        self.sc.board.find_space(name).map_err(|error| unknown("unknown_space", "HW-23.1", part, &error))
    }

    fn maybe_space(&self, part: &str, name: Option<&String>) -> Result<Option<Space>, Refusal> {
        name.map(|name| self.space(part, name)).transpose()
    }

    fn player(&self, part: &str, name: &str) -> Result<PlayerId, Refusal> {
        self.sc.find_player(name).map_err(|error| unknown("unknown_player", "HW-20.1", part, &error))
    }

    fn maybe_player(&self, part: &str, name: Option<&String>) -> Result<Option<PlayerId>, Refusal> {
        name.map(|name| self.player(part, name)).transpose()
    }

    fn card(&self, part: &str, name: &str) -> Result<EventId, Refusal> {
        self.sc.board.find_event(name).map_err(|error| unknown("unknown_card", "HW-20.3", part, &error))
    }

    /// Names are looked for among the things that the card is aimed at; what is found elsewhere only is left for the
    /// card to refuse.
    fn targets(&self, part: &str, effect: Effect, names: &[String]) -> Result<Vec<Target>, Refusal> {
        let board = &self.sc.board;
        self.each(part, names, |at, name| {
            let fitting = match effect.aim().map(|aim| aim.kind) {
                Some(TargetKind::Sea) => board.find_water(name).map(Target::Water),
                Some(TargetKind::Area) => board.find_area(name).map(Target::Area),
                Some(TargetKind::Land) | None => board.find_land(name).map(Target::Land),
            };
            match fitting {
                Err(error) if error.ambiguous => Err(unknown("unknown_target", "HW-30", at, &error)),
                Err(error) => {
                    let elsewhere = board.find_target(name);
                    elsewhere.map_err(|_| unknown("unknown_target", "HW-30", at, &error))
                }
                Ok(target) => Ok(target),
            }
        })
    }

    /// Every name of a list, with its place in it.
    fn each<T>(
        &self, part: &str, names: &[String], find: impl Fn(&str, &str) -> Result<T, Refusal>,
    ) -> Result<Vec<T>, Refusal> {
        names.iter().enumerate().map(|(index, name)| find(&format!("{part}/{index}"), name)).collect()
    }
}

/// What is said when no name comes close.
const NO_NAME_FITS: &str = "GET the scenario for all names; an id, a name or a beginning that fits one only will do";

fn unknown(code: &'static str, rule: &'static str, part: &str, error: &NameError) -> Refusal {
    let refusal = Refusal::new(if error.ambiguous { "ambiguous_name" } else { code }, rule, error.to_string()).at(part);
    match error.hint() {
        Some(hint) => refusal.hint(hint),
        None => refusal.hint(NO_NAME_FITS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::{AreaId, Defence};
    use crate::model::scenario::shipped;

    fn scenario() -> std::sync::Arc<Scenario> {
        shipped::find("world-3").expect("it ships")
    }

    /// One command of every kind, each optional part once given and once left out.
    fn commands() -> Vec<Command> {
        let (land, water, far) = (LandId(3), WaterId(1), LandId(100));
        let defence = Defence::try_from(-5).unwrap();
        let [storm, famine, fire, pirates] =
            ["storm_at_sea", "famine", "fire", "pirates"].map(|card| shipped::board().find_event(card).unwrap());
        let play = |card, targets| Command::PlayEvent { card, targets, stack: None };
        vec![
            Command::PlaceSumeria { lands: vec![land, land, far] },
            Command::KeepEmpire,
            Command::PassEmpire { to: PlayerId(2) },
            play(storm, vec![Target::Water(water)]),
            play(famine, vec![Target::Area(AreaId(4))]),
            play(fire, vec![Target::Land(far)]),
            play(fire, vec![]),
            // Not what these are aimed at: that is for the card to say.
            play(storm, vec![Target::Land(land)]),
            play(famine, vec![Target::Water(water)]),
            play(fire, vec![Target::Area(AreaId(0))]),
            Command::PlayEvent { card: pirates, targets: vec![Target::Water(water)], stack: Some(Source::Stack(2)) },
            Command::ChooseSurvivors { lands: vec![far] },
            Command::BeginTurn,
            Command::AllocateWalkover { forces: 7 },
            Command::Deallocate { from: Source::Walkover, forces: 1 },
            Command::RigidLookup {
                defence,
                lands: 2,
                defenders: 4,
                targets: vec![Space::Land(land), Space::Water(water)],
                max_forces: Some(9),
                naval: true,
            },
            Command::RigidLookup {
                defence: Defence::PLAIN,
                lands: 1,
                defenders: 1,
                targets: vec![],
                max_forces: None,
                naval: false,
            },
            Command::CompliantLookup { defence, forces: 8, naval: true },
            Command::ExpandLand { to: land, via: Some(Space::Water(water)), from: Source::Stack(12) },
            Command::ExpandLand { to: land, via: None, from: Source::Allies },
            Command::ExpandWater { to: water, via: Some(Space::Land(land)), from: Source::Ships },
            Command::AttackOptional { ocean: WaterId(12), player: Some(PlayerId(1)), from: Source::Stack(1) },
            Command::AttackOptional { ocean: WaterId(12), player: None, from: Source::Walkover },
            Command::Reinforce { land, armies: 2 },
            Command::BuildFort { land, free: true },
            Command::BuildFortress { land, free: false },
            Command::AttackDice { to: Space::Water(water), via: None },
            Command::AttackDice { to: Space::Land(land), via: Some(Space::Land(far)) },
            Command::StopBarbarians,
            Command::PlaceMonument { land },
            Command::EndExpansion,
            Command::SetTradePolicy { accept: [PlayerId(0), PlayerId(2)].into_iter().collect(), colour: None },
            Command::SetRetreatPriority { lands: vec![far, land], colour: Some(PlayerId(5)) },
        ]
    }

    #[test]
    fn every_command_comes_back_from_its_order_and_from_its_json() {
        let sc = scenario();
        let mut kinds = std::collections::BTreeSet::new();
        for command in commands() {
            let order = command.order(&sc);
            assert_eq!(order.resolve(&sc), Ok(command));
            let json = serde_json::to_value(&order).unwrap();
            kinds.insert(json["type"].as_str().unwrap().to_owned());
            assert_eq!(serde_json::from_value::<Order>(json).unwrap(), order);
        }
        assert_eq!(kinds.len(), 22, "one of every type: {kinds:?}");
    }

    #[test]
    fn every_land_and_water_keeps_its_name() {
        let sc = scenario();
        for to in sc.board.land_ids() {
            let command = Command::ExpandLand { to, via: Some(Space::Land(to)), from: Source::Walkover };
            assert_eq!(command.order(&sc).resolve(&sc), Ok(command));
        }
        for to in sc.board.water_ids() {
            let command = Command::ExpandWater { to, via: Some(Space::Water(to)), from: Source::Walkover };
            assert_eq!(command.order(&sc).resolve(&sc), Ok(command));
        }
    }

    #[test]
    fn names_are_taken_as_people_write_them() {
        let sc = scenario();
        let order =
            Order::ExpandLand { to: "Nile Delta".into(), via: Some("eastern med".into()), stack: " #2 ".into() };
        let expected =
            Order::ExpandLand { to: "nile_delta".into(), via: Some("eastern_mediterranean".into()), stack: "2".into() };
        assert_eq!(order.resolve(&sc).map(|command| command.order(&sc)), Ok(expected));
    }

    fn refused(json: &str) -> (String, String, String, Option<String>) {
        let order: Order = serde_json::from_str(json).unwrap();
        let refusal = order.resolve(&scenario()).unwrap_err();
        (refusal.code.into(), refusal.part, refusal.rule.to_string(), refusal.hint)
    }

    #[test]
    fn an_unknown_name_is_pointed_at_with_what_may_be_meant() {
        let case = |json: &str, code: &str, part: &str, rule: &str, hint: Option<&str>| {
            let hint = hint.map(str::to_owned);
            assert_eq!(refused(json), (code.to_owned(), part.to_owned(), rule.to_owned(), hint), "{json}");
        };
        case(r#"{"type":"expand_land","to":"zagross","stack":"wo"}"#, "unknown_land", "to", "HW-23.1", Some("Zagros?"));
        case(
            r#"{"type":"place_sumeria","lands":["zagros","tigris","zagros"]}"#,
            "ambiguous_name",
            "lands/1",
            "HW-23.1",
            Some("Upper Tigris, Middle Tigris or Lower Tigris?"),
        );
        case(
            r#"{"type":"expand_water","to":"zagros","stack":"wo"}"#,
            "unknown_water",
            "to",
            "HW-24.1",
            Some(NO_NAME_FITS),
        );
        case(
            r#"{"type":"expand_land","to":"zagros","via":"xyz_xyz_xyz","stack":"wo"}"#,
            "unknown_space",
            "via",
            "HW-23.1",
            Some(NO_NAME_FITS),
        );
        case(r#"{"type":"pass_empire","to":"appolo"}"#, "unknown_player", "to", "HW-20.1", Some("Apollo?"));
        case(r#"{"type":"play_event","card":"floood"}"#, "unknown_card", "card", "HW-20.3", Some("Flood?"));
        case(
            r#"{"type":"play_event","card":"fire","targets":["creet"]}"#,
            "unknown_target",
            "targets/0",
            "HW-30",
            Some("Crete?"),
        );
        let stacks = "a stack is wo, the number of a lookup's stack such as 1, allies or ships";
        for stack in ["0", "-1", "+1", "256", "", "first"] {
            let json = format!(r#"{{"type":"deallocate","stack":"{stack}","forces":1}}"#);
            case(&json, "unknown_stack", "stack", "HW-5.5", Some(stacks));
        }
    }
}
