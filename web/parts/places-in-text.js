/**
 * Names of places in what people read, as links to the map.
 * @module
 */
import { h } from "../base/h.js";
import { t } from "../base/text.js";

/** @typedef {{ names: string[], hexes: boolean, look: (place: string) => void }} Atlas what the map knows, and how it shows a place */

/** The pattern of an atlas is made once. @type {WeakMap<Atlas, RegExp | null>} */
const patterns = new WeakMap();

/**
 * A text with a link for each place in it.
 * @param {string} text
 * @param {Atlas | null} atlas
 * @returns {(string | HTMLElement)[]}
 */
export function linked(text, atlas) {
  const pattern = atlas && patternOf(atlas);
  if (!atlas || !pattern) return [text];
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    const place = found[0];
    parts.push(
      text.slice(from, found.index),
      h(
        "button",
        { type: "button", class: "place", title: t("news.on-map", place), onclick: () => atlas.look(place) },
        place,
      ),
    );
    from = found.index + place.length;
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part !== "");
}

/** @param {Atlas} atlas */
function patternOf(atlas) {
  const kept = patterns.get(atlas);
  if (kept !== undefined) return kept;
  // The longest first, so that a name within another does not stand for it.
  const names = atlas.names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"));
  if (atlas.hexes) names.push("\\d{4}");
  const pattern = names.length ? new RegExp(`(?<![\\p{L}\\d])(?:${names.join("|")})(?![\\p{L}\\d])`, "gu") : null;
  patterns.set(atlas, pattern);
  return pattern;
}
