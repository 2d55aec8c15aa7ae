/**
 * Addresses of the client and the pages behind them.
 * @module
 */
import { h } from "../base/h.js";

/** @type {(path: string) => void} */
let show = () => {};

/** @param {(path: string) => void} handler shows what an address means */
export function onAddress(handler) {
  show = handler;
  addEventListener("popstate", () => show(location.pathname));
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("a[data-here]") : null;
    if (!target || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(/** @type {HTMLAnchorElement} */ (target).pathname);
  });
}

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  show(path);
}

/**
 * A link within the client.
 * @param {string} path
 * @param {string} text
 * @param {string} [kind] its class
 */
export function link(path, text, kind) {
  return h("a", { href: path, class: kind, data: { here: "" } }, text);
}
