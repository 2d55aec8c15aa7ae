//! Lookups, assaults, battles by dice.

use super::words::{Words, armies, array, capital, count, forces, list, town_change, works};
use crate::model::ids::{Defence, Town, Works};
use crate::rules::event::{EventKind, How};

/// A fight, or the planning of one, in a sentence.
pub fn tell(words: Words, what: &EventKind) -> String {
    match what {
        EventKind::LookupMade { .. } => lookup(words, what),
        EventKind::IndexShifted { stack, column, row, cell, lost, .. } => {
            let lost = match lost {
                0 => "no loss".to_owned(),
                lost => format!("{} lost", forces(*lost)),
            };
            let moved = match stack {
                Some(stack) => format!("stack {stack}"),
                None => "the card's forces".to_owned(),
            };
            format!("A further defender moves {moved} to column {column} of row {row}, which is {cell}: {lost}.")
        }
        EventKind::LandTaken { .. } => land_taken(words, what),
        EventKind::AssaultFailed { player, space, removed, lost, left, pool } => {
            let (player, space) = (words.player(player), words.space(space));
            let (removed, lost) = (count(*removed, "defender", "defenders"), forces(*lost));
            format!("{player} fails to take {space}: {removed} removed, {left} left, {lost} lost{}.", array(pool))
        }
        EventKind::FleetPlaced { player, water, removed, pool } => {
            let sunk = match removed {
                0 => String::new(),
                some => format!(", sinking {}", count(*some, "fleet", "fleets")),
            };
            format!("{} puts a fleet into {}{sunk}{}.", words.player(player), words.space(water), array(pool))
        }
        EventKind::FleetsSunk { owner, water, fleets, why } => {
            let verb = if *fleets == 1 { "is" } else { "are" };
            let fate = match why.as_str() {
                "storm" => "lost in a storm",
                "no port" | "no_port" => "given up for want of a port",
                "pirates" => "dispersed: pirates without a haven",
                _ => "sunk in battle",
            };
            let (fleets, owner) = (count(*fleets, "fleet", "fleets"), words.player(owner));
            format!("{fleets} of {owner} in {} {verb} {fate}.", words.space(water))
        }
        EventKind::DiceFought { attacker, defender, space, attack, defence, won } => {
            let dice = |dice: &[u8]| list(&dice.iter().map(ToString::to_string).collect::<Vec<_>>());
            let (attacker, defender) = (capital(&words.player(attacker)), words.player(defender));
            let result = match won {
                Some(true) => "the attack succeeds",
                Some(false) => "the attack fails",
                None => "a tie, thrown again",
            };
            let against = if defender.is_empty() { String::new() } else { format!(" against {defender}") };
            let dice = format!("{} to {}", dice(attack), dice(defence));
            format!("{attacker}{against} in {}: {dice}, {result}.", words.space(space))
        }
        EventKind::LeaderDied { player } => format!("A triple: the Leader of {} is dead.", words.player(player)),
        EventKind::EventFought { player, card, roll, defence, row, column, cell, forces: all, survivors, .. } => {
            let events = i16::from(*row) - i16::from(*roll) - i16::from(i8::from(*defence));
            let sum = sum(*roll, *defence, i8::try_from(events).unwrap_or(0), *row);
            let table = format!("column {column} of the Compliant Table, {cell} lost");
            let (card, player) = (words.card(card), words.player(player));
            format!("{card} ({player}): {sum}, {table}, {survivors} of {} left.", forces(*all))
        }
        EventKind::BarbariansFought { from, land, won, armies_lost } => {
            let (from, land) = (words.land(from), words.land(land));
            match (won, armies_lost) {
                (true, 0) => format!("Barbarians out of {from} lay waste to {land}, which nobody holds."),
                (true, some) => format!("Barbarians out of {from} lay waste to {land}: {} lost.", armies(*some)),
                (false, _) => format!("Barbarians out of {from} are beaten in {land}."),
            }
        }
        EventKind::BarbariansGone { from } => format!("The Barbarians out of {} are gone.", words.land(from)),
        _ => String::new(),
    }
}

