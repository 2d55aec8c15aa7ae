/**
 * A new game in three choices: what, whom, against whom and how fast.
 * @module
 */
import { announce } from "../base/announce.js";
import { h, fill } from "../base/h.js";
import { explain, readable, t } from "../base/text.js";
import * as ops from "../net/ops.js";
import { who } from "../model/session.js";
import { BEGIN, isNew, keep, meet } from "../model/guide.js";
import { go } from "../model/router.js";
import { pace } from "../parts/pace.js";
import { ruleOptions } from "../parts/rule-options.js";
import "../parts/map.js";

/** @param {Element} page */
export async function newGame(page) {
  if (!who()) return go("/sign-in");
  const rulesets = await ops.rulesets();
  const all = await Promise.all(
    rulesets.map(async (ruleset) => (await ops.scenarios(ruleset.id)).map((scenario) => ({ ruleset, scenario }))),
  );
  const chosen = { ruleset: /** @type {any} */ (null), scenario: /** @type {any} */ (null), seat: "" };
  const key = crypto.randomUUID();
  const rest = h("div", {});
  // Who walks through the cards by arrow keys chooses at every step, and stays on them.
  let byPointer = false;

  const choose = async (/** @type {any} */ one) => {
    Object.assign(chosen, one, { seat: one.scenario.seats[0].key });
    const rules = await ops.ruleset(one.ruleset.id);
    // Another card was chosen meanwhile.
    if (chosen.scenario !== one.scenario) return;
    drawRest(rest, chosen, rules, key);
    if (!byPointer) return;
    byPointer = false;
    rest.scrollIntoView({ behavior: "smooth", block: "start" });
    rest.querySelector("h2")?.focus();
  };
  const card = (/** @type {any} */ one) =>
    h(
      "label",
      { class: "card scenario", onclick: (/** @type {MouseEvent} */ event) => (byPointer ||= event.detail > 0) },
      h("input", { type: "radio", name: "scenario", onchange: () => choose(one) }),
      h("img", {
        class: "opening",
        alt: "",
        loading: "lazy",
        src: ops.openingMap(one.ruleset.id, one.scenario.id, one.scenario.seats[0].key),
      }),
      h("b", {}, one.scenario.title),
      h("span", {}, one.scenario.summary),
      h(
        "small",
        {},
        [t("new.seats", one.scenario.seats.length), one.scenario.steps ? t("new.turns", one.scenario.steps) : ""]
          .filter(Boolean)
          .join(" · "),
      ),
    );
  const groups = all.flatMap((list) => [
    h("h3", { id: `rules-${list[0].ruleset.id}` }, list[0].ruleset.title),
    h("p", { class: "note" }, list[0].ruleset.summary),
    h("div", { class: "cards", role: "radiogroup", "aria-labelledby": `rules-${list[0].ruleset.id}` }, list.map(card)),
  ]);
  fill(page, h("h1", { tabindex: -1 }, t("new.title")), h("section", {}, h("h2", {}, t("new.rules")), groups), rest);
}

/**
 * @param {Element} rest
 * @param {{ ruleset: any, scenario: any, seat: string }} chosen
 * @param {any} rules the rule system: levels and tempers of its computer players
 * @param {string} key
 */
