/**
 * Settings of a game that there is already: its name, who sees it, its clock, what stands in for who is away.
 * @module
 */
import { h } from "../base/h.js";
import { t } from "../base/text.js";
import { pace } from "./pace.js";

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
    await change({
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
      { onsubmit: submit },
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
      h("p", { class: "note" }, t("settings.help")),
      h("button", { class: "first" }, t("settings.change")),
    ),
  );
}
