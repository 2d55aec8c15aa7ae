//! Events in words: short, by name, in the same words to all who learn of them.

use kernel::words::list;

use super::words::{money, number, plain, points, things};
use crate::rules::event::{BattleKind, CauseOfDeath, Event, FerryOutcome, Numbers, PiousAct, What, Winner};

/// An event in words.
pub fn tell(event: &Event) -> String {
    let what = &event.what;
    let told = household(what).or_else(|| moves(what)).or_else(|| persons(what)).or_else(|| offices(what));
    told.or_else(|| church(what))
        .or_else(|| war(what))
        .or_else(|| sieges(what))
        .expect("every kind of event has its words: a test sees to it")
}

/// The place of an event, by name.
pub fn place(event: &Event) -> Option<String> {
    match &event.what {
        What::SiegeBegan { location, .. }
        | What::SiegeEnded { location, .. }
        | What::Sold { location, .. }
        | What::Bought { location, .. }
        | What::Preached { location, .. }
        | What::PositionTransferred { location, .. }
        | What::ControlChanged { location, .. }
        | What::CourtHeld { location, .. }
        | What::TariffsSet { location, .. }
        | What::MagistrateChanged { location, .. }
        | What::SelectionChanged { location, .. }
        | What::ListChanged { location, .. }
        | What::MarketSet { location, .. }
        | What::TowerChanged { location, .. }
        | What::CollectorAppointed { location, .. }
        | What::Collected { location, .. }
        | What::Raised { location, .. }
        | What::GarrisonRaised { location, .. }
        | What::Levied { location, .. }
        | What::Fortified { location, .. }
        | What::HarbourDeepened { location, .. }
        | What::ColonistsPlanted { location, .. }
        | What::PortSounded { location, .. }
        | What::SiegeOrdered { location, .. }
        | What::Enslaved { location, .. }
        | What::TowerTaken { location, .. }
        | What::Bombarded { location, .. }
        | What::Looted { location, .. }
        | What::LootingHeard { location, .. }
        | What::CropsBurnt { location, .. }
        | What::Razed { location, .. }
        | What::Starved { location, .. }
        | What::OrderFounded { seat: location, .. } => Some(location.to_string()),
        What::BattleFought { location, .. } | What::BattleHeard { location, .. } => {
            location.as_ref().map(ToString::to_string)
        }
        What::ElectionAnnounced { seat, .. } => seat.as_ref().map(ToString::to_string),
        _ => None,
    }
}

/// What was lost, as the end of a sentence.
fn lost(numbers: &Numbers) -> String {
    if numbers.is_empty() { String::new() } else { format!("; lost: {}", things(numbers)) }
}

/// A tariff, as the end of a sentence.
fn with_tariff(hundredths: u64, words: &str) -> String {
    if hundredths == 0 { String::new() } else { format!(", {} {words}", money(hundredths)) }
}

