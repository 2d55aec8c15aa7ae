/**
 * Figures over time as charts, each with its numbers as a table.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, t } from "../base/text.js";

const WIDTH = 320;
const HEIGHT = 110;
const EDGE = 6;
/** Lines besides one's own are told apart by their strokes, not by colour alone. */
const STROKES = ["4 3", "1 3", "8 3", "8 3 2 3", "2 6", "12 4"];

/**
 * @param {() => Promise<any>} figures of the API
 * @returns {HTMLElement}
 */
export function figuresOverTime(figures) {
  const body = h("div", {});
  const box = h("details", { class: "figures" }, h("summary", {}, t("figures.title")), body);
  let asked = false;
  box.addEventListener("toggle", async () => {
    if (!box.open || asked) return;
    asked = true;
    fill(body, h("p", { class: "note", role: "status" }, t("figures.wait")));
    try {
      const found = await figures();
      fill(
        body,
        found.figures.length
          ? found.figures.map((/** @type {any} */ one) => figure(one, found.steps))
          : h("p", { class: "note" }, t("figures.none")),
      );
    } catch (error) {
      asked = false;
      fill(body, h("p", { class: "verdict refused", role: "alert" }, explain(error)));
    }
  });
  return box;
}

/**
 * @param {any} figure
 * @param {{ step: number, label: string }[]} steps
 */
function figure(figure, steps) {
  const title = figure.unit ? t("figures.in", figure.title, figure.unit) : figure.title;
  const values = figure.lines
    .flatMap((/** @type {any} */ line) => line.values)
    .filter((/** @type {any} */ value) => value !== null);
  const [least, most] = [Math.min(0, ...values), Math.max(...values, 1)];
  const x = (/** @type {number} */ at) => EDGE + ((WIDTH - 2 * EDGE) * at) / Math.max(1, steps.length - 1);
  const y = (/** @type {number} */ value) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (value - least)) / (most - least);
  const chart = svg("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "aria-label": t("figures.chart", title, steps[0].label, steps.at(-1)?.label ?? ""),
  });
  chart.append(svg("line", { x1: EDGE, x2: WIDTH - EDGE, y1: y(0), y2: y(0), class: "zero" }));
  // One's own last, on top of the others.
  const others = figure.lines.filter((/** @type {any} */ line) => !line.own);
  const own = figure.lines.filter((/** @type {any} */ line) => line.own);
  others.forEach((/** @type {any} */ line, /** @type {number} */ at) =>
    chart.append(...draw(line, STROKES[at % STROKES.length], x, y)),
  );
  own.forEach((/** @type {any} */ line) => chart.append(...draw(line, "", x, y)));
  const now = (/** @type {any} */ line) => line.values.at(-1) ?? t("figures.unknown");
  const key = (/** @type {any} */ line, /** @type {string} */ dashes) => {
    const mark = svg("svg", { viewBox: "0 0 30 8", class: "key", "aria-hidden": "true" });
    mark.append(
      svg("line", { x1: 0, x2: 30, y1: 4, y2: 4, class: line.own ? "own" : "other", "stroke-dasharray": dashes }),
    );
    return h("li", {}, mark, line.own ? h("b", {}, line.of) : line.of, `: ${now(line)}`);
  };
  return h(
    "section",
    {},
    h("h4", {}, title),
    chart,
    h("p", { class: "note" }, t("figures.span", least, most)),
    h(
      "ul",
      { class: "keys" },
      own.map((/** @type {any} */ line) => key(line, "")),
      others.map((/** @type {any} */ line, /** @type {number} */ at) => key(line, STROKES[at % STROKES.length])),
    ),
    numbers(figure, steps),
  );
}

/**
 * The numbers behind a chart.
 * @param {any} figure
 * @param {{ step: number, label: string }[]} steps
 */
function numbers(figure, steps) {
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, t("figures.when")),
    figure.lines.map((/** @type {any} */ line) => h("th", { scope: "col" }, line.of)),
  );
  const rows = steps.map((step, at) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, step.label),
      figure.lines.map((/** @type {any} */ line) => h("td", {}, line.values[at] ?? "–")),
    ),
  );
  return h(
    "details",
    {},
    h("summary", {}, t("figures.numbers")),
    h("div", { class: "scroll", tabindex: 0 }, h("table", {}, h("thead", {}, head), h("tbody", {}, rows.toReversed()))),
  );
}

/**
 * A line with gaps where nothing was known.
 * @param {any} line
 * @param {string} dashes
 * @param {(at: number) => number} x
 * @param {(value: number) => number} y
 */
function draw(line, dashes, x, y) {
  /** @type {string[][]} */
  const runs = [[]];
  line.values.forEach((/** @type {number | null} */ value, /** @type {number} */ at) => {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push(`${x(at).toFixed(1)},${y(value).toFixed(1)}`);
  });
  const kind = line.own ? "own" : "other";
  return runs
    .filter((run) => run.length)
    .map((run) => {
      const [cx, cy] = run[0].split(",");
      if (run.length === 1) return svg("circle", { cx, cy, r: 2.5, class: kind });
      return svg("polyline", { points: run.join(" "), class: kind, "stroke-dasharray": dashes });
    });
}

/** @param {string} tag @param {Record<string, string | number>} props */
function svg(tag, props) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(props)) if (value !== "") element.setAttribute(name, String(value));
  return element;
}
