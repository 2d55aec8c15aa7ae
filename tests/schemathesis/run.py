"""Prepares a server with things worth asking for, and lets schemathesis loose on it.

Two passes. The first asks everything that leaves the caller in place: mostly about campaigns and seats that are there,
so that requests get past the first check, and sometimes about ones that are not. The second asks what ends accounts,
sessions, tokens and campaigns, which would leave the first with nothing but 401s and 409s.
"""

import json
import pathlib
import subprocess
import sys
import urllib.error
import urllib.request

from server import Server

BINARY, WORK = sys.argv[1], pathlib.Path(sys.argv[2])
ENDINGS = {"close_account", "change_password", "log_out", "end_session", "revoke_token", "refresh_session", "abandon_game"}
# Events are a stream that does not end by itself; its own tests read it.
LEFT_OUT = {"stream_events"}


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


def api_token(url, name):
    """A token with every scope: it outlives the access token's fifteen minutes."""
    access = log_in(url, name)["access_token"]
    scopes = ["game:read", "orders:write", "gm"]
    return call(url, "POST", "/v1/tokens", {"name": "tests", "scopes": scopes}, access)["token"]


def toml_text(value):
    return json.dumps(value)


def configure(path, dictionaries):
    """Path parameters take a value that exists four times in five."""
    lines = []
    for name, values in dictionaries.items():
        lines.append(f"[dictionaries.{name}]\nvalues = {toml_text(values)}\n")
    lines.append("[parameters]")
    for name in dictionaries:
        lines.append(f'"path.{name}" = {{ dictionary = "{name}", probability = 0.8 }}')
    path.write_text("\n".join(lines) + "\n")


def let_loose(name, url, token, dictionaries, operations, examples, seconds):
    config = WORK / f"{name}.toml"
    configure(config, dictionaries)
    # What a random request cannot be blamed for: that a taken name is refused although the schema allows it, that a
    # campaign created under one token is not there for another.
    checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance," \
        "response_schema_conformance,missing_required_header,ignored_auth"
    command = [
        str(WORK / "venv/bin/schemathesis"), f"--config-file={config}", "run", f"{url}/openapi.json",
        "--header", f"Authorization: Bearer {token}", "--checks", checks, "--phases", "examples,coverage,fuzzing",
        "--max-examples", str(examples), "--seed", "1450", "--no-color",
        "--generation-database", "none", "--request-timeout", "30", "--continue-on-failure", "--warnings", "off",
        "--suppress-health-check", "all", "--workers", "2",
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
        lasting = api_token(server.url, "lasting")
        things = {}
        code = let_loose("lasting", server.url, lasting, things, known - ENDINGS - LEFT_OUT, 40, 400)
        ending = log_in(server.url, "ending")["access_token"]
        code |= let_loose("ending", server.url, ending, things, known & ENDINGS, 20, 100)
        if not server.alive():
            code = 1
    sys.exit(1 if code else 0)


main()
