/**
 * How who runs a game takes steps back: all who play have to agree.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, moment, t } from "../base/text.js";
import { sure } from "./sure.js";

/**
 * What the page does when it is asked to.
 * @typedef {object} Undoing
 * @property {() => Promise<any[]>} turns the last turns, oldest first
 * @property {(step: number) => Promise<void>} undo asks to set the game back to how it stood after this step
 */

/**
 * @param {Undoing} does
 * @returns {HTMLElement}
 */
export function undo(does) {
  const list = h("div", {});
  const draw = async () => {
    try {
      const turns = (await does.turns()).filter((turn) => turn.step > 0).reverse();
      fill(list, turns.length ? choice(turns, does) : h("p", { class: "note" }, t("undo.none")));
    } catch (error) {
      fill(list, h("p", { class: "verdict refused", role: "alert" }, explain(error)));
    }
  };
  const opened = (/** @type {any} */ event) => {
    if (event.target.open) draw();
  };
  return h(
    "details",
    { ontoggle: opened },
    h("summary", {}, t("undo.title")),
    h("p", { class: "note" }, t("undo.help")),
    list,
  );
}

/** @param {any[]} turns newest first @param {Undoing} does */
function choice(turns, does) {
  const line = (/** @type {any} */ turn) =>
    h("option", { value: String(turn.step - 1) }, t("undo.since", turn.label, moment(turn.resolved_at)));
  const select = h("select", { "aria-label": t("undo.what") }, turns.map(line));
  return h(
    "div",
    { class: "row" },
    select,
    sure(t("undo.ask"), t("undo.sure"), () => does.undo(Number(select.value))),
  );
}
