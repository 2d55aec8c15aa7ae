/**
 * Orders drawn on the map: an arrow over the places that each goes by, a ring where there is one alone.
 * @module
 */
import { svgElement } from "../base/svg.js";

/**
 * Draws them anew.
 * @param {SVGSVGElement} svg
 * @param {string[][]} trails names of places and forces, an order each
 * @param {(place: string) => { element: SVGGraphicsElement, x: number, y: number } | null} markOf what stands for a place, and its
 *   middle in its own units
 * @param {number} size of an arrow's head, in units of the picture
 */
export function drawTrails(svg, trails, markOf, size) {
  svg.querySelectorAll(".map-orders").forEach((old) => old.remove());
  const back = svg.getScreenCTM()?.inverse();
  if (!back || !trails.some((trail) => trail.length)) return;
  const group = svgElement("g", { class: "map-orders" });
  for (const trail of trails) {
    /** @type {{ x: number, y: number }[]} */
    const points = [];
    for (const place of trail) {
      const mark = markOf(place);
      const matrix = mark?.element.getScreenCTM();
      if (!mark || !matrix) continue;
      const point = new DOMPoint(mark.x, mark.y).matrixTransform(back.multiply(matrix));
      const last = points.at(-1);
      if (!last || Math.hypot(point.x - last.x, point.y - last.y) > 1e-6) points.push(point);
    }
    group.append(...arrow(points, size));
  }
  svg.append(group);
}

/** Whether the words on a mark speak of something by this name. @param {Element} element @param {string} name */
export function tellsOf(element, name) {
  const title = [...element.children].find((child) => child.localName === "title")?.textContent ?? "";
  const at = title.indexOf(`${name}:`);
  return at === 0 || (at > 0 && /[:;] $/.test(title.slice(0, at)));
}

/**
 * The marks of an order: a line that ends in a head, or a ring.
 * @param {{ x: number, y: number }[]} points
 * @param {number} size of a head, in units of the picture
 */
function arrow(points, size) {
  const [end, from] = [points.at(-1), points.at(-2)];
  if (!end) return [];
  if (!from) return [svgElement("circle", { cx: end.x, cy: end.y, r: size })];
  const turn = Math.atan2(end.y - from.y, end.x - from.x);
  const side = (/** @type {number} */ by) =>
    `${(end.x - size * Math.cos(turn + by)).toFixed(2)},${(end.y - size * Math.sin(turn + by)).toFixed(2)}`;
  const line = points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
  return [
    svgElement("polyline", { points: line }),
    svgElement("polyline", { points: `${side(0.5)} ${end.x.toFixed(2)},${end.y.toFixed(2)} ${side(-0.5)}` }),
  ];
}
