/**
 * A game from outside: who sits where, and what whoever runs it can do.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, t } from "../base/text.js";
import * as ops from "../net/ops.js";
import { go, link } from "../model/router.js";

/** @param {Element} page @param {string} id */
export async function game(page, id) {
  const it = await ops.game(id);
  const problem = h("p", { class: "verdict refused", role: "alert" });
  problem.hidden = true;
  const act = (/** @type {() => Promise<any>} */ what, next = "") => async () => {
    try {
      await what();
      if (next) go(next);
      else await game(page, id);
    } catch (error) {
      problem.hidden = false;
      problem.textContent = explain(error);
    }
  };
  const button = (/** @type {any} */ text, /** @type {() => void} */ press) => h("button", { type: "button", onclick: press }, text);
  const states = /** @type {const} */ ({ lobby: "table.lobby", paused: "table.paused", finished: "table.over", abandoned: "table.over" });
  const state = states[/** @type {keyof typeof states} */ (it.status)];
  const table = (/** @type {string} */ seat) => `/t/${id}/${encodeURIComponent(seat)}`;
  const seat = (/** @type {any} */ one) =>
    h(
      "article",
      { class: "game" },
      h("h3", {}, one.name),
      h("p", {}, one.player ?? t(one.holder === "open" ? "game.open" : "game.computer")),
      one.yours ? link(table(one.seat), t("home.look"), "button") : null,
      one.holder === "open" && !it.yours.length ? button(t("home.join", one.name), act(() => ops.claim(id, one.seat), table(one.seat))) : null,
    );
  fill(
    page,
    h("h1", { tabindex: -1 }, it.name),
    h("p", {}, it.label, " ", h("span", { class: "note" }, state ? t(state) : "", it.organiser ? ` ${t("game.runs", it.organiser)}` : "")),
    problem,
    it.you_run_it && it.status === "lobby" ? button(t("table.start"), act(() => ops.startGame(id))) : null,
    h("section", {}, h("h2", {}, t("game.seats")), it.seats.map(seat)),
  );
}
