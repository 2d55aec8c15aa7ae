//! Reading an order set.

use kernel::map::Mode;
use kernel::shorthand::{Read, Words, Wrong, read, shown};
use kernel::{Diagnostic, Span};

use crate::knowledge::view::View;
use crate::model::names::find_force;
use crate::model::scenario::Scenario;
use crate::model::state::{ForceId, Phase};
use crate::model::units::OptionName;
use crate::orders::notation::line::{OrderLine, orders_on};
use crate::orders::notation::names::{NameKind, beginning, exact, implied, nearest};
use crate::orders::{NotAgain, Order, Season};

/// The words that an order begins with unless it begins with a force, each with an example.
const VERBS: [(&str, &str); 34] = [
    ("alliance", "alliance ANT with OCT yes"),
    ("ally", "ally OCT with ANT"),
    ("anchor", "anchor OCT-F1"),
    ("assault", "assault Corinthus with OCT-A1"),
    ("attack", "attack OCT-A1 OCT-A2 on ANT"),
    ("break", "break OCT with ANT"),
    ("build", "build OCT Brundisium 2"),
    ("distance", "distance land summer Roma > Brundisium"),
    ("embark", "embark OCT-F1 from OCT-A2: 2 legion_1, Agrippa"),
    ("end", "end, or: end OCT"),
    ("enter", "enter OCT-A3"),
    ("exchange", "exchange OCT-A1 OCT-A2 give 2 legion_1 take Agrippa"),
    ("intercept", "intercept OCT-A1, or: intercept none; with march or phase after it you are not asked again"),
    ("join", "join armies OCT Roma, or: join fleets OCT Brundisium"),
    ("land", "land OCT-F1: 2 legion_1, Agrippa"),
    ("leave", "leave OCT-A3"),
    ("lift", "lift OCT-A3"),
    ("option", "option intelligence on"),
    ("overrun", "overrun OCT-A3, or: overrun OCT-A3 2825"),
    ("pay", "pay OCT 20 to GAL"),
    ("plunder", "plunder OCT Macedonia"),
    ("policy", "policy OCT for OCT-A3 intercept 150% attacked retreat city 200% beaten nearest"),
    ("recruit", "recruit OCT Roma legion_1 2"),
    ("resign", "resign yes"),
    ("respond", "respond ANT: ANT-A2 stand, ANT-A3 city, ANT-A4 to 3829, or for all of them: respond ANT stand"),
    ("retreat", "retreat ANT to Corinthus"),
    ("season", "season OCT: 2 legion_1, GAL 1 archers"),
    ("send", "send OCT 20 to GAL"),
    ("set_up", "set_up ARM Artaxata: 2 heavy_cav, Artaxias"),
    ("setup", "setup ARM Artaxata: 2 heavy_cav, Artaxias"),
    ("siege", "siege OCT-A3, or: siege OCT-F1"),
    ("split", "split OCT-A3: 2 legion_1, Taurus, or: split OCT-F1 2"),
    ("track", "track OCT-A3 > Brundisium"),
    ("unload", "unload OCT-F1: 2 legion_1"),
];

/// What an order with a force begins.
const MOVE: &str = "OCT-A3 > Brundisium for the cheapest way, OCT-A3 : 2824 2825 for a path";

/// Reads an order set: the orders with their place in the text, and what was not understood. One bad order costs nothing but
/// itself.
pub fn parse(sc: &Scenario, view: &View, text: &str) -> (Vec<(Order, Span)>, Vec<Diagnostic>) {
    read(text, None, orders_on, |tokens| Reader { view, line: &mut OrderLine { sc, tokens, at: 0 } }.order())
}

/// An arm of the service.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arm {
    Army,
    Fleet,
}

/// An order being read, with what its seat sees: whose turn it is, and what is asked.
struct Reader<'v, 'l, 's, 't> {
    view: &'v View,
    line: &'l mut OrderLine<'s, 't>,
}

