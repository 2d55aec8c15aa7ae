/**
 * A decision that somebody's move waits for: the question, what silence means, and whole answers to choose from.
 * @module
 */
import { h } from "../base/h.js";
import { t } from "../base/text.js";

/**
 * @param {{ prompt: string, silence: string }} asked
 * @param {Promise<any[]>} coming whole answers, those for this time first
 * @param {(answer: any) => void} choose
 * @returns {HTMLElement}
 */
export function question(asked, coming, choose) {
  const answers = h("div", {});
  const list = (/** @type {any[]} */ some, /** @type {string} */ title) =>
    some.length
      ? [h("h3", {}, title), h("div", { class: "answers", role: "group", "aria-label": title }, ...some.map(button))]
      : [];
  const button = (/** @type {any} */ answer) =>
    h("button", { type: "button", title: answer.shorthand, onclick: () => choose(answer) }, answer.title);
  coming.then((all) => {
    const now = all.filter((one) => one.scope === "once");
    const later = all.filter((one) => one.scope !== "once");
    answers.replaceChildren(...list(now, t("question.now")), ...list(later, t("question.later")));
  });
  return h(
    "section",
    { class: "question", "aria-live": "polite" },
    h("h2", { tabindex: -1 }, asked.prompt),
    h("p", { class: "note" }, t("table.default", asked.silence)),
    answers,
  );
}
