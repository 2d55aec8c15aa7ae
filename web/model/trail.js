/**
 * The places that an order goes by, as far as they show: what its fields were filled with. The client knows nothing of what
 * an order means.
 * @module
 */

/**
 * Places of an answer.
 * @param {any} values what the field offers
 * @param {any} value the answer
 * @param {any[]} way the links chosen, of a path
 * @returns {string[]}
 */
export function placesOf(values, value, way) {
  if (values?.kind === "path") return [values.from, ...way.map((link) => link.to)].filter(Boolean);
  const chosen = Array.isArray(value) ? value : [value];
  const offered = values?.values ?? [];
  return chosen.flatMap((one) => {
    const found = offered.find((/** @type {any} */ it) => JSON.stringify(it.value) === JSON.stringify(one));
    return found?.place ? [found.place] : [];
  });
}

/**
 * Words of an order that nobody filled in here, in their order: some may be places.
 * @param {any} order
 * @returns {string[]}
 */
export function wordsOf(order) {
  if (typeof order === "string") return [order];
  if (order === null || typeof order !== "object") return [];
  return Object.entries(order).flatMap(([key, value]) => (key === "type" ? [] : wordsOf(value)));
}
