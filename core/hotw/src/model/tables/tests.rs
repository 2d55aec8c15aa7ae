use serde::de::DeserializeOwned;

use super::*;
use crate::model::scenario::shipped;

fn tables() -> &'static Tables {
    &shipped::board().tables
}

/// The cells of a file as they are printed.
fn printed<Cell: DeserializeOwned>(file: &str) -> Vec<Vec<Cell>> {
    let mut json: serde_json::Value = serde_json::from_str(shipped::board_files()[file]).expect("JSON");
    serde_json::from_value(json["values"].take()).expect("rows of cells")
}

#[test]
fn every_cell_of_the_rigid_table_is_read_where_it_is_printed() {
    let cells = printed::<Option<u8>>("rigid.json");
    let mut read = 0;
    for (row, cells) in RIGID_ROWS.zip(&cells) {
        for (column, cell) in RIGID_COLUMNS.zip(cells) {
            assert_eq!(tables().rigid(column, row), *cell, "({column},{row})");
            read += 1;
        }
    }
    assert_eq!((read, cells.iter().flatten().flatten().count()), (22 * 12, 225));
}

/// HW-2.5: rows -3 to 2 hold 3 to 8 numbers from the left, all others 12.
#[test]
fn numbers_are_missing_only_at_the_right_of_the_lowest_rows() {
    for row in RIGID_ROWS {
        let numbers = RIGID_COLUMNS.filter(|column| tables().rigid(*column, row).is_some()).count() as i32;
        assert_eq!(numbers, if row < 3 { row + 6 } else { 12 }, "row {row}");
        assert_eq!(RIGID_COLUMNS.take(numbers as usize).filter(|c| tables().rigid(*c, row).is_none()).count(), 0);
    }
}

#[test]
fn every_cell_of_the_compliant_table_is_read_where_it_is_printed() {
    let cells = printed::<u8>("compliant.json");
    let mut read = 0;
    for (row, cells) in COMPLIANT_ROWS.zip(&cells) {
        for (column, cell) in COMPLIANT_COLUMNS.zip(cells) {
            assert_eq!(tables().compliant(column, row), *cell, "({column},{row})");
            read += 1;
        }
    }
    assert_eq!(read, 16 * 23);
}

/// HW-2.9, for the continuation as well.
#[test]
fn losses_rise_to_the_right_and_fall_downwards() {
    for row in LOWEST_ROW..=HIGHEST_ROW {
        for column in *COMPLIANT_COLUMNS.start()..30 {
            let (here, next) = (tables().compliant(column, row), tables().compliant(column + 1, row));
            assert!(next == here || next == here + 1, "({column},{row}): {here}, {next}");
            // Beyond the printed columns the slopes of two rows may cross (HW-R7).
            if row < HIGHEST_ROW && column <= 20 {
                assert!(tables().compliant(column, row + 1) <= here, "({column},{row})");
            }
        }
        for column in RIGID_COLUMNS {
            let here = tables().rigid(column, row);
            assert!(here <= tables().rigid(column + 1, row).or(here.max(Some(u8::MAX))), "({column},{row})");
        }
    }
}

/// HW-R8, as printed in the rules: columns 1 to 20.
#[test]
fn the_compliant_table_goes_on_below_row_three() {
    let rows: [(i32, [u8; 20]); 6] = [
        (2, [1, 2, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 11, 12, 12, 13, 14, 14, 15]),
        (1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 10, 11, 12, 12, 13, 14, 14, 15, 16, 16]),
        (0, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 12, 13, 14, 15, 15, 16, 17, 18]),
        (-1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 14, 15, 16, 17, 18, 19]),
        (-2, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]),
        (-3, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]),
    ];
    for (row, values) in rows {
        let ours: Vec<u8> = (1..=20).map(|column| tables().compliant(column, row)).collect();
        assert_eq!(ours, values, "row {row}");
        assert_eq!([-2, -1, 0].map(|column| tables().compliant(column, row)), [1, 1, 1], "row {row}");
    }
}

/// HW-R8: the same formula gives 230 of the 233 printed cells for which the Rigid Table reaches far enough; the other
/// three are one lower in print.
#[test]
fn both_tables_share_one_model() {
    let (mut compared, mut apart) = (0, Vec::new());
    for row in COMPLIANT_ROWS {
        let lost = |defenders: i32| i32::from(tables().rigid(defenders, row).expect("printed"));
        for forces in 1..=(10 + lost(10)).min(20) {
            let won = (1..=10).filter(|defenders| defenders + lost(*defenders) <= forces).max().unwrap_or(0);
            compared += 1;
            let print = i32::from(tables().compliant(forces, row));
            if print != forces - won {
                apart.push((row, forces, print, forces - won));
            }
        }
    }
    assert_eq!(compared, 233);
    assert_eq!(apart, [(3, 10, 7, 8), (3, 12, 8, 9), (5, 5, 3, 4)]);
}

