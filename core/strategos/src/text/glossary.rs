//! What the fields of events mean.

/// Field, or `Title.field`, and what it means.
pub const GLOSSARY: &[(&str, &str)] = &[];