fn household(what: &What) -> Option<String> {
    Some(match what {
        What::Maintained { persona, paid, used, lost: gone } => {
            let used = if used.is_empty() { String::new() } else { format!(", {} used up", things(used)) };
            format!("Upkeep of {persona}: {} of pay{used}{}.", money(*paid), lost(gone))
        }
        What::ActedAs { family, position, actions } => {
            let spent = if *actions == 1 { "1 action".to_owned() } else { format!("{actions} actions") };
            format!("{family} acted as number {position} of the families, and spent {spent}.")
        }
        What::OrderFailed { order, reason } => format!("Not carried out: {order}: {reason}."),
        What::Gave { from, to, things: given } => {
            let to = to.as_ref().map_or_else(|| "the people".to_owned(), ToString::to_string);
            format!("{from} gave {to} {}.", things(given))
        }
        What::Sold { persona, location, class, good, units, money: paid, tariff } => {
            let (units, good, class) = (number(*units), plain(good), plain(class));
            let tariff = with_tariff(*tariff, "withheld as tariff");
            format!("{persona} sold {units} {good} as {class} in {location} for {}{tariff}.", money(*paid))
        }
        What::Bought { persona, location, good, units, money: paid, tariff } => {
            let tariff = with_tariff(*tariff, "of it tariff");
            format!("{persona} bought {} {} in {location} for {}{tariff}.", number(*units), plain(good), money(*paid))
        }
        What::Trained { trainer, trainee, skill, rating } => {
            format!("{trainer} taught {trainee} {}: {rating} now.", plain(skill))
        }
        What::Supported { master, candidate, promoted: true } => {
            format!("{master} spoke for {candidate}, who is promoted in the guild.")
        }
        What::Supported { master, candidate, promoted: false } => {
            format!("{master} spoke for {candidate} in the guild.")
        }
        What::Raised { persona, location, troop, men } => {
            format!("{persona} raised {} {} in {location}.", number(*men), plain(troop))
        }
        What::GarrisonRaised { persona, location, men } => {
            format!("{persona} put {} men into the garrison of {location}.", number(*men))
        }
        What::Levied { persona, location, men, unarmed } => {
            let away =
                if *unarmed > 0 { format!("; {} without arms were lost", number(*unarmed)) } else { String::new() };
            format!("{persona} called a levy in {location}: {} came with arms{away}.", number(*men))
        }
        What::Cheered { persona, morale } => {
            format!("The men of {persona} are cheered: {} of morale.", points(*morale))
        }
        What::Made { persona, good, count } => format!("{persona} made {} {}.", number(*count), plain(good)),
        What::Fortified { persona, location, tower } => match tower {
            Some(tower) => format!("{persona} strengthened the tower of {tower} in {location}."),
            None => format!("{persona} strengthened the walls of {location}."),
        },
        What::HarbourDeepened { persona, location, feet } => {
            format!("{persona} deepened the harbour of {location} to {feet} feet.")
        }
        What::ColonistsPlanted { persona, location, settled, lost } => {
            let away = if *lost > 0 { format!("; {} were lost", number(*lost)) } else { String::new() };
            format!("{persona} planted colonists at {location}: {} live there{away}.", number(*settled))
        }
        What::RoadBuilt { from, to, length } => format!("There is a road from {from} to {to} of {length}."),
        What::AllianceSet { persona, family, holds: true } => format!("{persona} is allied with {family}."),
        What::AllianceSet { persona, family, holds: false } => format!("{persona} is no longer allied with {family}."),
        What::PortSounded { location, feet: 0 } => format!("{location} has no port."),
        What::PortSounded { location, feet } => format!("The port of {location} is {feet} feet deep."),
        What::Collected { due, location, persona, money: paid } => {
            format!("{persona} collected {} of {due} in {location}.", money(*paid))
        }
        What::CollectorAppointed { due, location, collector } => {
            format!("{collector} collects the {due} of {location} next month.")
        }
        _ => return None,
    })
}

fn moves(what: &What) -> Option<String> {
    Some(match what {
        What::Marched { persona, from, to, miles, lost: gone } => {
            format!("{persona} went from {from} to {to}, {miles} miles{}.", lost(gone))
        }
        What::Sailed { persona, from, to, miles, lost: gone } => {
            format!("{persona} sailed from {from} to {to}, {miles} miles{}.", lost(gone))
        }
        What::Overloaded { persona } => {
            format!("{persona} could not carry what he has, and stays outside the walls.")
        }
        What::Abandoned { persona, things: gone } => format!("{persona} left behind {}.", things(gone)),
        What::Ferried { persona, end: FerryOutcome::Paid, paid } => {
            format!("{persona} paid {} for the ferry.", money(*paid))
        }
        What::Ferried { persona, end: FerryOutcome::Unpaid, .. } => format!("{persona} could not pay the ferry."),
        What::Ferried { persona, end: FerryOutcome::Stopped, .. } => format!("A fleet stopped the ferry of {persona}."),
        What::WaterTooShallow { persona, at } => {
            format!("The water ahead was too shallow for the ships of {persona}, who is {at}.")
        }
        What::BoardingGranted { owner, guest } => format!("{owner} lets {guest} come aboard next month."),
        What::Boarded { persona, owner } => format!("{persona} came aboard the ships of {owner}."),
        What::Landed { persona, to } => format!("{persona} went ashore, {to}."),
        What::WallsCrossed { persona, to } => format!("{persona} is {to}."),
        What::Stopped { persona, by, at } => format!("{by} stopped {persona} {at}."),
        What::Overwhelmed { by, interceptor } => format!("{by} passed over {interceptor}, who could not stop so many."),
        What::Sickened { persona, dead } => format!("{} men of {persona} died of pestilence.", number(*dead)),
        _ => return None,
    })
}

