# Sourced: `venv DIR REQUIREMENTS` makes a virtual environment with exactly those packages, once.
venv() {
    local stamp
    stamp="$1/$(sha256sum "$2" | cut -c1-16)"
    if [ ! -e "$stamp" ]; then
        rm -rf "$1"
        python3 -m venv "$1"
        "$1/bin/pip" install --quiet --disable-pip-version-check --no-input -r "$2"
        touch "$stamp"
    fi
}
