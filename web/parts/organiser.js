/**
 * What whoever runs a game can do: its clock, its seats, invitations, its end.
 * @module
 */
import { h } from "../base/h.js";
import { moment, readable, t } from "../base/text.js";
import { conduct } from "./conduct.js";
import { invitations } from "./invitations.js";
import { settings } from "./settings.js";
import { sure } from "./sure.js";
import { undo } from "./undo.js";

/** The level that most want. */
const USUAL = "steady";

/**
 * What the page does when it is asked to: it shows the game anew then, and tells what went wrong by itself.
 * @typedef {object} Shown
 * @property {() => Promise<void>} start
 * @property {() => Promise<void>} pause
 * @property {() => Promise<void>} resume
 * @property {() => Promise<void>} extend
 * @property {() => Promise<void>} force
 * @property {() => Promise<void>} abandon
 * @property {(settings: any) => Promise<void>} change
 * @property {(seat: any, level: string) => Promise<void>} giveToComputer
 * @property {(seat: any) => Promise<void>} openSeat
 * @property {(seat: any) => Promise<void>} handOn
 */

/** @typedef {Shown & import("./invitations.js").Asks & import("./conduct.js").Conduct & import("./undo.js").Undoing} Does */

/**
 * @param {any} game of the API, not over
 * @param {boolean} mine whether one is its organiser, and does not only help
 * @param {string[]} levels of computer players
 * @param {Does} does
 * @returns {HTMLElement}
 */
export function organiser(game, mine, levels, does) {
  const { status } = game;
  const button = (/** @type {any} */ text, /** @type {() => Promise<void>} */ press, kind = "") =>
    h("button", { type: "button", class: kind, onclick: press }, text);
  return h(
    "section",
    { class: "organiser" },
    h("h2", {}, t("organiser.title")),
    h(
      "div",
      { class: "row" },
      status === "lobby" ? button(t("table.start"), does.start, "first") : null,
      status === "running" ? button(t("organiser.pause"), does.pause) : null,
      status === "paused" ? button(t("organiser.resume"), does.resume, "first") : null,
      status === "running" && game.deadline ? button(t("organiser.extend", moment(game.deadline)), does.extend) : null,
      status === "running" ? sure(t("organiser.force"), t("organiser.force-sure"), does.force) : null,
      mine ? sure(t("organiser.abandon"), t("organiser.abandon-sure"), does.abandon) : null,
    ),
    h(
      "details",
      {},
      h("summary", {}, t("organiser.seats")),
      game.seats.map((/** @type {any} */ seat) => seatLine(seat, mine, levels, does)),
    ),
    settings(game, does.change),
    invitations(game, mine, does),
    conduct(does),
    status === "lobby" ? null : undo(does),
  );
}

/**
 * @param {any} seat
 * @param {boolean} mine
 * @param {string[]} levels
 * @param {Does} does
 */
function seatLine(seat, mine, levels, does) {
  const select = h(
    "select",
    { "aria-label": t("organiser.level", seat.name) },
    levels.map((level) => h("option", { value: level, selected: level === USUAL }, readable(level))),
  );
  const give = () => does.giveToComputer(seat, select.value);
  const toComputer = seat.player
    ? sure(t("organiser.replace"), t("organiser.replace-sure", seat.player), give)
    : h("button", { type: "button", onclick: give }, t("organiser.computer"));
  return h(
    "p",
    { class: "row" },
    h("b", {}, seat.name),
    h("span", {}, seat.player ?? t(seat.holder === "open" ? "game.open" : "game.computer")),
    seat.holder === "computer"
      ? h("button", { type: "button", onclick: () => does.openSeat(seat) }, t("organiser.open"))
      : [select, toComputer],
    mine && seat.player && !seat.yours
      ? sure(t("organiser.hand-on"), t("organiser.hand-on-sure", seat.player), () => does.handOn(seat))
      : null,
  );
}
