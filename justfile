# Daily work. `just` lists what there is; https://just.systems installs it, or `cargo install just`.

set positional-arguments

# What there is.
default:
    @just --list --unsorted

# A server on http://127.0.0.1:8475.
serve *args:
    cargo run --release -- "$@"

# Format, lints and types: what is quick to know.
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings

# All tests that run unoptimised, on SQLite and, where it is installed, on Postgres.
test *args:
    cargo test --workspace "$@"

# One ruleset's tests: `just room umpire`.
room name *args:
    shift; cargo test -p cursus-{{name}} "$@"

# The rows that show a rule: `just rule umpire UM-9.2`.
rule name id:
    cargo test -p cursus-{{name}} --test it -- {{replace(replace(id, "-", "_"), ".", "_")}}

# The stories over HTTP whose names contain a word: `just story letters`.
story word:
    cargo test -p cursus-tests --test it {{word}}

# the web client: style, types, model, and every rule system in a browser (node, npm and Chromium are wanted)
web:
    npm ci --prefix web --no-audit --no-fund
    npm run --prefix web style
    npm run --prefix web types
    npm run --prefix web model
    cargo build -p cursus
    npm run --prefix web browser

# Suites that take minutes unoptimised.
test-optimised:
    cargo test --profile proof -p cursus-umpire -p cursus-hotw -p cursus-eternal-rome -p cursus-strategos -p cursus-renaissance -p cursus-catalog -p cursus-ai --test it -- blunders:: conformance:: fog:: hostile_orders:: known_games:: options:: player:: ranking:: strength::

# Tries input that nobody thought of on every reader of foreign input, for so many seconds each: `just fuzz 300`.
fuzz seconds="20":
    fuzz/run {{seconds}}

# Benchmarks of one package: `just bench umpire`; of the server under load: `just bench`.
bench name="load" *args:
    if [ "{{name}}" = load ]; then just load; else shift; cargo bench -p cursus-{{name}} "$@"; fi

# The server under load, beside the bare libraries under it: `just load --rounds 1`.
load *args:
    cargo build --release -p cursus -p cursus-load
    target/release/cursus-load --server target/release/cursus "$@"

# Writes the expectations of a package anew: lists of cases and events, the API document. Read the difference before you commit it.
accept name="tests":
    UPDATE_EXPECT=1 cargo test -p cursus-{{name}}

# Writes the API document anew.
openapi:
    cargo run -q -p cursus -- openapi > openapi/openapi.json

# The API of all crates, with warnings denied.
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# Everything that has to hold before a change is taken.
ci:
    .ci/run
