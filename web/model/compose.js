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
  const parts = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
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
 * The answer that follows from what was clicked: what lies there, or what leaves no choice before it is asked for.
 * @param {any} next the field that is asked for
 * @param {string[]} places
 * @returns {{ value: any, found: boolean } | null} `found`: the place is used up
 */
export function answerAt(next, places) {
  if (next?.values.kind !== "one_of") return null;
  const { values } = next.values;
  const there = valuesAt(next.values, places);
  if (there.length === 1) return { value: there[0].value, found: true };
  return values.length === 1 && !next.optional ? { value: values[0].value, found: false } : null;
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

/**
 * The kinds of order as the rules group them: those that can be ordered, and those that cannot with the reason.
 * @param {any[]} offered the values of the first question
 * @param {any[]} groups of the server; empty when they are not known
 * @returns {{ open: { title: string, offered: any[] }[], closed: { type: string, reason: any }[] }} without empty groups; kinds that no
 * group names come last, under no title
 */
export function byPhase(offered, groups) {
  const named = new Set(groups.flatMap((group) => group.orders.map((/** @type {any} */ order) => order.type)));
  const can = new Map(offered.map((one) => [one.value, one]));
  const phases = groups.map((group) => ({
    title: group.title,
    offered: group.orders.map((/** @type {any} */ order) => can.get(order.type)).filter(Boolean),
  }));
  const open = [...phases, { title: "", offered: offered.filter((one) => !named.has(one.value)) }];
  const closed = groups
    .flatMap((group) => group.orders)
    .filter((order) => !can.has(order.type) && order.closed)
    .map((order) => ({ type: order.type, reason: order.closed }));
  return { open: open.filter((group) => group.offered.length), closed };
}
