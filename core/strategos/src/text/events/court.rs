//! Leaders, treaties, money between countries, covert acts.

use crate::model::ids::Name;
use crate::model::measures::Turn;
use crate::model::scenario::Scenario;
use crate::model::state::Standing;
use crate::rules::covert::BribePurpose;
use crate::rules::event::{AssassinOutcome, LeaderLoss, OfferEnd, Term, What};
use crate::text::words::{count, list, power, powers, treaty};

pub fn tell(sc: &Scenario, what: &What) -> Option<String> {
    leaders(what).or_else(|| treaties(sc, what)).or_else(|| secrets(sc, what))
}

fn leaders(what: &What) -> Option<String> {
    Some(match what {
        What::LeaderCame { leader, ma, loy, sa } => {
            format!("{leader} ({ma}.{loy}.{sa}) enters your service and waits for a command.")
        }
        What::LeaderArrived { leader, command } => format!("{leader} takes over {command}."),
        What::LeaderRecovered { leader } => format!("The wound of {leader} is healed."),
        What::LeaderReappointed { leader, command } => {
            format!("{leader}, who had lost his command, is given {command}, as you named no other.")
        }
        What::LeaderEscaped { leader, weeks: 0 } => format!("{leader} escaped and waits for a command."),
        What::LeaderEscaped { leader, weeks } => {
            format!("{leader} escaped; he is home in {}.", count(*weeks, "week", "weeks"))
        }
        What::LeaderLost { leader, how } => match how {
            LeaderLoss::Battle => format!("{leader} fell in battle."),
            LeaderLoss::Command => format!("{leader} was killed when his command was lost."),
            LeaderLoss::Treason => format!("{leader} has left you for foreign gold."),
            LeaderLoss::Dismissed => format!("{leader} is dismissed; another comes in his place."),
            LeaderLoss::Excess => format!("{leader} leaves: there was no command for him at the end of the quarter."),
            LeaderLoss::Gone => format!("{leader} is lost."),
        },
        What::LeaderFailed { leader, command: Some(command) } => {
            format!(
                "{leader} of {command} has failed. With the orders for the coming week, and only then, he may be given a lower post."
            )
        }
        What::LeaderFailed { leader, command: None } => {
            format!(
                "{leader} has failed and has no command. Give him one in the coming week, or he is given the nearest."
            )
        }
        What::LeaderGrew { leader, ma, loy, sa } => format!("{leader} has learned from success: now {ma}.{loy}.{sa}."),
        _ => return None,
    })
}

/// *Antigonos pays 200 talents and Kassandros cedes Argos*.
fn terms(sc: &Scenario, terms: &[Term]) -> String {
    let term = |term: &Term| {
        let by = power(sc, &term.by);
        match (term.talents, &term.city) {
            (Some(talents), _) => format!("{by} pays {talents} talents"),
            (None, Some(city)) => format!("{by} cedes {city}"),
            (None, None) => format!("{by} gives nothing"),
        }
    };
    if terms.is_empty() {
        return String::new();
    }
    format!("; {}", list(&terms.iter().map(term).collect::<Vec<_>>()))
}

/// What a treaty means.
fn meaning(standing: Standing) -> &'static str {
    match standing {
        Standing::Alliance => "They may use each other's cities and fight side by side",
        _ => "Neither attacks the other without a special order",
    }
}

