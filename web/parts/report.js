/**
 * What happened in a turn: the papers first, then every event with its rule, then what became of the orders.
 * @module
 */
import { h } from "../base/h.js";
import { moment, t } from "../base/text.js";
import { blocks } from "../model/paper.js";
import { linked } from "./places-in-text.js";
import { verdictLine } from "./verdict.js";

/**
 * @param {any} report of the API
 * @param {import("./places-in-text.js").Atlas | null} [atlas] makes places in it links to the map
 * @returns {HTMLElement}
 */
export function reportView(report, atlas = null) {
  /** @type {Map<string, any[]>} */
  const phases = new Map();
  for (const entry of report.entries) phases.set(entry.phase, [...(phases.get(entry.phase) ?? []), entry]);
  return h(
    "article",
    { class: "report" },
    h("h2", { tabindex: -1 }, report.label),
    h("p", { class: "note" }, moment(report.resolved_at)),
    report.documents.map((/** @type {any} */ document, /** @type {number} */ at) =>
      h("details", { open: at === 0 }, h("summary", {}, document.title), paper(document, atlas)),
    ),
    phases.size
      ? h(
          "details",
          { open: !report.documents.length },
          h("summary", {}, t("news.events")),
          [...phases].map(([phase, entries]) =>
            h(
              "section",
              {},
              h("h3", {}, phase),
              h(
                "ul",
                {},
                entries.map((entry) => h("li", {}, linked(entry.text, atlas), h("small", {}, ` ${entry.rule}`))),
              ),
            ),
          ),
        )
      : null,
    report.verdicts.length
      ? h("details", {}, h("summary", {}, t("news.orders")), report.verdicts.map(verdictLine))
      : null,
    report.reasons.length
      ? h("details", {}, h("summary", {}, t("news.reasons")), h("ul", {}, report.reasons.map(reasonLine)))
      : null,
  );
}

/** What a computer player chose, and what it passed over. @param {any} reason */
function reasonLine({ question, chosen, alternatives }) {
  return h(
    "li",
    {},
    question ? `${question}: ${chosen}` : chosen,
    alternatives.length ? h("small", {}, ` ${t("news.passed-over", alternatives.join("; "))}`) : null,
  );
}

/** @param {{ title: string, text: string }} document @param {import("./places-in-text.js").Atlas | null} atlas */
function paper(document, atlas) {
  const block = (/** @type {import("../model/paper.js").Block} */ it) => {
    if (it.kind === "heading") return h("h3", {}, it.text);
    if (it.kind === "list")
      return h(
        "ul",
        {},
        it.items.map((item) => h("li", {}, linked(item, atlas))),
      );
    if (it.kind === "table") return h("pre", { tabindex: 0 }, it.text);
    return h("p", {}, linked(it.text, atlas));
  };
  return h("div", { class: "paper", dir: "auto" }, blocks(document.text, document.title).map(block));
}
