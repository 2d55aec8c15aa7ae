/**
 * The frame: who plays, which page is shown.
 * @module
 */
import { h, fill } from "./base/h.js";
import { t } from "./base/text.js";
import { Offline, Problem } from "./net/http.js";
import { logOut, onChange, renew, who } from "./model/session.js";
import { go, link, onAddress } from "./model/router.js";

let page = /** @type {Element} */ (document.getElementById("page"));
const top = /** @type {Element} */ (document.getElementById("top"));

/** Leaves the page that is shown. @type {(() => void) | undefined | void} */
let leave;
let turn = 0;

/**
 * @param {string} path
 * @returns {Promise<(() => void) | void>}
 */
async function open(path) {
  // The page of this address, whatever is opened before it is there.
  const place = page;
  const [, first, game, seat] = path.split("/").map(decodeURIComponent);
  if (first === "t" && game && seat) return (await import("./pages/table.js")).table(place, game, seat);
  if (first === "w" && game) return (await import("./pages/gallery.js")).gallery(place, game);
  if (first === "g" && game) return (await import("./pages/game.js")).game(place, game);
  if (first === "new") return (await import("./pages/new-game.js")).newGame(place);
  if (first === "sign-in") return (await import("./pages/sign-in.js")).signIn(place);
  if (first === "notifications" && who()) return (await import("./pages/notifications.js")).notifications(place);
  if (first === "new-password") return (await import("./pages/sign-in.js")).newPassword(place);
  if (first === "authorize") return (await import("./pages/sign-in.js")).authorize(place);
  if (first === "account") return (await import("./pages/sign-in.js")).account(place);
  return (await import("./pages/home.js")).home(place);
}

/**
 * Gives the next page an element of its own, with what is shown until it is there. A page that is left while it loads so
 * draws itself where nobody looks.
 */
function freshen() {
  const next = /** @type {Element} */ (page.cloneNode(false));
  next.className = "";
  next.append(...page.childNodes);
  page.replaceWith(next);
  page = next;
}

/** @param {string} path */
async function show(path) {
  const mine = ++turn;
  leave?.();
  leave = undefined;
  freshen();
  document.title = t("app.name");
  try {
    const found = await open(path);
    if (mine !== turn) return found?.();
    leave = found;
  } catch (error) {
    if (mine === turn) fail(/** @type {Error} */ (error), path);
    return;
  }
  // Who went on by the keyboard while the page was loading stays there.
  if (!page.contains(document.activeElement)) page.querySelector("h1")?.focus({ preventScroll: true });
}

/** @param {Error} error @param {string} path */
function fail(error, path) {
  const missing = error instanceof Problem && [401, 403, 404].includes(error.status);
  const text =
    error instanceof Offline
      ? t("app.offline")
      : missing
        ? t("app.not-found")
        : error instanceof Problem
          ? error.message
          : t("app.broken");
  if (!(error instanceof Problem) && !(error instanceof Offline)) console.error(error);
  fill(
    page,
    h("h1", { tabindex: -1 }, t("app.name")),
    h("p", { role: "alert" }, text),
    error instanceof Problem && error.request ? h("p", { class: "note" }, t("error.details", error.request)) : null,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: () => show(path) }, t("error.retry")),
      link("/", t("app.games"), "button"),
    ),
  );
}

function drawTop() {
  const account = who();
  fill(
    top,
    h(
      "nav",
      { "aria-label": t("app.name") },
      link("/", t("app.name"), "brand"),
      account ? link("/", t("app.games")) : null,
      account ? link("/new", t("app.new")) : null,
      h("a", { href: "/docs/" }, t("app.docs")),
    ),
    account
      ? h(
          "div",
          { class: "account" },
          h("span", {}, account.name),
          account.is_guest ? link("/account", t("app.guest")) : link("/notifications", t("told.title")),
          h(
            "button",
            {
              type: "button",
              class: "plain",
              onclick: async () => {
                await logOut();
                go("/");
              },
            },
            t("app.sign-out"),
          ),
        )
      : h("div", { class: "account" }, link("/sign-in", t("app.sign-in"))),
  );
}

onChange(drawTop);
onAddress(show);
drawTop();
await renew().catch(() => false);
show(location.pathname);
