//! A bad file is refused with its name, the place, and the reason.

use std::collections::BTreeMap;

use super::*;

/// The learning scenario with `old` replaced by `new` in one of its files.
fn spoilt(file: &str, old: &str, new: &str) -> Checked<Scenario> {
    let mut files = built_in::files("bellum-siculum").unwrap();
    let text = files[file];
    assert!(text.contains(old), "{file} does not contain {old}");
    let text = text.replacen(old, new, 1);
    files.insert(file, &text);
    load(&files)
}

/// The same with a map of one's own, spoilt likewise.
fn spoilt_map(file: &str, change: impl Fn(&str) -> String) -> Checked<Scenario> {
    let shipped_map = built_in::map("orbis-romanus").unwrap();
    let texts: BTreeMap<String, String> = shipped_map
        .iter()
        .map(|(name, text)| {
            let own = name.replace("orbis-romanus", "mine");
            let text = text.replace("\"orbis-romanus\"", "\"mine\"");
            if own.ends_with(file) { (own, change(&text)) } else { (own, text) }
        })
        .collect();
    let mut files = built_in::files("bellum-siculum").unwrap();
    let main = files["scenario.toml"].replace("orbis-romanus", "mine");
    files.insert("scenario.toml", &main);
    files.extend(texts.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    load(&files)
}

#[test]
fn what_ships_loads_and_so_does_a_map_of_ones_own() {
    assert_eq!(crate::model::scenario::shipped::shipped().len(), 2);
    let own = spoilt_map("map.toml", str::to_owned).unwrap();
    assert_eq!(own.hexes, crate::model::scenario::shipped::find("bellum-siculum").unwrap().hexes);
}

#[test]
fn a_bad_file_is_refused_with_its_place_and_the_reason() {
    let cases = include_str!("refused.toml");
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        file: String,
        old: String,
        new: String,
        says: String,
    }
    #[derive(serde::Deserialize)]
    struct Cases {
        case: Vec<Case>,
    }
    let cases: Cases = toml::from_str(cases).unwrap();
    for case in cases.case {
        let error = spoilt(&case.file, &case.old, &case.new).expect_err(&case.says);
        assert_eq!(error.to_string().trim(), case.says, "{} → {}", case.old, case.new);
    }
}

#[test]
fn a_missing_file_is_named() {
    let mut files = built_in::files("bellum-siculum").unwrap();
    files.remove("forces.toml");
    assert_eq!(load(&files).unwrap_err().to_string(), "forces.toml: the file: is missing");
}

#[test]
fn a_bad_map_is_refused_with_line_and_hex() {
    let cases: [(&str, &str, &str, &str); 8] = [
        ("terrain.txt", "~c~", "~x~", "the first character is one of c f m d w, or . for no land (ER-3.4)"),
        ("terrain.txt", "~c~", "~c=", "land and sea in one hex is shallow water: write ~ (ER-3.5)"),
        ("terrain.txt", "c.", "c", "must be 80 hexes of two characters, 160 characters in all"),
        ("provinces.txt", "It", "Zz", "there is no such code in [provinces] of map.toml"),
        ("provinces.txt", "It", "..", "terrain.txt has land here: write a province, or -- for none"),
        ("provinces.txt", "..", "--", "terrain.txt has no land here: write .. (ER-R33)"),
        ("hexsides.toml", "3031-3131", "3031-3231", "“3031-3231” is no hexside: write two hexes that touch"),
        ("hexsides.toml", "\"0430-0431\",", "\"0430-0431\", \"0430-0431\",", "0430-0431: there is no such way between"),
    ];
    for (file, old, new, reason) in cases {
        let error = spoilt_map(file, |text| text.replacen(old, new, 1)).expect_err(reason);
        assert_eq!(error.file, format!("maps/mine/{file}"));
        assert!(error.reason.starts_with(reason), "{error}");
        assert!(file.ends_with("toml") || error.place.starts_with("line "), "{error}");
    }
}

#[test]
fn a_scenario_may_change_single_hexsides_and_figures() {
    let hexside = "[[hexside]]\nhexes = \"2824-2825\"\nland_cost = 9\n\n[constants.price]\nfleet = 50\n\n[[victory]]";
    let scenario = spoilt("scenario.toml", "[[victory]]", hexside).unwrap();
    let (a, b) = ("2824".parse().unwrap(), "2825".parse().unwrap());
    for (from, to) in [(a, b), (b, a)] {
        assert_eq!(crate::model::costs::land(&scenario, from, to, false), Some(9), "ER-R4");
        assert_eq!(crate::model::costs::land(&scenario, from, to, true), Some(18), "ER-R4");
    }
    assert!(scenario.powers.iter().all(|power| power.prices[FLEET] == 50), "ER-R50");
}
