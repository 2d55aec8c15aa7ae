/**
 * Past turns: a slider over them, the map as it was known then, the report, and what changed.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, t } from "../base/text.js";
import { changed } from "./changes.js";
import { reportView } from "./report.js";

/** Milliseconds for which a turn stands still while turns are replayed. */
const PACE = 1600;
/** Milliseconds after the slider rests before a turn is shown. */
const SOON = 120;

/**
 * @typedef {object} Past
 * @property {any[]} reports short lines of all reports, in any order
 * @property {(step: number) => Promise<any>} report the whole one
 * @property {((step: number) => Promise<any>) | null} changes what became different by a step
 * @property {() => import("./places-in-text.js").Atlas | null} atlas the places of the map
 * @property {(step: number | null, label: string) => void} show has the map show how it was after a step; null: how it is
 */

/**
 * @param {Past} past
 * @returns {{ element: HTMLElement, open: () => Promise<void>, close: () => void, present: () => void, atEnd: () => boolean }}
 *   `present` shows the last turn again, `atEnd` says whether it is shown
 */
export function pastTurns(past) {
  const reports = past.reports.toSorted((a, b) => a.step - b.step);
  const { changes } = past;
  const last = reports.length - 1;
  let at = last;
  let turn = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let playing = false;

  const body = h("div", {});
  const label = h("output", { class: "turn" });
  const slider = h("input", { type: "range", min: 0, max: last, step: 1, value: last, "aria-label": t("news.turn") });
  const button = (/** @type {any} */ key, /** @type {string} */ sign, /** @type {() => void} */ act) =>
    h("button", { type: "button", title: t(key), "aria-label": t(key), onclick: act }, sign);
  const back = button("news.earlier", "‹", () => go(at - 1));
  const on = button("news.later", "›", () => go(at + 1));
  const play = button("news.replay", "▶", () => (playing ? halt() : start()));
  const now = h("button", { type: "button", onclick: () => go(last) }, t("news.now"));
  slider.addEventListener("input", () => {
    halt();
    mark(Number(slider.value));
    clearTimeout(timer);
    timer = setTimeout(() => show(), SOON);
  });

  function mark(/** @type {number} */ index) {
    at = Math.max(0, Math.min(last, index));
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", reports[at].label);
    label.textContent = reports[at].label;
    back.disabled = at === 0;
    on.disabled = at === last;
    now.hidden = at === last;
  }

  async function show() {
    const mine = ++turn;
    const { step, label } = reports[at];
    past.show(at === last ? null : step, label);
    try {
      const report = await past.report(step);
      if (mine === turn) fill(body, changes ? changed(() => changes(step)) : null, reportView(report, past.atlas()));
    } catch (error) {
      if (mine === turn) fill(body, h("p", { class: "verdict refused", role: "alert" }, explain(error)));
    }
  }

  /** @param {number} index */
  function go(index) {
    halt();
    mark(index);
    show();
  }

  function start() {
    playing = true;
    play.textContent = "⏸";
    if (at === last) mark(0);
    const next = async () => {
      await show();
      if (!playing || at === last) return halt();
      timer = setTimeout(() => {
        mark(at + 1);
        next();
      }, PACE);
    };
    next();
  }

  function halt() {
    clearTimeout(timer);
    playing = false;
    play.textContent = "▶";
  }

  mark(last);
  const few = last < 1;
  const element = h(
    "div",
    {},
    h("div", { class: "row turns" }, few ? null : [back, slider, on, play], label, now),
    body,
  );
  const present = () => (at === last ? halt() : go(last));
  return { element, open: show, close: halt, present, atEnd: () => at === last && !playing };
}
