//! Names in orders, looked up, and ids written back.

use kernel::Refusal;

use crate::model::ids::Source;
use crate::model::ids::{EventId, LandId, PlayerId, Space, WaterId};
use crate::model::scenario::Target;
use crate::model::scenario::{Effect, NameError, Scenario, TargetKind};

/// Ids as orders name things: of Lands and waters, cards, colours.
pub(crate) struct Ids<'a> {
    /// Where the names are.
    pub sc: &'a Scenario,
}

impl Ids<'_> {
    pub fn land(&self, id: LandId) -> String {
        self.sc.board.land(id).id.clone()
    }

    pub fn lands(&self, ids: &[LandId]) -> Vec<String> {
        ids.iter().map(|id| self.land(*id)).collect()
    }

    pub fn water(&self, id: WaterId) -> String {
        self.sc.board.water(id).id.clone()
    }

    pub fn space(&self, id: Space) -> String {
        match id {
            Space::Land(id) => self.land(id),
            Space::Water(id) => self.water(id),
        }
    }

    pub fn target(&self, id: Target) -> String {
        match id {
            Target::Land(id) => self.land(id),
            Target::Water(id) => self.water(id),
            Target::Area(id) => self.sc.board.area(id).id.clone(),
        }
    }

    pub fn player(&self, id: PlayerId) -> String {
        self.sc.colour(id).key.clone()
    }

    pub fn card(&self, id: EventId) -> String {
        self.sc.board.event(id).id.clone()
    }
}

/// The stack that a word means.
pub(crate) fn source(part: &str, written: &str) -> Result<Source, Refusal> {
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
pub(crate) struct Names<'a> {
    /// Where the names are.
    pub sc: &'a Scenario,
}

