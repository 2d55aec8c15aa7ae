/**
 * The papers of a report are plain text of fixed width: this takes them apart, so that they fit a page of any width.
 * @module
 */

/**
 * @typedef {{ kind: "heading", text: string }
 *   | { kind: "prose", text: string }
 *   | { kind: "list", items: string[] }
 *   | { kind: "table", text: string }} Block
 */

const RULE = /^(=+|-+)$/;
const ITEM = /^\* /;

/**
 * The blocks of a paper, without the title that stands above it already.
 * @param {string} text
 * @param {string} [title]
 * @returns {Block[]}
 */
export function blocks(text, title) {
  /** @type {Block[]} */
  const found = [];
  /** @type {string[]} */
  const lines = [];
  const close = () => {
    while (lines.length) {
      if (ITEM.test(lines[0])) {
        found.push({ kind: "list", items: items(lines) });
      } else {
        const end = lines.findIndex((line) => ITEM.test(line));
        found.push(loose(lines.splice(0, end < 0 ? lines.length : end)));
      }
    }
  };
  for (const line of text.split("\n")) {
    const last = lines.at(-1);
    if (last && RULE.test(line.trim()) && line.length >= 3) {
      lines.pop();
      close();
      if (last.trim() !== title) found.push({ kind: "heading", text: last.trim() });
    } else if (line.trim()) {
      lines.push(line);
    } else {
      close();
    }
  }
  close();
  return found;
}

/**
 * Takes the items of a list from the beginning of some lines; what is further in belongs to the item above it.
 * @param {string[]} lines
 */
function items(lines) {
  const found = [];
  while (lines.length && (ITEM.test(lines[0]) || (found.length && lines[0].startsWith(" ")))) {
    const line = /** @type {string} */ (lines.shift());
    if (ITEM.test(line)) found.push(line.slice(2).trim());
    else found[found.length - 1] += ` ${line.trim()}`;
  }
  return found;
}

/** A line at least this long was broken because it was full. */
const FULL = 58;

/** Lines that line up are a table; others are prose. @param {string[]} lines @returns {Block} */
function loose(lines) {
  const inColumns = lines.some((line) => /[^\s.:] {2,}\S/.test(line) || line.startsWith(" "));
  if (inColumns) return { kind: "table", text: lines.join("\n") };
  return {
    kind: "prose",
    text: lines.reduce((text, line, at) => text + (lines[at - 1].length < FULL ? "\n" : " ") + line),
  };
}
