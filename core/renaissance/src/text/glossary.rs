//! What the fields of events mean: their descriptions in the API document.

/// By name, or as `Title.field` for the field of one event alone.
pub const GLOSSARY: &[(&str, &str)] = &[];
