/**
 * Options of a rule system, each by the schema of its value.
 * @module
 */
import { h } from "../base/h.js";
import { readable, sentences, t } from "../base/text.js";

/** The value that says nothing. */
const UNSAID = "";

/**
 * @param {{ name: string, summary: string, schema: any, default?: any }[]} options
 * @returns {{ fields: Node[], chosen: () => Record<string, any> }} those that differ from what is usual
 */
export function ruleOptions(options) {
  const lines = options.map((option) => ({ option, ...field(option) }));
  return {
    fields: lines.map(({ option, element }) =>
      h("p", {}, h("label", {}, readable(option.name), " ", element), h("small", {}, sentences(option.summary))),
    ),
    chosen: () => {
      /** @type {Record<string, any>} */
      const values = {};
      for (const { option, value } of lines) {
        const now = value();
        if (now !== undefined && JSON.stringify(now) !== JSON.stringify(option.default)) values[option.name] = now;
      }
      return values;
    },
  };
}

/**
 * @param {{ name: string, schema: any, default?: any }} option
 * @returns {{ element: HTMLElement, value: () => any }}
 */
function field({ schema, default: usual }) {
  const types = [schema.type ?? []].flat();
  /** @type {any[] | undefined} */
  const values = schema.enum ?? (types.includes("boolean") ? [true, false] : undefined);
  if (values) {
    const all = usual === null || usual === undefined ? [UNSAID, ...values] : values;
    const text = (/** @type {any} */ one) =>
      one === UNSAID
        ? t("rules.unsaid")
        : typeof one === "boolean"
          ? t(one ? "rules.yes" : "rules.no")
          : readable(String(one));
    const select = h(
      "select",
      {},
      all.map((one, at) => h("option", { value: at, selected: one === usual }, text(one))),
    );
    return {
      element: select,
      value: () => (all[Number(select.value)] === UNSAID ? undefined : all[Number(select.value)]),
    };
  }
  const number = types.includes("integer") || types.includes("number");
  const input = h("input", {
    type: number ? "number" : "text",
    value: usual ?? "",
    min: schema.minimum,
    max: schema.maximum,
  });
  const value = () => (input.value.trim() === "" ? undefined : number ? Number(input.value) : input.value.trim());
  return { element: input, value };
}
