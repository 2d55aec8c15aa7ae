use kernel::picture::is_well_formed;

use super::*;
use crate::testing;

fn seen(epoch: u8) -> (std::sync::Arc<Scenario>, View) {
    let (sc, known) = testing::position(epoch);
    let view = known.view(&sc, Vec::new());
    (sc, view)
}

#[test]
fn the_same_view_gives_the_same_well_formed_picture() {
    for epoch in [1, 4, 7] {
        let (sc, view) = seen(epoch);
        let crops = [
            None,
            Some([-12.0, 28.0, 48.0, 60.0]),
            Some([60.0, 5.0, 61.0, 6.0]),
            Some([9.0, 9.0, 8.0, 8.0]),
            Some([f64::NAN; 4]),
            Some([-900.0, -900.0, 900.0, 900.0]),
        ];
        for crop in crops {
            let options = MapOptions { width: Some(900), crop, ..MapOptions::default() };
            let svg = map_svg(&sc, &view, &options);
            assert_eq!(svg, map_svg(&sc, &view, &options));
            assert!(is_well_formed(&svg), "{crop:?}");
            assert!(!svg.contains("NaN") && !svg.contains("inf\"") && svg.contains("width=\"900\""));
        }
    }
}

#[test]
fn every_piece_of_the_view_is_on_the_whole_map() {
    let (sc, view) = seen(5);
    let svg = map_svg(&sc, &view, &MapOptions::default());
    for (info, seen) in sc.board.lands.iter().zip(&view.lands) {
        let start = format!("<title>{} (", escape(&info.name));
        let (_, rest) = svg.split_once(&start).unwrap_or_else(|| panic!("{} is missing", info.name));
        let told = rest.split_once("</title>").unwrap().0;
        let armies = if seen.armies == 1 { "1 army".to_owned() } else { format!("{} armies", seen.armies) };
        assert_eq!(told.contains(&armies), seen.armies > 0, "{told}");
        assert_eq!(told.contains("Capital"), seen.town == Town::Capital, "{told}");
        assert_eq!(told.contains("City") && !told.contains("City States"), seen.town == Town::City, "{told}");
        assert_eq!(told.contains("Monument"), seen.monument.is_some(), "{told}");
        assert_eq!(told.contains("fort"), seen.works == Works::Fort, "{told}");
    }
    for (info, seen) in sc.board.waters.iter().zip(&view.waters) {
        for fleet in &seen.fleets {
            let player = &sc.colours.iter().find(|colour| colour.key == fleet.player).unwrap().name;
            assert!(svg.contains(&format!("<title>{}, {player}: {} fleet", info.name, fleet.fleets)));
        }
    }
}

#[test]
fn a_part_shows_the_names_within_it_alone() {
    let (sc, view) = seen(3);
    let crop = Some([60.0, 5.0, 95.0, 37.0]);
    let svg = map_svg(&sc, &view, &MapOptions { crop, ..MapOptions::default() });
    assert!(svg.contains(">Ceylon</text>") && !svg.contains(">Crete</text>") && !svg.contains(">Patagonia</text>"));
}

#[test]
fn hostile_names_stay_text() {
    let (sc, mut view) = seen(1);
    let mut sc = (*sc).clone();
    sc.title = "</text><script>alert(1)</script>".into();
    sc.colours[0].colour = "\"/><script>".into();
    view.years = "\"><b>".into();
    view.players[0].name = "<i>".into();
    let svg = map_svg(&sc, &view, &MapOptions::default());
    assert!(!svg.contains("<script") && !svg.contains("<b>") && !svg.contains("<i>"));
    assert!(is_well_formed(&svg));
}
