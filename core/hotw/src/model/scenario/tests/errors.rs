use std::sync::Arc;

use crate::model::scenario::shipped::{board, board_files};
use crate::model::scenario::{load_board, load_scenario};

/// Loads the shipped board with one text replaced by another and tells what is said of it.
fn broken(file: &'static str, from: &str, to: &str) -> String {
    let mut files = board_files();
    let text = files[file];
    assert!(text.contains(from), "{file} has no {from}");
    let changed = text.replacen(from, to, 1);
    files.insert(file, &changed);
    load_board(&files).expect_err(&format!("{file}: {to}")).to_string()
}

#[test]
fn a_broken_map_is_refused_with_file_key_and_reason() {
    let zagros = r#"{ id = "zagros","#;
    let cases = [
        (
            "lands.toml",
            "area = \"middle_east\"",
            "area = \"midle_east\"",
            "western_anatolia.area: there is no Area midle_east",
        ),
        ("lands.toml", zagros, "{ id = \"levant\",", "lands.toml: levant: this Land is listed twice"),
        ("lands.toml", zagros, "{ id = \"Zagros\",", "lands.toml: Zagros: an id has lower-case letters"),
        ("lands.toml", zagros, "{ id = \"zagros\", hilly = true,", "lands.toml: line 16: unknown field `hilly`"),
        (
            "lands.toml",
            "barren = true,",
            "barren = true, resource = true,",
            "a Barren Land has no resource symbol (HW-23.3)",
        ),
        (
            "lands.toml",
            "coasts = [\"eastern_mediterranean\",",
            "coasts = [\"aegean\",",
            "western_anatolia.coasts: there is no Sea or Ocean aegean",
        ),
        ("lands.toml", "at = [29, 39]", "at = [29, 139]", "western_anatolia.at: write longitude and latitude"),
        (
            "areas.toml",
            "control_size = 11",
            "control_size = 12",
            "areas.toml: middle_east.control_size: 11 usable Lands say that they are here",
        ),
        ("areas.toml", "vp = [2, 3, 3, 3, 2, 2, 1]", "vp = [2, 3, 3, 3, 2, 2]", "areas.toml: line 5: invalid length 6"),
        (
            "waters.toml",
            "kind = \"sea\", most_fleets = 2, vp = 1",
            "kind = \"sea\", vp = 1",
            "waters.toml: north_sea.most_fleets: a Sea",
        ),
        (
            "waters.toml",
            "kind = \"ocean\", vp = 0",
            "kind = \"ocean\", vp = 1",
            "atlantic_ocean.vp: an Ocean is worth nothing",
        ),
        (
            "waters.toml",
            "b = \"eastern_mediterranean\"",
            "b = \"western_mediterranean\"",
            "a passage joins two different waters",
        ),
    ];
    for (file, from, to, said) in cases {
        let error = broken(file, from, to);
        assert!(error.starts_with(file) && error.contains(said), "{error}\nwanted: {said}");
    }
}

