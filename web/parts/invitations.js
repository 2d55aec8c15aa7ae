/**
 * Whom one asks to play, or to help run the game: by name, or by a code that is passed on.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, moment, t } from "../base/text.js";
import { playerField } from "./player-field.js";
import { sure } from "./sure.js";

/**
 * What the page does when it is asked to.
 * @typedef {object} Asks
 * @property {() => Promise<{ items: any[] }>} invitations
 * @property {(form: { seat?: string, player?: string, role?: "player" | "co_organiser" }) => Promise<any>} invite
 * @property {(invitation: string) => Promise<any>} revoke
 * @property {(player: string) => Promise<void>} takeOff
 */

/**
 * @param {any} game of the API, not over
 * @param {boolean} mine whether one is its organiser, and does not only help
 * @param {Asks} does
 * @returns {HTMLElement}
 */
export function invitations(game, mine, does) {
  const list = h("div", {});
  const refuse = (/** @type {unknown} */ error) =>
    fill(list, h("p", { class: "verdict refused", role: "alert" }, explain(error)));
  const draw = async () => {
    try {
      const open = (await does.invitations()).items.filter((/** @type {any} */ one) => one.state === "open");
      fill(list, open.map(line));
    } catch (error) {
      refuse(error);
    }
  };
  const after = (/** @type {() => Promise<any>} */ what) => async () => {
    try {
      await what();
      await draw();
    } catch (error) {
      refuse(error);
    }
  };
  const nameOf = (/** @type {string | null} */ key) =>
    game.seats.find((/** @type {any} */ seat) => seat.seat === key)?.name ?? t("organiser.any-seat");
  const line = (/** @type {any} */ one) =>
    h(
      "p",
      { class: "row" },
      one.player ? h("b", {}, one.player) : h("code", {}, one.code),
      h("span", {}, one.role === "co_organiser" ? t("invite.to-run") : nameOf(one.seat)),
      h("span", { class: "note" }, t("organiser.until", moment(one.expires_at))),
      h("button", { type: "button", onclick: after(() => does.revoke(one.id)) }, t("organiser.revoke")),
    );
  const free = game.seats.filter((/** @type {any} */ seat) => !seat.player);
  const seat = h(
    "select",
    { "aria-label": t("organiser.for-seat") },
    h("option", { value: "" }, t("organiser.any-seat")),
    free.map((/** @type {any} */ one) => h("option", { value: one.seat }, one.name)),
    mine ? h("option", { value: "*" }, t("invite.to-run")) : null,
  );
  const player = playerField();
  const invite = async () => {
    const name = player.value.trim();
    const whom = name ? { player: name } : {};
    if (seat.value === "*") await does.invite({ ...whom, role: "co_organiser" });
    else await does.invite(seat.value ? { ...whom, seat: seat.value } : whom);
    player.value = "";
  };
  const helpers = game.co_organisers.map((/** @type {string} */ name) =>
    h(
      "p",
      { class: "row" },
      h("b", {}, name),
      h("span", {}, t("invite.runs-too")),
      mine ? sure(t("invite.take-off"), t("invite.take-off-sure", name), () => does.takeOff(name)) : null,
    ),
  );
  const box = h(
    "details",
    {},
    h("summary", {}, t("organiser.invitations")),
    h("p", { class: "note" }, t("organiser.invitations-help")),
    helpers,
    h(
      "div",
      { class: "row" },
      player,
      seat,
      h("button", { type: "button", onclick: after(invite) }, t("organiser.invite")),
    ),
    list,
  );
  box.addEventListener("toggle", () => box.open && draw());
  return box;
}
