/**
 * Settings of a game that there is already: its name, who sees it, its clock, what stands in for who is away.
 * @module
 */
import { h } from "../base/h.js";
import { t } from "../base/text.js";
import { pace } from "./pace.js";

/** What holds for letters, settled when the game begins: what is not chosen stays as it is. */
function press() {
  const choice = (/** @type {any} */ text, /** @type {string} */ name, /** @type {[string, any][]} */ options) =>
    h(
      "label",
      {},
      t(text),
      " ",
      h(
        "select",
        { name },
        h("option", { value: "" }, t("settings.as-it-is")),
        options.map(([value, word]) => h("option", { value }, t(word))),
      ),
    );
  /** @type {[string, any][]} */
  const either = [
    ["true", "organiser.yes"],
    ["false", "organiser.no"],
  ];
  return h(
    "p",
    { class: "row" },
    choice("settings.letters", "letters", [
      ["private", "settings.letters-private"],
      ["public", "settings.letters-public"],
      ["none", "settings.letters-none"],
    ]),
    choice("settings.arrive", "delivery", [
      ["at_once", "settings.at-once"],
      ["with_the_turn", "settings.with-the-turn"],
    ]),
    choice("settings.anonymous", "anonymous", either),
    choice("settings.inherited", "inherited", either),
    h(
      "label",
      {},
      t("settings.embargo"),
      " ",
      h("input", { name: "embargo", type: "number", min: 0, max: 1000, placeholder: t("settings.as-it-is") }),
    ),
  );
}

/** What of that was chosen. @param {FormData} form @returns {any} none without a choice */
function pressChosen(form) {
  /** @type {[string, any][]} */
  const chosen = ["letters", "delivery", "anonymous", "inherited"]
    .filter((name) => form.get(name))
    .map((name) => [name, name === "letters" || name === "delivery" ? form.get(name) : form.get(name) === "true"]);
  if (form.get("embargo")) chosen.push(["embargo", Number(form.get("embargo"))]);
  return chosen.length ? { press: Object.fromEntries(chosen) } : {};
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
    await change({
      ...pressChosen(form),
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
