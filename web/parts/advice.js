/**
 * What an adviser says: the plan, the reasons, and a way to take it over.
 * @module
 */
import { h } from "../base/h.js";
import { t } from "../base/text.js";

/**
 * @param {any} advice of the API
 * @param {() => void} take takes its orders over
 * @param {() => void} close
 * @returns {HTMLElement[]}
 */
export function adviceView(advice, take, close) {
  const list = (/** @type {Node[]} */ items) =>
    h(
      "ul",
      {},
      items.map((item) => h("li", {}, item)),
    );
  return [
    h("h3", { tabindex: -1 }, t("orders.advice")),
    h("p", {}, advice.summary),
    list(advice.plan.map((/** @type {string} */ line) => h("code", {}, line))),
    list(advice.reasons.map((/** @type {any} */ one) => document.createTextNode(one.text ?? one.detail ?? ""))),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "first", onclick: take }, t("orders.advice-take")),
      h("button", { type: "button", onclick: close }, t("compose.cancel")),
    ),
  ];
}
