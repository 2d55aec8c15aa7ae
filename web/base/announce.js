/**
 * What screen readers say without being asked. The same text twice would not be read again, so a space is added in turn.
 * @module
 */
let odd = false;

/**
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function announce(text, urgent = false) {
  const region = document.getElementById(urgent ? "urgent" : "polite");
  odd = !odd;
  if (region) region.textContent = odd ? text : `${text}\u00a0`;
}
