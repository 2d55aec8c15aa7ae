use std::collections::BTreeSet;

use crate::model::ids::{Epoch, Waters};
use crate::model::scenario::{Board, Effect, Timing, shipped};

fn board() -> &'static Board {
    shipped::board()
}

fn navigation(empire: &str) -> BTreeSet<&'static str> {
    let board = board();
    let empire = board.empire(board.find_empire(empire).expect("an empire"));
    empire.navigation.iter().map(|id| board.water(id).id.as_str()).collect()
}

#[test]
fn there_are_forty_eight_cards_for_forty_nine_empires() {
    let board = board();
    assert_eq!(board.cards.len(), 48, "HW-20.2");
    assert_eq!(board.cards.iter().map(|card| card.empires.len()).sum::<usize>(), 49);
    assert_eq!(board.empires.len(), 49 + 7 + 1);
    for epoch in 1..=7u8 {
        let numbers: Vec<u8> = board.cards_of(Epoch(epoch)).map(|id| board.card(id).number).collect();
        let last = if epoch == 1 { 6 } else { 7 };
        assert_eq!(numbers, (1..=last).collect::<Vec<u8>>(), "Epoch {epoch}");
    }
}

#[test]
fn cards_and_empires_agree() {
    let board = board();
    for card in &board.cards {
        let empires: Vec<_> = card.empires.iter().map(|id| board.empire(*id)).collect();
        assert!(empires.iter().all(|empire| empire.epoch == card.epoch));
        assert!(empires.iter().all(|empire| board.usable.has(empire.start)), "{} can begin", card.name);
        assert_eq!(empires.iter().map(|empire| empire.strength).sum::<u8>(), card.strength, "{}", card.name);
    }
    let shared = board.card(board.find_card("incas").expect("a card"));
    let names: Vec<_> = shared.empires.iter().map(|id| board.empire(*id).name.as_str()).collect();
    assert_eq!((names, shared.strength, shared.number), (vec!["Incas", "Aztecs"], 4, 3), "HW-22.6");
    let romans = board.card(board.find_card("romans").expect("a card"));
    assert_eq!((romans.epoch, romans.number, romans.strength), (Epoch(3), 6, 25));
}

/// HW-R30: an Ocean with + is that Ocean and every Sea next to it.
#[test]
fn an_ocean_with_its_seas() {
    let portugal = navigation("portugal");
    assert!(portugal.contains("caribbean") && !portugal.contains("black_sea"), "vector R14");
    let mediterranean = "western_mediterranean";
    let seas = ["atlantic_ocean", "caribbean", "north_sea", mediterranean];
    let indian = ["bay_of_bengal", "indian_ocean", "red_sea", "south_china_sea"];
    assert_eq!(portugal, seas.into_iter().chain(indian).collect());
    let britain = navigation("britain");
    assert_eq!(britain, portugal.iter().copied().chain(["pacific_ocean", "sea_of_japan"]).collect());
    assert_eq!(navigation("vikings"), BTreeSet::from(["north_sea", mediterranean, "atlantic_ocean"]));
    assert!(navigation("aryans").is_empty());
}

#[test]
fn nobody_sails_the_caspian() {
    let board = board();
    let closed: Waters = board.water_ids().filter(|id| !board.water(*id).fleets).collect();
    assert_eq!(closed.len(), 1);
    assert!(board.empires.iter().all(|empire| empire.navigation.and(closed).is_empty()));
}

/// HW-30.1.
#[test]
fn each_epoch_has_its_minor_empire_and_its_card() {
    let board = board();
    let printed = [
        ("Hittites", 3, "eastern_anatolia", Some("Hattusas")),
        ("Phoenicia", 3, "levant", Some("Byblos")),
        ("Mayans", 2, "mexican_valley", Some("Uucil-Abnal")),
        ("Anglo-Saxons", 3, "baltic_seaboard", None),
        ("Fujiwara", 3, "honshu", Some("Kyoto")),
        ("Safavids", 3, "persian_plateau", Some("Isfahan")),
        ("Japan", 5, "honshu", Some("Tokyo")),
    ];
    for (index, (name, strength, start, capital)) in printed.into_iter().enumerate() {
        let epoch = Epoch(index as u8 + 1);
        let minor = board.empire(board.minors[index]);
        assert_eq!((minor.name.as_str(), minor.strength, minor.epoch), (name, strength, epoch));
        assert_eq!((board.land(minor.start).id.as_str(), minor.capital.as_deref()), (start, capital));
        let card = board.event(board.find_event(&format!("minor empire: {name}")).expect("its card"));
        assert_eq!((card.effect, card.epochs, card.count), (Effect::MinorEmpire, (epoch, epoch), 1));
    }
}

