/**
 * What is known of a place of the map that was clicked.
 * @module
 */
import { h } from "../base/h.js";
import { t } from "../base/text.js";

/** @param {string[]} told @returns {HTMLElement | null} */
export function known(told) {
  if (!told.length) return null;
  const list = h(
    "ul",
    {},
    told.map((one) => h("li", {}, one)),
  );
  return h("details", { class: "known", open: true }, h("summary", {}, t("map.known")), list);
}
