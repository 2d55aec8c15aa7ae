/**
 * Elements of pictures.
 * @module
 */

/**
 * Makes an element of a picture; numbers have two decimals.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
export function svgElement(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes))
    element.setAttribute(key, typeof value === "number" ? value.toFixed(2) : value);
  return element;
}
