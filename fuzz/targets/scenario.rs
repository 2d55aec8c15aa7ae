//! Files of scenarios: one file of a shipped scenario is replaced, and the whole is read or refused with words.
#![no_main]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use kernel::scenario::Files;
use libfuzzer_sys::fuzz_target;

/// A folder's files by their names.
type Folder = BTreeMap<String, String>;

fn folder(path: &str) -> Folder {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core").join(path);
    let files = std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let files = files.map(|file| file.expect("it can be listed")).filter(|file| file.path().is_file());
    let read = |file: std::fs::DirEntry| {
        (file.file_name().to_string_lossy().into_owned(), std::fs::read_to_string(file.path()).expect("it is text"))
    };
    files.map(read).collect()
}

/// The scenarios of the rooms: umpire, eternal-rome, the board of hotw, strategos, renaissance.
fn shipped() -> &'static [Folder; 5] {
    static SHIPPED: OnceLock<[Folder; 5]> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        [
            "umpire/data/hannibal-218bc",
            "eternal-rome/data/bellum-siculum",
            "hotw/data",
            "strategos/data/hellespontos-313bc",
            "renaissance/data/romagna-1493",
        ]
        .map(folder)
    })
}

fuzz_target!(|data: &[u8]| {
    let [which, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let room = usize::from(which >> 4) % 6;
    if room == 3 {
        static BOARD: OnceLock<Arc<hotw::model::scenario::Board>> = OnceLock::new();
        let board = BOARD.get_or_init(|| hotw::model::scenario::shipped::board().clone());
        refused(hotw::model::scenario::load_scenario("scenario.toml", text, board).err());
        return;
    }
    // The third is a file by itself.
    let folder = &shipped()[if room > 3 { room - 1 } else { room }];
    let mut files: Files = folder.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let at = usize::from(which & 15) % files.len();
    if let Some(file) = files.values_mut().nth(at) {
        *file = text;
    }
    match room {
        0 => refused(umpire::model::scenario::load(&files).err()),
        1 => refused(eternal_rome::model::scenario::load(&files).err()),
        2 => refused(hotw::model::scenario::load_board(&files).err()),
        4 => refused(strategos::model::load::load(&files).err()),
        _ => refused(renaissance::model::load::load(&files).err()),
    }
});

fn refused(error: Option<kernel::scenario::ScenarioError>) {
    if let Some(error) = error {
        assert!(!error.to_string().is_empty());
    }
}