impl Reader<'_, '_, '_, '_> {
    fn order(mut self) -> Read<Order> {
        let first = self.line.tokens[0].text;
        if exact(self.line.sc, NameKind::Force, first).is_some() {
            return self.movement().and_then(|order| self.finish(order)).map_err(|wrong| hinted(wrong, MOVE));
        }
        let Some((verb, example)) = verb(first) else { return Err(self.beginning(first)) };
        self.line.at = 1;
        self.verb(verb).and_then(|order| self.finish(order)).map_err(|wrong| hinted(wrong, example))
    }

    fn finish(&mut self, order: Order) -> Read<Order> {
        self.line.end().map(|()| order)
    }

    fn beginning(&self, first: &str) -> Box<Wrong> {
        let wrong = self.line.wrong(0, "not_understood", format!("no order begins with {}", shown(first)));
        match nearest(&first.to_lowercase(), VERBS.iter().map(|(verb, _)| *verb)) {
            Some(verb) => wrong.hint(format!("did you mean {verb}?")),
            None => {
                wrong.hint(format!("begin with a force ({MOVE}) or with a word such as recruit, attack, siege, end"))
            }
        }
    }

    /// `OCT-A3 > Brundisium` and `OCT-A3 : 2824 2825`.
    fn movement(&mut self) -> Read<Order> {
        let (force, arm) = self.force()?;
        if self.line.take(">") {
            let mut to = self.places()?;
            while self.line.take(">") {
                to.append(&mut self.places()?);
            }
            let invade = self.line.take("invade");
            return Ok(Order::FollowTrack { power: self.of(&force)?, force, to, invade });
        }
        self.line.expect(":")?;
        let path = self.places()?;
        if arm == Arm::Fleet {
            return Ok(Order::MoveFleet { power: self.of(&force)?, fleet: force, path });
        }
        let invade = self.line.take("invade");
        Ok(Order::MoveArmy { power: self.of(&force)?, army: force, path, invade })
    }

    fn verb(&mut self, verb: &str) -> Read<Order> {
        match verb {
            "recruit" | "build" | "send" | "pay" | "ally" | "alliance" | "break" => self.taxation(verb),
            "setup" | "set_up" | "respond" | "retreat" | "season" | "intercept" => self.answer(verb),
            "embark" | "unload" | "land" | "split" | "exchange" | "join" => self.arrangement(verb),
            "attack" => self.attack(),
            "assault" => {
                let city = self.line.name(NameKind::Place)?;
                self.line.expect("with")?;
                let armies = self.forces(NameKind::Army)?;
                Ok(Order::AssaultCity { power: self.of_any(&armies)?, armies, city })
            }
            "plunder" => {
                let power = self.power()?;
                Ok(Order::PlunderProvince { power, province: self.line.name(NameKind::Province)? })
            }
            "policy" => {
                let power = self.power()?;
                self.line.policy(power)
            }
            "option" | "distance" | "end" | "resign" => self.frame(verb),
            "track" => self.movement(),
            _ => self.of_one_force(verb),
        }
    }

    fn taxation(&mut self, verb: &str) -> Read<Order> {
        let power = self.power()?;
        Ok(match verb {
            "recruit" => {
                let hex = self.line.name(NameKind::Place)?;
                let unit_type = self.line.unit()?;
                Order::RecruitUnits { power, hex, unit_type, count: self.line.count("the number of units")? }
            }
            "build" => {
                let port = self.line.name(NameKind::Place)?;
                Order::BuildFleet { power, port, count: self.line.count("the number of fleet units")? }
            }
            "send" | "pay" => {
                let amount = self.line.number("the number of talents", u32::MAX)?;
                self.line.expect("to")?;
                Order::TransferTalents { power, to: self.line.name(NameKind::Power)?, amount }
            }
            _ => {
                self.line.expect("with")?;
                let with = self.line.name(NameKind::Power)?;
                match verb {
                    "ally" => Order::ProposeAlliance { power, with },
                    "break" => Order::TerminateAlliance { power, with },
                    _ => Order::RespondAlliance { power, with, accept: self.line.on_off()? },
                }
            }
        })
    }