/// *12 -2 +1 = row 11*; where the row was clamped, what the sum was.
fn sum(roll: u8, defence: Defence, events: i8, row: i8) -> String {
    let mut words = roll.to_string();
    let mut total = i32::from(roll);
    for points in [i32::from(i8::from(defence)), i32::from(events)] {
        total += points;
        if points != 0 {
            words += &format!(" {points:+}");
        }
    }
    if total == i32::from(row) {
        format!("{words} = row {row}")
    } else {
        format!("{words} = {total}, read in row {row}")
    }
}

fn lookup(words: Words, what: &EventKind) -> String {
    let EventKind::LookupMade {
        player,
        empire,
        table,
        lands,
        size,
        defence,
        roll,
        event_rows,
        row,
        column,
        cell,
        risked,
        lost,
        set_aside,
        naval,
        fee,
        targets,
        pool,
        ..
    } = what
    else {
        return String::new();
    };
    let (name, purpose) = match table.as_str() {
        "rigid" => {
            let defenders = count(*size, "defender", "defenders");
            let lands = if lands == size { String::new() } else { format!(" in {}", count(*lands, "Land", "Lands")) };
            ("Rigid", format!("{defenders}{lands}"))
        }
        _ => ("Compliant", forces(*size)),
    };
    let head = words.head(empire, player, "consults");
    let naval = if *naval { " at sea" } else { "" };
    let targets: Vec<String> = targets.iter().map(|id| words.space(id)).collect();
    let aim = if targets.is_empty() { String::new() } else { format!(" ({})", list(&targets)) };
    let sum = sum(*roll, *defence, *event_rows, *row);
    let shifted = if *column == i16::from(*size) { String::new() } else { format!(", column {column}") };
    let fate = match cell {
        Some(_) => format!("{lost} lost, {set_aside} set aside"),
        None => format!("off the table: all {risked} forces risked are lost"),
    };
    let fee = if *fee == 0 { String::new() } else { format!("; the lookup costs {fee} VP") };
    let array = array(pool);
    format!("{head} the {name} Table{naval} for {purpose} at {defence}{aim}: {sum}{shifted}, {fate}{fee}{array}.")
}

fn land_taken(words: Words, what: &EventKind) -> String {
    let EventKind::LandTaken { player, empire, land, how, from, removed, lost, works_lost, town_before, town, pool } =
        what
    else {
        return String::new();
    };
    let land = words.land(land);
    let from = from.as_deref().map(|owner| format!(" from {}", words.player(owner))).unwrap_or_default();
    let deed = match how {
        How::Start => format!("{} in {land}", words.head(empire, player, "appears")),
        How::Walkover => format!("{} empty {land}", words.head(empire, player, "enters")),
        How::AutomaticVictory => {
            format!("{} {land} over from an older empire", words.head(empire, player, "takes"))
        }
        How::Treachery => format!("{} {land}{from} by treachery", words.head(empire, player, "takes")),
        How::SurpriseAttack => format!("{} {land}{from} by a surprise attack", words.head(empire, player, "takes")),
        How::Assault | How::Event => format!("{} {land}{from}", words.head(empire, player, "takes")),
    };
    let mut rest: Vec<String> = Vec::new();
    if *removed > 0 && *how != How::AutomaticVictory {
        rest.push(format!("{} removed", count(*removed, "defender", "defenders")));
    }
    if *lost > 0 {
        rest.push(format!("{} lost", forces(*lost)));
    }
    if *works_lost != Works::None {
        rest.push(format!("its {} is razed", works(*works_lost)));
    }
    rest.extend(town_change(*town_before, *town).map(str::to_owned));
    // What stands in an empty Land falls to whoever enters it (HW-26.3).
    if *how == How::Walkover && *town != Town::None {
        let kept = if *town == Town::Capital { "Capital" } else { "City" };
        rest.push(format!("its {kept} is gained"));
    }
    let rest = if rest.is_empty() { String::new() } else { format!(": {}", rest.join(", ")) };
    let array = if *how == How::Event { String::new() } else { array(pool) };
    format!("{deed}{rest}{array}.")
}
