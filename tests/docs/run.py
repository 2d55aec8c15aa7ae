"""Takes the fenced examples out of README.md and docs/ and runs them, each page in one shell, against a fresh server.

What is run is the text of the page. Only what a reader puts in himself is put in here: the address of the server, the id
of a game, a folder of orders, an account named ada. Each page is run several times; every server draws other seeds for its games.

A block of `sh` has to succeed to its last line. A block of `console` shows commands that take hours: each is begun, and
has to be under way after two seconds. `json` in docs/deadlines.md is a game's timing. Everything else only shows
something.
"""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from server import Server

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)

# `curl` fails where the server refuses, and shows what it said. `cargo` builds and serves: that is done already.
PRELUDE = """
set -euo pipefail
curl() { command curl --fail-with-body --max-time 120 "$@"; }
cargo() { :; }
"""

# Words that no answer to an example should hold.
WRONG = ('"refused"', '"not_understood"', '"/problems/', "error:", "parse error")


def blocks(page):
    return [(kind, text) for kind, text in FENCE.findall(page.read_text())]


def fail(page, why, output=""):
    sys.exit(f"{page}: {why}\n{output[-6000:]}")


def call(url, path, token=None, body=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url + path, json.dumps(body).encode() if body is not None else None, headers)
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        sys.exit(f"{path}: {error.code} {error.read().decode()}")


def host(url):
    """A person with a token."""
    person = {"name": "ada", "password": "a long password of hers"}
    call(url, "/v1/accounts", body=person)
    return call(url, "/v1/sessions", body=person)["access_token"]


def new_game(url, token, **form):
    seats = [{"kind": "me", "seat": "VEN"}]
    return call(url, "/v1/games", token, {"ruleset": "umpire", "scenario": "italia-1450", "seats": seats} | form)["id"]


def game_that_is_over(url):
    token = host(url)
    game = new_game(url, token, start=True)
    call(url, f"/v1/games/{game}/abandon", token, {})
    return game


def shell(page, script, folder, path, **settings):
    environment = os.environ | {"PATH": f"{path}:{os.environ['PATH']}"} | settings
    done = subprocess.run(
        ["bash", "-c", PRELUDE + script], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=900,
    )
    if done.returncode != 0:
        fail(page, f"the examples failed with {done.returncode}", done.stdout)
    for word in WRONG:
        if word in done.stdout:
            fail(page, f"the examples were answered with {word}", done.stdout)
    for line in ("null", "refused"):
        if line in done.stdout.splitlines():
            fail(page, f"the examples printed {line}", done.stdout)


def run_page(page, scripts, server, path):
    """All blocks of `sh` of a page, one after the other."""
    with tempfile.TemporaryDirectory(prefix="cursus-docs-") as folder:
        orders = pathlib.Path(folder, "orders")
        orders.mkdir()
        (orders / "MIL.txt").write_text("tax 90\n")
        (orders / "VEN.json").write_text("[]\n")
        script = "\n".join(scripts).replace("http://127.0.0.1:8475", server.url)
        if "/games/GAME" in script:
            script = script.replace("GAME", game_that_is_over(server.url))
        # Commands that open the database find that of the server.
        data = os.path.join(server.folder, "data")
        shell(page, script.replace("http://SERVER", server.url), folder, path, CURSUS_DATA_DIR=data)


def begin(page, text, path):
    """The commands of a block of `console`, each begun."""
    begun = """
timed() { local code=0; timeout 2 "$@" || code=$?; [ $code -eq 0 ] || [ $code -eq 124 ]; }
cursus() { timed cursus "$@"; }
"""
    with tempfile.TemporaryDirectory(prefix="cursus-docs-") as folder:
        shell(page, begun + text, folder, path)


def try_page(page, name, binary, path, times):
    """How many examples of a page hold."""
    found = blocks(page)
    scripts = [text for kind, text in found if kind == "sh"]
    for number in range(times if scripts else 0):
        with Server(binary, rate_limits="false") as server:
            run_page(name, scripts, server, path)
        print(f"{name}: {len(scripts)} examples, run {number + 1} of {times}", flush=True)
    for kind, text in found:
        if kind == "console":
            begin(name, text, path)
        if kind == "json" and name.name == "deadlines.md":
            with Server(binary) as server:
                new_game(server.url, host(server.url), timing=json.loads(text))
    return sum(kind in ("sh", "console") for kind, _ in found)


def main(root, binary, times):
    root = pathlib.Path(root)
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    with tempfile.TemporaryDirectory(prefix="cursus-bin-") as path:
        launcher = pathlib.Path(path, "cursus")
        launcher.write_text(f"#!/bin/sh\nexec {shlex.quote(binary)} \"$@\"\n")
        launcher.chmod(0o755)
        # Each page has servers of its own: two at a time.
        with ThreadPoolExecutor(2) as pool:
            tried = pool.map(lambda page: try_page(page, page.relative_to(root), binary, path, times), pages)
            ran = sum(tried)
    if ran < 8:
        sys.exit(f"only {ran} examples were found")
    print(f"{ran} examples hold")


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
