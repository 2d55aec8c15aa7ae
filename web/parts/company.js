/**
 * Whether all are there before a game begins, and who would take a seat that falls free.
 * @module
 */
import { h } from "../base/h.js";
import { moment, t } from "../base/text.js";

/**
 * @param {any} game of the API, in the lobby
 * @param {any} muster of the API; null where none is called
 * @param {{ call: () => Promise<void>, answer: () => Promise<void>, end: () => Promise<void> }} does
 * @returns {HTMLElement | null}
 */
export function musterBox(game, muster, does) {
  const button = (/** @type {any} */ text, /** @type {() => Promise<void>} */ press, kind = "") =>
    h("button", { type: "button", class: kind, onclick: press }, text);
  if (!muster?.called_at) return game.you_run_it ? h("p", {}, button(t("muster.call"), does.call)) : null;
  return h(
    "section",
    {},
    h("h2", {}, t("muster.title")),
    muster.present.length ? h("p", {}, t("muster.present", muster.present.join(", "))) : null,
    muster.missing.length
      ? h(
          "p",
          {},
          t("muster.missing", muster.missing.join(", ")),
          " ",
          h("span", { class: "note" }, t("muster.until", moment(muster.closes_at))),
        )
      : null,
    h(
      "div",
      { class: "row" },
      muster.you_are_missing ? button(t("muster.here"), does.answer, "first") : null,
      game.you_run_it ? button(t("muster.end"), does.end) : null,
    ),
  );
}

/**
 * @param {any} game of the API, not over
 * @param {{ player: string }[]} list
 * @param {string} me my name; empty for who is not signed in
 * @param {{ join: () => Promise<void>, leave: () => Promise<void> }} does
 * @returns {HTMLElement | null}
 */
export function substitutes(game, list, me, does) {
  const names = list.map((one) => one.player);
  const mayJoin = me && !game.yours.length;
  if (!names.length && !mayJoin) return null;
  const button = (/** @type {any} */ text, /** @type {() => Promise<void>} */ press) =>
    h("button", { type: "button", onclick: press }, text);
  const mine = names.includes(me);
  return h(
    "section",
    {},
    h("h2", {}, t("standby.title")),
    names.length ? h("p", {}, t("standby.names", names.join(", "))) : null,
    mine ? button(t("standby.leave"), does.leave) : mayJoin ? button(t("standby.join"), does.join) : null,
  );
}
