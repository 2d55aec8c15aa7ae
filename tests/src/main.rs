//! The `cursus` binary with the toy rule systems added.

fn main() -> std::process::ExitCode {
    api::cli::main(&cursus_tests::catalog())
}