fn persons(what: &What) -> Option<String> {
    Some(match what {
        What::Succeeded { dead, heir, family } => format!("{heir} of {family} comes in the place of {dead}."),
        What::Died { persona, cause } => {
            let how = match cause {
                CauseOfDeath::Marching => "died on a march too long",
                CauseOfDeath::Drowning => "was lost at sea",
                CauseOfDeath::Aboard => "was lost aboard another's ships",
                CauseOfDeath::Battle => "fell in battle",
                CauseOfDeath::Murder => "was murdered",
            };
            format!("{persona} {how}.")
        }
        What::GaveToCharity { persona, ducats, popularity } => {
            format!("{persona} gave {} ducats to charity: {} of popularity.", number(*ducats), points(*popularity))
        }
        What::Devoted { persona, act, piety, popularity } => {
            let how = match act {
                PiousAct::Pilgrimage { location } => format!("completed a pilgrimage to {location}"),
                PiousAct::Indulgence { prelate } => format!("received an indulgence of {prelate}"),
                PiousAct::Veneration { good, count } => format!("venerated {} {}", number(*count), plain(good)),
                PiousAct::Alms => "gave alms".into(),
            };
            format!("{persona} {how}: {} of piety, {} of popularity.", points(*piety), points(*popularity))
        }
        What::WorkCreated { author, work, sponsor, popularity, settlers } => {
            let people =
                if *settlers > 0 { format!("; {} people settle there", number(*settlers)) } else { String::new() };
            format!("{author} created {work} in honour of {sponsor}: {} of popularity{people}.", points(*popularity))
        }
        What::Satirized { author, work, victim, popularity } => {
            format!("{author} mocked {victim} in {work}, who lost {} of popularity.", points(*popularity))
        }
        What::SatireHeard { work } => format!("A satire has appeared, a work of {work}."),
        What::Preached { preacher, location, leader: Some(leader), points: gained } => {
            format!("{preacher} preached to the men of {leader} at {location}: {} of morale.", points(*gained))
        }
        What::Preached { preacher, location, leader: None, points: gained } => {
            format!("{preacher} preached to the people of {location}: {} of loyalty.", points(*gained))
        }
        What::MurderTried { assassin, victim, killed: true } => format!("{assassin} had {victim} murdered."),
        What::MurderTried { assassin, victim, killed: false } => {
            format!("{assassin} failed to have {victim} murdered.")
        }
        What::AttemptSurvived { victim } => format!("Somebody made an attempt on the life of {victim}, and failed."),
        What::Challenged { challenger, challenged, popularity } => {
            let cost = if *popularity > 0 {
                format!(", who lost {} of popularity", points(*popularity))
            } else {
                String::new()
            };
            format!("{challenger} challenged {challenged} to a duel{cost}.")
        }
        What::Dueled { first, second, winner: Some(winner) } => {
            format!("{first} and {second} fought a duel; {winner} won.")
        }
        What::Dueled { first, second, winner: None } => format!("{first} and {second} fought a duel, and neither won."),
        What::Converted { family, religion } => format!("{family} is {religion} now."),
        _ => return None,
    })
}

