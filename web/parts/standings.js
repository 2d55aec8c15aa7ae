/**
 * How the powers stand, as far as everybody may know: a row for each, a column for each figure.
 * @module
 */
import { h } from "../base/h.js";
import { t } from "../base/text.js";

/**
 * @param {{ title: string, unit: string, values: { of: string, value: number }[] }[]} figures the one that counts most first
 * @returns {HTMLElement | null}
 */
export function standings(figures) {
  const [first] = figures;
  if (!first?.values.length) return null;
  const heading = (/** @type {any} */ figure) =>
    figure.unit ? t("figures.in", figure.title, figure.unit) : figure.title;
  const value = (/** @type {any} */ figure, /** @type {string} */ of) =>
    figure.values.find((/** @type {any} */ one) => one.of === of)?.value ?? "";
  return h(
    "table",
    { class: "standings" },
    h("caption", {}, t("gallery.standings")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("gallery.power")),
        figures.map((one) => h("th", { scope: "col" }, heading(one))),
      ),
    ),
    h(
      "tbody",
      {},
      first.values.map(({ of }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, of),
          figures.map((one) => h("td", {}, String(value(one, of)))),
        ),
      ),
    ),
  );
}
