/**
 * A first game with a guide: hints one after another, made from what the server says of the seat, of the orders that can
 * be given now, and of what it waits for.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, readable, sentences, t } from "../base/text.js";
import { STEPS, TURNS, after, some } from "../model/guide.js";

const TITLES = /** @type {const} */ ({
  who: "guide.who",
  look: "guide.look",
  order: "guide.order",
  advice: "guide.advice",
  hand: "guide.hand",
  read: "guide.read",
});

/** Kinds of order that a hint names. */
const MOST = 4;

/**
 * @typedef {object} Guided
 * @property {import("../model/guide.js").Stand | null} stand where it stands; null: no guide
 * @property {(stand: import("../model/guide.js").Stand | null) => void} keep
 * @property {() => Promise<{ about: any, scenario: any, seat: any }>} words what the server says of rules, scenario and seat
 * @property {() => Promise<any>} kinds the kinds of order by phase
 * @property {() => string} prompt what the seat is asked
 * @property {() => boolean} immediate whether orders are carried out at once
 * @property {(kind: string) => void} compose begins an order of a kind
 * @property {() => void} advise asks an adviser
 */

/**
 * @param {Guided} guided
 * @returns {{ element: HTMLElement, did: (deed: typeof STEPS[number]) => void, draw: () => void, begin: (stand: import("../model/guide.js").Stand) => void }}
 */
export function guide(guided) {
  let { stand } = guided;
  let drawn = 0;
  const element = h("section", { class: "guide", "aria-label": t("guide.title") });

  /** @param {import("../model/guide.js").Stand | null} next */
  function move(next) {
    if (next === stand) return;
    stand = next;
    guided.keep(stand);
    draw();
  }

  const did = (/** @type {typeof STEPS[number]} */ deed) => stand && move(after(stand, deed));

  async function draw() {
    const mine = ++drawn;
    element.hidden = !stand;
    if (!stand) return fill(element);
    const { turn, at } = stand;
    const step = STEPS[at];
    /** @type {any[]} */
    let hint;
    try {
      hint = await hintOf(step);
    } catch (error) {
      hint = [h("p", { class: "verdict refused" }, explain(error))];
    }
    if (mine !== drawn) return;
    const last = turn === TURNS && at === STEPS.length - 1;
    fill(
      element,
      h("h2", { tabindex: -1, "aria-live": "polite" }, t(TITLES[step])),
      h("p", { class: "note" }, t("guide.at", turn, TURNS)),
      hint,
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "first", data: { key: "guide-next" }, onclick: () => did(step) },
          t(last ? "guide.end" : "guide.next"),
        ),
        h("button", { type: "button", class: "plain", onclick: () => move(null) }, t("guide.close")),
      ),
    );
  }

  /** @param {typeof STEPS[number]} step @returns {Promise<any[]>} */
  async function hintOf(step) {
    if (step === "who") {
      const { about, scenario, seat } = await guided.words();
      return [
        h("p", {}, h("b", {}, seat.name, ". "), seat.description),
        h("p", {}, scenario.summary),
        h("details", {}, h("summary", {}, t("guide.rules", about.title)), h("p", {}, about.summary)),
      ];
    }
    if (step === "order") return orders();
    if (step === "advice") {
      return [
        h("p", {}, t("guide.advice-text")),
        h("button", { type: "button", onclick: guided.advise }, t("orders.advice")),
      ];
    }
    if (step === "hand") return [h("p", {}, t(guided.immediate() ? "guide.hand-now" : "guide.hand-sealed"))];
    return [h("p", {}, t(step === "look" ? "guide.look-text" : "guide.read-text"))];
  }

  async function orders() {
    const kinds = some((await guided.kinds()).groups, MOST);
    if (!kinds.length) return [h("p", {}, t("guide.wait"))];
    const line = (/** @type {any} */ kind) =>
      h(
        "li",
        {},
        h("button", { type: "button", onclick: () => guided.compose(kind.type) }, t("guide.try", readable(kind.type))),
        h("small", {}, kind.summary),
      );
    return [
      h("p", {}, sentences(guided.prompt(), t("guide.order-text"))),
      h("ul", { class: "tries" }, kinds.map(line)),
    ];
  }

  draw();
  return { element, did, draw, begin: move };
}
