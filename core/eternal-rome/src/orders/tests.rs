//! How orders read as JSON.

use super::*;
use crate::model::units::Units;

#[test]
fn unknown_fields_are_refused() {
    let order = r#"{"type":"anchor_fleet","power":"OCT","fleet":"OCT-F1","speed":3}"#;
    assert!(serde_json::from_str::<Order>(order).is_err());
}

#[test]
fn new_units_are_named_as_such_and_seasoned_ones_go_without_saying() {
    let units: Vec<Units> =
        serde_json::from_str(r#"[{"type":"legion_1","count":2},{"type":"archers","count":1,"seasoned":false}]"#)
            .unwrap();
    assert!(units[0].seasoned && !units[1].seasoned);
    assert_eq!(serde_json::to_string(&units[0]).unwrap(), r#"{"type":"legion_1","count":2}"#);
}