#[test]
fn rows_beyond_the_tables_are_read_at_their_edge() {
    assert_eq!(row(18, Defence::PLAIN, 3 + 1), 22);
    assert_eq!(clamp(22), 18, "vector R4");
    assert_eq!(tables().rigid(10, 22), tables().rigid(10, 18));
    assert_eq!(tables().compliant(20, 22), 1);
    assert_eq!(tables().rigid(1, -9), Some(24), "HW-R2");
    assert_eq!(tables().compliant(20, -9), 20);
}

#[test]
fn columns_left_of_the_tables_are_read_in_their_first() {
    assert_eq!(tables().rigid(-5, 3), tables().rigid(-1, 3), "HW-R3");
    assert_eq!(tables().compliant(-5, 6), tables().compliant(-2, 6));
    assert_eq!(tables().rigid(11, 18), None, "HW-R4 lets nobody ask for eleven defenders");
}

/// HW-R7.
#[test]
fn columns_beyond_twenty_follow_the_slope_of_the_row() {
    let values = [20, 21, 22, 25].map(|column| tables().compliant(column, 9));
    assert_eq!(values, [7, 7, 8, 9], "vector R8");
    for row in LOWEST_ROW..=HIGHEST_ROW {
        let [ten, twenty, thirty] = [10, 20, 30].map(|column| i32::from(tables().compliant(column, row)));
        assert_eq!(thirty - twenty, twenty - ten, "row {row}: ten columns on, as much again");
    }
}

#[test]
fn the_vectors_of_the_rules() {
    let of = |roll: i32, defence: i8, events: i32| row(roll, Defence::try_from(defence).expect("a level"), events);
    assert_eq!(tables().rigid(4, of(8, 0, 0)), Some(3), "V1");
    assert_eq!(tables().rigid(1, of(12, -2, 1)), Some(0), "V4");
    assert_eq!(tables().rigid(10, of(3, 0, 0)), Some(14), "V6");
    assert_eq!(tables().rigid(1, of(3, -6, 0)), Some(24), "V8");
    assert_eq!(tables().rigid(1, of(3, -5, 3)), Some(9), "V9");
    assert_eq!(tables().rigid(6, of(7, -5, 0)), Some(16), "V10");
    assert_eq!(tables().rigid(6, 1), None, "V11");
    assert_eq!(tables().rigid(1 - 1, of(4, 0, 0)), Some(3), "V12");
    assert_eq!(tables().rigid(1 - 2, of(3, 0, 0)), Some(4), "V14");
    assert_eq!(tables().compliant(8, of(9, 0, 0)), 3, "V15");
    assert_eq!(tables().compliant(2, of(7, -2, 0)), 2, "V17");
    assert_eq!(tables().compliant(6, of(14, 0, 1)), 0, "V18");
    assert_eq!(tables().compliant(1, of(13, -5, 1)), 0, "V20");
    assert_eq!(tables().compliant(15, of(10, 0, 1)), 4, "V21");
    assert_eq!([3, 18].map(|roll| tables().compliant(20, roll)), [12, 1], "V23, V24");
    assert_eq!([7, 8, 9].map(|roll| tables().compliant(1, roll)), [1, 1, 0], "V25");
    assert_eq!(tables().compliant(5 - 2, 10), 1, "V26");
    assert_eq!([6, 5].map(|roll| tables().compliant(1 - 3, roll)), [0, 1], "V27");
    assert_eq!(tables().compliant(7, of(7, -5, 0)), 6, "vector R5");
    assert_eq!(tables().compliant(10, of(4, -6, 0)), 10, "vector R6");
    assert_eq!(tables().compliant(14, of(6, -5, 0)), 12, "vector R7");
}

#[test]
fn a_table_out_of_order_is_refused() {
    let (rigid, compliant) = (printed::<Option<u8>>("rigid.json"), printed::<u8>("compliant.json"));
    assert!(Tables::new(rigid.clone(), compliant.clone()).is_ok());
    let mut falling = rigid.clone();
    falling[6][4] = Some(4);
    let order = TableError::Order { table: "rigid", column: 3, row: 3 };
    assert_eq!(Tables::new(falling, compliant.clone()), Err(order));
    let mut jump = compliant.clone();
    jump[0][3..].iter_mut().for_each(|cell| *cell += 2);
    let order = TableError::Order { table: "compliant", column: 1, row: 3 };
    assert_eq!(Tables::new(rigid.clone(), jump), Err(order), "neighbours differ by 1 at most");
    let mut short = compliant.clone();
    short.pop();
    let shape = TableError::Shape { table: "compliant", rows: 16, columns: 23, row: 15 };
    assert_eq!(Tables::new(rigid, short), Err(shape));
}
