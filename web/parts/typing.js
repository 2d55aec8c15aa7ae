/**
 * The box for those who like to type their orders.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, sentences, t } from "../base/text.js";

/**
 * @param {string[]} known the orders that there are, as lines
 * @param {(text: string) => Promise<any>} read reads shorthand: the set, with what was not understood
 * @param {(orders: any[], lines: string[]) => void} use takes orders over; a line each, where there are as many
 * @param {() => void} close
 * @returns {{ elements: HTMLElement[], focus: () => void }}
 */
export function typing(known, read, use, close) {
  const box = h("textarea", { rows: 8, spellcheck: false, "aria-label": t("orders.shorthand") });
  box.value = known.join("\n");
  const problems = h("div", { role: "alert" });
  const refused = (/** @type {string} */ words) => h("p", { class: "verdict refused" }, words);
  const submit = async () => {
    try {
      const set = await read(box.value);
      if (set.diagnostics.length)
        return fill(
          problems,
          set.diagnostics.map((/** @type {any} */ one) => refused(sentences(one.detail, one.hint))),
        );
      const lines = box.value.split("\n").filter((/** @type {string} */ text) => text.trim());
      use(set.orders, lines.length === set.orders.length ? lines : []);
    } catch (error) {
      fill(problems, refused(explain(error)));
    }
  };
  const elements = [
    h("p", { class: "note" }, t("orders.shorthand-help")),
    box,
    problems,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "first", onclick: submit }, t("orders.use")),
      h("button", { type: "button", onclick: close }, t("compose.cancel")),
    ),
  ];
  return { elements, focus: () => box.focus() };
}
