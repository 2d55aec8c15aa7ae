//! Archives: read, and verified where they can be read.
#![no_main]

use std::sync::OnceLock;

use archive::{Archive, verify};
use catalog::Catalog;
use libfuzzer_sys::fuzz_target;

// The reader alone: the rest of the server would take minutes to build with the instruments.
#[allow(dead_code, unused_imports)]
#[path = "../../api/src/archive/mod.rs"]
mod archive;
#[allow(dead_code)]
#[path = "../../api/src/ledger.rs"]
mod ledger;

fuzz_target!(|data: &[u8]| {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(archive) = Archive::read(text) else { return };
    let again = Archive::read(&archive.write()).expect("what was written can be read");
    assert_eq!(again, archive);
    let _ = verify(&archive, CATALOG.get_or_init(Catalog::standard));
});
