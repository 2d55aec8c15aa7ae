/**
 * Elements without a template language. Text is only ever put in as text, so nothing that a player wrote can become markup.
 * @module
 */

/** @typedef {Node | string | number | null | undefined | false} Kid */

/**
 * Makes an element. A property that begins with `on` is a listener, `data` and `aria` are objects of attributes, `class` is a
 * string, a boolean sets or leaves out an attribute, and everything else is an attribute.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...(Kid | Kid[])} kids
 * @returns {any} the element
 */
export function h(tag, props, ...kids) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data" || name === "aria") {
      for (const [key, one] of Object.entries(value)) {
        if (one !== null && one !== undefined) element.setAttribute(`${name}-${key}`, String(one));
      }
    } else if (name === "value" || name === "checked" || name === "disabled")
      /** @type {any} */ (element)[name] = value;
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else element.setAttribute(name, String(value));
  }
  append(element, kids);
  return element;
}

/**
 * @param {Element} element
 * @param {(Kid | Kid[])[]} kids
 */
function append(element, kids) {
  for (const kid of kids.flat()) {
    if (kid === null || kid === undefined || kid === false) continue;
    element.append(typeof kid === "object" ? kid : String(kid));
  }
}

/**
 * Puts new children into an element. Focus stays on the element with the same `data-key`, if there is one still.
 * @param {Element} element
 * @param {...(Kid | Kid[])} kids
 */
export function fill(element, ...kids) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.getAttribute("data-key");
  element.replaceChildren();
  append(element, kids);
  if (!focused) return;
  const again = key ? element.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  if (again instanceof HTMLElement) again.focus();
}

/** What a box that opens is known by: its `data-key`, else what stands on it. @param {Element} details */
const openingOf = (details) => details.getAttribute("data-key") ?? details.querySelector("summary")?.textContent;

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
 * Puts new children into a page, as when the answer to something else draws it anew. What was typed into its named forms and not
 * handed in stays, and so does the focus; what was open stays open.
 * @param {Element} page
 * @param {...(Kid | Kid[])} kids
 */
export function refill(page, ...kids) {
  const typed = /** @type {Field[]} */ ([...page.querySelectorAll(`[${MARK}]`)]);
  const focused = document.activeElement && page.contains(document.activeElement) && keyOf(document.activeElement);
  const drafts = new Map(typed.map((field) => [keyOf(field), field]));
  const opened = [...page.querySelectorAll("details[open]")].map(openingOf);
  fill(page, ...kids);
  for (const details of page.querySelectorAll("details")) if (opened.includes(openingOf(details))) details.open = true;
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
