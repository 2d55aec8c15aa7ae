/**
 * Sign in, make an account, or give a guest's account a name and a password.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, t } from "../base/text.js";
import { keep, logIn, register, who } from "../model/session.js";
import * as ops from "../net/ops.js";
import { go, link } from "../model/router.js";

/** @param {Element} page */
export async function signIn(page) {
  fill(
    page,
    h("h1", { tabindex: -1 }, t("sign.title")),
    credentials("sign.in", logIn, "current-password"),
    h("p", {}, link("/new-password", t("sign.forgot"))),
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

/** A new password by a code from a mail: who follows its link has the code in the address. @param {Element} page */
export async function newPassword(page) {
  const told = h("p", { class: "verdict", role: "status" });
  told.hidden = true;
  const say = (/** @type {string} */ text, wrong = false) => {
    told.className = wrong ? "verdict refused" : "verdict";
    told.textContent = text;
    told.hidden = false;
  };
  const doing = (/** @type {(form: FormData) => Promise<any>} */ what) => async (/** @type {any} */ event) => {
    event.preventDefault();
    try {
      await what(new FormData(event.target));
    } catch (error) {
      say(explain(error), true);
    }
  };
  const ask = doing(async (form) => {
    await ops.askForPassword(String(form.get("account")));
    say(t("sign.code-sent"));
  });
  const set = doing(async (form) => {
    await ops.resetPassword({ code: String(form.get("code")).trim(), new_password: String(form.get("password")) });
    go("/sign-in");
  });
  const code = decodeURIComponent(location.hash.slice(1));
  const input = (/** @type {any} */ text, /** @type {any} */ attributes) =>
    h("label", {}, t(text), h("input", { required: true, ...attributes }));
  fill(
    page,
    h("h1", { tabindex: -1 }, t("sign.forgot-title")),
    told,
    code
      ? null
      : h(
          "form",
          { class: "card", onsubmit: ask },
          input("sign.name-or-mail", { name: "account", maxlength: 254, autocomplete: "username" }),
          h("button", {}, t("sign.send-code")),
        ),
    h(
      "form",
      { class: "card", onsubmit: set },
      input("sign.code", { name: "code", value: code, maxlength: 100, autocomplete: "one-time-code" }),
      input("sign.new-password", {
        name: "password",
        type: "password",
        minlength: 8,
        maxlength: 128,
        autocomplete: "new-password",
      }),
      h("p", { class: "note" }, t("sign.password-help")),
      h("button", { class: "first" }, t("sign.set-password")),
    ),
  );
}

/** What an application may be allowed, in words. */
const ALLOWED = /** @type {const} */ ({
  "game:read": "authorize.read",
  "orders:write": "authorize.order",
  gm: "authorize.run",
});

/** An application asks to act in somebody's name; what it asks for stands in the address. @param {Element} page */
export async function authorize(page) {
  const asked = new URLSearchParams(location.search);
  const application = await ops.application(asked.get("client_id") ?? "");
  const problem = h("p", { class: "verdict refused", role: "alert" });
  problem.hidden = true;
  const say = (/** @type {boolean} */ allow) => async () => {
    try {
      const { redirect_to } = await ops.authorize({
        client_id: application.id,
        redirect_uri: asked.get("redirect_uri") ?? "",
        code_challenge: asked.get("code_challenge") ?? "",
        code_challenge_method: asked.get("code_challenge_method") ?? "",
        scope: asked.get("scope") ?? undefined,
        state: asked.get("state") ?? undefined,
        allow,
      });
      location.assign(redirect_to);
    } catch (error) {
      problem.hidden = false;
      problem.textContent = explain(error);
    }
  };
  const me = who();
  const wanted = (asked.get("scope") ?? "game:read").split(/\s+/).filter(Boolean);
  const line = (/** @type {string} */ scope) => {
    const words = ALLOWED[/** @type {keyof typeof ALLOWED} */ (scope)];
    return h("li", {}, words ? t(words) : scope);
  };
  const choice = [
    h("p", {}, t("authorize.as", me?.name ?? "")),
    problem,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "first", onclick: say(true) }, t("authorize.allow")),
      h("button", { type: "button", onclick: say(false) }, t("authorize.refuse")),
    ),
  ];
  fill(
    page,
    h("h1", { tabindex: -1 }, t("authorize.title", application.name)),
    h("p", { class: "note" }, t("authorize.by", application.by, hostOf(asked.get("redirect_uri") ?? ""))),
    h("p", {}, t("authorize.wants")),
    h("ul", {}, wanted.map(line)),
    h("p", { class: "note" }, t("authorize.end")),
    me ? choice : credentials("sign.in", logIn, "current-password", () => authorize(page)),
  );
}

/** @param {string} address @returns {string} */
function hostOf(address) {
  try {
    const { host, protocol } = new URL(address);
    return host || protocol;
  } catch {
    return address;
  }
}

/**
 * @param {any} title
 * @param {(form: { name: string, password: string }) => Promise<void>} act
 * @param {string} autocomplete
 * @param {() => any} then
 */
function credentials(title, act, autocomplete, then = () => go("/")) {
  const problem = h("p", { class: "verdict refused", role: "alert" });
  problem.hidden = true;
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    try {
      await act({ name: String(form.get("name")), password: String(form.get("password")) });
      await then();
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