function drawRest(rest, chosen, rules, key) {
  const { ai_levels: levels, ai_tempers: tempers } = rules;
  const problem = h("p", { class: "verdict refused", role: "alert" });
  problem.hidden = true;
  const usual = levels.some((/** @type {any} */ one) => one.level === "steady") ? "steady" : levels[0]?.level;
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const solo = form.get("others") === "solo";
    const others = solo ? { kind: "ai", level: form.get("level"), temper: form.get("temper") } : { kind: "open" };
    const { timing, absence } = speed.chosen(form);
    try {
      const game = await ops.createGame(
        {
          ruleset: chosen.ruleset.id,
          scenario: chosen.scenario.id,
          seats: [{ kind: "me", seat: chosen.seat }],
          others,
          timing,
          absence,
          options: options.chosen(),
          visibility: solo ? "private" : "public",
          start: solo,
        },
        key,
      );
      if (form.get("guide")) keep(game.id, BEGIN);
      meet(chosen.ruleset.id);
      go(`/t/${game.id}/${encodeURIComponent(chosen.seat)}`);
    } catch (error) {
      problem.hidden = false;
      problem.textContent = explain(error);
    }
  };
  const speed = pace();
  const options = ruleOptions(rules.about.options);
  /** @type {any} */
  const look = document.createElement("game-map");
  look.className = "opening-map";
  const show = async () => {
    const seat = chosen.scenario.seats.find((/** @type {any} */ one) => one.key === chosen.seat);
    const picture = await ops.openingMapText(chosen.ruleset.id, chosen.scenario.id, seat.key).catch(() => "");
    if (chosen.seat !== seat.key) return;
    if (picture) look.show(picture);
    look.caption(t("new.map", seat.name));
  };
  look.addEventListener("pick", (/** @type {any} */ event) => {
    const seat = chosen.scenario.seats.find((/** @type {any} */ one) => one.powers.includes(event.detail.power));
    const input = seat && rest.querySelector(`input[name=seat][value="${CSS.escape(seat.key)}"]`);
    if (!(input instanceof HTMLInputElement)) return;
    input.checked = true;
    input.dispatchEvent(new Event("change"));
    announce(t("new.chosen", seat.name));
  });
  const seats = chosen.scenario.seats.map((/** @type {any} */ seat, /** @type {number} */ at) =>
    h(
      "label",
      { class: "card seat" },
      h("input", {
        type: "radio",
        name: "seat",
        value: seat.key,
        checked: at === 0,
        onchange: () => ((chosen.seat = seat.key), show()),
      }),
      h("b", {}, swatch(seat.colour), seat.name),
      h("span", {}, seat.description),
    ),
  );
  const radio = (
    /** @type {string} */ name,
    /** @type {string} */ value,
    /** @type {any} */ text,
    /** @type {boolean} */ checked,
  ) => h("label", { class: "check" }, h("input", { type: "radio", name, value, checked }), t(text));
  fill(
    rest,
    h(
      "form",
      { onsubmit: submit },
      h("h2", { tabindex: -1 }, t("new.seat")),
      h("p", { class: "note" }, t("new.seat-help")),
      look,
      h("div", { class: "cards" }, seats),
      h("h2", {}, t("new.others")),
      h("fieldset", {}, radio("others", "solo", "new.solo", true), radio("others", "group", "new.group", false)),
      choice(
        "level",
        "new.level",
        levels.map((/** @type {any} */ one) => [one.level, one.summary]),
        usual,
      ),
      choice(
        "temper",
        "new.temper",
        tempers.map((/** @type {any} */ one) => [one.temper, one.summary]),
        tempers[0]?.temper,
      ),
      h("fieldset", {}, h("legend", {}, t("new.clock")), speed.fields),
      h("details", {}, h("summary", {}, t("new.more")), speed.more, options.fields),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", name: "guide", checked: isNew(chosen.ruleset.id) }),
        t("guide.wanted"),
      ),
      problem,
      h("button", { class: "first large" }, t("new.start")),
    ),
  );
  show();
}

/**
 * A choice that says what each answer means.
 * @param {string} name
 * @param {any} text
 * @param {[string, string][]} answers each with what it means
 * @param {string} usual
 */
function choice(name, text, answers, usual) {
  const means = h("small", { role: "status" });
  const say = () => (means.textContent = answers.find(([value]) => value === select.value)?.[1] ?? "");
  const select = h(
    "select",
    { name, onchange: say },
    answers.map(([value]) => h("option", { value, selected: value === usual }, readable(value))),
  );
  say();
  return h("p", {}, h("label", {}, t(text), " ", select), means);
}

/** @param {string} colour */
function swatch(colour) {
  const mark = h("span", { class: "swatch", "aria-hidden": "true" });
  mark.style.background = colour;
  return mark;
}
