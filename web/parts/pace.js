/**
 * How fast a game goes: deadlines at even distances or by the calendar, reminders, and what stands in for who is away.
 * @module
 */
import { h } from "../base/h.js";
import { t } from "../base/text.js";

/** Days of the week as cron has them, from Monday on. */
const DAYS = [1, 2, 3, 4, 5, 6, 0];
/** Lengths to choose from: of a turn, and before a deadline. */
const TURNS = /** @type {const} */ ({ day: { days: 1 }, three: { days: 3 }, week: { days: 7 } });
const REMINDERS = /** @type {const} */ ({ hours: { hours: 6 }, day: { days: 1 }, two: { days: 2 } });
const POLICIES = /** @type {const} */ (["standing_orders", "ai_proxy", "hold"]);

/**
 * The fields, and what was chosen in them.
 * @param {{ policy?: string } | null} [now] what stands in for who is away in a game that there is already: its clock may stay
 * @returns {{ fields: (Node | null)[], more: Node[], chosen: (form: FormData) => { timing?: any, absence: any } }}
 */
export function pace(now = null) {
  const usual = now ? "keep" : "none";
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const radio = (/** @type {string} */ value, /** @type {any} */ text) =>
    h(
      "label",
      { class: "check" },
      h("input", { type: "radio", name: "clock", value, checked: value === usual, onchange: () => show(value) }),
      t(text),
    );
  const byCalendar = h(
    "div",
    { class: "by-calendar" },
    h(
      "div",
      { class: "row", role: "group", "aria-label": t("pace.days") },
      DAYS.map((day) =>
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", name: "day", value: day, checked: true }),
          weekday(day),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h("label", {}, t("pace.time"), " ", h("input", { type: "time", name: "time", value: "20:00", required: true })),
      h(
        "label",
        {},
        t("pace.zone"),
        " ",
        h(
          "select",
          { name: "zone" },
          zones(own).map((zone) => h("option", { value: zone, selected: zone === own }, zone)),
        ),
      ),
    ),
  );
  const choice = (/** @type {string} */ name, /** @type {any} */ text, /** @type {[string, any][]} */ answers) =>
    h(
      "p",
      {},
      h(
        "label",
        {},
        t(text),
        " ",
        h(
          "select",
          { name },
          answers.map(([value, means]) => h("option", { value, selected: value === now?.policy }, t(means))),
        ),
      ),
    );
  // What belongs to a clock is asked with the choice of one.
  const ofClock = [
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "early", checked: true }), t("pace.early")),
    choice("reminder", "pace.reminder", [
      ["", "pace.reminder-none"],
      ["hours", "pace.reminder-hours"],
      ["day", "pace.reminder-day"],
      ["two", "pace.reminder-two"],
    ]),
  ];
  const show = (/** @type {string} */ value) => {
    byCalendar.hidden = value !== "calendar";
    for (const field of ofClock) field.hidden = value === "keep";
  };
  show(usual);
  return {
    fields: [
      now ? radio("keep", "pace.keep") : null,
      radio("none", "new.clock-none"),
      radio("day", "new.clock-day"),
      radio("three", "new.clock-three"),
      radio("week", "pace.week"),
      radio("calendar", "pace.calendar"),
      byCalendar,
    ],
    more: [
      ...ofClock,
      choice(
        "absence",
        "pace.absence",
        POLICIES.map((policy) => [policy, policyText(policy)]),
      ),
    ],
    chosen,
  };
}

/**
 * What stands in for who is away, in words.
 * @param {string} policy
 * @returns {any} key of a text
 */
export function policyText(policy) {
  if (policy === "ai_proxy") return "pace.ai_proxy";
  return policy === "hold" ? "pace.hold" : "pace.standing_orders";
}

/** What the API is told of it. @param {FormData} form */
function chosen(form) {
  const reminder = REMINDERS[/** @type {keyof typeof REMINDERS} */ (form.get("reminder"))];
  const absence = { policy: form.get("absence") ?? POLICIES[0] };
  if (form.get("clock") === "keep") return { absence };
  return {
    timing: {
      clock: clock(form),
      early_run: form.get("early") !== null,
      reminders: form.get("clock") === "none" || !reminder ? [] : [reminder],
    },
    absence,
  };
}

/** @param {FormData} form */
function clock(form) {
  const every = TURNS[/** @type {keyof typeof TURNS} */ (form.get("clock"))];
  if (every) return { type: "interval", every };
  if (form.get("clock") !== "calendar") return { type: "none" };
  const [hour, minute] = String(form.get("time") || "20:00")
    .split(":")
    .map(Number);
  const days = form.getAll("day");
  const on = days.length === DAYS.length || !days.length ? "*" : days.join(",");
  return { type: "calendar", cron: `${minute} ${hour} * * ${on}`, zone: form.get("zone") };
}

/** The name of a day. @param {number} day 0 is Sunday */
function weekday(day) {
  // The first of January of the year 2023 was a Sunday.
  const at = new Date(Date.UTC(2023, 0, 1 + day));
  return new Intl.DateTimeFormat("en", { weekday: "short", timeZone: "UTC" }).format(at);
}

/** @param {string} own zone of this browser, which is always among them */
function zones(own) {
  const known = Intl.supportedValuesOf?.("timeZone") ?? [];
  return [...new Set([own, "UTC", ...known])];
}
