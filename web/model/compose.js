/**
 * Filling an order in, field by field, by what the server offers. The client knows nothing of what an order means.
 * @module
 */

/**
 * Puts a value where a JSON pointer says; a last part `-` appends to a list.
 * @param {any} order is left as it was
 * @param {string} pointer
 * @param {any} value
 * @returns {any} the new order
 */
export function put(order, pointer, value) {
  const parts = pointer.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const whole = structuredClone(order);
  let here = whole;
  parts.forEach((part, depth) => {
    const last = depth === parts.length - 1;
    const next = parts[depth + 1];
    const list = Array.isArray(here);
    const key = list && part === "-" ? here.length : list ? Number(part) : part;
    if (last) here[key] = value;
    else {
      here[key] ??= next === "-" || /^\d+$/.test(next) ? [] : {};
      here = here[key];
    }
  });
  return whole;
}

/**
 * An order that is being filled in.
 * @typedef {object} Composing
 * @property {any} order what is chosen so far
 * @property {any} reply the last answer of the server
 * @property {any[]} back earlier orders, the newest last
 */

/**
 * @param {Composing} from
 * @param {any} value the answer to the field that is asked for
 * @returns {{ order: any, back: any[] }} what to ask about next
 */
export function answer(from, value) {
  return { order: put(from.order, from.reply.next.pointer, value), back: [...from.back, from.order] };
}

/**
 * Values that are near a place on the map.
 * @param {any} values of a field
 * @param {string[]} places
 * @returns {any[]}
 */
export function valuesAt(values, places) {
  const offered = values?.values ?? values?.links ?? [];
  return offered.filter((/** @type {any} */ one) => places.includes(one.place) || places.includes(String(one.value)));
}