fn offices(what: &What) -> Option<String> {
    Some(match what {
        What::PositionTransferred { location, position, title } => {
            format!("The {position} of {location} goes to the title {title}.")
        }
        What::ControlChanged { location, persona: Some(persona) } => format!("{persona} is in control of {location}."),
        What::ControlChanged { location, persona: None } => format!("Control of {location} is with its tenant again."),
        What::CourtHeld { persona, location, loyalty } => {
            format!("{persona} held court in {location}: {} of loyalty.", points(*loyalty))
        }
        What::TariffsSet { location, import, export, .. } => {
            format!("Tariffs of {location}: {import}% on imports, {export}% on exports.")
        }
        What::MagistrateChanged { location, persona: Some(persona) } => {
            format!("{persona} is magistrate of {location}.")
        }
        What::MagistrateChanged { location, persona: None } => format!("{location} has another magistrate."),
        What::SelectionChanged { location, selection } => {
            format!("The magistrate of {location} is chosen by {selection} now.")
        }
        What::Resigned { persona, office } => format!("{persona} resigned as {office}."),
        What::ListChanged { location, list: kept, added, removed } => {
            let names = |families: &[crate::model::ids::Name]| {
                list(&families.iter().map(ToString::to_string).collect::<Vec<_>>())
            };
            let parts = [("added", added), ("removed", removed)].into_iter().filter(|(_, all)| !all.is_empty());
            let parts: Vec<String> = parts.map(|(word, all)| format!("{word} {}", names(all))).collect();
            let parts = if parts.is_empty() { "nothing changed".into() } else { parts.join(", ") };
            format!("{} of {location}: {parts}.", kernel::words::capital(&plain(kept)))
        }
        What::MarketSet { location, open: true } => format!("The market outside {location} is open."),
        What::MarketSet { location, open: false } => format!("The market outside {location} is closed."),
        What::TowerChanged { location, from, to } => format!("The tower of {from} in {location} is that of {to}."),
        What::Elevated { by, persona, title } if by == persona => format!("{persona} has declared himself {title}."),
        What::Elevated { by, persona, title } => format!("{by} raised {persona}, who is {title} now."),
        What::StrifeBrokeOut { title, locations } => {
            let places: Vec<String> = locations.iter().map(ToString::to_string).collect();
            format!("Strife over the succession of {title}: {} are loyal to nobody.", list(&places))
        }
        What::PrestigePublished { families } => {
            let best: Vec<String> =
                families.iter().take(3).map(|it| format!("{} ({})", it.family, it.points)).collect();
            format!("The prestige of the families is published; those that gained most: {}.", list(&best))
        }
        What::CampaignEnded { winner, .. } => format!("The campaign is over: {winner} has gained most."),
        _ => return None,
    })
}

fn church(what: &What) -> Option<String> {
    Some(match what {
        What::OfficeOffered { by: Some(by), persona, office } => format!("{by} has chosen {persona} as {office}."),
        What::OfficeOffered { by: None, persona, office } => format!("{persona} may accept the office of {office}."),
        What::OfficeAccepted { persona, office } => format!("{persona} has accepted: {office}."),
        What::OfferLapsed { persona, office } => format!("{persona} has not accepted in time: {office}."),
        What::Excommunicated { persona, popularity } => {
            format!("The Pope excommunicated {persona}, who lost {} of popularity.", points(*popularity))
        }
        What::OrderFounded { by, title, seat } => {
            format!("{by} founded a military order at {seat}; it elects its {title}.")
        }
        What::RecruitsClaimed { persona, men } => {
            format!("{} heavy cavalry of his order joined {persona}.", number(*men))
        }
        What::Voted { voter, office, candidate } => format!("{voter} voted for {candidate} as {office}."),
        What::ElectionAnnounced { office, seat, date } => {
            let seat = seat.as_ref().map_or_else(String::new, |seat| format!(" at {seat}"));
            format!("{office} is vacant; the election is in {date}{seat}.")
        }
        What::Elected { office, persona: Some(persona), votes } => {
            format!("{persona} was elected {office} with {votes} votes.")
        }
        What::Elected { office, persona: None, .. } => {
            format!("{office}: somebody was elected who is of none of the families.")
        }
        What::PrelateDied { title } => format!("The {title} has died."),
        What::PrelatePlaced { title } => format!("There is a new {title}."),
        _ => return None,
    })
}