#[test]
fn sumeria_stands_as_the_sample_game_meets_it() {
    let board = board();
    let sumeria = board.empire(board.sumeria);
    assert_eq!((sumeria.strength, sumeria.capital.as_deref()), (4, Some("Ur")), "HW-21.2");
    assert_eq!(board.land(sumeria.start).id, "lower_tigris");
    let armies = board.sumeria_default.map(|id| board.land(id).id.as_str());
    assert_eq!(armies, ["lower_tigris", "lower_tigris", "zagros"], "HW-R24");
}

#[test]
fn nine_piles_of_seven() {
    let board = board();
    assert_eq!(board.piles.len(), 9, "HW-20.3");
    for (index, pile) in board.piles.iter().enumerate() {
        assert_eq!(pile.iter().map(|(_, count)| count).sum::<u8>(), 7, "pile {}", index + 1);
        assert!(pile.iter().all(|(id, _)| usize::from(board.event(*id).pile) == index + 1));
    }
    let count = |card: &str| board.event(board.find_event(card).expect("a card")).count;
    assert_eq!(["leader", "weaponry", "fanaticism", "barbarians", "fire", "volcano"].map(count), [3, 2, 2, 3, 3, 2]);
}

#[test]
fn cards_do_what_the_source_says() {
    let effect = |card: &str| board().event(board().find_event(card).expect("a card")).effect;
    assert_eq!(effect("weaponry"), Effect::Weaponry { rows: 3 }, "HW-8.1");
    assert_eq!(effect("leader"), Effect::Leader { rows: 1 }, "HW-8.2");
    assert_eq!(effect("fanaticism"), Effect::Fanaticism { rows: 1 }, "HW-8.3");
    assert_eq!(effect("naval_supremacy"), Effect::NavalSupremacy { rows: 3 }, "HW-8.5");
    assert_eq!(effect("rebellion"), Effect::Rebellion { column: 1 }, "HW-8.9");
    assert_eq!(effect("elite_troops"), Effect::EliteTroops { rigid: -1, compliant: -2 }, "HW-8.11");
    assert_eq!(effect("jihad"), Effect::Jihad { rigid: -2, compliant: -3 }, "HW-8.12");
    assert_eq!(effect("crusade"), Effect::Crusade { column: 3, rows: 3 }, "HW-8.13");
    assert_eq!(effect("jewish_revolt"), Effect::JewishRevolt { column: 1, rows: 1 }, "HW-8.14");
    assert_eq!(effect("civil_war"), Effect::CivilWar { column: 3 }, "HW-8.15");
}

#[test]
fn cards_keep_to_their_epochs_and_times() {
    let card = |name: &str| board().event(board().find_event(name).expect("a card"));
    let epochs = |name: &str| (card(name).epochs.0.0, card(name).epochs.1.0);
    assert_eq!((epochs("crusade"), epochs("black_death"), epochs("siegecraft")), ((5, 6), (6, 6), (3, 7)));
    assert_eq!((epochs("leader"), epochs("rebellion")), ((1, 7), (2, 7)), "HW-R45");
    for event in &board().events {
        assert!(event.epochs.0 <= event.epochs.1);
        assert!(event.text.0.len() > 20 && event.text.1.len() > 20, "{}", event.id);
    }
    let during: Vec<&str> = board().events.iter().filter(|e| e.timing == Timing::DuringTurn).map(|e| &*e.id).collect();
    let printed = [
        "leader",
        "weaponry",
        "fanaticism",
        "elite_troops",
        "jihad",
        "storm_at_sea",
        "treachery",
        "allies",
        "trade_bonus",
        "ship_building",
        "engineering",
        "surprise_attack",
        "naval_supremacy",
        "pirates",
        "siegecraft",
    ];
    assert_eq!(during, printed, "HW-29.2, HW-30");
}
