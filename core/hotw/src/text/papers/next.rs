//! What is asked now, in words, and what there is to decide it by.

use kernel::Document;
use kernel::paper::Table;

use super::scores::ranked;
use super::{Paper, document, epoch};
use crate::knowledge::view::{DraftView, ReachView, StackView, TurnView, View};
use crate::model::scenario::{Card, Scenario};
use crate::model::state::{CombatMode, Phase, State};
use crate::text::tell::words::{Words, count, list, with_article};

/// How to write the standing orders.
const STANDING: &str = "Standing orders may be given at any time: whose Trade Bonus to accept (trade accept Apollo, Hera) \
                        and where to retreat to (retreat Zagros, Levant).";

pub fn next(sc: &Scenario, known: &State, view: &View) -> Document {
    let words = Words { sc };
    let title = format!("What to do next, {}", epoch(view));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    match &view.active {
        None => over(view, &mut paper),
        Some(active) if view.to_act => {
            let name = words.player(active);
            let who = if view.colours.len() > 1 { format!("You play {name} now. ") } else { String::new() };
            asked(words, known, view, &who, &mut paper);
        }
        Some(active) => {
            let name = words.player(active);
            paper.paragraph(&format!("{name} is to act: {}. Nothing is asked of you. {STANDING}", doing(view)));
            if let Some(turn) = &view.turn {
                position(words, view, turn, &mut paper);
            }
        }
    }
    document("next", title, paper)
}

/// What the active player is at.
fn doing(view: &View) -> &'static str {
    match view.phase.as_str() {
        "sumeria" => "the armies of Sumeria are to be placed",
        "draft" => "an Empire card has been drawn, to be kept or passed",
        "before_turn" => "event cards may be played before the turn",
        "survivors" => "the survivors of a Civil War are to be told where they won",
        "barbarians" => "Barbarians are on the march",
        "monuments" => "Monuments are to be placed",
        _ => "an empire plans and expands",
    }
}

fn over(view: &View, paper: &mut Paper) {
    let lines: Vec<String> =
        ranked(view).into_iter().map(|player| format!("{} ({} VP)", player.name, player.vp)).collect();
    paper.paragraph(&format!("The game is over. Players by VP: {}.", list(&lines)));
}

fn asked(words: Words, known: &State, view: &View, who: &str, paper: &mut Paper) {
    match view.phase.as_str() {
        "sumeria" => sumeria(words, who, paper),
        "draft" => {
            if let Some(draft) = &view.draft {
                drafting(words, draft, who, paper);
            }
        }
        _ => {
            if let Some(turn) = &view.turn {
                in_turn(words, known, view, turn, who, paper);
            }
        }
    }
}

fn sumeria(words: Words, who: &str, paper: &mut Paper) {
    let board = &words.sc.board;
    let start = &board.land(board.empire(board.sumeria).start).name;
    let default: Vec<&str> = board.sumeria_default.iter().map(|land| board.land(*land).name.as_str()).collect();
    paper.paragraph(&format!(
        "{who}You rolled lowest and place Sumeria, which belongs to nobody and defends itself: one army and its Capital \
         stand in {start}; put three more there or in Lands next to an army. Write: sumeria {}",
        default.join(", ")
    ));
}

fn drafting(words: Words, draft: &DraftView, who: &str, paper: &mut Paper) {
    let drawn = draft.drawn.as_ref().and_then(|id| words.sc.board.cards.iter().find(|card| card.id == *id));
    if let Some(card) = drawn {
        paper.paragraph(&format!("{who}You have drawn an Empire card: {}.", describe(words, card)));
    }
    let names: Vec<String> = draft.may_pass_to.iter().map(|key| words.player(key)).collect();
    let pass = names.first().map(|first| format!("pass it, face down, to {} (write: pass {first})", either(&names)));
    let keep = draft.may_keep.then(|| "keep it (write: keep)".to_owned());
    let choices: Vec<String> = keep.into_iter().chain(pass).collect();
    paper.paragraph(&format!("You may {}.", choices.join(" or ")));
    let order: Vec<String> = draft.order.iter().map(|key| words.player(key)).collect();
    paper.facts(&[("Draw order", order.join(", "))]);
}

