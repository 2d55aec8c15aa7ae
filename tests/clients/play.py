"""Plays five turns with the generated client: everything goes through its typed functions, nothing through raw HTTP."""

import sys
import time
from http import HTTPStatus

from cursus_client import AuthenticatedClient, Client
from cursus_client.api.accounts import register, show_me
from cursus_client.api.games import create_game, preview_clock, show_game
from cursus_client.api.orders import put_orders, set_ready, show_awaiting, show_orders
from cursus_client.api.record import list_events, list_turns
from cursus_client.api.rulesets import list_rulesets, show_ruleset, show_scenario
from cursus_client.api.sessions import log_in
from cursus_client.api.views import list_reports, show_map, show_report, show_view
from cursus_client.models import (
    Credentials,
    GameRequest,
    GameStatus,
    OrdersRequest,
    Problem,
    Registration,
    VerdictStatus,
)
from server import Server

BINARY, SETTING = sys.argv[1], sys.argv[2]
RULESET, SCENARIO = SETTING.split("/")
TURNS = 5


def want(condition, text):
    if not condition:
        raise SystemExit(f"not as it should be: {text}")


def ok(response, status=HTTPStatus.OK):
    """The parsed answer; anything but the status wanted ends the test."""
    if response.status_code != status or response.parsed is None:
        raise SystemExit(f"{status} was expected, {response.status_code} came: {response.content.decode()}")
    return response.parsed


def orders_that_are_legal(client, game, seat, examples):
    """The rule system's own examples, as far as they are legal for this seat now."""
    if not examples:
        return []
    body = OrdersRequest.from_dict({"orders": examples})
    checked = ok(put_orders.sync_detailed(game, seat, client=client, body=body, dry_run=True))
    want(len(checked.verdicts) >= len(examples), "every order gets a verdict")
    refused = {verdict.index for verdict in checked.verdicts if verdict.status == VerdictStatus.REFUSED}
    for verdict in checked.verdicts:
        want(verdict.detail or verdict.index not in refused, "a refusal says why")
    return [example for index, example in enumerate(examples) if index not in refused]


def play(client, anybody):
    want(RULESET in {line.id for line in ok(list_rulesets.sync_detailed(client=anybody)).items}, f"{RULESET} is offered")
    ruleset = ok(show_ruleset.sync_detailed(RULESET, client=anybody))
    examples = [order.example.to_dict() for order in ruleset.about.orders]
    scenario = ok(show_scenario.sync_detailed(RULESET, SCENARIO, client=anybody))
    seat = scenario.summary.seats[0].key

    request = GameRequest.from_dict({
        "ruleset": RULESET, "scenario": SCENARIO, "name": "Five turns", "start": True,
        "seats": [{"kind": "me", "seat": seat}], "others": {"kind": "ai", "level": "steady"},
    })
    game = ok(create_game.sync_detailed(client=client, body=request), HTTPStatus.CREATED)
    want(game.status == GameStatus.RUNNING and game.yours == [seat], "the game runs and the seat is ours")
    want(ok(preview_clock.sync_detailed(game.id, client=client)).deadlines == [], "no clock, no deadlines")

    used = 0
    for turn in range(1, TURNS + 1):
        awaiting = ok(show_awaiting.sync_detailed(game.id, client=client))
        want(seat in {entry.seat for entry in awaiting.awaiting}, f"turn {turn}: {seat} is awaited")
        view = ok(show_view.sync_detailed(game.id, seat, client=client))
        want(view.step == turn - 1 and view.seat == seat, f"turn {turn}: the view is of this turn")
        orders = orders_that_are_legal(client, game.id, seat, examples)
        used += len(orders)
        body = OrdersRequest.from_dict({"orders": orders, "step": turn - 1})
        handed_in = ok(put_orders.sync_detailed(game.id, seat, client=client, body=body))
        want(handed_in.revision == 1 and not handed_in.ready, f"turn {turn}: the orders are in, not final")
        again = put_orders.sync_detailed(game.id, seat, client=client, body=body)
        want(again.status_code == HTTPStatus.PRECONDITION_REQUIRED and isinstance(again.parsed, Problem),
             f"turn {turn}: orders that are in are not replaced by accident")
        want(ok(show_orders.sync_detailed(game.id, seat, client=client)).revision == 1, f"turn {turn}: still the same")
        ok(set_ready.sync_detailed(game.id, seat, client=client))
        wait_for(client, game.id, turn)
        report = ok(show_report.sync_detailed(game.id, seat, turn, client=client))
        want(report.documents and all(document.text for document in report.documents), f"turn {turn}: there is a report")
        for entry in report.entries:
            want(entry.rule and entry.text, f"turn {turn}: an event names its rule")
        print(f"turn {turn}, {report.label}: {len(orders)} orders, {len(report.entries)} events, "
              f"{len(report.documents)} documents")

    want(used > 0, "at least one example order was legal")
    want(len(ok(list_reports.sync_detailed(game.id, seat, client=client)).items) == TURNS, "a report for every turn")
    turns = ok(list_turns.sync_detailed(game.id, client=client)).items
    want([turn.step for turn in turns] == list(range(TURNS + 1)), "the ledger has the set-up and every turn")
    want(all(one.head == two.previous for one, two in zip(turns, turns[1:])), "the ledger is a chain")
    want(ok(list_events.sync_detailed(game.id, client=client)).items, "there are events")
    want("<svg" in ok(show_map.sync_detailed(game.id, seat, client=client)), "the map is an SVG picture")


def wait_for(client, game, step):
    for _ in range(600):
        shown = ok(show_game.sync_detailed(game, client=client))
        if shown.step >= step:
            return
        time.sleep(0.1)
    raise SystemExit(f"step {step} was not resolved within a minute")


def main():
    with Server(BINARY, password_memory_kib=64, password_passes=1) as server:
        anybody = Client(base_url=server.url, timeout=60, raise_on_unexpected_status=True)
        form = {"name": "colleoni", "password": "a long and secret one"}
        ok(register.sync_detailed(client=anybody, body=Registration.from_dict(form)), HTTPStatus.CREATED)
        session = ok(log_in.sync_detailed(client=anybody, body=Credentials.from_dict(form)), HTTPStatus.CREATED)
        client = AuthenticatedClient(
            base_url=server.url, token=session.access_token, timeout=60, raise_on_unexpected_status=True,
        )
        want(ok(show_me.sync_detailed(client=client)).name == "colleoni", "we are who we said")
        play(client, anybody)


main()
