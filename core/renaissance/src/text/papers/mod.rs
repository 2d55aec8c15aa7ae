//! What a player reads each month, made from what the family knows and what it learnt, and from nothing else (RN-1.5).
//!
//! | paper | what |
//! |---|---|
//! | newsletter | the news that everybody hears |
//! | printout | what the family's own personae did, and how they stand |
//! | markets | the locations where it has somebody |
//! | calendar | what each month brings, and what upkeep will ask of the family |
//! | trade | what to buy where it has somebody, and where to sell it |
//! | prospects | battles that its personae could begin now: at best, likely, at worst |
//! | families | who there is, and who holds what |
//! | victory | what wins, how the family stands to it, and what is known of the others |

mod calendar;
mod families;
mod markets;
mod newsletter;
mod printout;
mod prospects;
mod trade;
mod victory;

use kernel::paper::Paper;
use kernel::{Document, EventRecord};

use super::words::number;
use crate::knowledge::view::BandView;
use crate::knowledge::{Knowledge, render};
use crate::model::ids::PersonaId;
use crate::model::scenario::Scenario;

/// The papers of a month.
pub fn documents(sc: &Scenario, knowledge: &Knowledge, events: &[EventRecord]) -> Vec<Document> {
    let view = render::view(sc, knowledge);
    vec![
        newsletter::newsletter(sc, &view, events),
        printout::printout(sc, knowledge, &view, events),
        markets::markets(sc, knowledge, &view),
        calendar::calendar(sc, knowledge),
        trade::trade(sc, knowledge),
        prospects::prospects_of_battle(sc, knowledge),
        families::families(sc, knowledge),
        victory::victory(sc, knowledge),
    ]
}

/// A paper as a document.
fn document(kind: &str, title: String, paper: Paper) -> Document {
    let (text, html) = paper.finish(kind);
    Document { kind: kind.to_owned(), title, text, html }
}

/// The living personae of the family.
fn own(knowledge: &Knowledge) -> impl Iterator<Item = PersonaId> + '_ {
    let all = knowledge.state.family(knowledge.family).personae.iter().copied();
    all.filter(|id| knowledge.state.persona(*id).alive)
}

/// `100 to 499`; `none`.
fn band(band: BandView) -> String {
    match (band.least, band.most) {
        (0, _) => "none".into(),
        (least, Some(most)) if most == least => number(least),
        (least, Some(most)) => format!("{} to {}", number(least), number(most)),
        (least, None) => format!("{} or more", number(least)),
    }
}

#[cfg(test)]
mod tests {
    use kernel::RuleRef;
    use serde_json::json;

    use super::*;
    use crate::knowledge::sight;
    use crate::model::ids::FamilyId;
    use crate::model::shipped;
    use crate::rules::setup;

    fn event(kind: &str, text: &str, data: serde_json::Value) -> EventRecord {
        let (kind, text) = (kind.to_owned(), text.to_owned());
        EventRecord { kind, rule: RuleRef::new("RN-1.1"), phase: "general".into(), place: None, text, data }
    }

    #[test]
    fn the_newsletter_tells_once_what_happened_and_collectors_in_one_line() {
        let sc = shipped::find("romagna-1493").expect("it ships");
        let known = sight::knowledge(&sc, &setup::start(&sc).0, FamilyId(1));
        let collects = |location: &str, collector: &str| {
            event(
                "collector_appointed",
                "long",
                json!({ "due": "taxes", "location": location, "collector": collector }),
            )
        };
        let events = [
            collects("Forli", "A"),
            collects("Imola", "B"),
            event("elected", "C was elected magistrate of Rimini.", json!({ "office": "magistrate of Rimini" })),
            event("magistrate_changed", "C is magistrate.", json!({ "location": "Rimini" })),
            event("magistrate_changed", "D is magistrate.", json!({ "location": "Faenza" })),
            event("gave_to_charity", "E gave.", json!({})),
        ];
        let papers = documents(&sc, &known, &events);
        let kinds: Vec<&str> = papers.iter().map(|paper| paper.kind.as_str()).collect();
        assert_eq!(
            kinds,
            ["newsletter", "printout", "markets", "calendar", "trade", "prospects", "families", "victory"]
        );
        let prestige = crate::rules::prestige::of_family(&sc, &known.state, FamilyId(1));
        let together = papers[7].text.lines().find(|line| line.starts_with("Together"));
        assert!(together.is_some_and(|line| line.ends_with(&format!(" {prestige}"))), "{}", papers[7].text);
        let (news, own) = (&papers[0].text, &papers[1].text);
        assert!(news.contains("Taxes are collected next month in Forli by A and Imola by B."), "{news}");
        assert!(
            news.contains("C was elected") && news.contains("D is magistrate") && !news.contains("C is magistrate")
        );
        assert!(!news.contains("E gave") && own.contains("* E gave. (RN-1.1)"), "{own}");
        assert!(own.contains("Guidobaldo Montefeltro (#2)"));
        assert!(papers[2].text.contains("majolica"), "the market of Urbino");
        assert!(!papers[2].text.contains("Florence\n"), "nobody is there to see it");
    }
}
