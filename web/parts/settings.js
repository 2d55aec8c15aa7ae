/**
 * Settings of a game that there is already: its name, who sees it, its clock, what stands in for who is away.
 * @module
 */
import { h } from "../base/h.js";
import { t } from "../base/text.js";
import { pace } from "./pace.js";

/** Which letters may be written, and when they arrive: settled when the game begins. */
function press() {
  const option = (/** @type {string} */ value, /** @type {any} */ text) => h("option", { value }, t(text));
  const arrive = h(
    "label",
    {},
    t("settings.arrive"),
    " ",
    h(
      "select",
      { name: "arrive" },
      option("at_once", "settings.at-once"),
      option("with_the_turn", "settings.with-the-turn"),
    ),
  );
  arrive.hidden = true;
  const letters = h(
    "select",
    { name: "letters", onchange: () => (arrive.hidden = !letters.value) },
    option("", "settings.as-it-is"),
    option("private", "settings.letters-private"),
    option("public", "settings.letters-public"),
    option("none", "settings.letters-none"),
  );
  return h("p", { class: "row" }, h("label", {}, t("settings.letters"), " ", letters), arrive);
}

/**
 * @param {any} game of the API, not over
 * @param {(settings: any) => Promise<void>} change
 * @returns {HTMLElement}
 */
export function settings(game, change) {
  const speed = pace(game.absence);
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const { timing, absence } = speed.chosen(form);
    const letters = form.get("letters");
    await change({
      ...(letters ? { press: { letters, delivery: form.get("arrive") } } : {}),
      name: form.get("name"),
      visibility: form.get("visibility"),
      timing,
      absence: { ...game.absence, ...absence },
    });
  };
  const visibility = (/** @type {string} */ value, /** @type {any} */ text) =>
    h("option", { value, selected: game.visibility === value }, t(text));
  return h(
    "details",
    {},
    h("summary", {}, t("settings.title")),
    h(
      "form",
      { name: "settings", onsubmit: submit },
      h(
        "p",
        {},
        h("label", {}, t("settings.name"), " ", h("input", { name: "name", value: game.name, maxlength: 100 })),
      ),
      h(
        "p",
        {},
        h(
          "label",
          {},
          t("settings.visibility"),
          " ",
          h(
            "select",
            { name: "visibility" },
            visibility("public", "settings.public"),
            visibility("private", "settings.private"),
          ),
        ),
      ),
      // A clock that stands keeps what was left on it.
      game.status === "paused"
        ? h("input", { type: "hidden", name: "clock", value: "keep" })
        : h("fieldset", {}, h("legend", {}, t("new.clock")), speed.fields),
      speed.more,
      game.status === "lobby" ? press() : null,
      h("p", { class: "note" }, t("settings.help")),
      h("button", { class: "first" }, t("settings.change")),
    ),
  );
}