fn treaties(sc: &Scenario, what: &What) -> Option<String> {
    Some(match what {
        What::TreatyOffered { appeal, from, to, treaty: kind, weeks, terms: given, answer_in } => format!(
            "{} offers {to} {} for {}{}. {to} may answer with the orders for {}, “treaty accept {appeal}” or “treaty \
             reject {appeal}”; after that week it is void.",
            power(sc, from),
            treaty(*kind),
            count(*weeks, "week", "weeks"),
            terms(sc, given),
            sc.date(Turn(*answer_in)),
            to = power(sc, to),
        ),
        What::TreatyConcluded { from, to, treaty: kind, until, terms: given } => format!(
            "{} and {} have {} until {}{}. {}.",
            power(sc, from),
            power(sc, to),
            treaty(*kind),
            sc.date(Turn(*until)),
            terms(sc, given),
            meaning(*kind)
        ),
        What::OfferEnded { from, to, treaty: kind, end } => {
            let (from, to, kind) =
                (power(sc, from), power(sc, to), treaty(*kind).trim_start_matches(['a', 'n']).trim());
            match end {
                OfferEnd::Rejected => format!("{to} rejects the {kind} that {from} offered."),
                OfferEnd::Void => {
                    format!("{to} accepted the {kind} that {from} offered, but its terms could not be met: it is void.")
                }
                OfferEnd::Unanswered => format!("{to} gave no answer to the {kind} that {from} offered: it is void."),
            }
        }
        What::EnmityDeclared { by, against, at_once: true } => {
            format!("{} declares {} his enemy. They are at war.", power(sc, by), power(sc, against))
        }
        What::EnmityDeclared { by, against, at_once: false } => format!(
            "{} declares {} his enemy and breaks their treaty; it held until the end of the week.",
            power(sc, by),
            power(sc, against)
        ),
        What::CityCeded { city, from, to } => {
            format!("{} cedes {city} to {}, for whom it counts as an ally's.", power(sc, from), power(sc, to))
        }
        What::MoneySent { from, to, talents } => {
            format!("{} sends {} {talents} talents.", power(sc, from), power(sc, to))
        }
        What::TreatyBroken { between, treaty: kind, by, enemy } => {
            let cities = match (by.len(), kind) {
                (2.., _) => "As both broke it, no city rises for it",
                (_, Standing::Alliance) => "The breaker's cities, captured ones too, are shaken and may rise",
                _ => "The cities that the breaker owns are shaken and may rise",
            };
            let after = if *enemy { "enemies" } else { "neutral" };
            let kind = treaty(*kind).trim_start_matches(['a', 'n']).trim();
            format!("{} broke the {kind} of {}, who are {after} now. {cities}.", powers(sc, by), powers(sc, between))
        }
        What::TreatyLapsed { between, treaty: kind } => format!(
            "The {} of {} has run its time: they are neutral.",
            treaty(*kind).trim_start_matches(['a', 'n']).trim(),
            powers(sc, between)
        ),
        What::WarBegan { between } => format!("War: {} are enemies.", powers(sc, between)),
        What::AllianceKnown { between } => format!("It is known now that {} are allies.", powers(sc, between)),
        _ => return None,
    })
}

fn secrets(sc: &Scenario, what: &What) -> Option<String> {
    let sent_by = |sender: &Option<Name>| match sender {
        Some(sender) => format!("{} was behind it", power(sc, sender)),
        None => "Nobody knows who sent him".to_owned(),
    };
    Some(match what {
        What::AssassinReported { of: Some(of), command: Some(command), outcome } => {
            let target = format!("the leader of {command} of {}", power(sc, of));
            match outcome {
                AssassinOutcome::Killed => format!("Your assassin killed {target}."),
                AssassinOutcome::Wounded => format!("Your assassin wounded {target}, who is out for some weeks."),
                AssassinOutcome::Failed | AssassinOutcome::NotThere => {
                    format!("Your assassin did not get near {target}. He is gone, and so is his pay.")
                }
            }
        }
        What::AssassinReported { .. } => {
            "Your assassin did not find his man where you sent him. He is gone, and so is his pay.".into()
        }
        What::LeaderAttacked { leader, command, killed, sender } => {
            let fate = if *killed { "was murdered" } else { "was wounded by an assassin and is out for some weeks" };
            format!("{leader} of {command} {fate}. {}.", sent_by(sender))
        }
        What::BribeAnswered { of, command, purpose, taken, talents } => {
            let target = format!("{command} of {}", power(sc, of));
            match (taken, purpose) {
                (true, BribePurpose::SurrenderCity) => {
                    format!("For {talents} talents {target} opened its gates to you.")
                }
                (true, BribePurpose::StandAside) => format!("For {talents} talents {target} stood aside this week."),
                (true, BribePurpose::Defect) => format!("For {talents} talents {target} has come over to you."),
                (false, _) => format!("{target} would not be bribed; {talents} talents are lost."),
            }
        }
        What::BribeRefused { command, sender: Some(sender) } => {
            format!("The leader of {command} refused a bribe of {} and reported it.", power(sc, sender))
        }
        What::BribeRefused { command, sender: None } => {
            format!("The leader of {command} refused a bribe and reported it; he cannot say whose it was.")
        }
        _ => return None,
    })
}
