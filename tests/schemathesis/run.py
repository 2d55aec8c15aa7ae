"""Prepares a server with things worth asking for, and lets schemathesis loose on it, in three passes with an account and
campaigns each. The first asks everything that leaves the caller in place: mostly about campaigns and seats that are
there, so that requests get past the first check, and sometimes about ones that are not. The second asks what makes the
caller lose seats and campaigns, the third what ends sessions, tokens and accounts: either would leave the first with
nothing but 401s, 403s and 409s.
"""

import json
import pathlib
import subprocess
import sys
import urllib.error
import urllib.request

from server import Server

BINARY, WORK, VENV = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
LEAVING = {"abandon_game", "release_seat", "give_seat_to_computer", "revoke_invitation"}
ENDING = {"close_account", "change_password", "log_out", "end_session", "revoke_token", "refresh_session"}


def call(url, method, path, body=None, token=None):
    request = urllib.request.Request(url + path, method=method)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
    except urllib.error.HTTPError as problem:
        raise SystemExit(f"{method} {path}: {problem.status} {problem.read().decode()}") from None
    return json.loads(text) if text else None


def log_in(url, name):
    form = {"name": name, "password": "correct horse battery"}
    call(url, "POST", "/v1/accounts", form)
    return call(url, "POST", "/v1/sessions", form)


def api_token(url, session):
    scopes = ["game:read", "orders:write", "gm"]
    return call(url, "POST", "/v1/tokens", {"name": "tests", "scopes": scopes}, session)["token"]


def campaigns(url, token):
    """Two running campaigns of every scenario and one in the lobby; what paths and bodies may name."""
    games, seats, rulesets, scenarios = [], set(), [], []
    for line in call(url, "GET", "/v1/rulesets")["items"]:
        rulesets.append(line["id"])
        for scenario in line["scenarios"]:
            scenarios.append(scenario)
            known = call(url, "GET", f"/v1/rulesets/{line['id']}/scenarios/{scenario}")
            keys = [seat["key"] for seat in known["summary"]["seats"]]
            seats.update(keys[:2])
            for start in (True, True, False):
                plan = {
                    "ruleset": line["id"], "scenario": scenario, "start": start,
                    "seats": [{"kind": "me", "seat": keys[0]}, {"kind": "open", "seat": keys[1]}],
                    "others": {"kind": "ai", "level": "random"},
                    "timing": {"clock": {"type": "calendar", "cron": "0 20 * * SUN", "zone": "Europe/Rome"}},
                }
                games.append(call(url, "POST", "/v1/games", plan, token)["id"])
    return {
        "path.game": games, "path.seat": sorted(seats), "path.ruleset": rulesets, "path.scenario": scenarios,
        "body.ruleset": rulesets, "body.scenario": scenarios,
    }


def configure(path, values):
    """Whatever is listed in `values` is drawn from there four times in five."""
    lines, bindings = [], ["[parameters]"]
    for number, (name, known) in enumerate(values.items()):
        lines.append(f"[dictionaries.d{number}]\nvalues = {json.dumps(known)}\n")
        bindings.append(f'"{name}" = {{ dictionary = "d{number}", probability = 0.8 }}')
    path.write_text("\n".join(lines + bindings) + "\n")


def let_loose(name, url, token, values, operations, examples, seconds):
    config = WORK / f"{name}.toml"
    configure(config, values)
    # What a random request cannot be blamed for: that a taken name is refused although the schema allows it, that a
    # campaign created under one token is not there for another.
    checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance," \
        "response_schema_conformance,missing_required_header,ignored_auth"
    command = [
        str(VENV / "bin/schemathesis"), f"--config-file={config}", "run", f"{url}/openapi.json",
        "--header", f"Authorization: Bearer {token}", "--checks", checks, "--phases", "coverage,fuzzing",
        "--max-examples", str(examples), "--seed", "1450", "--no-color",
        "--generation-database", "none", "--request-timeout", "30", "--continue-on-failure", "--warnings", "off",
        "--suppress-health-check", "all", "--workers", "1",
    ]
    for operation in sorted(operations):
        command += ["--include-operation-id", operation]
    print(f"--- {name}: {len(operations)} operations", flush=True)
    return subprocess.run(command, cwd=WORK, stdin=subprocess.DEVNULL, timeout=seconds).returncode


def main():
    with Server(BINARY, rate_limits="false", password_memory_kib=64, password_passes=1) as server:
        document = call(server.url, "GET", "/openapi.json")
        known = {
            operation["operationId"]
            for item in document["paths"].values() for operation in item.values() if isinstance(operation, dict)
        }
        code = 0
        for name, operations, examples, seconds in [
            ("lasting", known - LEAVING - ENDING, 50, 600), ("leaving", LEAVING, 20, 120), ("ending", ENDING, 20, 120),
        ]:
            session = log_in(server.url, name)["access_token"]
            values = campaigns(server.url, session)
            # A token outlives the fifteen minutes of a session; what ends sessions needs one.
            token = session if operations is ENDING else api_token(server.url, session)
            code |= let_loose(name, server.url, token, values, operations, examples, seconds)
        if not server.alive():
            code = 1
    sys.exit(1 if code else 0)


main()
