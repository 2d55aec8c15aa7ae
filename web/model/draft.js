/**
 * The orders that are being written, with undo. Every change makes a new draft and leaves the old one as it was.
 * @module
 */

/**
 * @typedef {object} Draft
 * @property {any[]} orders
 * @property {any[][]} past what undo goes back to, the newest last
 * @property {any[][]} future what redo goes on to, the next one last
 */

/** Steps that undo remembers. */
const MOST_PAST = 200;

/**
 * @param {any[]} [orders]
 * @returns {Draft}
 */
export function draft(orders = []) {
  return { orders, past: [], future: [] };
}

/**
 * @param {Draft} from
 * @param {any[]} orders
 * @returns {Draft}
 */
export function changed(from, orders) {
  return { orders, past: [...from.past, from.orders].slice(-MOST_PAST), future: [] };
}

/** @param {Draft} from @param {any} order @param {number} [index] */
export function add(from, order, index = from.orders.length) {
  return changed(from, put(from.orders, index, order));
}

/** @param {Draft} from @param {number} index */
export function remove(from, index) {
  return changed(from, without(from.orders, index));
}

/** @param {Draft} from @param {number} index @param {number} to */
export function move(from, index, to) {
  if (to < 0 || to >= from.orders.length || index === to) return from;
  const order = from.orders[index];
  return changed(from, put(without(from.orders, index), to, order));
}

/** @param {Draft} from @returns {Draft} */
export function undo(from) {
  const orders = from.past.at(-1);
  return orders ? { orders, past: from.past.slice(0, -1), future: [...from.future, from.orders] } : from;
}

/** @param {Draft} from @returns {Draft} */
export function redo(from) {
  const orders = from.future.at(-1);
  return orders ? { orders, past: [...from.past, from.orders], future: from.future.slice(0, -1) } : from;
}

/** @param {any[]} orders @param {number} index @param {any} order */
function put(orders, index, order) {
  return [...orders.slice(0, index), order, ...orders.slice(index)];
}

/** @param {any[]} orders @param {number} index */
function without(orders, index) {
  return orders.filter((_, at) => at !== index);
}