    fn answer(&mut self, verb: &str) -> Read<Order> {
        if verb == "intercept" {
            return self.intercept();
        }
        let power = self.power()?;
        Ok(match verb {
            "retreat" => {
                let combat = self.line.combat()?;
                self.line.expect("to")?;
                Order::ChooseRetreat { power, combat, to: self.line.name(NameKind::Place)? }
            }
            "respond" => {
                let combat = self.line.combat()?;
                // Without a list all stand: an army that is not named does.
                let listed = !self.line.take("stand") && self.line.peek().is_some();
                let responses =
                    if listed { self.line.expect(":").and_then(|()| self.line.responses())? } else { Vec::new() };
                Order::RespondAttack { power, combat, responses }
            }
            "season" => {
                let combat = self.line.combat()?;
                self.line.expect(":")?;
                Order::SeasonUnits { power, combat, units: self.line.seasoned()? }
            }
            _ => Order::SetUpUnits { power, placements: self.line.placements()? },
        })
    }

    fn intercept(&mut self) -> Read<Order> {
        let asked = self.view.decision.as_ref().map(|decision| decision.answer_with.as_str());
        let fallback = if asked == Some("intercept_fleet") { Arm::Fleet } else { Arm::Army };
        let (arm, interceptors) = self.forces_of_an_arm(fallback)?;
        let not_again = match (self.line.take("march"), self.line.take("phase")) {
            (true, _) => Some(NotAgain::March),
            (_, true) => Some(NotAgain::Phase),
            _ => None,
        };
        let power = self.of_any(&interceptors)?;
        Ok(match arm {
            Arm::Army => Order::InterceptArmy { power, interceptors, not_again },
            Arm::Fleet => Order::InterceptFleet { power, interceptors, not_again },
        })
    }

    fn attack(&mut self) -> Read<Order> {
        let (arm, forces) = self.forces_of_an_arm(Arm::Army)?;
        self.line.expect("on")?;
        if arm == Arm::Fleet {
            let target = self.line.name(NameKind::Power)?;
            return Ok(Order::AttackFleet { power: self.of_any(&forces)?, fleets: forces, target });
        }
        let mut targets = Vec::new();
        if !self.line.take("none") {
            targets.push(self.line.name(NameKind::Target)?);
            while self.line.take(",") {
                targets.push(self.line.name(NameKind::Target)?);
            }
        }
        Ok(Order::AttackArmy { power: self.of_any(&forces)?, armies: forces, targets })
    }

    fn arrangement(&mut self, verb: &str) -> Read<Order> {
        if verb == "join" {
            let words = [("armies", Arm::Army), ("army", Arm::Army), ("fleets", Arm::Fleet), ("fleet", Arm::Fleet)];
            let arm = self.line.choice("arm", &words)?;
            let power = self.power()?;
            let hex = self.line.name(NameKind::Place)?;
            return Ok(match arm {
                Arm::Army => Order::ConcentrateArmies { power, hex },
                Arm::Fleet => Order::ConcentrateFleets { power, hex },
            });
        }
        let (name, arm) = self.force()?;
        match (verb, arm) {
            ("exchange", _) => self.exchange(name, arm),
            ("split", Arm::Army) => {
                let (units, leaders) = self.line.passengers()?;
                Ok(Order::SplitArmy { power: self.of(&name)?, army: name, units, leaders })
            }
            ("split", Arm::Fleet) => {
                let new_size = self.line.count("the number of ships of the new fleet")?;
                let (units, leaders) = self.line.passengers()?;
                Ok(Order::SplitFleet { power: self.of(&name)?, fleet: name, new_size, units, leaders })
            }
            (_, Arm::Army) => Err(self.line.wrong(1, "not_a_fleet", "the fleet comes first here, such as OCT-F1")),
            ("embark", Arm::Fleet) => {
                let army = if self.line.take("from") { Some(self.line.name(NameKind::Army)?) } else { None };
                let (units, leaders) = self.line.passengers()?;
                let ashore = if self.line.take("ashore") { Some(self.line.contents()?) } else { None };
                Ok(Order::EmbarkUnits { power: self.of(&name)?, fleet: name, army, units, leaders, ashore })
            }
            ("unload", Arm::Fleet) => {
                let (units, leaders) = self.line.passengers()?;
                Ok(Order::DisembarkToPort { power: self.of(&name)?, fleet: name, units, leaders })
            }
            (_, Arm::Fleet) => {
                let invade = self.line.take("invade");
                let (units, leaders) = self.line.passengers()?;
                Ok(Order::DisembarkUnits { power: self.of(&name)?, fleet: name, units, leaders, invade })
            }
        }
    }