impl Names<'_> {
    pub fn land(&self, part: &str, name: &str) -> Result<LandId, Refusal> {
        self.sc.board.find_land(name).map_err(|error| unknown("unknown_land", "HW-23.1", part, &error))
    }

    pub fn lands(&self, part: &str, names: &[String]) -> Result<Vec<LandId>, Refusal> {
        self.each(part, names, |at, name| self.land(at, name))
    }

    pub fn water(&self, part: &str, name: &str) -> Result<WaterId, Refusal> {
        self.sc.board.find_water(name).map_err(|error| unknown("unknown_water", "HW-24.1", part, &error))
    }

    pub fn space(&self, part: &str, name: &str) -> Result<Space, Refusal> {
        self.sc.board.find_space(name).map_err(|error| unknown("unknown_space", "HW-23.1", part, &error))
    }

    pub fn maybe_space(&self, part: &str, name: Option<&String>) -> Result<Option<Space>, Refusal> {
        name.map(|name| self.space(part, name)).transpose()
    }

    pub fn player(&self, part: &str, name: &str) -> Result<PlayerId, Refusal> {
        self.sc.find_player(name).map_err(|error| unknown("unknown_player", "HW-20.1", part, &error))
    }

    pub fn maybe_player(&self, part: &str, name: Option<&String>) -> Result<Option<PlayerId>, Refusal> {
        name.map(|name| self.player(part, name)).transpose()
    }

    pub fn card(&self, part: &str, name: &str) -> Result<EventId, Refusal> {
        self.sc.board.find_event(name).map_err(|error| unknown("unknown_card", "HW-20.3", part, &error))
    }

    /// Names are looked for among the things that the card is aimed at; what is found elsewhere only is left for the
    /// card to refuse.
    pub fn targets(&self, part: &str, effect: Effect, names: &[String]) -> Result<Vec<Target>, Refusal> {
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
    pub fn each<T>(
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
    use crate::orders::{
        AllocateWalkover, AttackDice, AttackOptional, BeginTurn, BuildFort, BuildFortress, ChooseSurvivors,
        CompliantLookup, Deallocate, EndExpansion, ExpandLand, ExpandLandOrder, ExpandWater, KeepEmpire, PassEmpire,
        PlaceMonument, PlaceSumeria, PlayEvent, Reinforce, RigidLookup, SetRetreatPriority, SetTradePolicy,
        StopBarbarians,
    };
    use crate::orders::{Command, Order};

    fn scenario() -> std::sync::Arc<Scenario> {
        shipped::find("world-3").expect("it ships")
    }

    /// One command of every kind, each optional part once given and once left out.
    fn commands() -> Vec<Command> {
        let (land, water, far) = (LandId(3), WaterId(1), LandId(100));
        let defence = Defence::try_from(-5).unwrap();
        let [storm, famine, fire, pirates] =
            ["storm_at_sea", "famine", "fire", "pirates"].map(|card| shipped::board().find_event(card).unwrap());
        let play = |card, targets| Command::PlayEvent(PlayEvent { card, targets, stack: None });
        vec![
            Command::PlaceSumeria(PlaceSumeria { lands: vec![land, land, far] }),
            Command::KeepEmpire(KeepEmpire),
            Command::PassEmpire(PassEmpire { to: PlayerId(2) }),
            play(storm, vec![Target::Water(water)]),
            play(famine, vec![Target::Area(AreaId(4))]),
            play(fire, vec![Target::Land(far)]),
            play(fire, vec![]),
            // Not what these are aimed at: that is for the card to say.
            play(storm, vec![Target::Land(land)]),
            play(famine, vec![Target::Water(water)]),
            play(fire, vec![Target::Area(AreaId(0))]),
            Command::PlayEvent(PlayEvent {
                card: pirates,
                targets: vec![Target::Water(water)],
                stack: Some(Source::Stack(2)),
            }),
            Command::ChooseSurvivors(ChooseSurvivors { lands: vec![far] }),
            Command::BeginTurn(BeginTurn),
            Command::AllocateWalkover(AllocateWalkover { forces: 7 }),
            Command::Deallocate(Deallocate { from: Source::Walkover, forces: 1 }),
            Command::RigidLookup(RigidLookup {
                defence,
                lands: 2,
                defenders: 4,
                targets: vec![Space::Land(land), Space::Water(water)],
                max_forces: Some(9),
                naval: true,
            }),
            Command::RigidLookup(RigidLookup {
                defence: Defence::PLAIN,
                lands: 1,
                defenders: 1,
                targets: vec![],
                max_forces: None,
                naval: false,
            }),
            Command::CompliantLookup(CompliantLookup { defence, forces: 8, naval: true }),
            Command::ExpandLand(ExpandLand { to: land, via: Some(Space::Water(water)), from: Source::Stack(12) }),
            Command::ExpandLand(ExpandLand { to: land, via: None, from: Source::Allies }),
            Command::ExpandWater(ExpandWater { to: water, via: Some(Space::Land(land)), from: Source::Ships }),
            Command::AttackOptional(AttackOptional {
                ocean: WaterId(12),
                player: Some(PlayerId(1)),
                from: Source::Stack(1),
            }),
            Command::AttackOptional(AttackOptional { ocean: WaterId(12), player: None, from: Source::Walkover }),
            Command::Reinforce(Reinforce { land, armies: 2 }),
            Command::BuildFort(BuildFort { land, free: true }),
            Command::BuildFortress(BuildFortress { land, free: false }),
            Command::AttackDice(AttackDice { to: Space::Water(water), via: None }),
            Command::AttackDice(AttackDice { to: Space::Land(land), via: Some(Space::Land(far)) }),
            Command::StopBarbarians(StopBarbarians),
            Command::PlaceMonument(PlaceMonument { land }),
            Command::EndExpansion(EndExpansion),
            Command::SetTradePolicy(SetTradePolicy {
                accept: [PlayerId(0), PlayerId(2)].into_iter().collect(),
                colour: None,
            }),
            Command::SetRetreatPriority(SetRetreatPriority { lands: vec![far, land], colour: Some(PlayerId(5)) }),
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
            let command = Command::ExpandLand(ExpandLand { to, via: Some(Space::Land(to)), from: Source::Walkover });
            assert_eq!(command.order(&sc).resolve(&sc), Ok(command));
        }
        for to in sc.board.water_ids() {
            let command = Command::ExpandWater(ExpandWater { to, via: Some(Space::Water(to)), from: Source::Walkover });
            assert_eq!(command.order(&sc).resolve(&sc), Ok(command));
        }
    }

    #[test]
    fn names_are_taken_as_people_write_them() {
        let sc = scenario();
        let order = Order::ExpandLand(ExpandLandOrder {
            to: "Nile Delta".into(),
            via: Some("eastern med".into()),
            stack: " #2 ".into(),
        });
        let expected = Order::ExpandLand(ExpandLandOrder {
            to: "nile_delta".into(),
            via: Some("eastern_mediterranean".into()),
            stack: "2".into(),
        });
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
