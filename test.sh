#!/usr/bin/env bash
# Runs every check of the repository, on a fresh machine too: needs Rust, and
# fetches the rest. Works from any directory; stops at the first failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

step() { printf '\n== %s\n' "$*"; }
have() { command -v "$1" >/dev/null 2>&1; }
fail() {
    printf 'test.sh: %s\n' "$*" >&2
    exit 1
}

step "Tools"
have cargo || fail "cargo is missing: install Rust from https://rustup.rs and run this again"
for component in rustfmt clippy; do
    tool=cargo-fmt
    [ "$component" = rustfmt ] || tool=cargo-clippy
    # With rustup the command exists as a link even where the component is missing.
    if ! have "$tool" || ! "$tool" --version >/dev/null 2>&1; then
        have rustup || fail "$component is missing and there is no rustup to install it"
        rustup component add "$component"
    fi
done
if ! have g++; then
    have apt-get || fail "g++ is missing: install a C++ compiler and run this again"
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        have sudo || fail "g++ is missing: run 'apt-get install g++' as root and then this again"
        as_root=(sudo)
    fi
    # A failing update is no reason to stop: the lists at hand may do.
    "${as_root[@]}" apt-get update -qq || true
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends g++
fi
# Exported programs are compiled and run by the tests.
have rustc || fail "rustc is missing: install Rust from https://rustup.rs and run this again"
have python3 || fail "python3 is missing: install Python 3.9 or later and run this again"
cargo --version
g++ --version | head -n 1
python3 --version

step "Format"
cargo fmt --all --check

step "Lints, benches and examples included"
cargo clippy --workspace --all-targets --locked -- -D warnings

step "Tests"
cargo test --workspace --locked

step "Documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

if [ -f fuzz/Cargo.toml ]; then
    # Fuzzing itself needs a nightly compiler; that the targets compile, any compiler tells.
    step "Fuzz targets"
    cargo fmt --manifest-path fuzz/Cargo.toml --check
    cargo check --manifest-path fuzz/Cargo.toml --bins
fi

step "The C++ programs of the benchmarks"
peers=$(mktemp -d)
trap 'rm -rf "$peers"' EXIT
for source in crates/grundy/benches/cpp/*.cpp; do
    name=$(basename "$source" .cpp)
    g++ -O2 -std=c++17 -Wall -Wextra -Werror -o "$peers/$name" "$source"
    # Twenty is a small size for each of them, as a number of values and as a width.
    answer=$("$peers/$name" 20)
    printf '%s 20: %s\n' "$name" "$answer"
    grep -Eq '^checksum=[0-9a-f]{16} seconds=[0-9.]+$' <<<"$answer" || fail "$name does not answer as the bench expects"
done

printf '\nAll checks passed.\n'
