//! The `cursus` binary.

/// Imagined futures are many small allocations: a sixth quicker in Eternal Rome than with the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    api::cli::main(&catalog::Catalog::standard())
}
