/**
 * What the rules think of an order.
 * @module
 */
import { h } from "../base/h.js";
import { sentences, t } from "../base/text.js";

const SIGNS = { accepted: "✓", warning: "!", refused: "✕" };

/**
 * @param {any} verdict of the API
 * @returns {HTMLElement}
 */
export function verdictLine(verdict) {
  const status = /** @type {"accepted" | "warning" | "refused"} */ (verdict.status);
  const quiet = status === "accepted" && !verdict.hint && !verdict.detail;
  return h(
    "p",
    { class: `verdict ${status}` },
    h("b", { "aria-hidden": "true" }, SIGNS[status] ?? ""),
    h("span", { class: quiet ? "unseen" : "" }, `${t(`verdict.${status}`)}. `),
    quiet ? null : h("span", {}, sentences(verdict.detail, verdict.hint)),
    verdict.rule && !quiet ? h("small", {}, ` ${t("verdict.rule", verdict.rule)}`) : null,
  );
}
