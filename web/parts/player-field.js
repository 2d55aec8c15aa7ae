/**
 * The field for the name of a person.
 * @module
 */
import { h } from "../base/h.js";
import { t } from "../base/text.js";

/** @returns {HTMLInputElement} */
export function playerField() {
  return h("input", {
    "aria-label": t("invite.player"),
    placeholder: t("invite.player"),
    autocomplete: "off",
    spellcheck: false,
    maxlength: 40,
  });
}
