//! `cursus openapi`.

use catalog::Catalog;

pub fn run(catalog: &Catalog) -> Result<(), String> {
    let text = serde_json::to_string_pretty(&crate::openapi::document(catalog)).map_err(|e| e.to_string())?;
    println!("{text}");
    Ok(())
}
