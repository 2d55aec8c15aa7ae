/**
 * Past turns: a slider over them, the map as it was known then, the report, and what changed.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, readable, t } from "../base/text.js";
import { reportView } from "./report.js";

/** Milliseconds for which a turn stands still while turns are replayed. */
const PACE = 1600;
/** Milliseconds after the slider rests before a turn is shown. */
const SOON = 120;
/** Changes listed at most. */
const MOST = 200;
/** Names of things that changed alike before the rest is only counted. */
const MOST_NAMES = 6;

/**
 * @typedef {object} Past
 * @property {any[]} reports short lines of all reports, in any order
 * @property {(step: number) => Promise<any>} report the whole one
 * @property {(step: number) => Promise<any>} changes what became different by a step
 * @property {(step: number | null, label: string) => void} show has the map show how it was after a step; null: how it is
 */

/**
 * @param {Past} past
 * @returns {{ element: HTMLElement, open: () => Promise<void>, close: () => void, present: () => void }} `present` shows the last
 *   turn again
 */
export function history(past) {
  const reports = past.reports.toSorted((a, b) => a.step - b.step);
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
      if (mine === turn) fill(body, changed(() => past.changes(step)), reportView(report));
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
  return { element, open: show, close: halt, present };
}

/**
 * What a turn changed in what the seat sees; asked for when it is opened.
 * @param {() => Promise<any>} ask
 */
function changed(ask) {
  const list = h("div", {});
  const box = h("details", {}, h("summary", {}, t("news.changes")), list);
  box.addEventListener("toggle", async () => {
    if (!box.open || list.childElementCount) return;
    fill(list, h("p", { class: "note", role: "status" }, t("news.wait")));
    try {
      fill(list, changesView((await ask()).changes));
    } catch (error) {
      fill(list, h("p", { class: "verdict refused", role: "alert" }, explain(error)));
    }
  });
  return box;
}

/** @param {any[]} changes */
function changesView(changes) {
  if (!changes.length) return h("p", { class: "note" }, t("news.no-changes"));
  /** @type {Map<string, any[]>} */
  const groups = new Map();
  for (const change of changes.slice(0, MOST)) {
    const parts = change.pointer.split("/").slice(1).map((/** @type {string} */ part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const words = parts.filter((/** @type {string} */ part) => !/^\d+$/.test(part));
    const name = change.of.map(spaced).join(" · ") || t("news.in-general");
    // What no element of a list holds is named by its whole way.
    const field = change.of.length ? readable(words.pop() ?? "") : words.map(readable).join(" · ");
    groups.set(name, [...(groups.get(name) ?? []), { ...change, field }]);
  }
  const line = (/** @type {any} */ change) => {
    const { field } = change;
    if (change.what === "added") return t("news.added", field, value(change.after));
    if (change.what === "removed") return t("news.removed", field, value(change.before));
    return t("news.changed", field, value(change.before), value(change.after));
  };
  // What became different in the same way is told once, the rarest first: it says the most.
  /** @type {Map<string, { names: string[], lines: string[] }>} */
  const alike = new Map();
  for (const [name, list] of groups) {
    const lines = list.map(line);
    const found = alike.get(lines.join("\n")) ?? { names: [], lines };
    found.names.push(name);
    alike.set(lines.join("\n"), found);
  }
  const title = (/** @type {string[]} */ names) =>
    names.slice(0, MOST_NAMES).join(", ") + (names.length > MOST_NAMES ? ` ${t("news.more-names", names.length - MOST_NAMES)}` : "");
  return h(
    "div",
    { class: "changes" },
    [...alike.values()]
      .toSorted((a, b) => Number(a.names.length > MOST_NAMES) - Number(b.names.length > MOST_NAMES))
      .map(({ names, lines }) => h("section", {}, h("h4", {}, title(names)), h("ul", {}, lines.map((text) => h("li", {}, text))))),
    changes.length > MOST ? h("p", { class: "note" }, t("news.more", changes.length - MOST)) : null,
  );
}

/** A word of the rules as people write it. @param {string} it */
function spaced(it) {
  return /^[a-z0-9_]+$/.test(it) ? it.replaceAll("_", " ") : it;
}

/** A value in a few words; what has parts is not spelt out. @param {any} it @returns {string} */
function value(it) {
  if (it === null || it === undefined) return t("news.nothing");
  if (typeof it === "number") return it.toLocaleString("en");
  if (typeof it === "boolean") return t(it ? "news.yes" : "news.no");
  if (typeof it === "string") return spaced(it) || t("news.nothing");
  if (Array.isArray(it)) return it.every((one) => typeof one !== "object") ? it.map(value).join(", ") || t("news.nothing") : t("news.entries", it.length);
  const named = it.name ?? it.key ?? it.id;
  return typeof named === "string" ? named : "…";
}
