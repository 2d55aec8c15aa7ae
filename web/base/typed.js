/**
 * What somebody is typing outlives the page being drawn anew, as it is when the answer to something else arrives.
 * @module
 */
import { fill } from "./h.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** Marks a field that was changed and not handed in. */
const MARK = "data-typed";

addEventListener("input", ({ target }) => {
  if (target instanceof Element && keyOf(target)) target.setAttribute(MARK, "");
});
addEventListener("submit", ({ target }) => {
  if (target instanceof Element) target.querySelectorAll(`[${MARK}]`).forEach((field) => field.removeAttribute(MARK));
});

/** Which field this is, whichever drawing it stands in: those of forms with a name are kept. @param {Element} element */
function keyOf(element) {
  const field = /** @type {Field} */ (element);
  const form = field.form?.getAttribute("name");
  if (!form) return null;
  return [form, field.name, isTicked(field) ? field.value : ""].join(" ");
}

/** @param {Element} field @returns {field is HTMLInputElement} */
const isTicked = (field) => field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");

/**
 * Puts new children into a page. What was typed into its named forms and not handed in stays, and so does the cursor.
 * @param {Element} page
 * @param {...(import("./h.js").Kid | import("./h.js").Kid[])} kids
 */
export function refill(page, ...kids) {
  const typed = /** @type {Field[]} */ ([...page.querySelectorAll(`[${MARK}]`)]);
  const focused = document.activeElement && page.contains(document.activeElement) && keyOf(document.activeElement);
  const drafts = new Map(typed.map((field) => [keyOf(field), field]));
  fill(page, ...kids);
  for (const element of page.querySelectorAll("input, select, textarea")) {
    const field = /** @type {Field} */ (element);
    const key = keyOf(field);
    const draft = key && drafts.get(key);
    if (draft) {
      if (isTicked(field)) field.checked = /** @type {HTMLInputElement} */ (draft).checked;
      else field.value = draft.value;
      field.setAttribute(MARK, "");
      field.closest("details")?.setAttribute("open", "");
    }
    if (key && key === focused) field.focus();
  }
}
