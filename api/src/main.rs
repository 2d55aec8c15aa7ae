//! The `cursus` binary.

fn main() -> std::process::ExitCode {
    api::cli::main(&catalog::Catalog::standard())
}
