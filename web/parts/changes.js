/**
 * What a turn changed in what the seat sees, in words.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, readable, t } from "../base/text.js";

/** Changes listed at most. */
const MOST = 200;
/** Names of things that changed alike before the rest is only counted. */
const MOST_NAMES = 6;

/**
 * What a turn changed in what the seat sees; asked for when it is opened.
 * @param {() => Promise<any>} ask
 */
export function changed(ask) {
  const list = h("div", {});
  const box = h("details", {}, h("summary", {}, t("news.changes")), list);
  box.addEventListener("toggle", async () => {
    if (!box.open || list.childElementCount) return;
    fill(list, h("p", { class: "note", role: "status" }, t("news.wait")));
    try {
      fill(list, changesView((await ask()).changes));
    } catch (error) {
      fill(list, h("p", { class: "verdict refused", role: "alert" }, explain(error)));
    }
  });
  return box;
}

/** @param {any[]} changes */
function changesView(changes) {
  if (!changes.length) return h("p", { class: "note" }, t("news.no-changes"));
  /** @type {Map<string, any[]>} */
  const groups = new Map();
  for (const change of changes.slice(0, MOST)) {
    const parts = change.pointer
      .split("/")
      .slice(1)
      .map((/** @type {string} */ part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const words = parts.filter((/** @type {string} */ part) => !/^\d+$/.test(part));
    const name = change.of.map(spaced).join(" · ") || t("news.in-general");
    // What no element of a list holds is named by its whole way.
    const field = change.of.length ? readable(words.pop() ?? "") : words.map(readable).join(" · ");
    groups.set(name, [...(groups.get(name) ?? []), { ...change, field }]);
  }
  const line = (/** @type {any} */ change) => {
    const { field } = change;
    if (change.what === "added") return t("news.added", field, value(change.after));
    if (change.what === "removed") return t("news.removed", field, value(change.before));
    return t("news.changed", field, value(change.before), value(change.after));
  };
  // What became different in the same way is told once, the rarest first: it says the most.
  /** @type {Map<string, { names: string[], lines: string[] }>} */
  const alike = new Map();
  for (const [name, list] of groups) {
    const lines = list.map(line);
    const found = alike.get(lines.join("\n")) ?? { names: [], lines };
    found.names.push(name);
    alike.set(lines.join("\n"), found);
  }
  const title = (/** @type {string[]} */ names) =>
    names.slice(0, MOST_NAMES).join(", ") +
    (names.length > MOST_NAMES ? ` ${t("news.more-names", names.length - MOST_NAMES)}` : "");
  return h(
    "div",
    { class: "changes" },
    [...alike.values()]
      .toSorted((a, b) => Number(a.names.length > MOST_NAMES) - Number(b.names.length > MOST_NAMES))
      .map(({ names, lines }) =>
        h(
          "section",
          {},
          h("h4", {}, title(names)),
          h(
            "ul",
            {},
            lines.map((text) => h("li", {}, text)),
          ),
        ),
      ),
    changes.length > MOST ? h("p", { class: "note" }, t("news.more", changes.length - MOST)) : null,
  );
}

/** A word of the rules as people write it. @param {string} it */
function spaced(it) {
  return /^[a-z0-9_]+$/.test(it) ? it.replaceAll("_", " ") : it;
}

/** A value in a few words; what has parts is not spelt out. @param {any} it @returns {string} */
function value(it) {
  if (it === null || it === undefined) return t("news.nothing");
  if (typeof it === "number") return it.toLocaleString("en");
  if (typeof it === "boolean") return t(it ? "news.yes" : "news.no");
  if (typeof it === "string") return spaced(it) || t("news.nothing");
  if (Array.isArray(it))
    return it.every((one) => typeof one !== "object")
      ? it.map(value).join(", ") || t("news.nothing")
      : t("news.entries", it.length);
  const named = it.name ?? it.key ?? it.id;
  return typeof named === "string" ? named : "…";
}