fn battle_word(kind: BattleKind) -> &'static str {
    match kind {
        BattleKind::Field => "Battle",
        BattleKind::Urban => "Fighting in the streets",
        BattleKind::TowerPrelude => "Fighting before a tower",
        BattleKind::Walls => "Assault of the walls",
        BattleKind::Tower => "Assault of a tower",
        BattleKind::Naval => "Battle at sea",
    }
}

fn side(names: &[crate::model::ids::Name], garrison: bool) -> String {
    let mut names: Vec<String> = names.iter().map(ToString::to_string).collect();
    if names.is_empty() || garrison {
        names.push("the garrison".into());
    }
    list(&names)
}

fn war(what: &What) -> Option<String> {
    Some(match what {
        What::BattleFought {
            place,
            battle,
            attackers,
            defenders,
            garrison,
            winner,
            attackers_lost,
            attackers_left,
            defenders_lost,
            defenders_left,
            stages,
            ..
        } => {
            let (attackers, defenders) = (side(attackers, false), side(defenders, *garrison));
            let won = match winner {
                Some(Winner::Attackers) => format!("{attackers} won"),
                Some(Winner::Defenders) => format!("{defenders} won"),
                None => "nobody won".into(),
            };
            format!(
                "{} {place}: {attackers} against {defenders}; {won} after {} stages. The attackers lost {} men and have {} left, the defenders lost {} and have {}.",
                battle_word(*battle),
                stages.len(),
                number(*attackers_lost),
                number(*attackers_left),
                number(*defenders_lost),
                number(*defenders_left),
            )
        }
        What::BattleHeard {
            place,
            battle,
            attackers,
            defenders,
            garrison,
            winner,
            attackers_lost,
            defenders_lost,
            ..
        } => {
            let (attackers, defenders) = (side(attackers, false), side(defenders, *garrison));
            let won = match winner {
                Some(Winner::Attackers) => format!("{attackers} won"),
                Some(Winner::Defenders) => format!("{defenders} won"),
                None => "nobody won".into(),
            };
            format!(
                "{} {place}: {attackers} against {defenders}; {won}. About {} attackers and {} defenders are said to be lost.",
                battle_word(*battle),
                number(*attackers_lost),
                number(*defenders_lost),
            )
        }
        What::InterceptionOrdered { by } => format!("{by} will intercept next month."),
        What::GunsLaid { by } => format!("{by} has laid his guns on ships next month."),
        What::FiredAtShips { by, target, hits, lost: gone, burst } => {
            let burst = if *burst > 0 { format!("; {burst} cannons burst") } else { String::new() };
            format!("The guns of {by} hit the ships of {target} {hits} times{}{burst}.", lost(gone))
        }
        What::Captured { from, by: Some(by), things: taken } => format!("{by} took from {from}: {}.", things(taken)),
        What::Captured { from, by: None, things: gone } => format!("{from} lost {}.", things(gone)),
        What::Withdrew { persona, to } => format!("{persona} withdrew and is {to}."),
        What::Spared { persona } => format!("{persona} was spared."),
        _ => return None,
    })
}

fn of_what(tower: Option<&String>, location: &crate::model::ids::Name) -> String {
    tower.map_or_else(|| location.to_string(), |tower| format!("the tower of {tower} in {location}"))
}

