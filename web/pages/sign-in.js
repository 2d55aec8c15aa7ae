/**
 * Sign in, make an account, or give a guest's account a name and a password.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, t } from "../base/text.js";
import { keep, logIn, register, who } from "../model/session.js";
import { go } from "../model/router.js";

/** @param {Element} page */
export async function signIn(page) {
  fill(
    page,
    h("h1", { tabindex: -1 }, t("sign.title")),
    credentials("sign.in", logIn, "current-password"),
    h("h2", {}, t("sign.new")),
    credentials("sign.register", register, "new-password"),
  );
}

/** @param {Element} page */
export async function account(page) {
  if (!who()?.is_guest) return go("/");
  fill(
    page,
    h("h1", { tabindex: -1 }, t("sign.keep-title")),
    h("p", {}, t("sign.keep-text")),
    credentials("sign.keep", keep, "new-password"),
  );
}

/**
 * @param {any} title
 * @param {(form: { name: string, password: string }) => Promise<void>} act
 * @param {string} autocomplete
 */
function credentials(title, act, autocomplete) {
  const problem = h("p", { class: "verdict refused", role: "alert" });
  problem.hidden = true;
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    try {
      await act({ name: String(form.get("name")), password: String(form.get("password")) });
      go("/");
    } catch (error) {
      problem.hidden = false;
      problem.textContent = explain(error);
    }
  };
  return h(
    "form",
    { class: "card", onsubmit: submit },
    h(
      "label",
      {},
      t("sign.name"),
      h("input", { name: "name", required: true, minlength: 3, maxlength: 32, autocomplete: "username" }),
    ),
    h(
      "label",
      {},
      t("sign.password"),
      h("input", { name: "password", type: "password", required: true, minlength: 8, maxlength: 128, autocomplete }),
    ),
    autocomplete === "new-password" ? h("p", { class: "note" }, t("sign.password-help")) : null,
    problem,
    h("button", { class: "first" }, t(title)),
  );
}
