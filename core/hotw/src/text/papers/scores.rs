//! Who stands where: VP, Strength markers, Areas, seats of power.

use kernel::Document;
use kernel::paper::Table;

use super::{Paper, document, epoch};
use crate::knowledge::view::{AreaView, PlayerView, View};
use crate::model::ids::Town;
use crate::model::scenario::Scenario;
use crate::text::tell::{step, words::Words};

pub fn scores(sc: &Scenario, view: &View) -> Document {
    let title = format!("Scores, {}", epoch(view));
    let mut paper = Paper::default();
    paper.heading(2, &title);
    paper.paragraph(&format!(
        "The most VP at the end of Epoch {} win; of equals, who then held the card of the later empire. Each empire scores at the \
         end of its turn, for all that its player owns. (rule HW-28.8)",
        sc.last_epoch.roman()
    ));
    players(sc, view, &mut paper);
    areas(sc, view, &mut paper);
    pieces(view, &mut paper);
    document("scores", title, paper)
}

/// Best first.
pub fn ranked(view: &View) -> Vec<&PlayerView> {
    let mut players: Vec<&PlayerView> = view.players.iter().collect();
    players.sort_by_key(|player| std::cmp::Reverse(player.vp));
    players
}

fn players(sc: &Scenario, view: &View, paper: &mut Paper) {
    let words = Words { sc };
    let heads = ["Player", "Empire", "VP", "If scored now", "Strength marker", "Lands", "Event cards"];
    let mut table = Table::new("Players, best first", &heads);
    for player in ranked(view) {
        let empire = match (&player.card, player.has_card) {
            (Some(card), _) => format!("{}{}", words.empire_card(card), if player.played { ", played" } else { "" }),
            (None, true) => "face down".to_owned(),
            (None, false) => "none yet".to_owned(),
        };
        table.row([
            player.name.clone(),
            empire,
            player.vp.to_string(),
            format!("+{}", player.would_score),
            player.strength_marker.to_string(),
            player.lands.to_string(),
            player.event_cards.to_string(),
        ]);
    }
    paper.table(&table);
}

fn areas(sc: &Scenario, view: &View, paper: &mut Paper) {
    let words = Words { sc };
    let mut table =
        Table::new("Areas: value in this epoch, and who holds how many Lands", &["Area", "Value", "Lands", "Held by"]);
    let (worth, worthless): (Vec<&AreaView>, Vec<&AreaView>) = view.areas.iter().partition(|area| area.vp > 0);
    for area in worth {
        let mut holders: Vec<_> = area.holders.iter().collect();
        holders.sort_by_key(|holder| std::cmp::Reverse(holder.lands));
        let holders = holders.into_iter().map(|holder| {
            let degree = holder.step.map(|degree| format!(" ({})", step(degree))).unwrap_or_default();
            format!("{} {}{degree}", words.player(&holder.player), holder.lands)
        });
        let holders: Vec<String> = holders.collect();
        let held = if holders.is_empty() { "nobody".to_owned() } else { holders.join(", ") };
        table.row([words.area(&area.area), area.vp.to_string(), area.lands.to_string(), held]);
    }
    paper.heading(3, "Areas");
    paper.table(&table);
    if !worthless.is_empty() {
        let names: Vec<String> = worthless.iter().map(|area| words.area(&area.area)).collect();
        paper.paragraph(&format!("Worth nothing in this epoch: {}.", names.join(", ")));
    }
    paper.paragraph(
        "Presence, a Land of the Area, brings its value; domination, three Lands and more than anybody else, twice that; \
         control of all its Lands three times.",
    );
}

/// What each player has on the board.
fn pieces(view: &View, paper: &mut Paper) {
    let heads = ["Player", "Capitals", "Cities", "Monuments", "Forts", "Armies", "Fleets"];
    let mut table = Table::new("Pieces on the board; a Monument counts for whoever holds its Land", &heads);
    for player in ranked(view) {
        let own = || view.lands.iter().filter(|land| land.owner.as_deref() == Some(&player.player));
        let count = |towns: Town| own().filter(|land| land.town == towns).count().to_string();
        let fleets = view.waters.iter().flat_map(|water| &water.fleets);
        let fleets: u32 =
            fleets.filter(|fleet| fleet.player == player.player).map(|fleet| u32::from(fleet.fleets)).sum();
        table.row([
            player.name.clone(),
            count(Town::Capital),
            count(Town::City),
            own().filter(|land| land.monument.is_some()).count().to_string(),
            own().filter(|land| land.works != crate::model::ids::Works::None).count().to_string(),
            own().map(|land| u32::from(land.armies)).sum::<u32>().to_string(),
            fleets.to_string(),
        ]);
    }
    paper.heading(3, "Pieces");
    paper.table(&table);
}