fn sieges(what: &What) -> Option<String> {
    Some(match what {
        What::SiegeBegan { besieger, location } => format!("{besieger} besieges {location}."),
        What::SiegeEnded { besieger, location } => format!("The siege of {location} by {besieger} is over."),
        What::SiegeOrdered { besieger, location, tower } => {
            format!("{besieger} will besiege {} next month.", of_what(tower.as_ref(), location))
        }
        What::Enslaved { by, location, slaves } => format!("{by} enslaved {} people of {location}.", number(*slaves)),
        What::TowerTaken { location, tower, family } => {
            format!("{family} has taken the tower of {tower} in {location}.")
        }
        What::Bombarded { by, location, tower, points: shot, cannons_lost } => {
            let burst =
                if *cannons_lost > 0 { format!("; he lost {} cannons", number(*cannons_lost)) } else { String::new() };
            format!(
                "{by} bombarded {}: {} of strength{burst}.",
                of_what(tower.as_ref(), location),
                points((*shot).into())
            )
        }
        What::Looted { by, location, ducats } => format!("{by} looted {location} and took {} ducats.", number(*ducats)),
        What::LootingHeard { by, location } => format!("{by} looted {location}."),
        What::CropsBurnt { by, location, men } => {
            format!("{} soldiers of {by} burnt the crops of {location}.", number(*men))
        }
        What::Razed { by, location, tower, men } => {
            format!("{} men of {by} razed {}.", number(*men), of_what(tower.as_ref(), location))
        }
        What::Starved { persona, location, lost } => {
            let whose = persona.as_ref().map_or_else(|| "the garrison".to_owned(), ToString::to_string);
            format!("Besieged in {location}, {whose} lost {}.", things(lost))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use kernel::RuleRef;

    use super::*;
    use crate::model::ids::Name;

    /// The words are in several functions, each for some kinds: none may fall between them.
    #[test]
    fn every_kind_of_event_has_its_words() {
        let kinds =
            include_str!("../rules/event.rs").lines().filter_map(|line| line.strip_prefix("    ")?.split_once(" = \""));
        let is_name = |name: &&str| name.chars().all(char::is_alphanumeric);
        let kinds: Vec<&str> = kinds.map(|(name, _)| name).filter(is_name).collect();
        assert_eq!(kinds.len(), What::KINDS.len());
        let source = include_str!("events.rs");
        let words = &source[source.find("fn household").expect("the words")..source.find("mod tests").expect("an end")];
        for kind in kinds {
            assert!(words.contains(&format!("What::{kind} {{")), "{kind} has no words");
        }
    }

    #[test]
    fn words_are_those_of_people() {
        let tell = |what| tell(&Event { rule: RuleRef::new("RN-1.1"), what });
        let name = |text: &str| Name::from(text);
        let battle = What::BattleHeard {
            place: "outside Forli".into(),
            location: Some(name("Forli")),
            battle: BattleKind::Field,
            attackers: vec![name("A")],
            defenders: vec![name("B"), name("C")],
            garrison: false,
            winner: Some(Winner::Defenders),
            attackers_lost: 1_200,
            defenders_lost: 0,
        };
        assert_eq!(place(&Event { rule: RuleRef::new("RN-1.1"), what: battle.clone() }).as_deref(), Some("Forli"));
        let rows = [
            (
                battle,
                "Battle outside Forli: A against B and C; B and C won. About 1,200 attackers and 0 defenders are said to be lost.",
            ),
            (
                What::Maintained {
                    persona: name("A"),
                    paid: 1_050,
                    used: Numbers::from([("grain".into(), 3)]),
                    lost: Numbers::from([("horses".into(), 2)]),
                },
                "Upkeep of A: 10.50 ducats of pay, 3 grain used up; lost: 2 horses.",
            ),
            (
                What::Elected { office: "Pope".into(), persona: None, votes: 0 },
                "Pope: somebody was elected who is of none of the families.",
            ),
            (
                What::ControlChanged { location: name("Forli"), persona: None },
                "Control of Forli is with its tenant again.",
            ),
            (
                What::Dueled { first: name("A"), second: name("B"), winner: None },
                "A and B fought a duel, and neither won.",
            ),
        ];
        for (what, words) in rows {
            assert_eq!(tell(what), words);
        }
    }
}
