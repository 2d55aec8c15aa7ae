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
  const effects = (/** @type {string} */ title, /** @type {any[]} */ all) =>
    all.length
      ? [
          h("h4", {}, title),
          list(
            all.map((one) =>
              document.createTextNode(t("orders.advice-effect", one.feature, one.advised, one.otherwise)),
            ),
          ),
        ]
      : [];
  return [
    h("h3", { tabindex: -1 }, t("orders.advice")),
    h("p", {}, advice.summary),
    list(advice.plan.map((/** @type {string} */ line) => document.createTextNode(line))),
    ...effects(t("orders.advice-gains"), advice.reasons),
    ...effects(t("orders.advice-costs"), advice.costs),
    h("details", {}, h("summary", {}, t("orders.advice-orders")), h("pre", {}, advice.shorthand)),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "first", onclick: take }, t("orders.advice-take")),
      h("button", { type: "button", onclick: close }, t("compose.cancel")),
    ),
  ];
}
