/**
 * The map as a table: every place with what is known to be there, for who cannot see the picture or would rather read.
 * @module
 */
import { h, fill } from "../base/h.js";
import { t } from "../base/text.js";

/** @typedef {{ name: string, hex: string, lines: string[] }} Place */

/**
 * What the picture says of its places, in alphabetical order; hexes without a name come last.
 * @param {Element} svg
 * @returns {Place[]}
 */
export function placesOf(svg) {
  /** @type {Map<string, Place>} */
  const found = new Map();
  /** Names of hexes that have one. @type {Map<string, string>} */
  const names = new Map();
  const all = [...svg.querySelectorAll("[data-place], [data-hex]")].map((one) => /** @type {SVGElement} */ (one));
  for (const { dataset } of all) if (dataset.place && dataset.hex) names.set(dataset.hex, dataset.place);
  for (const element of all) {
    const { place, hex } = element.dataset;
    const name = place ?? names.get(hex ?? "") ?? "";
    const key = name || (hex ?? "");
    const entry = found.get(key) ?? { name, hex: hex ?? "", lines: [] };
    entry.hex ||= hex ?? "";
    const title = [...element.children].find((child) => child.localName === "title")?.textContent?.trim();
    if (title && !entry.lines.includes(title)) entry.lines.push(title);
    found.set(key, entry);
  }
  const order = (/** @type {Place} */ one) => [one.name ? "0" : "1", one.name || one.hex].join(" ");
  return [...found.values()].filter((one) => one.lines.length).toSorted((a, b) => order(a).localeCompare(order(b)));
}

/**
 * The table, with a box to look for a word.
 * @param {Place[]} places
 * @param {(place: Place) => void} pick
 * @returns {HTMLElement}
 */
export function placeTable(places, pick) {
  const rows = places.map((place) => {
    const name = place.name || place.hex;
    // The name stands in front of the line already.
    const said = place.lines.map((line) => line.replace(new RegExp(`^${escaped(name)}( \\(\\w+\\))?[:,] `), ""));
    const row = h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h("button", { type: "button", onclick: () => pick(place) }, name),
        place.name && place.hex ? h("small", {}, ` ${place.hex}`) : null,
      ),
      h(
        "td",
        {},
        said.map((line) => h("p", {}, line)),
      ),
    );
    return { row, text: `${name} ${place.lines.join(" ")}`.toLowerCase() };
  });
  const body = h(
    "tbody",
    {},
    rows.map(({ row }) => row),
  );
  const count = h("p", { class: "note", role: "status" }, t("map.places", rows.length));
  const find = h("input", { type: "search", "aria-label": t("map.find"), placeholder: t("map.find") });
  find.addEventListener("input", () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = rows.filter(({ text }) => words.every((/** @type {string} */ word) => text.includes(word)));
    fill(
      body,
      hits.map(({ row }) => row),
    );
    count.textContent = t("map.places", hits.length);
  });
  return h(
    "div",
    { class: "place-table" },
    h("div", { class: "row" }, find, count),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("map.place")), h("th", { scope: "col" }, t("map.known")))),
      body,
    ),
  );
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** What is known of a place that was clicked. @param {string[]} told @returns {HTMLElement | null} */
export function known(told) {
  if (!told.length) return null;
  const list = h(
    "ul",
    {},
    told.map((one) => h("li", {}, one)),
  );
  return h("details", { class: "known", open: true }, h("summary", {}, t("map.known")), list);
}
