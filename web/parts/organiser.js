/**
 * What whoever runs a game can do: its clock, its seats, invitations, its end.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, moment, readable, t } from "../base/text.js";
import { settings } from "./settings.js";
import { sure } from "./sure.js";

/** The level that most want. */
const USUAL = "steady";

/**
 * What the page does when it is asked to. The first group shows the game anew and tells what went wrong by itself.
 * @typedef {object} Does
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
 * @property {() => Promise<{ items: any[] }>} invitations
 * @property {(seat: string) => Promise<any>} invite
 * @property {(invitation: string) => Promise<any>} revoke
 */

/**
 * @param {any} game of the API, not over
 * @param {string[]} levels of computer players
 * @param {Does} does
 * @returns {HTMLElement}
 */
export function organiser(game, levels, does) {
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
      sure(t("organiser.abandon"), t("organiser.abandon-sure"), does.abandon),
    ),
    h(
      "details",
      {},
      h("summary", {}, t("organiser.seats")),
      game.seats.map((/** @type {any} */ seat) => seatLine(seat, levels, does)),
    ),
    settings(game, does.change),
    invitations(game, does),
  );
}

/**
 * @param {any} seat
 * @param {string[]} levels
 * @param {Does} does
 */
function seatLine(seat, levels, does) {
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
    seat.player && !seat.yours
      ? sure(t("organiser.hand-on"), t("organiser.hand-on-sure", seat.player), () => does.handOn(seat))
      : null,
  );
}

/** Codes that let people in. @param {any} game @param {Does} does */
function invitations(game, does) {
  const list = h("div", {});
  const draw = async () => {
    try {
      const open = (await does.invitations()).items.filter((/** @type {any} */ one) => one.state === "open");
      fill(list, open.map(line));
    } catch (error) {
      fill(list, h("p", { class: "verdict refused", role: "alert" }, explain(error)));
    }
  };
  const after = (/** @type {() => Promise<any>} */ what) => async () => {
    try {
      await what();
      await draw();
    } catch (error) {
      fill(list, h("p", { class: "verdict refused", role: "alert" }, explain(error)));
    }
  };
  const nameOf = (/** @type {string | null} */ key) =>
    game.seats.find((/** @type {any} */ seat) => seat.seat === key)?.name ?? t("organiser.any-seat");
  const line = (/** @type {any} */ one) =>
    h(
      "p",
      { class: "row" },
      h("code", {}, one.code),
      h("span", {}, nameOf(one.seat)),
      h("span", { class: "note" }, t("organiser.until", moment(one.expires_at))),
      h("button", { type: "button", onclick: after(() => does.revoke(one.id)) }, t("organiser.revoke")),
    );
  const free = game.seats.filter((/** @type {any} */ seat) => !seat.player);
  const select = h(
    "select",
    { "aria-label": t("organiser.for-seat") },
    h("option", { value: "" }, t("organiser.any-seat")),
    free.map((/** @type {any} */ seat) => h("option", { value: seat.seat }, seat.name)),
  );
  const box = h(
    "details",
    {},
    h("summary", {}, t("organiser.invitations")),
    h("p", { class: "note" }, t("organiser.invitations-help")),
    h(
      "div",
      { class: "row" },
      select,
      h("button", { type: "button", onclick: after(() => does.invite(select.value)) }, t("organiser.invite")),
    ),
    list,
  );
  box.addEventListener("toggle", () => box.open && draw());
  return box;
}
