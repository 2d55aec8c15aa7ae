/**
 * Words for people: the catalogue of texts, times and lengths of time.
 * @module
 */
import { texts } from "../strings/en.js";

const plural = new Intl.PluralRules("en");
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const absolute = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/**
 * A text of the catalogue.
 * @param {keyof typeof texts} key
 * @param {...any} values
 * @returns {string}
 */
export function t(key, ...values) {
  const text = texts[key];
  return typeof text === "function" ? /** @type {any} */ (text)(...values) : text;
}

/**
 * A number with its noun.
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${plural.select(count) === "one" ? one : many}`;
}

/**
 * A moment in the reader's own time zone.
 * @param {string | number} at
 */
export function moment(at) {
  return absolute.format(new Date(at));
}

/**
 * How far off a moment is, in the greatest unit that fits.
 * @param {number} milliseconds from now
 */
export function distance(milliseconds) {
  const minutes = Math.round(milliseconds / 60000);
  if (Math.abs(minutes) < 60) return relative.format(minutes, "minute");
  if (Math.abs(minutes) < 48 * 60) return relative.format(Math.round(minutes / 60), "hour");
  return relative.format(Math.round(minutes / 1440), "day");
}

/**
 * What went wrong, in words: each fault that the server names, with what would be right.
 * @param {any} error
 * @returns {string}
 */
export function explain(error) {
  /** @type {{ detail: string, hint?: string | null }[]} */
  const faults = error?.errors ?? [];
  if (!faults.length) return sentences(error.message, error.hint);
  return faults.map((one) => sentences(one.detail, one.hint)).join(" ");
}

/**
 * Clauses of the API as whole sentences, one after the other; those that are missing are left out.
 * @param {...(string | null | undefined)} clauses
 */
export function sentences(...clauses) {
  return clauses
    .map((one) => one?.trim() ?? "")
    .filter(Boolean)
    .map((one) => {
      const word = one.split(" ", 1)[0];
      // Names of fields and things stay as they are written.
      const begun = /^\p{Ll}[\p{L}',;:]*$/u.test(word) ? one.charAt(0).toUpperCase() + one.slice(1) : one;
      return /[.!?…:]["”)]?$/.test(begun) ? begun : `${begun}.`;
    })
    .join(" ");
}

/**
 * A word of the API for people: `set_tax_rate` becomes “Set tax rate”.
 * @param {string} word
 */
export function readable(word) {
  const spaced = word.replaceAll("_", " ").trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
