/**
 * A game from outside: who sits where, and what whoever runs it can do.
 * @module
 */
import { h, refill } from "../base/h.js";
import { explain, t } from "../base/text.js";
import * as ops from "../net/ops.js";
import { go, link } from "../model/router.js";
import { who } from "../model/session.js";
import { announcements } from "../parts/announcements.js";
import { musterBox, substitutes } from "../parts/company.js";
import { organiser } from "../parts/organiser.js";
import { sure } from "../parts/sure.js";
import { timetable } from "../parts/timetable.js";
import { votes } from "../parts/votes.js";

/** @param {Element} page @param {string} id */
export async function game(page, id) {
  const it = await ops.game(id);
  const over = ["finished", "abandoned"].includes(it.status);
  /** @type {string[]} */
  const levels =
    it.you_run_it && !over
      ? (await ops.ruleset(it.ruleset)).ai_levels.map((/** @type {any} */ one) => one.level ?? one)
      : [];
  // To oneself nobody announces anything.
  const inCompany = it.seats.some(
    (one) => one.holder === "open" || one.holder === "invited" || (one.player && !one.yours),
  );
  const said = (await ops.announcements(id).catch(() => ({ items: [] }))).items;
  const clock = it.status === "running" || it.status === "paused" ? await ops.deadlines(id).catch(() => null) : null;
  const asked = clock && inCompany ? await ops.votes(id).catch(() => null) : null;
  const muster = it.status === "lobby" && inCompany ? await ops.muster(id).catch(() => null) : null;
  const standing = over ? [] : (await ops.substitutes(id).catch(() => ({ items: [] }))).items;
  const problem = h("p", { class: "verdict refused", role: "alert" });
  problem.hidden = true;
  const act =
    (/** @type {() => Promise<any>} */ what, next = "") =>
    async () => {
      try {
        await what();
        if (next) go(next);
        else await game(page, id);
      } catch (error) {
        problem.hidden = false;
        problem.textContent = explain(error);
      }
    };
  const button = (/** @type {any} */ text, /** @type {() => void} */ press) =>
    h("button", { type: "button", onclick: press }, text);
  const states = /** @type {const} */ ({
    lobby: "table.lobby",
    paused: "table.paused",
    finished: "table.over",
    abandoned: "table.over",
  });
  const state = states[/** @type {keyof typeof states} */ (it.status)];
  const table = (/** @type {string} */ seat) => `/t/${id}/${encodeURIComponent(seat)}`;
  const seat = (/** @type {any} */ one) =>
    h(
      "article",
      { class: "game" },
      h("h3", {}, one.name),
      h("p", {}, one.player ?? t(one.holder === "open" ? "game.open" : "game.computer")),
      one.yours ? link(table(one.seat), t("home.look"), "button") : null,
      one.yours && !over
        ? sure(
            t("game.leave"),
            t("game.leave-sure"),
            act(() => ops.release(id, one.seat)),
          )
        : null,
      one.holder === "open" && !it.yours.length
        ? button(
            t("home.join", one.name),
            act(() => ops.claim(id, one.seat), table(one.seat)),
          )
        : null,
    );
  // Administrators run every game.
  const mine = !it.co_organisers.includes(who()?.name ?? "");
  refill(
    page,
    h("h1", { tabindex: -1 }, it.name),
    h(
      "p",
      {},
      it.label,
      " ",
      h(
        "span",
        { class: "note" },
        state ? t(state) : "",
        it.organiser ? ` ${t("game.runs", [it.organiser, ...it.co_organisers])}` : "",
      ),
    ),
    it.status === "lobby" ? null : h("p", {}, link(`/w/${id}`, t("game.watch"), "button")),
    problem,
    announcements(said, it.you_run_it && !over && inCompany ? (text) => act(() => ops.announce(id, text))() : null),
    clock ? timetable(clock, it.absence, () => save(ops.calendar(id), `cursus-${id}.ics`)) : null,
    it.status === "lobby" && inCompany
      ? musterBox(it, muster, {
          call: act(() => ops.callMuster(id)),
          answer: act(() => ops.answerMuster(id)),
          end: act(() => ops.endMuster(id)),
        })
      : null,
    asked
      ? votes(it, asked, who()?.name ?? "", {
          call: (kind, seat) => act(() => ops.callVote(id, seat ? { kind, seat } : { kind }))(),
          say: (vote, choice) => act(() => ops.castBallot(id, vote, choice))(),
          withdraw: (vote) => act(() => ops.withdrawVote(id, vote))(),
        })
      : null,
    over ? record(id) : it.you_run_it ? organiser(it, mine, levels, running(it, act)) : null,
    h("section", {}, h("h2", {}, t("game.seats")), it.seats.map(seat)),
    over
      ? null
      : substitutes(it, standing, who()?.name ?? "", {
          join: act(() => ops.standBy(id)),
          leave: act(() => ops.standDown(id)),
        }),
  );
}

/** So many steps are offered to be taken back. */
const UNDONE = 50;

/**
 * What running a game does.
 * @param {any} it the game
 * @param {(what: () => Promise<any>, next?: string) => () => Promise<void>} act
 * @returns {import("../parts/organiser.js").Does}
 */
function running(it, act) {
  const { id } = it;
  return {
    start: act(() => ops.startGame(id)),
    pause: act(() => ops.pause(id)),
    resume: act(() => ops.resume(id)),
    extend: act(() => ops.extend(id, it.deadline)),
    force: act(() => ops.force(id, it.step)),
    abandon: act(() => ops.abandon(id)),
    change: (settings) => act(() => ops.changeSettings(id, settings))(),
    giveToComputer: (seat, level) => act(() => ops.giveToComputer(id, seat.seat, level, seat.player ?? undefined))(),
    handOn: (seat) => act(() => ops.changeSettings(id, { organiser: seat.player }), it.yours.length ? "" : "/")(),
    openSeat: (seat) => act(() => ops.openSeat(id, seat.seat))(),
    invitations: () => ops.invitations(id),
    invite: (form) => ops.invite(id, form),
    takeOff: (player) => act(() => ops.removeCoOrganiser(id, player))(),
    turns: async () => (await ops.turns(id, Math.max(it.step - UNDONE, 0))).items,
    undo: (step) => act(() => ops.callVote(id, { kind: "undo", to_step: step }))(),
    reports: () => ops.abuseReports(id),
    closeReport: (report) => ops.closeAbuseReport(id, report),
    bans: () => ops.bans(id),
    ban: (player) => ops.ban(id, player),
    liftBan: (player) => ops.liftBan(id, player),
    revoke: (invitation) => ops.revokeInvitation(id, invitation),
  };
}

/**
 * Saves what the server sends as a file.
 * @param {Promise<Blob>} content
 * @param {string} name
 */
async function save(content, name) {
  const address = URL.createObjectURL(await content);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** What is open to all when a game is over. @param {string} id */
function record(id) {
  const told = h("p", { role: "status" });
  const ask = (/** @type {() => Promise<string>} */ what) => async () => {
    try {
      told.textContent = await what();
    } catch (error) {
      told.textContent = explain(error);
    }
  };
  const archive = async () => {
    await save(ops.archive(id), `cursus-${id}.json`);
    return "";
  };
  return h(
    "section",
    {},
    h("h2", {}, t("game.record")),
    h("p", { class: "note" }, t("game.record-help")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: ask(async () => (await ops.verify(id)).summary) }, t("game.verify")),
      h("button", { type: "button", onclick: ask(archive) }, t("game.archive")),
    ),
    told,
  );
}
