//! What is asked now, in words, and how to answer it.

use kernel::Document;

use super::{Paper, date, document};
use crate::report::tell::words::{Words, list};
use crate::scenario::Scenario;
use crate::state::Phase;
use crate::view::{DecisionView, View};

pub fn next(sc: &Scenario, view: &View) -> Document {
    let words = Words { sc };
    let title = format!("What to do next, {}", date(view));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    match (view.over, &view.decision, view.phase) {
        (true, ..) => paper.paragraph("The campaign is over."),
        (_, Some(decision), _) => decide(words, decision, &mut paper),
        (_, None, Some(phase)) if view.to_act => act(words, view, phase, &mut paper),
        (_, None, phase) => wait(words, view, phase, &mut paper),
    }
    document("next", title, paper)
}

fn decide(words: Words, decision: &DecisionView, paper: &mut Paper) {
    paper.paragraph(&format!("A decision is asked of {}. {}", words.powers(&decision.powers), decision.question));
    if !decision.choices.is_empty() {
        paper.facts(&[("May be chosen", decision.choices.join(", "))]);
    }
    paper.facts(&[("At the deadline", decision.default.clone())]);
    let power = decision.powers.first().map(ToString::to_string).unwrap_or_default();
    let first = decision.choices.first().cloned().unwrap_or_default();
    paper.paragraph(&match decision.answer_with.as_str() {
        "intercept_army" | "intercept_fleet" => {
            format!("Write: intercept {first}, with more forces after it, or: intercept none")
        }
        "respond_attack" => format!(
            "Write for each army, with commas between, that it stands, goes into the city, or slips away: respond {power}: \
             {power}-A1 stand, {power}-A2 city, {power}-A3 to 3829. An army that is not named stands."
        ),
        "choose_retreat" => format!("Write: retreat {power} to {first}"),
        "season_units" => format!("Write: season {power}: 1 legion_1, with more after commas, or: season {power}: none"),
        "set_up_units" => format!("Write the places with / between, for one: setup {power} 3829: 2 legion_1, 1 ship / …"),
        _ => format!("Write: alliance {power} with the other power and yes or no"),
    });
}

fn act(words: Words, view: &View, phase: Phase, paper: &mut Paper) {
    let own: Vec<_> = view.acting.iter().filter(|power| view.powers.contains(power)).cloned().collect();
    paper.paragraph(&format!("It is your {}, for {}.", phase.title(), words.powers(&own)));
    let advice: &[&str] = match phase {
        Phase::Taxation => &[
            "Raise units: recruit OCT Roma legion_1 2. Lay down ships: build OCT Brundisium 2. What may be raised where \
             stands in the paper on your forces.",
            "Deal with others: send OCT 20 to GAL; ally OCT with ANT.",
        ],
        Phase::Naval => &[
            "Sail: OCT-F1 > Brundisium for the cheapest way, OCT-F1 : 3428 3529 for a path of your own.",
            "Take troops aboard and put them ashore: embark OCT-F1 from OCT-A2: 2 legion_1, Agrippa; unload OCT-F1 in a \
             port; land OCT-F1 on a coast.",
            "Fight and blockade: attack OCT-F1 on ANT; siege OCT-F1; anchor OCT-F1 to be safe in port at the end.",
        ],
        Phase::LandMovement => &[
            "March: OCT-A3 > Brundisium for the cheapest way, OCT-A3 : 2825 2926 for a path of your own.",
            "Arrange: split OCT-A2: 2 legion_1; join armies OCT Roma; enter OCT-A3; leave OCT-A3.",
            "Besiege: siege OCT-A3; give it up: lift OCT-A3. Ride weak enemies down: overrun OCT-A3.",
        ],
        Phase::LandCombat => {
            &["Attack: attack OCT-A1 OCT-A2 on ANT. Assault: assault Corinthus with OCT-A1. Each army attacks once."]
        }
        Phase::Siege => &["Plunder a province whose capital you hold: plunder OCT Macedonia."],
    };
    let mut items: Vec<String> = advice.iter().map(|line| (*line).to_owned()).collect();
    items.push("Then go on to the next phase: end".to_owned());
    paper.list(&items);
    fights(words, view, phase, paper);
}

/// Where fighting is possible, and what will be fought anyhow.
fn fights(words: Words, view: &View, phase: Phase, paper: &mut Paper) {
    for caught in &view.caught {
        let (power, by) = (words.power(&caught.power), words.powers(&caught.by));
        let place = words.place(caught.hex);
        paper.paragraph(&format!("At {place} {by} will fight the army of {power} that was intercepted."));
    }
    if phase != Phase::LandCombat {
        return;
    }
    let mut places: Vec<String> = Vec::new();
    for army in view.armies.iter().filter(|army| army.own.is_some()) {
        let unknown = view.unknown.iter().filter(|seen| seen.hex == army.hex && !seen.at_sea).map(|seen| &seen.power);
        let known = view.armies.iter().filter(|other| other.own.is_none() && other.hex == army.hex);
        for power in unknown.chain(known.map(|other| &other.power)) {
            let line = format!("{} with {} at {}", army.army, words.power(power), words.place(army.hex));
            if !places.contains(&line) {
                places.push(line);
            }
        }
    }
    if !places.is_empty() {
        paper.paragraph(&format!("Armies in one hex with others: {}.", list(&places)));
    }
}

fn wait(words: Words, view: &View, phase: Option<Phase>, paper: &mut Paper) {
    let doing = match (&view.deciding, phase) {
        (Some(seat), _) => format!("{} has a decision to make", words.seat(seat)),
        (None, Some(phase)) => {
            let major = |power: &&crate::ids::Party| {
                view.all_powers.iter().any(|seen| seen.power.id == power.id && seen.kind.is_major())
            };
            let majors: Vec<_> = view.acting.iter().filter(major).cloned().collect();
            format!("It is the {} of {}", phase.title(), words.powers(&majors))
        }
        (None, None) => "The month goes on by itself".to_owned(),
    };
    paper.paragraph(&format!(
        "{doing}. Nothing is asked of you. Standing answers may be given at any time, for one: policy {} intercept 150% \
         attacked stand beaten nearest",
        view.powers.first().map(ToString::to_string).unwrap_or_default()
    ));
}
