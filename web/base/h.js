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
