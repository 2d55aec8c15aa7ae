/**
 * What those who run a game do about people: letters that were reported, and who is kept out.
 * @module
 */
import { h, fill } from "../base/h.js";
import { explain, moment, t } from "../base/text.js";
import { playerField } from "./player-field.js";
import { sure } from "./sure.js";

/**
 * What the page does when it is asked to.
 * @typedef {object} Conduct
 * @property {() => Promise<{ items: any[] }>} reports
 * @property {(report: string) => Promise<any>} closeReport
 * @property {() => Promise<{ items: any[] }>} bans
 * @property {(player: string) => Promise<any>} ban
 * @property {(player: string) => Promise<any>} liftBan
 */

/**
 * @param {Conduct} does
 * @returns {HTMLElement}
 */
export function conduct(does) {
  const list = h("div", {});
  const draw = async () => {
    const [reports, bans] = await Promise.all([does.reports(), does.bans()]);
    fill(
      list,
      reports.items.length ? reports.items.map(reportLine) : h("p", { class: "note" }, t("conduct.no-reports")),
      bans.items.map(banLine),
    );
  };
  const after = (/** @type {() => Promise<any>} */ what) => async () => {
    try {
      await what();
      await draw();
    } catch (error) {
      fill(list, h("p", { class: "verdict refused", role: "alert" }, explain(error)));
    }
  };
  const reportLine = (/** @type {any} */ one) =>
    h(
      "article",
      { class: "game" },
      h("h3", {}, t("conduct.report", one.reported_by, one.author ?? one.from)),
      h("p", { class: "note" }, moment(one.reported_at), one.closed_at ? ` · ${t("conduct.closed")}` : ""),
      h("p", { dir: "auto" }, one.reason),
      h("blockquote", { class: "letter-text", dir: "auto" }, one.text),
      one.closed_at
        ? null
        : h(
            "div",
            { class: "row" },
            h("button", { type: "button", onclick: after(() => does.closeReport(one.id)) }, t("conduct.close")),
            one.author
              ? sure(
                  t("conduct.ban"),
                  t("conduct.ban-sure", one.author),
                  after(() => does.ban(one.author)),
                )
              : null,
          ),
    );
  const banLine = (/** @type {any} */ one) =>
    h(
      "p",
      { class: "row" },
      h("b", {}, one.player),
      h("span", {}, one.banned ? t("conduct.banned") : t("conduct.excluded")),
      h("button", { type: "button", onclick: after(() => does.liftBan(one.player)) }, t("conduct.lift")),
    );
  const player = playerField();
  const ban = after(async () => {
    await does.ban(player.value.trim());
    player.value = "";
  });
  const box = h(
    "details",
    {},
    h("summary", {}, t("conduct.title")),
    h("p", { class: "note" }, t("conduct.help")),
    h("div", { class: "row" }, player, sure(t("conduct.ban"), t("conduct.ban-anyone-sure"), ban)),
    list,
  );
  box.addEventListener("toggle", () => box.open && after(async () => {})());
  return box;
}
