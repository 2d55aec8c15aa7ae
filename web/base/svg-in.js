/**
 * The one place where text becomes a picture in the page. The server is ours, and all the same nothing that could run is let in.
 * @module
 */

const ELEMENTS = new Set([
  "svg",
  "g",
  "defs",
  "title",
  "desc",
  "path",
  "polygon",
  "polyline",
  "line",
  "rect",
  "circle",
  "ellipse",
  "text",
  "tspan",
  "clipPath",
  "mask",
  "pattern",
  "linearGradient",
  "radialGradient",
  "stop",
  "use",
  "symbol",
  "marker",
  "style",
  "textPath",
]);

/** @type {{ createHTML(text: string): any }} */
const policy = /** @type {any} */ (window).trustedTypes?.createPolicy("svg-in", {
  createHTML: (/** @type {string} */ text) => text,
}) ?? { createHTML: (text) => text };

/**
 * Reads a picture, without what has no place in one.
 * @param {string} text SVG
 * @param {string} prefix put before every id, so that two pictures in a page do not meet
 * @returns {SVGSVGElement}
 * @throws {Error} when it is not a picture
 */
export function picture(text, prefix) {
  const parsed = new DOMParser().parseFromString(policy.createHTML(text), "image/svg+xml");
  const root = parsed.documentElement;
  if (root.nodeName !== "svg" || parsed.querySelector("parsererror")) throw new Error("This is not a picture.");
  clean(root, prefix);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}

/**
 * @param {Element} element
 * @param {string} prefix
 */
function clean(element, prefix) {
  for (const attribute of [...element.attributes]) {
    const { name, value } = attribute;
    const link = name === "href" || name === "xlink:href";
    if (name.startsWith("on") || name === "style" || (link && !value.startsWith("#"))) element.removeAttribute(name);
    else if (name === "id") element.setAttribute(name, prefix + value);
    else if (link) element.setAttribute(name, `#${prefix}${value.slice(1)}`);
    else if (value.includes("url(")) element.setAttribute(name, value.replaceAll("url(#", `url(#${prefix}`));
  }
  for (const child of [...element.children]) {
    if (ELEMENTS.has(child.nodeName) && child.nodeName !== "style") clean(child, prefix);
    else child.remove();
  }
}
