/**
 * Layers of the map: groups of the picture that can be hidden, and the numbers of hexes, which are drawn where there is room.
 * @module
 */
import { h, fill } from "../base/h.js";
import { svgElement } from "../base/svg.js";
import { readable, t } from "../base/text.js";

/** Pixels of a hex from which on its number can be read in it. */
const ROOM = 44;
/** Pixels of their letters. */
const LETTERS = 12;
/** Numbers drawn at once. */
const MOST = 900;
const KEPT = "cursus-layers-off";

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

export class Layers {
  constructor() {
    /** @type {Set<string>} names of layers that are not shown */
    this.off = new Set(kept());
  }

  /**
   * What can be hidden of a picture, each once.
   * @param {SVGSVGElement} svg
   * @returns {string[]}
   */
  static of(svg) {
    const names = [...svg.querySelectorAll("[data-layer]")].map((one) => /** @type {SVGElement} */ (one).dataset.layer);
    return [...new Set(names.filter((name) => name !== undefined))];
  }

  /** @param {SVGSVGElement} svg */
  apply(svg) {
    for (const one of svg.querySelectorAll("[data-layer]")) {
      const { layer } = /** @type {SVGElement} */ (one).dataset;
      one.classList.toggle("layer-off", this.off.has(layer ?? ""));
    }
  }

  /**
   * The choice of layers.
   * @param {Element} into
   * @param {SVGSVGElement} svg
   * @param {() => void} changed
   */
  draw(into, svg, changed) {
    const line = (/** @type {string} */ name) => {
      const box = h("input", { type: "checkbox", checked: !this.off.has(name) });
      box.addEventListener("change", () => {
        if (box.checked) this.off.delete(name);
        else this.off.add(name);
        keep([...this.off]);
        changed();
      });
      return h("li", {}, h("label", {}, box, " ", nameOf(name)));
    };
    fill(into, h("ul", {}, Layers.of(svg).map(line)));
  }
}

/** @param {string} layer */
function nameOf(layer) {
  switch (layer) {
    case "moves":
      return t("layer.moves");
    case "fights":
      return t("layer.fights");
    case "numbers":
      return t("layer.numbers");
    case "forces":
      return t("layer.forces");
    case "names":
      return t("layer.names");
    case "cities":
      return t("layer.cities");
    default:
      return readable(layer);
  }
}

/**
 * Writes numbers into the hexes that are looked at, where they are large enough; those of the picture itself stand for them
 * else.
 * @param {SVGSVGElement} svg
 * @param {{ element: SVGGraphicsElement, width: number }} grid
 * @param {DOMRect} seen what is looked at, on the screen
 * @param {(column: number, row: number) => [number, number]} centre
 */
export function drawNumbers(svg, grid, seen, centre) {
  svg.querySelector(".map-numbers")?.remove();
  const matrix = grid.element.getScreenCTM();
  const own = /** @type {SVGElement | null} */ (svg.querySelector(".hex-numbers"));
  if (!matrix || !own) return;
  const large = matrix.a * grid.width >= ROOM;
  own.style.display = large ? "none" : "";
  if (!large) return;
  const back = matrix.inverse();
  const from = new DOMPoint(seen.left, seen.top).matrixTransform(back);
  const to = new DOMPoint(seen.right, seen.bottom).matrixTransform(back);
  const high = (grid.width * 1.5) / Math.sqrt(3);
  const group = svgElement("g", {
    class: "map-numbers",
    "data-layer": "numbers",
    "font-size": Math.min(grid.width * 0.24, LETTERS / matrix.a),
  });
  const rows = span(from.y / high - 1, to.y / high);
  const columns = span(from.x / grid.width - 1, to.x / grid.width);
  if (rows.length * columns.length > MOST) return;
  for (const row of rows) {
    for (const column of columns) {
      const [x, y] = centre(column, row);
      const text = svgElement("text", { x, y: y - grid.width * 0.32 });
      text.textContent = `${column}`.padStart(2, "0") + `${row}`.padStart(2, "0");
      group.append(text);
    }
  }
  grid.element.append(group);
}

/** Whole numbers from 0 to 99 between two others. @param {number} from @param {number} to */
function span(from, to) {
  const [first, last] = [Math.max(0, Math.floor(from)), Math.min(99, Math.ceil(to))];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

/** @returns {string[]} */
function kept() {
  try {
    const names = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string[]} names */
function keep(names) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(names));
  } catch {
    // Without a store they are as they were at the next visit.
  }
}