    fn exchange(&mut self, name: String, arm: Arm) -> Read<Order> {
        let other = self.line.name(if arm == Arm::Army { NameKind::Army } else { NameKind::Fleet })?;
        let give = if self.line.take("give") { self.line.contents()? } else { Default::default() };
        let take = if self.line.take("take") { self.line.contents()? } else { Default::default() };
        let power = self.of(&name)?;
        Ok(match arm {
            Arm::Army => Order::ExchangeArmies { power, army: name, other, give, take },
            Arm::Fleet => Order::ExchangeFleets { power, fleet: name, other, give, take },
        })
    }

    fn of_one_force(&mut self, verb: &str) -> Read<Order> {
        let (name, arm) = self.force()?;
        let hex = match verb {
            "overrun" | "siege" if arm == Arm::Army && self.line.has_name() => Some(self.line.name(NameKind::Place)?),
            _ => None,
        };
        let power = self.of(&name)?;
        Ok(match (verb, arm) {
            ("lift", _) => Order::LiftSiege { power, force: name },
            ("siege", Arm::Army) => Order::LaySiege { power, army: name, city: hex },
            ("siege", Arm::Fleet) => Order::LaySiegePort { power, fleet: name },
            ("anchor", Arm::Fleet) => Order::AnchorFleet { power, fleet: name },
            ("overrun", Arm::Army) => Order::Overrun { power, army: name, hex },
            ("enter", Arm::Army) => Order::EnterCity { power, army: name },
            ("leave", Arm::Army) => Order::LeaveCity { power, army: name },
            (_, Arm::Army) => return Err(self.line.wrong(1, "not_a_fleet", "this is an order for fleets")),
            (_, Arm::Fleet) => return Err(self.line.wrong(1, "not_an_army", "this is an order for armies")),
        })
    }

    fn frame(&mut self, verb: &str) -> Read<Order> {
        Ok(match verb {
            "option" => {
                let words = [
                    ("intelligence", OptionName::Intelligence),
                    ("amphibious_invasion", OptionName::AmphibiousInvasion),
                ];
                Order::SetOption { option: self.line.choice("option", &words)?, value: self.line.on_off()? }
            }
            "distance" => {
                let mode = self.line.choice("kind of way", &[("land", Mode::Land), ("sea", Mode::Sea)])?;
                let seasons = [("summer", Season::Summer), ("winter", Season::Winter)];
                let season = self.line.choice("season", &seasons)?;
                let mut hexes = self.places()?;
                while self.line.take(">") {
                    hexes.append(&mut self.places()?);
                }
                Order::QueryDistance { hexes, mode, season }
            }
            "resign" => Order::Resign { confirm: self.line.on_off()? },
            _ => {
                let phases = [Phase::Taxation, Phase::Naval, Phase::LandMovement, Phase::LandCombat, Phase::Siege];
                let words = phases.map(|phase| (phase.key(), phase));
                let is_phase = words.iter().any(|(word, _)| self.line.is(word));
                let power = if is_phase { self.usual() } else { self.power()? };
                let phase = if self.line.peek().is_some() { Some(self.line.choice("phase", &words)?) } else { None };
                Order::EndPhase { power, phase }
            }
        })
    }

    /// Places with nothing or commas between.
    fn places(&mut self) -> Read<Vec<String>> {
        let mut list = Vec::new();
        while self.line.has_name() {
            list.push(self.line.name(NameKind::Place)?);
            self.line.take(",");
        }
        Ok(list)
    }

