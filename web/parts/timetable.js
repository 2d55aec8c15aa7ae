/**
 * The deadlines of a game, and what stands in for who misses them.
 * @module
 */
import { h } from "../base/h.js";
import { moment, t } from "../base/text.js";
import { policyText } from "./pace.js";

/**
 * @param {import("../net/ops.js").Answer<"preview_clock">} clock
 * @param {{ policy?: string }} absence
 * @param {() => Promise<void>} save saves the deadlines for a calendar program
 */
export function timetable(clock, absence, save) {
  const [next, ...later] = clock.deadlines;
  if (!next)
    return h("section", {}, h("h2", {}, t("time.title")), h("p", {}, t(clock.paused ? "time.paused" : "time.none")));
  return h(
    "section",
    { class: "timetable" },
    h("h2", {}, t("time.title")),
    h("p", {}, clock.paused ? `${t("time.paused")} ` : "", t("time.next", moment(next))),
    h("p", { class: "note" }, t("time.extensions", clock.extensions_left)),
    h("p", { class: "note" }, t("time.absence", t(policyText(absence.policy ?? "")))),
    later.length
      ? h(
          "details",
          {},
          h("summary", {}, t("time.then")),
          h(
            "ol",
            {},
            later.map((at) => h("li", {}, moment(at))),
          ),
        )
      : null,
    h("button", { type: "button", onclick: save }, t("time.calendar")),
  );
}