#[test]
fn a_broken_border_is_refused_with_its_ends() {
    let mountain = r#"{ a = "albion", b = "highlands", terrain = "mountain" }"#;
    let wall = r#"difficult_into = ["wei_river"]"#;
    let with = |to: &str| broken("borders.toml", mountain, to);
    let cases = [
        (with(r#"{ a = "albion", b = "wales" }"#), "albion - wales: there is no Land wales"),
        (with(r#"{ a = "albion", b = "albion" }"#), "albion - albion: a border joins two different Lands"),
        (
            with(&format!("{mountain}, {}", r#"{ a = "highlands", b = "albion" }"#)),
            "highlands - albion: this border is listed already",
        ),
        (
            with(r#"{ a = "albion", b = "highlands", terrain = "swamp" }"#),
            "borders.toml: line 11: unknown variant `swamp`",
        ),
        (with(r#"{ a = "albion", b = "highlands", kind = "strait" }"#), "a strait names the waters that bridge it"),
        (
            with(r#"{ a = "albion", b = "highlands", kind = "strait", bridged_by = ["red_sea"] }"#),
            "on the coasts of both Lands",
        ),
        (with(r#"{ a = "albion", b = "highlands", bridged_by = ["north_sea"] }"#), "only a strait is bridged"),
        (with(r#"{ a = "albion", b = "highlands", kind = "barbarian_only" }"#), "from a Barren Land into a usable one"),
        (with(r#"{ a = "albion", b = "highlands", difficult_into = ["albion"] }"#), "difficult_into needs a terrain"),
        (
            with(r#"{ a = "albion", b = "highlands", terrain = "forest", difficult_into = ["albion"] }"#),
            "difficult both ways",
        ),
        (broken("borders.toml", wall, r#"difficult_into = ["zagros"]"#), "names a Land that is not of this border"),
        (broken("borders.toml", wall, r#"difficult_into = []"#), "the Great Wall is difficult into one Land only"),
        (
            broken(
                "borders.toml",
                r#"{ a = "alps", b = "dalmatia" }"#,
                r#"{ a = "alps", b = "dalmatia", terrain = "mountain", difficult_into = ["alps", "dalmatia"] }"#,
            ),
            "nobody attacks into a Barren Land",
        ),
        (
            broken("borders.toml", r#"["appalachia", "great_plains"]"#, r#"["appalachia", "deep_south"]"#),
            "both listed and dropped",
        ),
    ];
    for (error, said) in cases {
        assert!(error.starts_with("borders.toml") && error.contains(said), "{error}\nwanted: {said}");
    }
}

/// Sierra Morena lies on no water: without its borders nobody gets there.
#[test]
fn a_land_that_nobody_reaches_is_refused() {
    let mut files = board_files();
    let kept: String =
        files["borders.toml"].lines().filter(|line| !line.contains("sierra_morena")).collect::<Vec<_>>().join("\n");
    files.insert("borders.toml", &kept);
    let error = load_board(&files).expect_err("it is cut off").to_string();
    assert_eq!(error, "borders.toml: sierra_morena: this Land cannot be reached");
}

#[test]
fn a_broken_card_is_refused_with_its_key() {
    let cases = [
        ("empires.toml", "start = \"crete\"", "start = \"alps\"", "e1_minoans.start: alps is Barren"),
        ("empires.toml", "start = \"crete\"", "start = \"creta\"", "e1_minoans.start: there is no Land creta"),
        ("empires.toml", "number = 2,", "number = 3,", "e1_indus_valley.number: has the number of e1_minoans"),
        ("empires.toml", "number = 6,", "number = 8,", "Epoch 1 has 6 cards; 6 or 7, numbered 1 to 7"),
        ("empires.toml", "epoch = 1, number = 1", "epoch = 8, number = 1", "e1_egypt.epoch: an epoch is 1 to 7"),
        ("empires.toml", "strength = 25", "strength = 26", "e3_romans.strength: a Strength is 2 to 25 forces"),
        (
            "empires.toml",
            "navigation = [\"eastern_mediterranean\"]",
            "navigation = [\"caspian_sea\"]",
            "e1_minoans.navigation: no fleet may enter Caspian Sea",
        ),
        (
            "empires.toml",
            "navigation = [\"eastern_mediterranean\"]",
            "navigation = [\"red_sea+\"]",
            "+ stands after an Ocean only",
        ),
        (
            "empires.toml",
            "members = [\"e6_incas\", \"e6_aztecs\"]",
            "members = [\"e6_incas\"]",
            "e6_incas_aztecs: a shared card has two empires",
        ),
        (
            "empires.toml",
            "id = \"m2_phoenicia\", epoch = 2",
            "id = \"m2_phoenicia\", epoch = 3",
            "minor: Epoch 2 has 0 minor empires",
        ),
        (
            "empires.toml",
            "\"lower_tigris\", \"zagros\"]",
            "\"lower_tigris\", \"crete\"]",
            "sumeria.armies_at: crete is not next to an army before it",
        ),
        ("events.toml", "pile = 2\ncount = 3", "pile = 2\ncount = 4", "pile 2 has 8 cards, not 7 (HW-20.3)"),
        ("events.toml", "pile = 2\ncount = 3", "pile = 10\ncount = 3", "leader.pile: a pile is 1 to 9"),
        ("events.toml", "epochs = [5, 6]", "epochs = [6, 5]", "crusade.epochs: write the first epoch, then the last"),
        (
            "events.toml",
            "leader = { rows = 1 }",
            "leader = { rows = 1, columns = 2 }",
            "line 106: unexpected keys in table: columns",
        ),
        ("events.toml", "leader = { rows = 1 }", "general = { rows = 1 }", "unknown variant `general`"),
        (
            "events.toml",
            "leader = { rows = 1 }",
            "leader = { rows = 99 }",
            "leader.effect: a figure of the effect is out of range",
        ),
        (
            "events.toml",
            "land = \"gold_coast\"",
            "land = \"sahara_desert\"",
            "kingdom_gold_coast.effect: sahara_desert is Barren",
        ),
        (
            "events.toml",
            "empire = \"m1_hittites\"",
            "empire = \"m2_phoenicia\"",
            "minor_hittites.epochs: Phoenicia is played in Epoch 2 only",
        ),
        ("epochs.toml", "epoch = 3,", "epoch = 4,", "there are seven epochs"),
        (
            "constants.toml",
            "area_multiples = [1, 2, 3]",
            "area_multiples = [3, 2, 1]",
            "area_multiples: Presence, Domination",
        ),
        ("constants.toml", "free_lookups = 2", "free_lookup = 2", "line 3: unknown field `free_lookup`"),
        ("rigid.json", "[20, 24, 24,", "[20, 19, 24,", "the value in column 0 of row -3 breaks the order"),
        ("rigid.json", "[20, 24, 24,", "[20, 24, 24, 24,", "22 rows of 12 cells were expected, row 0 differs"),
        ("rigid.json", "\"table\": \"rigid\"", "\"table\": \"compliant\"", "table: this is the compliant table"),
        ("compliant.json", "[3, 4, 5,", "[4, 3, 5,", "not the sides of the printed table"),
        (
            "compliant.json",
            "[1, 1, 1, 1, 2, 3, 4,",
            "[1, 1, 1, 1, 2, 4, 4,",
            "the value in column 3 of row 3 breaks the order",
        ),
        ("compliant.json", "[1, 1, 1, 1, 2, 3, 4,", "[1, 1, 1, 1, 2, null, 4,", "invalid type: null"),
    ];
    for (file, from, to, said) in cases {
        let error = broken(file, from, to);
        assert!(error.starts_with(file) && error.contains(said), "{error}\nwanted: {said}");
    }
}

#[test]
fn every_file_is_needed() {
    for file in board_files().keys() {
        let mut files = board_files();
        files.remove(file);
        let error = load_board(&files).expect_err("a file is missing").to_string();
        assert_eq!(error, format!("{file}: the file: is missing"));
    }
}

#[test]
fn a_broken_scenario_is_refused_with_its_key() {
    let text = include_str!("../../../../data/scenarios/sample-game.toml");
    let world = include_str!("../../../../data/scenarios/world-3.toml");
    let four = include_str!("../../../../data/scenarios/world-4.toml");
    let cases = [
        (text, "last_epoch = 3", "last_epoch = 8", "last_epoch: an epoch is 1 to 7"),
        (text, "last_epoch = 3", "last_epoch = 3\nsound = true", "unknown field `sound`"),
        (text, "id = \"sample-game\"", "id = \"Sample Game\"", "id: an id has lower-case letters"),
        (text, "#009e73", "green", "hermes.colour: write a colour as #rrggbb"),
        (text, "#009e73", "#0072b2", "hera: has the name or the colour of another"),
        (text, "seat = \"apollo\"", "seat = \"ares\"", "apollo.seat: there is no seat ares"),
        (text, "seat = \"apollo\"", "seat = \"hera\"", "apollo.seat: colours are listed seat by seat"),
        (
            four,
            "two_colours = \"never\"",
            "two_colours = \"always\"",
            "two_colours: two colours each are for 2 or 3 seats",
        ),
        (world, "two_colours = \"optional\"", "two_colours = \"never\"", "colour: 3 colours are needed, 6 are listed"),
        (text, "\"minor_phoenicia\", ", "", "prelude.hands.apollo: a hand has 9 cards, this has 8"),
        (
            text,
            "\"minor_phoenicia\"",
            "\"minor_hittites\"",
            "prelude.hands: minor_hittites is dealt 2 times, its pile has 1",
        ),
        (text, "\"minor_phoenicia\"", "\"phoenicia\"", "prelude.hands.apollo: there is no event card phoenicia"),
        (text, "apollo = [", "athena = [", "prelude.hands.athena: there is no colour athena"),
        (text, "zeus = \"e2_chou_dynasty\"", "zeus = \"e2_persia\"", "prelude.deal, epoch 2: e2_persia is dealt twice"),
        (text, "zeus = \"e2_chou_dynasty\"", "zeus = \"e3_maurya\"", "there is no Empire card e3_maurya in this epoch"),
        (text, "epoch = 2\ncards", "epoch = 1\ncards", "prelude.deal, epoch 1: this epoch is dealt twice"),
    ];
    for (text, from, to, said) in cases {
        assert!(text.contains(from), "{from}");
        let error = load_scenario("a.toml", &text.replacen(from, to, 1), board()).expect_err(to).to_string();
        assert!(error.starts_with("a.toml: ") && error.contains(said), "{error}\nwanted: {said}");
    }
}

#[test]
fn an_epoch_that_is_not_dealt_is_left_to_the_draft() {
    let text = include_str!("../../../../data/scenarios/sample-game.toml");
    let dealt = "epoch = 2\ncards = { hermes = \"e2_vedic_city_states\", apollo = \"e2_carthaginia\", hera = \"e2_persia\", zeus = \"e2_chou_dynasty\" }";
    assert!(text.contains(dealt));
    let changed = text.replace(&format!("[[prelude.deal]]\n{dealt}"), "");
    let sc = load_scenario("a.toml", &changed, &Arc::clone(board())).expect("it is complete");
    let deals = sc.prelude.expect("a prelude").deals;
    assert_eq!(deals.iter().map(Vec::len).collect::<Vec<_>>(), [4, 0, 4]);
}
