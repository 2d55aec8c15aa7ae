/**
 * A button that asks once more.
 * @module
 */
import { h } from "../base/h.js";
import { t } from "../base/text.js";

/**
 * A button that asks once more before it does what cannot be taken back.
 * @param {string} text
 * @param {string} question
 * @param {() => Promise<void>} what
 * @returns {HTMLElement}
 */
export function sure(text, question, what) {
  const ask = h("button", { type: "button", onclick: () => turn(true) }, text);
  const done = async () => {
    await what();
    // Where the page was not drawn anew, it can be asked again.
    if (asked.isConnected) turn(false);
  };
  const yes = h("button", { type: "button", class: "first", onclick: done }, t("organiser.yes"));
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