fn either(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// *Persia, number 7, Strength 15, start Land Persian Plateau, Capital Persepolis, fleets on …*
fn describe(words: Words, card: &Card) -> String {
    let board = &words.sc.board;
    let empires = card.empires.iter().map(|id| {
        let empire = board.empire(*id);
        let capital = empire.capital.as_ref().map(|name| format!(" with the Capital {name}")).unwrap_or_default();
        let waters: Vec<String> = empire.navigation.iter().map(|water| board.water(water).name.clone()).collect();
        let fleets = if waters.is_empty() { "no fleets".to_owned() } else { format!("fleets: {}", waters.join(", ")) };
        let start = &board.land(empire.start).name;
        format!("{} from {start}{capital}, {} forces, {fleets}", with_article(&empire.name), empire.strength)
    });
    format!("number {}, {}", card.number, empires.collect::<Vec<_>>().join("; "))
}

fn in_turn(words: Words, known: &State, view: &View, turn: &TurnView, who: &str, paper: &mut Paper) {
    match view.phase.as_str() {
        "before_turn" => {
            let card = words.sc.board.cards.iter().find(|card| card.id == turn.card);
            let card = card.map(|card| describe(words, card)).unwrap_or_default();
            let playable = playable(words, view);
            let cards = match playable.as_slice() {
                [] => "No card of yours can be played now.".to_owned(),
                some => format!("Cards that can be played now: {}. Write, for one, event Fire: Crete.", list(some)),
            };
            paper.paragraph(&format!("{who}Your turn has come: {card}. {cards} Then write: begin"));
        }
        "survivors" => {
            let Some(survivors) = &turn.survivors else { return };
            let lands: Vec<String> = survivors.lands.iter().map(|land| words.land(land)).collect();
            let won = &lands[..lands.len().min(usize::from(survivors.forces))];
            paper.paragraph(&format!(
                "{who}The Civil War was fought in {}, and {} won. Say where, for one: survivors {}",
                list(&lands),
                count(survivors.forces, "army has", "armies have"),
                won.join(", ")
            ));
        }
        "barbarians" => barbarians(words, known, turn, who, paper),
        "monuments" => {
            let sites: Vec<String> = turn.monument_sites.iter().map(|land| words.land(land)).collect();
            let due = count(turn.monuments_due, "Monument is", "Monuments are");
            let first = sites.first().cloned().unwrap_or_default();
            paper.paragraph(&format!("{who}{due} to be placed. Sites: {}. Write: monument {first}", list(&sites)));
        }
        _ => {
            paper.paragraph(&format!("{who}{}", expansion(words, view, turn)));
            position(words, view, turn, paper);
        }
    }
}

fn playable(words: Words, view: &View) -> Vec<String> {
    let hands = view.hands.iter().filter(|hand| view.active.as_deref() == Some(&hand.player));
    let cards = hands.flat_map(|hand| &hand.cards).filter(|card| card.playable);
    cards.map(|card| words.card(&card.card)).collect()
}

fn barbarians(words: Words, known: &State, turn: &TurnView, who: &str, paper: &mut Paper) {
    let Some(from) = &turn.barbarians else { return };
    let board = &words.sc.board;
    let tried = known.turn().and_then(|turn| match turn.phase {
        Phase::Barbarians { tried, .. } => Some(tried),
        _ => None,
    });
    let home = board.lands.iter().find(|land| land.id == *from);
    let near = home.map(|land| land.borders.as_slice()).unwrap_or_default().iter().map(|border| border.to);
    let held = near.filter(|land| known.land(*land).army.is_some() && !tried.is_some_and(|tried| tried.has(*land)));
    let lands: Vec<String> = held.map(|land| board.land(land).name.clone()).collect();
    let example = lands.first().map(|land| format!("dice {land}, or: ")).unwrap_or_default();
    paper.paragraph(&format!(
        "{who}Barbarians stand in {}. They attack with dice until they are beaten; Lands in reach: {}. Write: {example}stop",
        words.land(from),
        list(&lands)
    ));
}

fn expansion(words: Words, view: &View, turn: &TurnView) -> String {
    let head = words.head(&turn.empire, &turn.player, "expands");
    let most = words.sc.board.constants.events_a_turn;
    let cards = match playable(words, view).as_slice() {
        _ if turn.events_played >= most => String::new(),
        [] => String::new(),
        some => format!(" Event cards that can be played now: {}.", list(some)),
    };
    let how = match view.options.combat_mode {
        CombatMode::Tables => {
            let free = words.sc.board.constants.free_lookups.saturating_sub(turn.lookups);
            let fee = match free {
                0 => format!("each further lookup costs {} VP", words.sc.board.constants.lookup_fee),
                free => format!("{} left", count(free, "free lookup", "free lookups")),
            };
            format!(
                "Set forces aside for empty Lands, own old Lands, forts and further armies (wo 5); buy forces for defended \
                 ones from the Rigid Table, for known defenders (rigid -2 2/3), or the Compliant Table, for a number of \
                 forces (compliant 0 8): {fee}. Then send them out, for one: {}. When all is done: end.",
                example(words, turn)
            )
        }
        CombatMode::Dice => format!("Send forces out, for one: {}. When all is done: end.", example(words, turn)),
    };
    format!("{head}. {how}{cards}")
}

/// An expansion that could be written now.
fn example(words: Words, turn: &TurnView) -> String {
    let first = turn.reach.iter().min_by_key(|reach| reach.defenders);
    match first {
        Some(reach) => {
            let name = words.space(&reach.space);
            let name = name.strip_prefix("the ").unwrap_or(&name);
            format!("{name} {}", if reach.defenders == 0 { "wo".to_owned() } else { reach.defence.to_string() })
        }
        None => "Zagros wo".to_owned(),
    }
}

/// Forces and ways of an empire that expands.
fn position(words: Words, view: &View, turn: &TurnView, paper: &mut Paper) {
    if view.phase != "expansion" {
        return;
    }
    let pool = &turn.pool;
    let mut facts = vec![
        ("Empire", words.of(&turn.empire, &turn.player)),
        ("Forces", turn.array.clone()),
        ("Without a task", pool.unallocated.to_string()),
        ("Walkovers", pool.walkover.to_string()),
        ("Lookups made", turn.lookups.to_string()),
        ("Event cards played", turn.events_played.to_string()),
    ];
    for (name, number) in [
        ("Of the forces, armies only", pool.armies_only),
        ("Allies", pool.allies),
        ("Free fleets", pool.ships),
        ("Free forts", pool.free_forts),
    ] {
        if number > 0 {
            facts.push((name, number.to_string()));
        }
    }
    if turn.fees != 0 {
        facts.push(("Fees so far", format!("{} VP", turn.fees)));
    }
    facts.extend(modifiers(words, turn));
    paper.facts(&facts);
    stacks(&pool.stacks, paper);
    reach(words, view, turn, paper);
}

fn modifiers(words: Words, turn: &TurnView) -> Vec<(&'static str, String)> {
    let cards = &turn.modifiers;
    let mut facts = Vec::new();
    if cards.rows != 0 {
        facts.push(("Rows by event cards", format!("{:+}", cards.rows)));
    }
    if cards.rigid_shift != 0 || cards.compliant_shift != 0 {
        let shifts =
            format!("{:+} Rigid, {:+} Compliant, until a force is lost", cards.rigid_shift, cards.compliant_shift);
        facts.push(("Columns by event cards", shifts));
    }
    if cards.siegecraft {
        facts.push(("Siegecraft", "forts do not count".to_owned()));
    }
    if cards.naval_lookup {
        facts.push(("Naval Supremacy", "a free lookup against fleets (compliant 0 3 naval)".to_owned()));
    }
    if !turn.open_lands.is_empty() {
        let lands: Vec<String> = turn.open_lands.iter().map(|land| words.land(land)).collect();
        facts.push(("Open to a walkover", list(&lands)));
    }
    facts
}

fn stacks(stacks: &[StackView], paper: &mut Paper) {
    if stacks.is_empty() {
        return;
    }
    paper.heading(3, "Stacks");
    let mut table = Table::new("Forces bought by lookups", &["Stack", "Level", "Forces", "What it may still do"]);
    for stack in stacks {
        let may = match (stack.credit, stack.column, stack.row) {
            (Some(credit), ..) => format!("remove {}", count(credit, "defender", "defenders")),
            (None, Some(column), Some(row)) => {
                format!("index ({column},{row}): each defender beyond the first in a Land moves it a column on")
            }
            _ => String::new(),
        };
        let sea = if stack.naval { "; against fleets only" } else { "" };
        table.row([
            format!("#{}", stack.id),
            stack.defence.to_string(),
            stack.forces.to_string(),
            format!("{may}{sea}"),
        ]);
    }
    paper.table(&table);
}

fn reach(words: Words, view: &View, turn: &TurnView, paper: &mut Paper) {
    paper.heading(3, "Within reach");
    if turn.reach.is_empty() {
        paper.paragraph(&format!("Nothing; {} can go no farther.", words.of(&turn.empire, &turn.player)));
        return;
    }
    let heads = ["Where", "Area", "From", "Held by", "Defenders", "Defence", "Takes"];
    let mut table = Table::new("Where a force may go now, by the easiest way", &heads);
    for way in &turn.reach {
        let (area, held) = holder(words, view, way);
        let takes = match (view.options.combat_mode, way.defenders) {
            (_, 0) => "wo".to_owned(),
            (CombatMode::Dice, _) => "dice".to_owned(),
            (CombatMode::Tables, _) => serving(words, turn, way),
        };
        table.row([
            bare(words, &way.space),
            area,
            bare(words, &way.via),
            held,
            if way.defenders == 0 { "-".to_owned() } else { way.defenders.to_string() },
            if way.defenders == 0 { "-".to_owned() } else { way.defence.to_string() },
            takes,
        ]);
    }
    paper.table(&table);
}

/// The name of a space without its article.
fn bare(words: Words, id: &str) -> String {
    let name = words.space(id);
    name.strip_prefix("the ").map_or(name.clone(), str::to_owned)
}

/// Area and holder of a space.
fn holder(words: Words, view: &View, way: &ReachView) -> (String, String) {
    if let Some(land) = view.lands.iter().find(|land| land.land == way.space) {
        let area = words.sc.board.lands.iter().find(|known| known.id == way.space);
        let area = area.map(|land| words.sc.board.area(land.area).name.clone()).unwrap_or_default();
        let held = land.owner.as_ref().map_or("nobody".to_owned(), |owner| words.player(owner));
        return (area, held);
    }
    let water = view.waters.iter().find(|water| water.water == way.space);
    let fleets = water.map(|water| water.fleets.as_slice()).unwrap_or_default();
    let held: Vec<String> = fleets.iter().map(|fleet| words.player(&fleet.player)).collect();
    ("-".to_owned(), list(&held))
}

/// The weakest stack that serves, as orders name it.
fn serving(words: Words, turn: &TurnView, way: &ReachView) -> String {
    let at_sea = words.sc.board.waters.iter().any(|water| water.id == way.space);
    let serves =
        |stack: &&StackView| stack.forces > 0 && stack.defence.rank() >= way.defence.rank() && (at_sea || !stack.naval);
    // The first of those that are equal: stacks stand in the order in which they were made.
    let weakest = turn.pool.stacks.iter().filter(serves).min_by_key(|stack| stack.defence.rank());
    weakest.map_or_else(|| format!("a lookup at {}", way.defence), |stack| format!("#{}", stack.id))
}
