/**
 * What the people of a game are asked, and a way to ask them.
 * @module
 */
import { h } from "../base/h.js";
import { moment, t } from "../base/text.js";
import { sure } from "./sure.js";

/** So many that are over are shown. */
const SHOWN = 5;
/** @typedef {"pause" | "extend" | "replace" | "draw" | "concession" | "undo"} Kind */

/**
 * What the page does when it is asked to.
 * @typedef {object} Voting
 * @property {(kind: Kind, seat?: string) => Promise<void>} call
 * @property {(vote: string, choice: "yes" | "no") => Promise<void>} say
 * @property {(vote: string) => Promise<void>} withdraw
 */

/**
 * @param {any} game of the API, under way
 * @param {any} votes of the API
 * @param {string} me my name
 * @param {Voting} does
 * @returns {HTMLElement | null}
 */
export function votes(game, votes, me, does) {
  const nameOf = (/** @type {string | null} */ key) =>
    game.seats.find((/** @type {any} */ seat) => seat.seat === key)?.name ?? "";
  const open = votes.items.filter((/** @type {any} */ one) => one.state === "open");
  const over = votes.items.filter((/** @type {any} */ one) => one.state !== "open").slice(0, SHOWN);
  const plays = game.yours.length > 0;
  if (!plays && !votes.items.length) return null;
  const button = (/** @type {any} */ text, /** @type {() => Promise<void>} */ press, pressed = false) =>
    h("button", { type: "button", onclick: press, "aria-pressed": String(pressed) }, text);
  const openLine = (/** @type {any} */ one) =>
    h(
      "article",
      { class: "game" },
      h("h3", {}, question(one.kind, nameOf(one.seat), one.to_step)),
      h(
        "p",
        { class: "note" },
        t("vote.called", one.called_by ?? "", moment(one.closes_at)),
        " ",
        t("vote.progress", one.cast, one.voters, one.needed),
      ),
      h(
        "div",
        { class: "row" },
        one.you_may_vote
          ? [
              button(t("organiser.yes"), () => does.say(one.id, "yes"), one.yours === "yes"),
              button(t("organiser.no"), () => does.say(one.id, "no"), one.yours === "no"),
            ]
          : null,
        one.called_by === me || game.you_run_it ? button(t("vote.withdraw"), () => does.withdraw(one.id)) : null,
      ),
    );
  const overLine = (/** @type {any} */ one) =>
    h("p", {}, question(one.kind, nameOf(one.seat), one.to_step), " ", h("span", { class: "note" }, end(one)));
  return h(
    "section",
    { class: "votes" },
    h("h2", {}, t("vote.title")),
    open.map(openLine),
    over.map(overLine),
    plays ? ask(game, votes.rules, does) : null,
  );
}

/** What came of a vote. @param {any} one @returns {string} */
function end(one) {
  return /** @type {Record<string, string>} */ ({
    passed: t("vote.passed", one.yes ?? 0, one.no ?? 0),
    rejected: t("vote.rejected", one.yes ?? 0, one.no ?? 0),
    lapsed: t("vote.lapsed"),
    withdrawn: t("vote.withdrawn"),
    void: t("vote.void"),
  })[one.state];
}

/** @param {Kind} kind @param {string} seat what the seat is called that it is about @param {number | null} step to go back to */
function question(kind, seat, step = null) {
  return {
    pause: t("vote.ask-pause"),
    extend: t("vote.ask-extend"),
    replace: t("vote.ask-replace", seat),
    draw: t("vote.ask-draw"),
    concession: t("vote.ask-concession", seat),
    undo: t("vote.ask-undo", step ?? 0),
  }[kind];
}

/**
 * @param {any} game
 * @param {any} rules
 * @param {Voting} does
 */
function ask(game, rules, does) {
  const others = game.seats.filter((/** @type {any} */ seat) => seat.player && !seat.yours);
  const company = others.length > 0;
  /** @type {[Kind, string, string][]} */
  const asks = [
    ["pause", "", ""],
    ["extend", "", ""],
    ["draw", "", ""],
    ...others.map((/** @type {any} */ seat) => ["replace", seat.seat, seat.name]),
    ...game.seats.map((/** @type {any} */ seat) => ["concession", seat.seat, seat.name]),
  ];
  const possible = asks.filter(
    ([kind]) =>
      rules[kind] !== "off" &&
      (kind !== "pause" || game.status === "running") &&
      (kind !== "extend" || (game.status === "running" && game.deadline)) &&
      (company || !["draw", "concession"].includes(kind)) &&
      // Of two players neither replaces the other.
      (kind !== "replace" || others.length > 1),
  );
  const select = h(
    "select",
    { "aria-label": t("vote.what") },
    possible.map(([kind, , name], at) => h("option", { value: String(at) }, question(kind, name))),
  );
  const call = async () => {
    const [kind, seat] = possible[Number(select.value)] ?? possible[0];
    await does.call(kind, seat || undefined);
  };
  return h(
    "details",
    {},
    h("summary", {}, t("vote.ask")),
    h("p", { class: "note" }, t("vote.help")),
    h("div", { class: "row" }, select, sure(t("vote.call"), t("vote.call-sure"), call)),
  );
}
