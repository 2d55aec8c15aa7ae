/**
 * My games, the most urgent first; games to join.
 * @module
 */
import { h, fill } from "../base/h.js";
import { distance, explain, moment, t } from "../base/text.js";
import * as ops from "../net/ops.js";
import { playAsGuest, who } from "../model/session.js";
import { go, link } from "../model/router.js";

/** @param {Element} page */
export async function home(page) {
  if (!who()) return welcome(page);
  const [mine, open] = await Promise.all([ops.games({ mine: "true", limit: "100" }), ops.games({ open_seats: "true", limit: "20" })]);
  const waiting = await Promise.all(
    mine.items.map((/** @type {any} */ game) => (game.status === "running" ? ops.awaiting(game.id).catch(() => null) : null)),
  );
  const games = mine.items.map((/** @type {any} */ game, /** @type {number} */ at) => ({ game, awaiting: waiting[at] }));
  const mineNow = (/** @type {any} */ one) => one.awaiting?.awaiting.some((/** @type {any} */ seat) => seat.yours && !seat.ready);
  const due = (/** @type {any} */ one) => Date.parse(one.awaiting?.deadline ?? "9999-01-01");
  const running = games.filter((/** @type {any} */ one) => one.game.status === "running" || one.game.status === "paused");
  const groups = [
    ["home.waits", running.filter(mineNow).sort((/** @type {any} */ a, /** @type {any} */ b) => due(a) - due(b))],
    ["home.others", running.filter((/** @type {any} */ one) => !mineNow(one))],
    ["home.lobby", games.filter((/** @type {any} */ one) => one.game.status === "lobby")],
    ["home.over", games.filter((/** @type {any} */ one) => ["finished", "abandoned"].includes(one.game.status)).slice(0, 10)],
  ];
  const others = open.items.filter((/** @type {any} */ game) => !game.yours.length);
  fill(
    page,
    h("h1", { tabindex: -1 }, t("home.title")),
    games.length ? null : h("p", {}, t("home.none"), " ", link("/new", t("app.new"), "button first")),
    groups.map(([title, list]) => (list.length ? section(/** @type {any} */ (title), list.map(mineLine)) : null)),
    section("home.open", others.length ? others.map(openLine) : [h("p", { class: "note" }, t("home.none-open"))]),
  );
}

/** @param {Element} page */
function welcome(page) {
  const problem = h("p", { class: "verdict refused", role: "alert" });
  problem.hidden = true;
  const play = async () => {
    try {
      await playAsGuest();
      go("/new");
    } catch (error) {
      problem.hidden = false;
      problem.textContent = explain(error);
    }
  };
  fill(
    page,
    h(
      "section",
      { class: "welcome" },
      h("h1", { tabindex: -1 }, t("home.welcome")),
      h("p", {}, t("home.welcome-text")),
      h("div", { class: "row" }, h("button", { type: "button", class: "first large", onclick: play }, t("home.play-now")), link("/sign-in", t("app.sign-in"), "button large")),
      h("p", { class: "note" }, t("home.play-now-text")),
      problem,
    ),
  );
}

/** @param {any} title @param {Node[]} lines */
function section(title, lines) {
  return h("section", {}, h("h2", {}, t(title)), lines);
}

/** @param {any} one */
function mineLine({ game, awaiting }) {
  const seat = game.yours[0];
  const name = game.seats.find((/** @type {any} */ one) => one.seat === seat)?.name ?? "";
  const waits = awaiting?.awaiting.some((/** @type {any} */ one) => one.yours && !one.ready);
  const all = awaiting?.awaiting ?? [];
  const thinking = all.some((/** @type {any} */ one) => one.thinking);
  const state = thinking ? t("home.thinking") : all.length > 1 ? t("home.ready-of", all.filter((/** @type {any} */ one) => one.ready).length, all.length) : "";
  const deadline = awaiting?.deadline
    ? h("span", { title: moment(awaiting.deadline) }, t("table.due", distance(Date.parse(awaiting.deadline) - Date.now())))
    : null;
  return h(
    "article",
    { class: waits ? "game waits" : "game" },
    h("h3", {}, game.name),
    h("p", {}, [name, game.label].filter(Boolean).join(" · "), " ", deadline, state ? h("span", { class: "note" }, ` ${state}`) : null),
    link(seat ? `/t/${game.id}/${encodeURIComponent(seat)}` : `/g/${game.id}`, t(waits ? "home.play" : "home.look"), waits ? "button first" : "button"),
  );
}

/** @param {any} game */
function openLine(game) {
  const free = game.seats.filter((/** @type {any} */ seat) => seat.holder === "open");
  const join = async (/** @type {any} */ seat) => {
    await ops.claim(game.id, seat.seat);
    go(`/t/${game.id}/${encodeURIComponent(seat.seat)}`);
  };
  return h(
    "article",
    { class: "game" },
    h("h3", {}, game.name),
    h("p", {}, [game.scenario, game.label].filter(Boolean).join(" · ")),
    h("div", { class: "row" }, free.map((/** @type {any} */ seat) => h("button", { type: "button", onclick: () => join(seat) }, t("home.join", seat.name)))),
  );
}