    fn force(&mut self) -> Read<(String, Arm)> {
        let name = self.line.name(NameKind::Force)?;
        let army = matches!(find_force(self.line.sc, &name), Some(ForceId::Army(_)));
        Ok((name, if army { Arm::Army } else { Arm::Fleet }))
    }

    /// Forces with nothing or commas between; `none` for nobody.
    fn forces(&mut self, kind: NameKind) -> Read<Vec<String>> {
        if self.line.take("none") {
            return Ok(Vec::new());
        }
        let mut list = vec![self.line.name(kind)?];
        while self.line.take(",") || self.line.has_name() {
            list.push(self.line.name(kind)?);
        }
        Ok(list)
    }

    /// Armies or fleets: the first says which, or `army` and `fleet` before nobody.
    fn forces_of_an_arm(&mut self, fallback: Arm) -> Read<(Arm, Vec<String>)> {
        let said = match (self.line.take("army"), self.line.take("fleet")) {
            (true, _) => Some(Arm::Army),
            (_, true) => Some(Arm::Fleet),
            _ => None,
        };
        let sc = self.line.sc;
        let first = self.line.peek().and_then(|text| find_force(sc, text)).map(|id| match id {
            ForceId::Army(_) => Arm::Army,
            ForceId::Fleet(_) => Arm::Fleet,
        });
        let arm = first.or(said).unwrap_or(fallback);
        Ok((arm, self.forces(if arm == Arm::Army { NameKind::Army } else { NameKind::Fleet })?))
    }

    /// The power at the start of an order: the one that usually acts if none is named.
    fn power(&mut self) -> Read<String> {
        let from = self.line.at;
        self.line.name(NameKind::Power).or_else(|_| {
            self.line.at = from;
            match self.line.peek().filter(|text| self.is_strange_code(text)) {
                Some(text) => {
                    self.line.at = from + 1;
                    Err(self.line.unknown(from, NameKind::Power, text, text))
                }
                None => Ok(self.usual()),
            }
        })
    }

    /// Whether a word looks like the code of a power that does not play, and like nothing else that could stand there.
    fn is_strange_code(&self, word: &str) -> bool {
        let sc = self.line.sc;
        let others = [NameKind::Place, NameKind::Province, NameKind::Leader];
        word.len() == 3
            && word.bytes().all(|letter| letter.is_ascii_uppercase())
            && others.iter().all(|kind| beginning(sc, *kind, word).is_empty())
    }

    /// The power of an order that names a force: the force's, unless ` as ANT` says another.
    fn of(&mut self, force: &str) -> Read<String> {
        if self.line.take("as") {
            return self.line.name(NameKind::Power);
        }
        Ok(implied(self.line.sc, force).unwrap_or_else(|| self.usual()))
    }

    fn of_any(&mut self, forces: &[String]) -> Read<String> {
        self.of(forces.first().map_or("", String::as_str))
    }

    /// Whoever is asked, or else acts, or else is the seat's first power.
    fn usual(&self) -> String {
        let view = self.view;
        let asked = view.decision.as_ref().and_then(|decision| decision.powers.first());
        let acting = view.acting.iter().find(|power| view.powers.contains(power));
        let power = asked.or(acting).or(view.powers.first());
        power.map(|power| power.name.to_string()).unwrap_or_default()
    }
}

/// The verb that a word stands for: as it is, or shortened as far as it fits one only.
fn verb(word: &str) -> Option<(&'static str, &'static str)> {
    let word = word.to_lowercase();
    let mut fitting = VERBS.iter().filter(|(verb, _)| verb.starts_with(&word));
    VERBS.iter().find(|(verb, _)| *verb == word).copied().or_else(|| {
        let one = fitting.next()?;
        (word.len() > 1 && fitting.next().is_none()).then_some(*one)
    })
}

fn hinted(wrong: Box<Wrong>, example: &str) -> Box<Wrong> {
    if wrong.hint.is_some() { wrong } else { wrong.hint(format!("write: {example}")) }
}
