"""A bot that knows no rules: it asks "what can I order now?", picks an answer, and asks again (docs/options.md).

    python3 bot.py http://127.0.0.1:8475 [--ruleset ID] [--turns N]

It needs nothing but Python. For each rule system that the server offers it makes a game against computer players, plays so
many turns of its seat, and stops when an order that was filled in from options is refused.
"""

import argparse
import json
import random
import time
import urllib.error
import urllib.request

# A random player wants no end of orders.
MOST_ORDERS = 6
MOST_FIELDS = 200


class Refused(Exception):
    """The server said no: status, and the problem that it told."""

    def __init__(self, status, problem):
        super().__init__(f"{status}: {json.dumps(problem)}")
        self.status, self.problem = status, problem


class Bot:
    """An account without a password, and the games that it plays."""

    def __init__(self, url, seed):
        self.url, self.token, self.dice = url, None, random.Random(seed)
        self.token = self.ask("POST", "/v1/guests", {})["access_token"]

    def ask(self, method, path, body=None):
        headers = {"Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == 429:
                time.sleep(float(error.headers.get("Retry-After", 1)))
                return self.ask(method, path, body)
            raise Refused(error.code, json.load(error)) from None

    def new_game(self, ruleset):
        """A game of the scenario with the fewest seats; the first seat is the bot's."""
        scenarios = self.ask("GET", f"/v1/rulesets/{ruleset}")["scenarios"]
        scenario = min(scenarios, key=lambda it: len(it["seats"]))
        seat = scenario["seats"][0]["key"]
        game = self.ask("POST", "/v1/games", {
            "ruleset": ruleset, "scenario": scenario["id"], "name": f"A bot in {scenario['title']}"[:60], "start": True,
            "seats": [{"kind": "me", "seat": seat}], "others": {"kind": "ai", "level": "steady"},
        })
        return game["id"], seat

    def awaited(self, game, seat):
        """What the seat is awaited for, the step and how orders are taken; nothing once the game is over."""
        for _ in range(1200):
            shown = self.ask("GET", f"/v1/games/{game}/awaiting")
            mine = [it for it in shown["awaiting"] if it["seat"] == seat and not it.get("ready")]
            if mine:
                return mine[0], shown["step"], shown["mode"]
            if self.ask("GET", f"/v1/games/{game}")["status"] != "running":
                return None
            time.sleep(0.1)
        raise SystemExit(f"{game}: nobody waited for the bot in two minutes")

    def choose(self, values):
        """One of the values that a field may have."""
        kind, dice = values["kind"], self.dice
        if kind == "one_of":
            return dice.choice(values["values"])["value"]
        if kind == "several":
            offered = [it["value"] for it in values["values"]]
            most = min(values["most"], len(offered))
            return dice.sample(offered, dice.randint(values["least"], max(values["least"], most)))
        if kind == "amount":
            return dice.choice([values["least"], values["most"], dice.randint(values["least"], values["most"])])
        if kind == "amounts":
            chosen = {}
            left = dice.randint(values["least"], min(values["most"], values["least"] + 3))
            for part in dice.sample(values["of"], len(values["of"])):
                some = min(left, part["most"])
                if some:
                    chosen[part["key"]] = some
                    left -= some
            return chosen
        if kind == "path":
            return self.path(values)
        return values["example"]

    def path(self, values):
        """A way along the links that costs no more than the budget."""
        here, way = values["from"], []
        left = float("inf") if values["budget"] is None else values["budget"]
        length = min(values["most"], self.dice.randint(values["least"], max(values["least"], 4)))
        while len(way) < length:
            links = [it for it in values["links"] if it["from"] == here and it["cost"] <= left]
            if not links:
                break
            link = self.dice.choice(links)
            way.append(link["value"])
            here, left = link["to"], left - link["cost"]
        return way

    def fill(self, game, seat, written):
        """One whole order behind those written, or none when nothing can be ordered."""
        order = {}
        for _ in range(MOST_FIELDS):
            answer = self.ask("POST", f"/v1/games/{game}/seats/{seat}/orders/options", {"orders": written, "order": order})
            if answer["complete"]:
                return answer["order"]
            field = answer["next"]
            if field is None:
                return None
            left_out = field["optional"] and self.dice.random() < 0.5
            put(order, field["pointer"], None if left_out else self.choose(field["values"]))
        raise SystemExit(f"an order with no end: {json.dumps(order)[:500]}")

    def verdicts(self, game, seat, orders):
        """What would be said of an order set; nothing is handed in."""
        path = f"/v1/games/{game}/seats/{seat}/orders?dry_run=true"
        return self.ask("PUT", path, {"orders": orders})["verdicts"]

    def play(self, ruleset, turns):
        game, seat = self.new_game(ruleset)
        orders_given, warned = 0, 0
        for _ in range(turns):
            waits = self.awaited(game, seat)
            if waits is None:
                break
            _, step, mode = waits
            # Where orders are carried out at once, each is handed in by itself, and the next is asked for behind it.
            most = 1 if mode == "immediate" else MOST_ORDERS
            written = []
            while len(written) < most:
                order = self.fill(game, seat, written)
                if order is None:
                    break
                verdicts = self.verdicts(game, seat, [*written, order])
                refused = [it for it in verdicts if it["status"] == "refused"]
                if any(it["index"] == len(written) for it in refused):
                    raise SystemExit(f"{ruleset}: offered and refused: {json.dumps(order)}: {refused}")
                # What is carried out earlier in the turn may leave nothing for an order that was written before: war ends trade.
                if refused:
                    break
                written.append(order)
            answer = self.ask("PUT", f"/v1/games/{game}/seats/{seat}/orders", {"orders": written, "step": step, "ready": True})
            warned += sum(it["status"] == "warning" for it in answer["verdicts"])
            orders_given += len(written)
        print(f"{ruleset}: {seat} played {turns} turns by options alone: {orders_given} orders, {warned} of them with a warning")
        return orders_given


def put(order, pointer, value):
    """Puts an answer where a JSON pointer says; a last part `-` appends to a list, which is made where there is none."""
    *above, last = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    here = order
    for part, after in zip(above, above[1:] + [last]):
        if isinstance(here, list):
            here = here[int(part)]
        else:
            here = here.setdefault(part, [] if after == "-" else {})
    if isinstance(here, list):
        here.append(value) if last == "-" else here.__setitem__(int(last), value)
    else:
        here[last] = value


def main():
    words = argparse.ArgumentParser(description="Plays by asking what can be ordered now.")
    words.add_argument("url")
    words.add_argument("--ruleset", help="one rule system alone")
    words.add_argument("--turns", type=int, default=8, help="how often the bot hands in orders (8)")
    words.add_argument("--seed", type=int, default=1, help="what it chooses hangs on this (1)")
    asked = words.parse_args()
    bot = Bot(asked.url.rstrip("/"), asked.seed)
    offered = [it["id"] for it in bot.ask("GET", "/v1/rulesets")["items"]]
    for each in [asked.ruleset] if asked.ruleset else offered:
        if bot.play(each, asked.turns) == 0:
            raise SystemExit(f"{each}: nothing was ever offered")


if __name__ == "__main__":
    main()
