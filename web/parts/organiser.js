/**
 * What whoever runs a game can do: its clock, its seats, invitations, its end.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, moment, readable, t } from "../base/text.js";
import * as ops from "../net/ops.js";

/** The level that most want. */
const USUAL = "steady";

/**
 * @param {any} game of the API, not over
 * @param {string[]} levels of computer players
 * @param {(what: () => Promise<any>) => () => Promise<void>} act does something to the game and shows it anew
 * @returns {HTMLElement}
 */
export function organiser(game, levels, act) {
  const { id, status } = game;
  const button = (/** @type {any} */ text, /** @type {() => Promise<any>} */ what, kind = "") => h("button", { type: "button", class: kind, onclick: act(what) }, text);
  return h(
    "section",
    { class: "organiser" },
    h("h2", {}, t("organiser.title")),
    h(
      "div",
      { class: "row" },
      status === "lobby" ? button(t("table.start"), () => ops.startGame(id), "first") : null,
      status === "running" ? button(t("organiser.pause"), () => ops.pause(id)) : null,
      status === "paused" ? button(t("organiser.resume"), () => ops.resume(id), "first") : null,
      status === "running" && game.deadline ? button(t("organiser.extend", moment(game.deadline)), () => ops.extend(id, game.deadline)) : null,
      status === "running" ? sure(t("organiser.force"), t("organiser.force-sure"), act(() => ops.force(id, game.step))) : null,
      sure(t("organiser.abandon"), t("organiser.abandon-sure"), act(() => ops.abandon(id))),
    ),
    h("details", {}, h("summary", {}, t("organiser.seats")), game.seats.map((/** @type {any} */ seat) => seatLine(game, seat, levels, act))),
    invitations(game),
  );
}

/**
 * @param {any} game
 * @param {any} seat
 * @param {string[]} levels
 * @param {(what: () => Promise<any>) => () => Promise<void>} act
 */
function seatLine(game, seat, levels, act) {
  const select = h("select", { "aria-label": t("organiser.level", seat.name) }, levels.map((level) => h("option", { value: level, selected: level === USUAL }, readable(level))));
  const give = () => ops.giveToComputer(game.id, seat.seat, select.value, seat.player ?? undefined);
  const toComputer = seat.player ? sure(t("organiser.replace"), t("organiser.replace-sure", seat.player), act(give)) : h("button", { type: "button", onclick: act(give) }, t("organiser.computer"));
  return h(
    "p",
    { class: "row" },
    h("b", {}, seat.name),
    h("span", {}, seat.player ?? t(seat.holder === "open" ? "game.open" : "game.computer")),
    seat.holder === "computer" ? h("button", { type: "button", onclick: act(() => ops.openSeat(game.id, seat.seat)) }, t("organiser.open")) : [select, toComputer],
  );
}

/** Codes that let people in. @param {any} game */
function invitations(game) {
  const list = h("div", {});
  const draw = async () => {
    try {
      const open = (await ops.invitations(game.id)).items.filter((/** @type {any} */ one) => one.state === "open");
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
  const nameOf = (/** @type {string | null} */ key) => game.seats.find((/** @type {any} */ seat) => seat.seat === key)?.name ?? t("organiser.any-seat");
  const line = (/** @type {any} */ one) =>
    h(
      "p",
      { class: "row" },
      h("code", {}, one.code),
      h("span", {}, nameOf(one.seat)),
      h("span", { class: "note" }, t("organiser.until", moment(one.expires_at))),
      h("button", { type: "button", onclick: after(() => ops.revokeInvitation(game.id, one.id)) }, t("organiser.revoke")),
    );
  const free = game.seats.filter((/** @type {any} */ seat) => !seat.player);
  const select = h("select", { "aria-label": t("organiser.for-seat") }, h("option", { value: "" }, t("organiser.any-seat")), free.map((/** @type {any} */ seat) => h("option", { value: seat.seat }, seat.name)));
  const box = h(
    "details",
    {},
    h("summary", {}, t("organiser.invitations")),
    h("p", { class: "note" }, t("organiser.invitations-help")),
    h("div", { class: "row" }, select, h("button", { type: "button", onclick: after(() => ops.invite(game.id, select.value)) }, t("organiser.invite"))),
    list,
  );
  box.addEventListener("toggle", () => box.open && draw());
  return box;
}

/**
 * A button that asks once more before it does what cannot be taken back.
 * @param {string} text
 * @param {string} question
 * @param {() => Promise<void>} what
 * @returns {HTMLElement}
 */
function sure(text, question, what) {
  const ask = h("button", { type: "button", onclick: () => turn(true) }, text);
  const yes = h("button", { type: "button", class: "first", onclick: what }, t("organiser.yes"));
  const no = h("button", { type: "button", onclick: () => turn(false) }, t("organiser.no"));
  const asked = h("span", { class: "row", role: "group", "aria-label": question }, h("span", {}, question), yes, no);
  const turn = (/** @type {boolean} */ asking) => {
    ask.hidden = asking;
    asked.hidden = !asking;
    (asking ? no : ask).focus();
  };
  asked.hidden = true;
  return h("span", {}, ask, asked);
}
